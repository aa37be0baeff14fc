package install

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/openhook/openhook-shim/cmd/openhook/exit"
	"github.com/openhook/openhook-shim/cmd/openhook/ui"
	"github.com/openhook/openhook-shim/mapping"
)

// confirm asks whether the changes shall be made.
func (o *options) confirm(changes []*change, verb string) error {
	n := len(slices.DeleteFunc(slices.Clone(changes), (*change).same))
	if n == 0 || o.yes || o.dryRun {
		return nil
	}
	return Ask(o.out, o.in, verb, n)
}

// Ask asks whether n files shall be written; its error ends the command.
func Ask(out ui.Out, in io.Reader, verb string, n int) error {
	if f, is := in.(*os.File); !is || !term.IsTerminal(int(f.Fd())) {
		return exit.With(exit.Usage, "stdin is no terminal, so nobody can be asked: add --yes, or --dry-run to look")
	}
	files := "this file"
	if n > 1 {
		files = fmt.Sprintf("these %d files", n)
	}
	fmt.Fprintf(out, "%s %s? [y/N] ", verb, files)
	answer, err := bufio.NewReader(in).ReadString('\n')
	if answer = strings.ToLower(strings.TrimSpace(answer)); err != nil || answer != "y" && answer != "yes" {
		fmt.Fprintln(out, "nothing is changed")
		return exit.ErrNo
	}
	return nil
}

// carryOut writes the files, and then sees whether a deny works.
func (o *options) carryOut(p *planner, changes []*change) (failed error) {
	var written []*Tool
	for _, c := range changes {
		if c.same() {
			continue
		}
		if err := c.apply(p.records); err != nil {
			o.tell(c.tool, ui.Bad, "%v", err)
			if p.scope == mapping.SystemScope && errors.Is(err, fs.ErrPermission) {
				o.tell(c.tool, ui.Notice, "do it as root, or print the file for who may: --print")
			}
			failed = exit.ErrNo
			c.events = nil
			continue
		}
		p.records = append(p.records, c.add)
		if !slices.Contains(written, c.tool) {
			written = append(written, c.tool)
		}
	}
	fmt.Fprintln(o.out)
	for _, c := range changes {
		if v, ok := p.check(c); ok {
			if why := o.ignored(p.place, c.tool, c.file.Path); why != "" && v.works {
				v = verdict{false, why}
			}
			style := ui.Good
			if !v.works {
				style, failed = ui.Bad, exit.ErrNo
				v.text = "it does not work yet: " + v.text
			}
			o.tell(c.tool, style, "%s", v.text)
		}
	}
	var restart []string
	for _, t := range written {
		for _, todo := range t.ToDo(p.scope == mapping.ProjectScope) {
			o.tell(t, ui.Notice, "still to do: %s", todo)
		}
		if t.Restart {
			restart = append(restart, t.Product)
		}
	}
	if len(restart) > 0 {
		o.out.Say(ui.Notice, "Restart what is running, it reads its hooks at its start: %s", strings.Join(restart, ", "))
	}
	return failed
}
