package install

import (
	"context"
	"os/exec"
	"syscall"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

func shellCommand(ctx context.Context, t *Tool, line string) *exec.Cmd {
	switch t.WindowsShell {
	case setup.PowerShell:
		return exec.CommandContext(ctx, "powershell.exe", "-NoProfile", "-NonInteractive", "-Command",
			line+"; exit $LASTEXITCODE")
	case setup.GitBash:
		if sh, err := exec.LookPath("sh.exe"); err == nil {
			return exec.CommandContext(ctx, sh, "-c", line)
		}
	}
	cmd := exec.CommandContext(ctx, "cmd.exe")
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd.exe /d /s /c "` + line + `"`} // its quoting is not Go's
	return cmd
}
