package mapping

// Claude Code. Recorded with 2.1.328, 2.1.88 and 2.0.60 (2026-11-20); the rules
// stand in docs/clients/claude-code.md.
var claudeCode = Dialect{
	Name:  "claude-code",
	Fault: claudeFault,
	Marks: []Mark{
		// Nothing of its own in the payload: forks and imitators send more, and
		// stand before it in the registry.
		"named transcript_path:string !timestamp !client_type !conversation_id",
	},
	Env: []string{"CLAUDE_CODE_SESSION_ID"},
	Fields: []Key{
		{Field: SessionID, Path: "session_id"},
		{Field: TranscriptPath, Path: "transcript_path"},
		{Field: Cwd, Path: "cwd"},
		{Field: PermissionMode, Path: "permission_mode"},
		{Field: AgentID, Path: "agent_id"},
		{Field: AgentType, Path: "agent_type"},
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: Project, Path: "$CLAUDE_PROJECT_DIR"},
	},
	Events: claudeEvents,
	Tools: `
Bash|PowerShell|Monitor: shell
Read: file_read
Write: file_write
Edit|MultiEdit: file_edit
NotebookEdit: file_edit file_path=notebook_path new_string=new_source
Grep: search
Glob: find
WebSearch: web_search
WebFetch: web_fetch
Agent: agent
Task: agent # its name up to 2.1.x
`,
	Frame: "hookSpecificOutput.hookEventName=$event",
	MCP:   MCPNaming{Prefix: "mcp__", Sep: "__"},
	Fix:   claudeOutput,
	// Machine turns come as prompts of their own (2.1.328).
	Synthetic: []string{"<task-notification>"},
}

var claudeToolKeys = []Key{
	{Field: ToolName, Path: "tool_name"},
	{Field: ToolInput, Path: "tool_input"},
	{Field: ToolCallID, Path: "tool_use_id"},
	{Field: MCPServer, Path: "mcp_server.name"},
}

var claudeToolEndKeys = []Key{
	{Field: ToolName, Path: "tool_name"},
	{Field: ToolInput, Path: "tool_input"},
	{Field: ToolOutput, Path: "tool_response"},
	{Field: ToolCallID, Path: "tool_use_id"},
	{Field: ErrorText, Path: "error"},
	{Field: DurationMS, Path: "duration_ms", As: Millis},
	{Field: MCPServer, Path: "mcp_server.name"},
}

var claudeStopKeys = []Key{
	{Field: StopActive, Path: "stop_hook_active", Spelling: &Spelling{Literal: "false"}},
	{Field: AgentTranscript, Path: "agent_transcript_path"},
	{Field: LastMessage, Path: "last_assistant_message"},
}

var claudeEvents = []Event{
	{Native: "SessionStart", Type: SessionStart, Keys: []Key{{Field: EndReason, Path: "source"}, {Field: Model, Path: "model"}, {Field: Title, Path: "session_title"}},
		Forms: &claudeContext, Flags: TextIsContext, Limit: 600_000,
		Details: &Details{Powers: "hookSpecificOutput.sessionTitle:string hookSpecificOutput.initialUserMessage:string hookSpecificOutput.watchPaths:array hookSpecificOutput.reloadSkills:bool"}},
	// A context is legal here and on Notification, but the model never sees it (2.1.328).
	{Native: "Setup", Type: "session.setup", Keys: []Key{{Field: Trigger, Path: "trigger"}}, Forms: &claudeMessage, Limit: 600_000},
	// All SessionEnd hooks together have 1.5 s unless their settings say more.
	{Native: "SessionEnd", Type: SessionEnd, Keys: []Key{{Field: EndReason, Path: "reason", Spelling: &Spelling{Words: []Word{
		{"clear", "user_exit"}, {"resume", "user_exit"}, {"logout", "user_exit"}, {"prompt_input_exit", "user_exit"},
		{"bypass_permissions_disabled", "error"}, {"other", "completed"}}}}},
		Limit: 1_500},
	{Native: "UserPromptSubmit", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "prompt"}, {Field: Title, Path: "session_title"}},
		Forms: &claudePrompt, Flags: TextIsContext, Limit: 30_000,
		Details: &Details{Powers: "hookSpecificOutput.suppressOriginalPrompt:bool hookSpecificOutput.sessionTitle:string"}},
	{Native: "UserPromptExpansion", Type: "prompt.expand", Keys: []Key{{Field: Prompt, Path: "prompt"}},
		Carry: "expansion_type command_name command_args command_source",
		Forms: &claudeExpand, Limit: 600_000,
		Details: &Details{Powers: "hookSpecificOutput.suppressOriginalPrompt:bool"}},
	{Native: "PreToolUse", Type: ToolStart, Keys: claudeToolKeys, Forms: &claudePreTool, Limit: 600_000},
	// Exit 2 and top-level decisions are ignored here: the dialog shows (2.1.328).
	{Native: "PermissionRequest", Type: PermissionRequest, Keys: claudeToolKeys, Carry: "permission_suggestions",
		Forms: &claudePermission, Flags: RewriteNeedsAllow, Limit: 600_000},
	{Native: "PermissionDenied", Type: "permission.denied", Keys: claudeToolKeys, Carry: "reason",
		Forms: &claudeMessage, Limit: 600_000,
		Details: &Details{Powers: "hookSpecificOutput.retry:bool"}},
	{Native: "PostToolUse", Type: ToolEnd, Details: &Details{Status: "success"}, Keys: claudeToolEndKeys, Forms: &claudePostTool, Limit: 600_000},
	// continue:false is not obeyed after a failure (2.1.328).
	{Native: "PostToolUseFailure", Type: ToolEnd, Details: &Details{Status: "error"}, Keys: claudeToolEndKeys, Carry: "is_interrupt",
		Forms: &claudePostFailure, Limit: 600_000},
	{Native: "PostToolBatch", Type: "tool.batch", Carry: "tool_calls", Forms: &claudeBatch, Limit: 600_000},
	{Native: "Stop", Type: AgentStop, Keys: claudeStopKeys, Carry: "background_tasks session_crons",
		Forms: &claudeStop, Flags: KeepsGoing, Limit: 600_000},
	{Native: "StopFailure", Type: "agent.error", Keys: []Key{{Field: ErrorText, Path: "error"}, {Field: LastMessage, Path: "last_assistant_message"}},
		Carry: "error_details", Limit: 600_000},
	{Native: "SubagentStart", Type: "subagent.start", Forms: &claudeContext, Limit: 600_000},
	{Native: "SubagentStop", Type: SubagentStop, Keys: claudeStopKeys, Carry: "background_tasks session_crons",
		Forms: &claudeStop, Flags: KeepsGoing, Limit: 600_000},
	// A block keeps the teammate at work.
	{Native: "TeammateIdle", Carry: "teammate_name team_name", Forms: &claudeBlock, Flags: KeepsGoing, Limit: 600_000},
	{Native: "TaskCreated", Type: "task.create", Carry: "task_id task_subject task_description teammate_name team_name",
		Forms: &claudeBlock, Limit: 600_000},
	{Native: "TaskCompleted", Type: "task.complete", Carry: "task_id task_subject task_description teammate_name team_name",
		Forms: &claudeBlock, Limit: 600_000},
	// Plain stdout would join the instructions for the summary; we print none.
	{Native: "PreCompact", Type: "context.compact", Keys: []Key{{Field: Trigger, Path: "trigger"}, {Field: Instructions, Path: "custom_instructions"}},
		Forms: &claudeBlock, Limit: 600_000},
	{Native: "PostCompact", Type: "context.compacted", Keys: []Key{{Field: Trigger, Path: "trigger"}}, Carry: "compact_summary",
		Forms: &claudeMessage, Limit: 600_000},
	{Native: "PreModelSwitch", Keys: []Key{{Field: Model, Path: "to_model"}}, Carry: claudeSwitch, Forms: &claudeModel, Limit: 30_000},
	{Native: "PostModelSwitch", Keys: []Key{{Field: Model, Path: "to_model"}}, Carry: claudeSwitch, Forms: &claudeContext,
		Flags: TextIsContext, Limit: 600_000},
	{Native: "Notification", Type: AgentNotification, Keys: []Key{{Field: Text, Path: "message"}, {Field: Title, Path: "title"},
		{Field: NotificationKind, Path: "notification_type", Spelling: &Spelling{Words: []Word{
			{"permission_prompt", "permission"}, {"elicitation_dialog", "permission"}, {"agent_needs_input", "permission"},
			{"idle_prompt", "idle"}, {"agent_completed", "done"}, {"elicitation_response", "other"}, {"auth_success", "other"}}}}},
		Carry: "notification_type", Forms: &claudeMessage, Limit: 600_000},
	{Native: "Elicitation", Keys: []Key{{Field: MCPServer, Path: "mcp_server_name"}, {Field: Text, Path: "message"}},
		Carry: "mode url elicitation_id requested_schema", Forms: &claudeElicitation, Limit: 600_000,
		Details: &Details{Powers: "hookSpecificOutput.content:object"}},
	{Native: "ElicitationResult", Keys: []Key{{Field: MCPServer, Path: "mcp_server_name"}},
		Carry: "mode elicitation_id action content", Forms: &claudeElicitation, Limit: 600_000,
		Details: &Details{Powers: "hookSpecificOutput.content:object"}},
	{Native: "ConfigChange", Type: "config.change", Keys: []Key{{Field: FilePath, Path: "file_path"}}, Carry: "source",
		Forms: &claudeBlock, Limit: 600_000},
	{Native: "InstructionsLoaded", Keys: []Key{{Field: FilePath, Path: "file_path"}},
		Carry: "memory_type load_reason globs trigger_file_path parent_file_path", Limit: 600_000},
	{Native: "CwdChanged", Carry: "old_cwd new_cwd", Limit: 600_000,
		Details: &Details{Powers: "hookSpecificOutput.watchPaths:array"}},
	{Native: "FileChanged", Type: "file.change", Keys: []Key{{Field: FilePath, Path: "file_path"}}, Carry: "event",
		Limit: 600_000, Details: &Details{Powers: "hookSpecificOutput.watchPaths:array"}},
	{Native: "DirectoryAdded", Carry: "directory source", Forms: &claudeMessage, Limit: 600_000},
	// The last line of stdout is the path of the worktree; JSON would be taken for a path.
	{Native: "WorktreeCreate", Carry: "name", Forms: &claudeWorktree, Flags: RawOutput, Limit: 600_000},
	{Native: "WorktreeRemove", Carry: "worktree_path", Limit: 600_000},
	{Native: "MessageDisplay", Carry: "turn_id message_id index final delta", Limit: 600_000,
		Details: &Details{Powers: "hookSpecificOutput.displayContent:string"}},
}

const claudeSwitch = "from_model to_model requested_model source context_tokens prompt_cache_warm cache_ttl estimated_cache_write_usd pricing"

var claudeCodeAbout = About{
	Source: "claude-code", Product: "Claude Code", Version: "2.1.328 (and 2.1.88, 2.0.60)", Date: "2026-11-20", Known: "recorded",
	Note: "Before 2.1.101 one unknown event name in settings.json silently voids the whole file.",
}
