//go:build unix

package settings

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// linkCount returns the number of names of a file.
func linkCount(_ string, info fs.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Nlink)
	}
	return 1
}

// copyOwner gives a file another one's owner and group.
func copyOwner(path string, like fs.FileInfo) error {
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
		return errors.New("belongs to another user, and a write would change its owner")
	}
	return os.Chmod(path, like.Mode().Perm()) // chown may clear mode bits
}
