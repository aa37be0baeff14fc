//go:build unix

package hookmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/internal/hookfile"
)

const (
	claude = `{"session_id":"s","transcript_path":"/t","cwd":"$DIR","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"u"}`
	cursor = `{"conversation_id":"c","generation_id":"g","hook_event_name":"preToolUse","cursor_version":"2.5","workspace_roots":["$DIR"],` +
		`"tool_name":"Shell","tool_input":{"command":"ls"},"tool_use_id":"u","cwd":"$DIR"}`
)

// call is what a tool gets from openhook-shim without a command. Claude Code ends its
// payload with the line since 2.1.
func (m *machine) call(payload string) ended {
	m.Helper()
	return m.run(strings.ReplaceAll(payload, "$DIR", m.project)+"\n", "openhook-shim")
}

// What a script says arrives in each tool's words, as if it were called directly.
func TestAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	claudes := func(s string) string { return `{"hookSpecificOutput":{"hookEventName":"PreToolUse",` + s + `}}` }
	for _, c := range [...]struct {
		name, script string
		claude       string // what Claude Code reads, stdout
		cursor       string
		stderr       string // a part of it
		exit         int
	}{
		{"deny", "echo no >&2; exit 2", claudes(`"permissionDecision":"deny","permissionDecisionReason":"no"`),
			`{"permission":"deny","user_message":"no","agent_message":"no"}`, "", 0},
		{"deny in JSON", `echo '{"decision":"deny","reason":"no"}'`,
			claudes(`"permissionDecision":"deny","permissionDecisionReason":"no"`),
			`{"permission":"deny","user_message":"no","agent_message":"no"}`, "", 0},
		{"allow", `echo '{"decision":"allow","log":"fine"}'`, "", "{}", "", 0},
		{"nothing", "true", "", "{}", "", 0},
		{"updated_input", `echo '{"updated_input":{"command":"ls -l"}}'`,
			claudes(`"updatedInput":{"command":"ls -l"}`),
			`{"permission":"allow","updated_input":{"command":"ls -l"}}`, "", 0},
		{"context", `echo '{"context":"look"}'`, claudes(`"additionalContext":"look"`),
			`{"additional_context":"look"}`, "", 0},
		{"crash", "echo oops >&2; exit 1", "", "", "oops\nopenhook-shim: $HOOK ended with exit code 1", 1},
		{"JSON beside a crash", `echo '{"decision":"deny"}'; exit 3`, "", "",
			"openhook-shim: $HOOK ended with exit code 3", 1},
		{"signal", "kill -9 $$", "", "", "openhook-shim: $HOOK was ended by signal 9", 1},
		{"timeout", "sleep 20", "", "", "openhook-shim: $HOOK did not end within 300ms", 1},
		{"broken JSON", "echo '{broken'", "", "", "openhook-shim: $HOOK printed broken JSON", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMachine(t)
			timeout := "5000"
			if c.name == "timeout" {
				timeout = "300"
			}
			m.hook(m.own(), "h", "trigger: before_tool\nmatcher:\n  tool: Shell\n  pattern: ls\ntimeout: "+timeout,
				c.script)
			m.sync()
			c.stderr = strings.Replace(c.stderr, "$HOOK", gjson.Get(m.read(m.ownFile()), "hooks.0.command").Str, 1)
			for _, one := range [...]struct{ payload, want string }{{claude, c.claude}, {cursor, c.cursor}} {
				began := time.Now()
				got := m.call(one.payload)
				if strings.TrimSpace(got.stdout) != one.want || got.exit != c.exit ||
					!strings.Contains(got.stderr, c.stderr) || c.stderr == "" && got.stderr != "" {
					t.Errorf("%+v instead of %d %s %s", got, c.exit, one.want, c.stderr)
				}
				if took := time.Since(began); took > 10*time.Second {
					t.Errorf("it took %s", took)
				}
				other := strings.ReplaceAll(strings.Replace(one.payload, `"ls"`, `"pwd"`, 1), "$DIR", m.project)
				if c.name == "timeout" { // which a loaded machine may need for this
					continue
				}
				if got := m.call(other); got.exit != 0 || got.stderr != "" || len(got.stdout) > 3 {
					t.Errorf("what the pattern does not fit: %+v", got)
				}
			}
		})
	}
}

// The script reads the very event of the format, in whatever length, and runs where
// the agent is.
func TestEvent(t *testing.T) {
	m := newMachine(t)
	m.hook(m.own(), "h", "trigger: before_tool\nmatcher:\n  tool: ^Shell$", `cat > "$HOME/event"; pwd > "$HOME/dir"`)
	m.hook(m.own(), "other", "trigger: before_tool\nmatcher:\n  tool: ^WriteFile$", `cat > "$HOME/other"`)
	m.sync()
	for _, size := range [...]int{1, 5_000, 200_000, 3_000_000} {
		command := "echo " + strings.Repeat("x", size)
		if got := m.call(strings.Replace(claude, `"ls"`, strconv.Quote(command), 1)); got.exit != 0 ||
			got.stderr != "" {
			t.Fatalf("%d: %d %.200s", size, got.exit, got.stderr)
		}
		event := m.read(filepath.Join(m.home, "event"))
		for path, want := range map[string]string{"event_type": "before_tool", "session_id": "s",
			"work_dir": m.project, "tool_name": "Shell",
			"tool_input.command": command, "tool_use_id": "u"} {
			if got := gjson.Get(event, path).String(); got != want {
				t.Errorf("%d: %s is %.200q", size, path, got)
			}
		}
		if dir := strings.TrimSpace(m.read(filepath.Join(m.home, "dir"))); dir != m.project {
			t.Errorf("%d: it ran in %s", size, dir)
		}
	}
	if m.read(filepath.Join(m.home, "other")) != "" {
		t.Error("a hook for another tool ran")
	}
}

// Triggers that are one type of OpenHook's run apart, under today's names and the older ones.
func TestTriggers(t *testing.T) {
	m := newMachine(t)
	names, _ := triggers()
	if len(names) != 11+13 {
		t.Fatalf("%d triggers: %s", len(names), names)
	}
	for _, trigger := range names {
		m.hook(m.own(), strings.ReplaceAll(trigger, "_", "."), "trigger: "+trigger,
			`grep -q '"event_type": "`+trigger+`"' && echo `+trigger+` >> "$HOME/ran"`)
	}
	m.sync()
	base := `{"session_id":"s","transcript_path":"/t","cwd":"$DIR",`
	tool := `,"tool_name":"Write","tool_input":{"file_path":"/x","content":"y"},"tool_use_id":"u"`
	for event, want := range map[string]string{
		base + `"hook_event_name":"SessionStart","source":"startup"}`:               "pre-session session_start",
		base + `"hook_event_name":"SessionEnd","reason":"logout"}`:                  "post-session session_end",
		base + `"hook_event_name":"UserPromptSubmit","prompt":"p"}`:                 "before_agent pre-agent-turn",
		base + `"hook_event_name":"PreToolUse"` + tool + `}`:                        "before_tool pre-tool-call",
		base + `"hook_event_name":"PostToolUse","tool_response":{}` + tool + `}`:    "after_tool post-tool-call",
		base + `"hook_event_name":"PostToolUseFailure","error":"e"` + tool + `}`:    "after_tool_failure post-tool-call-failure",
		base + `"hook_event_name":"SubagentStart","agent_id":"a","agent_type":"t"}`: "pre-subagent subagent_start",
		base + `"hook_event_name":"SubagentStop","agent_id":"a","agent_type":"t"}`:  "post-subagent subagent_stop",
		base + `"hook_event_name":"PreCompact","trigger":"auto"}`:                   "pre-context-compact pre_compact",
		base + `"hook_event_name":"PostCompact","trigger":"auto"}`:                  "post-context-compact",
		base + `"hook_event_name":"Stop","stop_hook_active":false}`: "after_agent before_stop post-agent-turn " +
			"post-agent-turn-stop pre-agent-turn-stop",
		base + `"hook_event_name":"AfterAgent","timestamp":"2026-01-01T00:00:00Z","prompt":"p","prompt_response":"r","stop_hook_active":false}`: "after_agent " +
			"before_stop post-agent-turn post-agent-turn-stop pre-agent-turn-stop",
	} {
		os.Remove(filepath.Join(m.home, "ran"))
		got := m.call(event)
		if ran := strings.Join(strings.Fields(m.read(filepath.Join(m.home, "ran"))), " "); ran != want {
			t.Errorf("%s ran %q: %+v", event, ran, got)
		}
	}
}

// A gate before the agent stops makes it go on.
func TestGate(t *testing.T) {
	m := newMachine(t)
	m.hook(m.own(), "gate", "trigger: before_stop\npriority: 999", "echo tests fail >&2; exit 2")
	m.sync()
	got := m.call(`{"session_id":"s","transcript_path":"/t","cwd":"$DIR","hook_event_name":"Stop","stop_hook_active":false}`)
	if strings.TrimSpace(got.stdout) != `{"decision":"block","reason":"tests fail"}` {
		t.Errorf("%+v", got)
	}
}

// Higher priorities come first, then the order of the names; the first block ends it;
// nobody waits for an async hook.
func TestOrder(t *testing.T) {
	m := newMachine(t)
	ran := `echo $(basename $(dirname $(dirname "$0"))) >> "$HOME/ran"`
	m.hook(m.own(), "a", "trigger: before_tool", ran)
	m.hook(m.own(), "b", "trigger: before_tool\npriority: 500", ran)
	m.hook(m.own(), "c", "trigger: before_tool", ran+"; echo c says no >&2; exit 2")
	m.hook(m.own(), "d", "trigger: before_tool\npriority: 10", ran)
	m.hook(m.own(), "e", "trigger: before_tool\nasync: true",
		`until [ -e "$HOME/go" ]; do sleep 0.01; done; echo e >> "$HOME/late"; exit 2`)
	m.sync()
	got := m.call(claude) // which would wait for ever for the async hook
	m.write(filepath.Join(m.home, "go"), "", 0o644)
	if !strings.Contains(got.stdout, `"c says no"`) {
		t.Errorf("%+v", got)
	}
	if order := strings.Fields(m.read(filepath.Join(m.home, "ran"))); fmt.Sprint(order) != "[b a c]" {
		t.Errorf("ran %s", order)
	}
	for range 100 {
		if m.read(filepath.Join(m.home, "late")) != "" {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Error("the async hook did not run")
}

// A script that is gone is no block, whatever its interpreter ends with.
func TestGoneScript(t *testing.T) {
	m := newMachine(t)
	m.hook(m.own(), "h", "trigger: before_tool", "exit 2")
	m.write(filepath.Join(m.own(), "p", FileName), "---\nname: p\ndescription: d\ntrigger: before_tool\n---\n", 0o644)
	m.write(filepath.Join(m.own(), "p", "scripts", "run.py"), "#!/usr/bin/env python3\n", 0o644)
	m.sync()
	if err := os.RemoveAll(m.own()); err != nil {
		t.Fatal(err)
	}
	if got := m.call(claude); got.stdout != "" || got.exit != 1 || strings.Count(got.stderr, " has no script ") != 2 {
		t.Errorf("%+v", got)
	}
}

// The hooks of a project run once they are allowed, in its root, and no more once the
// script has changed.
func TestTrust(t *testing.T) {
	m := newMachine(t)
	m.hook(m.shared(), "h", "trigger: before_tool\nmatcher:\n  pattern: 'l|s;$(x) [a-z] src/main.go'",
		`pwd >&2; exit 2`)
	m.write(filepath.Join(m.project, "src", "main.go"), "package main\n", 0o644)
	out := m.sync()
	if !strings.Contains(out, "run: openhook allow") {
		t.Error(out)
	}
	file, script := m.sharedFile(), filepath.Join(m.shared(), "h", "scripts", "run.sh")
	if got := m.call(claude); got.stdout != "" || !strings.Contains(got.stderr, "is not trusted") {
		t.Errorf("%+v", got)
	}
	// What a person at a terminal would have recorded.
	p := projectScope(m.place()).plan()
	files := m.watched(p)
	if fmt.Sprint(files) != fmt.Sprint([]string{script}) {
		t.Errorf("watched are %s", files)
	}
	record := hookfile.RecordFile("linux", os.Getenv, file)
	m.write(record, hookfile.Record(file, true, files, os.ReadFile), 0o600)
	sub := filepath.Join(m.project, "src")
	got := m.call(strings.Replace(claude, "$DIR", sub, 1))
	if !strings.Contains(got.stdout, `"permissionDecision":"deny"`) || !strings.Contains(got.stdout, m.project+`"`) {
		t.Errorf("%+v", got)
	}
	m.write(script, "#!/bin/sh\ntrue\n", 0o755)
	if got := m.call(claude); !strings.Contains(got.stdout, "changed after you allowed it") {
		t.Errorf("%+v", got)
	}
	// Another entry in an allowed file is no longer the allowed file, which sync says.
	m.hook(m.shared(), "i", "trigger: before_tool", "true")
	if out := m.sync(); !strings.Contains(out, ".openhook.json changed after you allowed it") {
		t.Error(out)
	}
}
