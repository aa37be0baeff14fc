package atomicfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// errLocked means that another process holds the lock.
var errLocked = errors.New("held")

// Lock waits at most that long for the lock and holds it until unlock runs. The system drops the
// lock of a killed process. unlock removes the lock's file, and its folder if that is empty.
func Lock(path string, most time.Duration) (unlock func(), err error) {
	for end := time.Now().Add(most); ; time.Sleep(10 * time.Millisecond) {
		f, err := openLockFile(path)
		if err != nil {
			return nil, err
		}
		err = tryLock(f)
		if err == nil && isSameFile(f, path) {
			return func() { removeLock(f, path) }, nil
		}
		f.Close() // the previous owner removed this file
		if err != nil && !errors.Is(err, errLocked) {
			return nil, err
		}
		if time.Now().After(end) {
			return nil, fmt.Errorf("another openhook is changing settings (for %s so far); wait until it ends, then try again", most)
		}
	}
}

func openLockFile(path string) (f *os.File, err error) {
	for range 100 { // another process may remove the folder in between
		if err = os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, err
		}
		f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if !errors.Is(err, os.ErrNotExist) {
			return f, err
		}
	}
	return nil, err
}

// isSameFile reports whether path still names the open file.
func isSameFile(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	now, err := os.Stat(path)
	return err == nil && os.SameFile(mine, now)
}
