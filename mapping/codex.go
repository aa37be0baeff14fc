package mapping

// Codex CLI. Recorded with @openai/codex 0.169.0 (2026-11-20).
var codex = Dialect{
	Name: "codex",
	Marks: []Mark{
		{{"turn_id", String, ""}, {"model", String, ""}, {"hook_event_name", String, ""}},
		{{"transcript_path", Contains, "/rollout-"}, {"hook_event_name", String, ""}},
	},
	Fields: []Key{
		{Field: SessionID, Path: "session_id"},
		{Field: NoField, Path: "turn_id", Literal: `""`},
		{Field: TranscriptPath, Path: "transcript_path"},
		{Field: Cwd, Path: "cwd"},
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: Model, Path: "model", Literal: `"unknown"`},
		{Field: PermissionMode, Path: "permission_mode"},
		{Field: AgentID, Path: "agent_id"},
		{Field: AgentType, Path: "agent_type"},
	},
	Events: []Event{
		{Native: "PreToolUse", Type: ToolStart, Forms: &codexPreTool, Fault: Form{{"#exit", "1"}, {"#stderr", "$reason"}}, Limit: 600_000,
			Keys: []Key{{Field: ToolName, Path: "tool_name"}, {Field: ToolInput, Path: "tool_input"}, {Field: ToolCallID, Path: "tool_use_id"}}},
	},
	Tools: []Tool{
		{Native: "Bash", Canon: Shell},
		{Native: "apply_patch", Canon: FileEdit, Keys: []ToolKey{{Canon: "patch", Native: "command", As: Patch}}},
		{Native: "spawn_agent", Canon: Agent},
	},
	MCP: MCPNaming{Prefix: "mcp__", Sep: "__"},
}

// codexPreTool: a bare approval and an ask are errors here, and the call goes on.
var codexPreTool = Forms{
	Deny:    Form{{"hookSpecificOutput.hookEventName", "$event"}, {"hookSpecificOutput.permissionDecision", `"deny"`}, {"hookSpecificOutput.permissionDecisionReason", "$reason"}},
	Rewrite: Form{{"hookSpecificOutput.hookEventName", "$event"}, {"hookSpecificOutput.permissionDecision", `"allow"`}, {"hookSpecificOutput.updatedInput", "$input"}},
	Context: Form{{"hookSpecificOutput.hookEventName", "$event"}, {"hookSpecificOutput.additionalContext", "$context"}},
	Message: Form{{"systemMessage", "$message"}},
	Also:    []Alternative{{WishDeny, Form{{"decision", `"block"`}, {"reason", "$reason"}}}},
}
