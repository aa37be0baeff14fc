//go:build !windows

package shim_test

import (
	"bytes"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/golden"
)

// A client may never close the pipe, and write in pieces.
func TestStdinStaysOpen(t *testing.T) {
	t.Parallel()
	payload := golden.Payloads("claude-code")[preTool]
	c := run{Steps: []string{"read", "exit", "2"}}.command(t)
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	var stdout bytes.Buffer
	c.Stdin, c.Stdout = in, &stdout
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	half := len(payload) / 2
	out.Write(payload[:half])
	time.Sleep(300 * time.Millisecond)
	out.Write(payload[half:])
	c.Wait()
	if !denied(t, result{Stdout: stdout.String()}) {
		t.Errorf("not denied: %s", stdout.String())
	}
}

// A signal that interrupts the wait for stdin is not the end of it.
func TestSignalWhileWaitingForStdin(t *testing.T) {
	t.Parallel()
	c := run{Steps: []string{"exit", "2"}}.command(t)
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var stdout bytes.Buffer
	c.Stdin, c.Stdout = in, &stdout
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		time.Sleep(50 * time.Millisecond)
		c.Process.Signal(syscall.SIGWINCH)
	}
	out.Write(golden.Payloads("claude-code")[preTool])
	out.Close()
	c.Wait()
	if !denied(t, result{Stdout: stdout.String()}) {
		t.Errorf("not denied: %s", stdout.String())
	}
}
