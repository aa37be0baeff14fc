package mapping

// Cline CLI. Recorded with cline 3.0.65 (2026-11-20), which ignores exit codes.
var cline = Dialect{
	Name:  "cline",
	Marks: []Mark{{{"clineVersion", Present, ""}, {"hookName", String, ""}, {"taskId", String, ""}}},
	Fields: []Key{
		{Field: NoField, Path: "clineVersion", Literal: `""`},
		{Field: Time, Path: "timestamp"},
		{Field: SessionID, Path: "taskId", Literal: `""`},
		{Field: SessionID, Path: "sessionContext.rootSessionId"},
		{Field: Cwd, Path: "workspaceInfo.rootPath"},
		{Field: AgentID, Path: "agent_id"},
		{Field: AgentParentID, Path: "parent_agent_id"},
		{Field: NativeEvent, Path: "hookName"},
		{Field: Model, Path: "model.slug"},
	},
	Events: []Event{
		{Native: "tool_call", Type: ToolStart, Forms: &clinePreTool, None: Form{{"#stdout", "{}"}}, Limit: 120_000,
			Keys: []Key{{Field: ToolCallID, Path: "tool_call.id"}, {Field: ToolName, Path: "tool_call.name"}, {Field: ToolInput, Path: "tool_call.input"}}},
	},
	Tools: []Tool{
		{Native: "run_commands", Canon: Shell, Keys: []ToolKey{{Canon: "command", Native: "commands", As: Lines}}},
		{Native: "read_files", Canon: FileRead, Keys: []ToolKey{{Canon: "files", Native: "files", As: Files}}},
		{Native: "editor", Canon: FileEdit, Keys: []ToolKey{{Canon: "file_path", Native: "path"}, {Canon: "new_string", Native: "new_text"}, {Canon: "old_string", Native: "old_text"}}},
	},
	MCP:        MCPNaming{Sep: "__"},
	Stderr:     StderrQuiet,
	MaxContext: 50_000,
}

// clinePreTool: a cancel ends the whole turn; there is no softer form.
var clinePreTool = Forms{
	Deny:    Form{{"cancel", "true"}, {"errorMessage", "$reason"}},
	Rewrite: Form{{"overrideInput", "$input"}},
	Context: Form{{"contextModification", "$context"}},
	Also:    []Alternative{{WishContext, Form{{"context", "$context"}}}},
}
