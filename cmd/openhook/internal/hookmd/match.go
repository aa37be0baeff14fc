package hookmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
)

// An eventMatcher holds the conditions for the script's start.
type eventMatcher struct {
	event, tool, pattern string
	cd                   bool
}

// Match is `openhook match`.
func Match() *cobra.Command {
	var w eventMatcher
	c := &cobra.Command{
		Use:    "match [--event NAME] [--tool RE] [--pattern RE] -- SCRIPT [ARG…]",
		Hidden: true,
		Short:  "start a HOOK.md hook's script if its matcher fits the event",
		Long: `Reads an event of the HOOK.md format on stdin. If it matches, SCRIPT replaces this
program and reads the same event. If it does not match, nothing happens. openhook
sync writes this command into hook files; you need not call it by hand.

--tool is compared with the tool's name, --pattern with every text and number in the
tool's input. Both are regular expressions of Go (RE2) and match anywhere in the
text. An event without a tool matches every expression.

An error here is exit code 1, which lets the call pass, never 2, which blocks.`,
		Example: "  openhook match --tool=Shell '--pattern=rm -rf /|mkfs' -- ./scripts/run.sh < event.json",
		RunE: func(c *cobra.Command, args []string) error {
			return w.match(c.InOrStdin(), args)
		},
	}
	f := c.Flags()
	f.StringVar(&w.event, "event", "", "the event that must match: after_tool")
	f.StringVar(&w.tool, "tool", "", "expression for the tool's name")
	f.StringVar(&w.pattern, "pattern", "", "expression for the tool's input")
	f.BoolVar(&w.cd, "cd", false, "start the script in the event's work_dir")
	c.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return exitcode.Errorf(exitcode.No, "%v", err) })
	return c
}

// match starts the script in place of this process. It returns if the event does not match, or
// after an error.
func (w *eventMatcher) match(stdin io.Reader, argv []string) (err error) {
	defer func() {
		if p := recover(); p != nil { // Go would exit with 2, which blocks the call
			err = exitcode.Errorf(exitcode.No, "match: %v", p)
		}
	}()
	if len(argv) == 0 {
		return exitcode.Errorf(exitcode.No, "no script; use: openhook match --tool Shell -- ./run.sh")
	}
	event, err := io.ReadAll(stdin)
	if err != nil {
		return exitcode.Errorf(exitcode.No, "cannot read the event: %v", err)
	}
	fits, err := w.fits(event)
	if err != nil || !fits {
		return err
	}
	path, err := program(argv)
	if err != nil {
		return err
	}
	if dir := gjson.GetBytes(event, "work_dir").String(); w.cd && filepath.IsAbs(dir) {
		if err := os.Chdir(dir); err != nil {
			return exitcode.Errorf(exitcode.No, "%v", err)
		}
	}
	return runScript(path, argv, event)
}

// fits reports whether an event meets the conditions.
func (w *eventMatcher) fits(event []byte) (bool, error) {
	if !json.Valid(event) || !gjson.ParseBytes(event).IsObject() {
		return false, exitcode.Errorf(exitcode.No, "stdin is not an event; send one JSON object")
	}
	doc := gjson.ParseBytes(event)
	if w.event != "" && w.event != doc.Get("event_type").String() {
		return false, nil
	}
	tool, err := w.expression("--tool", w.tool)
	if err != nil {
		return false, err
	}
	pattern, err := w.expression("--pattern", w.pattern)
	if err != nil || !doc.Get("tool_name").Exists() {
		return err == nil, err
	}
	return tool.MatchString(doc.Get("tool_name").String()) && valueMatches(pattern, doc.Get("tool_input").Raw, 0), nil
}

func (w *eventMatcher) expression(flag, s string) (*regexp.Regexp, error) {
	re, err := compile(s)
	if err != nil {
		return nil, exitcode.Errorf(exitcode.No, "%s: %v", flag, err)
	}
	return re, nil
}

// maxInner is how many levels of JSON inside JSON texts valueMatches reads.
const maxInner = 4

// valueMatches reports whether an expression matches a text or a number in a JSON value. It
// decodes escapes and walks objects and lists in one pass. The names of the top level's parameters
// do not count as content, but deeper names do. inner is how many JSON texts enclose the value.
func valueMatches(re *regexp.Regexp, value string, inner int) bool {
	if re.String() == "" {
		return true
	}
	var open []rune // open brackets
	name := false   // the next token is a key
	tokens := json.NewDecoder(strings.NewReader(value))
	tokens.UseNumber()
	for {
		token, err := tokens.Token()
		if err != nil {
			return false
		}
		switch token := token.(type) {
		case json.Delim:
			if token == '{' || token == '[' {
				open = append(open, rune(token))
			} else {
				open = open[:len(open)-1]
			}
			name = len(open) > 0 && open[len(open)-1] == '{'
			continue
		case string:
			content := !name || len(open) > 1 || inner > 0
			if content && (re.MatchString(token) ||
				inner < maxInner && isJSONContainer(token) && valueMatches(re, token, inner+1)) {
				return true
			}
		case nil:
		default: // a number, true or false
			if re.MatchString(fmt.Sprint(token)) {
				return true
			}
		}
		name = !name && len(open) > 0 && open[len(open)-1] == '{'
	}
}

// isJSONContainer reports whether a text is a JSON object or list.
func isJSONContainer(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && (s[0] == '{' || s[0] == '[') && json.Valid([]byte(s))
}

// program finds the program to start. It also looks for the script, because an interpreter without
// its script exits with 2, which blocks the call.
func program(argv []string) (string, error) {
	for i, word := range argv {
		if (i == 0 || i == len(argv)-1) && strings.ContainsAny(word, `/\`) {
			if info, err := os.Stat(word); err != nil || info.IsDir() {
				return "", exitcode.Errorf(exitcode.No, "%s: not found", word)
			}
		}
	}
	path, err := lookPath(argv[0])
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return "", exitcode.Errorf(exitcode.No, "%s did not start: %v", argv[0], err)
	}
	return path, nil
}

// runChild runs the script as a child process and ends with its exit code.
func runChild(path string, argv []string, event []byte) error {
	cmd := exec.Cmd{Path: path, Args: argv, Stdin: strings.NewReader(string(event)), Stdout: os.Stdout,
		Stderr: os.Stderr}
	err := cmd.Run()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		code := ended.ExitCode()
		if code < 0 { // a signal ended it
			return exitcode.Errorf(exitcode.No, "%s ended early: %v", filepath.Base(path), err)
		}
		return exitcode.Errorf(code, "")
	}
	if err == nil {
		return nil
	}
	return exitcode.Errorf(exitcode.No, "%s did not start: %v", argv[0], err)
}
