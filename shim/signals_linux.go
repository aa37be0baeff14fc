package shim

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// groupSignalDelay is how long the shim waits for its own signal, once the hook died of
// a signal to the whole group.
const groupSignalDelay = 100 * time.Millisecond

// isGroupSignal reports whether an exit code means a signal with which clients end a
// whole process group.
func isGroupSignal(exit int) bool {
	switch syscall.Signal(exit - 128) {
	case syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT:
		return true
	}
	return false
}

// watchedSignals belongs to all hooks of a call: a signal between two hooks is for the
// next one.
var watchedSignals struct {
	signals chan os.Signal
	wake    int
}

// watchSignals passes the end of the client on to the hook.
func (r *runner) watchSignals() {
	if watchedSignals.signals == nil {
		watchedSignals.signals, watchedSignals.wake = make(chan os.Signal, 4), -1
		startWatching()
	}
	r.signals, r.wake, r.since = watchedSignals.signals, watchedSignals.wake, startTicks(r.pid)
}

func startWatching() {
	var p [2]int
	if syscall.Pipe2(p[:], syscall.O_CLOEXEC|syscall.O_NONBLOCK) != nil {
		return
	}
	watchedSignals.wake = p[0]
	seen := make(chan os.Signal, 4)
	for _, s := range [...]os.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) {
			signal.Notify(seen, s)
		}
	}
	go func() {
		for s := range seen {
			watchedSignals.signals <- s
			syscall.Write(p[1], []byte{0})
		}
	}()
}

func (r *runner) takeSignal() int {
	select {
	case s := <-r.signals:
		syscall.Read(r.wake, make([]byte, 1))
		n, _ := s.(syscall.Signal)
		return int(n)
	default:
		return 0
	}
}

// keepSignal keeps a signal for the next hook of the call.
func (r *runner) keepSignal(sig int) {
	select {
	case r.signals <- syscall.Signal(sig):
	default: // other signals are waiting
	}
}
