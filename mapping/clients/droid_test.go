package clients

import (
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

const droidHead = `{"session_id":"s","transcript_path":"/home/dev/.factory/sessions/-p/s.jsonl","cwd":"/p/sub","permission_mode":"auto-low",`

func TestDroidDetect(t *testing.T) {
	for _, c := range [...]struct{ name, payload, want string }{
		{"any event with its transcript", `{"session_id":"s","transcript_path":"/home/dev/.factory/sessions/-p/s.jsonl","cwd":"/p","permission_mode":"later","hook_event_name":"Later"}`, "factory-droid"},
		{"Windows", `{"session_id":"s","transcript_path":"C:\\Users\\d\\.factory\\sessions\\-p\\s.jsonl","cwd":"C:\\p","permission_mode":"off","hook_event_name":"Stop"}`, "factory-droid"},
		{"no transcript", `{"session_id":"s","transcript_path":"","cwd":"/p","permission_mode":"off","hook_event_name":"Notification","message":"m"}`, "factory-droid"},
		{"spec mode", `{"session_id":"s","transcript_path":"/x/s.jsonl","cwd":"/p","permission_mode":"spec","hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{}}`, "factory-droid"},
		{"auto-low", `{"session_id":"s","cwd":"/p","permission_mode":"auto-low","hook_event_name":"PreCompact","trigger":"auto"}`, "factory-droid"},
		{"auto-medium", `{"session_id":"s","cwd":"/p","permission_mode":"auto-medium","hook_event_name":"SubagentStop"}`, "factory-droid"},
		{"auto-high", `{"session_id":"s","cwd":"/p","permission_mode":"auto-high","hook_event_name":"UserPromptSubmit","prompt":"x"}`, "factory-droid"},
		{"no session", `{"session_id":"unknown","transcript_path":"","cwd":"/p","permission_mode":"auto-high","hook_event_name":"SessionEnd","reason":"other"}`, "factory-droid"},
		{"a mode of tomorrow", `{"session_id":"s","transcript_path":"","cwd":"/p","permission_mode":"later","hook_event_name":"PreToolUse","tool_name":"Create","tool_input":{}}`, "factory-droid"},
		{"Claude Code's MCP tool", `{"session_id":"s","transcript_path":"/c/1.jsonl","cwd":"/p","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Execute","tool_input":{},"tool_use_id":"u"}`, "claude-code"},
		{"Claude Code in a project of that name", `{"session_id":"s","transcript_path":"/home/dev/.claude/projects/-home-dev--factory-sessions/1.jsonl","cwd":"/home/dev/.factory/sessions","permission_mode":"default","hook_event_name":"Stop"}`, "claude-code"},
		{"Claude Code with a file of it", `{"session_id":"s","transcript_path":"/c/1.jsonl","cwd":"/p","permission_mode":"acceptEdits","hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{"file_path":"/home/dev/.factory/sessions/-p/s.jsonl"},"tool_use_id":"u"}`, "claude-code"},
		{"Codex", `{"session_id":"s","turn_id":"t","transcript_path":"/h/.codex/sessions/2026/11/20/rollout-2026-11-20T08-41-21-01a1.jsonl","cwd":"/p","permission_mode":"default","hook_event_name":"PreToolUse","model":"m","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"u"}`, "codex"},
		{"Qwen", `{"session_id":"s","transcript_path":"/h/.qwen/projects/p/chats/s.jsonl","cwd":"/p","permission_mode":"auto-edit","timestamp":"2026-11-20T10:00:00Z","hook_event_name":"Stop"}`, ""},
		{"a mode and a time", `{"session_id":"s","transcript_path":"/x/s.jsonl","cwd":"/p","permission_mode":"auto-high","timestamp":"2026-11-20T10:00:00Z","hook_event_name":"Stop"}`, ""},
		{"Gemini", `{"session_id":"s","transcript_path":"/h/.gemini/tmp/x/chats/session-1.json","cwd":"/p","timestamp":"2026-11-20T10:00:00Z","hook_event_name":"SessionStart","source":"startup"}`, ""},
		{"Kimi", `{"session_id":"session_1","cwd":"/p","client_type":"kimi_code_cli","permission_mode":"off","hook_event_name":"Stop"}`, ""},
		{"Grok", `{"hookEventName":"stop","hook_event_name":"Stop","workspaceRoot":"/p","session_id":"s","transcript_path":"/x","cwd":"/p","permission_mode":"off","timestamp":"2026-11-20T10:00:00Z"}`, ""},
		{"Kiro 3", `{"hook_event_name":"PreToolUse","session_id":"sess_1","cwd":"/p","tool_name":"execute_bash","tool_input":{"command":"ls"}}`, ""},
		{"Copilot's Pascal events", `{"hook_event_name":"PreToolUse","session_id":"s","timestamp":"2026-11-20T10:00:00Z","cwd":"/p","tool_name":"bash","tool_input":{"command":"ls"}}`, ""},
		{"VS Code", `{"timestamp":"2026-11-20T10:00:00Z","hook_event_name":"Stop","session_id":"s","transcript_path":"/h/.config/Code/x.jsonl","stop_hook_active":false,"cwd":"/p"}`, ""},
		{"Cursor", `{"conversation_id":"c","cursor_version":"3","hook_event_name":"preToolUse","permission_mode":"off","transcript_path":"/home/dev/.factory/sessions/x"}`, "cursor"},
	} {
		if got := decoded(t, c.payload, mapping.Hints{}).Source; got != c.want &&
			(c.want != "" || got == "factory-droid" || got == "claude-code") {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	getenv := func(name string) string {
		if name == "DROID_PROJECT_DIR" {
			return "/p"
		}
		return ""
	}
	if c := decoded(t, `{"hook_event_name":"SubagentStop"}`, mapping.Hints{Getenv: getenv}); c.Source != "factory-droid" || c.Cwd() != "/p" {
		t.Errorf("by the environment: %s in %s", c.Source, c.Cwd())
	}
	if c := decoded(t, claudeBash, mapping.Hints{Getenv: getenv}); c.Source != "claude-code" {
		t.Errorf("Claude Code, started by Droid: %s", c.Source)
	}
}

func TestDroidDecode(t *testing.T) {
	tool := func(name, input string) string {
		return droidHead + `"hook_event_name":"PreToolUse","tool_name":"` + name + `","tool_input":` + input + `}`
	}
	for _, c := range [...]struct {
		name, payload string
		want          []string
	}{
		{"shell", tool("Execute", `{"command":"ls","summary":"s","riskLevel":"low","riskLevelReason":"r","timeout":5}`),
			[]string{`"tool":"shell"`, `"command":"ls"`, `"permission_mode":"auto-low"`}},
		{"create", tool("Create", `{"file_path":"a.txt","content":"x"}`),
			[]string{`"tool":"file_write"`, `"files":[{"path":"/p/sub/a.txt","op":"create"}]`}},
		{"edit", tool("Edit", `{"file_path":"/a","old_str":"x","new_str":"y","change_all":true}`),
			[]string{`"tool_input":{"file_path":"/a","old_string":"x","new_string":"y","change_all":true}`,
				`"op":"update"`}},
		{"edits", tool("MultiEdit", `{"file_path":"/a","changes":[{"old_str":"x","new_str":"y"}]}`),
			[]string{`"edits":[{`, `"files":[{"path":"/a","op":"update"}]`}},
		{"patch", tool("ApplyPatch", `{"input":"*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n*** Delete File: /c\n*** End Patch"}`), []string{`"tool":"file_edit"`, `"tool_input":{"patch":"*** Begin`,
			`"files":[{"path":"/p/sub/a.txt","op":"update"},{"path":"/p/sub/b.txt","op":"create"},{"path":"/c","op":"delete"}]`}},
		{"patch on Windows", strings.Replace(tool("ApplyPatch", `{"input":"*** Begin Patch\n*** Add File: src\\a.txt\n"}`), `"/p/sub"`, `"C:\\p"`, 1), []string{`"path":"C:\\p\\src\\a.txt"`}},
		{"list", tool("LS", `{"directory_path":"/d","ignorePatterns":["x"]}`),
			[]string{`"tool":"find"`, `"tool_input":{"path":"/d","ignorePatterns":["x"]}`}},
		{"glob", tool("Glob", `{"patterns":["*.go","*.md"],"folder":"/d"}`),
			[]string{`"tool":"find"`, `"pattern":"*.go\n*.md"`, `"patterns":["*.go","*.md"]`, `"path":"/d"`}},
		{"grep", tool("Grep", `{"pattern":"x","path":"/d","glob_pattern":"*.go"}`),
			[]string{`"tool":"search"`, `"tool_input":{"pattern":"x","path":"/d","glob_pattern":"*.go"}`}},
		{"search", tool("WebSearch", `{"query":"q","numResults":3}`), []string{`"tool":"web_search"`, `"query":"q"`}},
		{"fetch", tool("FetchUrl", `{"url":"https://x"}`), []string{`"tool":"web_fetch"`, `"url":"https://x"`}},
		{"MCP", tool("my_lab___do_it", `{"a":1}`),
			[]string{`"tool":"mcp"`, `"mcp":{"server":"my_lab","tool":"do_it"}`, `"tool_name":"my_lab___do_it"`}},
		{"a tool nobody knows", tool("Skill", `{"skill":"x"}`), []string{`!"tool":`, `"tool_input":{"skill":"x"}`}},
		{"a result that is no string", droidHead + `"hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{"file_path":"/a"},"tool_response":{"x":1}}`, []string{`"status":"success"`, `"tool_output":{"x":1}`}},
		{"a subagent's session", droidHead + `"hook_event_name":"SessionStart","source":"resume","previous_session_id":"q","calling_session_id":"r"}`,
			[]string{`"reason":"resume"`, `"agent":{"parent_id":"r"}`, `"previous_session_id":"q"`}},
		{"idle", droidHead + `"hook_event_name":"Notification","message":"m","notification_type":"idle_prompt"}`,
			[]string{`"kind":"idle"`, `"message":"m"`}},
		{"logout", droidHead + `"hook_event_name":"SessionEnd","reason":"logout","session_duration_ms":12.25}`,
			[]string{`"reason":"user_exit"`, `"duration_ms":12`}},
		{"a reason of tomorrow", droidHead + `"hook_event_name":"SessionEnd","reason":"later"}`,
			[]string{`"reason":"later"`, `!"duration_ms"`}},
		{"automatic compaction", droidHead + `"hook_event_name":"PreCompact","trigger":"auto","message_count":3}`,
			[]string{`"trigger":"auto"`, `!"custom_instructions"`, `"message_count":3`}},
		{"a person who quotes", droidHead + `"hook_event_name":"UserPromptSubmit","prompt":"what is # Task Tool Invocation\n?"}`, []string{`!"synthetic"`}},
	} {
		got := dataOf(decoded(t, c.payload, mapping.Hints{}))
		for _, want := range c.want {
			absent := strings.HasPrefix(want, "!")
			if strings.Contains(got, strings.TrimPrefix(want, "!")) == absent {
				t.Errorf("%s: want %s in\n%s", c.name, want, got)
			}
		}
	}
}

// A new input goes home in Droid's own keys; the client merges it.
func TestDroidRewrite(t *testing.T) {
	for _, c := range [...]struct{ tool, input, updated, want string }{
		{"Edit", `{"file_path":"/a","old_str":"x","new_str":"y"}`, `{"new_string":"z"}`,
			`{"file_path":"/a","old_str":"x","new_str":"z"}`},
		{"ApplyPatch", `{"input":"*** Begin Patch"}`, `{"patch":"*** other"}`, `{"input":"*** other"}`},
		{"Glob", `{"patterns":["*.go"]}`, `{"pattern":"*.md"}`, `{"patterns":["*.md"]}`},
		{"Glob", `{"patterns":["*.go","*.md"]}`, `{"pattern":"*.go\n*.md"}`, ``},
		{"LS", `{"directory_path":"/d"}`, `{"path":"/e"}`, `{"directory_path":"/e"}`},
		{"lab___echo", `{"text":"hi"}`, `{"text":"ho"}`, `{"text":"ho"}`},
		{"Execute", `{"command":"ls","riskLevel":"low"}`, `{"command":"ls"}`, ``},
	} {
		call := decoded(t, droidHead+`"hook_event_name":"PreToolUse","tool_name":"`+c.tool+`","tool_input":`+c.input+`}`, mapping.Hints{})
		a, warnings := mapping.Degrade(call, mapping.Answer{Input: c.updated}, mapping.Policy{})
		if a.Input != c.want || a.Decision != mapping.NoOpinion || warnings != nil {
			t.Errorf("%s %s: %s %v, want %s", c.tool, c.updated, a.Input, a.Decision, c.want)
		}
	}
}

// A hook that was written for Droid ends the agent with exit code 3.
func TestDroidNative(t *testing.T) {
	for _, c := range [...]struct {
		event, stdout, stderr string
		exit                  int
		want                  mapping.Answer
	}{
		{"PreToolUse", "", "WHY", 3, mapping.Answer{Stop: true, StopReason: "WHY"}},
		{"PreToolUse", "", "WHY", 2, mapping.Answer{Decision: mapping.Deny, Reason: "WHY"}},
		{"PreToolUse", `{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"WHY"}}`, "", 1,
			mapping.Answer{Decision: mapping.Deny, Reason: "WHY"}},
		{"UserPromptSubmit", "", "WHY", 3, mapping.Answer{Decision: mapping.Deny, Reason: "WHY"}},
		{"UserPromptSubmit", "text", "", 0, mapping.Answer{Context: "text"}},
		{"PreCompact", "", "WHY", 3, mapping.Answer{Decision: mapping.Deny, Reason: "WHY"}},
		{"Stop", `{"decision":"block","reason":"WHY"}`, "", 0, mapping.Answer{Decision: mapping.Deny, Reason: "WHY"}},
	} {
		call := decoded(t, droidHead+`"hook_event_name":"`+c.event+`"}`, mapping.Hints{})
		a, err := call.DecodeNative(call.Dialect, call.Event,
			mapping.HookOutput{Stdout: []byte(c.stdout), Stderr: []byte(c.stderr), Exit: c.exit}, mapping.BlockOn{})
		a.Native, a.Quiet = "", false
		if err != nil || a.Decision != c.want.Decision || a.Reason != c.want.Reason || a.Stop != c.want.Stop ||
			a.StopReason != c.want.StopReason || a.Context != c.want.Context {
			t.Errorf("%s, exit %d, %s: %+v, %v", c.event, c.exit, c.stdout, a, err)
		}
	}
}
