package try

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
)

const pollEvery = 300 * time.Millisecond

// watch runs once, and again after each change of a file in args, until the user ends it.
func watch(ctx context.Context, out ui.Out, args []string, once func() error) error {
	for {
		before := stamp(args)
		if out.Terminal {
			fmt.Fprint(out, "\x1b[H\x1b[2J\x1b[3J")
		}
		_ = once() // once prints the verdict
		if ctx.Err() != nil {
			return nil
		}
		out.Paragraph(ui.Faint, "waiting for changes; end with ctrl-c")
		for stamp(args) == before {
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(pollEvery):
			}
		}
	}
}

// stamp changes with each file. An editor may remove a file for a moment: a missing file adds
// nothing.
func stamp(args []string) string {
	all := ""
	for i, name := range args {
		if i == 0 {
			if path, err := exec.LookPath(name); err == nil {
				name = path
			}
		}
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			all += fmt.Sprint(i, info.ModTime().UnixNano(), info.Size(), " ")
		}
	}
	return all
}
