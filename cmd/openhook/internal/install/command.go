package install

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/google/shlex"
	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping/clients"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
	"github.com/openhook/openhook-shim/shim"
)

// options are the flags, arguments and streams of a command.
type options struct {
	user, project, system   bool
	all, print, dryRun, yes bool
	failClosed              bool
	events, line, shimFlags string
	timeout                 time.Duration
	names, argv             []string
	whyIgnored              func(place settings.Place, t *Tool, path string) string
	out                     ui.Out
	in                      io.Reader
}

// Command is `openhook install`. ignored returns why a tool would ignore a file, "" if it would
// not.
func Command(ignored func(place settings.Place, t *Tool, path string) string) *cobra.Command {
	o := options{whyIgnored: ignored}
	c := &cobra.Command{
		Use:   "install [PROVIDER…|--all] [flags] [-- HOOK [ARG…]]",
		Short: "add a hook to your AI coding tools' settings",
		Long: `Writes each tool's own settings: its event names, its timeout in its unit, the
absolute path of openhook-shim. Without a PROVIDER, or with --all, it writes those of
every tool on this machine. Without a HOOK the tools run the hooks of a project's
.openhook.json after a person has allowed them.

Openhook shows every change and asks before it writes. Files keep their comments,
order and indentation. Openhook saves each file once (openhook restore), and openhook
uninstall removes exactly what install added. The same install again changes nothing.

Before a file changes, openhook sends a call through the new line to test that a deny
works. It does not write a line that does not work. The command in that call never
runs. Then openhook reads the file again and restores it if the tool would ignore it.

--project writes a line that works in every clone, for a repository and for cloud
agents. If openhook-shim is missing there, the line warns and lets the call pass, or
blocks it if OPENHOOK_REQUIRED is 1.`,
		Example: "  openhook install -- ./my-hook.sh\n  openhook install {client} {other} --fail-closed -- ./guard.py\n" +
			"  openhook install --project --events tool.start -- ./hooks/guard.sh\n  openhook install --all\n  openhook install --system --print -- /opt/acme/guard.sh",
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.parseCommandLine(c, args); err != nil {
				return err
			}
			return o.install()
		},
	}
	f := c.Flags()
	f.BoolVar(&o.all, "all", false, "every tool on this machine (default)")
	o.addScopeFlags(c)
	f.StringVar(&o.events, "events", defaultEvents, "types or native names of events, with globs, separated by commas")
	f.StringVarP(&o.line, "command", "c", "", "a shell command line instead of a hook")
	f.BoolVar(&o.failClosed, "fail-closed", false, "block the call if the hook fails, is missing or takes too long")
	f.DurationVar(&o.timeout, "timeout", 0, "how long the hook may take (default 54s, and 9m before the agent stops)")
	f.StringVar(&o.shimFlags, "shim-flags", "",
		"more flags for openhook-shim, in one word: '--format "+clients.Registry.Formats()[0]+"'")
	f.BoolVar(&o.print, "print", false, "print the files for a new machine and write nothing")
	f.BoolVar(&o.dryRun, "dry-run", false, "preview the changes and write nothing")
	f.BoolVarP(&o.yes, "yes", "y", false, "write without asking")
	return c
}

func (o *options) addScopeFlags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&o.user, "user", false, "for you, in all projects (default)")
	f.BoolVar(&o.project, "project", false, "for every user of this project")
	f.BoolVar(&o.system, "system", false, "for every user of this machine")
	c.MarkFlagsMutuallyExclusive("user", "project", "system")
}

// setStreams sets where a command reads and writes.
func (o *options) setStreams(c *cobra.Command) (err error) {
	o.in = c.InOrStdin()
	asJSON := false
	if o.out, asJSON, err = ui.ForCommand(c); asJSON {
		return exitcode.Errorf(exitcode.Usage, "%s has no JSON; run: openhook list --json", c.Name())
	}
	return err
}

func (o *options) parseCommandLine(c *cobra.Command, args []string) error {
	if err := o.setStreams(c); err != nil {
		return err
	}
	o.names = args
	if at := c.ArgsLenAtDash(); at >= 0 {
		o.names, o.argv = args[:at], args[at:]
		if len(o.argv) == 0 {
			return exitcode.Errorf(exitcode.Usage, "no hook after --")
		}
	}
	for _, n := range o.names {
		if strings.ContainsAny(n, `/\.`) {
			return exitcode.Errorf(exitcode.Usage, "unknown tool %s; put the hook after --: openhook %s -- %s", n,
				c.Name(), n)
		}
	}
	if o.all && len(o.names) > 0 {
		return exitcode.Errorf(exitcode.Usage, "use either --all or names")
	}
	if o.line != "" && len(o.argv) > 0 {
		return exitcode.Errorf(exitcode.Usage, "use either -c or a hook")
	}
	return nil
}

func (o *options) scope() setup.Scope {
	switch {
	case o.project:
		return setup.ProjectScope
	case o.system:
		return setup.SystemScope
	}
	return setup.UserScope
}

// hook returns the hook that the command line describes.
func (o *options) hook(place settings.Place) (h hook, err error) {
	h = hook{argv: o.argv, line: o.line, failClosed: o.failClosed, timeout: o.timeout, portable: o.project}
	if o.timeout < 0 || o.timeout > time.Hour {
		return h, exitcode.Errorf(exitcode.Usage, "--timeout %s: use a duration from 0 to 1h", o.timeout)
	}
	if h.flags, err = shlex.Split(o.shimFlags); err != nil {
		return h, exitcode.Errorf(exitcode.Usage, "--shim-flags: %v", err)
	}
	if err := shim.CheckFlags(h.flags); err != nil {
		return h, exitcode.Errorf(exitcode.Usage, "--shim-flags: %v", err)
	}
	if o.project {
		h.shim = shimName
	} else if h.shim, err = findShim(); err != nil {
		return h, err
	}
	switch {
	case len(h.argv) == 0:
	case o.project:
		h.argv, err = inRepository(place.Project, h.argv)
	case o.system && o.print: // the hook's path is of another machine
	default:
		h.argv, err = absoluteWords(h.argv)
	}
	return h, err
}

func (o *options) install() error {
	place, err := settings.ThisMachine(".")
	if err != nil {
		return err
	}
	p := &planner{place: place, scope: o.scope(),
		events: strings.FieldsFunc(o.events, func(r rune) bool { return r == ',' || r == ' ' })}
	if err := checkEvents(p.events); err != nil {
		return err
	}
	if p.hook, err = o.hook(place); err != nil {
		return err
	}
	unlock, err := o.lock(place)
	if err != nil {
		return err
	}
	defer unlock()
	if p.records, err = records(); err != nil {
		return err
	}
	tools, err := o.tools(place)
	if err != nil {
		return err
	}
	cache := cacheWarning(p.hook.shim)
	if o.print {
		if cache != "" {
			return exitcode.Errorf(exitcode.No, "%s", cache)
		}
		return o.printFiles(p, tools)
	}
	if cache != "" {
		fmt.Fprintln(o.out, o.out.Paint(ui.Notice, ui.Clean(cache)))
	}
	changes, failed := o.plan(p, tools)
	if err := o.confirm(changes, "Write"); err != nil {
		return err
	}
	if o.dryRun {
		return failed
	}
	return errors.Join(o.applyChanges(p, changes), failed)
}

// tools returns the tools that get the hook.
func (o *options) tools(place settings.Place) ([]*Tool, error) {
	tools, err := Tools(place, o.names)
	if err != nil || len(o.names) > 0 {
		return tools, err
	}
	tools = slices.DeleteFunc(tools, func(t *Tool) bool {
		return t.Sign == "" && !(o.project && t.inProject(place)) || t.installFile(o.scope()) == nil
	})
	if len(tools) == 0 {
		return nil, exitcode.Errorf(exitcode.No,
			"no AI coding tool found on this machine; name one: openhook install %s", Sources()[0])
	}
	return tools, nil
}

// plan computes and prints the changes of each tool.
func (o *options) plan(p *planner, tools []*Tool) (changes []*change, failed error) {
	var done []*Tool
	for _, t := range tools {
		client, path := p.coveringClient(t, done)
		cloud := t.installFile(p.scope)
		cloudy := cloud != nil && cloud.Cloud
		shared := slices.IndexFunc(changes, func(c *change) bool { return c.source == t.sharedClient(p.scope) })
		switch {
		case client != "" && cloudy && len(o.names) == 1:
			o.printTool(t, ui.Notice, "also reads %s, and the hook is in it already: it will run twice, but not in the cloud", ShortPath(p.place, path))
		case client != "" && shared >= 0:
			o.printTool(t, ui.Notice, "also reads %s and %s: the hook runs twice in it", ShortPath(p.place, path),
				ShortPath(p.place, changes[shared].file.Path))
			continue
		case client != "":
			o.printTool(t, ui.Plain, "also reads %s: the hook comes with %s, once", ShortPath(p.place, path), client)
			if cloudy {
				o.printTool(t, ui.Notice, "its cloud agent does not; for the cloud agent run: openhook install --project %s …", t.Source)
			}
			continue
		case shared >= 0:
			o.printTool(t, ui.Plain, "also reads %s: the hook comes with %s, once",
				ShortPath(p.place, changes[shared].file.Path), changes[shared].tool.Product)
			continue
		}
		more, err := p.install(t)
		for _, c := range more {
			if err == nil && !c.isDone() {
				err = c.file.Writable()
			}
		}
		if err != nil {
			o.printTool(t, ui.Bad, "%v", err)
			if len(o.names) > 0 || !errors.Is(err, errNothing) {
				failed = exitcode.ErrNo
			}
			continue
		}
		todo := slices.DeleteFunc(slices.Clone(more), (*change).isDone)
		if len(todo) == 0 {
			o.printTool(t, ui.Good, "installed already: %s", ShortPath(p.place, more[0].file.Path))
		}
		for _, c := range todo {
			o.printTool(t, ui.Plain, "%s", ShortPath(p.place, c.file.Path))
			c.show(o.out)
			if unsure := t.versionDoubt(c.events); unsure != "" {
				o.printTool(t, ui.Notice, "%s", unsure)
			}
		}
		changes, done = append(changes, more...), append(done, t)
	}
	return changes, failed
}

// sharedClient returns the client whose file a tool uses in a scope, "" if it has its own.
func (t *Tool) sharedClient(scope setup.Scope) string {
	if f := t.installFile(scope); f != nil && f.Of != "" {
		return f.Of
	}
	return ""
}

func (o *options) printTool(t *Tool, style ui.Style, format string, args ...any) {
	fmt.Fprintf(o.out, "%s: %s\n", o.out.Paint(ui.Strong, t.Product),
		o.out.Paint(style, ui.Clean(fmt.Sprintf(format, args...))))
}
