//go:build unix

package install

import (
	"context"
	"os/exec"
)

func shellCommand(ctx context.Context, _ *Tool, line string) *exec.Cmd {
	return exec.CommandContext(ctx, "/bin/sh", "-c", line)
}
