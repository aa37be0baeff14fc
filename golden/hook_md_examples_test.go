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
