// Package try runs a hook behind the shim as every tool would, and shows what
// each tool would do with the answer.
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

	"github.com/openhook/openhook-shim/cmd/openhook/exit"
	"github.com/openhook/openhook-shim/cmd/openhook/ui"
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
		Short: "run a hook as every tool would, and show what each tool does then",
		Long: `Try runs your hook behind the shim once for each tool, with what that tool was
recorded to send, and shows what the tool does with the answer. No tool is
started and nothing but the hook runs.

Without flags the hook is asked about the shell command "rm -rf /". Nobody runs
that command. The hook itself runs for real, in your directory.

It ends with 1 if the tools do different things or the hook failed. That a tool
has no such event does not count.`,
		Example: `  openhook try ./guard.sh
  openhook try --command 'git push --force' ./guard.sh
  openhook try --file .env --content 'KEY=1' --provider cursor,codex ./secrets.sh
  openhook try --prompt 'hello' ./context.sh
  openhook try --event agent.stop ./gate.sh
  openhook try --shim-flags '--fail-closed --format claude-code' -- python3 hook.py --strict
  openhook try -c 'echo no shell here >&2; exit 2'`,
		RunE: func(c *cobra.Command, args []string) error {
			color, _ := c.Flags().GetString("color")
			asJSON, _ := c.Flags().GetBool("json")
			out, err := ui.New(c.OutOrStdout(), color)
			if err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt)
			defer stop()
			return o.run(ctx, out, args, asJSON)
		},
	}
	f := c.Flags()
	f.StringVar(&o.tool, "tool", "", "the tool that is about to run: "+strings.Join(tools, ", "))
	f.StringVar(&o.command, "command", "", "the shell command (default \"rm -rf /\")")
	f.StringVar(&o.file, "file", "", "the file that is read, or with --content written")
	f.StringVar(&o.content, "content", "", "what is written into it")
	f.StringVar(&o.prompt, "prompt", "", "the prompt that is sent")
	f.StringVar(&o.event, "event", "", "the type of the event, such as tool.end or agent.stop (default tool.start)")
	f.StringVar(&o.payload, "payload", "", "`file` with what a tool sent, instead of all these")
	f.StringSliceVar(&o.providers, "provider", nil, "only these tools, such as cursor,codex (default all, with --payload its own)")
	f.StringVar(&o.shimFlags, "shim-flags", "", "flags for the shim, such as '--fail-closed --tools shell'")
	f.StringVarP(&o.line, "line", "c", "", "the hook is this line of shell")
	f.DurationVar(&o.timeout, "timeout", 5*time.Second, "how long the hook may take")
	f.IntVarP(&o.jobs, "jobs", "j", min(4, runtime.NumCPU()), "how many run at a time")
	f.BoolVar(&o.watch, "watch", false, "run again when the hook changes")
	f.BoolVar(&o.full, "full", false, "show all texts whole")
	f.BoolVar(&o.times, "times", true, "show how long each took")
	return c
}

func (o *options) run(ctx context.Context, out ui.Out, args []string, asJSON bool) error {
	if o.watch && asJSON {
		return exit.With(exit.Usage, "--watch is for people, --json is not: use one of them")
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
	if err := r.start(); err != nil {
		return err
	}
	defer r.stop()
	once := func() error {
		rows := r.all(ctx, plan.targets)
		if ctx.Err() != nil {
			return exit.With(130, "")
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

// hook returns what stands behind the shim's flags.
func (o *options) hook(args []string) ([]string, error) {
	if o.line != "" {
		if len(args) > 0 {
			return nil, exit.With(exit.Usage, "-c is the hook already; what is %s for?", args[0])
		}
		return []string{"-c", o.line}, nil
	}
	if len(args) == 0 || args[0] == "" {
		return nil, exit.With(exit.Usage, "no hook given; use: openhook try ./my-hook.sh")
	}
	if !strings.ContainsRune(args[0], '/') && !strings.ContainsRune(args[0], filepath.Separator) {
		if _, err := exec.LookPath(args[0]); err != nil {
			if _, err := os.Stat(args[0]); err == nil {
				return nil, exit.With(exit.Missing, "%s is not in PATH; did you mean ./%[1]s", args[0])
			}
			return nil, exit.With(exit.Missing, "%s is neither here nor in PATH", args[0])
		}
	} else if _, err := os.Stat(args[0]); errors.Is(err, fs.ErrNotExist) {
		return nil, exit.With(exit.Missing, "%s is not there; give the path of your hook", args[0])
	}
	return append([]string{"--"}, args...), nil
}

// flags are those of the shim. A later one counts, so ours come first.
func (o *options) flags() ([]string, error) {
	if o.timeout <= 0 {
		return nil, exit.With(exit.Usage, "--timeout %v: use a duration such as 5s or 500ms", o.timeout)
	}
	more, err := shlex.Split(o.shimFlags)
	if err == nil {
		err = shim.CheckFlags(more)
	}
	if err != nil {
		return nil, exit.With(exit.Usage, "--shim-flags: %v", err)
	}
	// Each try would count as another time that the hook kept an agent going.
	return append([]string{"--timeout", o.timeout.String(), "--max-continues", "0"}, more...), nil
}

func hookName(args []string, line string) string {
	if line != "" {
		return line
	}
	return strings.Join(args, " ")
}
