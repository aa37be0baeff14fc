package mapping

import (
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

func TestCanonicalInput(t *testing.T) {
	renaming := &Tool{Native: "edit", Canon: FileEdit,
		Keys: []ToolKey{{Canon: "file_path", Native: "path"}, {Canon: "new_string", Native: "new_str"}}}
	lines := &Tool{Native: "run", Canon: Shell, Keys: []ToolKey{{Canon: "command", Native: "commands", As: Lines}}}
	for _, c := range [...]struct {
		name      string
		tool      *Tool
		canon     string
		raw, want string
	}{
		{"none", nil, "", ``, `{}`},
		{"as it is", nil, Shell, `{"command":"ls","x":1e400}`, `{"command":"ls","x":1e400}`},
		{"renamed", renaming, FileEdit, `{"path":"/a","new_str":"b","k":[1, 2]}`,
			`{"file_path":"/a","new_string":"b","k":[1, 2]}`},
		{"a decoy for the path", renaming, FileEdit, `{"file_path":"/harmless","path":"/etc/passwd"}`,
			`{"file_path":"/etc/passwd"}`},
		{"the last of two", renaming, FileEdit, `{"path":"/a","path":"/b"}`, `{"file_path":"/b"}`},
		{"a JSON string", renaming, FileEdit, `"{\"path\":\n\"/a\"}"`, `{"file_path":"/a"}`},
		{"plain text", nil, Shell, `"ls -l"`, `{"command":"ls -l"}`},
		{"plain text for no tool", nil, "", `"ls -l"`, `{"input":"ls -l"}`},
		{"an array", nil, "", `[1]`, `{"input":[1]}`},
		{"lines", lines, Shell, `{"commands":["ls","rm -rf /"],"x":1}`,
			`{"command":"ls\nrm -rf /","commands":["ls","rm -rf /"],"x":1}`},
		{"one line", lines, Shell, `{"commands":"ls"}`, `{"command":"ls","commands":"ls"}`},
	} {
		if got := CanonicalInput(c.tool, c.canon, c.raw); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestMCP(t *testing.T) {
	for _, c := range [...]struct{ payload, server, tool string }{
		{claudeMCP, "my__lab", "echo"}, // the server's name holds the separator
		{`{"transcript_path":"/t","session_id":"s","hook_event_name":"PreToolUse","tool_name":"mcp__lab__a__b"}`, "lab",
			"a__b"},
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
	const odd = `*** Begin Patch\n*** Add File:new.txt\n+x\n\u00a0*** Update File:\u2003/abs/old.txt\u00a0\n\ufeff*** Move to:moved.txt\r\n\f *** Delete File: ../gone.txt\n*** End Patch`
	want := []File{{"/p/new.txt", "create"}, {"/abs/old.txt", "update"}, {"/p/moved.txt", "create"},
		{"/gone.txt", "delete"}}
	for _, payload := range [...]string{
		`{"session_id":"s","turn_id":"t","model":"m","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":{"command":"` + patch + `"}}`,
		`{"session_id":"s","turn_id":"t","model":"m","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"apply_patch <<EOF\n` + patch + `\nEOF"}}`,
		`{"session_id":"s","turn_id":"t","model":"m","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":{"command":"` + odd + `"}}`,
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
			t.Errorf("%s %v %v: %v and, closed, %v; want %v, %v", call.Native, c.events, c.tools, open, closed, c.open,
				c.closed)
		}
	}
}

// A model writes what it likes, and a client lets a call run whose hook is slow.
func TestManyAreReadInTime(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	var keys, headers, paths strings.Builder
	for i := range 200_000 {
		n := strconv.Itoa(i)
		keys.WriteString(`,"k` + n + `":1`)
		headers.WriteString(`*** Add File: f` + n + `\n`)
		paths.WriteString(`,{"path":"f` + n + `"}`)
	}
	const head = `{"session_id":"s","transcript_path":"/t.jsonl","cwd":"/p","hook_event_name":"PreToolUse","tool_name":`
	const codex = `{"session_id":"s","turn_id":"t","model":"m","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":{"command":"`
	for name, payload := range map[string]string{
		"keys":           head + `"NotebookEdit","tool_input":{"notebook_path":"/a"` + keys.String() + `}}`,
		"keys of MCP":    head + `"mcp__a__b","tool_input":{"a":0` + keys.String() + `}}`,
		"top-level keys": `{"a":1` + keys.String() + `,` + strings.TrimPrefix(claudeBash, "{"),
		"patch headers":  codex + `*** Begin Patch\n` + headers.String() + `"}}`,
		"paths":          `{"hookName":"tool_call","taskId":"t","workspaceRoots":["/p"],"tool_call":{"name":"read_files","input":{"files":[{"path":"f"}` + paths.String() + `]}}}`,
		"underscores":    `{"session_id":"s","transcript_path":"","cwd":"/p","hook_event_name":"BeforeTool","timestamp":"2026-11-20T08:44:14Z","tool_name":"mcp_` + strings.Repeat("_a", 200_000) + `"}`,
	} {
		started := time.Now()
		c := decoded(t, payload, Hints{})
		c.Matches(nil, []string{"mcp__*a*b*c*d"}, false)
		for i := range c.EventCount(claudeCode()) {
			c.EncodeEvent(claudeCode(), c.Event, i, record)
			break
		}
		Degrade(c, Answer{Input: strings.Replace(c.Input, ":1,", ":2,", 1)}, Policy{})
		if took := time.Since(started); took > 20*time.Second { // quadratic ones take minutes
			t.Errorf("%s: %v", name, took)
		}
	}
}

// What the client will run is the command, whatever it is called.
func TestCommands(t *testing.T) {
	for _, c := range [...]struct{ payload, want string }{
		// Go takes keys in any case, of several the last.
		{`{"event":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"bash","tool_input":{"command":"ls","Command":"rm"}}`, "rm"},
		{`{"event":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"bash","tool_input":{"COMMAND":"rm","command":"ls"}}`, "ls"},
		// To a shell that waits for more.
		{`{"sessionId":"s","timestamp":1,"cwd":"/p","toolName":"write_bash","toolArgs":{"shellId":"1","input":"rm"}}`,
			"rm"},
		{`{"session_id":"s","timestamp":"2026-11-20T08:44:14Z","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"write_bash","tool_input":{"shellId":"1","input":"rm"}}`, "rm"},
		{`{"conversation_id":"c","workspace_roots":["/p"],"hook_event_name":"PreToolUse","tool_name":"write-process","tool_input":{"terminal_id":1,"input_text":"rm"}}`, "rm"},
		{`{"conversationId":"c","workspacePaths":["/p"],"stepIdx":1,"toolCall":{"name":"send_command_input","args":{"CommandId":"1","Input":"rm"}}}`, "rm"},
	} {
		call := decoded(t, c.payload, Hints{})
		if call.Canon != Shell || jsontext.Text(call.in("command")) != c.want ||
			!call.Matches(nil, []string{"shell"}, false) {
			t.Errorf("%s: %s %s", c.payload, call.Canon, call.Input)
		}
	}
	file := decoded(t, `{"event":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"write","tool_input":{"file_path":"a","File_Path":"b"}}`, Hints{})
	if !reflect.DeepEqual(file.Files, []File{{"/p/b", "create"}}) {
		t.Errorf("%v", file.Files)
	}
}
