package mapping

// Factory Droid. Recorded with droid 0.215.0 (2026-11-20), whose hook runner
// was read as well; 0.225.2 sends and obeys the same.
var droid = Dialect{
	Name:  "factory-droid",
	Fault: droidFault,
	Marks: []Mark{
		"hook_event_name:string transcript_path~/.factory/sessions/ !timestamp !client_type !conversation_id !hookEventName",
		// A session that is not stored has the path "". No other client has these modes.
		"named permission_mode=off !tool_use_id !timestamp !client_type !conversation_id !hookEventName",
		"named permission_mode=spec !tool_use_id !timestamp !client_type !conversation_id !hookEventName",
		"named permission_mode=auto-low !tool_use_id !timestamp !client_type !conversation_id !hookEventName",
		"named permission_mode=auto-medium !tool_use_id !timestamp !client_type !conversation_id !hookEventName",
		"named permission_mode=auto-high !tool_use_id !timestamp !client_type !conversation_id !hookEventName",
		// Claude Code names an id with every call of a tool, and has none of these.
		"named transcript_path:string tool_name=Execute !tool_use_id !timestamp !client_type !conversation_id !hookEventName",
		"named transcript_path:string tool_name=Create !tool_use_id !timestamp !client_type !conversation_id !hookEventName",
	},
	Env: []string{"DROID_PROJECT_DIR"},
	Fields: []Key{
		{Field: SessionID, Path: "session_id"},
		{Field: TranscriptPath, Path: "transcript_path", Spelling: &Spelling{Literal: `""`}},
		{Field: Cwd, Path: "cwd"},
		{Field: PermissionMode, Path: "permission_mode", Spelling: &Spelling{Literal: `"off"`}},
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: Project, Path: "$DROID_PROJECT_DIR"},
	},
	Events: droidEvents,
	Tools: `
# With a new command the client drops the model's riskLevel and takes the
# call for a risky one, unless it is approved too (0.215.0).
Execute: shell
Read: file_read
Create: file_write
Edit: file_edit old_string=old_str new_string=new_str
MultiEdit: file_edit edits=changes # of older builds
ApplyPatch: file_edit patch=input@patch
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

var droidEvents = []Event{
	// The client goes on after 30 s and takes the context for the next turn.
	{Native: "SessionStart", Type: SessionStart, Keys: []Key{{Field: EndReason, Path: "source"}, {Field: AgentParentID, Path: "calling_session_id"}},
		Carry: "previous_session_id", Forms: &droidSession, Flags: TextIsContext, Limit: 60_000},
	{Native: "SessionEnd", Type: SessionEnd, Keys: []Key{
		{Field: EndReason, Path: "reason", Spelling: &Spelling{Words: []Word{{"clear", "user_exit"}, {"logout", "user_exit"}, {"other", "completed"}}}},
		{Field: DurationMS, Path: "session_duration_ms", As: Millis}},
		Carry: "message_count", Limit: 60_000},
	// Not fired for the prompt of droid exec.
	{Native: "UserPromptSubmit", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "prompt"}}, Carry: "has_images",
		Forms: &droidPrompt, Flags: TextIsContext, Limit: 60_000,
		Details: &Details{Powers: "hookSpecificOutput.updatedInput.prompt:string"}},
	{Native: "PreToolUse", Type: ToolStart, Keys: []Key{{Field: ToolName, Path: "tool_name"}, {Field: ToolInput, Path: "tool_input"}},
		Forms: &droidPreTool, Limit: 60_000},
	// A tool that fails, and a command that ends non-zero, has none.
	{Native: "PostToolUse", Type: ToolEnd, Details: &Details{Status: "success"}, Keys: []Key{{Field: ToolName, Path: "tool_name"}, {Field: ToolInput, Path: "tool_input"},
		{Field: ToolOutput, Path: "tool_response"}}, Forms: &droidPostTool, Limit: 60_000},
	{Native: "Notification", Type: AgentNotification, Keys: []Key{{Field: Text, Path: "message"},
		{Field: NotificationKind, Path: "notification_type", Spelling: &Spelling{Words: []Word{{"permission_prompt", "permission"}, {"idle_prompt", "idle"}}}}},
		Carry: "notification_type", Limit: 60_000},
	{Native: "Stop", Type: AgentStop, Keys: []Key{{Field: StopActive, Path: "stop_hook_active", Spelling: &Spelling{Literal: "false"}}, {Field: DurationMS, Path: "elapsed_time", As: Millis}},
		Carry: "tool_execution_count", Forms: &droidStop, Flags: KeepsGoing, Limit: 60_000},
	// It has the parent's session; no answer is read. The subagent's own session
	// has a Stop, and that one can be kept going.
	{Native: "SubagentStop", Type: SubagentStop, Keys: []Key{{Field: StopActive, Path: "stop_hook_active", Spelling: &Spelling{Literal: "false"}},
		{Field: LastMessage, Path: "task_result"}, {Field: ErrorText, Path: "task_error"}},
		Carry: "task_name", Limit: 60_000},
	{Native: "PreCompact", Type: "context.compact", Keys: []Key{{Field: Trigger, Path: "trigger"}, {Field: Instructions, Path: "custom_instructions"}},
		Carry: "message_count estimated_tokens", Forms: &droidCompact, Limit: 60_000},
}

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
