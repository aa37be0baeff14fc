//go:build !linux

package shim

import (
	"os"
	"time"

	"github.com/openhook/openhook-shim/mapping"
)

// readStdin returns what the client wrote. patience is how long the client may take for
// its first byte.
func readStdin(patience time.Duration) ([]byte, error) {
	// isTerminal comes before the first read: on Windows a question about a handle may
	// wait for a read in progress.
	terminal := isTerminal(os.Stdin)
	chunks := make(chan []byte)
	go readChunks(os.Stdin, chunks)
	var data []byte
	wait := patience
	for timer := time.NewTimer(wait); ; timer.Reset(wait) {
		select {
		case chunk, more := <-chunks:
			if !more {
				return data, nil
			}
			data = append(data, chunk...)
			wait = lastByteWait
		case <-timer.C:
			switch {
			case len(data) == 0 && terminal:
				return nil, errTerminal
			case len(data) == 0:
				return nil, errSilent
			case wait == partialTimeout || mapping.Complete(data):
				return data, nil
			}
			wait = partialTimeout
		}
	}
}

// readChunks reads to the end, or to an error like EIO.
func readChunks(f *os.File, chunks chan<- []byte) {
	defer close(chunks)
	for {
		buf := make([]byte, 64<<10)
		n, err := f.Read(buf)
		if n > 0 {
			chunks <- buf[:n]
		}
		if err != nil {
			return
		}
	}
}

// isTerminal is also true for /dev/null and NUL. They never keep the shim waiting.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
