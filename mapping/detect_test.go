package mapping

import "testing"

func TestDetect(t *testing.T) {
	env := func(pairs ...string) func(string) string {
		return func(name string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1]
				}
			}
			return ""
		}
	}
	const future = `{"session_id":"s","transcript_path":"/t.jsonl","cwd":"/p","hook_event_name":"PreTeleport"}`
	for _, c := range [...]struct {
		name, payload string
		hints         Hints
		source, typ   string
	}{
		{"Claude Code", claudeBash, Hints{}, "claude-code", ToolStart},
		{"Claude Code in Cursor's terminal", claudeBash, Hints{Getenv: env("CURSOR_TRACE_ID", "x", "CURSOR_PROJECT_DIR", "/p", "KIRO_SESSION_ID", "k")}, "claude-code", ToolStart},
		{"a flag against the payload", claudeBash, Hints{Source: "cursor"}, "claude-code", ToolStart},
		{"Cursor, started by Claude Code", `{"cursor_version":"1","conversation_id":"c","hook_event_name":"preToolUse","tool_name":"Shell"}`,
			Hints{Getenv: env("CLAUDE_CODE_SESSION_ID", "s", "CLAUDE_PROJECT_DIR", "/p"), Source: "claude-code"}, "cursor", ToolStart},
		{"a client of tomorrow", future, Hints{}, "unknown", "vendor.unknown.pre_teleport"},
		{"the same, by a flag", future, Hints{Source: "claude-code"}, "claude-code", "vendor.claude-code.pre_teleport"},
		{"familiar words", `{"event":"PreToolUse","tool_name":"x"}`, Hints{}, "unknown", ToolStart},
		{"nothing known", `{}`, Hints{}, "unknown", "vendor.unknown.unnamed"},
		{"by flags alone", `{}`, Hints{Source: "claude-code", Event: "Stop"}, "claude-code", AgentStop},
		{"by the environment", `{"hook_event_name":"PreToolUse","tool_name":"Bash"}`, Hints{Getenv: env("CLAUDE_CODE_SESSION_ID", "s")}, "claude-code", ToolStart},
		{"an envelope", `{"openhook":"0.1","id":"i","source":"cursor","type":"tool.start","time":"2026-11-20T10:00:00Z","session_id":"s"}`, Hints{}, "cursor", ToolStart},
	} {
		got := decoded(t, c.payload, c.hints)
		if got.Source != c.source || got.Type != c.typ {
			t.Errorf("%s: %s %s, want %s %s", c.name, got.Source, got.Type, c.source, c.typ)
		}
	}
}
