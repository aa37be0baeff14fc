package shim_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/internal/shimtest"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// A fault keeps an answer from arriving. make prepares it in a folder and
// returns how to call the shim.
type fault struct {
	name string
	make func(t *testing.T, dir string, payload []byte) run
	says string // what the user reads, where a message may go to stderr
	unix bool
}

func steps(s ...string) func(*testing.T, string, []byte) run {
	return func(_ *testing.T, dir string, payload []byte) run {
		return run{Dir: dir, Stdin: payload, Steps: s}
	}
}

func stdin(change func([]byte) []byte) func(*testing.T, string, []byte) run {
	return func(t *testing.T, dir string, payload []byte) run {
		return run{Dir: dir, Stdin: change(bytes.Clone(payload)), Steps: []string{"touch", filepath.Join(dir, "RAN")}}
	}
}

func text(s string) func([]byte) []byte { return func([]byte) []byte { return []byte(s) } }

// script writes a file and calls it.
func script(name, content string, mode os.FileMode, argv ...string) func(*testing.T, string, []byte) run {
	return func(t *testing.T, dir string, payload []byte) run {
		if err := shimtest.WriteProgram(filepath.Join(dir, name), content, mode); err != nil {
			t.Fatal(err)
		}
		return run{Dir: dir, Stdin: payload, Hook: argv}
	}
}

func argv(argv ...string) func(*testing.T, string, []byte) run {
	return func(_ *testing.T, dir string, payload []byte) run { return run{Dir: dir, Stdin: payload, Hook: argv} }
}

func flags(flags ...string) func(*testing.T, string, []byte) run {
	return func(_ *testing.T, dir string, payload []byte) run { return run{Dir: dir, Stdin: payload, Flags: flags} }
}

// badInput is what is no payload. The hook is not run.
var badInput = []fault{
	{name: "empty", make: stdin(text("")), says: "stdin is empty"},
	{name: "blank", make: stdin(text(" \r\n\t")), says: "stdin is empty"},
	{name: "only a BOM", make: stdin(text("\xEF\xBB\xBF")), says: "stdin is empty"},
	{name: "null", make: stdin(text("null")), says: "not one JSON object"},
	{name: "an array", make: stdin(text("[1,2]")), says: "not one JSON object"},
	{name: "text", make: stdin(text("hello")), says: "not one JSON object"},
	{name: "cut off", make: stdin(func(p []byte) []byte { return p[:len(p)-3] }), says: "not one JSON object"},
	{name: "trailing garbage", make: stdin(func(p []byte) []byte { return append(p, "x"...) }), says: "not one JSON object"},
	{name: "two documents", make: stdin(func(p []byte) []byte { return append(append(p, '\n'), p...) }), says: "not one JSON object"},
	{name: "a raw NUL", make: stdin(func(p []byte) []byte { return bytes.Replace(p, []byte(`"`), []byte("\"\x00"), 1) }), says: "not one JSON object"},
	{name: "100,000 levels", make: stdin(func(p []byte) []byte {
		deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
		return append(p[:len(bytes.TrimSpace(p))-1], (`,"x":` + deep + "}")...)
	}), says: "nests deeper"},
	{name: "100,000 open braces", make: stdin(text(strings.Repeat(`{"a":`, 100_000))), says: "nests deeper"},
}

// badHooks are hooks that give no answer.
var badHooks = []fault{
	{name: "exit 1", make: steps("err", "boom\n", "exit", "1"), says: "ended with exit code 1"},
	{name: "exit 3", make: steps("exit", "3"), says: "ended with exit code 3"},
	{name: "exit 126", make: steps("exit", "126"), says: "exit code 126"},
	{name: "exit 127", make: steps("exit", "127"), says: "exit code 127"},
	{name: "exit 255", make: steps("exit", "255"), says: "exit code 255"},
	{name: "exit 1 with an approval", make: steps("out", `{"decision":"allow"}`, "exit", "1"), says: "exit code 1"},
	{name: "killed", make: steps("kill", "9"), says: "signal 9", unix: true},
	{name: "terminated", make: steps("out", `{"decision":"allow"}`, "kill", "15"), says: "signal 15", unix: true},
	{name: "broken JSON", make: steps("out", `{"decision":"allow"`), says: "broken JSON"},
	{name: "an unknown word", make: steps("out", `{"decision":"yes"}`), says: "use allow, deny or ask"},
	{name: "timeout", make: func(_ *testing.T, dir string, payload []byte) run {
		return run{Dir: dir, Stdin: payload, Flags: []string{"--timeout", "100ms"}, Steps: []string{"out", `{"decision":"allow"}`, "sleep", "1m"}}
	}, says: "did not end within 100ms"},
	{name: "no such file", make: argv("./missing.sh"), says: "./missing.sh: not found in "},
	{name: "not in PATH", make: argv("no-such-hook"), says: "give its path, for example ./no-such-hook"},
	{name: "a folder", make: argv("./"), says: "is a folder"},
	{name: "not executable", make: script("hook.sh", "#!/bin/sh\n", 0o644, "./hook.sh"), says: "run: chmod +x ./hook.sh", unix: true},
	{name: "CRLF in the first line", make: script("hook.sh", "#!/bin/sh\r\nexit 0\r\n", 0o755, "./hook.sh"), says: "Windows line end", unix: true},
	{name: "CRLF behind env", make: script("hook.py", "#!/usr/bin/env python3\r\n", 0o755, "./hook.py"), says: "Windows line end", unix: true},
	{name: "no interpreter", make: script("hook.rb", "#!/no/such/ruby\n", 0o755, "./hook.rb"), says: "or install /no/such/ruby", unix: true},
	{name: "sh without its script", make: argv("sh", "./missing.sh"), says: "sh has no script ./missing.sh", unix: true},
	{name: "sh -e without its script", make: argv("sh", "-e", "missing.sh"), says: "sh has no script missing.sh", unix: true},
	{name: "python without its script", make: argv("python3", "-u", "hooks/missing.py"), says: "has no script hooks/missing.py", unix: true},
	{name: "a line without its script", make: flags("-c", "sh ./missing.sh"), says: "found no script", unix: true},
	{name: "a line that finds no program", make: flags("-c", "no-such-hook"), says: "exit code 127", unix: true},
	{name: "an empty line", make: flags("-c", ""), says: "no hook given"},
	{name: "no hook behind --", make: flags("--"), says: "no hook given"},
	{name: "an unknown flag", make: flags("--tool", "shell", "--", "sh", "-c", "exit 0"), says: "unknown flag --tool"},
	{name: "a bad value", make: flags("--timeout", "soon", "--", "sh", "-c", "exit 0"), says: "--timeout soon: use a duration"},
	{name: "a flag without its value", make: flags("--events"), says: "--events needs a value"},
	{name: "more than a line", make: flags("-c", "exit 0", "x"), says: "-c takes one line; remove: x"},
	{name: "an unknown format", make: flags("--format", "xml", "--", "sh", "-c", "exit 0"), says: "--format xml: use openhook"},
}

var every = flag.Bool("every", false, "start the program for every fault behind every client")

// Each fault through the program, behind the five clients. The reply follows from
// the message and the call alone, and TestFaultsEverywhere has all of them: behind
// the other clients the faults take turns, so that each event gets one of each kind.
func TestFaults(t *testing.T) {
	turn := 0
	for _, provider := range golden.Providers() {
		if shimtest.FaultEvents[provider] == nil {
			t.Errorf("%s is not in the table", provider)
		}
		all := *every || !testing.Short() && slices.Contains(five, provider)
		for _, file := range shimtest.FaultEvents[provider] {
			for _, closed := range [...]bool{false, true} {
				faults := []fault{badInput[turn%len(badInput)], badHooks[turn%len(badHooks)]}
				if turn++; all {
					faults = slices.Concat(badInput, badHooks)
				}
				for _, f := range faults {
					t.Run(fmt.Sprintf("%s/%s/%s/closed=%v", provider, golden.Event(file), f.name, closed), func(t *testing.T) {
						t.Parallel()
						f.check(t, provider, file, closed)
					})
				}
			}
		}
	}
}

func (f fault) check(t *testing.T, provider, file string, closed bool) {
	if f.unix && runtime.GOOS == "windows" {
		return
	}
	dir := tempDir(t)
	r := f.make(t, dir, golden.Payloads(provider)[file])
	// What could not be read says nothing of its sender. Some clients give an event one
	// second, which a loaded machine may need.
	r.Flags = append([]string{"--timeout", "20s", "--source", provider, "--event", golden.Event(file)}, r.Flags...)
	if closed {
		r.Flags = append([]string{"--fail-closed"}, r.Flags...)
	}
	got := call(file, r.Stdin, r).do(t)
	if _, err := os.Stat(filepath.Join(dir, "RAN")); err == nil {
		t.Error("the hook was run")
	}
	f.judge(t, provider, file, closed, got)
}

// judge compares what the client does with what a fault may do.
func (f fault) judge(t *testing.T, provider, file string, closed bool, got result) {
	t.Helper()
	payload := golden.Payloads(provider)[file]
	e := client.Of(provider)(client.Reply{Event: golden.Event(file), Payload: payload,
		Stdout: []byte(got.Stdout), Stderr: []byte(got.Stderr), Exit: got.Exit})
	deniable := decode(t, payload).Deniable()
	switch {
	case closed && deniable && !e.Stopped && !e.Ends:
		t.Errorf("fail-closed lets it through: %+v, %+v", got, e)
	case closed && deniable && !strings.Contains(e.Model+e.User+got.Stdout+got.Stderr, f.says):
		t.Errorf("the reason does not say %q: %+v", f.says, got)
	case !(closed && deniable) && (e.Stopped || e.GoesOn || e.Ends || e.Approved || e.Asked || e.Model != ""):
		t.Errorf("fail-open does something: %+v, %+v", got, e)
	case !closed && got.Stderr != "" && !strings.Contains(got.Stderr, f.says):
		t.Errorf("the message does not say %q: %+v", f.says, got)
	}
}

// Each fault behind every client, through mapping alone.
func TestFaultsEverywhere(t *testing.T) {
	getenv := func(string) string { return "" }
	none, err := mapping.Parse([]byte("{}"), getenv)
	if err != nil {
		t.Fatal(err)
	}
	for provider, files := range shimtest.FaultEvents {
		for _, file := range files {
			t.Run(provider+"/"+golden.Event(file), func(t *testing.T) {
				// The shim makes such a call of the flags if it cannot read the payload.
				hints := mapping.Hints{Source: provider, Event: golden.Event(file), Getenv: getenv, Now: "2026-11-20T10:00:00.000Z"}
				unread := clients.Registry.Decode(clients.Registry.Source(provider, hints.Event), none, hints)
				for i, f := range slices.Concat(badInput, badHooks) {
					for _, closed := range [...]bool{false, true} {
						c := unread
						if i >= len(badInput) {
							c = decode(t, golden.Payloads(provider)[file])
						}
						r := mapping.Fault(c, closed, "openhook-shim: "+f.says)
						f.judge(t, provider, file, closed, result{Stdout: string(r.Stdout), Stderr: string(r.Stderr), Exit: r.Exit})
					}
				}
			})
		}
	}
}

// Without --source nobody knows who sent what cannot be read.
func TestUnreadableFromNobody(t *testing.T) {
	for _, f := range badInput {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			payload := golden.Payloads("claude-code")["PreToolUse.Bash.json"]
			r := f.make(t, tempDir(t), payload)
			got := r.do(t)
			if got.Exit != 0 || got.Stdout != "" || !strings.Contains(got.Stderr, f.says) {
				t.Errorf("fail-open: %+v", got)
			}
			r.Flags = []string{"--fail-closed"}
			if got := r.do(t); got.Exit != 2 || got.Stdout != "" || !strings.Contains(got.Stderr, f.says) {
				t.Errorf("fail-closed: %+v", got)
			}
		})
	}
}
