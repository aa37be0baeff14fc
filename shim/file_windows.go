package shim

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
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

func writeFile(path string, b []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	temp := path + "." + strconv.Itoa(os.Getpid())
	if err := os.WriteFile(temp, b, 0o600); err != nil {
		return err
	}
	return os.Rename(temp, path)
}

func removeFile(path string) { os.Remove(path) }
