//go:build !linux

package shim

import (
	"os"
	"syscall"
)

// An output is stdout or stderr of the hook: the shim's end of the pipe, and what came
// from it.
type output struct {
	stream
	file *os.File
	buf  [64 << 10]byte
}

// take reads the pipe once. It reports whether there may be more.
func (o *output) take() bool {
	if o.eof {
		return false
	}
	n, err := readNow(o.file, o.buf[:])
	switch {
	case n > 0:
		o.add(o.buf[:n])
		return true
	case err != syscall.EAGAIN:
		o.eof = true
	}
	return false
}

// drain reads what is in the pipe. It stops after 64 reads, because a background
// process that never stops printing must not keep the shim from its clock.
func (o *output) drain() {
	for round := 0; round < 64 && o.take(); round++ {
	}
}

// collect reads an output until no process can write to it any more.
func (r *runner) collect(o *output) {
	follow(o.file, func() (over bool) {
		for more := true; more; {
			r.mu.Lock()
			more = o.take()
			over = o.eof
			r.mu.Unlock()
			select {
			case r.changed <- struct{}{}:
			default:
			}
		}
		return over
	})
}
