package shim

import (
	"os"
	"time"
)

const (
	stdout = 1
	stderr = 2
	shell  = "cmd"

	maxVariable = 30 << 10 // Windows documents 32,767 characters with the name
)

func shellArgs(line string) []string { return []string{shell, line} }

// write writes all of b and reports whether it could within patience.
func write(fd int, b []byte, patience time.Duration) bool {
	if len(b) == 0 {
		return true // many readers of a pipe take an empty write as its end
	}
	f := os.Stdout
	if fd == stderr {
		f = os.Stderr
	}
	done := make(chan bool, 1)
	go func() {
		_, err := f.Write(b)
		done <- err == nil
	}()
	select {
	case ok := <-done:
		return ok
	case <-time.After(patience):
		return false
	}
}
