package mapping

// Factory Droid. Recorded with droid 0.215.0 (2026-11-20), whose hook runner
// was read as well; 0.225.2 sends and obeys the same.
var droid = Dialect{
	Name:  "factory-droid",
	Fault: droidFault,
	Marks: []Mark{
		"transcript_path~/.factory/sessions/ hook_event_name:string !timestamp !client_type !conversation_id !hookEventName",
		// A session that is not stored has the path "". No other client has these modes.
		"permission_mode=off|spec|auto-low|auto-medium|auto-high !tool_use_id !timestamp !client_type !conversation_id !hookEventName named",
		// Claude Code names an id with every call of a tool, and has none of these.
		"tool_name=Execute|Create transcript_path:string !tool_use_id !timestamp !client_type !conversation_id !hookEventName named",
	},
	Env: []string{"DROID_PROJECT_DIR"},
	Fields: `
  session_id transcript_path|"" cwd permission_mode|"off" event=hook_event_name project=$DROID_PROJECT_DIR
`,
	Forms:  droidForms,
	Events: droidEvents,
	Tools: `
` +
		// With a new command the client drops the model's riskLevel and takes the
		// call for a risky one, unless it is approved too (0.215.0).
		`Execute: shell
Read: file_read
Create: file_write
Edit: file_edit old_string=old_str new_string=new_str
MultiEdit: file_edit edits=changes
` + // of older builds
		`ApplyPatch: file_edit patch=input@patch
Grep: search
Glob: find pattern=patterns@lines path=folder
LS: find path=directory_path
WebSearch: web_search
FetchUrl: web_fetch
Task: agent
`,
	Frame: "hookSpecificOutput.hookEventName=$event",
	MCP:   MCPNaming{Sep: "___"},
	// What a subagent is told comes as the prompt of a session of its own (0.215.0).
	Synthetic: []string{"# Task Tool Invocation\n"},
	Refine:    droidRefine,
}

const droidEvents Table = `
` +
	// The client goes on after 30 s and takes the context for the next turn.
	`SessionStart: session.start 60s @session !text reason=source agent_parent_id=calling_session_id +previous_session_id
SessionEnd: session.end 60s reason{clear:user_exit,logout:user_exit,other:completed}
  duration_ms=session_duration_ms@millis +message_count
` +
	// Not fired for the prompt of droid exec.
	`UserPromptSubmit: prompt.submit 60s @prompt !text prompt +has_images own:hookSpecificOutput.updatedInput.prompt:string
PreToolUse: tool.start 60s @pre-tool tool_name tool_input
` +
	// A tool that fails, and a command that ends non-zero, has none.
	`PostToolUse: tool.end 60s @post-tool !success tool_name tool_input tool_output=tool_response
Notification: agent.notification 60s message kind=notification_type{permission_prompt:permission,idle_prompt:idle}
  +notification_type
Stop: agent.stop 60s @stop !goes-on stop_hook_active|false duration_ms=elapsed_time@millis +tool_execution_count
` +
	// It has the parent's session; no answer is read. The subagent's own session has a Stop, and that
	// one can be kept going.
	`SubagentStop: subagent.stop 60s stop_hook_active|false last_message=task_result error=task_error +task_name
PreCompact: context.compact 60s @compact trigger custom_instructions +message_count +estimated_tokens
`

// droidRefine reads from a subagent's end how it ended: it has a result or an error.
func droidRefine(c *Call) {
	switch {
	case c.Type != SubagentStop:
	case c.values[ErrorText] != "":
		c.values[Status] = `"error"`
	case c.values[LastMessage] != "":
		c.values[Status] = `"success"`
	}
}

var droidAbout = About{
	Source: "factory-droid", Product: "Factory droid", Version: "0.215.0", Date: "2026-11-20", Known: "recorded",
	Note: "An ask is taken and ignored, so it is sent as a deny.",
}

var droidSetup = Setup{
	Source: "factory-droid", Signs: "droid ~/.factory", Program: "droid", WindowsShell: CmdExe,
	Files: []HookFile{
		{Scope: UserScope, Path: "~/.factory/hooks.json", Layout: &droidLayout, Install: true},
		{Scope: UserScope, Path: "~/.factory/settings.json", Layout: &droidSettings, If: "there is no hooks.json beside it"},
		{Scope: ProjectScope, Path: ".factory/hooks.json", Layout: &droidLayout, Install: true},
		{Scope: ProjectScope, Path: ".factory/settings.json", Layout: &droidSettings, If: "there is no hooks.json beside it"},
	},
	Longest: "*=600",
	Project: "trust the folder",
	Restart: true,
}

// With an outer "hooks" key nothing fires, silently (0.215.0).
var (
	droidLayout   = Layout{Entry: groupEntry, Unit: 1000, Absent: "hooks"}
	droidSettings = Layout{Root: "hooks", Entry: groupEntry, Unit: 1000, Off: "hooksDisabled=true"}
)
