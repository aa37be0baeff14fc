//go:build !linux && !windows

package shim

import (
	"os"
	"syscall"
)

func pipe() (r, w *os.File, err error) { return os.Pipe() }

// readNow reads what a pipe holds, or returns EAGAIN.
func readNow(f *os.File, b []byte) (n int, err error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	closed := conn.Control(func(fd uintptr) {
		for err = syscall.EINTR; err == syscall.EINTR; {
			n, err = syscall.Read(int(fd), b)
		}
	})
	if closed != nil {
		return 0, closed
	}
	return n, err
}

// follow calls drain each time there is something to read, until drain returns true.
func follow(f *os.File, drain func() (over bool)) {
	if conn, err := f.SyscallConn(); err == nil {
		conn.Read(func(uintptr) bool { return drain() })
	}
}
