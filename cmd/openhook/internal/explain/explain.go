// Package explain shows how the shim reads one payload: the sender, the hook's input, and the
// effect of each answer.
package explain

import (
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/atomicfile"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// Command is `openhook explain`.
func Command() *cobra.Command {
	var source, event string
	var env []string
	c := &cobra.Command{
		Use:   "explain [FILE|-]",
		Short: "show who sent a payload, what a hook reads, and what each answer becomes",
		Example: "  openhook explain payload.json\n" +
			"  openhook explain --source {eventless} --event PreToolUse < payload.json",
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if source != "" && clients.Registry.Source(source, "") == nil {
				return exitcode.Errorf(exitcode.Usage, "--source %s: unknown provider; use one of %s", source,
					strings.Join(providers(), " "))
			}
			data, name, err := readPayload(c.InOrStdin(), args)
			if err != nil {
				return err
			}
			cwd, _ := os.Getwd()
			h := mapping.Hints{Source: source, Event: event, Getenv: getenvOf(env), Cwd: cwd,
				Now: mapping.Stamp(time.Now())}
			out, asJSON, err := ui.ForCommand(c)
			if err != nil {
				return err
			}
			return run(out, data, name, h, asJSON)
		},
	}
	c.Flags().StringVar(&source, "source", "", "name the tool if its payload does not")
	c.Flags().StringVar(&event, "event", "", "name the event if the payload does not")
	c.Flags().StringArrayVar(&env, "env", nil, "a variable that the tool sets for its hooks, NAME=VALUE")
	c.RegisterFlagCompletionFunc("source", cobra.FixedCompletions(providers(), cobra.ShellCompDirectiveNoFileComp))
	return c
}

func run(out ui.Out, data []byte, name string, h mapping.Hints, asJSON bool) error {
	place := errorPlace(data) // before Parse, which changes the data
	p, err := mapping.Parse(data, h.Getenv)
	if err != nil {
		f := faultOf(err, place, h)
		if asJSON {
			if err := ui.JSON(out, f); err != nil {
				return err
			}
			return exitcode.Errorf(exitcode.No, "%s %s", name, f.Problem)
		}
		writeFault(out, f)
		return exitcode.Errorf(exitcode.No, "%s %s", name, f.Problem)
	}
	r := reportOn(p, h)
	if asJSON {
		return ui.JSON(out, r)
	}
	return writeReport(out, r)
}

// most is the largest payload that explain reads from a file, in bytes.
const most = 256 << 20

// readPayload reads the payload from a file or from stdin.
func readPayload(stdin io.Reader, args []string) (data []byte, name string, err error) {
	if len(args) == 0 || args[0] == "-" {
		if len(args) == 0 && ui.IsTerminal(stdin) {
			return nil, "", exitcode.Errorf(exitcode.Usage,
				"no payload; use: openhook explain FILE, or send it on stdin")
		}
		data, err = io.ReadAll(stdin)
		return data, "stdin", err
	}
	if data, err = atomicfile.Read(args[0], most); err != nil {
		return nil, "", exitcode.FileError(args[0], err)
	}
	return data, args[0], nil
}

// getenvOf looks variables up in a list alone, because openhook's environment is not the hook's.
func getenvOf(env []string) func(string) string {
	return func(name string) string {
		for _, e := range env {
			if key, value, _ := strings.Cut(e, "="); key == name {
				return value
			}
		}
		return ""
	}
}

func providers() []string {
	var all []string
	for _, a := range setup.Abouts() {
		all = append(all, a.Source)
	}
	return all
}
