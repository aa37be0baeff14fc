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
		{"Claude Code in Cursor's terminal", claudeBash,
			Hints{Getenv: env("CURSOR_TRACE_ID", "x", "CURSOR_PROJECT_DIR", "/p", "KIRO_SESSION_ID", "k")},
			"claude-code", ToolStart},
		{"a flag against the payload", claudeBash, Hints{Source: "cursor"}, "claude-code", ToolStart},
		{"Cursor, started by Claude Code", `{"cursor_version":"1","conversation_id":"c","hook_event_name":"preToolUse","tool_name":"Shell"}`,
			Hints{Getenv: env("CLAUDE_CODE_SESSION_ID", "s", "CLAUDE_PROJECT_DIR", "/p"), Source: "claude-code"},
			"cursor", ToolStart},
		{"a client of tomorrow", future, Hints{}, "unknown", "vendor.unknown.pre_teleport"},
		{"the same, by a flag", future, Hints{Source: "claude-code"}, "claude-code", "vendor.claude-code.pre_teleport"},
		{"a new event of Claude Code's", `{"session_id":"s","transcript_path":"/h/.claude/projects/p/s.jsonl","cwd":"/p","hook_event_name":"PreTeleport"}`, Hints{}, "claude-code", "vendor.claude-code.pre_teleport"},
		{"the same, by its mode", `{"session_id":"s","transcript_path":"/t.jsonl","permission_mode":"default","cwd":"/p","hook_event_name":"PreTeleport"}`, Hints{}, "claude-code", "vendor.claude-code.pre_teleport"},
		{"a flag beside a trace", `{"hook_event_name":"preToolUse","tool_name":"Shell"}`, Hints{Source: "cursor"},
			"cursor", ToolStart},
		{"a trace beside the environment", `{"session_id":"s","transcript_path":"/h/.claude/projects/p/s.jsonl","cwd":"/p","hook_event_name":"MainStop"}`,
			Hints{Getenv: env("CURSOR_PROJECT_DIR", "/p")}, "claude-code", AgentStop},
		{"a new event about a tool", `{"session_id":"s","transcript_path":"/h/.claude/projects/p/s.jsonl","cwd":"/p","hook_event_name":"PreToolBatch","tool_name":"Bash"}`, Hints{}, "claude-code", ToolStart},
		{"a new event of Gemini CLI's", `{"session_id":"s","transcript_path":"/h/.gemini/tmp/p/chats/session-1.json","cwd":"/p","hook_event_name":"AgentStop","timestamp":"2026-11-20T10:00:00.000Z"}`, Hints{}, "gemini-cli", AgentStop},
		{"a new event of Copilot's", `{"hook_event_name":"PreToolBatch","session_id":"s","timestamp":"2026-11-20T10:00:00.000Z","cwd":"/p"}`, Hints{}, "copilot-cli", ToolStart},
		{"a new event of nobody's", `{"event":"beforeToolRun","tool_name":"x"}`, Hints{}, "unknown", ToolStart},
		{"familiar words", `{"event":"PreToolUse","tool_name":"x"}`, Hints{}, "unknown", ToolStart},
		{"nothing known", `{}`, Hints{}, "unknown", "vendor.unknown.unnamed"},
		{"by flags alone", `{}`, Hints{Source: "claude-code", Event: "Stop"}, "claude-code", AgentStop},
		{"by the environment", `{"hook_event_name":"PreToolUse","tool_name":"Bash"}`,
			Hints{Getenv: env("CLAUDE_CODE_SESSION_ID", "s")}, "claude-code", ToolStart},
		{"an envelope", `{"openhook":"0.1","id":"i","source":"cursor","type":"tool.start","time":"2026-11-20T10:00:00Z","session_id":"s"}`, Hints{}, "cursor", ToolStart},
	} {
		got := decoded(t, c.payload, c.hints)
		if got.Source != c.source || got.Type != c.typ {
			t.Errorf("%s: %s %s, want %s %s", c.name, got.Source, got.Type, c.source, c.typ)
		}
	}
}

// The words of an event's name say what it is about; those of a table say it better.
func TestFamily(t *testing.T) {
	for native, want := range map[string]string{
		"PreToolUse": ToolStart, "PreToolBatch": ToolStart, "beforeToolCall": ToolStart,
		"pre_tool_execution": ToolStart,
		"BeforeShellCommand": ToolStart, "toolStart": ToolStart, "PostToolBatch": ToolEnd, "after_tool": ToolEnd,
		"tool.ended": ToolEnd,
		"MainStop":   AgentStop, "agent_end": AgentStop, "turnCompleted": AgentStop, "SubagentStopped": SubagentStop,
		"BeforeCompaction": "context.compact", "session.created": SessionStart, "sessionEnded": SessionEnd,
		"PromptSubmitted":       PromptSubmit,
		"ToolPermissionRequest": PermissionRequest, "BeforeModelCall": "model.request",
		"UserNotification": AgentNotification,
		"tool.call":        ToolStart, "ToolUse": ToolStart, "toolResult": ToolEnd, "tool_failed": ToolEnd,
		"AgentResponse": "", "ToolSelection": "",
		"PreTeleport": "", "SomethingNew": "", "": "", "Stopwatch": "", "PreStop": "",
	} {
		if got := familyOf(native); got != want {
			t.Errorf("%s: %q, want %q", native, got, want)
		}
	}
}

// What a guard wants to know of a tool is read on an event that nobody knows too, and a
// stop of a new name does not run an agent for ever.
func TestNewEvent(t *testing.T) {
	const head = `{"session_id":"s","transcript_path":"/h/.claude/projects/p/s.jsonl","cwd":"/p","hook_event_name":`
	for _, event := range [...]string{"PreToolBatch", "PreTeleport"} {
		c := decoded(t, head+`"`+event+`","tool_name":"Bash","tool_input":{"command":"ls"}}`, Hints{})
		if c.in("command") != `"ls"` || !c.Deniable() {
			t.Errorf("%s: %s, deniable %v", event, c.Input, c.Deniable())
		}
	}
	if c := decoded(t, head+`"MainStop"}`, Hints{}); !c.KeepsGoing() {
		t.Error("a new stop is not counted")
	}
}
