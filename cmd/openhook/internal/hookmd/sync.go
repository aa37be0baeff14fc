package hookmd

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/allow"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/inventory"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// An ignoredReason returns why a tool would ignore a file, "" if it would not.
type ignoredReason func(place settings.Place, t *install.Tool, path string) string

// options are the flags and streams of sync.
type options struct {
	user, project, dryRun, yes bool
	names                      []string
	out                        ui.Out
	in                         io.Reader
	whyIgnored                 ignoredReason
}

// Command is `openhook sync`.
func Command(why ignoredReason) *cobra.Command {
	o := options{whyIgnored: why}
	c := &cobra.Command{
		Use:   "sync [PROVIDER…]",
		Short: "install the hooks of HOOK.md folders, yours and the project's",
		Long: `Reads ~/.config/agents/hooks/*/HOOK.md and the project's .agents/hooks/*/HOOK.md,
checks them, and writes an entry for each into your hooks.json or the project's
.openhook.json. openhook-shim without a command runs these entries in every tool.
Sync removes the entries of deleted folders and keeps all others unchanged. With a
PROVIDER it also adds openhook-shim to that tool, like openhook install does.

Openhook shows every change and asks before it writes. If anything is wrong in a
folder, the folder keeps the entry that it has, openhook does the others, and the
exit code is 1. A project's hooks run after a person runs openhook allow.`,
		Example: "  openhook sync --dry-run\n  openhook sync {client} {other}\n  openhook sync --project --yes",
		RunE: func(c *cobra.Command, args []string) (err error) {
			o.in, o.names = c.InOrStdin(), args
			asJSON := false
			switch o.out, asJSON, err = ui.ForCommand(c); {
			case asJSON:
				return exitcode.Errorf(exitcode.Usage, "sync has no JSON; run: openhook status --json")
			case err != nil:
				return err
			}
			return o.sync()
		},
	}
	f := c.Flags()
	f.BoolVar(&o.user, "user", false, "only your hooks")
	f.BoolVar(&o.project, "project", false, "only the project's hooks")
	f.BoolVar(&o.dryRun, "dry-run", false, "preview the changes and write nothing")
	f.BoolVarP(&o.yes, "yes", "y", false, "write without asking")
	c.MarkFlagsMutuallyExclusive("user", "project")
	return c
}

func (o *options) sync() error {
	place, err := settings.ThisMachine(".")
	if err != nil {
		return err
	}
	if _, err := install.Tools(place, o.names); err != nil {
		return err
	}
	unlock := func() {}
	if !o.dryRun {
		if unlock, err = install.Lock(place, !o.user); err != nil {
			return err
		}
	}
	plans, wrong, err := o.write(place)
	if unlock(); err != nil {
		return err
	}
	if err = o.finish(place, plans); wrong > 0 {
		err = errors.Join(exitcode.Errorf(exitcode.No, "%s wrong; openhook did not change the entries of these folders and files",
			ui.Count(wrong, "thing is", "things are")), err)
	}
	return err
}

// write computes the plans, asks the user, and writes the files. It returns the plans whose files
// are right, and the number of errors in folders and files.
func (o *options) write(place settings.Place) (plans []*plan, wrong int, err error) {
	if plans, err = o.plans(place); err != nil {
		return nil, 0, err
	}
	wrong = o.problems(plans)
	plans = slices.DeleteFunc(plans, func(p *plan) bool { return p.failed })
	todo := slices.DeleteFunc(slices.Clone(plans), (*plan).isUnchanged)
	for _, p := range plans {
		o.show(place, p)
	}
	if len(todo) > 0 && !o.yes && !o.dryRun {
		if err := install.Confirm(o.out, o.in, "Write", len(todo)); err != nil {
			return nil, 0, err
		}
	}
	if !o.dryRun {
		for _, p := range todo {
			if _, err := p.oldFile.Replace(p.data); err != nil {
				return nil, 0, exitcode.Errorf(exitcode.No, "%v", err)
			}
			o.out.Paragraph(ui.Good, "written: %s", ui.Clean(install.ShortPath(place, p.file)))
		}
	}
	return plans, wrong, nil
}

// plans returns the plans of the chosen scopes.
func (o *options) plans(place settings.Place) (plans []*plan, err error) {
	if !o.project {
		s, err := userScope(place)
		if err != nil {
			return nil, err
		}
		plans = append(plans, s.plan())
	}
	if !o.user {
		plans = append(plans, projectScope(place).plan())
	}
	if len(plans) == 2 {
		for _, h := range plans[1].hooks {
			if i := slices.IndexFunc(plans[0].hooks, func(own *Hook) bool { return own.Name == h.Name }); i >= 0 {
				plans[1].warnings = append(plans[1].warnings, problem{h.file(), 0,
					fmt.Sprintf("your own %s has the same name, %s: both run", plans[0].hooks[i].file(),
						quoteShort(h.Name))})
			}
		}
	}
	return plans, nil
}

// problems prints the warnings and errors, and returns the number of errors.
func (o *options) problems(plans []*plan) (wrong int) {
	for _, p := range plans {
		for _, w := range p.warnings {
			fmt.Fprintln(o.out, o.out.Paint(ui.Notice, ui.Clean(w.String())))
		}
		for _, e := range p.errors {
			fmt.Fprintln(o.out, o.out.Paint(ui.Bad, ui.Clean(e.String())))
		}
		wrong += len(p.errors)
	}
	return wrong
}

func (o *options) show(place settings.Place, p *plan) {
	title, found := o.out.Paint(ui.Strong, ui.Clean(install.ShortPath(place, p.root))),
		ui.Count(len(p.hooks), "hook", "hooks")
	switch {
	case !p.isUnchanged():
		fmt.Fprintf(o.out, "%s: %s\n", title, found)
		from := p.file
		if !p.oldFile.Exists() {
			from = "(no file)"
		}
		install.Diff(o.out, from, p.file, string(p.oldFile.Data), string(p.data))
	case len(p.hooks) == 0:
		fmt.Fprintf(o.out, "%s: no hooks\n", title)
	default:
		fmt.Fprintf(o.out, "%s: %s, installed already: %s\n", title, found, ui.Clean(install.ShortPath(place, p.file)))
	}
}

// finish installs openhook-shim for the named tools, and prints what the user must still do.
func (o *options) finish(place settings.Place, plans []*plan) (failed error) {
	var types []string
	hooks := 0
	for _, p := range plans {
		types, hooks = append(types, p.eventTypes()...), hooks+len(p.hooks)
	}
	if len(o.names) > 0 {
		fmt.Fprintln(o.out)
		failed = install.InstallWithoutHook(o.out, o.in, o.names, types, o.yes, o.dryRun, o.whyIgnored)
	}
	for _, p := range plans {
		if p.project == "" || !p.oldFile.Exists() && o.dryRun || !p.oldFile.Exists() && p.isUnchanged() {
			continue
		}
		switch trust := trustOf(p); {
		case trust == hookfile.Changed:
			o.out.Paragraph(ui.Notice, "still to do: run openhook allow, because %s changed after you allowed it; until then every call is denied if the tool can deny it", ui.Clean(install.ShortPath(place, p.file)))
		case trust == hookfile.Unknown && len(p.hooks) > 0:
			o.out.Paragraph(ui.Notice, "still to do: read the project's hooks, then run: openhook allow")
		case trust == hookfile.Refused && len(p.hooks) > 0:
			o.out.Paragraph(ui.Notice, "the project's hooks are refused and do not run; to run them: openhook allow")
		}
	}
	if hooks == 0 || len(o.names) > 0 && (failed != nil || o.dryRun) {
		return failed
	}
	return errors.Join(failed, o.reportUncalled(place, types))
}

// trustOf returns a person's decision on the project's current hook file.
func trustOf(p *plan) hookfile.Trust {
	file := p.file
	if dir, err := filepath.EvalSymlinks(filepath.Dir(file)); err == nil {
		file = filepath.Join(dir, filepath.Base(file))
	}
	return allow.TrustOf(file)
}

// reportUncalled prints the event types on which no tool calls openhook-shim.
func (o *options) reportUncalled(place settings.Place, types []string) error {
	tools, err := install.Tools(place, nil)
	if err != nil {
		return err
	}
	var called []string
	for _, t := range inventory.ReadTools(place, tools) {
		for i := range t.Files {
			f := &t.Files[i]
			for _, h := range f.Hooks {
				switch {
				case !install.RunsHookFiles(f.Layout, h):
				case f.Layout.Syntax == setup.Plugin:
					called = append(called, types...)
				default:
					called = append(called, t.TypeOf(f, h.Event))
				}
			}
		}
	}
	var missing []string
	for _, typ := range types {
		if !slices.Contains(called, typ) && !slices.Contains(missing, typ) {
			missing = append(missing, typ)
		}
	}
	switch {
	case len(called) == 0:
		o.out.Paragraph(ui.Notice, "still to do: no tool calls openhook-shim yet; run: openhook sync PROVIDER, for example openhook sync %s",
			install.Sources()[0])
	case len(missing) > 0:
		o.out.Paragraph(ui.Notice, "still to do: no tool calls openhook-shim on %s; run: openhook sync PROVIDER, if the tool has this event", strings.Join(missing, ", "))
	}
	return nil
}
