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

// Read reads a file of at most that many bytes. It refuses pipes and devices, because a stranger
// may have put one there. It does read files that the system provides, such as /dev/stdin.
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
