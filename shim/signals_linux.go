package shim

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// together is how long a signal to the whole group may take to be seen here, once
// the hook has died of it.
const together = 100 * time.Millisecond

// endsGroups knows the exit codes of what died of a signal by which a client ends
// a whole group.
func endsGroups(exit int) bool {
	switch syscall.Signal(exit - 128) {
	case syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT:
		return true
	}
	return false
}

// watchSignals lets the end of the client reach the hook.
func (r *runner) watchSignals() {
	var p [2]int
	r.signals = make(chan os.Signal, 4)
	if syscall.Pipe2(p[:], syscall.O_CLOEXEC|syscall.O_NONBLOCK) != nil {
		return
	}
	r.wake = p[0]
	r.since = startOf(r.pid)
	seen := make(chan os.Signal, 4)
	for _, s := range [...]os.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) {
			signal.Notify(seen, s)
		}
	}
	go func() {
		for s := range seen {
			r.signals <- s
			syscall.Write(p[1], []byte{0})
		}
	}()
}

func (r *runner) signalled() int {
	select {
	case s := <-r.signals:
		n, _ := s.(syscall.Signal)
		return int(n)
	default:
		return 0
	}
}
