//go:build !windows

package shim

import (
	"syscall"
	"time"
)

const (
	stdout = 1
	stderr = 2
	shell  = "/bin/sh"

	maxVariable = 120 << 10 // Linux takes 128 KiB for one string with its name

	// pipeBuf is how many bytes a pipe that is writable takes without blocking.
	pipeBuf = 4096
)

func shellArgs(line string) []string { return []string{"sh", "-c", line} }

// write writes all of b and reports whether it could. patience is how long a reader may
// take none of it. os.File is no help: it dies of SIGPIPE, an inherited descriptor may
// be non-blocking, and a blocking one may have no reader.
func write(fd int, b []byte, patience time.Duration) bool {
	if fd == stdout && isNull(fd) {
		return false
	}
	for until := time.Now().Add(patience); len(b) > 0; {
		n, err := writeSome(fd, b[:min(len(b), pipeBuf)], time.Until(until))
		switch {
		case n > 0:
			b = b[n:]
			until = time.Now().Add(patience)
		case err != syscall.EINTR && err != syscall.EAGAIN || time.Now().After(until):
			return false
		}
	}
	return true
}

// isNull reports whether a descriptor is /dev/null. Go opens it in place of a
// descriptor that was closed at the start.
func isNull(fd int) bool {
	var s, null syscall.Stat_t
	return syscall.Fstat(fd, &s) == nil && s.Mode&syscall.S_IFMT == syscall.S_IFCHR &&
		syscall.Stat("/dev/null", &null) == nil && s.Rdev == null.Rdev
}
