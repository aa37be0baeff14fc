package install

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// Uninstall is `openhook uninstall`.
func Uninstall() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "uninstall [PROVIDER…] [flags] [-- HOOK [ARG…]]",
		Short: "remove hooks from your AI coding tools' settings",
		Long: `Removes exactly what openhook install added. A file without other changes is
afterwards the same as before the install, byte for byte. Without a PROVIDER it
changes the files of every tool. Without a HOOK it removes every hook of yours, or
with --project or --system those of this project or machine.

It also removes lines that call a deleted openhook-shim, and lines in the form of
openhook install, even if its record of them is lost or another user installed them
in this repository. Other lines that call openhook-shim stay: uninstall lists them,
and the exit code is 1.`,
		Example: "  openhook uninstall\n  openhook uninstall {other}\n  openhook uninstall -- ./my-hook.sh",
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.parseCommandLine(c, args); err != nil {
				return err
			}
			return o.uninstall()
		},
	}
	f := c.Flags()
	o.addScopeFlags(c)
	f.StringVarP(&o.line, "command", "c", "", "the installed shell command line")
	f.BoolVar(&o.dryRun, "dry-run", false, "preview the changes and write nothing")
	f.BoolVarP(&o.yes, "yes", "y", false, "write without asking")
	return c
}

func (o *options) uninstall() error {
	place, err := settings.ThisMachine(".")
	if err != nil {
		return err
	}
	p := &planner{place: place, scope: o.scope(), hook: hook{line: o.line, argv: o.argv}}
	unlock, err := o.lock(place)
	if err != nil {
		return err
	}
	defer unlock()
	if p.records, err = records(); err != nil {
		return err
	}
	tools, err := Tools(place, o.names)
	if err != nil {
		return err
	}
	changes, others, failed := o.planRemoval(p, tools)
	for _, line := range others {
		fmt.Fprintln(o.out, o.out.Paint(ui.Notice, ui.Clean(line)))
	}
	if len(changes) == 0 {
		fmt.Fprintln(o.out, "found no hook of openhook install")
		return failed
	}
	for _, c := range changes {
		if c.isDone() {
			o.printTool(c.tool, ui.Plain, "%s was already deleted", ShortPath(place, c.file.Path))
			continue
		}
		o.printTool(c.tool, ui.Plain, "%s", ShortPath(place, c.file.Path))
		c.show(o.out)
	}
	if err := o.confirm(changes, "Change"); err != nil || o.dryRun {
		return errors.Join(err, failed)
	}
	for _, c := range changes {
		if err := c.apply(p.records); err != nil {
			o.printTool(c.tool, ui.Bad, "%v", err)
			failed = exitcode.ErrNo
			continue
		}
		p.records = slices.DeleteFunc(p.records, func(r *record) bool { return slices.Contains(c.oldRecords, r) })
		if len(c.oldRecords) > 0 || !c.isDone() {
			o.printTool(c.tool, ui.Good, "removed from %s", ShortPath(place, c.file.Path))
		}
	}
	return errors.Join(failed, removeEmptyDirs(changes, p.records))
}

// matchesRecord reports whether the user asked to remove a record's hook.
func (o *options) matchesRecord(p *planner, r *record) bool {
	named := func(name string) bool { return name == r.Tool || ToolNamed(name).sharedClient(p.scope) == r.Tool }
	if r.Scope != p.scope || len(o.names) > 0 && !slices.ContainsFunc(o.names, named) {
		return false
	}
	if r.Scope == setup.ProjectScope && !isBelow(p.place.Project, r.File) {
		return false
	}
	if p.hook.key() == "" {
		return true
	}
	if p.hook.line != "" {
		return r.Hook == p.hook.key()
	}
	return slices.EqualFunc(strings.Split(r.Hook, "\x00"), p.hook.argv, p.sameWord)
}

// sameWord reports whether install made one word of a hook out of another. The file may be
// deleted.
func (p *planner) sameWord(have, word string) bool {
	if have == word {
		return true
	}
	if !strings.ContainsAny(word, `/\`) && filepath.Ext(word) == "" { // a program, as PATH had it
		return filepath.IsAbs(have) && strings.TrimSuffix(filepath.Base(have), ".exe") == word
	}
	path, err := filepath.Abs(word)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(p.place.Project, path)
	return have == filepath.ToSlash(path) || err == nil && filepath.IsLocal(rel) && have == "./"+filepath.ToSlash(rel)
}

// planRemoval plans the changes of each file. others are lines that call openhook-shim and stay.
func (o *options) planRemoval(p *planner, tools []*Tool) (changes []*change, others []string, failed error) {
	var files []string
	drop := map[string][]*record{}
	for _, r := range p.records {
		if o.matchesRecord(p, r) {
			if drop[r.File] == nil {
				files = append(files, r.File)
			}
			drop[r.File] = append(drop[r.File], r)
		}
	}
	fail := func(err error) {
		fmt.Fprintln(o.out, o.out.Paint(ui.Bad, ui.Clean(err.Error())))
		failed = exitcode.ErrNo
	}
	for _, file := range files {
		if err := p.checkLinks(file); err != nil {
			fail(err)
			continue
		}
		c, err := planRecordRemoval(file, drop[file], p.records)
		if err != nil {
			fail(err)
			continue
		}
		changes = append(changes, c)
	}
	var seen []string
	for _, t := range tools {
		f := t.installFile(p.scope)
		if f == nil {
			continue
		}
		for _, path := range settings.Glob(p.place.Path(&t.Setup, f)) {
			if slices.Contains(seen, path) {
				continue // a tool that shares the file had it
			}
			seen = append(seen, path)
			if err := p.checkLinks(path); err != nil {
				fail(err)
				continue
			}
			i := slices.IndexFunc(changes, func(c *change) bool { return c.file.Path == path })
			if f.Layout.Syntax == setup.Script || f.Layout.Syntax == setup.Plugin {
				c, stays := p.planUnrecorded(t, f, path)
				if c != nil && i < 0 {
					changes = append(changes, c)
				}
				if stays != "" {
					others = append(others, stays)
				}
				continue
			}
			if i < 0 {
				file, err := settings.Open(path)
				if err != nil {
					continue // openhook doctor reports it
				}
				changes, i = append(changes, &change{tool: t, source: cmp.Or(f.Of, t.Source), layout: f.Layout,
					file: file, data: file.Data}), len(changes)
			}
			more, err := o.sweep(p, changes[i])
			if err != nil {
				fail(fmt.Errorf("%s: %w", path, err))
			}
			others = append(others, more...)
			if changes[i].isDone() && len(changes[i].oldRecords) == 0 {
				changes = slices.Delete(changes, i, i+1)
			}
		}
	}
	if len(others) > 0 {
		failed = exitcode.ErrNo
	}
	return changes, others, failed
}

// sweep removes lines that call a deleted openhook-shim, and lines in install's form without a
// record. others are lines that stay.
func (o *options) sweep(p *planner, c *change) (others []string, err error) {
	if c.isRemoved {
		return nil, nil
	}
	all := p.hook.key() == ""
	theirs := func(h settings.Hook) bool {
		return slices.ContainsFunc(p.records, func(r *record) bool { return r.File == c.file.Path && r.isOurs(h) })
	}
	ours := func(h settings.Hook) bool {
		if theirs(h) {
			return false
		}
		if was, ok := parseOwnLine(c.tool, c.source, h.Event, h.Command); ok &&
			was.portable == (p.scope == setup.ProjectScope) {
			return p.isAsked(was)
		}
		return all && (isShimGone(h) || p.scope == setup.ProjectScope && strings.Contains(h.Command, launcherStart))
	}
	hooks, err := settings.Read(c.layout, c.file.Path, c.data)
	if err != nil {
		return nil, err
	}
	for _, h := range hooks {
		if all && CallsShim(h) && !theirs(h) && !ours(h) {
			others = append(others, fmt.Sprintf("%s:%d calls openhook-shim, but openhook install did not write it in this form; remove it by hand", c.file.Path, h.Line))
		}
	}
	c.data, err = settings.Remove(c.layout, c.data, nil, ours)
	return others, err
}
