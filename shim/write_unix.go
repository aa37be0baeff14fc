//go:build !windows

package shim

import (
	"syscall"
)

const (
	stdout = 1
	stderr = 2
	shell  = "/bin/sh"

	maxVariable = 120 << 10 // Linux takes 128 KiB for one string, name included
)

func shellArgs(line string) []string { return []string{"sh", "-c", line} }

// write writes all of b and says whether it could. os.File would die of SIGPIPE;
// an inherited descriptor may be non-blocking.
func write(fd int, b []byte) bool {
	if fd == stdout && isNull(fd) {
		return false
	}
	for len(b) > 0 {
		n, err := syscall.Write(fd, b)
		switch {
		case n > 0:
			b = b[n:]
		case err == syscall.EINTR:
		case err == syscall.EAGAIN:
			waitWritable(fd)
		default:
			return false
		}
	}
	return true
}

// isNull says whether nobody reads a descriptor: Go opens /dev/null in place of
// one that is closed at the start.
func isNull(fd int) bool {
	var s, null syscall.Stat_t
	return syscall.Fstat(fd, &s) == nil && s.Mode&syscall.S_IFMT == syscall.S_IFCHR &&
		syscall.Stat("/dev/null", &null) == nil && s.Rdev == null.Rdev
}
