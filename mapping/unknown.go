package mapping

// unknown is a client that nobody has described. Its event's type comes from the
// name where that is a familiar one; a deny is exit 2 with the reason on stderr,
// the one convention that most clients share.
var unknown = Dialect{
	Name:  "unknown",
	Fault: "#stderr=$reason",
	Fields: []Key{
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: NativeEvent, Path: "hookEventName"},
		{Field: NativeEvent, Path: "hook_event"},
		{Field: NativeEvent, Path: "event_name"},
		{Field: NativeEvent, Path: "event"},
		{Field: NativeEvent, Path: "type"},
		{Field: SessionID, Path: "session_id"},
		{Field: SessionID, Path: "sessionId"},
		{Field: SessionID, Path: "conversation_id"},
		{Field: SessionID, Path: "conversationId"},
		{Field: Time, Path: "timestamp"},
		{Field: Cwd, Path: "cwd"},
		{Field: Cwd, Path: "workspaceRoot"},
		{Field: Model, Path: "model"},
		{Field: TranscriptPath, Path: "transcript_path"},
		{Field: TranscriptPath, Path: "transcriptPath"},
		{Field: PermissionMode, Path: "permission_mode"},
		{Field: ToolName, Path: "tool_name"},
		{Field: ToolName, Path: "toolName"},
		{Field: ToolCallID, Path: "tool_use_id"},
		{Field: ToolCallID, Path: "tool_call_id"},
		{Field: ToolInput, Path: "tool_input"},
		{Field: ToolInput, Path: "toolInput"},
		{Field: ToolInput, Path: "toolArgs"},
		{Field: ToolOutput, Path: "tool_response"},
		{Field: ToolOutput, Path: "tool_output"},
		{Field: Prompt, Path: "prompt"},
		{Field: StopActive, Path: "stop_hook_active"},
		{Field: LastMessage, Path: "last_assistant_message"},
		{Field: EndReason, Path: "reason"},
		{Field: ErrorText, Path: "error"},
	},
	Stderr: StderrQuiet,
}

// unnamed is an event that a dialect's table does not have.
var unnamed = Event{
	Forms: &Forms{Deny: "#exit=2 #stderr=$reason"},
}
