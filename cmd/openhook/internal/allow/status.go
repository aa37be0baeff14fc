package allow

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/internal/hookfile"
)

// Status is `openhook status`.
func Status() *cobra.Command {
	return &cobra.Command{
		Use:   "status [DIR|FILE]",
		Short: "show whether a project's hooks run, and in which order",
		Long: `Shows whether the hooks of a project's .openhook.json may run, and lists them in the
order in which they run. Then it lists those of your own file, which need no
permission. With equal priority your own hooks run first.

The exit code is 1 if some hooks do not run: they are not allowed yet, something
changed, or a file is broken.`,
		Example: "  openhook status\n  openhook status --json ~/src/project",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			file, out, asJSON, err := parseCommandLine(c, args)
			if err != nil {
				return err
			}
			return status(out, file, asJSON)
		},
	}
}

// States of a project's file.
const (
	stateNone    = "none" // there is no file
	stateUnknown = "unknown"
	stateRefused = "refused"
	stateAllowed = "allowed"
	stateChanged = "changed"
)

var states = [...]string{hookfile.Unknown: stateUnknown, hookfile.Refused: stateRefused,
	hookfile.Allowed: stateAllowed, hookfile.Changed: stateChanged}

// A report describes one hook file.
type report struct {
	File     string       `json:"file"`
	State    string       `json:"state,omitempty"`   // "": it needs no permission
	Changed  string       `json:"changed,omitempty"` // which file
	Hooks    []hookReport `json:"hooks"`
	Warnings []string     `json:"warnings,omitempty"`
	Error    string       `json:"error,omitempty"`
	missing  bool
}

func status(out ui.Out, file string, asJSON bool) error {
	all := struct {
		Project report  `json:"project"`
		User    *report `json:"user,omitempty"`
	}{Project: reportOn(file)}
	p := &all.Project
	_, t, which := readTrust(file)
	if p.State, p.Changed = states[t], which; p.missing && t == hookfile.Unknown {
		p.State = stateNone
	}
	if own := hookfile.UserFile(runtime.GOOS, os.Getenv); own != "" {
		if r := reportOn(own); !r.missing {
			all.User = &r
		}
	}
	if asJSON {
		if err := ui.JSON(out, all); err != nil {
			return err
		}
	} else {
		p.write(out)
		if all.User != nil {
			all.User.write(out)
		}
	}
	broken := p.State == stateAllowed && p.Error != "" || all.User != nil && all.User.Error != ""
	if p.State == stateUnknown || p.State == stateChanged || broken {
		return exitcode.ErrNo
	}
	return nil
}

func reportOn(file string) report {
	r := report{File: file, Hooks: []hookReport{}}
	data, err := readFile(file, maxHookFile)
	if err == nil {
		var hooks []hookfile.Hook
		hooks, r.Warnings, err = Parse(file, data)
		r.Hooks = hooksOf(hooks)
	}
	if r.missing = exitcode.Of(err, 0) == exitcode.Missing; err != nil && !r.missing {
		r.Error = err.Error()
	}
	return r
}

func (r report) write(out ui.Out) {
	dir := printable(filepath.Dir(r.File))
	text, style := "yours, needs no permission", ui.Plain
	switch r.State {
	case stateNone:
		text = "is not there"
	case stateUnknown:
		text, style = "not allowed yet, its hooks do not run; read it, then run: openhook allow "+dir, ui.Notice
	case stateRefused:
		text = "refused, its hooks do not run"
	case stateAllowed:
		text, style = "allowed", ui.Good
	case stateChanged:
		text, style = printable(r.Changed)+" changed after you allowed them; read it, then run: openhook allow "+dir,
			ui.Bad
		if r.missing {
			text = "it was deleted after you allowed it; restore it, or run: openhook deny " + dir
		}
	}
	fmt.Fprintf(out, "%s: %s\n", out.Paint(ui.Strong, printable(r.File)), out.Paint(style, text))
	switch {
	case r.Error != "":
		fmt.Fprintln(out, "  "+out.Paint(ui.Bad, printable(r.Error)))
	case !r.missing:
		writeHooks(out, r.Hooks)
	}
	for _, w := range r.Warnings {
		fmt.Fprintln(out, out.Paint(ui.Notice, printable(w)))
	}
}
