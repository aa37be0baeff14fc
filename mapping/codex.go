package mapping

import "strings"

// Codex CLI, the hooks engine. Recorded with @openai/codex 0.169.0 (2026-11-20).
var codex = Dialect{
	Name:  "codex",
	Fault: codexFault,
	Marks: []Mark{
		// Every session that is kept on disk, whatever the event.
		"hook_event_name:string transcript_path~sessions/ transcript_path~/rollout-2",
		// An ephemeral one has a null path. Claude Code 2.1.328 sends a turn_id on
		// MessageDisplay, beside a prompt_id and without a model.
		"hook_event_name:string turn_id:string model:string session_id:string !prompt_id !timestamp !client_type !conversation_id",
		// SessionStart has no turn_id; Claude Code always has a path there.
		"hook_event_name=SessionStart model:string permission_mode:string source:string !transcript_path !prompt_id !timestamp !client_type",
		// SessionEnd has next to nothing: the one reason, and an id that is a UUIDv7.
		"hook_event_name=SessionEnd reason=other session_id~-7 cwd:string !transcript_path !prompt_id !timestamp !client_type",
	},
	// Set by the npm launcher, not for hooks; CODEX_HOME is the user's and would
	// claim other clients' payloads.
	Env: []string{"CODEX_MANAGED_BY_NPM"},
	Fields: []Key{
		{Field: SessionID, Path: "session_id"}, // in a subagent that of the root
		{Field: NoField, Path: "turn_id", Spelling: &Spelling{Literal: `""`}},
		{Field: AgentID, Path: "agent_id"},
		{Field: AgentType, Path: "agent_type"},
		{Field: TranscriptPath, Path: "transcript_path", Spelling: &Spelling{Literal: "null"}},
		{Field: Cwd, Path: "cwd"},
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: Model, Path: "model", Spelling: &Spelling{Literal: `""`}},
		{Field: PermissionMode, Path: "permission_mode", Spelling: &Spelling{Literal: `"default"`}},
	},
	Events: codexEvents,
	Tools: `
# Beside command Codex reads no key of a new input.
Bash: shell !merge command
apply_patch: file_edit !merge patch=command@patch
view_image: file_read file_path=path
spawn_agent: agent prompt=message
`,
	Frame:  "hookSpecificOutput.hookEventName=$event",
	MCP:    MCPNaming{Prefix: "mcp__", Sep: "__"},
	Refine: codexRefine,
	Fix:    codexFix,
}

var codexToolKeys = []Key{
	{Field: ToolName, Path: "tool_name"},
	{Field: ToolInput, Path: "tool_input"},
	{Field: ToolCallID, Path: "tool_use_id"}, // none on PermissionRequest
}

var codexToolEndKeys = []Key{
	{Field: ToolName, Path: "tool_name"},
	{Field: ToolInput, Path: "tool_input"},
	{Field: ToolOutput, Path: "tool_response"},
	{Field: ToolCallID, Path: "tool_use_id"},
}

var codexStopKeys = []Key{
	{Field: AgentTranscript, Path: "agent_transcript_path"},
	{Field: StopActive, Path: "stop_hook_active", Spelling: &Spelling{Literal: "false"}},
	{Field: LastMessage, Path: "last_assistant_message", Spelling: &Spelling{Literal: "null"}},
}

var codexEvents = []Event{
	{Native: "SessionStart", Type: SessionStart, Keys: []Key{{Field: EndReason, Path: "source"}},
		Forms: &codexSession, Flags: TextIsContext, Limit: 600_000},
	{Native: "UserPromptSubmit", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "prompt"}},
		Forms: &codexPrompt, Flags: TextIsContext, Limit: 600_000},
	{Native: "PreToolUse", Type: ToolStart, Keys: codexToolKeys, Forms: &codexPreTool, Limit: 600_000},
	{Native: "PermissionRequest", Type: PermissionRequest, Keys: codexToolKeys, Forms: &codexPermission, Limit: 600_000},
	{Native: "PostToolUse", Type: ToolEnd, Keys: codexToolEndKeys, Forms: &codexPostTool, Limit: 600_000},
	{Native: "PreCompact", Type: "context.compact", Keys: []Key{{Field: Trigger, Path: "trigger"}},
		Forms: &codexPreCompact, Limit: 600_000},
	{Native: "PostCompact", Type: "context.compacted", Keys: []Key{{Field: Trigger, Path: "trigger"}},
		Forms: &codexPostCompact, Limit: 600_000},
	{Native: "SubagentStart", Type: "subagent.start", Forms: &codexSubagent, Flags: TextIsContext, Limit: 600_000},
	// Its transcript_path is the parent's.
	{Native: "SubagentStop", Type: SubagentStop, Keys: codexStopKeys, Forms: &codexStop, Flags: KeepsGoing, Limit: 600_000},
	{Native: "Stop", Type: AgentStop, Keys: codexStopKeys, Forms: &codexStop, Flags: KeepsGoing, Limit: 600_000},
	// These two have 1 s, at most 3 s, whatever the settings say.
	{Native: "Interrupt", Type: "agent.interrupt", Forms: &codexInterrupt, Limit: 1_000},
	{Native: "SessionEnd", Type: SessionEnd, Keys: []Key{{Field: EndReason, Path: "reason", Spelling: &Spelling{Words: []Word{{"other", "completed"}}}}},
		Limit: 1_000},
	// Around every model call; no answer counts, an exit code is only shown.
	{Native: "PreModelRequest", Type: "model.request", Limit: 600_000},
	{Native: "PostModelRequest", Type: "model.response", Keys: []Key{
		{Field: Status, Path: "status", Spelling: &Spelling{Words: []Word{{"completed", "success"}, {"failed", "error"}}}},
		{Field: ErrorText, Path: "error"},
		{Field: InputTokens, Path: "token_usage.input_tokens"},
		{Field: OutputTokens, Path: "token_usage.output_tokens"},
		{Field: CacheReadTokens, Path: "token_usage.cached_input_tokens"},
		{Field: CacheWriteTokens, Path: "token_usage.cache_write_input_tokens"},
	}, Limit: 600_000},
}

// codexNotify is the older notify program: the payload is the last argument,
// stdin is empty, and nobody waits or reads an answer.
var codexNotify = Dialect{
	Name:  "codex",
	Fault: codexFault,
	Marks: []Mark{codexTurnComplete},
	Argv:  codexTurnComplete,
	Fields: []Key{
		{Field: NoField, Path: "type", Spelling: &Spelling{Literal: `"agent-turn-complete"`}},
		{Field: SessionID, Path: "thread-id"}, // not sent by the first versions; a subagent's is its own
		{Field: NoField, Path: "turn-id", Spelling: &Spelling{Literal: `""`}},
		{Field: Cwd, Path: "cwd"},
		{Field: LastMessage, Path: "last-assistant-message", Spelling: &Spelling{Literal: "null"}},
	},
	Events:    []Event{{Native: "notify", Type: AgentStop, Carry: "client input-messages"}},
	EventName: codexNotifyName,
}

const codexTurnComplete Mark = "type=agent-turn-complete !hook_event_name !openhook"

func codexNotifyName(p *Payload, _ string) string {
	if p.text("type") == "agent-turn-complete" {
		return "notify"
	}
	return ""
}

// codexRefine reads from a result how the tool ended, where the result says so:
// that of Bash is bare output. A subagent's prompt is its parent's, not a person's.
func codexRefine(c *Call) {
	switch out := c.values[ToolOutput]; {
	case c.Type == PromptSubmit && c.values[AgentID] != "":
		c.values[Synthetic] = "true"
	case c.Canon == MCP:
		if failed := valueOf(out, "isError"); isKind(failed, "bool") {
			c.values[Status] = codexStatus(failed == "false")
		}
	case c.text(ToolName) == "apply_patch":
		if code, ok := strings.CutPrefix(out, `"Exit code: `); ok {
			c.values[Status] = codexStatus(strings.HasPrefix(code, `0\n`) || code == `0"`)
		}
	}
}

func codexStatus(well bool) string {
	if well {
		return `"success"`
	}
	return `"error"`
}

var codexAbout = About{
	Source: "codex", Product: "Codex CLI", Version: "0.169.0", Date: "2026-11-20", Known: "recorded",
	Note: "Hooks do nothing until they are trusted with /hooks. Reads and web searches have no hook of their own.",
}
