package mapping

// GitHub Copilot CLI, and the Copilot cloud agent, which runs the same hooks.
// Recorded with 1.0.102 and, where it differs, 1.0.78 and 1.0.40 (2026-11-20).
// The case of the event key in the settings chooses the dialect, and what
// .claude/settings.json holds gets the second: there CLAUDE_PROJECT_DIR is set too.

// copilotNative does not name its events.
var copilotNative = Dialect{
	Name:  "copilot-cli",
	Fault: copilotFault,
	Marks: []Mark{
		"sessionId:string timestamp:number !hookEventName !taskId !conversationId",
		// GitHub's documentation of early 2026 shows no id and toolArgs as a string.
		"named timestamp:number cwd:string !sessionId !session_id !hook_event_name !hookEventName !hookName !event !event_name !type !taskId !conversationId !conversation_id",
	},
	Env: []string{"COPILOT_HOOK_DIR", "COPILOT_PROJECT_DIR"}, // COPILOT_CLI is set for every shell of the agent
	Fields: []Key{
		{Field: SessionID, Path: "sessionId"},
		{Field: Time, Path: "timestamp"},
		{Field: Cwd, Path: "cwd"},
		{Field: TranscriptPath, Path: "transcriptPath"},
		{Field: AgentID, Path: "agentId"},
		{Field: AgentType, Path: "agentType"},
		{Field: AgentParentID, Path: "parentAgentId"},
		{Field: Project, Path: "$COPILOT_PROJECT_DIR"},
	},
	Events:     copilotNativeEvents,
	Any:        &copilotUnnamed,
	Tools:      copilotTools,
	MCP:        MCPNaming{Sep: "-"},
	MaxContext: copilotMost,
	EventName:  copilotEvent,
	Refine:     copilotRefine,
	Fix:        copilotFix,
}

// copilotPascal is the "VS Code compatible" one, since 1.0.21. VS Code itself
// sends tool_use_id and a transcript_path of its own, Gemini CLI a
// transcript_path with every event, Claude Code no timestamp.
var copilotPascal = Dialect{
	Name:  "copilot-cli",
	Fault: copilotFault,
	Marks: []Mark{
		"named session_id:string timestamp:string !transcript_path !permission_mode !tool_use_id !tool_response !hookEventName !sessionId !model !turn_id !conversation_id !client_type",
		"named session_id:string timestamp:string transcript_path~/session-state/ !permission_mode !tool_use_id !hookEventName",
		// stop_reason is Copilot's own, wherever COPILOT_HOME puts the transcript.
		"named session_id:string timestamp:string stop_reason:string !permission_mode !hookEventName",
	},
	Env: []string{"COPILOT_HOOK_DIR", "COPILOT_PROJECT_DIR"},
	Fields: []Key{
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: SessionID, Path: "session_id"},
		{Field: Time, Path: "timestamp"},
		{Field: Cwd, Path: "cwd"},
		{Field: TranscriptPath, Path: "transcript_path"},
		{Field: AgentID, Path: "agent_id"},
		{Field: AgentType, Path: "agent_type"},
		{Field: AgentParentID, Path: "parent_agent_id"},
		{Field: Project, Path: "$COPILOT_PROJECT_DIR"},
	},
	Events:     copilotPascalEvents,
	Any:        &copilotUnnamed,
	Tools:      copilotClaudeTools,
	MCP:        MCPNaming{Sep: "-"},
	MaxContext: copilotMost,
	Refine:     copilotRefine,
	Fix:        copilotFix,
}

var copilotNativeEvents = []Event{
	{Native: "sessionStart", Type: SessionStart, Keys: []Key{{Field: EndReason, Path: "source", Spelling: &Spelling{Words: copilotSources}}, {Field: Prompt, Path: "initialPrompt"}},
		Forms: &copilotContext, Limit: 30_000},
	{Native: "sessionEnd", Type: SessionEnd, Keys: []Key{{Field: EndReason, Path: "reason", Spelling: &Spelling{Words: copilotEnds}}},
		Forms: &copilotMessage, Limit: 30_000},
	{Native: "userPromptSubmitted", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "prompt"}},
		Forms: &copilotPrompt, Limit: 30_000, Details: &Details{Powers: copilotPromptPowers}},
	// After the client has wrapped the prompt.
	{Native: "userPromptTransformed", Keys: []Key{{Field: Prompt, Path: "prompt"}}, Carry: "transformedPrompt",
		Forms: &copilotMessage, Limit: 30_000, Details: &Details{Powers: "modifiedTransformedPrompt:string"}},
	{Native: "preToolUse", Type: ToolStart, Keys: copilotToolKeys, Forms: &copilotPreTool, Limit: 30_000},
	{Native: "permissionRequest", Type: PermissionRequest, Keys: copilotToolKeys, Carry: "permissionSuggestions",
		Forms: &copilotPermission, Limit: 30_000},
	// Neither a deny nor a progress line is heeded here (1.0.102).
	{Native: "preMcpToolCall", Keys: copilotMCPKeys, Limit: 30_000, Details: &Details{Powers: "metaToUse:object"}},
	{Native: "postToolUse", Type: ToolEnd, Details: &Details{Status: "success"}, Keys: copilotToolKeys, Forms: &copilotPostTool, Limit: 30_000},
	{Native: "postToolUseFailure", Type: ToolEnd, Details: &Details{Status: "error"}, Keys: copilotToolKeys, Forms: &copilotContext, Limit: 30_000},
	{Native: "agentStop", Type: AgentStop, Keys: copilotStopKeys, Carry: "stopReason",
		Forms: &copilotStop, Flags: KeepsGoing, Limit: 30_000},
	{Native: "subagentStart", Type: "subagent.start", Keys: copilotAgentKeys, Carry: copilotAgent, Forms: &copilotContext, Limit: 30_000},
	// The client caps blocks in a row at 8 on agentStop only, 568 were seen here.
	{Native: "subagentStop", Type: SubagentStop, Keys: copilotAgentKeys, Carry: copilotAgent,
		Forms: &copilotStop, Flags: KeepsGoing, Limit: 30_000, Details: &Details{Powers: copilotAgentPowers}},
	{Native: "preCompact", Type: "context.compact", Keys: []Key{{Field: Trigger, Path: "trigger"}, {Field: Instructions, Path: "customInstructions"}},
		Forms: &copilotMessage, Limit: 30_000},
	{Native: "errorOccurred", Type: "agent.error", Keys: []Key{{Field: ErrorText, Path: "error.message"}}, Carry: "errorContext recoverable",
		Forms: &copilotMessage, Limit: 30_000},
	// A context wakes an idle session.
	{Native: "notification", Type: AgentNotification, Keys: copilotNotificationKeys, Carry: "notification_type",
		Forms: &copilotContext, Limit: 30_000},
}

var copilotPascalEvents = []Event{
	{Native: "SessionStart", Type: SessionStart, Keys: []Key{{Field: EndReason, Path: "source", Spelling: &Spelling{Words: copilotSources}}, {Field: Prompt, Path: "initial_prompt"}},
		Forms: &copilotContext, Limit: 30_000},
	{Native: "SessionEnd", Type: SessionEnd, Keys: []Key{{Field: EndReason, Path: "reason", Spelling: &Spelling{Words: copilotEnds}}},
		Forms: &copilotMessage, Limit: 30_000},
	{Native: "UserPromptSubmit", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "prompt"}},
		Forms: &copilotPrompt, Limit: 30_000, Details: &Details{Powers: copilotPromptPowers}},
	{Native: "PreToolUse", Type: ToolStart, Keys: copilotPascalToolKeys, Forms: &copilotPascalPreTool, Limit: 30_000},
	{Native: "PostToolUse", Type: ToolEnd, Details: &Details{Status: "success"}, Keys: copilotPascalToolKeys, Forms: &copilotPostTool, Limit: 30_000},
	{Native: "PostToolUseFailure", Type: ToolEnd, Details: &Details{Status: "error"}, Keys: copilotPascalToolKeys, Forms: &copilotContext, Limit: 30_000},
	{Native: "Stop", Type: AgentStop, Keys: copilotStopKeys, Carry: "stop_reason",
		Forms: &copilotStop, Flags: KeepsGoing, Limit: 30_000},
	{Native: "SubagentStop", Type: SubagentStop, Keys: copilotPascalAgentKeys, Carry: copilotPascalAgent,
		Forms: &copilotStop, Flags: KeepsGoing, Limit: 30_000, Details: &Details{Powers: copilotAgentPowers}},
	{Native: "PreCompact", Type: "context.compact", Keys: []Key{{Field: Trigger, Path: "trigger"}, {Field: Instructions, Path: "custom_instructions"}},
		Forms: &copilotMessage, Limit: 30_000},
	{Native: "ErrorOccurred", Type: "agent.error", Keys: []Key{{Field: ErrorText, Path: "error.message"}}, Carry: "error_context recoverable",
		Forms: &copilotMessage, Limit: 30_000},
	// These keys of the settings get the native payload; here they are known by
	// name, so that --event finds them where stdin cannot be read.
	{Native: "PermissionRequest", Type: PermissionRequest, Keys: copilotToolKeys, Forms: &copilotPermission, Limit: 30_000},
	{Native: "SubagentStart", Type: "subagent.start", Keys: copilotAgentKeys, Forms: &copilotContext, Limit: 30_000},
	{Native: "Notification", Type: AgentNotification, Keys: copilotNotificationKeys, Forms: &copilotContext, Limit: 30_000},
	{Native: "PreMcpToolCall", Keys: copilotMCPKeys, Limit: 30_000},
}

var copilotToolKeys = []Key{
	{Field: ToolName, Path: "toolName"},
	{Field: ToolInput, Path: "toolArgs"},
	{Field: ToolInput, Path: "toolInput"}, // permissionRequest
	{Field: ToolOutput, Path: "toolResult"},
	{Field: Status, Path: "toolResult.resultType", Spelling: &Spelling{Words: copilotResults}},
	{Field: ErrorText, Path: "error"},
}

var copilotPascalToolKeys = []Key{
	{Field: ToolName, Path: "tool_name"},
	{Field: ToolInput, Path: "tool_input"},
	{Field: ToolOutput, Path: "tool_result"},
	{Field: Status, Path: "tool_result.result_type", Spelling: &Spelling{Words: copilotResults}},
	{Field: ErrorText, Path: "error"},
}

var copilotMCPKeys = []Key{
	{Field: ToolCallID, Path: "toolCallId"},
	{Field: MCPServer, Path: "serverName"},
	{Field: MCPTool, Path: "toolName"},
	{Field: ToolName, Path: "toolName"},
	{Field: ToolInput, Path: "arguments"},
}

var copilotStopKeys = []Key{{Field: StopActive, Path: "stop_hook_active", Spelling: &Spelling{Literal: "false"}}}

// The PascalCase key SubagentStart gets snake_case agent keys in the native payload.
var copilotAgentKeys = []Key{
	{Field: AgentID, Path: "agent_id"},
	{Field: AgentType, Path: "agent_type"},
	{Field: AgentParentID, Path: "parent_agent_id"},
	{Field: AgentType, Path: "agentType"},
	{Field: AgentType, Path: "agentName"}, // all that 1.0.40 sends
	{Field: LastMessage, Path: "response"},
	{Field: StopActive, Path: "stop_hook_active"},
}

var copilotPascalAgentKeys = []Key{
	{Field: AgentType, Path: "agent_type"},
	{Field: AgentType, Path: "agent_name"},
	{Field: LastMessage, Path: "last_assistant_message"},
	{Field: StopActive, Path: "stop_hook_active"},
}

var copilotNotificationKeys = []Key{
	{Field: Text, Path: "message"},
	{Field: Title, Path: "title"},
	{Field: NotificationKind, Path: "notification_type", Spelling: &Spelling{Words: []Word{
		{"permission_prompt", "permission"}, {"elicitation_dialog", "permission"}, {"agent_idle", "idle"}, {"agent_completed", "done"},
		{"shell_completed", "done"}, {"shell_detached_completed", "done"}}}},
}

var (
	copilotSources = []Word{{"new", "startup"}}
	copilotEnds    = []Word{{"complete", "completed"}, {"abort", "user_exit"}}
	// Up to 1.0.14 postToolUse came for failed tools too.
	copilotResults = []Word{{"failure", "error"}, {"denied", "error"}, {"rejected", "error"}}
)

const (
	copilotAgent       = "agentName agentDisplayName agentDescription stopReason"
	copilotPascalAgent = "agent_name agent_display_name stop_reason"
)

var copilotAbout = About{
	Source: "copilot-cli", Product: "GitHub Copilot CLI", Version: "1.0.102 (and 1.0.40 to 1.0.92)", Date: "2026-11-20", Known: "recorded",
	Cloud: "only .github/hooks/*.json of the clone, on Linux; no permissionRequest and no notification; ask is a deny",
	Note:  "Repository hooks are silently skipped with -p in an untrusted folder.",
}
