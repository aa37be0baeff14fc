package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

var (
	errNotRegular = errors.New("is not a regular file")
	errTooLarge   = errors.New("is too large")
)

// Read reads a file that somebody else may have put there: no pipe that never ends and no
// device, and at most that many bytes. What the system itself calls a file, such as
// /dev/stdin, is read if it is named.
func Read(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	system := strings.HasPrefix(abs, "/dev/") || strings.HasPrefix(abs, "/proc/")
	if !info.Mode().IsRegular() && !info.IsDir() && !system {
		return nil, &os.PathError{Op: "read", Path: path, Err: errNotRegular}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		err = &os.PathError{Op: "read", Path: path, Err: errTooLarge}
	}
	return data, err
}
