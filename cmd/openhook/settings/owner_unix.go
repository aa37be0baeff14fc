//go:build unix

package settings

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// sameOwner gives a file the owner and the group that another has.
func sameOwner(path string, like fs.FileInfo) error {
	want, ok := like.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if have, ok := info.Sys().(*syscall.Stat_t); ok && have.Uid == want.Uid && have.Gid == want.Gid {
		return nil
	}
	if os.Chown(path, int(want.Uid), int(want.Gid)) != nil {
		return errors.New("belongs to somebody else, and would not afterwards")
	}
	return os.Chmod(path, like.Mode().Perm()) // a change of owner may take bits away
}
