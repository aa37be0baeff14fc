package mapping

// Qwen Code, a fork of Gemini CLI with Claude Code's events and JSON. Recorded
// with @qwen-code/qwen-code 0.24.4 (2026-11-20); "source" is that package's.
var qwenCode = Dialect{
	Name:  "qwen-code",
	Fault: qwenFault,
	Marks: []Mark{
		// Claude Code and Droid send no timestamp, Gemini CLI, VS Code and Copilot no
		// permission_mode. Grok sends both, and every key in camel case beside them.
		"hook_event_name:string timestamp:string permission_mode:string !hookEventName !client_type !conversation_id",
		// permission_mode is optional in the type of the input (0.24.4, source).
		"hook_event_name:string timestamp:string transcript_path~/.qwen/ !hookEventName",
		"hook_event_name:string timestamp:string prompt_id~######## !hookEventName",
	},
	Env: []string{"QWEN_CODE_SESSION_ID"},
	Fields: []Key{
		{Field: SessionID, Path: "session_id", Spelling: &Spelling{Literal: `""`}},
		{Field: TranscriptPath, Path: "transcript_path", Spelling: &Spelling{Literal: `""`}},
		{Field: Cwd, Path: "cwd"},
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: Time, Path: "timestamp"},
		{Field: PermissionMode, Path: "permission_mode", Spelling: &Spelling{Literal: `"default"`}},
		{Field: AgentID, Path: "agent_id"},
		{Field: AgentType, Path: "agent_type"},
		{Field: SessionID, Path: "$QWEN_CODE_SESSION_ID"},
		{Field: Model, Path: "$QWEN_CODE_MODEL"},
		{Field: Project, Path: "$QWEN_PROJECT_DIR"},
	},
	Events: qwenEvents,
	Any:    &qwenAny,
	Tools: `
run_shell_command|monitor: shell cwd=directory
read_file|zoom_image|display_image: file_read
write_file: file_write
edit: file_edit
notebook_edit: file_edit file_path=notebook_path new_string=new_source
grep_search: search
glob: find
list_directory: find # off by default
web_search: web_search
web_fetch: web_fetch
agent: agent
task: agent # its former name
`,
	// A deferred tool that the model calls through tool_call comes under its own
	// name (0.24.4, source).
	MCP:   MCPNaming{Prefix: "mcp__", Sep: "__"},
	Frame: "hookSpecificOutput.hookEventName=$event",
	// stdout is cut off at 1 MiB, and what is no whole object then is void (0.24.4,
	// source); escaping makes up to six bytes of one.
	MaxContext: 100_000,
	// With an empty stdout stderr is parsed as the answer, at any exit code.
	Stderr: StderrQuiet,
	Refine: qwenRefine,
	Fix:    qwenFix,
}

// PostToolBatch alone has the provider's id in tool_use_id; elsewhere that is an
// id of the client's own.
var qwenToolKeys = []Key{
	{Field: ToolName, Path: "tool_name"},
	{Field: ToolInput, Path: "tool_input"},
	{Field: ToolCallID, Path: "tool_call_id"},
	{Field: ToolCallID, Path: "tool_use_id"},
}

var qwenToolEndKeys = []Key{
	{Field: ToolName, Path: "tool_name"},
	{Field: ToolInput, Path: "tool_input"},
	{Field: ToolOutput, Path: "tool_response"},
	{Field: ToolCallID, Path: "tool_call_id"},
	{Field: ToolCallID, Path: "tool_use_id"},
	{Field: ErrorText, Path: "error"},
	{Field: DurationMS, Path: "duration_ms", As: Millis},
}

var qwenStopKeys = []Key{
	{Field: StopActive, Path: "stop_hook_active", Spelling: &Spelling{Literal: "false"}},
	{Field: AgentTranscript, Path: "agent_transcript_path"},
	{Field: LastMessage, Path: "last_assistant_message"},
	{Field: InputTokens, Path: "input_tokens"},
}

const qwenTodo = "todo_id todo_content todo_status previous_status all_todos phase"

var qwenEvents = []Event{
	{Native: "SessionStart", Type: SessionStart, Keys: []Key{{Field: EndReason, Path: "source", Spelling: &Spelling{Words: []Word{{"branch", "fork"}}}}, {Field: Model, Path: "model"}},
		Forms: &qwenContext, Flags: TextIsContext, Limit: 60_000},
	// Never in a headless run.
	{Native: "SessionEnd", Type: SessionEnd, Keys: []Key{{Field: EndReason, Path: "reason", Spelling: &Spelling{Words: []Word{
		{"clear", "user_exit"}, {"logout", "user_exit"}, {"prompt_input_exit", "user_exit"}, {"bypass_permissions_disabled", "error"}, {"other", "completed"}}}}},
		Limit: 60_000},
	{Native: "SessionDelete", Carry: "deleted_session_id", Limit: 60_000},
	{Native: "UserPromptSubmit", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "prompt"}}, Carry: "submitted_prompt",
		Forms: &qwenPrompt, Flags: TextIsContext, Limit: 60_000},
	{Native: "UserPromptExpansion", Type: "prompt.expand", Keys: []Key{{Field: Prompt, Path: "prompt"}}, Carry: "command_name command_args",
		Forms: &qwenExpand, Flags: TextIsContext, Limit: 60_000},
	// After the permission step, so it cannot approve.
	{Native: "PreToolUse", Type: ToolStart, Keys: qwenToolKeys, Forms: &qwenPreTool, Flags: Mute, Limit: 60_000},
	{Native: "PermissionRequest", Type: PermissionRequest, Keys: qwenToolKeys, Carry: "permission_suggestions",
		Forms: &qwenPermission, Flags: RewriteNeedsAllow | Mute, Limit: 60_000},
	// The classifier of mode auto said no; nothing changes that.
	{Native: "PermissionDenied", Type: "permission.denied", Keys: qwenToolKeys, Carry: "reason", Limit: 60_000},
	{Native: "PostToolUse", Type: ToolEnd, Details: &Details{Status: "success"}, Keys: qwenToolEndKeys, Forms: &qwenPostTool, Limit: 60_000},
	// A command that ends with another exit code than 0 failed too.
	{Native: "PostToolUseFailure", Type: ToolEnd, Details: &Details{Status: "error"}, Keys: qwenToolEndKeys, Carry: "is_interrupt",
		Forms: &qwenContext, Limit: 60_000},
	// The client waits 15 s for all its hooks together, whatever the settings say
	// (0.24.4, source).
	{Native: "PostToolBatch", Type: "tool.batch", Carry: "tool_calls", Forms: &qwenBatch, Flags: TooLate, Limit: 15_000},
	{Native: "Stop", Type: AgentStop, Keys: qwenStopKeys, Carry: "background_tasks crons context_usage context_limit",
		Forms: &qwenStop, Flags: KeepsGoing, Limit: 60_000},
	{Native: "StopFailure", Type: "agent.error", Keys: []Key{{Field: ErrorText, Path: "error"}, {Field: LastMessage, Path: "last_assistant_message"}},
		Carry: "error_details", Limit: 60_000},
	{Native: "SubagentStart", Type: "subagent.start", Forms: &qwenContext, Limit: 60_000},
	// Its transcript_path is the parent's.
	{Native: "SubagentStop", Type: SubagentStop, Keys: qwenStopKeys, Carry: "background_tasks crons",
		Forms: &qwenSubagentStop, Flags: KeepsGoing, Limit: 60_000},
	// Also where nothing is compacted in the end.
	{Native: "PreCompact", Type: "context.compact", Keys: []Key{{Field: Trigger, Path: "trigger"}, {Field: Instructions, Path: "custom_instructions"}},
		Limit: 60_000},
	{Native: "PostCompact", Type: "context.compacted", Keys: []Key{{Field: Trigger, Path: "trigger"}}, Carry: "compact_summary",
		Limit: 60_000},
	{Native: "Notification", Type: AgentNotification, Keys: []Key{{Field: Text, Path: "message"}, {Field: Title, Path: "title"},
		{Field: NotificationKind, Path: "notification_type", Spelling: &Spelling{Words: []Word{
			{"permission_prompt", "permission"}, {"elicitation_dialog", "permission"}, {"idle_prompt", "idle"}, {"auth_success", "other"}}}}},
		Carry: "notification_type", Limit: 60_000},
	// Both come twice: for a decision, and once more when the list is written.
	{Native: "TodoCreated", Carry: qwenTodo, Forms: &qwenBlock, Limit: 60_000},
	{Native: "TodoCompleted", Carry: qwenTodo, Forms: &qwenBlock, Limit: 60_000},
	{Native: "InstructionsLoaded", Carry: "file_path memory_type load_reason trigger_file_path parent_file_path",
		Limit: 60_000},
	// While the text streams, and nobody waits for it.
	{Native: "MessageDisplay", Carry: "message_id displayed_text is_final", Limit: 60_000},
}

// qwenTodoWritten is a todo event of the second kind: a block changes nothing.
var qwenTodoWritten = Event{Carry: qwenTodo, Limit: 60_000}

// qwenAny is an event that 0.24.4 does not have. With exit 2 a reason that is
// JSON would be read as the answer.
var qwenAny = Event{Forms: &qwenBlock, Limit: 60_000}

func qwenRefine(c *Call) {
	switch c.Native {
	case "UserPromptSubmit":
		// The model is called with tool results. That alone has no text: a person's
		// prompt may lack submitted_prompt too (ACP, Vim mode; 0.24.4, docs).
		if c.text(Prompt) == "" && c.Payload.get("submitted_prompt") == "" {
			c.values[Synthetic] = "true"
			c.Type = vendorType(c.Source, c.Native)
		}
	case "TodoCreated", "TodoCompleted":
		if c.Payload.text("phase") == "postWrite" {
			c.Event = &qwenTodoWritten
		}
	case "InstructionsLoaded":
		c.addFile(c.Payload.text("file_path"), "read")
	}
}

var qwenAbout = About{
	Source: "qwen-code", Product: "Qwen Code", Version: "0.24.4", Date: "2026-11-20", Known: "recorded",
}
