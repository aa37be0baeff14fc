package mapping

// Gemini CLI. Recorded with @google/gemini-cli 0.61.0 (2026-11-20); where its
// own docs say otherwise, the recording stands here.
var geminiCLI = Dialect{
	Name:  "gemini-cli",
	None:  geminiNone,
	Fault: geminiFault,
	Marks: []Mark{
		// Seven events begin with words that no other client's do.
		"hook_event_name^Before",
		"hook_event_name^After",
		"hook_event_name=PreCompress",
		// The other three are Claude Code's, who sends no timestamp. Qwen Code, a
		// fork, sends permission_mode, VS Code a model; Copilot has no transcript here.
		"named timestamp:string transcript_path~/.gemini/ !permission_mode",
		"named timestamp:string transcript_path~/chats/session- !permission_mode !model",
		// Before the first chat is recorded the path is "" (0.61.0, source).
		"named timestamp:string transcript_path= !permission_mode !model !conversation_id",
	},
	// Qwen Code sets GEMINI_PROJECT_DIR too, but never this one.
	Env: []string{"GEMINI_SESSION_ID"},
	Fields: []Key{
		{Field: SessionID, Path: "session_id"},
		{Field: TranscriptPath, Path: "transcript_path", Spelling: &Spelling{Literal: `""`}},
		{Field: Cwd, Path: "cwd"},
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: Time, Path: "timestamp"},
		{Field: SessionID, Path: "$GEMINI_SESSION_ID"},
		{Field: Project, Path: "$GEMINI_PROJECT_DIR"},
	},
	Events: geminiEvents,
	Tools: `
run_shell_command: shell cwd=dir_path
read_file: file_read
read_many_files: file_read include@files # not offered to the model by 0.61.0
write_file: file_write
replace: file_edit
grep_search: search path=dir_path
search_file_content: search path=dir_path # the old name still works in 0.61.0
glob|list_directory: find path=dir_path
google_web_search: web_search
web_fetch: web_fetch # its addresses stand in the prompt
invoke_agent: agent
`,
	// A server's own underscores make the name ambiguous; mcp_context settles it.
	Frame: "hookSpecificOutput.hookEventName=$event",
	MCP:   MCPNaming{Prefix: "mcp_", Sep: "_"},
	// With an empty stdout stderr is parsed as the answer, at any exit code.
	Stderr: StderrQuiet,
	Refine: geminiStatus,
	Fix:    geminiFix,
}

var geminiToolKeys = []Key{
	{Field: ToolName, Path: "tool_name"},
	{Field: ToolInput, Path: "tool_input"},
	{Field: MCPServer, Path: "mcp_context.server_name"},
	{Field: MCPTool, Path: "mcp_context.tool_name"},
	{Field: MCPCommand, Path: "mcp_context.command"},
	{Field: MCPURL, Path: "mcp_context.url"},
}

var geminiToolEndKeys = []Key{
	{Field: ToolName, Path: "tool_name"},
	{Field: ToolInput, Path: "tool_input"},
	{Field: ToolOutput, Path: "tool_response"},
	{Field: ErrorText, Path: "tool_response.error.message"},
	{Field: MCPServer, Path: "mcp_context.server_name"},
	{Field: MCPTool, Path: "mcp_context.tool_name"},
	{Field: MCPCommand, Path: "mcp_context.command"},
	{Field: MCPURL, Path: "mcp_context.url"},
}

// A tool that another one's hook asked for names the first one.
const geminiTail = "original_request_name"

var geminiEvents = []Event{
	{Native: "SessionStart", Type: SessionStart, Keys: []Key{{Field: EndReason, Path: "source"}},
		Forms: &geminiSessionStart, Limit: 60_000},
	// Only exit and clear were seen; /quit fires it three times (0.61.0).
	{Native: "SessionEnd", Type: SessionEnd, Keys: []Key{{Field: EndReason, Path: "reason", Spelling: &Spelling{Words: []Word{
		{"exit", "user_exit"}, {"clear", "user_exit"}, {"logout", "user_exit"}, {"prompt_input_exit", "user_exit"}, {"other", "completed"}}}}},
		Forms: &geminiMessage, Limit: 60_000},
	{Native: "BeforeAgent", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "prompt"}},
		Forms: &geminiPrompt, Limit: 60_000},
	{Native: "BeforeTool", Type: ToolStart, Keys: geminiToolKeys, Carry: geminiTail,
		Forms: &geminiTool, Flags: AskUnsafe, Limit: 60_000},
	// It fires for a tool that failed too.
	{Native: "AfterTool", Type: ToolEnd, Details: &Details{Status: "success", Powers: "hookSpecificOutput.tailToolCallRequest:object"}, Keys: geminiToolEndKeys, Carry: geminiTail,
		Forms: &geminiToolEnd, Limit: 60_000},
	{Native: "AfterAgent", Type: AgentStop, Keys: []Key{{Field: Prompt, Path: "prompt"}, {Field: LastMessage, Path: "prompt_response"},
		{Field: StopActive, Path: "stop_hook_active", Spelling: &Spelling{Literal: "false"}}},
		Forms: &geminiStop, Flags: KeepsGoing, Limit: 60_000,
		Details: &Details{WithDeny: "hookSpecificOutput.clearContext:bool"}},
	// An llm_response without a deny is ignored (0.61.0, case bm-synth).
	{Native: "BeforeModel", Type: "model.request", Keys: []Key{{Field: Model, Path: "llm_request.model"}},
		Forms: &geminiBeforeModel, Limit: 60_000,
		Details: &Details{Powers: "hookSpecificOutput.llm_request:object", WithDeny: "hookSpecificOutput.llm_response:object"}},
	// Once for every chunk of the answer; one that calls a tool holds no text.
	{Native: "AfterModel", Type: "model.response", Keys: []Key{{Field: Model, Path: "llm_request.model"}, {Field: Text, Path: "llm_response.text"},
		{Field: InputTokens, Path: "llm_response.usageMetadata.promptTokenCount"}, {Field: OutputTokens, Path: "llm_response.usageMetadata.candidatesTokenCount"}},
		Forms: &geminiAfterModel, Limit: 60_000,
		Details: &Details{Powers: "hookSpecificOutput.llm_response:object"}},
	// Whatever is printed here, {} or a line on stderr too, replaces the tool
	// configuration by AUTO with an empty list, so None and Fault are silence.
	{Native: "BeforeToolSelection", Type: "tool.select", Keys: []Key{{Field: Model, Path: "llm_request.model"}}, Limit: 60_000, Flags: Mute,
		Details: &Details{Powers: "hookSpecificOutput.toolConfig:object"}},
	// With trigger auto before every model call, whether anything is compressed or not.
	{Native: "PreCompress", Type: "context.compact", Keys: []Key{{Field: Trigger, Path: "trigger"}},
		Forms: &geminiMessage, Limit: 60_000},
	{Native: "Notification", Type: AgentNotification, Keys: []Key{{Field: Text, Path: "message"},
		{Field: NotificationKind, Path: "notification_type", Spelling: &Spelling{Words: []Word{{"ToolPermission", "permission"}}}}},
		Carry: "notification_type details", Forms: &geminiMessage, Limit: 60_000},
}

// geminiStatus: a tool failed if its response holds an error. A command that
// ends with another exit code than 0 has none.
func geminiStatus(c *Call) {
	if c.Type == ToolEnd && c.Payload.get("tool_response.error") != "" {
		c.values[Status] = `"error"`
	}
}

var geminiAbout = About{
	Source: "gemini-cli", Product: "Gemini CLI", Version: "0.61.0", Date: "2026-11-20", Known: "recorded",
	Note: "In an untrusted folder no hook runs. In a GitHub Action most of the environment does not reach the hook.",
}
