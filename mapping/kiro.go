package mapping

// Kiro CLI 1.x and 2.x (agent files). Documented and measured by others, up to
// 2.21.0; nothing recorded by us.
var kiro = Dialect{
	Name: "kiro",
	Marks: []Mark{
		{{Is: Named}, {"cwd", String, ""}, {"conversation_id", Absent, ""}, {"cursor_version", Absent, ""}, {"timestamp", Absent, ""}, {"toolName", Absent, ""}},
	},
	Env: []string{"KIRO_SESSION_ID"},
	Fields: []Key{
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: Cwd, Path: "cwd"},
		{Field: SessionID, Path: "session_id"},
		{Field: SessionID, Path: "$KIRO_SESSION_ID"},
	},
	Events: []Event{
		{Native: "preToolUse", Type: ToolStart, Forms: &kiroDeny, Limit: 30_000,
			Keys: []Key{{Field: ToolName, Path: "tool_name"}, {Field: ToolInput, Path: "tool_input"}}},
	},
	Tools: []Tool{
		{Native: "execute_bash", Canon: Shell, Rewrite: Never},
		{Native: "fs_read", Canon: FileRead, Rewrite: Never, Keys: []ToolKey{{Canon: "file_path", Native: "path"}, {Canon: "operations", Native: "operations", As: Files}}},
	},
	MCP:    MCPNaming{Prefix: "@", Sep: "/", Rewrite: Never},
	Stderr: StderrQuiet,
}

// kiroDeny: JSON on stdout is never read, and with an empty stderr exit 2 blocks nothing.
var kiroDeny = Forms{Deny: Form{{"#exit", "2"}, {"#stderr", "$reason"}}}
