package clients

import (
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// The order of the shapes, and the hint where they leave a choice.
func TestAntigravityEvent(t *testing.T) {
	const head = `{"conversationId":"c","workspacePaths":["/p"],`
	for _, c := range [...]struct{ payload, hint, native, typ string }{
		{head + `"stepIdx":4,"toolCall":{"name":"run_command","args":{}}}`, "PreToolUse", "PreToolUse",
			mapping.ToolStart},
		{head + `"stepIdx":4,"toolCall":{"name":"run_command","args":{}}}`, "PostToolUse", "PostToolUse",
			mapping.ToolEnd},
		{head + `"stepIdx":4,"toolCall":{"name":"run_command","args":{}}}`, "", "PreToolUse", mapping.ToolStart},
		{head + `"stepIdx":4,"toolCall":{"name":"run_command","args":{}}}`, "Stop", "PreToolUse", mapping.ToolStart},
		// a zero may be left out
		{head + `"toolCall":{"name":"run_command","args":{}}}`, "PreToolUse", "PreToolUse", mapping.ToolStart},
		{head + `"stepIdx":4,"toolCall":{"name":"run_command","args":{}},"error":"x"}`, "PreToolUse", "PostToolUse",
			mapping.ToolEnd},
		{head + `"stepIdx":4,"error":""}`, "", "PostToolUse", mapping.ToolEnd},
		{head + `"stepIdx":4}`, "PreToolUse", "PostToolUse", mapping.ToolEnd},
		{head + `"invocationNum":0,"initialNumSteps":1}`, "", "PreInvocation", "model.request"},
		{head + `"invocationNum":0,"initialNumSteps":1}`, "PreInvocation", "PreInvocation", "model.request"},
		{head + `"invocationNum":0,"initialNumSteps":1}`, "PostInvocation", "PostInvocation", "model.response"},
		{head + `"invocationNum":0,"initialNumSteps":1}`, "PreToolUse", "PreInvocation", "model.request"},
		{head + `"invocationNum":0,"modelOutput":"x"}`, "", "PostInvocation", "model.response"},
		{head + `"executionNum":0,"terminationReason":"error","error":"x"}`, "PostToolUse", "Stop", mapping.AgentStop},
		{head + `"fullyIdle":true}`, "", "Stop", mapping.AgentStop},
		{head + `"modelName":"m"}`, "", "SessionStart", mapping.SessionStart},
		{head + `"modelName":"m"}`, "Stop", "Stop", mapping.AgentStop},
		{`{"conversationId":"c","artifactDirectoryPath":"/a","workspacePaths":null}`, "SessionStart", "SessionStart",
			mapping.SessionStart},
	} {
		call := detected(t, c.payload, c.hint, nil)
		if call.Source != "antigravity" || call.Native != c.native || call.Type != c.typ {
			t.Errorf("%s, --event %q: %s %s of %s, want %s", c.payload, c.hint, call.Native, call.Type, call.Source,
				c.native)
		}
	}
}

func TestAntigravityCalls(t *testing.T) {
	for _, c := range [...]struct{ tool, args, canon, want, files string }{
		{"run_command", `{"CommandLine":"ls","Cwd":"/p","WaitMsBeforeAsync":5000}`, mapping.Shell,
			`{"command":"ls","cwd":"/p","WaitMsBeforeAsync":5000}`, ""},
		{"view_file", `{"AbsolutePath":"/p/a","StartLine":"1"}`, mapping.FileRead,
			`{"file_path":"/p/a","StartLine":"1"}`, "read /p/a"},
		{"write_to_file", `{"TargetFile":"/p/a","CodeContent":"x","Overwrite":"true"}`, mapping.FileWrite,
			`{"file_path":"/p/a","content":"x","Overwrite":"true"}`, "create /p/a"},
		{"write_to_file", `{"TargetFile":"~/a","CodeContent":"x"}`, mapping.FileWrite,
			`{"file_path":"~/a","content":"x"}`, "create /home/dev/a"},
		{"write_to_file", `{"TargetFile":"C:\\p\\a","CodeContent":"x"}`, mapping.FileWrite,
			`{"file_path":"C:\\p\\a","content":"x"}`, `create C:\p\a`},
		{"replace_file_content", `{"TargetFile":"/p/a","TargetContent":"x","ReplacementContent":"y"}`, mapping.FileEdit,
			`{"file_path":"/p/a","old_string":"x","new_string":"y"}`, "update /p/a"},
		{"multi_replace_file_content", `{"TargetFile":"/p/a","ReplacementChunks":[{}]}`, mapping.FileEdit,
			`{"file_path":"/p/a","edits":[{}]}`, "update /p/a"},
		{"grep_search", `{"Query":"x","SearchPath":"/p"}`, mapping.Search, `{"pattern":"x","path":"/p"}`, ""},
		{"read_url_content", `{"Url":"https://example.com/"}`, mapping.WebFetch, `{"url":"https://example.com/"}`, ""},
		{"search_web", `{"query":"x"}`, mapping.WebSearch, `{"query":"x"}`, ""},
		{"call_mcp_tool", `{"ServerName":"\"github\"","ToolName":"create_issue"}`, mapping.MCP,
			`{"ServerName":"\"github\"","ToolName":"create_issue"}`, ""},
		{"mcp_github_create_issue", `{"title":"x"}`, mapping.MCP, `{"title":"x"}`, ""},
		{"browser_click", `{}`, "", `{}`, ""},
	} {
		call := detected(t, `{"conversationId":"c","workspacePaths":["/p"],"stepIdx":4,"toolCall":{"name":"`+c.tool+`","args":`+c.args+`}}`, "PreToolUse", map[string]string{"HOME": "/home/dev"})
		if call.Canon != c.canon || call.Input != c.want || listed(call) != c.files {
			t.Errorf("%s %s: %q %s, files %q", c.tool, c.args, call.Canon, call.Input, listed(call))
		}
		if c.canon == mapping.MCP && (call.Text(mapping.MCPServer) != "github" ||
			call.Text(mapping.MCPTool) != "create_issue") {
			t.Errorf("%s: tool %q of server %q", c.tool, call.Text(mapping.MCPTool), call.Text(mapping.MCPServer))
		}
	}
	for payload, cwd := range map[string]string{
		`{"conversationId":"c","workspacePaths":["/p"],"stepIdx":1}`:                                                   "/p",
		`{"conversationId":"c","workspacePaths":["C:\\p"],"stepIdx":1}`:                                                `C:\p`,
		`{"conversationId":"c","workspacePaths":[],"stepIdx":1,"toolCall":{"name":"run_command","args":{"Cwd":"/w"}}}`: "/w",
		`{"conversationId":"c","workspacePaths":[],"stepIdx":1,"toolCall":{"name":"run_command","args":{"Cwd":"."}}}`:  "",
		`{"conversationId":"c","workspacePaths":[],"stepIdx":1}`:                                                       "",
		`{"conversationId":"c","artifactDirectoryPath":"/a","stepIdx":1,"toolCall":{"name":"run_command","args":{}}}`:  "",
	} {
		if call := detected(t, payload, "", nil); call.Cwd() != cwd {
			t.Errorf("%s: cwd %q, want %q", payload, call.Cwd(), cwd)
		}
	}
}
