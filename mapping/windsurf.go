package mapping

// Windsurf's Cascade, in Devin Desktop since 2026-06. Documented
// (docs.windsurf.com/windsurf/cascade/hooks), with one payload seen live on
// 2.3.9; nothing recorded by us.
var windsurf = Dialect{
	Name:  "windsurf",
	Fault: windsurfFault,
	Marks: []Mark{
		"agent_action_name:string",
		"trajectory_id:string execution_id:string !hook_event_name",
	},
	Fields: []Key{
		{Field: NativeEvent, Path: "agent_action_name"},
		// A conversation; empty before the first prompt in older builds.
		{Field: SessionID, Path: "trajectory_id", Spelling: &Spelling{Literal: `""`}},
		{Field: SessionID, Path: "execution_id", Spelling: &Spelling{Literal: `""`}},
		{Field: Time, Path: "timestamp"},
		{Field: Model, Path: "model_name"},
		{Field: Cwd, Path: "tool_info.cwd"},
		{Field: Cwd, Path: "tool_info.worktree_path"},
	},
	// No default timeout is documented.
	Events: []Event{
		{Native: "pre_user_prompt", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "tool_info.user_prompt"}}, Forms: &windsurfExit2},
		{Native: "pre_read_code", Type: ToolStart, Details: &Details{Tool: "read_code", Input: windsurfRead}, Forms: &windsurfExit2},
		{Native: "post_read_code", Type: ToolEnd, Details: &Details{Status: "success", Tool: "read_code", Input: windsurfRead}, Forms: &windsurfExit2},
		{Native: "pre_write_code", Type: ToolStart, Details: &Details{Tool: "write_code", Input: windsurfWrite}, Forms: &windsurfExit2},
		{Native: "post_write_code", Type: ToolEnd, Details: &Details{Status: "success", Tool: "write_code", Input: windsurfWrite}, Forms: &windsurfExit2},
		{Native: "pre_run_command", Type: ToolStart, Details: &Details{Tool: "run_command", Input: windsurfRun}, Forms: &windsurfExit2},
		{Native: "post_run_command", Type: ToolEnd, Details: &Details{Status: "success", Tool: "run_command", Input: windsurfRun}, Forms: &windsurfExit2},
		{Native: "pre_mcp_tool_use", Type: ToolStart, Details: &Details{Tool: windsurfMCP}, Keys: windsurfMCPKeys, Forms: &windsurfExit2},
		{Native: "post_mcp_tool_use", Type: ToolEnd, Details: &Details{Status: "success", Tool: windsurfMCP}, Keys: windsurfMCPKeys, Forms: &windsurfExit2},
		// These three come when all is over, and can hold nothing back.
		{Native: "post_cascade_response", Type: AgentStop, Keys: []Key{{Field: LastMessage, Path: "tool_info.response"}}},
		{Native: "post_cascade_response_with_transcript", Type: "agent.response", Keys: []Key{{Field: TranscriptPath, Path: "tool_info.transcript_path"}}},
		{Native: "post_setup_worktree", Keys: []Key{{Field: Project, Path: "tool_info.root_workspace_path"}, {Field: Project, Path: "$ROOT_WORKSPACE_PATH"}},
			Carry: "tool_info.worktree_path tool_info.root_workspace_path"},
	},
	Tools: `
read_code: file_read
write_code: file_edit
run_command: shell command=command_line
`,
	MCP:    MCPNaming{Prefix: "mcp:", Sep: "/"},
	Stderr: StderrQuiet,
	Refine: windsurfRefine,
}

// windsurfMCP stands for the tool until its name is put together.
const windsurfMCP = "mcp_tool_use"

const (
	windsurfRead  = "tool_info.file_path"
	windsurfWrite = "tool_info.file_path tool_info.edits"
	windsurfRun   = "tool_info.command_line tool_info.cwd"
)

var (
	windsurfMCPKeys = []Key{
		{Field: MCPServer, Path: "tool_info.mcp_server_name"},
		{Field: MCPTool, Path: "tool_info.mcp_tool_name"},
		{Field: ToolInput, Path: "tool_info.mcp_tool_arguments"},
		{Field: ToolOutput, Path: "tool_info.mcp_result"},
	}

	// windsurfExit2 is all that Cascade obeys; stdout is never parsed. Before an
	// action exit 2 blocks it, after one the agent is told the reason.
	windsurfExit2 = Forms{Deny: "#exit=2 #stderr=$reason"}
)

// windsurfRefine names an MCP tool, and says what a write does.
func windsurfRefine(c *Call) {
	if c.Event.details().Tool == windsurfMCP {
		c.Canon = MCP
		c.values[ToolName] = quote("mcp:" + c.text(MCPServer) + "/" + c.text(MCPTool))
		return
	}
	edit := child(c.input, "edits.0")
	if c.Canon != FileEdit || edit == "" || child(c.input, "edits.1") != "" {
		return
	}
	before, after := valueOf(edit, "old_string"), valueOf(edit, "new_string")
	if after == "" {
		return
	}
	if text(before) == "" {
		// A new file is an edit of nothing.
		c.Canon = FileWrite
		c.input = replace(c.input, "content", after)
		return
	}
	c.input = replace(replace(c.input, "old_string", before), "new_string", after)
}

const windsurfFault Form = "#exit=1 #stderr=$reason"

var windsurfAbout = About{
	Source: "windsurf", Product: "Windsurf (Cascade)", Version: "2.3.9 and Devin Desktop 3.0.12", Date: "2026-11-20", Known: "docs",
	Cloud: "enterprise hooks of the dashboard are pushed by the server and run first",
	Note:  "Only exit codes are read. An untrusted workspace runs no hook.",
}
