package shim

import "time"

// waitWritable waits until a non-blocking descriptor takes more.
func waitWritable(fd int) {
	fds := [...]pollFD{{int32(fd), pollOut, 0}}
	ppoll(fds[:], 100*time.Millisecond, false)
}
