package install

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"github.com/openhook/openhook-shim/mapping"
)

// A CallResult is the result of a command line.
type CallResult struct {
	mapping.Reply
	Duration time.Duration
	TimedOut bool // the line took too long
}

// Run runs a line with the tool's shell.
func (t *Tool) Run(line, dir string, env []string, stdin []byte, may time.Duration) (CallResult, error) {
	ctx, cancel := context.WithTimeout(context.Background(), may)
	defer cancel()
	cmd := shellCommand(ctx, t, line)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, env, bytes.NewReader(stdin)
	cmd.WaitDelay = time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	began := time.Now()
	err := cmd.Run()
	called := CallResult{Duration: time.Since(began), TimedOut: ctx.Err() != nil}
	if exit := (*exec.ExitError)(nil); err != nil && !called.TimedOut && !errors.As(err, &exit) {
		return called, fmt.Errorf("cannot run the line: %w", err)
	}
	called.Reply = mapping.Reply{Stdout: stdout.Bytes(), Stderr: stderr.Bytes(), Exit: cmd.ProcessState.ExitCode()}
	return called, nil
}
