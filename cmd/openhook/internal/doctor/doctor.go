// Package doctor reports what is wrong with the hooks of this machine, and how to fix it.
package doctor

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/inventory"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A Finding is a problem or a note.
type Finding struct {
	Tool string `json:"tool"`
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	What string `json:"what"`
	Cure string `json:"cure,omitempty"`
	Note bool   `json:"note,omitempty"` // worth knowing only
}

type doctor struct {
	place        settings.Place
	ignoresTrust bool // a hook that the user has not trusted yet is no problem
	findings     []Finding
}

func (d *doctor) addProblem(t *inventory.Tool, file string, line int, what, cure string) {
	d.addFinding(Finding{Tool: t.Source, File: file, Line: line, What: what, Cure: cure})
}

func (d *doctor) addNote(t *inventory.Tool, file string, line int, what string) {
	d.addFinding(Finding{Tool: t.Source, File: file, Line: line, What: what, Note: true})
}

// addFinding adds a finding. Several hooks in a row may have the same one, which appears once.
func (d *doctor) addFinding(f Finding) {
	for _, have := range d.findings {
		if have.Tool == f.Tool && have.File == f.File && have.What == f.What {
			return
		}
	}
	d.findings = append(d.findings, f)
}

// Command is `openhook doctor`.
func Command() *cobra.Command {
	var live bool
	var wait time.Duration
	c := &cobra.Command{
		Use:   "doctor [PROVIDER…]",
		Short: "show what is wrong with your tools' hooks, and how to fix it",
		Long: `Reads every file in which your tools look for hooks. It reports why a tool ignores a
hook, never calls it or calls it twice, and why a hook fails; the tools themselves do
not report most of this. It calls each line of your own settings that calls
openhook-shim once, with a harmless command, in an empty folder. It does not run
lines of a project and hooks of other authors.

--live waits for the tools to call. Ask each tool to run a command that does
nothing, and see whether it reaches the hook. Doctor removes its record of the calls
at the end.

The exit code is 1 if anything is wrong.`,
		Example: "  openhook doctor\n  openhook doctor {other} --live",
		RunE: func(c *cobra.Command, args []string) error {
			out, asJSON, err := ui.ForCommand(c)
			if err != nil {
				return err
			}
			place, err := settings.ThisMachine(".")
			if err != nil {
				return err
			}
			tools, err := install.Tools(place, args)
			if err != nil {
				return err
			}
			all := inventory.ReadTools(place, tools)
			if live {
				if asJSON {
					return exitcode.Errorf(exitcode.Usage, "--live needs a person; remove --json")
				}
				return watch(c.Context(), out, all, wait)
			}
			d := &doctor{place: place}
			d.check(all)
			if asJSON {
				return d.json(out)
			}
			return d.printFindings(out, all, len(args) > 0)
		},
	}
	c.Flags().BoolVar(&live, "live", false, "wait for the tools to call, and report which tools do")
	c.Flags().DurationVar(&wait, "wait", 2*time.Minute, "how long --live waits, at most 10m")
	return c
}

func (d *doctor) check(all []inventory.Tool) {
	for i := range all {
		t := &all[i]
		for j := range t.Files {
			d.checkFile(t, &t.Files[j])
		}
		d.checkDoubles(t)
		d.checkCommands(t)
	}
}

// verdict returns an error if there is a problem.
func (d *doctor) verdict() error {
	if anyWrong(d.findings) {
		return exitcode.ErrNo
	}
	return nil
}

func (d *doctor) json(out ui.Out) error {
	if d.findings == nil {
		d.findings = []Finding{}
	}
	if err := ui.JSON(out, d.findings); err != nil {
		return err
	}
	return d.verdict()
}

// printFindings prints the findings of each tool. It leaves out tools that are not installed,
// unless the user named them.
func (d *doctor) printFindings(out ui.Out, all []inventory.Tool, named bool) error {
	printed := false
	for _, t := range all {
		mine := findingsOf(d.findings, t.Source)
		if t.Sign == "" && !named && !slices.ContainsFunc(t.Files, func(f inventory.File) bool { return f.Of == "" }) {
			continue // an absent tool reads no files of other tools
		}
		printed = true
		calls := 0
		for _, f := range t.Files {
			for _, h := range f.Hooks {
				if install.CallsShim(h) || f.Layout.Syntax == setup.Plugin {
					calls++
				}
			}
		}
		state, style := "fine", ui.Good
		switch {
		case anyWrong(mine):
			state, style = "something is wrong", ui.Bad
		case len(t.Files) == 0 || calls == 0:
			state, style = "no hook calls openhook-shim; run: openhook install "+t.Source+" -- ./my-hook.sh", ui.Plain
		}
		fmt.Fprintf(out, "%s: %s\n", out.Paint(ui.Strong, t.Product), out.Paint(style, state))
		if calls > 0 {
			for _, blind := range setup.BlindSpots(t.Source) {
				fmt.Fprintln(out, "  "+ui.Clean("hooks do not see "+blind))
			}
		}
		for _, f := range mine {
			f.write(out, d.place)
		}
	}
	if !printed {
		fmt.Fprintln(out, "no AI coding tool found on this machine")
	}
	return d.verdict()
}

func findingsOf(all []Finding, tool string) (mine []Finding) {
	for _, f := range all {
		if f.Tool == tool {
			mine = append(mine, f)
		}
	}
	return mine
}

func anyWrong(all []Finding) bool {
	for _, f := range all {
		if !f.Note {
			return true
		}
	}
	return false
}

func (f Finding) write(out ui.Out, place settings.Place) {
	where, style := "", ui.Bad
	if f.File != "" {
		where = install.ShortPath(place, f.File)
		if f.Line > 0 {
			where += ":" + strconv.Itoa(f.Line)
		}
		where += ": "
	}
	if f.Note {
		style = ui.Notice
	}
	fmt.Fprintln(out, "  "+out.Paint(style, ui.Clean(where+f.What)))
	if f.Cure != "" {
		fmt.Fprintf(out, "    %s\n", ui.Clean(f.Cure))
	}
}
