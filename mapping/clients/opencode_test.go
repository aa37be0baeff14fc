package clients

import (
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

func TestSelfTag(t *testing.T) {
	for _, c := range [...]struct{ name, payload, source, typ string }{
		{"our plugin", `{"source_tool":"opencode","hook_event_name":"session.idle"}`, "opencode", mapping.AgentStop},
		{"in capitals", `{"source_tool":"OpenCode","hook_event_name":"session.idle"}`, "opencode", mapping.AgentStop},
		{"a fork's plugin", `{"source_tool":"kilo","hook_event_name":"tool.execute.before","tool_name":"bash","tool_input":{"command":"ls"}}`, "kilo", mapping.ToolStart},
		{"another's", `{"source_tool":"amp","hook_event_name":"tool.call","tool_name":"bash"}`, "amp",
			mapping.ToolStart},
		{"another's with familiar events", `{"source_tool":"pi","hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/t","tool_name":"bash","tool_input":{}}`, "pi", mapping.ToolStart},
		{"a client that is known", `{"source_tool":"cursor","hook_event_name":"preToolUse","tool_name":"Shell"}`,
			"cursor", mapping.ToolStart},
		{"one of several dialects", `{"source_tool":"kiro","hook_event_name":"preToolUse","cwd":"/p","tool_name":"execute_bash","tool_input":{}}`, "kiro", mapping.ToolStart},
		{"Claude's shape", `{"source_tool":"claude-code","hook_event_name":"Stop","session_id":"s","transcript_path":"/t"}`, "claude-code", mapping.AgentStop},
		{"Claude's shape, another's tag", `{"source_tool":"opencode","hook_event_name":"Stop","session_id":"s","transcript_path":"/t"}`, "opencode", mapping.AgentStop},
		{"Cursor's mark, another's tag", `{"source_tool":"pi","cursor_version":"1","conversation_id":"c","hook_event_name":"stop"}`, "pi", mapping.AgentStop},
		{"no name", `{"source_tool":"a b\"","hook_event_name":"Stop","session_id":"s","transcript_path":"/t"}`,
			"claude-code", mapping.AgentStop},
		{"our own", `{"source_tool":"openhook-shim","hook_event_name":"Stop","session_id":"s","transcript_path":"/t"}`,
			"claude-code", mapping.AgentStop},
		{"not a string", `{"source_tool":{},"hook_event_name":"Stop","session_id":"s","transcript_path":"/t"}`,
			"claude-code", mapping.AgentStop},
		{"no tag", `{"hook_event_name":"session.idle"}`, "unknown", mapping.AgentStop},
	} {
		got := decoded(t, c.payload, mapping.Hints{})
		if got.Source != c.source || got.Type != c.typ {
			t.Errorf("%s: %s %s, want %s %s", c.name, got.Source, got.Type, c.source, c.typ)
		}
	}
	env := mapping.Hints{Getenv: func(name string) string { return map[string]string{"OPENCODE": "1"}[name] }}
	if got := decoded(t, `{"hook_event_name":"session.idle"}`, env).Source; got != "opencode" {
		t.Errorf("by the environment: %s", got)
	}
	if got := decoded(t, claudeBash, env).Source; got != "claude-code" {
		t.Errorf("Claude Code below OpenCode: %s", got)
	}
}

// To somebody else's plugin a deny is one in the Hook contract's words, and so is a
// new input that nobody promised to take.
func TestTaggedAnswers(t *testing.T) {
	c := decoded(t, `{"source_tool":"amp","hook_event_name":"tool.call","tool_name":"bash","tool_input":{"command":"ls"}}`, mapping.Hints{})
	for _, a := range [...]mapping.Answer{{Decision: mapping.Deny, Reason: "R"}, {Decision: mapping.Ask, Reason: "R"},
		{Stop: true, Reason: "R"}, {Input: `{"command":"x"}`}} {
		sent, _ := mapping.Degrade(c, a, mapping.Policy{})
		if r := mapping.Encode(c, &sent); !strings.HasPrefix(string(r.Stdout), `{"decision":"deny","reason":"`) ||
			r.Exit != 0 {
			t.Errorf("%+v: %s(exit %d)", a, r.Stdout, r.Exit)
		}
	}
}

func TestOpenCodeCalls(t *testing.T) {
	const head = `{"source_tool":"opencode","session_id":"s","cwd":"/p/sub","worktree":"/p","hook_event_name":`
	before := func(tool, input string) string {
		return head + `"tool.execute.before","tool_name":"` + tool + `","tool_input":` + input + `,"tool_call_id":"c"}`
	}
	asked := func(permission, patterns, metadata string) string {
		return head + `"permission.asked","properties":{"id":"per","sessionID":"s","permission":"` + permission +
			`","patterns":` + patterns + `,"metadata":` + metadata + `}}`
	}
	for _, c := range [...]struct {
		name, payload string
		want          []string // what the envelope holds
	}{
		{"a command elsewhere", before("bash", `{"command":"ls","workdir":"/q","timeout":5}`),
			[]string{`"tool":"shell"`, `"tool_input":{"command":"ls","cwd":"/q","timeout":5}`}},
		{"a patch by shell", before("bash", `{"command":"apply_patch <<EOF\n*** Begin Patch\n*** Add File: n.txt\n+x\n*** End Patch\nEOF"}`), []string{`"files":[{"path":"/p/sub/n.txt","op":"create"}]`}},
		{"read", before("read", `{"filePath":"a","offset":1}`),
			[]string{`"tool":"file_read"`, `"tool_input":{"file_path":"a","offset":1}`,
				`"files":[{"path":"/p/sub/a","op":"read"}]`}},
		{"edit", before("edit", `{"filePath":"/p/a","oldString":"x","newString":"y","replaceAll":true}`),
			[]string{`"tool":"file_edit"`,
				`"tool_input":{"file_path":"/p/a","old_string":"x","new_string":"y","replaceAll":true}`,
				`"files":[{"path":"/p/a","op":"update"}]`}},
		{"apply_patch", before("apply_patch", `{"patchText":"*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** Delete File: /c\n*** End Patch"}`), []string{`"tool":"file_edit"`,
			`"tool_input":{"patch":"*** Begin`, `"files":[{"path":"/p/sub/a","op":"update"},{"path":"/p/sub/b","op":"create"},{"path":"/c","op":"delete"}]`}},
		{"glob", before("glob", `{"pattern":"*.go","path":"/q"}`),
			[]string{`"tool":"find"`, `"tool_input":{"pattern":"*.go","path":"/q"}`}},
		{"grep", before("grep", `{"pattern":"x","include":"*.go"}`), []string{`"tool":"search"`}},
		{"webfetch", before("webfetch", `{"url":"https://x","format":"text"}`), []string{`"tool":"web_fetch"`}},
		{"websearch", before("websearch", `{"query":"x"}`), []string{`"tool":"web_search"`}},
		{"a tool without a canonical name", before("todowrite", `{"todos":[]}`),
			[]string{`"tool_name":"todowrite","tool_call_id":"c","tool_input":{"todos":[]}`}},
		{"a server's tool", before("lab_echo", `{"file_path":"x"}`), []string{`"tool":"mcp","mcp":{"server":"lab","tool":"echo"},"files":[{"path":"/p/sub/x","op":"update"}],"inferred":["files"],"tool_input":{"file_path":"x"}`}},
		{"a server's tool with more underscores", before("lab_echo_text", `{}`),
			[]string{`"tool":"mcp","tool_input":{}`}},
		{"its own tool with an underscore", before("plan_exit", `{}`),
			[]string{`"tool_name":"plan_exit","tool_call_id":"c","tool_input":{}`}},
		{"no input", head + `"tool.execute.before","tool_name":"bash","tool_input":null}`,
			[]string{`"tool":"shell","tool_input":{}`}},
		{"a command that failed", head + `"tool.execute.after","tool_name":"bash","tool_input":{"command":"x"},"status":"success","tool_response":{"title":"","output":"","metadata":{"exit":3}}}`,
			[]string{`"status":"error"`, `"feedback"`}},
		{"a command without exit code", head + `"tool.execute.after","tool_name":"bash","tool_input":{"command":"x"},"status":"success","tool_response":{"output":"","metadata":{"exit":null}}}`, []string{`"status":"success"`}},
		{"a server's result", head + `"tool.execute.after","tool_name":"lab_echo_text","tool_input":{},"status":"success","tool_response":{"content":[]}}`, []string{`"tool":"mcp"`, `"tool_output":{"content":[]}`}},
		{"a call that failed", head + `"tool.execute.after","tool_name":"read","tool_input":{"filePath":"x"},"status":"error","error":"E"}`,
			[]string{`"status":"error","error":"E"`, `"can":["message"]`, `"op":"read"`}},
		{"a permission for a command", asked("bash", `["ls"]`, `{"command":"ls"}`),
			[]string{`"tool":"shell"`, `"patterns":["ls"]`, `"tool_input":{"command":"ls"}`}},
		{"for reading", asked("read", `["dir/a"]`, `{}`),
			[]string{`"tool":"file_read"`, `"tool_input":{"file_path":"/p/dir/a"}`,
				`"files":[{"path":"/p/dir/a","op":"read"}]`}},
		{"for an edit", asked("edit", `["a"]`, `{"filepath":"/p/a","diff":"d"}`),
			[]string{`"tool":"file_edit"`, `"tool_input":{"file_path":"/p/a","diff":"d"}`,
				`"files":[{"path":"/p/a","op":"update"}]`}},
		{"for a patch", asked("edit", `["a","b"]`,
			`{"filepath":"a, b","diff":"d","files":[{"filePath":"/p/a"},{"filePath":"/p/b"}]}`),
			[]string{`"tool":"file_edit"`, `"files":[{"path":"/p/a","op":"update"},{"path":"/p/b","op":"update"}]`,
				`"tool_input":{"filepath":"a, b"`}},
		{"for a folder elsewhere", asked("external_directory", `["/q/**"]`, `{"filepath":"/q/a","parentDir":"/q"}`),
			[]string{`"tool_name":"external_directory","id"`, `"tool_input":{"filepath":"/q/a"`}},
		{"for a server's tool", asked("lab_echo_text", `["*"]`, `{}`), []string{`"tool":"mcp"`}},
		{"a reply", head + `"permission.replied","properties":{"sessionID":"s","requestID":"per","reply":"once"}}`,
			[]string{`"type":"permission.result"`, `"requestID":"per","reply":"once"`}},
		{"an error", head + `"session.error","properties":{"sessionID":"s","error":{"name":"ProviderAuthError","data":{"message":"E"}}}}`, []string{`"type":"agent.error"`, `"error":"E"`}},
		{"an error without a message", head + `"session.error","properties":{"error":{"name":"MessageOutputLengthError","data":{}}}}`, []string{`"error":"MessageOutputLengthError"`}},
		{"compacted", head + `"session.compacted","properties":{"sessionID":"s"}}`,
			[]string{`"type":"context.compacted"`, `"event":"after_compact"`}},
		{"compacting", head + `"experimental.session.compacting"}`,
			[]string{`"type":"context.compact"`, `"can":["context","message"]`}},
		{"an idle session", head + `"session.idle","stop_hook_active":true,"properties":{"sessionID":"s"}}`,
			[]string{`"stop_hook_active":true`, `"can":["go_on","message"]`}},
		{"a session's end", head + `"session.deleted","properties":{"info":{"model":{"id":"m","providerID":"p"},"tokens":{"input":3,"output":4,"cache":{"read":1,"write":2}}}}}`,
			[]string{`"reason":"completed"`, `"model":"p/m"`,
				`"input_tokens":3,"output_tokens":4,"cache_read_tokens":1,"cache_write_tokens":2`}},
		{"no id but the event's", `{"source_tool":"opencode","hook_event_name":"session.idle","session_id":"","properties":{"sessionID":"s9"}}`, []string{`"session_id":"s9"`}},
		{"Windows", `{"source_tool":"opencode","cwd":"C:\\work","worktree":"C:\\work","hook_event_name":"tool.execute.before","tool_name":"write","tool_input":{"filePath":"src\\a.ts","content":""}}`,
			[]string{`"cwd":"C:\\work"`, `"path":"C:\\work\\src\\a.ts","op":"create"`}},
		{"an event to come", head + `"session.forked"}`,
			[]string{`"type":"vendor.opencode.session_forked"`, `"can":["deny"]`}},
	} {
		var b strings.Builder
		for _, piece := range decoded(t, c.payload, mapping.Hints{}).Envelope("id", mapping.Options{}) {
			b.Write(piece)
		}
		for _, want := range c.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: no %s in\n%s", c.name, want, b.String())
			}
		}
	}
	bare := decoded(t, `{"source_tool":"opencode","cwd":"/q","worktree":"/","hook_event_name":"dispose"}`,
		mapping.Hints{})
	if bare.Project() != "/q" {
		t.Errorf("without a repository the project is %s", bare.Project())
	}
}

// A filter must not miss a server's tool whose name cannot be taken apart.
func TestOpenCodeFilter(t *testing.T) {
	for _, c := range [...]struct {
		tool, pattern string
		want          bool
	}{
		{"lab_echo", "mcp__lab__echo", true}, {"lab_echo_text", "mcp__lab__*", true},
		{"my_lab_echo", "mcp__my_lab__echo", true},
		{"lab_echo_text", "mcp", true}, {"lab_echo_text", "lab_*", true}, {"lab_echo_text", "mcp__other__*", false},
		{"apply_patch", "mcp", false}, {"apply_patch", "file_edit", true}, {"bash", "shell", true},
	} {
		call := decoded(t, `{"source_tool":"opencode","hook_event_name":"tool.execute.before","tool_name":"`+c.tool+`","tool_input":{}}`, mapping.Hints{})
		if got := call.Matches(nil, []string{c.pattern}, false); got != c.want {
			t.Errorf("%s with --tools %s: %v", c.tool, c.pattern, got)
		}
	}
}
