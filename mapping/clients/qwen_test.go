package clients

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// qwenPayload is an event as 0.24.4 sends it, with these members of its own.
func qwenPayload(event, own string) string {
	if own != "" {
		own = "," + own
	}
	return `{"session_id":"049e3502-1e82-4696-a916-b2044ca1b554","transcript_path":"/home/dev/.qwen/projects/-home-dev-project/chats/049e3502.jsonl",` +
		`"cwd":"/home/dev/project","hook_event_name":"` + event +
		`","timestamp":"2026-11-20T08:44:03.013Z","permission_mode":"yolo"` + own + `}`
}

func TestQwenDetection(t *testing.T) {
	const stamp = `"timestamp":"2026-11-20T08:44:03.013Z",`
	env := func(name string) string {
		if name == "QWEN_CODE_SESSION_ID" {
			return "s"
		}
		return ""
	}
	for _, c := range []struct {
		payload, source string
		inherited       bool // with Qwen's variables
	}{
		{qwenPayload("PreToolUse", `"tool_name":"run_shell_command","tool_input":{}`), "qwen-code", false},
		{qwenPayload("SomethingNew", ""), "qwen-code", false},
		{strings.Replace(qwenPayload("Stop", ""), "/home/dev/.qwen/projects", `C:\\Users\\dev\\.qwen\\projects`, 1),
			"qwen-code", false},
		{strings.Replace(qwenPayload("Stop", ""), "/home/dev/.qwen/projects", "/srv/state", 1), "qwen-code", false},
		{strings.Replace(qwenPayload("Stop", ""), `,"permission_mode":"yolo"`, "", 1), "qwen-code", false},
		{`{"session_id":"s","transcript_path":"/srv/c.jsonl","cwd":"/p","hook_event_name":"Stop",` + stamp +
			`"prompt_id":"049e3502########0"}`, "qwen-code", false},
		{`{"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"edit","tool_input":{}}`, "qwen-code",
			true},
		// Claude Code, also in a folder of Qwen's name and started by Qwen Code.
		{claudeBash, "claude-code", false},
		{claudeBash, "claude-code", true},
		{`{"session_id":"s","transcript_path":"/home/dev/.claude/projects/-home-dev-.qwen-x/s.jsonl","cwd":"/home/dev/.qwen/x","permission_mode":"default","prompt_id":"049e3502","hook_event_name":"Stop"}`, "claude-code", false},
		// Gemini CLI.
		{`{"session_id":"s","transcript_path":"/home/dev/.gemini/tmp/p/chats/session-x.jsonl","cwd":"/p","hook_event_name":"SessionStart",` + stamp + `"source":"startup"}`, "gemini-cli", false},
		{`{"session_id":"s","transcript_path":"/home/dev/.gemini/tmp/p/chats/session-x.jsonl","cwd":"/p","hook_event_name":"BeforeTool",` + stamp + `"tool_name":"run_shell_command"}`, "gemini-cli", true},
		// VS Code Copilot, Copilot CLI with Pascal events, Droid, Kimi, Grok, Augment.
		{`{` + stamp + `"hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/home/dev/.config/Code/User/workspaceStorage/x/GitHub.copilot-chat/transcripts/s.jsonl","tool_name":"run_in_terminal","tool_input":{},"tool_use_id":"u","cwd":"/p"}`, "", false},
		{`{"hook_event_name":"PreToolUse","session_id":"s",` + stamp + `"cwd":"/p","tool_name":"Bash","tool_input":{}}`,
			"", false},
		{`{"hook_event_name":"Stop","session_id":"s",` + stamp +
			`"cwd":"/p","transcript_path":"/home/dev/.copilot/session-state/s/events.jsonl"}`, "", false},
		{`{"session_id":"s","transcript_path":"/home/dev/.factory/sessions/s.jsonl","cwd":"/p","permission_mode":"auto-high","hook_event_name":"PreToolUse","tool_name":"Execute","tool_input":{}}`, "", false},
		{`{"hook_event_name":"PreToolUse","session_id":"session_5e0d","cwd":"/p","client_type":"kimi_code_cli","tool_name":"Shell","tool_call_id":"t",` + stamp + `"permission_mode":"default"}`, "", false},
		{`{"hookEventName":"pre_tool_use","hook_event_name":"PreToolUse","sessionId":"s","session_id":"s","workspaceRoot":"/p","cwd":"/p","transcript_path":"/home/dev/.grok/s.jsonl",` + stamp + `"permissionMode":"default","permission_mode":"default","tool_name":"x"}`, "", false},
		{`{"hook_event_name":"PreToolUse","conversation_id":"c","workspace_roots":["/p"],` + stamp +
			`"permission_mode":"default","tool_name":"x"}`, "", false},
	} {
		h := mapping.Hints{}
		if c.inherited {
			h.Getenv = env
		}
		if got := decoded(t, c.payload, h).Source; got != c.source && (c.source != "" || got == "qwen-code") {
			t.Errorf("%s: %s, want %s", c.payload, got, c.source)
		}
	}
}

// Tools, events and variants of 0.24.4 of which no payload is kept.
func TestQwenEnvelope(t *testing.T) {
	tool := func(name, input, more string) string {
		return qwenPayload("PreToolUse", `"tool_name":"`+name+`","tool_input":`+input+`,"tool_use_id":"toolu_1_a"`+more)
	}
	for _, c := range []struct {
		payload string
		want    []string // path, value
	}{
		{tool("run_shell_command", `{"command":"ls","is_background":true,"timeout":5,"directory":"/home/dev/project/src"}`, `,"tool_call_id":"call_1"`),
			[]string{"data.tool", "shell", "data.tool_input",
				`{"command":"ls","is_background":true,"timeout":5,"cwd":"/home/dev/project/src"}`, "data.tool_call_id",
				"call_1"}},
		{tool("monitor", `{"command":"tail -f x"}`, ""),
			[]string{"data.tool", "shell", "data.tool_input.command", "tail -f x", "data.tool_call_id", "toolu_1_a"}},
		{tool("edit", `{"file_path":"/home/dev/project/a.go","old_string":"a","new_string":"b","replace_all":true}`,
			""),
			[]string{"data.tool", "file_edit", "data.files", `[{"path":"/home/dev/project/a.go","op":"update"}]`,
				"data.tool_input.new_string", "b"}},
		{tool("notebook_edit", `{"notebook_path":"/home/dev/project/n.ipynb","cell_id":"c1","new_source":"x=1","edit_mode":"replace"}`, ""),
			[]string{"data.tool", "file_edit", "data.files", `[{"path":"/home/dev/project/n.ipynb","op":"update"}]`,
				"data.tool_input.new_string", "x=1"}},
		{tool("read_file", `{"file_path":"/home/dev/project/a.pdf","offset":0,"limit":10,"pages":"1-2"}`, ""),
			[]string{"data.tool", "file_read", "data.files", `[{"path":"/home/dev/project/a.pdf","op":"read"}]`}},
		{tool("grep_search", `{"pattern":"TODO","glob":"*.go","path":"src","limit":5}`, ""),
			[]string{"data.tool", "search", "data.tool_input",
				`{"pattern":"TODO","glob":"*.go","path":"src","limit":5}`}},
		{tool("glob", `{"pattern":"**/*.go"}`, ""),
			[]string{"data.tool", "find", "data.tool_input.pattern", "**/*.go"}},
		{tool("list_directory", `{"path":"/home/dev/project"}`, ""),
			[]string{"data.tool", "find", "data.tool_input.path", "/home/dev/project"}},
		{tool("web_fetch", `{"url":"https://example.com","prompt":"sum up"}`, ""),
			[]string{"data.tool", "web_fetch", "data.tool_input.url", "https://example.com"}},
		{tool("web_search", `{"query":"x"}`, ""), []string{"data.tool", "web_search", "data.tool_input.query", "x"}},
		{tool("agent", `{"description":"d","prompt":"p","subagent_type":"Explore","run_in_background":false}`, ""),
			[]string{"data.tool", "agent", "data.tool_input.prompt", "p"}},
		{tool("skill", `{"skill":"review"}`, ""), []string{"data.tool", "", "data.tool_name", "skill",
			"data.tool_input.skill", "review"}},
		{tool("mcp__my-docs__read__page", `{"id":1}`, ""),
			[]string{"data.tool", "mcp", "data.mcp", `{"server":"my-docs","tool":"read__page"}`}},
		{strings.Replace(tool("edit", `{"file_path":"/home/dev/project/a.go"}`, ""), `"permission_mode":"yolo"`,
			`"permission_mode":"auto","agent_id":"general-purpose-call_4_0","prompt_id":"049e3502########1"`, 1),
			[]string{"data.agent", `{"id":"general-purpose-call_4_0"}`, "data.permission_mode", "auto"}},
		{strings.ReplaceAll(tool("write_file", `{"file_path":"C:\\work\\a.go","content":"x"}`, ""), "/home/dev/project",
			`C:\\work`),
			[]string{"cwd", `C:\work`, "data.files.0.path", `C:\work\a.go`, "data.files.0.op", "create"}},
		{strings.Replace(qwenPayload("Stop", ""), `"transcript_path"`,
			`"source_type":"cli","source_id":"x","transcript_path"`, 1), []string{"type", "agent.stop"}},
		{qwenPayload("PermissionDenied", `"tool_name":"run_shell_command","tool_input":{"command":"rm"},"tool_use_id":"toolu_1","tool_call_id":"call_1","reason":"classifier_blocked"`),
			[]string{"type", "permission.denied", "data.reason", "classifier_blocked", "data.tool", "shell",
				"data.tool_call_id", "call_1"}},
		{qwenPayload("PostToolUseFailure", `"tool_use_id":"t","tool_name":"edit","tool_input":{},"error":"no such file","is_interrupt":true`),
			[]string{"type", "tool.end", "data.status", "error", "data.error", "no such file", "data.is_interrupt",
				"true", "data.duration_ms", ""}},
		{qwenPayload("PostToolUse", `"tool_name":"edit","tool_input":{},"tool_response":{"llmContent":"x"},"tool_use_id":"t","duration_ms":3.6`), []string{"data.duration_ms", "4", "data.status", "success"}},
		{qwenPayload("Stop", `"stop_hook_active":true,"last_assistant_message":"done","background_tasks":[],"crons":[]`), []string{"data.stop_hook_active", "true", "data.last_message", "done"}},
		{qwenPayload("SessionStart", `"source":"branch","model":"qwen3-coder","agent_type":"Custom"`),
			[]string{"data.reason", "fork", "data.model", "qwen3-coder", "data.agent.type", "Custom"}},
		{qwenPayload("SessionEnd", `"reason":"clear"`), []string{"data.reason", "user_exit"}},
		{qwenPayload("SessionEnd", `"reason":"other"`), []string{"data.reason", "completed"}},
		{qwenPayload("SessionDelete", `"deleted_session_id":"x"`),
			[]string{"type", "vendor.qwen-code.session_delete", "data.deleted_session_id", "x"}},
		{qwenPayload("PostCompact", `"trigger":"auto","compact_summary":"s"`),
			[]string{"type", "context.compacted", "data.trigger", "auto", "data.compact_summary", "s"}},
		{qwenPayload("PreCompact", `"trigger":"auto","custom_instructions":"keep names"`),
			[]string{"type", "context.compact", "data.custom_instructions", "keep names"}},
		{qwenPayload("Notification", `"message":"m","notification_type":"idle_prompt"`),
			[]string{"data.kind", "idle", "data.message", "m"}},
		{qwenPayload("UserPromptExpansion", `"command_name":"init","command_args":"","prompt":"Please write"`),
			[]string{"type", "prompt.expand", "data.prompt", "Please write", "data.command_name", "init"}},
		{qwenPayload("TodoCompleted", `"todo_id":"1","todo_content":"c","previous_status":"pending","all_todos":[],"phase":"validation"`),
			[]string{"type", "vendor.qwen-code.todo_completed", "data.previous_status", "pending",
				"extensions.openhook-shim.can", `["deny"]`}},
		{qwenPayload("TodoCreated", `"todo_id":"1","todo_content":"c","todo_status":"pending","all_todos":[],"phase":"postWrite"`),
			[]string{"type", "vendor.qwen-code.todo_created", "data.phase", "postWrite", "extensions.openhook-shim.can",
				`[]`}},
		{qwenPayload("SomethingNew", `"x":1`), []string{"type", "vendor.qwen-code.something_new"}},
		{qwenPayload("ConfigChange", `"x":1`), []string{"type", "config.change"}}, // a familiar name
		// A person's prompt that says nothing of where it comes from; one that
		// brings no text is the call with the results of tools.
		{qwenPayload("UserPromptSubmit", `"prompt":"hi"`),
			[]string{"type", "prompt.submit", "data.prompt", "hi", "data.synthetic", ""}},
		{qwenPayload("UserPromptSubmit", `"prompt":"hi\n\nlong","submitted_prompt":"hi"`),
			[]string{"type", "prompt.submit", "data.prompt_length", "8", "data.submitted_prompt", "hi",
				"data.synthetic", ""}},
		{qwenPayload("UserPromptSubmit", `"prompt":""`),
			[]string{"type", "vendor.qwen-code.user_prompt_submit", "data.synthetic", "true"}},
	} {
		var b strings.Builder
		for _, piece := range decoded(t, c.payload, mapping.Hints{}).Envelope("id", mapping.Options{}) {
			b.Write(piece)
		}
		for i := 0; i < len(c.want); i += 2 {
			if got := gjson.Get(b.String(), c.want[i]).String(); got != c.want[i+1] {
				t.Errorf("%s\n%s = %s, want %s", c.payload, c.want[i], got, c.want[i+1])
			}
		}
	}
}

// What the payload lacks, the client's own variables fill.
func TestQwenEnvironment(t *testing.T) {
	env := func(name string) string {
		return map[string]string{"QWEN_CODE_MODEL": "qwen3-coder", "QWEN_PROJECT_DIR": "/home/dev/project",
			"GEMINI_PROJECT_DIR": "/x"}[name]
	}
	c := decoded(t, qwenPayload("Stop", ""), mapping.Hints{Getenv: env})
	if c.Text(mapping.Model) != "qwen3-coder" || c.Project() != "/home/dev/project" {
		t.Errorf("model %s, project %s", c.Text(mapping.Model), c.Project())
	}
}

// Answers of hooks that speak Qwen Code's own words.
func TestQwenWords(t *testing.T) {
	for _, c := range []struct {
		event, stdout, stderr string
		exit                  int
		want                  string // what goes back
	}{
		{"PreToolUse", `{"decision":"block","reason":"R"}`, "", 0, "deny R"},
		{"PreToolUse", `{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"R"}}`, "", 1,
			"deny R"},
		{"PreToolUse", `{"continue":false,"stopReason":"R"}`, "", 0, "deny R"},
		{"PreToolUse", `{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"R"}}`, "", 0,
			"ask R"},
		{"PreToolUse", `{"hookSpecificOutput":{"permissionDecision":"allow"}}`, "", 0, ""},
		{"PreToolUse", "", "R", 2, "deny R"},
		{"PermissionRequest", `{"hookSpecificOutput":{"decision":{"behavior":"deny","message":"R"}}}`, "", 0, "deny R"},
		{"PostToolUse", `{"continue":false,"stopReason":"R"}`, "", 0, "output R"},
		{"PostToolBatch", `{"continue":false,"stopReason":"R"}`, "", 0, "deny R"},
		{"UserPromptSubmit", "plain context", "", 0, "context plain context"},
		{"UserPromptExpansion", "plain context", "", 0, "context plain context"},
		{"Stop", `{"decision":"block","reason":"R"}`, "", 0, "deny R"},
		{"TodoCreated", `{"decision":"block","reason":"R"}`, "", 0, "deny R"},
	} {
		call := decoded(t, qwenPayload(c.event, `"tool_name":"edit","tool_input":{},"prompt":"p","phase":"validation"`),
			mapping.Hints{})
		a, err := call.DecodeNative(call.Dialect, call.Event,
			mapping.HookOutput{Stdout: []byte(c.stdout), Stderr: []byte(c.stderr), Exit: c.exit}, mapping.BlockOn{})
		if err != nil {
			t.Errorf("%s %s: %v", c.event, c.stdout, err)
			continue
		}
		a, _ = mapping.Degrade(call, a, mapping.Policy{})
		got := ""
		switch {
		case a.Decision == mapping.Deny:
			got = "deny " + a.Reason
		case a.Decision == mapping.Ask:
			got = "ask " + a.Reason
		case a.Output != "":
			got = "output " + jsontext.Text(a.Output)
		case a.Context != "":
			got = "context " + a.Context
		}
		if got != c.want {
			t.Errorf("%s %s: %q, want %q", c.event, c.stdout, got, c.want)
		}
	}
}
