package atomicfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// errLocked: another process has the lock.
var errLocked = errors.New("held")

// Lock keeps other processes of openhook out until the returned function is called. The
// system drops the lock of a process that is killed. It waits for at most that long. The
// lock's file goes with the lock, and so does its folder if nothing else is in it.
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
		f.Close() // else it is the file of one who has gone
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

// isSameFile says whether a file is still the one of its name.
func isSameFile(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	now, err := os.Stat(path)
	return err == nil && os.SameFile(mine, now)
}
