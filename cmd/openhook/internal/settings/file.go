package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/atomicfile"
)

// MaxFile is the largest settings file that openhook reads, in bytes.
const MaxFile = 16 << 20

// A File is a settings file as openhook read it.
type File struct {
	Path string // without links resolved
	Data []byte
	Info fs.FileInfo // nil if there is no file
	Mode fs.FileMode // for a new file
	real string      // with links resolved
}

// Open reads a settings file. A missing file is no error.
func Open(path string) (*File, error) {
	f := &File{Path: path, Mode: 0o644, real: path}
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := checkLinks(path); err != nil {
			return nil, err
		}
		return f, nil
	}
	if err != nil {
		return nil, plainError(path, err)
	}
	f.real = real
	if f.Info, err = os.Stat(real); err != nil {
		return nil, plainError(path, err)
	}
	switch {
	case f.Info.IsDir():
		return nil, fmt.Errorf("%s is a folder", path)
	case !f.Info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", path)
	case f.Info.Size() > MaxFile:
		return nil, fmt.Errorf("%s is larger than 16 MiB", path)
	}
	if f.Data, err = readAll(real); err != nil {
		return nil, plainError(path, err)
	}
	return f, nil
}

// checkLinks returns an error for a broken link on the way to a missing file.
func checkLinks(path string) error {
	kind := "file"
	for at := path; ; at, kind = filepath.Dir(at), "folder" {
		if _, err := os.Stat(at); err == nil || filepath.Dir(at) == at {
			return nil
		}
		if _, err := os.Lstat(at); err == nil {
			return fmt.Errorf("%s is a link to a %s that does not exist", at, kind)
		}
	}
}

// Real returns the path with all links resolved.
func (f *File) Real() string { return f.real }

// Exists reports whether the file was there.
func (f *File) Exists() bool { return f.Info != nil }

func readAll(path string) ([]byte, error) {
	r, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err == nil && len(data) > MaxFile {
		err = errors.New("is larger than 16 MiB")
	}
	return data, err
}

// Writable returns an error if openhook cannot write the file.
func (f *File) Writable() error {
	switch {
	case !f.Exists():
	case f.Info.Mode().Perm()&0o222 == 0:
		return fmt.Errorf("%s is read-only", f.Path)
	case linkCount(f.real, f.Info) > 1:
		return fmt.Errorf("%s is a hard link, and openhook would change only this name of the file; make the other names symbolic links, then try again", f.Path)
	}
	return nil
}

// Replace writes new content, all of it or nothing. A link stays a link, and the file keeps its
// mode and owner. dirs are the folders that Replace made. It fails if another program has written
// the file since Open.
func (f *File) Replace(data []byte) (dirs []string, err error) {
	if err := f.Writable(); err != nil {
		return nil, err
	}
	dirs = f.MissingDirs()
	if err := os.MkdirAll(filepath.Dir(f.real), 0o755); err != nil {
		RemoveDirs(dirs)
		return nil, plainError(f.Path, err)
	}
	err = atomicfile.Replace(f.real, data, func(temp string) error {
		mode := f.Mode
		if f.Exists() {
			mode = f.Info.Mode().Perm()
		}
		err := os.Chmod(temp, mode)
		if err == nil && f.Exists() {
			err = copyOwner(temp, f.Info)
		}
		if err == nil {
			err = f.checkUnchanged()
		}
		return err
	})
	if err != nil {
		RemoveDirs(dirs)
		return nil, plainError(f.Path, err)
	}
	return dirs, nil
}

// Remove deletes the file and a link to it. It fails if the file has changed since Open.
func (f *File) Remove() error {
	if err := f.Writable(); err != nil {
		return err
	}
	if err := f.checkUnchanged(); err != nil {
		return plainError(f.Path, err)
	}
	err := os.Remove(f.real)
	if _, is := os.Lstat(f.Path); err == nil && is == nil {
		err = os.Remove(f.Path)
	}
	if err != nil {
		return plainError(f.Path, err)
	}
	return nil
}

func (f *File) checkUnchanged() error {
	now, err := readAll(f.real)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !f.Exists():
		return nil
	case err != nil && f.Exists():
		return err
	case err != nil || !f.Exists() || !bytes.Equal(now, f.Data):
		return errors.New("another program has just changed it; try again")
	}
	return nil
}

// MissingDirs returns the folders that the file still needs, the innermost first.
func (f *File) MissingDirs() (dirs []string) {
	for at := filepath.Dir(f.real); ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); err == nil || filepath.Dir(at) == at {
			return dirs
		}
		dirs = append(dirs, at)
	}
}

// RemoveDirs removes empty folders until one is not empty.
func RemoveDirs(dirs []string) {
	for _, d := range dirs {
		if os.Remove(d) != nil {
			return
		}
	}
}

// plainError returns a file's error without the system call.
func plainError(path string, err error) error {
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		err = at.Err
	} else if at := (*os.LinkError)(nil); errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s: %w", path, err)
}
