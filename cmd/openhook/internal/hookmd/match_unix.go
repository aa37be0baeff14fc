//go:build unix

package hookmd

import (
	"os"
	"os/exec"

	"golang.org/x/sys/unix"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
)

func lookPath(name string) (string, error) { return exec.LookPath(name) }

// runScript makes this process the script's, with the event on stdin again. A pipe holds
// it; one that is too long for that is written by us while the script runs.
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

// pipeOf returns the end to read of a pipe with all of the data in it, ok false if it
// does not take that much. Both ends are closed where another program begins.
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
