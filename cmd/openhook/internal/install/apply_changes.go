package install

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// confirm asks the user before openhook makes the changes.
func (o *options) confirm(changes []*change, verb string) error {
	n := len(slices.DeleteFunc(slices.Clone(changes), (*change).isDone))
	if n == 0 || o.yes || o.dryRun {
		return nil
	}
	return Confirm(o.out, o.in, verb, n)
}

// Confirm asks whether to write n files. An error ends the command.
func Confirm(out ui.Out, in io.Reader, verb string, n int) error {
	if !ui.IsTerminal(in) {
		return exitcode.Errorf(exitcode.Usage, "stdin is not a terminal; add --yes to write or --dry-run to preview")
	}
	files := "this file"
	if n > 1 {
		files = fmt.Sprintf("these %d files", n)
	}
	if !out.Confirm(in, verb+" "+files+"?") {
		fmt.Fprintln(out, "openhook changed nothing")
		return exitcode.ErrNo
	}
	return nil
}

// applyChanges tests each line, writes the files, and reads them again. It does not write a line
// that fails the test, because the line may replace a guard that works.
func (o *options) applyChanges(p *planner, changes []*change) (failed error) {
	var written []*Tool
	fmt.Fprintln(o.out)
	for _, c := range changes {
		v := p.check(c)
		ignored := ""
		switch {
		case v.isUntested || v.works:
		case c.isDone():
			o.printTool(c.tool, ui.Bad, "the line does not work: %s", v.text)
			failed = exitcode.ErrNo
			continue
		default:
			o.printTool(c.tool, ui.Bad, "not written because the line does not work: %s", v.text)
			failed = exitcode.ErrNo
			continue
		}
		if c.file.Exists() {
			ignored = o.whyIgnored(p.place, c.tool, c.file.Path)
		}
		if !c.isDone() {
			if err := c.apply(p.records); err != nil {
				o.printTool(c.tool, ui.Bad, "%v", err)
				if p.scope == setup.SystemScope && errors.Is(err, fs.ErrPermission) {
					o.printTool(c.tool, ui.Notice,
						"run this as root, or use --print and give the file to an administrator")
				}
				failed = exitcode.ErrNo
				continue
			}
			p.records = append(slices.DeleteFunc(p.records,
				func(r *record) bool { return slices.Contains(c.oldRecords, r) }), c.record)
			err := c.checkWritten()
			now := o.whyIgnored(p.place, c.tool, c.file.Path)
			if err == nil && now != "" && ignored == "" {
				err = errors.New(now)
			}
			if err != nil {
				o.printTool(c.tool, ui.Bad, "%v", err)
				failed = exitcode.ErrNo
				if err := c.revert(); err != nil {
					o.printTool(c.tool, ui.Bad, "%v", err)
					continue
				}
				p.records = append(slices.DeleteFunc(p.records, func(r *record) bool { return r == c.record }),
					c.oldRecords...)
				o.printTool(c.tool, ui.Notice, "restored %s", ShortPath(p.place, c.file.Path))
				continue
			}
			ignored = now
			if !slices.Contains(written, c.tool) {
				written = append(written, c.tool)
			}
		}
		switch {
		case ignored != "" && v.text != "":
			o.printTool(c.tool, ui.Bad, "the line does not work yet: %s", ignored)
			failed = exitcode.ErrNo
		case v.text != "":
			o.printTool(c.tool, v.style(), "%s", v.text)
		}
	}
	var restart []string
	for _, t := range written {
		for _, todo := range t.ToDo(p.scope == setup.ProjectScope) {
			o.printTool(t, ui.Notice, "still to do: %s", todo)
		}
		if t.Restart {
			restart = append(restart, t.Product)
		}
	}
	if len(restart) > 0 {
		o.out.Paragraph(ui.Notice, "Restart these tools if they are running; they read their hooks at their start: %s",
			strings.Join(restart, ", "))
	}
	return failed
}
