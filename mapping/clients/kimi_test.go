package clients

import (
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// expect checks that a text holds all of some parts; one with a "!" in front it
// must not hold.
func expect(t *testing.T, name, got string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		absent := strings.HasPrefix(part, "!")
		if strings.Contains(got, strings.TrimPrefix(part, "!")) == absent {
			t.Errorf("%s: want %s in\n%s", name, part, got)
		}
	}
}

func TestKimiDetect(t *testing.T) {
	for _, c := range [...]struct{ name, payload, want string }{
		{"any event of tomorrow", `{"client_type":"kimi_code_cli","hook_event_name":"Later"}`, "kimi"},
		{"another program with the engine", `{"client_type":"kimi_desktop","hook_event_name":"Stop","session_id":"s","cwd":"/p"}`, "kimi"},
		{"with a transcript", `{"client_type":"kimi_code_cli","hook_event_name":"Stop","session_id":"s","cwd":"/p","transcript_path":"/t.jsonl","permission_mode":"default"}`, "kimi"},
		{"Kimi Code before client_type", `{"hook_event_name":"UserPromptSubmit","session_id":"session_49d1fe61","cwd":"/p","prompt":[{"type":"text","text":"x"}]}`, "kimi"},
		{"kimi-cli, a tool", `{"hook_event_name":"PreToolUse","session_id":"5b0f","cwd":"/p","tool_name":"Shell","tool_input":{"command":"ls"},"tool_call_id":"c"}`, "kimi"},
		{"kimi-cli, a tool without an id", `{"hook_event_name":"PreToolUse","session_id":"5b0f","cwd":"/p","tool_name":"Shell","tool_input":{"command":"ls"},"tool_call_id":""}`, "kimi"},
		{"kimi-cli, a subagent", `{"hook_event_name":"SubagentStop","session_id":"5b0f","cwd":"/p","agent_name":"coder","response":"r"}`, "kimi"},
		{"kimi-cli, a failure", `{"hook_event_name":"StopFailure","session_id":"5b0f","cwd":"/p","error_type":"E","error_message":"m"}`, "kimi"},
		{"kimi-cli, a compaction", `{"hook_event_name":"PostCompact","session_id":"5b0f","cwd":"/p","trigger":"auto","estimated_token_count":5}`, "kimi"},
		{"kimi-cli, a notification", `{"hook_event_name":"Notification","session_id":"5b0f","cwd":"/p","sink":"llm","notification_type":"t","title":"","body":"","severity":"info"}`, "kimi"},
		{"Claude Code", claudeBash, "claude-code"},
		{"Claude Code with a session of that name",
			strings.Replace(claudeBash, `"session_id":"s"`, `"session_id":"session_1"`, 1), "claude-code"},
		{"Claude Code's tool_use_id", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"Bash","tool_input":{},"tool_use_id":"u","tool_call_id":"c"}`, "unknown"},
		{"Copilot in Pascal case", `{"hook_event_name":"PreToolUse","session_id":"session_1","timestamp":"2026-11-20T10:00:00Z","cwd":"/p","tool_name":"Bash","tool_input":{},"tool_call_id":"c"}`, "copilot-cli"},
		{"a plugin of OpenCode", `{"source_tool":"opencode","hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"bash","tool_input":{},"tool_call_id":"c"}`, "opencode"},
		{"another client's type", `{"hook_event_name":"Stop","session_id":"s","cwd":"/p","client_type":"desktop"}`,
			"unknown"},
		{"Kiro", `{"session_id":"sess_5e0d6c11","hook_event_name":"Stop","cwd":"/p"}`, "kiro"},
		{"Cursor", `{"cursor_version":"1","conversation_id":"c","hook_event_name":"preToolUse","tool_call_id":"c","tool_name":"Shell"}`, "cursor"},
	} {
		if got := decoded(t, c.payload, mapping.Hints{}).Source; got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestKimiDecode(t *testing.T) {
	event := func(name, rest string) string {
		return `{"hook_event_name":"` + name + `","session_id":"session_1","cwd":"/p/sub","client_type":"kimi_code_cli",` + rest + `}`
	}
	home := func(name string) string {
		if name == "HOME" {
			return "/home/dev"
		}
		return ""
	}
	for _, c := range [...]struct {
		name, payload string
		want          []string
	}{
		{"parts of a prompt", event("UserPromptSubmit", `"prompt":[{"type":"text","text":"hé"},{"type":"image_url","imageUrl":{"url":"data:"}},{"type":"text","text":"you"}],"is_steer":true`),
			[]string{`"prompt":"hé you"`, `"prompt_length":6`, `"is_steer":true`, `!"synthetic"`}},
		{"a prompt without text", event("UserPromptSubmit", `"prompt":[{"type":"image_url"}]`),
			[]string{`"prompt":""`, `"prompt_length":0`}},
		{"kimi-cli's prompt", event("UserPromptSubmit", `"prompt":"[not a list]"`),
			[]string{`"prompt":"[not a list]"`}},
		{"a queued prompt", event("UserPromptQueued",
			`"prompt_id":"m","prompt":[{"type":"text","text":"x"}],"queue_length":2`), []string{`"prompt":"x"`,
			`"queue_length":2`, `"prompt_id":"m"`}},
		{"a turn of a subagent", event("TurnStarted",
			`"turn_id":3,"origin_kind":"system_trigger","origin_name":"subagent","prompt":"go"`),
			[]string{`"synthetic":true`, `"origin_name":"subagent"`, `"prompt":"go"`, `"turn_id":3`}},
		{"a relative path", event("PreToolUse", `"tool_name":"Edit","tool_input":{"path":"../a.txt","old_string":"x","new_string":"y","replace_all":true}`),
			[]string{`"files":[{"path":"/p/a.txt","op":"update"}]`,
				`"tool_input":{"file_path":"../a.txt","old_string":"x","new_string":"y","replace_all":true}`,
				`"tool":"file_edit"`}},
		{"a path in the user's home", event("PreToolUse", `"tool_name":"Read","tool_input":{"path":"~/.ssh/id_rsa"}`),
			[]string{`"files":[{"path":"/home/dev/.ssh/id_rsa","op":"read"}]`}},
		{"Windows", strings.Replace(event("PreToolUse", `"tool_name":"Write","tool_input":{"path":"src\\a.txt","content":""}`), `/p/sub`, `C:\\p`, 1), []string{`"files":[{"path":"C:\\p\\src\\a.txt","op":"create"}]`}},
		{"an absolute path", event("PreToolUse", `"tool_name":"ReadMediaFile","tool_input":{"path":"/x/y.png"}`),
			[]string{`"tool":"file_read"`, `"files":[{"path":"/x/y.png","op":"read"}]`}},
		{"a key that hides another", event("PreToolUse", `"tool_name":"Write","tool_input":{"file_path":"/innocent","path":"/etc/passwd","content":"x"}`), []string{`"files":[{"path":"/etc/passwd"`, `!innocent`}},
		{"where a command runs", event("PreToolUse", `"tool_name":"Bash","tool_input":{"command":"ls","cwd":"/x"}`),
			[]string{`"tool_input":{"command":"ls","cwd":"/x"}`, `"tool":"shell"`}},
		{"search", event("PreToolUse", `"tool_name":"Glob","tool_input":{"pattern":"*.go","path":"src"}`),
			[]string{`"tool":"find"`, `"path":"src"`}},
		{"kimi-cli's directory", event("PreToolUse", `"tool_name":"Glob","tool_input":{"pattern":"*.go","directory":"/src"}`), []string{`"tool_input":{"pattern":"*.go","path":"/src"`}},
		{"kimi-cli's edit", event("PreToolUse", `"tool_name":"StrReplaceFile","tool_input":{"path":"/a","edit":[{"old":"x","new":"y"}]}`), []string{`"edits":[{"old":"x"`, `"op":"update"`}},
		{"fetch", event("PreToolUse", `"tool_name":"FetchURL","tool_input":{"url":"https://x"}`),
			[]string{`"tool":"web_fetch"`, `"url":"https://x"`}},
		{"a swarm", event("PreToolUse", `"tool_name":"AgentSwarm","tool_input":{}`), []string{`"tool":"agent"`}},
		{"MCP", event("PreToolUse", `"tool_name":"mcp__my__x__do","tool_input":{"path":"a"}`),
			[]string{`"tool":"mcp"`, `"tool_input":{"path":"a"}`, `"inferred":["files"]`}},
		{"an error", event("PostToolUseFailure", `"tool_name":"Bash","tool_input":{"command":"x"},"tool_call_id":"c","error":{"code":"internal","message":"no","retryable":false}`), []string{`"status":"error"`, `"error":"no"`}},
		{"kimi-cli's error", event("PostToolUseFailure", `"tool_name":"Shell","tool_input":{"command":"x"},"tool_call_id":"c","error":"no"`), []string{`"status":"error"`, `"error":"no"`, `"tool":"shell"`}},
		{"a subagent's permission", event("PermissionRequest", `"id":"i","agent_id":"agent-0","turn_id":1,"tool_call_id":"c","tool_name":"Bash","action":"a","display":{},"tool_input":{"command":"x"}`), []string{`"agent":{"id":"agent-0"}`}},
		{"the main agent's", event("PermissionResult", `"agent_id":"main","decision":"rejected","tool_name":"Bash","tool_input":{"command":"x"}`), []string{`!"agent"`, `"decision":"rejected"`}},
		{"a task that failed", event("Notification",
			`"notification_type":"task.failed","title":"t","body":"b","agent_id":"main"`), []string{`"kind":"other"`,
			`"notification_type":"task.failed"`, `"message":"b"`, `"title":"t"`}},
		{"the end", event("SessionEnd", `"reason":"archive","session_title":"T"`),
			[]string{`"reason":"completed"`, `"title":"T"`}},
		{"compaction", event("PostCompact", `"trigger":"auto","estimated_token_count":7`),
			[]string{`"trigger":"auto"`, `"estimated_token_count":7`}},
	} {
		expect(t, c.name, dataOf(decoded(t, c.payload, mapping.Hints{Getenv: home})), c.want...)
	}
}
