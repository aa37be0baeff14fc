//go:build unix

package atomicfile

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

func tryLock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
		return errLocked
	}
	return err
}

// removeLock removes the file before it drops the lock, so that no process waits for a removed
// file.
func removeLock(f *os.File, path string) {
	os.Remove(path)
	os.Remove(filepath.Dir(path))
	f.Close()
}
