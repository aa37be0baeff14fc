package clients

import (
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

func cursorDecoded(t *testing.T, payload string, env ...string) *mapping.Call {
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
	h := mapping.Hints{Getenv: getenv, Cwd: "/home/dev/.cursor", Now: "2026-11-20T10:00:00.000Z"}
	return Registry.Read(p, h)
}

func TestCursorDetection(t *testing.T) {
	for payload, want := range map[string]string{
		`{"conversation_id":"c","generation_id":"g","command":"ls","cwd":"","hook_event_name":"beforeShellExecution","workspace_roots":["/p"]}`:              "cursor",
		`{"conversation_id":"c","generation_id":"g","file_path":"/p/a","edits":[],"hook_event_name":"afterFileEdit","workspace_roots":["/p"]}`:               "cursor",
		`{"conversation_id":"c","generation_id":"g","status":"completed","hook_event_name":"stop","workspace_roots":["/p"]}`:                                 "cursor",
		`{"conversation_id":"c","session_id":"s","transcript_path":"/t.jsonl","cursor_version":"3.24.9","hook_event_name":"preToolUse","tool_name":"Shell"}`: "cursor",
		`{"cursor_version":"3.24.9","hook_event_name":"somethingNew"}`:                                                                                       "cursor",
		`{"hook_event_name":"preToolUse","cwd":"/p","tool_name":"execute_bash","tool_input":{}}`:                                                             "kiro",
	} {
		if got := cursorDecoded(t, payload).Source; got != want {
			t.Errorf("%s: %s, want %s", payload, got, want)
		}
	}
	// Auggie sends the same ids with PascalCase events.
	auggie := `{"conversation_id":"c","workspace_roots":["/p"],"hook_event_name":"PreToolUse","tool_name":"launch-process","tool_input":{}}`
	if got := cursorDecoded(t, auggie, "CURSOR_PROJECT_DIR", "/p").Source; got == "cursor" {
		t.Error("Auggie's payload is taken for Cursor's")
	}
}

func TestCursorCalls(t *testing.T) {
	const head = `{"conversation_id":"c","cursor_version":"3.24.9","workspace_roots":["/p"],`
	for _, c := range [...]struct {
		name, payload string
		env           []string
		want          []string // what the envelope holds
	}{
		{"no session_id", head + `"hook_event_name":"stop"}`, nil, []string{`"session_id":"c"`, `"data":{}`}},
		{"an unknown model", head + `"model":"unknown","hook_event_name":"stop"}`, nil, []string{`"data":{}`}},
		{"a first stop", head + `"hook_event_name":"stop","loop_count":0}`, nil, []string{`"stop_hook_active":false`}},
		{"a later stop", head + `"hook_event_name":"stop","status":"aborted","loop_count":3,"input_tokens":7}`, nil,
			[]string{`"stop_hook_active":true`, `"status":"aborted"`, `"usage":{"input_tokens":7}`}},
		{"an empty cwd", head + `"hook_event_name":"beforeShellExecution","command":"ls","cwd":""}`, nil,
			[]string{`"cwd":"/p"`, `"tool_name":"Shell","tool":"shell"`, `"tool_input":{"command":"ls","cwd":""}`}},
		{"no root but the project", `{"cursor_version":"3.24.9","workspace_roots":[],"hook_event_name":"sessionStart"}`,
			[]string{"CURSOR_PROJECT_DIR", "/q"}, []string{`"cwd":"/q"`}},
		{"no root and no project", `{"cursor_version":"3.24.9","workspace_roots":[],"hook_event_name":"sessionStart"}`,
			nil, []string{`"cwd":"/home/dev/.cursor"`}},
		{"CRLF", "{\r\n \"cursor_version\":\"3.24.9\",\r\n \"hook_event_name\":\"preToolUse\",\r\n \"tool_name\":\"Shell\",\r\n \"tool_input\":{\"command\":\"ls\"}\r\n}\r\n", nil,
			[]string{`"tool_input":{"command":"ls"}`}},
		{"Windows", `{"cursor_version":"3.24.9","workspace_roots":["/c:/work"],"hook_event_name":"preToolUse","tool_name":"Read","tool_input":{"file_path":"src\\a.ts"}}`, nil,
			[]string{`"cwd":"c:/work"`, `"path":"c:/work\\src\\a.ts","op":"read"`}},
		{"a server that is not named", head + `"hook_event_name":"beforeMCPExecution","tool_name":"Grep","tool_input":"{\"file_path\":\"x\"}","command":"npx srv"}`, nil,
			[]string{`"tool_name":"MCP:Grep"`, `"tool":"mcp","mcp":{"tool":"Grep","command":"npx srv"}`,
				`"tool_input":{"file_path":"x"}`}},
		{"an input that is no object", head + `"hook_event_name":"beforeMCPExecution","tool_name":"t","tool_input":"[1]","mcp_server_name":"s","mcp_server_url":"https://x"}`, nil,
			[]string{`"mcp":{"server":"s","tool":"t","url":"https://x"}`, `"tool_input":{"input":"[1]"}`}},
		{"a failure of the server's", head + `"hook_event_name":"afterMCPExecution","tool_name":"t","tool_input":"{}","result_json":"{\"isError\":true}","duration":1.6}`, nil,
			[]string{`"status":"error"`, `"duration_ms":2`}},
		{"the same after the tool", head + `"hook_event_name":"postToolUse","tool_name":"MCP:t","tool_input":{},"tool_output":"{\"content\":[],\"isError\":true}"}`, nil, []string{`"status":"error"`}},
		{"no result", head + `"hook_event_name":"afterMCPExecution","tool_name":"t","tool_input":"{}"}`, nil,
			[]string{`"tool_name":"MCP:t","tool":"mcp"`}},
		{"a timeout inside a subagent", head + `"hook_event_name":"postToolUseFailure","tool_name":"Shell","tool_input":{"command":"x"},"error_message":"E","failure_type":"timeout","duration":9,"is_interrupt":true,"parent_tool_call_id":"p"}`, nil,
			[]string{`"status":"error"`, `"error":"E"`,
				`"failure_type":"timeout","is_interrupt":true,"parent_tool_call_id":"p"`}},
		{"an edit", head + `"hook_event_name":"afterFileEdit","file_path":"/p/a","edits":[{"old_string":"a","new_string":"b"}]}`, nil,
			[]string{`"tool_name":"Write"`, `"tool":"file_edit"`, `"files":[{"path":"/p/a","op":"update"}]`}},
		{"two edits", head + `"hook_event_name":"afterFileEdit","file_path":"a","edits":[{"old_string":"","new_string":"b"},{"old_string":"c","new_string":""}]}`, nil,
			[]string{`"files":[{"path":"/p/a","op":"update"}]`}},
		{"a deletion", head + `"hook_event_name":"preToolUse","tool_name":"Delete","tool_input":{"file_path":"/p/a"}}`,
			nil, []string{`"files":[{"path":"/p/a","op":"delete"}]`}},
		{"a search", head + `"hook_event_name":"preToolUse","tool_name":"Grep","tool_input":{"pattern":"x","file_path":"/p","glob":"*"}}`, nil,
			[]string{`"tool":"search"`, `"tool_input":{"pattern":"x","path":"/p","glob":"*"}`}},
		{"a download", head + `"hook_event_name":"preToolUse","tool_name":"FetchMcpResource","tool_input":{"server":"s","uri":"u","download_path":"d"}}`, nil, []string{`"files":[{"path":"/p/d","op":"create"}]`}},
		{"an edit of the IDE", head + `"hook_event_name":"preToolUse","tool_name":"StrReplace","tool_input":{"path":"/p/a","old_string":"x","new_string":"y"}}`, nil,
			[]string{`"tool":"file_edit"`, `"files":[{"path":"/p/a","op":"update"}]`,
				`"tool_input":{"file_path":"/p/a"`}},
		{"another tool", head + `"hook_event_name":"preToolUse","tool_name":"Whatever","tool_input":{"a":1}}`, nil,
			[]string{`"type":"tool.start"`, `"tool_name":"Whatever","tool_input":{"a":1}`}},
		{"an end with an error", head + `"hook_event_name":"sessionEnd","reason":"error","error_message":"E","duration_ms":5}`, nil, []string{`"reason":"error"`, `"error":"E"`, `"duration_ms":5`}},
		{"an end by the user", head + `"hook_event_name":"sessionEnd","reason":"aborted"}`, nil,
			[]string{`"reason":"user_exit"`}},
		{"an event to come", head + `"hook_event_name":"somethingNew","tool_name":"Shell","tool_input":{"command":"ls"}}`, nil,
			[]string{`"type":"vendor.cursor.something_new"`, `"tool":"shell"`, `"can":["deny"]`}},
	} {
		var b strings.Builder
		for _, piece := range cursorDecoded(t, c.payload, c.env...).Envelope("id", mapping.Options{}) {
			b.Write(piece)
		}
		for _, want := range c.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: no %s in\n%s", c.name, want, b.String())
			}
		}
	}
}

// What the client takes over from a new input, and how long a context may be.
func TestCursorAnswers(t *testing.T) {
	const head = `{"conversation_id":"c","cursor_version":"3.24.9","hook_event_name":`
	for _, c := range [...]struct {
		name, payload string
		answer        mapping.Answer
		want          string
	}{
		{"a tool that takes none", head + `"preToolUse","tool_name":"Task","tool_input":{"prompt":"a"}}`,
			mapping.Answer{Input: `{"prompt":"b"}`}, `{"permission":"deny"`},
		{"a tool that nobody knows", head + `"preToolUse","tool_name":"Whatever","tool_input":{"a":"1"}}`,
			mapping.Answer{Input: `{"a":"2"}`}, `{"permission":"deny"`},
		{"no tool", head + `"preToolUse"}`, mapping.Answer{Input: `{"a":2}`}, `{"permission":"deny"`},
		{"a path of a search", head + `"preToolUse","tool_name":"Grep","tool_input":{"pattern":"x","file_path":"/p"}}`,
			mapping.Answer{Input: `{"path":"/q"}`}, `{"permission":"allow","updated_input":{"file_path":"/q"}}`},
		{"a timeout", head + `"preToolUse","tool_name":"Shell","tool_input":{"command":"x"}}`,
			mapping.Answer{Input: `{"timeout":5}`}, `{"permission":"allow","updated_input":{"timeout":5}}`},
		{"a timeout that is a text", head + `"preToolUse","tool_name":"Shell","tool_input":{"command":"x"}}`,
			mapping.Answer{Input: `{"timeout":"5"}`}, `{"permission":"deny"`},
		{"arguments of a server's tool", head + `"preToolUse","tool_name":"MCP:t","tool_input":{"a":1,"b":2}}`,
			mapping.Answer{Input: `{"a":[3]}`}, `{"permission":"allow","updated_input":{"a":[3],"b":2}}`},
		{"an event to come", head + `"somethingNew"}`, mapping.Answer{}, `{}`},
	} {
		call := cursorDecoded(t, c.payload)
		a, _ := mapping.Degrade(call, c.answer, mapping.Policy{})
		if r := mapping.Encode(call, &a); !strings.HasPrefix(string(r.Stdout), c.want) || r.Exit != 0 {
			t.Errorf("%s: %s(exit %d), want %s", c.name, r.Stdout, r.Exit, c.want)
		}
	}
	call := cursorDecoded(t, head+`"somethingNew"}`)
	a, _ := mapping.Degrade(call, mapping.Answer{Decision: mapping.Deny, Reason: "WHY"}, mapping.Policy{})
	if r := mapping.Encode(call, &a); r.Exit != 2 || string(r.Stderr) != "WHY\n" || len(r.Stdout) > 0 {
		t.Errorf("a deny of an event to come: %+v", r)
	}
	call = cursorDecoded(t, head+`"preToolUse","tool_name":"Shell","tool_input":{}}`)
	for _, long := range [...]string{strings.Repeat("x", 10_001), strings.Repeat("é", 6_000),
		strings.Repeat("😀", 3_000)} {
		a, _ := mapping.Degrade(call, mapping.Answer{Context: long}, mapping.Policy{})
		if len(a.Context) > 10_000 || !strings.HasSuffix(a.Context, " … [cut]") {
			t.Errorf("a context of %d bytes is sent", len(a.Context))
		}
	}
	for e := range Cursor.AllEvents {
		if e.Limit != 60_000 || Cursor.None == "" || Cursor.Fault != "#exit=1 #stderr=$reason" {
			t.Errorf("%s: limit %d, none %v, fault %v", e.Native, e.Limit, Cursor.None, Cursor.Fault)
		}
	}
}
