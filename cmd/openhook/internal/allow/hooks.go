package allow

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// Parse reads a hook file. It returns the hooks in the order in which they run.
func Parse(file string, data []byte) ([]hookfile.Hook, []string, error) {
	hooks, warnings, err := hookfile.Parse(data, runtime.GOOS, &clients.Registry)
	if errors.Is(err, hookfile.ErrNotJSON) {
		err = notJSON(data)
	}
	if err != nil {
		return nil, nil, exitcode.Errorf(exitcode.No, "%s: %v", file, err)
	}
	for _, h := range hooks {
		for _, e := range h.Events {
			if !clients.Registry.KnownEvent(e) {
				warnings = append(warnings, fmt.Sprintf("line %d: unknown event %q", h.Line, e))
			}
		}
	}
	for i := range warnings {
		warnings[i] = file + ": " + warnings[i]
	}
	slices.SortStableFunc(hooks, func(a, b hookfile.Hook) int { return b.Priority - a.Priority })
	return hooks, warnings, nil
}

// notJSON returns an error with the line of the syntax error, as exactly as the parser reports it.
func notJSON(data []byte) error {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	var at *json.SyntaxError
	if !errors.As(json.Unmarshal(data, new(any)), &at) {
		return fmt.Errorf("line 1: %w", hookfile.ErrNotJSON)
	}
	line := 1 + bytes.Count(data[:max(int(at.Offset)-1, 0)], []byte{'\n'})
	return fmt.Errorf("line %d: %w (%v)", line, hookfile.ErrNotJSON, at)
}

// A hookReport describes one hook in JSON, with only the keys that the file sets.
type hookReport struct {
	Command    string   `json:"command"`
	Events     []string `json:"events,omitempty"`
	Tools      []string `json:"tools,omitempty"`
	Async      bool     `json:"async,omitempty"`
	Timeout    string   `json:"timeout,omitempty"`
	Priority   int      `json:"priority"`
	FailClosed bool     `json:"fail_closed,omitempty"`
	BlockOn    []string `json:"block_on,omitempty"`
	Degrade    []string `json:"degrade,omitempty"`
	Env        []string `json:"env,omitempty"`
	Cwd        string   `json:"cwd,omitempty"`
	Format     string   `json:"format,omitempty"`
	Line       int      `json:"line"`
}

func hooksOf(hooks []hookfile.Hook) []hookReport {
	all := []hookReport{}
	for _, h := range hooks {
		all = append(all, hookOf(h))
	}
	return all
}

func hookOf(h hookfile.Hook) hookReport {
	is := hookReport{Command: h.Command, Events: h.Events, Tools: h.Tools, Async: h.Async, Priority: h.Priority,
		FailClosed: h.FailClosed, Env: h.Env, Cwd: h.Cwd, Format: h.Format, Line: h.Line}
	if h.Timeout > 0 {
		is.Timeout = h.Timeout.String()
	}
	if h.BlockOn.Any {
		is.BlockOn = []string{"any"}
	}
	for _, code := range h.BlockOn.Codes {
		is.BlockOn = append(is.BlockOn, strconv.Itoa(code))
	}
	for _, wish := range [...]string{"ask=native", "ask=deny", "ask=allow", "rewrite=drop", "context=deny"} {
		if with := h.Policy; hookfile.Degrade(&with, wish) == nil && with == h.Policy {
			is.Degrade = append(is.Degrade, wish)
		}
	}
	return is
}

// settings describes everything but the command in one line.
func (h hookReport) settings() string {
	all := []string{"line " + strconv.Itoa(h.Line), "priority " + strconv.Itoa(h.Priority)}
	add := func(name string, values ...string) {
		for _, v := range values {
			if strings.ContainsAny(v, ` ,"`) { // else it could look like several
				v = strconv.Quote(v)
			}
			name += " " + printable(v)
		}
		if strings.Join(values, "") != "" {
			all = append(all, name)
		}
	}
	add("events", h.Events...)
	add("tools", h.Tools...)
	add("timeout", h.Timeout)
	add("block_on", h.BlockOn...)
	add("degrade", h.Degrade...)
	add("env", h.Env...)
	add("cwd", h.Cwd)
	add("format", h.Format)
	if h.Async {
		all = append(all, "async")
	}
	if h.FailClosed {
		all = append(all, "fail_closed")
	}
	return strings.Join(all, ", ")
}

func writeHooks(out ui.Out, hooks []hookReport) {
	if len(hooks) == 0 {
		fmt.Fprintln(out, "  no hooks")
	}
	for _, h := range hooks {
		fmt.Fprintf(out, "  %s\n    %s\n", printable(h.Command), out.Paint(ui.Faint, h.settings()))
	}
}

// printable returns a text unchanged, or quoted if some of its characters are invisible.
func printable(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return s
	}
	return strconv.Quote(s)
}
