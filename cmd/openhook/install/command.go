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

	"github.com/openhook/openhook-shim/cmd/openhook/exit"
	"github.com/openhook/openhook-shim/cmd/openhook/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/ui"
	"github.com/openhook/openhook-shim/mapping"
)

// options are what the command line says.
type options struct {
	user, project, system   bool
	all, print, dryRun, yes bool
	closed                  bool
	events, line, shimFlags string
	timeout                 time.Duration
	names, argv             []string
	ignored                 func(place settings.Place, t *Tool, path string) string
	out                     ui.Out
	in                      io.Reader
}

// Command is `openhook install`. ignored says why a tool would not call what a file of
// its names, "" if it would.
func Command(ignored func(place settings.Place, t *Tool, path string) string) *cobra.Command {
	o := options{ignored: ignored}
	c := &cobra.Command{
		Use:   "install [PROVIDER…|--all] [flags] [-- HOOK [ARG…]]",
		Short: "put a hook into the settings of your AI coding tools",
		Long: `Writes each tool's own settings: its event names, its timeout in its unit, the
absolute path of openhook-shim. Without a PROVIDER, or with --all, for every tool
that is found here. Without a HOOK the tools run what a project's .openhook.json
says, once a person has allowed it.

You see every change first and are asked. Files keep their comments, order and
indentation; they are backed up once (openhook restore), and openhook uninstall
takes out exactly what was put in. Installing the same again changes nothing.

At the end a call goes through every line that was written, to see that a deny
works. Nobody runs the command that the hook is asked about.

--project writes a line that works in every clone, for a repository and for agents
in the cloud: where openhook-shim is missing it warns and lets the call pass, or
blocks it if OPENHOOK_REQUIRED is 1.`,
		Example: "  openhook install -- ./my-hook.sh\n  openhook install claude-code codex --fail-closed -- ./guard.py\n" +
			"  openhook install --project --events tool.start -- ./hooks/guard.sh\n  openhook install --all\n  openhook install --system --print -- /opt/acme/guard.sh",
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.begin(c, args); err != nil {
				return err
			}
			return o.install()
		},
	}
	f := c.Flags()
	f.BoolVar(&o.all, "all", false, "every tool that is found here, which is what happens without a name too")
	o.scopes(c)
	f.StringVar(&o.events, "events", byDefault, "types or native names of events, with globs, separated by commas")
	f.StringVarP(&o.line, "command", "c", "", "a line for the shell instead of a hook")
	f.BoolVar(&o.closed, "fail-closed", false, "block what the hook was to judge when it fails, is missing or takes too long")
	f.DurationVar(&o.timeout, "timeout", 0, "how long the hook may take (default 54s, and 9m before the agent stops)")
	f.StringVar(&o.shimFlags, "shim-flags", "", "more flags for openhook-shim, in one word: '--format claude-code'")
	f.BoolVar(&o.print, "print", false, "print the files instead of writing them, as they would be on a new machine")
	f.BoolVar(&o.dryRun, "dry-run", false, "show what would change, and change nothing")
	f.BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	return c
}

func (o *options) scopes(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&o.user, "user", false, "for you, in all projects (default)")
	f.BoolVar(&o.project, "project", false, "for everybody in this project")
	f.BoolVar(&o.system, "system", false, "for everybody on this machine")
	c.MarkFlagsMutuallyExclusive("user", "project", "system")
}

// streams are where a command reads and writes.
func (o *options) streams(c *cobra.Command) (err error) {
	if asJSON, _ := c.Flags().GetBool("json"); asJSON {
		return exit.With(exit.Usage, "%s has no JSON; openhook list --json has", c.Name())
	}
	color, _ := c.Flags().GetString("color")
	o.in = c.InOrStdin()
	o.out, err = ui.New(c.OutOrStdout(), color)
	return err
}

func (o *options) begin(c *cobra.Command, args []string) error {
	if err := o.streams(c); err != nil {
		return err
	}
	o.names = args
	if at := c.ArgsLenAtDash(); at >= 0 {
		o.names, o.argv = args[:at], args[at:]
		if len(o.argv) == 0 {
			return exit.With(exit.Usage, "no hook behind --")
		}
	}
	for _, n := range o.names {
		if strings.ContainsAny(n, `/\.`) {
			return exit.With(exit.Usage, "no tool is called %s; a hook stands behind --: openhook %s -- %s", n, c.Name(), n)
		}
	}
	if o.all && len(o.names) > 0 {
		return exit.With(exit.Usage, "--all beside names: say one of them")
	}
	if o.line != "" && len(o.argv) > 0 {
		return exit.With(exit.Usage, "-c beside a hook: say one of them")
	}
	return nil
}

func (o *options) scope() mapping.Scope {
	switch {
	case o.project:
		return mapping.ProjectScope
	case o.system:
		return mapping.SystemScope
	}
	return mapping.UserScope
}

// hook is what the command line says shall be called.
func (o *options) hook(place settings.Place) (h hook, err error) {
	h = hook{argv: o.argv, line: o.line, closed: o.closed, timeout: o.timeout, portable: o.project}
	if o.timeout < 0 || o.timeout > time.Hour {
		return h, exit.With(exit.Usage, "--timeout %s: between 0 and 1h", o.timeout)
	}
	if h.flags, err = shlex.Split(o.shimFlags); err != nil {
		return h, exit.With(exit.Usage, "--shim-flags: %v", err)
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
	case o.system && o.print: // for other machines
	default:
		h.argv, err = absolute(h.argv)
	}
	return h, err
}

func (o *options) install() error {
	place, err := settings.Here(".")
	if err != nil {
		return err
	}
	p := &planner{place: place, scope: o.scope(), events: strings.FieldsFunc(o.events, func(r rune) bool { return r == ',' || r == ' ' })}
	if err := checkEvents(p.events); err != nil {
		return err
	}
	if p.hook, err = o.hook(place); err != nil {
		return err
	}
	if p.records, err = records(); err != nil {
		return err
	}
	tools, err := o.tools(place)
	if err != nil {
		return err
	}
	cache := cacheOf(p.hook.shim)
	if o.print {
		if cache != "" {
			return exit.With(exit.No, "%s", cache)
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
	return errors.Join(o.carryOut(p, changes), failed)
}

// tools are those that the hook shall be installed for.
func (o *options) tools(place settings.Place) ([]*Tool, error) {
	tools, err := Tools(place, o.names)
	if err != nil || len(o.names) > 0 {
		return tools, err
	}
	tools = slices.DeleteFunc(tools, func(t *Tool) bool {
		return t.Sign == "" && !(o.project && t.inProject(place)) || t.installFile(o.scope()) == nil
	})
	if len(tools) == 0 {
		return nil, exit.With(exit.No, "no AI coding tool was found here; name one: openhook install claude-code")
	}
	return tools, nil
}

// plan says tool by tool what becomes of its files.
func (o *options) plan(p *planner, tools []*Tool) (changes []*change, failed error) {
	var done []*Tool
	for _, t := range tools {
		client, path := p.covered(t, done)
		cloud := t.installFile(p.scope)
		cloudy := cloud != nil && cloud.Cloud
		shared := slices.IndexFunc(changes, func(c *change) bool { return c.source == t.shares(p.scope) })
		switch {
		case client != "" && cloudy && len(o.names) == 1:
			o.tell(t, ui.Notice, "reads %s as well, where the hook stands already: it will run twice, but not in the cloud", Short(p.place, path))
		case client != "" && shared >= 0:
			o.tell(t, ui.Notice, "reads %s and %s: the hook runs twice in it", Short(p.place, path), Short(p.place, changes[shared].file.Path))
			continue
		case client != "":
			o.tell(t, ui.Plain, "reads %s as well: the hook comes with %s, once", Short(p.place, path), client)
			if cloudy {
				o.tell(t, ui.Notice, "its agent in the cloud does not; for that one: openhook install --project %s …", t.Source)
			}
			continue
		case shared >= 0:
			o.tell(t, ui.Plain, "reads %s as well: the hook comes with %s, once", Short(p.place, changes[shared].file.Path), changes[shared].tool.Product)
			continue
		}
		more, err := p.install(t)
		for _, c := range more {
			if err == nil && !c.same() {
				err = c.file.Writable()
			}
		}
		if err != nil {
			o.tell(t, ui.Bad, "%v", err)
			if len(o.names) > 0 || !errors.Is(err, errNothing) {
				failed = exit.ErrNo
			}
			continue
		}
		todo := slices.DeleteFunc(slices.Clone(more), (*change).same)
		if len(todo) == 0 {
			o.tell(t, ui.Good, "there already: %s", Short(p.place, more[0].file.Path))
		}
		for _, c := range todo {
			o.tell(t, ui.Plain, "%s", Short(p.place, c.file.Path))
			c.show(o.out)
			if unsure := t.unsure(c.events); unsure != "" {
				o.tell(t, ui.Notice, "%s", unsure)
			}
		}
		changes, done = append(changes, more...), append(done, t)
	}
	return changes, failed
}

// shares is the client whose file a tool shares in a scope, "" if it has its own.
func (t *Tool) shares(scope mapping.Scope) string {
	if f := t.installFile(scope); f != nil && f.Of != "" {
		return f.Of
	}
	return ""
}

func (o *options) tell(t *Tool, style ui.Style, format string, args ...any) {
	fmt.Fprintf(o.out, "%s: %s\n", o.out.Paint(ui.Strong, t.Product), o.out.Paint(style, ui.Clean(fmt.Sprintf(format, args...))))
}
