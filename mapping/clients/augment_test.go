package clients

import (
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// augmentDecoded decodes a payload as the shim does. env holds
// names and values in turn.
func augmentDecoded(t *testing.T, payload string, env ...string) *mapping.Call {
	t.Helper()
	getenv := func(name string) string {
		for i := 0; i < len(env); i += 2 {
			if env[i] == name {
				return env[i+1]
			}
		}
		return ""
	}
	p, err := mapping.Parse([]byte(payload), getenv)
	if err != nil {
		t.Fatalf("%v: %s", err, payload)
	}
	h := mapping.Hints{Getenv: getenv, Cwd: "/elsewhere", Now: "2026-11-20T10:00:00.000Z"}
	return Registry.Read(p, h)
}

func augmentSaid(c *mapping.Call) string {
	var b strings.Builder
	for _, piece := range c.Envelope("id", mapping.Options{NoNative: true}) {
		b.Write(piece)
	}
	return b.String()
}

func TestAugmentDetection(t *testing.T) {
	for payload, want := range map[string]string{
		`{"hook_event_name":"Stop","conversation_id":"c","workspace_roots":[],"agent_stop_cause":"error"}`:                                                 "augment",
		`{"hook_event_name":"PreToolUse","conversation_id":"c","workspace_roots":null,"tool_name":"view","is_mcp_tool":false}`:                             "augment",
		`{"hook_event_name":"PreToolUse","conversation_id":"c","session_id":"s","workspace_roots":["/p"],"tool_name":"view","tool_input":{}}`:              "augment", // should it send more one day
		`{"hook_event_name":"AgentPaused","conversation_id":"c","workspace_roots":["/p"]}`:                                                                 "augment",
		`{"hook_event_name":"stop","conversation_id":"c","generation_id":"g","workspace_roots":["/p"]}`:                                                    "cursor",
		`{"hook_event_name":"beforeSomething","conversation_id":"c","generation_id":"g","workspace_roots":["/p"]}`:                                         "cursor",
		`{"hook_event_name":"Stop","conversation_id":"c","cursor_version":"3","workspace_roots":["/p"]}`:                                                   "cursor",
		`{"hook_event_name":"Stop","session_id":"s","transcript_path":"/t.jsonl","cwd":"/p","workspace_roots":["/p"]}`:                                     "claude-code",
		`{"hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/t.jsonl","cwd":"/p","tool_name":"Bash","tool_input":{},"is_mcp_tool":false}`: "claude-code",
		`{"conversationId":"c","workspacePaths":["/p"],"toolCall":{}}`:                                                                                     "antigravity",
	} {
		if got := augmentDecoded(t, payload, "AUGMENT_PROJECT_DIR", "/p", "CURSOR_PROJECT_DIR", "/p").Source; got != want {
			t.Errorf("%s: %s, want %s", payload, got, want)
		}
	}
}

func TestAugmentCalls(t *testing.T) {
	const head = `{"conversation_id":"c","workspace_roots":["/p"],"hook_event_name":`
	for _, c := range [...]struct {
		name, payload string
		env           []string
		want, not     []string
	}{
		{"the project of the environment", `{"conversation_id":"c","workspace_roots":[],"hook_event_name":"SessionEnd"}`, []string{"AUGMENT_PROJECT_DIR", "/q"}, []string{`"cwd":"/q"`, `"session_id":"c"`}, nil},
		{"the payload's before it", head + `"SessionEnd"}`,
			[]string{"AUGMENT_PROJECT_DIR", "/q", "AUGMENT_CONVERSATION_ID", "d"},
			[]string{`"cwd":"/p"`, `"session_id":"c"`}, nil},
		{"Windows", `{"conversation_id":"c","workspace_roots":["C:\\p"],"hook_event_name":"PreToolUse","tool_name":"view","tool_input":{"path":"a.txt"}}`, nil,
			[]string{`"cwd":"C:\\p"`, `"files":[{"path":"C:\\p\\a.txt","op":"read"}]`}, nil},
		{"pretty-printed", "{\n  \"hook_event_name\": \"PromptSubmit\",\n  \"conversation_id\": \"c\",\n  \"workspace_roots\": [\n    \"/p\"\n  ],\n  \"user_prompt\": \"hé\"\n}", nil,
			[]string{`"prompt_length":2`, `"type":"prompt.submit"`}, nil},
		{"metadata", head + `"PreToolUse","tool_name":"web-fetch","tool_input":{"url":"u"},"tool_output":"[undefined]","context":{"timestamp":"2026-11-20T09:02:38Z","modelName":"m"}}`, nil,
			[]string{`"time":"2026-11-20T09:02:38Z"`, `"model":"m"`, `"tool":"web_fetch"`}, []string{"undefined"}},
		{"a failure", head + `"PostToolUse","tool_name":"view","tool_input":{"path":"/x"},"tool_output":"File not found","tool_error":"File not found"}`, nil,
			[]string{`"status":"error"`, `"error":"File not found"`, `"path":"/x"`}, nil},
		{"a failure without a word", head + `"PostToolUse","tool_name":"view","tool_input":{},"tool_error":""}`, nil,
			[]string{`"status":"error"`}, nil},
		{"files that go", head + `"PreToolUse","tool_name":"remove-files","tool_input":{"file_paths":["a","/b"]}}`, nil,
			[]string{`"files":[{"path":"/p/a","op":"delete"},{"path":"/b","op":"delete"}]`, `"file_path":"a\n/b"`,
				`"file_paths":["a","/b"]`}, nil},
		{"a file that was there", head + `"PostToolUse","tool_name":"save-file","tool_input":{"path":"a","file_content":"x"},"file_changes":[{"path":"a","changeType":"edit"}]}`, nil,
			[]string{`"files":[{"path":"/p/a","op":"update"}]`, `"tool":"file_write"`, `"content":"x"`}, nil},
		{"changes of another tool", head + `"PostToolUse","tool_name":"launch-process","tool_input":{"command":"x"},"file_changes":[{"path":"a","changeType":"create"},{"path":"b","changeType":"delete"}]}`, nil,
			[]string{`"files":[{"path":"/p/a","op":"create"},{"path":"/p/b","op":"delete"}]`}, nil},
		{"a patch", head + `"PreToolUse","tool_name":"apply_patch","tool_input":{"input":"*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: b\n*** End Patch"},"is_mcp_tool":false}`, nil,
			[]string{`"tool":"file_edit"`, `"patch":"*** Begin`,
				`"files":[{"path":"/p/a","op":"create"},{"path":"/p/b","op":"delete"}]`}, []string{`"mcp"`}},
		{"several edits", head + `"PreToolUse","tool_name":"str-replace-editor","tool_input":{"command":"str_replace","path":"a","str_replace_entries":[{"old_str":"1","new_str":"2"},{"old_str":"3","new_str":"4"}]}}`, nil,
			[]string{`"old_string":"1\n3"`, `"new_string":"2\n4"`, `"str_replace_entries":[`,
				`"path":"/p/a","op":"update"`}, nil},
		{"an insertion", head + `"PreToolUse","tool_name":"str-replace-editor","tool_input":{"command":"insert","path":"a","insert_line_entries":[{"insert_line":1,"new_str":"2"}]}}`, nil,
			[]string{`"new_string":"2"`, `"insert_line_entries":[`}, nil},
		{"a tool with an underscore", head + `"PreToolUse","tool_name":"update_tasks","tool_input":{},"is_mcp_tool":false}`, nil, []string{`"tool_name":"update_tasks"`}, []string{`"mcp"`, `"tool":`}},
		{"a server's tool", head + `"PreToolUse","tool_name":"create_issue_github","tool_input":{"path":"x","file_path":"y"},"is_mcp_tool":true}`, nil,
			[]string{`"mcp":{"server":"github","tool":"create_issue"}`, `"tool_input":{"path":"x","file_path":"y"}`,
				`"inferred":["files"]`}, nil},
		{"a server's tool of a known name", head +
			`"PreToolUse","tool_name":"apply_patch","tool_input":{"input":"x"},"is_mcp_tool":true}`, nil,
			[]string{`"tool":"mcp"`, `"mcp":{"server":"patch","tool":"apply"}`, `"input":"x"`}, nil},
		{"changes of no known kind", head + `"0","file_changes":[{"path":"a"},{"path":"b","changeType":"rename"},{"path":"c","changeType":7}]}`, nil,
			[]string{`"files":[{"path":"/p/a","op":"update"},{"path":"/p/b","op":"update"},{"path":"/p/c","op":"update"}]`}, nil},
		{"what a turn changed", head + `"Stop","agent_stop_cause":"interrupted","conversation":{"timestamp":"2026-11-20T09:02:38Z","agentTextResponse":"done","agentCodeResponse":[{"path":"a","changeType":"create"}]}}`, nil,
			[]string{`"status":"error"`, `"agent_stop_cause":"interrupted"`, `"last_message":"done"`,
				`"files":[{"path":"/p/a","op":"create"}]`, `"time":"2026-11-20T09:02:38Z"`}, nil},
	} {
		said := augmentSaid(augmentDecoded(t, c.payload, c.env...))
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: no %s in %s", c.name, want, said)
			}
		}
		for _, not := range c.not {
			if strings.Contains(said, not) {
				t.Errorf("%s: %s in %s", c.name, not, said)
			}
		}
	}
}

// Where a server's name ends is a guess, and no filter may miss a call for it.
func TestFilterOnServersWithUnderscores(t *testing.T) {
	auggie := augmentDecoded(t, `{"conversation_id":"c","workspace_roots":["/p"],"hook_event_name":"PreToolUse","tool_name":"create_issue_my_server","tool_input":{},"is_mcp_tool":true}`)
	vscode := augmentDecoded(t, `{"timestamp":"2026-11-20T09:10:11.123Z","hook_event_name":"PreToolUse","session_id":"s","tool_name":"mcp_my_server_create_issue","tool_input":{},"tool_use_id":"u"}`)
	for pattern, want := range map[string]bool{
		"mcp__my_server__*": true, "mcp__my_server__create_issue": true, "mcp__*": true, "mcp": true,
		"mcp__other__*": false, "shell": false,
	} {
		for _, c := range [...]*mapping.Call{auggie, vscode} {
			if got := c.Matches(nil, []string{pattern}, false); got != want {
				t.Errorf("%s, %s: %v", c.Source, pattern, got)
			}
		}
	}
}
