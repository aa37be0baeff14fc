//go:build unix

package hookmd

import (
	"os"
	"os/exec"

	"golang.org/x/sys/unix"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
)

func lookPath(name string) (string, error) { return exec.LookPath(name) }

// runScript replaces this process with the script. The script reads the event from a pipe. If the
// event is too long for a pipe's buffer, the script runs as a child process.
func runScript(path string, argv []string, event []byte) error {
	in, ok := pipeOf(event)
	if !ok {
		return runChild(path, argv, event)
	}
	if err := unix.Dup2(in, 0); err != nil {
		return exitcode.Errorf(exitcode.No, "%v", err)
	}
	return exitcode.Errorf(exitcode.No, "%s did not start: %v", argv[0], unix.Exec(path, argv, os.Environ()))
}

// pipeOf returns the read end of a pipe that holds all the data. ok is false if the data does not
// fit. Both ends close on exec.
func pipeOf(data []byte) (in int, ok bool) {
	var ends [2]int
	if unix.Pipe(ends[:]) != nil {
		return 0, false
	}
	for _, end := range ends {
		unix.CloseOnExec(end)
	}
	if unix.SetNonblock(ends[1], true) == nil {
		n, err := unix.Write(ends[1], data)
		ok = err == nil && n == len(data)
	}
	unix.Close(ends[1])
	if !ok {
		unix.Close(ends[0])
	}
	return ends[0], ok
}
