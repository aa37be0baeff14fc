// Package atomicfile replaces files completely or not at all, reads files with a limit, and holds
// a lock between processes.
package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// tempMark is part of the name of each temporary file.
const tempMark = ".openhook-"

// Sweep removes temporary files of Replace from a folder, if they are older than age. A killed
// process leaves them behind.
func Sweep(dir string, age time.Duration) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // no folder, no temporary files
	}
	for _, e := range entries {
		name := e.Name()
		i := strings.LastIndex(name, tempMark)
		if i < 1 || name[0] != '.' || !e.Type().IsRegular() {
			continue
		}
		if digits := name[i+len(tempMark):]; digits == "" || strings.Trim(digits, "0123456789") != "" {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) >= age {
			os.Remove(filepath.Join(dir, name))
		}
	}
}

// leftoverAge is the age of a temporary file that no process still writes.
const leftoverAge = time.Minute

// Write replaces or creates a file with mode 0600. The folder must exist. The old content stays
// until the new content is complete.
func Write(path string, data []byte) error {
	Sweep(filepath.Dir(path), leftoverAge)
	return Replace(path, data, func(string) error { return nil })
}

// Replace writes a temporary file and renames it to path. ready runs before the rename. It sets
// the mode and owner of the temporary file and may still refuse.
func Replace(path string, data []byte, ready func(temp string) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+tempMark+"*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = ready(f.Name())
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
