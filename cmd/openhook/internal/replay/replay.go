// Package replay sends recorded calls through a hook, and removes private data from recordings.
package replay

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/atomicfile"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ground"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// options are the flags of replay.
type options struct {
	hook          string
	argv          []string // with -- or -c in front
	source, event string
	format        string
	failClosed    bool
	timeout       time.Duration
	env           []string
}

// formats are the formats of a hook.
var formats = append([]string{"openhook", "native"}, clients.Registry.Formats()...)

// Command is `openhook replay`.
func Command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "replay --hook ./my-hook.sh FILE|DIR…",
		Short: "send recorded or dumped payloads through a hook",
		Long: "Sends payloads through a hook like the shim would, and shows what the tool gets and does.\n" +
			"A FILE is a payload, or the .stdin of a dump that OPENHOOK_DUMP=DIR made; a DIR means all its payloads.\n" +
			"The exit code is 1 if an answer differs from the dump.",
		Example: "  openhook replay --hook ./my-hook.sh dump/\n  openhook replay payload.json -- ./my-hook.sh --verbose",
		RunE: func(c *cobra.Command, args []string) error {
			files := args
			var hook []string
			if dash := c.ArgsLenAtDash(); dash >= 0 {
				files, hook = args[:dash], args[dash:]
			}
			if err := o.setHook(hook); err != nil {
				return err
			}
			if o.source != "" && clients.Registry.Source(o.source, "") == nil {
				return exitcode.Errorf(exitcode.Usage, "--source %s: unknown provider; see docs/providers.md", o.source)
			}
			calls, err := findCalls(files)
			if err != nil {
				return err
			}
			asJSON, _ := c.Flags().GetBool("json")
			return o.run(c.OutOrStdout(), calls, asJSON)
		},
	}
	c.Flags().StringVar(&o.hook, "hook", "", "the hook: a program or a shell command line")
	c.Flags().StringVar(&o.source, "source", "", "name the tool if its payload does not")
	c.Flags().StringVar(&o.event, "event", "", "name the event if the payload does not")
	c.Flags().StringVar(&o.format, "format", "openhook",
		"format of the hook's input and output: "+strings.Join(formats, ", "))
	c.Flags().BoolVar(&o.failClosed, "fail-closed", false, "block when the hook fails")
	c.Flags().DurationVar(&o.timeout, "timeout", 30*time.Second, "end the hook after this time")
	c.Flags().StringArrayVar(&o.env, "env", nil, "a variable that the tool sets for its hooks, NAME=VALUE")
	c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	return c
}

// setHook resolves the hook's path here, so that a folder of the payload cannot change it.
func (o *options) setHook(after []string) error {
	switch {
	case len(after) > 0 && o.hook != "":
		return exitcode.Errorf(exitcode.Usage, "two hooks; use either --hook or --")
	case len(after) > 0:
	case o.hook == "":
		return exitcode.Errorf(exitcode.Usage, "no hook; use: openhook replay --hook ./my-hook.sh FILE")
	default:
		after = []string{o.hook}
	}
	if o.timeout <= 0 {
		return exitcode.Errorf(exitcode.Usage, "--timeout %v: use a duration, for example 30s", o.timeout)
	}
	if !slices.Contains(formats, o.format) {
		return exitcode.Errorf(exitcode.Usage, "--format %s: use %s", o.format, strings.Join(formats, ", "))
	}
	program, err := exec.LookPath(after[0])
	if info, e := os.Stat(after[0]); e == nil && !info.IsDir() && strings.ContainsAny(after[0], `/\`) {
		program, err = after[0], nil // the shim reports what is wrong with the file
	}
	if err == nil {
		if program, err = filepath.Abs(program); err != nil {
			return exitcode.FileError(after[0], err)
		}
		o.argv = append([]string{"--"}, ground.Absolute(append([]string{program}, after[1:]...))...)
		return nil
	}
	if len(after) == 1 && strings.ContainsAny(after[0], " ;|&\t\n") {
		o.argv = []string{"-c", after[0]}
		return nil
	}
	return exitcode.Errorf(exitcode.Missing, "hook not found: %s", after[0])
}

func (o *options) run(out io.Writer, calls []recordedCall, asJSON bool) error {
	var all []result
	dumps, differ := 0, 0
	for _, c := range calls {
		r, err := o.play(c)
		if err != nil {
			return err
		}
		if r.Recorded != nil {
			dumps++
		}
		if len(r.Differs) > 0 {
			differ++
		}
		if all = append(all, r); !asJSON {
			if err := r.write(out); err != nil {
				return err
			}
		}
	}
	if asJSON {
		if err := ui.JSON(out, all); err != nil {
			return err
		}
	} else if dumps > 0 {
		fmt.Fprintf(out, "%s: %d the same as in the dump, %d different\n", ui.Count(len(all), "call", "calls"),
			dumps-differ, differ)
	}
	if differ > 0 {
		return exitcode.Errorf(exitcode.No, "%d of %s differ from the dump; the dump does not hold the shim's flags, so give --fail-closed, --source, --event or --format again",
			differ, ui.Count(len(all), "answer", "answers"))
	}
	return nil
}

// A recordedCall is a payload and, in a dump, its answer.
type recordedCall struct {
	file    string
	payload []byte
	answer  *reply
}

// A reply is the shim's output.
type reply struct {
	Stdout string `json:"stdout"`
	Stderr string `json:"stderr"`
	Exit   int    `json:"exit"`
}

const scrubEnding = ".scrubbed"

// maxFile is the largest file that replay reads, in bytes.
const maxFile = 256 << 20

// findCalls reads the calls of files and folders.
func findCalls(paths []string) ([]recordedCall, error) {
	if len(paths) == 0 {
		return nil, exitcode.Errorf(exitcode.Usage, "no payload; use: openhook replay --hook ./my-hook.sh FILE")
	}
	var all []recordedCall
	for _, path := range paths {
		files := []string{path}
		if info, err := os.Stat(path); err != nil {
			return nil, exitcode.FileError(path, err)
		} else if info.IsDir() {
			if files = payloadsIn(path); len(files) == 0 {
				return nil, exitcode.Errorf(exitcode.Missing, "%s: no payload in it (.stdin or .json)", path)
			}
		}
		for _, file := range files {
			c, err := load(file)
			if err != nil {
				return nil, exitcode.FileError(file, err)
			}
			all = append(all, c)
		}
	}
	return all, nil
}

// payloadsIn returns a folder's payloads: those of a dump, or else every JSON file.
func payloadsIn(dir string) []string {
	for _, pattern := range [...]string{"*.stdin", "*.stdin" + scrubEnding, "*.json"} {
		if files, _ := filepath.Glob(filepath.Join(globSafe(dir), pattern)); len(files) > 0 {
			slices.Sort(files)
			return files
		}
	}
	return nil
}

// globSafe escapes the pattern characters of Glob. Windows has no escape.
func globSafe(dir string) string {
	if os.PathSeparator == '\\' {
		return dir
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(dir)
}

func load(file string) (recordedCall, error) {
	c := recordedCall{file: file}
	var err error
	if c.payload, err = atomicfile.Read(file, maxFile); err != nil {
		return c, err
	}
	name, clean := strings.CutSuffix(file, scrubEnding)
	name, dumped := strings.CutSuffix(name, ".stdin")
	if !dumped {
		return c, nil
	}
	part := func(ending string) string {
		if clean {
			ending += scrubEnding
		}
		data, e := atomicfile.Read(name+ending, maxFile)
		if e != nil && err == nil {
			err = e
		}
		return string(data)
	}
	r := reply{Stdout: part(".stdout"), Stderr: part(".stderr")}
	if _, e := fmt.Sscanf(part(".exit"), "%d", &r.Exit); e == nil && err == nil {
		c.answer = &r // without it the call never ended
	}
	return c, nil
}
