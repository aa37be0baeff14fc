//go:build !linux && !windows

package shim

import (
	"syscall"
	"time"
)

// writeSome writes in a goroutine, because the syscall package has no poll here that
// tells whether a write blocks.
func writeSome(fd int, b []byte, d time.Duration) (int, error) {
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	go func() {
		n, err := syscall.Write(fd, b)
		if err == syscall.EAGAIN {
			time.Sleep(2 * time.Millisecond)
		}
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return r.n, r.err
	case <-time.After(d):
		return 0, syscall.ETIMEDOUT
	}
}
