package mapping

import (
	"reflect"
	"testing"
)

func TestCanonicalInput(t *testing.T) {
	renaming := &Tool{Native: "edit", Canon: FileEdit, Keys: []ToolKey{{Canon: "file_path", Native: "path"}, {Canon: "new_string", Native: "new_str"}}}
	lines := &Tool{Native: "run", Canon: Shell, Keys: []ToolKey{{Canon: "command", Native: "commands", As: Lines}}}
	for _, c := range [...]struct {
		name      string
		tool      *Tool
		canon     string
		raw, want string
	}{
		{"none", nil, "", ``, `{}`},
		{"as it is", nil, Shell, `{"command":"ls","x":1e400}`, `{"command":"ls","x":1e400}`},
		{"renamed", renaming, FileEdit, `{"path":"/a","new_str":"b","k":[1, 2]}`, `{"file_path":"/a","new_string":"b","k":[1, 2]}`},
		{"a decoy for the path", renaming, FileEdit, `{"file_path":"/harmless","path":"/etc/passwd"}`, `{"file_path":"/etc/passwd"}`},
		{"the last of two", renaming, FileEdit, `{"path":"/a","path":"/b"}`, `{"file_path":"/b"}`},
		{"a JSON string", renaming, FileEdit, `"{\"path\":\n\"/a\"}"`, `{"file_path":"/a"}`},
		{"plain text", nil, Shell, `"ls -l"`, `{"command":"ls -l"}`},
		{"plain text for no tool", nil, "", `"ls -l"`, `{"input":"ls -l"}`},
		{"an array", nil, "", `[1]`, `{"input":[1]}`},
		{"lines", lines, Shell, `{"commands":["ls","rm -rf /"],"x":1}`, `{"command":"ls\nrm -rf /","commands":["ls","rm -rf /"],"x":1}`},
		{"one line", lines, Shell, `{"commands":"ls"}`, `{"command":"ls","commands":"ls"}`},
	} {
		if got := canonicalInput(c.tool, c.canon, c.raw); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestMCP(t *testing.T) {
	for _, c := range [...]struct{ payload, server, tool string }{
		{claudeMCP, "my__lab", "echo"}, // the server's name holds the separator
		{`{"transcript_path":"/t","session_id":"s","hook_event_name":"PreToolUse","tool_name":"mcp__lab__a__b"}`, "lab", "a__b"},
		{`{"cursor_version":"1","hook_event_name":"preToolUse","tool_name":"MCP:echo","tool_input":{}}`, "", "echo"},
	} {
		call := decoded(t, c.payload, Hints{})
		if call.Canon != MCP || call.Text(MCPServer) != c.server || call.Text(MCPTool) != c.tool {
			t.Errorf("%s: %s, server %q, tool %q", c.payload, call.Canon, call.Text(MCPServer), call.Text(MCPTool))
		}
	}
}

func TestFiles(t *testing.T) {
	const patch = `*** Begin Patch\n*** Add File: new.txt\n+x\n*** Update File: /abs/old.txt\n*** Move to: moved.txt\n*** Delete File: ../gone.txt\n*** End Patch`
	want := []File{{"/p/new.txt", "create"}, {"/abs/old.txt", "update"}, {"/p/moved.txt", "create"}, {"/gone.txt", "delete"}}
	for _, payload := range [...]string{
		`{"session_id":"s","turn_id":"t","model":"m","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":{"command":"` + patch + `"}}`,
		`{"session_id":"s","turn_id":"t","model":"m","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"apply_patch <<EOF\n` + patch + `\nEOF"}}`,
	} {
		if got := decoded(t, payload, Hints{}).Files; !reflect.DeepEqual(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

func TestMatches(t *testing.T) {
	const vendor = `{"session_id":"s","transcript_path":"/t.jsonl","hook_event_name":"TeammateIdle"}`
	const other = `{"session_id":"s","transcript_path":"/t.jsonl","hook_event_name":"PreToolUse","tool_name":"Skill"}`
	for _, c := range [...]struct {
		payload       string
		events, tools []string
		open, closed  bool
	}{
		{claudeBash, nil, nil, true, true},
		{claudeBash, []string{"tool.start"}, nil, true, true},
		{claudeBash, []string{"tool.*"}, []string{"shell"}, true, true},
		{claudeBash, []string{"PreToolUse"}, []string{"Bash"}, true, true},
		{claudeBash, []string{"before_tool_execute"}, []string{"B*"}, true, true},
		{claudeBash, []string{"tool.end", "agent.stop"}, nil, false, false},
		{claudeBash, nil, []string{"file_*", "mcp__*"}, false, false},
		{claudeMCP, nil, []string{"mcp"}, true, true},
		{claudeMCP, nil, []string{"mcp__my__lab__*"}, true, true},
		{claudeMCP, nil, []string{"mcp__github__*"}, false, false},
		{claudeStart, nil, []string{"shell"}, true, true}, // no tool, no filter on it
		{vendor, []string{"agent.stop"}, nil, false, true},
		{other, nil, []string{"shell"}, false, true},
	} {
		call := decoded(t, c.payload, Hints{})
		if open, closed := call.Matches(c.events, c.tools, false), call.Matches(c.events, c.tools, true); open != c.open || closed != c.closed {
			t.Errorf("%s %v %v: %v and, closed, %v; want %v, %v", call.Native, c.events, c.tools, open, closed, c.open, c.closed)
		}
	}
}
