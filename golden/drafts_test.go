//go:build !windows

package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// claudeCall is the recorded call of Claude Code with another tool.
func claudeCall(tool, input string) []byte {
	payload, _, _ := strings.Cut(string(Payloads("claude-code")[preTool]), `"tool_name"`)
	return []byte(payload + `"tool_name":"` + tool + `","tool_input":` + input + `,"tool_use_id":"toolu_1"}`)
}

// hookReads runs the built program and returns its result and what the hook read.
func hookReads(t *testing.T, payload []byte, flags []string, says Hook) (result, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "input")
	got := run{Flags: flags, Stdin: payload,
		Steps: []string{"save", file, "out", says.Stdout, "err", says.Stderr, "exit", itoa(says.Exit)}}.do(t)
	input, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err, got)
	}
	return got, string(input)
}

// The examples and the shapes of the Hook contract, behind a client that does not speak it.
func TestFormatsDraftHookContract(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, tool, input, want string }{
		{"Shell", "Bash", `{"command":"ls"}`, `{"tool_name":"Shell","tool_input":{"command":"ls"}}`},
		{"Write", "Write", `{"file_path":"/p/a","content":"x"}`,
			`{"tool_name":"Write","tool_input":{"path":"/p/a","contents":"x"}}`},
		{"Read", "Read", `{"file_path":"/p/a"}`, `{"tool_name":"Read","tool_input":{"path":"/p/a"}}`},
		{"Edit", "Edit", `{"file_path":"/p/a","old_string":"b","new_string":"c"}`,
			`{"tool_name":"Edit","tool_input":{"path":"/p/a","old_string":"b","new_string":"c"}}`},
		{"MultiEdit", "MultiEdit",
			`{"file_path":"/p/a","edits":[{"old_string":"b","new_string":"c"},{"old_string":"d","new_string":"e"}]}`,
			`{"tool_name":"MultiEdit","tool_input":{"path":"/p/a",` +
				`"edits":[{"old_string":"b","new_string":"c"},{"old_string":"d","new_string":"e"}]}}`},
		{"Grep", "Grep", `{"pattern":"x"}`, `{"tool_name":"Grep","tool_input":{"pattern":"x"}}`},
	} {
		_, input := hookReads(t, claudeCall(c.tool, c.input), []string{"--format", "hook-contract"}, Hook{})
		if strings.TrimSuffix(input, "\n") != c.want {
			t.Errorf("%s: the hook reads %s, want %s", c.name, input, c.want)
		}
	}
	for says, want := range map[string]string{
		`{"decision": "allow"}`: ``,
		`{"decision": "deny", "reason": "explanation"}`: `{"hookSpecificOutput":{"hookEventName":"PreToolUse",` +
			`"permissionDecision":"deny","permissionDecisionReason":"explanation"}}` + "\n",
		`{"decision":"deny","reason":"WHY","lint_command":"npm run lint"}`: `{"hookSpecificOutput":{` +
			`"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"WHY",` +
			`"additionalContext":"Run: npm run lint"}}` + "\n",
		`{"decision":"allow","lint_command":"npm run lint"}`: `{"hookSpecificOutput":{` +
			`"hookEventName":"PreToolUse","additionalContext":"Run: npm run lint"}}` + "\n",
	} {
		got, _ := hookReads(t, claudeCall("Bash", `{"command":"ls"}`), []string{"--format", "hook-contract"}, Hook{Stdout: says})
		if got.Stdout != want || got.Exit != 0 {
			t.Errorf("%s: %+v, want %s", says, got, want)
		}
	}
	// A client without context gets the command in the reason.
	file, payload := shellCall(t, "windsurf")
	lint := Hook{Stdout: `{"decision":"deny","reason":"WHY","lint_command":"npm run lint"}`}
	got := call(file, payload, run{Flags: []string{"--format", "hook-contract"}, Steps: []string{"read", "out", lint.Stdout}}).do(t)
	if got.Stderr != "WHY\nRun: npm run lint\n" || got.Exit != 2 {
		t.Errorf("%+v", got)
	}
}

// The same where a tool calls the shim in that format.
func TestFormatsDraftHookContractCalls(t *testing.T) {
	t.Parallel()
	const example = `{"tool_name": "Shell", "tool_input": {"command": "ls"}}`
	for says, want := range map[string]string{
		`{"decision": "allow"}`:                         `{"decision":"allow"}` + "\n",
		`{"decision": "deny", "reason": "explanation"}`: `{"decision":"deny","reason":"explanation"}` + "\n",
		`{"context":"read README.md"}`:                  `{"decision":"allow"}` + "\n", // never as a command to run
	} {
		got, envelope := hookReads(t, []byte(example), nil, Hook{Stdout: says})
		if got.Stdout != want || gjson.Get(envelope, "data.tool_input.command").Str != "ls" {
			t.Errorf("%s: %+v, want %s", says, got, want)
		}
	}
	_, input := hookReads(t, []byte(example), []string{"--format", "hook-contract"}, Hook{})
	if input != example+"\n" {
		t.Errorf("%s", input)
	}
	for name, typ := range map[string]string{"SessionStart": "session.start", "beforeSubmitPrompt": "prompt.submit",
		"Stop": "agent.stop", "PreCompact": "context.compact", "SessionEnd": "session.end"} {
		_, envelope := hookReads(t, []byte(`{"tool_name":"`+name+`","tool_input":{"session_id":"s","cwd":"/p"}}`), nil, Hook{})
		if got := gjson.Get(envelope, "type").Str; got != typ {
			t.Errorf("%s is %s, want %s", name, got, typ)
		}
	}
	edits := `{"tool_name":"MultiEdit","tool_input":{"path":"/p/a","edits":[{"old_string":"b","new_string":"c"}]}}`
	_, envelope := hookReads(t, []byte(edits), nil, Hook{})
	for path, want := range map[string]string{"data.tool": "file_edit", "data.files.0.path": "/p/a",
		"data.tool_input.edits": `[{"old_string":"b","new_string":"c"}]`} {
		if got := gjson.Get(envelope, path).String(); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

// The example of OpenHook's section 2.3, from its own version and from one that the shim
// does not know, which is reported once in a session.
func TestFormatsDraftOpenHook(t *testing.T) {
	t.Parallel()
	const example = `{
  "openhook": "0.1",
  "id": "550e8400-e29b-41d4-a716-446655440000",
  "source": "claude-code",
  "type": "session.end",
  "time": "2026-02-23T10:15:30.123Z",
  "session_id": "sess_abc123",
  "data": {
    "transcript_path": "/home/user/.claude/sessions/sess_abc123.jsonl"
  },
  "cwd": "/home/user/my-project"
}
`
	const warning = "openhook-shim: claude-code sent an OpenHook version that this version reads as 0.1: "
	home := []string{"HOME=" + tempDir(t), "XDG_STATE_HOME="}
	for _, c := range []struct{ version, stderr string }{
		{"0.1", ""}, {"0.2", warning + "0.2\n"}, {"0.2", ""},
	} {
		payload := strings.Replace(example, `"0.1"`, `"`+c.version+`"`, 1)
		file := filepath.Join(t.TempDir(), "input")
		variables := filepath.Join(t.TempDir(), "env")
		got := run{Env: home, Stdin: []byte(payload), Steps: []string{"save", file, "env", variables}}.do(t)
		if got.Stderr != c.stderr || got.Stdout != "" || got.Exit != 0 {
			t.Errorf("%s: %+v", c.version, got)
		}
		env, _ := os.ReadFile(variables)
		for _, want := range []string{"OPENHOOK_TYPE=session.end", "OPENHOOK_SOURCE=claude-code",
			"OPENHOOK_TRANSCRIPT_PATH=/home/user/.claude/sessions/sess_abc123.jsonl"} {
			if !strings.Contains("\x00"+string(env), "\x00"+want+"\x00") {
				t.Errorf("%s: no %s in %q", c.version, want, env)
			}
		}
		if input, _ := os.ReadFile(file); string(input) != strings.ReplaceAll(strings.TrimSpace(payload), "\n", " ")+"\n" {
			t.Errorf("%s: %s", c.version, input)
		}
	}
	// A deny of a hook counts in a newer version too.
	newer := `{"openhook":"0.2","id":"1","source":"cursor","type":"tool.start","time":"2026-02-23T10:15:30.123Z","session_id":"s",` +
		`"data":{"tool_name":"Shell"}}`
	got := run{Env: home, Stdin: []byte(newer), Steps: []string{"read", "err", "WHY", "exit", "2"}}.do(t)
	if got.Stdout != `{"decision":"deny","reason":"WHY"}`+"\n" {
		t.Errorf("%+v", got)
	}
}
