package shim_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/golden/client"
)

// hostile is a text that does something wherever it is taken for more than text.
const hostile = "x'; touch pwned; '\"$(touch pwned)`touch pwned`\" ; touch pwned & touch pwned | touch pwned\ntouch pwned\n%COMSPEC% ${IFS}touch${IFS}pwned \x1b]0;pwned\a"

// hostileCall is a shell call all of whose texts are hostile.
func hostileCall(t *testing.T) []byte {
	t.Helper()
	b, err := json.Marshal(map[string]any{
		"session_id": hostile, "transcript_path": "/" + hostile, "cwd": "/" + hostile, "permission_mode": hostile, "tool_use_id": hostile,
		"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": map[string]string{"command": hostile, "description": hostile},
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Nothing of a payload is ever run, with a shell or without one.
func TestPayloadIsNeverRun(t *testing.T) {
	for name, r := range map[string]run{
		"program":                       {Steps: []string{"exit", "2"}},
		"line of shell":                 {Flags: []string{"-c", "exit 2"}},
		"a line that uses it in quotes": {Flags: []string{"-c", `[ "$OPENHOOK_COMMAND" ] && [ "$OPENHOOK_SESSION_ID" ] && exit 2`}},
	} {
		if runtime.GOOS == "windows" && strings.Contains(name, "quotes") {
			continue // that is a line for sh
		}
		r.Dir, r.Stdin = tempDir(t), hostileCall(t)
		if got := r.do(t); !denied(t, got) {
			t.Errorf("%s: %+v", name, got)
		}
		if found, _ := filepath.Glob(filepath.Join(r.Dir, "*pwned*")); found != nil {
			t.Errorf("%s: %s", name, found)
		}
	}
}

// A message of ours is one line without control bytes, whatever the payload calls
// its events and tools.
func TestMessagesAreClean(t *testing.T) {
	event, err := json.Marshal("Odd" + hostile)
	if err != nil {
		t.Fatal(err)
	}
	payload := []byte(`{"session_id":"s","transcript_path":"/t.jsonl","cwd":"/p","hook_event_name":` + string(event) + `,"tool_name":` + string(event) + `,"tool_input":{}}`)
	for _, r := range []run{
		{Steps: []string{"out", `{"decision":"ask","context":"c","system_message":"m","updated_output":"o"}`}},
		{Steps: []string{"out", `{"updated_input":{"a":1}}`}},
		{Flags: []string{"--format", "claude-code"}, Steps: []string{"exit", "2"}},
		{Flags: []string{"--source", "kimi"}, Steps: []string{"out", `{"updated_input":{"a":1}}`}},
	} {
		r.Stdin = payload
		got := r.do(t)
		for line := range strings.Lines(got.Stderr) {
			line = strings.TrimSuffix(line, "\n")
			ours := strings.HasPrefix(line, "openhook-shim: ") || strings.HasPrefix(line, "A hook wants ") || strings.HasPrefix(line, "Blocked by ")
			if !ours || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
				t.Errorf("%v: %q", r.Steps, got.Stderr)
			}
		}
	}
}

// A call that comes again is asked about again: nothing is remembered of it.
func TestRetryIsAskedAgain(t *testing.T) {
	for provider, file := range map[string]string{
		"claude-code": preTool, "cursor": "beforeShellExecution.json", "codex": "PreToolUse.bash.json", "gemini-cli": "BeforeTool.run_shell_command.json",
	} {
		dir, payload := tempDir(t), golden.Payloads(provider)[file]
		for n := range 3 {
			got := run{Dir: dir, Stdin: payload, Steps: []string{"err", "no", "exit", "2"}}.do(t)
			e := client.Of(provider)(client.Reply{Event: golden.Event(file), Payload: payload, Stdout: []byte(got.Stdout), Stderr: []byte(got.Stderr), Exit: got.Exit})
			if payload == nil || !e.Stopped {
				t.Errorf("%s lets the call through at attempt %d: %+v", provider, n+1, got)
			}
		}
	}
}

// A payload has no largest size behind which it would go unread.
func TestPayloadOf40MB(t *testing.T) {
	payload := strings.Replace(string(golden.Payloads("claude-code")[preTool]), `"description":"`, `"description":"`+strings.Repeat("a ", 20<<20), 1)
	if got := (run{Stdin: []byte(payload), Steps: []string{"exit", "2"}}).do(t); !denied(t, got) {
		t.Errorf("exit %d, %.200s", got.Exit, got.Stdout+got.Stderr)
	}
}

// A call leaves no file behind, but for the count of a stop hook and a dump that
// was asked for.
func TestLeavesNothing(t *testing.T) {
	for _, steps := range [][]string{{"exit", "2"}, {"out", `{"decision":"allow"}`}, {"exit", "1"}, {"kill"}} {
		dir := tempDir(t)
		for _, name := range [...]string{"tmp", "work", "home"} {
			if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		at := func(name string) string { return filepath.Join(dir, name) }
		run{Dir: at("work"), Stdin: golden.Payloads("claude-code")[preTool], Steps: steps,
			Env: []string{"HOME=" + at("home"), "TMPDIR=" + at("tmp"), "TEMP=" + at("tmp"), "TMP=" + at("tmp"), "XDG_STATE_HOME=" + at("home"), "LocalAppData=" + at("home")}}.do(t)
		found, err := filepath.Glob(filepath.Join(dir, "*", "*"))
		if err != nil || found != nil {
			t.Errorf("%v leaves %v, %v", steps, found, err)
		}
	}
}
