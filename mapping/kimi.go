package mapping

import "strings"

// Kimi Code. Recorded with @moonshot-ai/kimi-code 2.1.0 (2026-11-20). What it
// took over from the Python kimi-cli (1.49.0) is read from its source: other
// tool names, a prompt and an error that are plain strings, no client_type.
var kimi = Dialect{
	Name: "kimi",
	// Any exit code but 0 and 2 is a hook that failed; nobody hears of it (2.1.0).
	Fault: claudeFault,
	Marks: []Mark{
		// kimi_code_cli since 0.38; programs that embed the engine send their own.
		"client_type^kimi",
		// Kimi Code before that: its ids begin with this word.
		"named session_id^session_ !transcript_path !permission_mode !timestamp",
		// kimi-cli, where an event holds a key that Claude Code's other followers
		// call something else. The rest of its events nobody could tell.
		"named tool_call_id:string !tool_use_id !transcript_path !permission_mode !timestamp !conversation_id",
		"named agent_name:string !transcript_path !permission_mode !timestamp",
		"named error_type:string error_message:string !transcript_path !permission_mode !timestamp",
		"named trigger:string token_count:number !transcript_path !permission_mode !timestamp",
		"named trigger:string estimated_token_count:number !transcript_path !permission_mode !timestamp",
		"named sink:string notification_type:string !transcript_path !permission_mode !timestamp",
	},
	Fields: []Key{
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: SessionID, Path: "session_id"},
		{Field: Cwd, Path: "cwd"},
		{Field: Title, Path: "session_title"}, // not in print mode
	},
	Events: kimiEvents,
	Tools: `
Bash: shell
Read: file_read file_path=path
Write: file_write file_path=path
Edit: file_edit file_path=path
ReadMediaFile: file_read file_path=path
Grep: search
Glob: find path path=directory # kimi-cli has directory
FetchURL: web_fetch
WebSearch: web_search
Agent|AgentSwarm: agent
Shell: shell # from here on kimi-cli
ReadFile: file_read file_path=path
WriteFile: file_write file_path=path
StrReplaceFile: file_edit file_path=path edits=edit
SearchWeb: web_search
`,
	MCP: MCPNaming{Prefix: "mcp__", Sep: "__"},
	// With exit 2 the whole of it is the reason, and the model reads it.
	Stderr: StderrQuiet,
	Home:   true,
	Refine: kimiRefine,
	Fix:    alone,
}

// The output is text, cut to 2,000 characters.
var kimiToolKeys = []Key{
	{Field: ToolName, Path: "tool_name"},
	{Field: ToolInput, Path: "tool_input"},
	{Field: ToolCallID, Path: "tool_call_id"},
	{Field: ToolOutput, Path: "tool_output"},
	{Field: ErrorText, Path: "error.message"},
}

var kimiPermissionKeys = []Key{
	{Field: AgentID, Path: "agent_id", Spelling: &Spelling{Words: kimiMain}},
	{Field: ToolName, Path: "tool_name"},
	{Field: ToolInput, Path: "tool_input"},
	{Field: ToolCallID, Path: "tool_call_id"},
}

// The main agent has a name too; elsewhere an id means a subagent.
var kimiMain = []Word{{"main", ""}}

var kimiEvents = []Event{
	{Native: "SessionStart", Type: SessionStart, Keys: []Key{{Field: EndReason, Path: "source"}, {Field: Model, Path: "model"}},
		Carry: "profile", Limit: 30_000},
	// Not in print mode.
	{Native: "SessionEnd", Type: SessionEnd, Keys: []Key{{Field: EndReason, Path: "reason", Spelling: &Spelling{Words: []Word{{"exit", "user_exit"}, {"archive", "completed"}}}}},
		Limit: 30_000},
	{Native: "SessionHeartbeat", Carry: "uptime_ms", Limit: 30_000},
	{Native: "UserPromptSubmit", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "prompt"}}, Carry: "is_steer",
		Forms: &kimiPrompt, Flags: TextIsContext, Limit: 30_000},
	{Native: "UserPromptQueued", Keys: []Key{{Field: Prompt, Path: "prompt"}}, Carry: "prompt_id queue_length", Limit: 30_000},
	{Native: "TurnStarted", Type: "agent.start", Keys: []Key{{Field: Prompt, Path: "prompt"}}, Carry: "turn_id origin_kind origin_name",
		Limit: 30_000},
	{Native: "PreToolUse", Type: ToolStart, Keys: kimiToolKeys, Forms: &kimiBlock, Limit: 30_000},
	{Native: "PostToolUse", Type: ToolEnd, Details: &Details{Status: "success"}, Keys: kimiToolKeys, Limit: 30_000},
	// Also of a call that a user or a hook refused, or that never started.
	{Native: "PostToolUseFailure", Type: ToolEnd, Details: &Details{Status: "error"}, Keys: kimiToolKeys, Limit: 30_000},
	{Native: "PermissionRequest", Type: PermissionRequest, Keys: kimiPermissionKeys, Carry: "id turn_id action display", Limit: 30_000},
	{Native: "PermissionResult", Type: "permission.result", Keys: kimiPermissionKeys, Carry: "id turn_id action display decision",
		Limit: 30_000},
	// A subagent's turn ends with it too, under the same session and no name. The
	// client asks once a turn.
	{Native: "Stop", Type: AgentStop, Keys: []Key{{Field: StopActive, Path: "stop_hook_active"}},
		Forms: &kimiBlock, Flags: KeepsGoing, Limit: 30_000},
	{Native: "StopFailure", Type: "agent.error", Keys: []Key{{Field: ErrorText, Path: "error_message"}}, Carry: "error_type", Limit: 30_000},
	{Native: "Interrupt", Type: "agent.interrupt", Keys: []Key{{Field: EndReason, Path: "reason"}}, Carry: "turn_id", Limit: 30_000},
	{Native: "SubagentStart", Type: "subagent.start", Keys: []Key{{Field: AgentType, Path: "agent_name"}, {Field: Prompt, Path: "prompt"}}, Limit: 30_000},
	{Native: "SubagentStop", Type: SubagentStop, Keys: []Key{{Field: AgentType, Path: "agent_name"}, {Field: LastMessage, Path: "response"}}, Limit: 30_000},
	{Native: "TaskStarted", Carry: "task_id kind description status detached started_at", Limit: 30_000},
	{Native: "Notification", Type: AgentNotification, Keys: []Key{{Field: AgentID, Path: "agent_id", Spelling: &Spelling{Words: kimiMain}},
		{Field: NotificationKind, Path: "notification_type", Spelling: &Spelling{Words: []Word{{"task.completed", "done"}, {"permission_prompt", "permission"}}}},
		{Field: Title, Path: "title"}, {Field: Text, Path: "body"}},
		Carry: "sink notification_type severity source_kind source_id", Limit: 30_000},
	{Native: "PreCompact", Type: "context.compact", Keys: []Key{{Field: Trigger, Path: "trigger"}}, Carry: "token_count", Limit: 30_000},
	{Native: "PostCompact", Type: "context.compacted", Keys: []Key{{Field: Trigger, Path: "trigger"}}, Carry: "estimated_token_count", Limit: 30_000},
}

const kimiDenial Form = `hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason`

// kimiBlock: permissionDecision deny at exit 0 does the same, but exit 2 is what
// kimi-cli knew first, and no broken pipe can take it away. An approval, an ask,
// updatedInput and continue:false are ignored without a word (2.1.0).
var kimiBlock = Forms{
	Deny: "#exit=2 #stderr=$reason",
	Also: []Alternative{{WishDeny, kimiDenial}},
}

// kimiPrompt: a JSON object without a message would be injected as it stands,
// and a text that is one would be obeyed; so context goes out as a message.
var kimiPrompt = Forms{
	Deny:    "#exit=2 #stderr=$reason",
	Context: "message=$context",
	Also:    []Alternative{{WishDeny, kimiDenial}, {WishContext, "hookSpecificOutput.message=$context"}},
}

// kimiRefine reads what a prompt says out of its parts, as the client's own
// matchers do, and who wrote it.
func kimiRefine(c *Call) {
	if parts := c.values[Prompt]; strings.HasPrefix(parts, "[") {
		var texts []string
		for _, part := range entries(parts) {
			if valueOf(part, "type") == `"text"` {
				texts = append(texts, text(valueOf(part, "text")))
			}
		}
		c.values[Prompt] = quote(strings.Join(texts, " "))
	}
	if c.values[ErrorText] == "" {
		c.values[ErrorText] = c.Payload.get("error") // kimi-cli sends the text alone
	}
	if origin := c.Payload.text("origin_kind"); c.Native == "TurnStarted" && origin != "" && origin != "user" {
		c.values[Synthetic] = "true"
	}
	otherKind(c)
}

var kimiAbout = About{
	Source: "kimi", Product: "Kimi Code", Version: "2.1.0 (and kimi-cli 1.49.0 from source)", Date: "2026-11-20", Known: "recorded",
	Note: "Only `PreToolUse`, `UserPromptSubmit` and `Stop` hear an answer; a permission request cannot be answered by a hook.",
}
