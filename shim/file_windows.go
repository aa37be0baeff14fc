package shim

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

func stat(path string) (isDir, executable bool, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return false, false, err
	}
	return info.IsDir(), true, nil
}

func sameDir(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return a == b || errX == nil && errY == nil && os.SameFile(x, y)
}

func workingDir() string {
	dir, _ := os.Getwd()
	return dir
}

func readHead(path string, n int) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, int64(n)))
}

func readAll(path string, max int) ([]byte, error) {
	info, err := os.Stat(path)
	if _, any := os.Lstat(path); err != nil && any == nil {
		return nil, syscall.EIO // a link to nothing
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > int64(max) {
		return nil, syscall.EFBIG
	}
	return os.ReadFile(path)
}

// The access lists of the user's folders keep other users out.
func readPrivate(path string) ([]byte, bool) {
	data, err := readAll(path, maxHookFile)
	return data, !errors.Is(err, fs.ErrNotExist)
}

func realPath(dir string) string {
	real, _ := filepath.EvalSymlinks(dir)
	return real
}

func writeFile(path string, b []byte) error {
	if err := mkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	temp := path + "." + strconv.Itoa(os.Getpid())
	if err := os.WriteFile(temp, b, 0o600); err != nil {
		return err
	}
	return os.Rename(temp, path)
}

func namesIn(dir string) (names []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// newFile writes a file. It fails if the file exists.
func newFile(path string, b []byte) bool {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return false
	}
	_, err = f.Write(b)
	f.Close()
	return err == nil
}

func appendFile(path string, b []byte) error {
	if err := mkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write(b)
	return err
}

func mkdirAll(dir string) error { return os.MkdirAll(dir, 0o700) }

func removeFile(path string) { os.Remove(path) }
