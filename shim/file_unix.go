//go:build !windows

package shim

import (
	"path/filepath"
	"strconv"
	"syscall"
)

// The shim uses plain system calls for files. os.Stat and os.Open link time formatting
// and zones: 100 kB of binary that every call would map.

// stat reports whether a path is a folder and whether anybody may execute it.
func stat(path string) (isDir, executable bool, err error) {
	var s syscall.Stat_t
	if err := syscall.Stat(path, &s); err != nil {
		return false, false, err
	}
	return s.Mode&syscall.S_IFMT == syscall.S_IFDIR, s.Mode&0o111 != 0, nil
}

// sameDir reports whether two paths lead to one directory.
func sameDir(a, b string) bool {
	var x, y syscall.Stat_t
	return a == b || syscall.Stat(a, &x) == nil && syscall.Stat(b, &y) == nil && x.Dev == y.Dev && x.Ino == y.Ino
}

// workingDir returns the shim's working directory, "" if it no longer exists.
func workingDir() string {
	dir, _ := syscall.Getwd()
	return dir
}

// readHead returns up to the first n bytes of a file.
func readHead(path string, n int) ([]byte, error) {
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	b := make([]byte, n)
	got := 0
	for got < n {
		m, err := syscall.Read(fd, b[got:])
		if m <= 0 {
			if err == syscall.EINTR {
				continue
			}
			break
		}
		got += m
	}
	return b[:got], nil
}

// readAll returns a whole file of at most max bytes. The error is ENOENT only if
// nothing has that name.
func readAll(path string, max int) ([]byte, error) {
	var s syscall.Stat_t
	if err := syscall.Stat(path, &s); err != nil {
		switch {
		case err == syscall.ENOTDIR:
			err = syscall.ENOENT
		case err == syscall.ENOENT && syscall.Lstat(path, &s) == nil:
			err = syscall.ELOOP // a link to nothing
		}
		return nil, err
	}
	if s.Mode&syscall.S_IFMT != syscall.S_IFREG || s.Size > int64(max) {
		return nil, syscall.EFBIG
	}
	data, err := readHead(path, int(s.Size)+1)
	if err == nil && len(data) != int(s.Size) {
		err = syscall.EIO
	}
	return data, err
}

// readPrivate returns a small file that only this user can have written. It returns no
// bytes for a file that the shim cannot read.
func readPrivate(path string) ([]byte, bool) {
	var s syscall.Stat_t
	if syscall.Lstat(path, &s) != nil || s.Mode&syscall.S_IFMT != syscall.S_IFREG ||
		int(s.Uid) != syscall.Geteuid() || s.Mode&0o022 != 0 {
		return nil, false
	}
	data, _ := readAll(path, maxHookFile)
	return data, true
}

// realPath returns a folder's path without links, "" if there is no such folder. It
// changes the working directory to that folder.
func realPath(dir string) string {
	if syscall.Chdir(dir) != nil {
		return ""
	}
	real, _ := syscall.Getwd()
	return real
}

// writeFile replaces a small file in one step. Only the owner can read it.
func writeFile(path string, b []byte) error {
	if err := mkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	temp := path + "." + strconv.Itoa(syscall.Getpid())
	syscall.Unlink(temp) // left by a killed process with the same number
	err := error(syscall.EIO)
	if newFile(temp, b) {
		err = syscall.Rename(temp, path)
	}
	if err != nil {
		syscall.Unlink(temp)
	}
	return err
}

// namesIn lists a folder, without "." and "..".
func namesIn(dir string) (names []string) {
	fd, err := syscall.Open(dir, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer syscall.Close(fd)
	buf := make([]byte, 32<<10)
	for {
		n, err := syscall.ReadDirent(fd, buf)
		if n <= 0 || err != nil {
			return names
		}
		_, _, names = syscall.ParseDirent(buf[:n], -1, names)
	}
}

// newFile writes a file that only its owner can read. It fails if anything has that
// name, a link too.
func newFile(path string, b []byte) bool {
	fd, err := syscall.Open(path, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return false
	}
	ok := write(fd, b, answerWait)
	syscall.Close(fd)
	return ok
}

// appendFile appends to a file of this user in one write, so that the lines of several
// shims do not mix.
func appendFile(path string, b []byte) error {
	if err := mkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	fd, err := syscall.Open(path, syscall.O_WRONLY|syscall.O_APPEND|syscall.O_CREAT|syscall.O_CLOEXEC|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	var s syscall.Stat_t
	switch err := syscall.Fstat(fd, &s); {
	case err != nil:
		return err
	case s.Mode&syscall.S_IFMT != syscall.S_IFREG || int(s.Uid) != syscall.Geteuid():
		return syscall.EPERM
	case s.Mode&0o077 != 0:
		syscall.Fchmod(fd, 0o600)
	}
	for {
		n, err := syscall.Write(fd, b)
		switch {
		case err == syscall.EINTR:
			continue
		case err == nil && n < len(b):
			err = syscall.ENOSPC
		}
		return err
	}
}

func mkdirAll(dir string) error {
	err := syscall.Mkdir(dir, 0o700)
	switch err {
	case nil, syscall.EEXIST:
		return nil
	case syscall.ENOENT:
		if err := mkdirAll(filepath.Dir(dir)); err != nil {
			return err
		}
		return syscall.Mkdir(dir, 0o700)
	}
	return err
}

func removeFile(path string) { syscall.Unlink(path) }
