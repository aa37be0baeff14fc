package clients

import (
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

func TestVSCodeDetection(t *testing.T) {
	const head = `{"timestamp":"2026-11-20T09:10:11.123Z","hook_event_name":`
	const vscode = "vscode-copilot"
	for payload, want := range map[string]string{
		head + `"PreToolUse","session_id":"s","tool_name":"read_file","tool_input":{},"tool_use_id":"u","cwd":"/p"}`:                                     vscode, // the path is optional
		head + `"PreToolUse","tool_name":"read_file","tool_input":{},"tool_use_id":"u"}`:                                                                 vscode, // so is the id
		head + `"SubagentStop","session_id":"s","transcript_path":"/x/t.jsonl","agent_id":"a","agent_type":"Plan","stop_hook_active":false}`:             vscode,
		head + `"SessionStart","session_id":"s","source":"new","model":"m","cwd":"/p"}`:                                                                  vscode,
		head + `"PreCompact","session_id":"s","transcript_path":"C:\\ws\\GitHub.copilot-chat\\transcripts\\s.jsonl","custom_instructions":"x"}`:          vscode,
		head + `"SomethingNew","session_id":"s","transcript_path":"/ws/github.copilot-chat/transcripts/s.jsonl"}`:                                        vscode,
		`{"timestamp":"2026-11-20T09:10:11.123Z","cwd":"/p","sessionId":"s","hookEventName":"SomethingNew"}`:                                             vscode,
		`{"hookEventName":"UserPromptSubmit","sessionId":"s","prompt":"hi"}`:                                                                             vscode,
		head + `"SessionStart","session_id":"s","transcript_path":"/home/dev/.gemini/tmp/p/chats/session-1.json","source":"startup"}`:                    "gemini-cli",
		head + `"BeforeTool","session_id":"s","transcript_path":"/x","tool_name":"read_file","tool_input":{}}`:                                           "gemini-cli",
		`{"hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/t.jsonl","cwd":"/p","tool_name":"Bash","tool_input":{},"tool_use_id":"u"}`: "claude-code",
		`{"hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/t.jsonl","cwd":"/p","permission_mode":"default","tool_name":"Bash"}`:       "claude-code",
	} {
		if got := augmentDecoded(t, payload, "CLAUDE_PROJECT_DIR", "/p", "VSCODE_PID", "1").Source; got != want {
			t.Errorf("%s: %s, want %s", payload, got, want)
		}
	}
	// What others send that copy the same words.
	for _, payload := range [...]string{
		// Grok, with every key in both spellings
		`{"hookEventName":"pre_tool_use","hook_event_name":"PreToolUse","sessionId":"s","session_id":"s","workspaceRoot":"/p","timestamp":"2026-11-20T09:10:11.123456789Z","transcript_path":"/t","tool_use_id":"u","permission_mode":"default"}`,
		`{"hookEventName":"stop","sessionId":"s","workspaceRoot":"/p"}`,
		// Qwen Code
		head + `"PreToolUse","session_id":"s","transcript_path":"/home/dev/.qwen/projects/p/chats/s.jsonl","permission_mode":"default","tool_use_id":"u"}`,
		head + `"Stop","session_id":"s","transcript_path":"/home/dev/.qwen/projects/p/chats/s.jsonl","prompt_id":"x########1"}`,
		// Copilot CLI: native, its Pascal words, and where these have a transcript
		`{"sessionId":"s","timestamp":1763629811123,"cwd":"/p","toolName":"bash","toolArgs":{}}`,
		`{"sessionId":"s","timestamp":1763629811123,"cwd":"/p","hook_event_name":"Notification","message":"m","notification_type":"agent_idle"}`,
		`{"hook_event_name":"PreToolUse","session_id":"s","timestamp":"2026-11-20T09:10:11.123Z","cwd":"/p","tool_name":"Bash","tool_input":{}}`,
		`{"hook_event_name":"UserPromptSubmit","session_id":"s","timestamp":"2026-11-20T09:10:11.123Z","cwd":"/p","prompt":"x"}`,
		`{"hook_event_name":"SessionStart","session_id":"s","timestamp":"2026-11-20T09:10:11.123Z","cwd":"/p","source":"new","initial_prompt":"x"}`,
		`{"hook_event_name":"Stop","session_id":"s","timestamp":"2026-11-20T09:10:11.123Z","cwd":"/p","transcript_path":"/c/session-state/s/events.jsonl","stop_reason":"end_turn","stop_hook_active":false}`,
		`{"hook_event_name":"PreCompact","session_id":"s","timestamp":"2026-11-20T09:10:11.123Z","cwd":"/p","transcript_path":"/c/session-state/s/events.jsonl","trigger":"manual","custom_instructions":""}`,
		// Cline
		`{"hookName":"tool_call","taskId":"t","sessionId":"s","hookEventName":"x"}`,
	} {
		if got := augmentDecoded(t, payload, "VSCODE_PID", "1").Source; got == vscode {
			t.Errorf("%s is taken for VS Code's", payload)
		}
	}
}

func TestVSCodeCalls(t *testing.T) {
	const head = `{"timestamp":"2026-11-20T09:10:11.123Z","hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_use_id":"u","tool_name":`
	for _, c := range [...]struct {
		name, payload string
		want          []string
	}{
		{"several edits", head + `"multi_replace_string_in_file","tool_input":{"explanation":"e","replacements":[{"filePath":"/p/a","oldString":"1","newString":"2"},{"filePath":"/p/b","oldString":"3","newString":"4"}]}}`,
			[]string{`"tool":"file_edit"`, `"files":[{"path":"/p/a","op":"update"},{"path":"/p/b","op":"update"}]`,
				`"old_string":"1\n3"`, `"new_string":"2\n4"`, `"file_path":"/p/a\n/p/b"`, `"replacements":[{`}},
		{"a patch", head + `"apply_patch","tool_input":{"input":"*** Begin Patch\n*** Update File: /p/a\n@@\n*** Add File: /p/b\n+x\n*** End Patch","explanation":"e"}}`,
			[]string{`"tool":"file_edit"`, `"patch":"***`,
				`"files":[{"path":"/p/a","op":"update"},{"path":"/p/b","op":"create"}]`}},
		{"a URI", head + `"create_file","tool_input":{"filePath":"file:///p/../etc/pass%77d?a#b","content":"x"}}`,
			[]string{`"files":[{"path":"/etc/passwd","op":"create"}]`}},
		{"a URI with two slashes", head + `"create_file","tool_input":{"filePath":"file://etc/passwd","content":"x"}}`,
			[]string{`"files":[{"path":"/etc/passwd","op":"create"}]`}},
		{"a new file", head + `"create_file","tool_input":{"filePath":"/p/a","content":"x"}}`,
			[]string{`"tool":"file_write"`, `"file_path":"/p/a"`, `"op":"create"`}},
		{"an edit in words", head + `"insert_edit_into_file","tool_input":{"explanation":"e","filePath":"c:\\p\\a.txt","code":"x"}}`, []string{`"new_string":"x"`, `"path":"c:\\p\\a.txt","op":"update"`}},
		{"a search", head + `"grep_search","tool_input":{"query":"a.b","isRegexp":true}}`,
			[]string{`"tool":"search"`, `"pattern":"a.b"`, `"isRegexp":true`}},
		{"pages", head + `"fetch_webpage","tool_input":{"urls":["https://a","https://b"],"query":"q"}}`,
			[]string{`"tool":"web_fetch"`, `"url":"https://a\nhttps://b"`, `"urls":[`, `"prompt":"q"`}},
		{"a subagent", head + `"runSubagent","tool_input":{"prompt":"p","description":"d"}}`,
			[]string{`"tool":"agent"`, `"prompt":"p"`}},
		{"a server's tool", head + `"mcp_github_create_issue","tool_input":{"title":"t"}}`,
			[]string{`"mcp":{"server":"github","tool":"create_issue"}`, `"tool_input":{"title":"t"}`}},
		{"an unknown tool", head + `"manage_todo_list","tool_input":{"todoList":[]}}`,
			[]string{`"tool_name":"manage_todo_list"`}},
		{"the names of the documentation", `{"timestamp":"2026-11-20T09:10:11.123Z","cwd":"/p","sessionId":"s","hookEventName":"SubagentStop","agent_id":"a","agent_type":"Plan","stop_hook_active":true}`,
			[]string{`"type":"subagent.stop"`, `"session_id":"s"`, `"agent":{"id":"a","type":"Plan"}`,
				`"stop_hook_active":true`, `"can":["go_on","stop","message"]`}},
	} {
		said := augmentSaid(augmentDecoded(t, c.payload))
		for _, want := range append(c.want, `"source":"vscode-copilot"`) {
			if !strings.Contains(said, want) {
				t.Errorf("%s: no %s in %s", c.name, want, said)
			}
		}
	}
}

// A new input that VS Code would drop must not let the call run as it was.
func TestVSCodeRewrites(t *testing.T) {
	const head = `{"timestamp":"2026-11-20T09:10:11.123Z","hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_use_id":"u","tool_name":`
	const terminal = head + `"run_in_terminal","tool_input":{"command":"ls","isBackground":false}}`
	const multi = head + `"multi_replace_string_in_file","tool_input":{"replacements":[{"filePath":"/a","oldString":"1","newString":"2"}]}}`
	for _, c := range [...]struct{ payload, updated, want string }{
		{terminal, `{"command":"pwd"}`, `"updatedInput":{"command":"pwd","isBackground":false}`},
		{terminal, `{"command":["pwd"]}`, `"permissionDecision":"deny"`},
		{terminal, `{"command":null}`, `"permissionDecision":"deny"`},
		{terminal, `{"isBackground":"true"}`, `"permissionDecision":"deny"`},
		{terminal, `{"timeout":5}`, `"updatedInput":{"command":"ls","isBackground":false,"timeout":5}`},
		{multi, `{"file_path":"/b"}`, `"updatedInput":{"replacements":[{"filePath":"/b","oldString":"1","newString":"2"}]}`},
		{multi, `{"new_string":"3"}`, `"newString":"3"`},
		{head + `"apply_patch","tool_input":{"input":"x","explanation":"e"}}`, `{"patch":"y"}`,
			`"updatedInput":{"input":"y","explanation":"e"}`},
		{head + `"create_file","tool_input":{"filePath":"/a","content":"x"}}`, `{"content":7}`,
			`"permissionDecision":"deny"`},
	} {
		call := augmentDecoded(t, c.payload)
		a, _ := mapping.Degrade(call, mapping.Answer{Input: c.updated}, mapping.Policy{})
		r := mapping.Encode(call, &a)
		if got := string(r.Stdout); !strings.Contains(got, c.want) ||
			strings.Contains(got, "deny") && strings.Contains(got, "updatedInput") {
			t.Errorf("%s: %s", c.updated, got)
		}
	}
}
