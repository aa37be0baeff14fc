package clients

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping"
)

func geminiCall(t *testing.T, payload string, env ...string) *mapping.Call {
	t.Helper()
	getenv := func(name string) string {
		for _, e := range env {
			if v, ok := strings.CutPrefix(e, name+"="); ok {
				return v
			}
		}
		return ""
	}
	p, err := mapping.Parse([]byte(payload), getenv)
	if err != nil {
		t.Fatal(err)
	}
	h := mapping.Hints{Getenv: getenv, Cwd: "/here", Now: "2026-11-20T10:00:00.000Z"}
	return Registry.Read(p, h)
}

// geminiPayload is an event as 0.61.0 sends it, with these members of its own.
func geminiPayload(event, own string) string {
	return `{"session_id":"fc826195-579a-4030-ab6d-520f705548d5","transcript_path":"/home/dev/.gemini/tmp/project/chats/session-2026-11-20T08-40-fc826195.jsonl",` +
		`"cwd":"/home/dev/project","hook_event_name":"` + event + `","timestamp":"2026-11-20T08:40:36.861Z",` + own +
		`}`
}

func TestGeminiDetection(t *testing.T) {
	const (
		head = `{"session_id":"s","cwd":"/p","timestamp":"2026-11-20T08:43:59.931Z","hook_event_name":`
		path = `,"transcript_path":"/home/dev/.gemini/tmp/p/chats/session-x.jsonl"`
	)
	for _, c := range []struct {
		payload string
		env     string
		want    bool
	}{
		{head + `"BeforeTool"}`, "", true},
		{head + `"AfterAgent"}`, "", true},
		{head + `"PreCompress"}`, "", true},
		{head + `"BeforeSomethingNew"}`, "", true},
		{head + `"SessionStart"` + path + `,"source":"startup"}`, "", true},
		{head + `"SessionEnd"` + path + `}`, "", true},
		{head + `"Notification"` + path + `}`, "", true},
		{head + `"Notification","transcript_path":"C:\\Users\\dev\\.gemini\\tmp\\p\\chats\\session-x.jsonl"}`, "",
			true},
		{head + `"SessionStart","transcript_path":"/srv/agent/chats/session-2026-11-20T08-40-fc826195.jsonl"}`, "",
			true},
		{head + `"SessionStart","transcript_path":"","source":"startup"}`, "", true},
		{`{"session_id":"s","cwd":"/p","hook_event_name":"SessionStart"}`, "GEMINI_SESSION_ID=s", true},
		// Qwen Code, VS Code, Copilot CLI, Claude Code, Continue.
		{head + `"SessionStart","permission_mode":"yolo","source":"startup","transcript_path":"/home/dev/.qwen/projects/p/chats/x.jsonl"}`, "", false},
		{head + `"SessionStart","permission_mode":"yolo","source":"startup","transcript_path":""}`, "", false},
		{head + `"SessionStart","source":"new","model":"m","transcript_path":"/home/dev/.config/Code/User/workspaceStorage/5f0c/GitHub.copilot-chat/transcripts/x.jsonl"}`, "", false},
		{head + `"SessionStart","source":"new","initial_prompt":"x"}`, "", false},
		{head + `"PreToolUse"` + path + `,"tool_name":"Bash"}`, "", false},
		{`{"sessionId":"s","timestamp":1795164117345,"cwd":"/p","message":"m","hook_event_name":"Notification","notification_type":"shell_completed"}`, "", false},
		{`{"session_id":"s","transcript_path":"/home/dev/.claude/projects/p/s.jsonl","cwd":"/p","hook_event_name":"SessionStart","source":"startup"}`, "", false},
		{`{"session_id":"s","transcript_path":"","cwd":"/p","hook_event_name":"SessionStart","source":"startup"}`, "",
			false},
		// A mark decides, never the environment.
		{`{"session_id":"s","transcript_path":"/home/dev/.claude/projects/p/s.jsonl","cwd":"/p","hook_event_name":"SessionStart"}`, "GEMINI_SESSION_ID=s", false},
	} {
		if got := geminiCall(t, c.payload, c.env).Dialect == &GeminiCLI; got != c.want {
			t.Errorf("%s: %v, want %v", c.payload, got, c.want)
		}
	}
}

// Tools, events and variants of the recorded version of which no payload is kept.
func TestGeminiEnvelope(t *testing.T) {
	tool := func(name, input, more string) string {
		return geminiPayload("BeforeTool", `"tool_name":"`+name+`","tool_input":`+input+more)
	}
	for _, c := range []struct {
		payload string
		want    []string // path, value
	}{
		{tool("run_shell_command", `{"command":"ls","dir_path":"src","is_background":true}`, ""),
			[]string{"data.tool", "shell", "data.tool_input", `{"command":"ls","cwd":"src","is_background":true}`}},
		{tool("replace", `{"file_path":"src/a.go","instruction":"why","old_string":"a","new_string":"b","allow_multiple":true}`, ""),
			[]string{"data.tool", "file_edit", "data.files", `[{"path":"/home/dev/project/src/a.go","op":"update"}]`,
				"data.tool_input.new_string", "b"}},
		{tool("read_many_files", `{"include":["a.txt","/etc/hosts"]}`, ""),
			[]string{"data.tool", "file_read", "data.files",
				`[{"path":"/home/dev/project/a.txt","op":"read"},{"path":"/etc/hosts","op":"read"}]`}},
		{tool("grep_search", `{"pattern":"TODO","dir_path":"src","include_pattern":"*.go"}`, ""),
			[]string{"data.tool", "search", "data.tool_input",
				`{"pattern":"TODO","path":"src","include_pattern":"*.go"}`}},
		{tool("search_file_content", `{"pattern":"TODO"}`, ""), []string{"data.tool", "search"}},
		{tool("glob", `{"pattern":"**/*.go","dir_path":"src"}`, ""),
			[]string{"data.tool", "find", "data.tool_input.path", "src"}},
		{tool("web_fetch", `{"prompt":"read https://example.com"}`, ""),
			[]string{"data.tool", "web_fetch", "data.tool_input.prompt", "read https://example.com"}},
		{tool("google_web_search", `{"query":"x"}`, ""),
			[]string{"data.tool", "web_search", "data.tool_input.query", "x"}},
		{tool("invoke_agent", `{"agent_name":"generalist","prompt":"x"}`, ""),
			[]string{"data.tool", "agent", "data.tool_input.prompt", "x"}},
		{tool("write_todos", `{"todos":[]}`, ""), []string{"data.tool", "", "data.tool_name", "write_todos"}},
		{tool("read_file", `{"file_path":"notes.txt"}`, `,"original_request_name":"run_shell_command"`),
			[]string{"data.original_request_name", "run_shell_command", "data.tool", "file_read"}},
		{tool("mcp_my_docs_read_page", `{"id":1}`,
			`,"mcp_context":{"server_name":"my_docs","tool_name":"read_page","url":"https://mcp.example.com/mcp"}`),
			[]string{"data.mcp", `{"server":"my_docs","tool":"read_page","url":"https://mcp.example.com/mcp"}`,
				"data.tool", "mcp"}},
		{tool("mcp_a_very_long_server_name_is_...nd_a_tool_with_a_long_name_too", `{}`, `,"mcp_context":{"server_name":"a very long","tool_name":"tool with a long name too","command":"node","args":[]}`),
			[]string{"data.mcp", `{"server":"a very long","tool":"tool with a long name too","command":"node"}`}},
		{tool("mcp_demo_echo_text", `{}`, ""), []string{"data.mcp", `{"server":"demo","tool":"echo_text"}`, "data.tool",
			"mcp"}},
		{geminiPayload("AfterTool", `"tool_name":"run_shell_command","tool_input":{"command":"false"},"tool_response":{"llmContent":"Exit Code: 1","returnDisplay":"","error":null}`),
			[]string{"data.status", "success", "data.error", "", "type", "tool.end"}},
		{geminiPayload("AfterTool", `"tool_name":"run_shell_command","tool_input":{},"tool_response":{"llmContent":"","returnDisplay":"","error":{"type":"x"}}`),
			[]string{"data.status", "error", "data.error", ""}},
		{geminiPayload("AfterAgent", `"prompt":"do it","prompt_response":"done","stop_hook_active":true`),
			[]string{"type", "agent.stop", "data.stop_hook_active", "true", "data.last_message", "done"}},
		{geminiPayload("SessionStart", `"source":"resume"`),
			[]string{"data.reason", "resume", "time", "2026-11-20T08:40:36.861Z"}},
		{geminiPayload("SessionEnd", `"reason":"clear"`), []string{"data.reason", "user_exit"}},
		{geminiPayload("SessionEnd", `"reason":"other"`), []string{"data.reason", "completed"}},
		{geminiPayload("PreCompress", `"trigger":"manual"`),
			[]string{"type", "context.compact", "data.trigger", "manual"}},
		{geminiPayload("Notification", `"notification_type":"ToolPermission","message":"m","details":{"type":"edit","filePath":"/a"}`),
			[]string{"type", "agent.notification", "data.kind", "permission", "data.details.filePath", "/a"}},
		{geminiPayload("BeforeModel", `"llm_request":{"model":"gemini-2.5-pro","messages":[]}`),
			[]string{"type", "model.request", "data.model", "gemini-2.5-pro"}},
		{geminiPayload("BeforeNewThing", `"x":1`), []string{"type", "vendor.gemini-cli.before_new_thing"}},
		{strings.ReplaceAll(tool("read_file", `{"file_path":"src\\a.go"}`, ""), "/home/dev/project", `C:\\work`),
			[]string{"cwd", `C:\work`, "data.files.0.path", `C:\work\src\a.go`}},
	} {
		call := geminiCall(t, c.payload)
		var b strings.Builder
		for _, piece := range call.Envelope("id", mapping.Options{}) {
			b.Write(piece)
		}
		for i := 0; i < len(c.want); i += 2 {
			if got := gjson.Get(b.String(), c.want[i]).String(); got != c.want[i+1] {
				t.Errorf("%s\n%s = %s, want %s", c.payload, c.want[i], got, c.want[i+1])
			}
		}
	}
}

// TestGeminiNewInput holds rewritten inputs against the keys that the tools read.
func TestGeminiNewInput(t *testing.T) {
	for _, c := range []struct{ tool, old, updated, want string }{
		{"replace", `{"file_path":"a","instruction":"why","old_string":"a","new_string":"b"}`, `{"new_string":"c"}`,
			`{"file_path":"a","instruction":"why","old_string":"a","new_string":"c"}`},
		{"grep_search", `{"pattern":"x","dir_path":"src"}`, `{"path":"lib"}`, `{"pattern":"x","dir_path":"lib"}`},
		{"list_directory", `{"dir_path":"/"}`, `{"path":"."}`, `{"dir_path":"."}`},
		{"run_shell_command", `{"command":"ls","dir_path":"a"}`, `{"cwd":"b","command":"pwd"}`,
			`{"command":"pwd","dir_path":"b"}`},
		{"write_todos", `{"todos":[]}`, `{"todos":[1]}`, `{"todos":[1]}`},
	} {
		call := geminiCall(t, geminiPayload("BeforeTool", `"tool_name":"`+c.tool+`","tool_input":`+c.old))
		a, _ := mapping.Degrade(call, mapping.Answer{Input: c.updated}, mapping.Policy{})
		got := gjson.GetBytes(mapping.Encode(call, &a).Stdout, "hookSpecificOutput.tool_input").Raw
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.tool, got, c.want)
		}
	}
}
