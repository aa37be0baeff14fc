// Package allow lets a person allow or refuse the hooks of a project, and shows the decision.
package allow

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/internal/hookfile"
)

// Command is `openhook allow`.
func Command() *cobra.Command {
	return &cobra.Command{
		Use:   "allow [DIR|FILE]",
		Short: "allow the hooks of a project's .openhook.json",
		Long: `Shows the hooks of a project's .openhook.json and asks whether they may run. It asks
again after a change of that file, of a file of the project that its commands name,
or of a file that such a script loads. These are a shell script's sources, the modules
of Python and Node, and names that would take their place. It lists what the shim does
not watch for each script: read that too.

Only a person at a terminal can answer.`,
		Example: "  openhook allow\n  openhook allow ~/src/project",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			file, out, asJSON, err := parseCommandLine(c, args)
			switch {
			case err != nil:
				return err
			case asJSON:
				return exitcode.Errorf(exitcode.Usage,
					"allow asks a person and has no JSON; run: openhook status --json")
			}
			d := dialogue{c.InOrStdin(), out, ui.IsTerminal}
			if err := d.allow(file); err != nil {
				return err
			}
			return d.removeLinkRecord(args, file)
		},
	}
}

// parseCommandLine reads what allow, deny and status have in common.
func parseCommandLine(c *cobra.Command, args []string) (file string, out ui.Out, asJSON bool, err error) {
	if out, asJSON, err = ui.ForCommand(c); err == nil {
		file, err = findHookFile(args)
	}
	return file, out, asJSON, err
}

// A dialogue asks the person at a terminal.
type dialogue struct {
	in         io.Reader
	out        ui.Out
	isTerminal func(stream any) bool
}

func (d dialogue) allow(file string) error {
	p, err := readProject(file)
	if err != nil {
		return err
	}
	if !d.withPerson() {
		return exitcode.Errorf(exitcode.Usage, "only a person can allow hooks; run this at a terminal")
	}
	now := p.record()
	before, t, _ := readTrust(file)
	d.show(p, now, before)
	if t == hookfile.Allowed && now == before {
		d.out.Paragraph(ui.Good, "allowed already")
		return nil
	}
	if !d.out.Confirm(d.in, "Allow these hooks?") {
		fmt.Fprintln(d.out, "openhook allowed nothing; to stop the reminders, run: openhook deny "+
			printable(filepath.Dir(file)))
		return exitcode.ErrNo
	}
	if err := writeRecord(file, now); err != nil {
		return err
	}
	switch _, t, changed := readTrust(file); t {
	case hookfile.Allowed:
	case hookfile.Changed:
		return exitcode.Errorf(exitcode.No, "%s changed while openhook asked you; read it, then allow it again",
			changed)
	default:
		return exitcode.Errorf(exitcode.No, "openhook ignores %s: it must be your own file, smaller than 1 MB",
			recordFile(file))
	}
	d.out.Paragraph(ui.Good, "allowed")
	return nil
}

// withPerson reports whether both stdin and stdout are a terminal.
func (d dialogue) withPerson() bool { return d.isTerminal(d.in) && d.isTerminal(d.out.Writer) }

// show prints the hooks and the files that the permission covers.
func (d dialogue) show(p project, now, before string) {
	fmt.Fprintln(d.out, d.out.Paint(ui.Strong, printable(p.file)))
	writeHooks(d.out, hooksOf(p.hooks))
	fmt.Fprintln(d.out, "\nfiles that must not change:")
	was, is := hashesOf(before), hashesOf(now)
	for _, name := range append([]string{p.file}, p.files...) {
		word, style := "as allowed", ui.Plain
		switch old, known := was[name]; {
		case !known:
			word, style = "new", ui.Notice
		case old != is[name]:
			word, style = "changed", ui.Bad
		}
		path, kind, special := strings.Cut(name, "//")
		_, there := p.contents[name]
		switch {
		case special && "//"+kind == hookfile.Modules:
			name = path + " (no new file with the name of a Python module)"
		case special:
			name = path + " (its " + kind + ")"
		case !there:
			name += " (does not exist)"
		}
		fmt.Fprintf(d.out, "  %s  %s\n", d.out.Paint(style, fmt.Sprintf("%-10s", word)), printable(name))
	}
	fmt.Fprintln(d.out)
	for _, w := range p.warnings {
		fmt.Fprintln(d.out, d.out.Paint(ui.Notice, printable(w)))
	}
}

// hashesOf returns the hash of each file in a record, by the file's name.
func hashesOf(record string) map[string]string {
	all := map[string]string{}
	if lines := strings.SplitN(record, "\n", 3); len(lines) == 3 {
		for line := range strings.Lines(lines[2]) {
			hash, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			all[name] = hash
		}
	}
	return all
}
