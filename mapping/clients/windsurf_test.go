package clients

import (
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

func TestWindsurfDetected(t *testing.T) {
	for payload, source := range map[string]string{
		`{"agent_action_name":"pre_user_prompt","trajectory_id":"","execution_id":"e","tool_info":{"user_prompt":"hi"}}`: "windsurf",
		`{"agent_action_name":"pre_of_tomorrow","trajectory_id":"t"}`:                                                    "windsurf",
		`{"trajectory_id":"t","execution_id":"e","timestamp":"2026-11-20T09:15:42.118Z","tool_info":{}}`:                 "windsurf",
		`{"trajectory_id":"t","execution_id":"e","hook_event_name":"Stop"}`:                                              "unknown",
		`{"trajectory_id":"t","tool_info":{}}`:                                                                           "unknown",
		// Devin Local, the other agent of the same product.
		`{"session_id":"bramble-scorpion","prompt_id":"p","hook_event_name":"PreToolUse","tool_name":"exec","tool_input":{}}`: "devin-cli",
	} {
		if got := detected(t, payload, "", nil).Source; got != source {
			t.Errorf("%s: %s, want %s", payload, got, source)
		}
	}
}

func TestWindsurfTools(t *testing.T) {
	for _, c := range [...]struct{ event, info, name, canon, want, files string }{
		{"pre_read_code", `{"file_path":"/p/a"}`, "read_code", mapping.FileRead, `{"file_path":"/p/a"}`, "read /p/a"},
		{"pre_run_command", `{"command_line":"ls","cwd":"/p"}`, "run_command", mapping.Shell,
			`{"command":"ls","cwd":"/p"}`, ""},
		{"pre_run_command", `{"command_line":"ls"}`, "run_command", mapping.Shell, `{"command":"ls"}`, ""},
		{"pre_write_code", `{"file_path":"/p/a","edits":[{"old_string":"a","new_string":"b"}]}`, "write_code",
			mapping.FileEdit,
			`{"file_path":"/p/a","edits":[{"old_string":"a","new_string":"b"}],"old_string":"a","new_string":"b"}`,
			"update /p/a"},
		{"pre_write_code", `{"file_path":"/p/a","edits":[{"old_string":"","new_string":"b"}]}`, "write_code",
			mapping.FileWrite,
			`{"file_path":"/p/a","edits":[{"old_string":"","new_string":"b"}],"content":"b"}`, "create /p/a"},
		{"pre_write_code", `{"file_path":"/p/a","edits":[{"old_string":"","new_string":"b"},{"old_string":"c","new_string":""}]}`, "write_code", mapping.FileEdit,
			`{"file_path":"/p/a","edits":[{"old_string":"","new_string":"b"},{"old_string":"c","new_string":""}]}`,
			"update /p/a"},
		{"pre_write_code", `{"file_path":"/p/a","edits":[]}`, "write_code", mapping.FileEdit,
			`{"file_path":"/p/a","edits":[]}`, "update /p/a"},
		{"pre_write_code", `{"file_path":"/p/a"}`, "write_code", mapping.FileEdit, `{"file_path":"/p/a"}`,
			"update /p/a"},
		{"pre_mcp_tool_use", `{"mcp_server_name":"s","mcp_tool_name":"t","mcp_tool_arguments":{"file_path":"/p/a"}}`,
			"mcp:s/t", mapping.MCP, `{"file_path":"/p/a"}`, "update /p/a"},
		{"post_mcp_tool_use", `{"mcp_server_name":"s/x","mcp_tool_name":"t","mcp_tool_arguments":null,"mcp_result":"r"}`, "mcp:s/x/t", mapping.MCP, `{}`, ""},
		{"pre_read_code", `{}`, "read_code", mapping.FileRead, `{}`, ""},
	} {
		call := detected(t, `{"agent_action_name":"`+c.event+`","trajectory_id":"t","execution_id":"e","tool_info":`+c.info+`}`, "", nil)
		if call.Text(mapping.ToolName) != c.name || call.Canon != c.canon || call.Input != c.want ||
			listed(call) != c.files {
			t.Errorf("%s %s: %s %q %s, files %q", c.event, c.info, call.Text(mapping.ToolName), call.Canon, call.Input,
				listed(call))
		}
		if c.canon == mapping.MCP && call.Text(mapping.MCPTool) != "t" {
			t.Errorf("%s: tool %s of server %s", c.name, call.Text(mapping.MCPTool), call.Text(mapping.MCPServer))
		}
	}
}
