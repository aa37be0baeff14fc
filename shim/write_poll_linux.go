package shim

import (
	"syscall"
	"time"
)

// writeSome waits until a descriptor takes a part of b or has no reader, and writes.
func writeSome(fd int, b []byte, d time.Duration) (int, error) {
	fds := [...]pollFD{{int32(fd), pollOut, 0}}
	if ppoll(fds[:], d, false); fds[0].revents == 0 {
		return 0, syscall.EAGAIN
	}
	return syscall.Write(fd, b)
}
