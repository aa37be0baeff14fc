// Package try runs a hook behind the shim like every tool does, and shows each tool's reaction.
package try

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/google/shlex"
	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ground"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/shim"
)

type options struct {
	tool, event, command, file, content, prompt string
	payload                                     string
	providers                                   []string
	shimFlags, line                             string
	timeout                                     time.Duration
	jobs                                        int
	watch, full, times                          bool
}

// Command is `openhook try`.
func Command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "try [flags] ./my-hook.sh [args…]",
		Short: "run a hook like every tool would, and show what each tool does",
		Long: `Try runs your hook through the shim once for each tool, with a recorded payload of
that tool, and shows what the tool does with the answer. It starts no tool; only the
hook runs.

Without flags the hook gets the shell command "rm -rf /". The command never runs.
The hook itself runs for real, in your directory.

The exit code is 1 if the tools do different things or the hook failed. A tool
without such an event does not count.`,
		Example: `  openhook try ./guard.sh
  openhook try --command 'git push --force' ./guard.sh
  openhook try --file .env --content 'KEY=1' --provider {client},{other} ./secrets.sh
  openhook try --prompt 'hello' ./context.sh
  openhook try --event agent.stop ./gate.sh
  openhook try --shim-flags '--fail-closed --format {format}' -- python3 hook.py --strict
  openhook try -c 'echo no shell here >&2; exit 2'`,
		RunE: func(c *cobra.Command, args []string) error {
			out, asJSON, err := ui.ForCommand(c)
			if err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt)
			defer stop()
			return o.run(ctx, out, args, asJSON)
		},
	}
	f := c.Flags()
	f.StringVar(&o.tool, "tool", "", "the tool of the call: "+strings.Join(tools, ", "))
	f.StringVar(&o.command, "command", "", "the shell command (default \"rm -rf /\")")
	f.StringVar(&o.file, "file", "", "the file to read, or to write with --content")
	f.StringVar(&o.content, "content", "", "the text to write into it")
	f.StringVar(&o.prompt, "prompt", "", "the text of the prompt")
	f.StringVar(&o.event, "event", "", "event type, for example tool.end or agent.stop (default tool.start)")
	f.StringVar(&o.payload, "payload", "", "`file` with a tool's payload, instead of all these")
	f.StringSliceVar(&o.providers, "provider", nil,
		"only these tools, separated by commas (default all; with --payload its own)")
	f.StringVar(&o.shimFlags, "shim-flags", "", "flags for the shim, for example '--fail-closed --tools shell'")
	f.StringVarP(&o.line, "line", "c", "", "use this shell command line for the hook")
	f.DurationVar(&o.timeout, "timeout", 5*time.Second, "how long the hook may take")
	f.IntVarP(&o.jobs, "jobs", "j", min(4, runtime.NumCPU()), "number of tools at a time")
	f.BoolVar(&o.watch, "watch", false, "run again when the hook changes")
	f.BoolVar(&o.full, "full", false, "do not cut texts")
	f.BoolVar(&o.times, "times", true, "show the time of each run")
	return c
}

func (o *options) run(ctx context.Context, out ui.Out, args []string, asJSON bool) error {
	if o.watch && asJSON {
		return exitcode.Errorf(exitcode.Usage, "use either --watch or --json")
	}
	hook, err := o.hook(args)
	if err != nil {
		return err
	}
	flags, err := o.flags()
	if err != nil {
		return err
	}
	plan, err := o.plan()
	if err != nil {
		return err
	}
	r := &runner{flags: flags, hook: hook, jobs: o.jobs}
	if err := r.prepare(); err != nil {
		return err
	}
	defer r.cleanUp()
	once := func() error {
		rows := r.runAll(ctx, plan.targets)
		if ctx.Err() != nil {
			return exitcode.Errorf(130, "")
		}
		if asJSON {
			return writeJSON(out, rows)
		}
		v := view{out: out, options: o, plan: plan, hook: hookName(args, o.line), rows: rows}
		return v.show()
	}
	if o.watch {
		return watch(ctx, out, hook[1:], once)
	}
	return once()
}

// hook returns the arguments after the shim's flags.
func (o *options) hook(args []string) ([]string, error) {
	if o.line != "" {
		if len(args) > 0 {
			return nil, exitcode.Errorf(exitcode.Usage, "-c is the hook; remove %s", args[0])
		}
		return []string{"-c", o.line}, nil
	}
	if len(args) == 0 || args[0] == "" {
		return nil, exitcode.Errorf(exitcode.Usage, "no hook given; use: openhook try ./my-hook.sh")
	}
	if !strings.ContainsRune(args[0], '/') && !strings.ContainsRune(args[0], filepath.Separator) {
		if _, err := exec.LookPath(args[0]); err != nil {
			if _, err := os.Stat(args[0]); err == nil {
				return nil, exitcode.Errorf(exitcode.Missing,
					"%s: not in PATH; for a file in this folder write ./%[1]s", args[0])
			}
			return nil, exitcode.Errorf(exitcode.Missing, "%s: not found in this folder or in PATH", args[0])
		}
	} else if _, err := os.Stat(args[0]); errors.Is(err, fs.ErrNotExist) {
		return nil, exitcode.Errorf(exitcode.Missing, "%s: not found; give the path of your hook", args[0])
	}
	return append([]string{"--"}, ground.Absolute(args)...), nil
}

// flags returns the shim's flags. The user's come last, because the last value of a flag counts.
func (o *options) flags() ([]string, error) {
	if o.timeout <= 0 {
		return nil, exitcode.Errorf(exitcode.Usage, "--timeout %v: use a duration, for example 5s or 500ms", o.timeout)
	}
	more, err := shlex.Split(o.shimFlags)
	if err == nil {
		err = shim.CheckFlags(more)
	}
	if err != nil {
		return nil, exitcode.Errorf(exitcode.Usage, "--shim-flags: %v", err)
	}
	// Otherwise each try would count as another continuation by the hook.
	return append([]string{"--timeout", o.timeout.String(), "--max-continues", "0"}, more...), nil
}

func hookName(args []string, line string) string {
	if line != "" {
		return line
	}
	return strings.Join(args, " ")
}
