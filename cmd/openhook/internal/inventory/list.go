package inventory

import (
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A Row is one hook of one tool.
type Row struct {
	Tool    string   `json:"tool"`
	Event   string   `json:"event"`
	Type    string   `json:"type,omitempty"`
	Matcher string   `json:"matcher,omitempty"`
	Kind    string   `json:"kind,omitempty"` // command, http, prompt …
	Command string   `json:"command"`
	Args    []string `json:"args,omitempty"`
	Timeout float64  `json:"timeout_s,omitempty"`
	File    string   `json:"file"`
	Line    int      `json:"line,omitempty"`
	Scope   string   `json:"scope"`
	Of      string   `json:"of,omitempty"` // the tool whose file it is
	If      string   `json:"if,omitempty"`
	Ours    bool     `json:"openhook"`
	Off     bool     `json:"off,omitempty"`
}

// List is `openhook list`.
func List() *cobra.Command {
	return &cobra.Command{
		Use:   "list [PROVIDER…]",
		Short: "list the hooks of every tool, from every file that it reads",
		Long: `Lists every hook of every AI coding tool, yours and those of other authors. It reads
the files of the user, the project and the machine, and files of other tools that the
tool reads too. The list has the order in which the hooks run.

It does not list hooks of plugins and of single agents. Of plugins it lists only
OpenHook's own, because openhook cannot read calls from a plugin's code.`,
		Example: "  openhook list\n  openhook list {other} --json",
		RunE: func(c *cobra.Command, args []string) error {
			all, place, out, asJSON, err := parseCommandLine(c, args)
			if err != nil {
				return err
			}
			rows, broken := rowsOf(all)
			if asJSON {
				if rows == nil {
					rows = []Row{}
				}
				return ui.JSON(out, rows)
			}
			writeRows(out, place, rows)
			for _, f := range broken {
				fmt.Fprintln(out, out.Paint(ui.Bad, ui.Clean(f.Err.Error())))
			}
			if len(broken) > 0 {
				return exitcode.ErrNo
			}
			return nil
		},
	}
}

// parseCommandLine reads what list and paths have in common.
func parseCommandLine(c *cobra.Command, names []string) (all []Tool, place settings.Place, out ui.Out, asJSON bool,
	err error) {
	if out, asJSON, err = ui.ForCommand(c); err != nil {
		return nil, place, out, asJSON, err
	}
	if place, err = settings.ThisMachine("."); err != nil {
		return nil, place, out, asJSON, err
	}
	tools, err := install.Tools(place, names)
	if err != nil {
		return nil, place, out, asJSON, err
	}
	return ReadTools(place, tools), place, out, asJSON, nil
}

func rowsOf(all []Tool) (rows []Row, broken []File) {
	for _, t := range all {
		for _, f := range t.Files {
			if f.Err != nil {
				broken = append(broken, f)
			}
		}
		for _, event := range t.Events() {
			for i := range t.Files {
				f := &t.Files[i]
				for _, h := range f.Hooks {
					if h.Event != event {
						continue
					}
					rows = append(rows, Row{t.Source, event, t.TypeOf(f, event), h.Matcher, h.Type, h.Command, h.Args,
						h.Timeout * float64(f.Layout.Unit) / 1000, f.Path, h.Line, install.ScopeNames[f.Scope], f.Of,
						f.If, install.CallsShim(h) || f.Layout.Syntax == setup.Plugin, h.Off})
				}
			}
		}
	}
	return rows, broken
}

func writeRows(out ui.Out, place settings.Place, rows []Row) {
	if len(rows) == 0 {
		fmt.Fprintln(out, "no tool has a hook here")
		return
	}
	last, event := "", ""
	for _, r := range rows {
		if r.Tool != last {
			if last != "" {
				fmt.Fprintln(out)
			}
			fmt.Fprintln(out, out.Paint(ui.Strong, r.Tool))
			last, event = r.Tool, ""
		}
		if r.Event != event {
			fmt.Fprintln(out, "  "+ui.Clean(r.Event))
			event = r.Event
		}
		where := install.ShortPath(place, r.File)
		if r.Line > 0 {
			where += ":" + strconv.Itoa(r.Line)
		}
		line := r.Command
		if r.Command == r.File {
			line = filepath.Base(r.File)
		}
		for _, a := range r.Args {
			line += " " + a
		}
		if r.Matcher != "" {
			where += "  for " + r.Matcher
		}
		if r.Off {
			where += "  switched off"
		}
		if r.If != "" {
			where += "  if " + r.If
		}
		style := ui.Plain
		if r.Ours {
			style = ui.Good
		}
		fmt.Fprintf(out, "    %s\n      %s\n", out.Paint(style, ui.Clean(line)), out.Paint(ui.Faint, ui.Clean(where)))
	}
}
