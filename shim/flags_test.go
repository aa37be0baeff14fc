package shim_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/internal/shimtest"
)

// A flag that is not about the answer never costs the answer: stderr says that it is not
// used, and the hook decides. A wrong flag that is about the answer is a fault, which
// blocks under --fail-closed. The rows hold for every flag that the help lists.
func TestWrongFlags(t *testing.T) {
	const aside, fault = true, false
	all := [...]struct {
		flags []string
		kind  bool
		says  string
	}{
		{[]string{"--log", "here"}, aside, "--log here is ignored; use an absolute path"},
		{[]string{"--log=~/x.jsonl"}, aside, "--log ~/x.jsonl is ignored; use an absolute path"},
		{[]string{"--log", ""}, aside, "--log '' is ignored; use an absolute path"},
		{[]string{"--log="}, aside, "--log '' is ignored; use an absolute path"},
		{[]string{"--log"}, aside, "--log needs a value"},
		{[]string{"--log", "/dev/null/log"}, aside, "the log does not hold this call"},
		{[]string{"--max-continues", "-1"}, aside, "--max-continues -1 is ignored; use a number from 0 up"},
		{[]string{"--max-continues=many"}, aside, "--max-continues many is ignored"},
		{[]string{"--max-continues", "99999999999999999999"}, aside, "is ignored"},
		{[]string{"--max-continues"}, aside, "--max-continues needs a value"},
		{[]string{"--log", "x", "--max-continues", "y"}, aside, "--max-continues y is ignored"},

		{[]string{"--timeout", "soon"}, fault, "--timeout soon: "},
		{[]string{"--timeout"}, fault, "--timeout needs a value"},
		{[]string{"--block-on", "0"}, fault, "--block-on 0: "},
		{[]string{"--degrade", "ask=maybe"}, fault, "--degrade ask=maybe: "},
		{[]string{"--format", "xml"}, fault, "--format xml: "},
		{[]string{"--events"}, fault, "--events needs a value"},
		{[]string{"--tools"}, fault, "--tools needs a value"},
		{[]string{"--source"}, fault, "--source needs a value"},
		{[]string{"--event"}, fault, "--event needs a value"},
		{[]string{"--observe=false"}, fault, "--observe takes no value"},
		{[]string{"--async=no"}, fault, "--async takes no value"},
		{[]string{"--strict=1"}, fault, "--strict takes no value"},
		{[]string{"--no-native=1"}, fault, "--no-native takes no value"},
		{[]string{"--timeout-blocks=1"}, fault, "--timeout-blocks takes no value"},
		{[]string{"--exit-2-warns=0"}, fault, "--exit-2-warns takes no value"},
		{[]string{"--fail-closed=1"}, fault, "--fail-closed takes no value"},
		{[]string{"--help"}, fault, "--help and --version do not run the hook"},
		{[]string{"--version"}, fault, "--help and --version do not run the hook"},
		{[]string{"--lgo", "x"}, fault, "unknown flag --lgo"},
	}
	for _, c := range all {
		t.Run(strings.Join(c.flags, " "), func(t *testing.T) {
			t.Parallel()
			payload := golden.Payloads("claude-code")[preTool]
			for _, deny := range [...]bool{true, false} {
				steps := []string{"read"}
				if deny {
					steps = []string{"err", "no", "exit", "2"}
				}
				got := run{Stdin: payload, Flags: c.flags, Steps: steps}.do(t)
				if !strings.Contains(got.Stdout+got.Stderr, c.says) {
					t.Errorf("%q and %q do not say %q", got.Stdout, got.Stderr, c.says)
				}
				if c.kind == aside && (denied(t, got) != deny || !deny && got.Exit != 0) {
					t.Errorf("it costs the answer: %+v", got)
				}
				closed := run{Stdin: payload, Flags: append([]string{"--fail-closed"}, c.flags...), Steps: steps}.do(t)
				if want := deny || c.kind == fault; denied(t, closed) != want {
					t.Errorf("with --fail-closed denied is %v, want %v: %+v", !want, want, closed)
				}
			}
		})
	}
	help := run{Flags: []string{"--help"}}.do(t).Stdout
	_, help, _ = strings.Cut(help, "\nFlags\n")
	for _, flag := range regexp.MustCompile(`--[a-z0-9-]+`).FindAllString(help, -1) {
		if !slices.ContainsFunc(all[:], func(c struct {
			flags []string
			kind  bool
			says  string
		}) bool {
			name, _, _ := strings.Cut(c.flags[0], "=")
			return name == flag
		}) {
			t.Errorf("%s has no row", flag)
		}
	}
}

// A hook that a broken flag has swallowed is missed, not forgotten.
func TestSwallowedHook(t *testing.T) {
	for _, flag := range [...]string{"--log", "--max-continues"} {
		got := run{Stdin: golden.Payloads("claude-code")[preTool], Flags: []string{"--fail-closed", flag, "./" + filepath.Base(shimtest.Play(t))}, Dir: filepath.Dir(shimtest.Play(t))}.do(t)
		if !denied(t, got) || !strings.Contains(got.Stdout+got.Stderr, "so there is no hook") {
			t.Errorf("%s: %+v", flag, got)
		}
	}
}
