//go:build !windows

package allow

import (
	"os"
	"syscall"
)

const ( // for the shell that runs a hook
	unresolved = "$`*?[" // signs of what it replaces
	endings    = ""      // of programs, that it adds
)

// readOwn returns a record. ok is false if another user could have written it.
func readOwn(path string) ([]byte, bool) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Mode()&0o022 != 0 {
		return nil, false
	}
	if s, is := info.Sys().(*syscall.Stat_t); !is || int(s.Uid) != os.Geteuid() {
		return nil, false
	}
	data, err := readFile(path, maxHookFile)
	return data, err == nil
}
