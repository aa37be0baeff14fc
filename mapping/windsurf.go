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
	Fields: `
  event=agent_action_name
` +
		// A conversation; empty before the first prompt in older builds.
		`  session_id=trajectory_id|""
  session_id=execution_id|""
  time=timestamp
  model=model_name
  cwd=tool_info.cwd
  cwd=tool_info.worktree_path
`,
	// No default timeout is documented.
	Forms: windsurfForms,
	Events: `
$mcp: mcp_server=tool_info.mcp_server_name mcp_tool=tool_info.mcp_tool_name tool_input=tool_info.mcp_tool_arguments
  tool_output=tool_info.mcp_result
pre_user_prompt: prompt.submit @exit2 prompt=tool_info.user_prompt
pre_read_code: tool.start @exit2 tool:read_code input:tool_info.file_path
post_read_code: tool.end @exit2 !success tool:read_code input:tool_info.file_path
pre_write_code: tool.start @exit2 tool:write_code input:tool_info.file_path input:tool_info.edits
post_write_code: tool.end @exit2 !success tool:write_code input:tool_info.file_path input:tool_info.edits
pre_run_command: tool.start @exit2 tool:run_command input:tool_info.command_line input:tool_info.cwd
post_run_command: tool.end @exit2 !success tool:run_command input:tool_info.command_line input:tool_info.cwd
pre_mcp_tool_use: tool.start @exit2 tool:mcp_tool_use $mcp
post_mcp_tool_use: tool.end @exit2 !success tool:mcp_tool_use $mcp
` +
		// These three come when all is over, and can hold nothing back.
		`post_cascade_response: agent.stop last_message=tool_info.response
post_cascade_response_with_transcript: agent.response transcript_path=tool_info.transcript_path
post_setup_worktree: - project=tool_info.root_workspace_path project=$ROOT_WORKSPACE_PATH +tool_info.worktree_path
  +tool_info.root_workspace_path
`,
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

const windsurfForms Table = `
` +
	// All that Cascade obeys; stdout is never parsed. Before an action exit 2 blocks
	// it, after one the agent is told the reason.
	`exit2:
  deny #exit=2 #stderr=$reason
`

// windsurfRefine names an MCP tool, and says what a write does.
func windsurfRefine(c *Call) {
	if c.Event.Tool == windsurfMCP {
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

var windsurfSetup = Setup{
	Source: "windsurf", Signs: "windsurf ~/.codeium/windsurf", GUI: true, WindowsShell: PowerShell,
	Files: []HookFile{
		{Scope: SystemScope, Path: "/etc/windsurf/hooks.json", Mac: "/Library/Application Support/Windsurf/hooks.json",
			Windows: "C:/ProgramData/Windsurf/hooks.json", Layout: &windsurfLayout, Install: true},
		{Scope: UserScope, Path: "~/.codeium/windsurf/hooks.json", Layout: &windsurfLayout, Install: true},
		{Scope: UserScope, Path: "~/.codeium/hooks.json", Layout: &windsurfLayout, If: "it is the JetBrains plugin"},
		{Scope: ProjectScope, Path: ".windsurf/hooks.json", Layout: &windsurfLayout, Install: true},
	},
	Project: "trust the workspace: in Restricted Mode no hook runs",
	Restart: true,
}

var windsurfLayout = Layout{Root: "hooks", Entry: `{"command": $command, "powershell": $powershell, "show_output": true}`}
