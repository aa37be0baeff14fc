// Package whole writes files of our user alone, whole or not at all.
package whole

import (
	"os"
	"path/filepath"
)

// Write replaces a file, whose folder is there. What was there before stays until
// all of the new content is.
func Write(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
