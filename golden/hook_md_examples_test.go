//go:build !windows

package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/golden/client"
)

// hookMDExample returns an example of the Agent Hooks specification (IndenScale/agenthooks 70522a7), byte
// for byte. Its file is named after its section. The examples of HOOK.md files are in the
// tests of openhook sync.
func hookMDExample(t *testing.T, name string) (path, text string) {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata", "hook-md", name))
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, string(data)
}

// The scripts of the specification stop what they are meant to stop, behind every client.
func TestFormatsHookMDScripts(t *testing.T) {
	t.Parallel()
	tools := t.TempDir() // npm and black
	for name, script := range map[string]string{"npm": `[ "$NPM" != broken ]`, "black": `[ "$BLACK" != broken ]`} {
		if err := os.WriteFile(filepath.Join(tools, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	path := "PATH=" + tools + ":" + os.Getenv("PATH")
	for provider, payload := range map[string]string{
		"claude-code": `{"session_id":"s","transcript_path":"/t","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"Bash",` +
			`"tool_input":{"description":"it","command":%q},"tool_use_id":"u"}`,
		"cursor": `{"conversation_id":"c","generation_id":"g","hook_event_name":"preToolUse","cursor_version":"2.5","workspace_roots":["/p"],` +
			`"tool_name":"Shell","tool_input":{"command":%q},"tool_use_id":"u","cwd":"/p"}`,
		"gemini-cli": `{"session_id":"s","transcript_path":"/t","cwd":"/p","hook_event_name":"BeforeTool","timestamp":"2026-01-01T00:00:00Z",` +
			`"tool_name":"run_shell_command","tool_input":{"command":%q}}`,
	} {
		for _, c := range []struct {
			script, command, reason string // no reason: it runs
		}{
			{"10.3.bash", "rm -rf /home", "Dangerous command blocked: rm -rf / would destroy the system"},
			{"10.3.bash", "mkfs.ext4 /dev/sda1", "Dangerous command blocked: mkfs would destroy the system"},
			{"10.3.bash", "dd if=/dev/zero of=/dev/sda", "Dangerous command blocked: dd if=/dev/zero would destroy the system"},
			{"10.3.bash", "ls -l", ""},
			{"2.3.bash", "ls", ""},
			{"2.4.bash", "ls", "Dangerous command blocked: rm -rf / would destroy the system"},
			{"6.2-pattern1.bash", "ls", "Dangerous command blocked: rm -rf / would destroy the system"},
			{"6.2-pattern3.bash", "ls", "This operation affects production environment and is not allowed"},
		} {
			script, _ := hookMDExample(t, c.script)
			payload := []byte(fmt.Sprintf(payload, c.command))
			got := run{Flags: []string{"--format", "hook-md"}, Hook: []string{"bash", script}, Stdin: payload}.do(t)
			e := client.Of(provider)(client.Reply{Event: gjson.GetBytes(payload, "hook_event_name").Str,
				Payload: payload, Stdout: []byte(got.Stdout), Stderr: []byte(got.Stderr), Exit: got.Exit})
			if e.Stopped != (c.reason != "") || c.reason != "" && !strings.Contains(e.Model+e.User, c.reason) ||
				c.reason == "" && !passes(e) {
				t.Errorf("%s, %s, %s: %+v\n%+v", provider, c.script, c.command, e, got)
			}
		}
	}
	stop := []byte(`{"session_id":"s","transcript_path":"/t","cwd":"/p","hook_event_name":"Stop","stop_hook_active":false}`)
	script, _ := hookMDExample(t, "6.2-pattern5.bash")
	for broken, reason := range map[string]string{"": "", "NPM=broken": "Tests must pass before completing",
		"BLACK=broken": "Code is not formatted. Run 'black .' first"} {
		got := run{Flags: []string{"--format", "hook-md"}, Hook: []string{"bash", script}, Stdin: stop,
			Env: []string{path, broken}}.do(t)
		if said := gjson.Get(got.Stdout, "reason").Str; said != reason || got.Exit != 0 {
			t.Errorf("%s: %+v", broken, got)
		}
	}
}

// An event of the specification calls the shim, and is what a hook of the format gets from
// it for the same moment.
func TestFormatsHookMDEvents(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"5.1.json": "tool.start", "5.2.json": "tool.start",
		"5.3.json": "subagent.start", "5.4-1.json": "session.start", "5.4-2.json": "session.end",
		"5.5-1.json": "agent.stop"} {
		_, text := hookMDExample(t, name)
		seen := filepath.Join(t.TempDir(), "seen")
		got := run{Stdin: []byte(text), Steps: []string{"save", seen}}.do(t)
		envelope, _ := os.ReadFile(seen)
		for path, want := range map[string]string{"type": want, "source": "hook-md",
			"session_id": gjson.Get(text, "session_id").Str, "cwd": gjson.Get(text, "work_dir").Str} {
			if have := gjson.GetBytes(envelope, path).Str; have != want {
				t.Errorf("%s: %s is %q: %+v", name, path, have, got)
			}
		}
	}
	// The objects inside the event too have a space behind each colon and comma.
	payload := []byte("{\"session_id\":\"s\",\"transcript_path\":\"/t\",\"cwd\":\"/p\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"mcp__x__y\"," +
		"\"tool_input\":{\"a\":[1,{\"b\":\"c:\\\"d\\\",e\\\\\"}],\n\"f\" : \"é\" ,\"g\":{}},\"tool_use_id\":\"u\"}")
	seen := filepath.Join(t.TempDir(), "seen")
	run{Flags: []string{"--format", "hook-md"}, Stdin: payload, Steps: []string{"save", seen}}.do(t)
	event, _ := os.ReadFile(seen)
	if want := `"tool_input": {"a": [1, {"b": "c:\"d\",e\\"}], "f": "é", "g": {}}, "tool_use_id": "u"}` + "\n"; !strings.HasSuffix(string(event), want) ||
		!strings.HasPrefix(string(event), `{"event_type": "before_tool", "timestamp": "`) {
		t.Errorf("%s", event)
	}
	for _, format := range []string{"claude-code", "hook-contract", "agent-hooks", "openhook"} {
		run{Flags: []string{"--format", format}, Stdin: payload, Steps: []string{"save", seen}}.do(t)
		if event, _ := os.ReadFile(seen); strings.Contains(string(event), `"session_id": `) {
			t.Errorf("%s: %s", format, event)
		}
	}
}

// The words of the reference library count, a call may fit several triggers, and the session's
// length is in seconds.
func TestFormatsHookMDWords(t *testing.T) {
	t.Parallel()
	const base = `{"session_id":"s","transcript_path":"/home/u/.claude/projects/p/s.jsonl","cwd":"/p","permission_mode":"default",`
	const (
		stop   = base + `"hook_event_name":"Stop","stop_hook_active":false,"last_assistant_message":"Done"}`
		prompt = base + `"hook_event_name":"UserPromptSubmit","prompt":"p"}`
		tool   = base + `"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"u"}`
		failed = base + `"hook_event_name":"PostToolUseFailure","error":"e","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"u"}`
		gemini = `{"session_id":"s","transcript_path":"/t","cwd":"/p","hook_event_name":"AfterAgent","timestamp":"2026-01-01T00:00:00Z","prompt":"p","prompt_response":"Done","stop_hook_active":false}`
		cursor = `{"conversation_id":"c","generation_id":"g","hook_event_name":"sessionEnd","cursor_version":"2.5","workspace_roots":["/p"],"session_id":"s","reason":"completed","duration_ms":90500}`
	)
	for _, c := range []struct {
		payload, events, said string
		event, path, value    string // what the hook reads; no event: it does not run
		stdout                string
	}{
		{prompt, "", `{"additional_context":"WHY"}`, "before_agent", "prompt", "p", "WHY"},
		{tool, "", `{"modified_input":{"command":"pwd"}}`, "before_tool", "tool_name", "Shell", `"updatedInput":{"command":"pwd"}`},
		{stop, "", "", "before_stop", "final_message.content", "Done", ""},
		{stop, "before_stop", "", "before_stop", "stop_reason", "no_tool_calls", ""},
		{stop, "after_agent", "", "after_agent", "message", "Done", ""},
		{gemini, "after_agent", "", "after_agent", "message", "Done", ""},
		{stop, "post-agent-turn", "", "post-agent-turn", "message", "Done", ""},
		{stop, "pre-agent-turn-stop", "", "pre-agent-turn-stop", "final_message.content", "Done", ""},
		{stop, "pre-tool-call", "", "", "", "", ""},
		{tool, "pre-tool-call", "", "pre-tool-call", "tool_input.command", "ls", ""},
		{tool, "shell", "", "", "", "", ""},
		{failed, "post-tool-call-failure", "", "post-tool-call-failure", "error", "e", ""},
		{failed, "post-tool-call,after_tool", "", "", "", "", ""},
		{failed, "tool.*", "", "after_tool_failure", "error", "e", ""},
		{cursor, "", "", "session_end", "duration_seconds", "90.5", ""},
	} {
		seen := filepath.Join(t.TempDir(), "seen")
		flags := []string{"--format", "hook-md"}
		if c.events != "" {
			flags = append(flags, "--events", c.events)
		}
		got := run{Flags: flags, Stdin: []byte(c.payload + "\n"), Steps: []string{"save", seen, "out", c.said}}.do(t)
		event, _ := os.ReadFile(seen)
		if gjson.GetBytes(event, "event_type").Str != c.event || gjson.GetBytes(event, c.path).String() != c.value ||
			!strings.Contains(got.Stdout, c.stdout) || got.Exit != 0 || got.Stderr != "" {
			t.Errorf("%s, %s: %+v\n%s", c.payload, c.events, got, event)
		}
	}
	// A client of the format calls the shim after its turn: the agent has stopped already.
	for _, name := range []string{"after_agent", "post-agent-turn-stop"} {
		seen := filepath.Join(t.TempDir(), "seen")
		run{Stdin: []byte(`{"event_type":"` + name + `","session_id":"s","work_dir":"/p","message":"Done"}`),
			Steps: []string{"save", seen}}.do(t)
		envelope, _ := os.ReadFile(seen)
		if gjson.GetBytes(envelope, "type").Str != "agent.response" || gjson.GetBytes(envelope, "data.message").Str != "Done" {
			t.Errorf("%s: %s", name, envelope)
		}
	}
}
