package clients

import (
	"bytes"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping"
)

// codexCall decodes a payload as a shim with no environment does.
func codexCall(t *testing.T, payload string) *mapping.Call {
	t.Helper()
	getenv := func(string) string { return "" }
	p, err := mapping.Parse([]byte(payload), getenv)
	if err != nil {
		t.Fatal(err)
	}
	h := mapping.Hints{Getenv: getenv, Cwd: "/here", Now: "2026-11-20T10:00:00.000Z"}
	return Registry.Read(p, h)
}

const codexRollout = `"transcript_path":"/home/dev/.codex/sessions/2026/11/20/rollout-2026-11-20T08-41-21-01a1f81e.jsonl"`

func TestCodexDetect(t *testing.T) {
	for _, c := range [...]struct{ name, payload, want string }{
		{"any event with a rollout path", `{"session_id":"s",` + codexRollout +
			`,"cwd":"/p","hook_event_name":"Later"}`, "codex"},
		{"Windows", `{"session_id":"s","transcript_path":"C:\\Users\\d\\.codex\\sessions\\2026\\11\\20\\rollout-2026-11-20T08-41-21-01a1.jsonl","cwd":"C:\\p","hook_event_name":"SessionEnd","reason":"other"}`, "codex"},
		{"archived", `{"session_id":"s","transcript_path":"/x/archived_sessions/rollout-2026-11-20T08-41-21-01a1.jsonl","cwd":"/p","hook_event_name":"SessionEnd","reason":"other"}`, "codex"},
		{"ephemeral", `{"session_id":"s","turn_id":"t","transcript_path":null,"cwd":"/p","hook_event_name":"PreCompact","model":"m","trigger":"auto"}`, "codex"},
		{"ephemeral start", `{"session_id":"s","transcript_path":null,"cwd":"/p","hook_event_name":"SessionStart","model":"m","permission_mode":"default","source":"startup"}`, "codex"},
		{"ephemeral end", `{"session_id":"01a1f81d-68bd-7900-b761-dbc6b3bd023f","transcript_path":null,"cwd":"/p","hook_event_name":"SessionEnd","reason":"other"}`, "codex"},
		{"notify", `{"type":"agent-turn-complete","turn-id":"12345","input-messages":["x"],"last-assistant-message":null}`, "codex"},
		{"a user called rollout-2", `{"session_id":"s","transcript_path":"/home/rollout-2/.claude/projects/-p/1cd98133.jsonl","cwd":"/p","hook_event_name":"SessionStart","source":"startup","model":"m","permission_mode":"default"}`, "claude-code"},
		{"Claude Code's turn_id", `{"session_id":"s","transcript_path":"/c/1.jsonl","cwd":"/p","prompt_id":"i","hook_event_name":"MessageDisplay","turn_id":"t","model":"m","index":0,"final":true,"delta":"x"}`, "claude-code"},
		{"Claude Code's end", `{"session_id":"1cd98133-1df2-7934-bfdd-28bf1d9f756a","transcript_path":"/c/1.jsonl","cwd":"/p","hook_event_name":"SessionEnd","reason":"other"}`, "claude-code"},
		{"Cursor", `{"conversation_id":"c","cursor_version":"3.1.0","hook_event_name":"preToolUse",` + codexRollout +
			`,"turn_id":"t","model":"m","tool_name":"Shell","tool_input":{"command":"ls"}}`, "cursor"},
		{"start with a client type", `{"session_id":"s","cwd":"/p","client_type":"kimi_cli","hook_event_name":"SessionStart","model":"m","permission_mode":"default","source":"startup"}`, "kimi"},
		{"start with a time", `{"session_id":"s","cwd":"/p","timestamp":1,"hook_event_name":"SessionStart","model":"m","permission_mode":"default","source":"new"}`, "unknown"},
		{"end with a time", `{"session_id":"a-7","cwd":"/p","timestamp":"2026-11-20T10:00:00Z","hook_event_name":"SessionEnd","reason":"other"}`, "copilot-cli"},
		{"another type", `{"type":"agent-turn-started","thread-id":"s"}`, "unknown"},
	} {
		if got := codexCall(t, c.payload).Source; got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestCodexNotify(t *testing.T) {
	payload := `{"type":"agent-turn-complete","thread-id":"s","turn-id":"t","cwd":"/p","input-messages":["x"],"last-assistant-message":"done"}`
	if got, certain := Registry.PayloadOutsideStdin(payload, func(string) string { return "" }); string(got) != payload || !certain {
		t.Errorf("the last argument is not taken: %s %v", got, certain)
	}
	for _, arg := range [...]string{`{"type":"agent-turn-started"}`,
		`{"type":"agent-turn-complete","hook_event_name":"Stop"}`, `agent-turn-complete`,
		`{"type":"agent-turn-complete"`} {
		if got, certain := Registry.PayloadOutsideStdin(arg, func(string) string { return "" }); certain {
			t.Errorf("%s is taken for a payload: %s", arg, got)
		}
	}
	if c := codexCall(t, payload); c.Native != "notify" || c.Type != mapping.AgentStop ||
		c.Text(mapping.SessionID) != "s" || c.Cwd() != "/p" || c.KeepsGoing() || c.Deniable() {
		t.Errorf("decoded as %+v", c)
	}
	for _, event := range [...]string{"", "PreToolUse", "Later"} {
		if Registry.Source("codex", event) != &Codex {
			t.Errorf("--source codex --event %q is not the hooks engine", event)
		}
	}
	if Registry.Source("codex", "notify") != &CodexNotify {
		t.Error("--event notify is not notify")
	}
}

// dataOf is a call's data as the hook reads it.
func dataOf(c *mapping.Call) string {
	return gjson.GetBytes(bytes.Join(c.Envelope("i", mapping.Options{}), nil), "data").Raw
}

func TestCodexDecode(t *testing.T) {
	tool := func(event, name, rest string) string {
		return `{"session_id":"s","turn_id":"t",` + codexRollout + `,"cwd":"/p/sub","hook_event_name":"` + event +
			`","model":"m","permission_mode":"plan","tool_name":"` + name + `",` + rest + `,"tool_use_id":"c"}`
	}
	patch := `"tool_input":{"command":"*** Begin Patch\r\n*** Update File: a.txt\r\n*** Move to: ../b.txt\n@@\n-x\n+y\n*** Delete File: /etc/c\n*** Add File: d e.txt\n+z\n*** End Patch"}`
	for _, c := range [...]struct {
		name, payload string
		want          []string
	}{
		{"patch", tool("PreToolUse", "apply_patch", patch),
			[]string{`"tool":"file_edit"`, `"tool_input":{"patch":"*** Begin Patch`,
				`"files":[{"path":"/p/sub/a.txt","op":"update"},{"path":"/p/b.txt","op":"create"},{"path":"/etc/c","op":"delete"},{"path":"/p/sub/d e.txt","op":"create"}]`}},
		{"patch in a shell", tool("PreToolUse", "Bash", `"tool_input":{"command":"apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.txt\n@@\n*** End Patch\nEOF"}`),
			[]string{`"tool":"shell"`, `"files":[{"path":"/p/sub/a.txt","op":"update"}]`}},
		{"patch on Windows", strings.Replace(tool("PreToolUse", "apply_patch",
			`"tool_input":{"command":"*** Begin Patch\n*** Update File: src\\a.txt\n"}`), `/p/sub`, `C:\\p`, 1),
			[]string{`"files":[{"path":"C:\\p\\src\\a.txt","op":"update"}]`}},
		{"patch that failed", tool("PostToolUse", "apply_patch",
			patch+`,"tool_response":"Exit code: 1\nWall time: 0 seconds\nOutput:\nno"`), []string{`"status":"error"`}},
		{"patch that did not", tool("PostToolUse", "apply_patch", patch+`,"tool_response":"Exit code: 0\nWall time: 0.1 seconds\nOutput:\n"`), []string{`"status":"success"`}},
		{"patch without an exit code", tool("PostToolUse", "apply_patch", patch+`,"tool_response":"Success"`),
			[]string{`!"status"`}},
		{"a shell's own words", tool("PostToolUse", "Bash",
			`"tool_input":{"command":"x"},"tool_response":"Exit code: 1\n"`), []string{`!"status"`,
			`"tool_output":"Exit code: 1\n"`}},
		{"MCP error", tool("PostToolUse", "mcp__my_lab__do__it",
			`"tool_input":{},"tool_response":{"content":[],"isError":true}`),
			[]string{`"status":"error"`, `"mcp":{"server":"my_lab","tool":"do__it"}`, `"tool":"mcp"`}},
		{"MCP success", tool("PostToolUse", "mcp__lab__x",
			`"tool_input":{},"tool_response":{"content":[],"isError":false}`), []string{`"status":"success"`}},
		{"MCP silence", tool("PostToolUse", "mcp__lab__x", `"tool_input":{},"tool_response":{"content":[]}`),
			[]string{`!"status"`}},
		{"agent", tool("PreToolUse", "spawn_agent", `"tool_input":{"message":"hi","agent_type":"worker"}`),
			[]string{`"tool":"agent"`, `"tool_input":{"prompt":"hi","agent_type":"worker"}`}},
		{"image", tool("PostToolUse", "view_image",
			`"tool_input":{"path":"px.png"},"tool_response":[{"type":"input_image","image_url":"data:"}]`),
			[]string{`"tool":"file_read"`, `"files":[{"path":"/p/sub/px.png","op":"read"}]`,
				`"tool_output":[{"type":"input_image"`}},
		{"a tool nobody knows", tool("PreToolUse", "list_mcp_resources", `"tool_input":{"server":"lab"}`),
			[]string{`"tool_input":{"server":"lab"}`, `!"tool":`, `"tool_call_id":"c"`}},
		{"a subagent's prompt", `{"session_id":"s","turn_id":"t","agent_id":"a","agent_type":"worker","transcript_path":null,"cwd":"/p","hook_event_name":"UserPromptSubmit","model":"m","permission_mode":"default","prompt":"hé"}`,
			[]string{`"synthetic":true`, `"prompt_length":2`, `"agent":{"id":"a","type":"worker"}`,
				`!"transcript_path"`}},
		{"a person's prompt", `{"session_id":"s","turn_id":"t","transcript_path":null,"cwd":"/p","hook_event_name":"UserPromptSubmit","model":"m","permission_mode":"default","prompt":"x"}`, []string{`!"synthetic"`}},
		{"model response", `{"session_id":"s","turn_id":"t","cwd":"/p",` + codexRollout +
			`,"model":"m","hook_event_name":"PostModelRequest","status":"completed","error":null,` +
			`"token_usage":{"input_tokens":100,"cached_input_tokens":7,"cache_write_input_tokens":3,"output_tokens":10,"reasoning_output_tokens":1,"total_tokens":110}}`,
			[]string{`"status":"success"`, `!"error"`,
				`"usage":{"input_tokens":100,"output_tokens":10,"cache_read_tokens":7,"cache_write_tokens":3}`,
				`"model":"m"`}},
		{"compaction of a subagent", `{"session_id":"s","turn_id":"t","agent_id":"a","agent_type":"worker",` +
			codexRollout + `,"cwd":"/p","hook_event_name":"PostCompact","model":"m","trigger":"auto"}`,
			[]string{`"trigger":"auto"`, `"agent":{"id":"a"`, `!"permission_mode"`}},
		{"a stop without words", `{"session_id":"s","turn_id":"t",` + codexRollout + `,"cwd":"/p","hook_event_name":"Stop","model":"m","permission_mode":"default","stop_hook_active":false,"last_assistant_message":null}`,
			[]string{`"stop_hook_active":false`, `!"last_message"`}},
	} {
		got := dataOf(codexCall(t, c.payload))
		for _, want := range c.want {
			absent := strings.HasPrefix(want, "!")
			if strings.Contains(got, strings.TrimPrefix(want, "!")) == absent {
				t.Errorf("%s: want %s in\n%s", c.name, want, got)
			}
		}
	}
}

// A long context goes out whole: Codex keeps it in a file that the model is
// told of, and additionalContextLimit may allow it.
func TestCodexContext(t *testing.T) {
	long := strings.Repeat("word ", 6_000)
	c := codexCall(t, `{"session_id":"s","turn_id":"t","transcript_path":null,"cwd":"/p","hook_event_name":"UserPromptSubmit","model":"m","permission_mode":"default","prompt":"x"}`)
	a, warnings := mapping.Degrade(c, mapping.Answer{Context: long}, mapping.Policy{})
	if r := mapping.Encode(c, &a); !strings.Contains(string(r.Stdout), long) || warnings != nil {
		t.Errorf("cut: %d bytes, %v", len(r.Stdout), warnings)
	}
}
