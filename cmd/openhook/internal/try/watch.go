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

// watch runs once, and again whenever one of the files among args changes, until
// the user ends it.
func watch(ctx context.Context, out ui.Out, args []string, once func() error) error {
	for {
		before := stamp(args)
		if out.Terminal {
			fmt.Fprint(out, "\x1b[H\x1b[2J\x1b[3J")
		}
		_ = once() // the verdict has been shown
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

// stamp changes when a file does. A file that is gone, as while an editor writes
// it, counts as unchanged only until it is back.
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
