// Package atomicfile writes files whole or not at all, and one process after the other.
package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// tempMark is in the name of every file that is not whole yet.
const tempMark = ".openhook-"

// Sweep removes from a folder what a process that was killed has left of Replace, if it is
// older than that.
func Sweep(dir string, age time.Duration) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // nothing of ours can be in it
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

// leftoverAge is the age of a file that no process is still writing.
const leftoverAge = time.Minute

// Write replaces a file of our user alone, whose folder is there. What was there before
// stays until all of the new content is.
func Write(path string, data []byte) error {
	Sweep(filepath.Dir(path), leftoverAge)
	return Replace(path, data, func(string) error { return nil })
}

// Replace puts a new file in the place of the one at path, if there is one. ready is asked
// last: it makes the new file's mode and owner what they shall be, and may still refuse.
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
