//go:build !linux && !windows

package shim

import (
	"os"
	"os/exec"
	"syscall"
	"time"
)

// A tree is a hook and what it started: its process group, because these systems have
// no subreaper. A process that leaves the group by setsid is out of reach.
type tree struct{}

func newTree() tree { return tree{} }

func command(path string, argv []string) (*exec.Cmd, error) {
	return &exec.Cmd{Path: path, Args: argv, SysProcAttr: &syscall.SysProcAttr{Setpgid: true}}, nil
}

// end sends TERM, then KILL after wait. Any error counts as the end of the group: macOS
// returns EPERM in place of ESRCH if only zombies are left.
func (tree) end(hook *os.Process, wait time.Duration) {
	syscall.Kill(-hook.Pid, syscall.SIGTERM)
	for until := time.Now().Add(wait); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		if syscall.Kill(-hook.Pid, 0) != nil {
			return
		}
	}
	syscall.Kill(-hook.Pid, syscall.SIGKILL)
}

// release lets background processes live on.
func (tree) release() {}
