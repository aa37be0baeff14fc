package mapping

// Cursor. Recorded with @cursor/sdk 1.0.32 (2026-11-20), the engine that the CLI
// shares.
var cursor = Dialect{
	Name:  "cursor",
	Marks: []Mark{{{"cursor_version", String, ""}}},
	Env:   []string{"CURSOR_PROJECT_DIR"},
	Fields: []Key{
		{Field: SessionID, Path: "conversation_id"},
		{Field: Model, Path: "model", Words: []Word{{"unknown", ""}}},
		{Field: ToolName, Path: "tool_name"},
		{Field: ToolInput, Path: "tool_input"},
		{Field: ToolCallID, Path: "tool_use_id"},
		{Field: Cwd, Path: "cwd"},
		{Field: Cwd, Path: "workspace_roots.0"},
		{Field: SessionID, Path: "session_id"},
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: NoField, Path: "cursor_version", Literal: `"1.0.0"`},
		{Field: TranscriptPath, Path: "transcript_path"},
		{Field: Project, Path: "$CURSOR_PROJECT_DIR"},
	},
	Events: []Event{
		{Native: "preToolUse", Type: ToolStart, Forms: &cursorPreTool, None: Form{{"#stdout", "{}"}}, Limit: 60_000},
	},
	Tools: []Tool{
		{Native: "Shell", Canon: Shell, Rewrite: Merge, Keys: []ToolKey{{Canon: "command", Native: "command"}, {Canon: "cwd", Native: "cwd"}, {Canon: "timeout", Native: "timeout"}}},
		{Native: "Read", Canon: FileRead, Rewrite: Merge, Keys: []ToolKey{{Canon: "file_path", Native: "file_path"}}},
		// A new content is ignored, the file is written as it was (SDK 1.0.32).
		{Native: "Write", Canon: FileWrite, Rewrite: Merge, Keys: []ToolKey{{Canon: "file_path", Native: "file_path"}}},
	},
	MCP: MCPNaming{Prefix: "MCP:"},
}

// cursorPreTool: an ask is ignored and the tool runs, so there is no form for it.
var cursorPreTool = Forms{
	Allow:   Form{{"permission", `"allow"`}},
	Deny:    Form{{"permission", `"deny"`}, {"user_message", "$reason"}, {"agent_message", "$reason"}},
	Rewrite: Form{{"permission", `"allow"`}, {"updated_input", "$input"}},
	Context: Form{{"additional_context", "$context"}},
}
