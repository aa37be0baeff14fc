package mapping

import "strings"

// Cursor: IDE, cursor-agent and SDK run one hook engine. Recorded with
// @cursor/sdk 1.0.32 (2026-11-20); the rules stand in docs/clients/cursor.md.
var cursor = Dialect{
	Name:  "cursor",
	None:  cursorNone,
	Fault: cursorFault,
	Marks: []Mark{
		// In every payload, also where Cursor runs the hooks of Claude Code's settings.
		"cursor_version:string",
		// Builds before it. Augment sends the id too, but PascalCase events; Kiro and Windsurf have no such id.
		"named conversation_id:string !timestamp !agent_action_name",
	},
	Env: []string{"CURSOR_VERSION", "CURSOR_PROJECT_DIR"},
	Fields: []Key{
		{Field: SessionID, Path: "session_id"}, // since SDK 1.0.32, equal to the next
		{Field: SessionID, Path: "conversation_id"},
		{Field: Model, Path: "model", Spelling: &Spelling{Words: []Word{{"unknown", ""}}}},
		{Field: ToolName, Path: "tool_name"},
		{Field: ToolInput, Path: "tool_input"},
		{Field: ToolCallID, Path: "tool_use_id"},
		{Field: Cwd, Path: "cwd"}, // may be ""
		{Field: Cwd, Path: "workspace_roots.0"},
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: NoField, Path: "cursor_version", Spelling: &Spelling{Literal: `"1.0.0"`}},
		{Field: TranscriptPath, Path: "transcript_path"},
		{Field: Project, Path: "$CURSOR_PROJECT_DIR"}, // may be "" (Agents window)
	},
	Events: cursorEvents,
	// A build that is newer than this table: exit 2 blocks on every event that can be blocked.
	Any: &Event{Forms: &cursorUnknown, Limit: 60_000},
	Tools: `
Shell: shell !merge command cwd timeout
Read: file_read !merge file_path
# A new content is ignored, the file is written as it was (SDK 1.0.32, forum 165962).
Write: file_write !merge file_path
Delete: - !merge !delete file_path
Grep: search !merge pattern path=file_path
List|ReadLints: - !merge file_path
Fetch: web_fetch !merge url
ListMcpResources: - !merge server
FetchMcpResource: - !merge !create server uri download_path@files
WriteShellStdin: - !never # shows how many characters, not which
ComputerUse|RecordScreen: - !never
# These run on the server, which asks for the hook.
Task: agent !never
WebSearch: web_search !never
WebFetch: web_fetch !never
# IDE builds; the keys are those that the model uses.
StrReplace|Edit: file_edit !never file_path file_path=path
# Tab completion, under the names that its matchers use.
TabRead: file_read !never
TabWrite: file_edit !never
`,
	MCP: MCPNaming{Prefix: "MCP:"},
	// Each tool reads the keys that it knows; one that is not listed reads none.
	Rewrite: Never,
	// After trim, in UTF-16 units; longer ones are dropped whole (SDK 1.0.32).
	MaxContext: 10_000,
	Refine:     cursorCall,
	Fix:        cursorAnswer,
}

var cursorEvents = []Event{
	{Native: "sessionStart", Type: SessionStart, Carry: "is_background_agent composer_mode",
		Forms: &cursorStart, Limit: 60_000,
		// For later hooks, not for the agent's shell.
		Details: &Details{Powers: "env:object"}},
	{Native: "sessionEnd", Type: SessionEnd, Keys: []Key{{Field: DurationMS, Path: "duration_ms", As: Millis}, {Field: ErrorText, Path: "error_message"},
		{Field: EndReason, Path: "reason", Spelling: &Spelling{Words: []Word{{"aborted", "user_exit"}, {"window_close", "user_exit"}, {"user_close", "user_exit"}}}}},
		Carry: "is_background_agent final_status", Limit: 60_000},
	{Native: "beforeSubmitPrompt", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "prompt"}}, Carry: "attachments composer_mode",
		Forms: &cursorPrompt, Limit: 60_000},
	{Native: "preToolUse", Type: ToolStart, Carry: "agent_message parent_tool_call_id",
		Forms: &cursorPreTool, Limit: 60_000},
	{Native: "postToolUse", Type: ToolEnd, Details: &Details{Status: "success"}, Keys: []Key{{Field: ToolOutput, Path: "tool_output"}, {Field: DurationMS, Path: "duration", As: Millis}},
		Carry: "parent_tool_call_id", Forms: &cursorPostTool, Limit: 60_000},
	// Also after a deny: failure_type is permission_denied then.
	{Native: "postToolUseFailure", Type: ToolEnd, Details: &Details{Status: "error"}, Keys: []Key{{Field: ErrorText, Path: "error_message"}, {Field: DurationMS, Path: "duration", As: Millis}},
		Carry: "failure_type is_interrupt parent_tool_call_id", Forms: &cursorContext, Limit: 60_000},
	// One shell command fires preToolUse and then this.
	{Native: "beforeShellExecution", Type: ToolStart, Details: &Details{Tool: "Shell", Input: "command cwd"}, Carry: "sandbox parent_tool_call_id",
		Forms: &cursorGate, Limit: 60_000},
	{Native: "afterShellExecution", Type: ToolEnd, Details: &Details{Tool: "Shell", Input: "command cwd"},
		Keys:  []Key{{Field: ToolOutput, Path: "output"}, {Field: DurationMS, Path: "duration", As: Millis}},
		Carry: "sandbox parent_tool_call_id", Limit: 60_000},
	{Native: "beforeMCPExecution", Type: ToolStart, Keys: []Key{{Field: MCPServer, Path: "mcp_server_name"}, {Field: MCPURL, Path: "url"},
		{Field: MCPURL, Path: "mcp_server_url"}, {Field: MCPCommand, Path: "command"}}, Carry: "parent_tool_call_id",
		Forms: &cursorGate, Limit: 60_000},
	{Native: "afterMCPExecution", Type: ToolEnd, Keys: []Key{{Field: MCPServer, Path: "mcp_server_name"}, {Field: MCPURL, Path: "mcp_server_url"},
		{Field: ToolOutput, Path: "result_json"}, {Field: DurationMS, Path: "duration", As: Millis}}, Carry: "parent_tool_call_id",
		Limit: 60_000},
	// The file has been read; a deny keeps it from the model.
	{Native: "beforeReadFile", Type: ToolStart, Details: &Details{Tool: "Read", Input: "file_path"}, Carry: "content attachments parent_tool_call_id",
		Forms: &cursorRead, Limit: 60_000},
	{Native: "afterFileEdit", Type: "file.write", Details: &Details{Tool: "Write", Input: "file_path edits"}, Keys: []Key{{Field: FilePath, Path: "file_path"}},
		Carry: "parent_tool_call_id", Limit: 60_000},
	{Native: "beforeTabFileRead", Details: &Details{Tool: "TabRead", Input: "file_path"}, Carry: "content",
		Forms: &cursorRead, Limit: 60_000},
	{Native: "afterTabFileEdit", Details: &Details{Tool: "TabWrite", Input: "file_path edits"}, Limit: 60_000},
	{Native: "subagentStart", Type: "subagent.start", Keys: []Key{{Field: AgentID, Path: "subagent_id"}, {Field: AgentType, Path: "subagent_type"},
		{Field: AgentParentID, Path: "parent_conversation_id"}, {Field: ToolCallID, Path: "tool_call_id"}},
		Carry: "task subagent_model is_parallel_worker git_branch",
		Forms: &cursorSubagent, Limit: 60_000},
	{Native: "subagentStop", Type: SubagentStop, Keys: []Key{{Field: AgentID, Path: "subagent_id"}, {Field: AgentType, Path: "subagent_type"},
		{Field: AgentParentID, Path: "parent_conversation_id"}, {Field: Status, Path: "status"}, {Field: DurationMS, Path: "duration_ms", As: Millis},
		{Field: LastMessage, Path: "summary"}, {Field: ErrorText, Path: "error_message"}, {Field: AgentTranscript, Path: "agent_transcript_path"},
		{Field: FilePaths, Path: "modified_files"}},
		Carry: "task description message_count tool_call_count git_branch child_conversation_id loop_count",
		Forms: &cursorStop, Flags: KeepsGoing, Limit: 60_000},
	{Native: "preCompact", Type: "context.compact", Keys: []Key{{Field: Trigger, Path: "trigger"}},
		Carry: "context_usage_percent context_tokens context_window_size message_count messages_to_compact is_first_compaction",
		Forms: &cursorCompact, Limit: 60_000},
	// The client's own cap is loop_limit 5; hooks of Claude Code's settings have none.
	{Native: "stop", Type: AgentStop, Keys: []Key{{Field: Status, Path: "status"}, {Field: InputTokens, Path: "input_tokens"}, {Field: OutputTokens, Path: "output_tokens"},
		{Field: CacheReadTokens, Path: "cache_read_tokens"}, {Field: CacheWriteTokens, Path: "cache_write_tokens"}},
		Carry: "loop_count", Forms: &cursorStop, Flags: KeepsGoing, Limit: 60_000},
	{Native: "afterAgentResponse", Type: "agent.response", Keys: []Key{{Field: Text, Path: "text"}, {Field: InputTokens, Path: "input_tokens"},
		{Field: OutputTokens, Path: "output_tokens"}, {Field: CacheReadTokens, Path: "cache_read_tokens"}, {Field: CacheWriteTokens, Path: "cache_write_tokens"}},
		Limit: 60_000},
	{Native: "afterAgentThought", Type: "agent.thought", Keys: []Key{{Field: Text, Path: "text"}, {Field: DurationMS, Path: "duration_ms", As: Millis}},
		Limit: 60_000},
	{Native: "workspaceOpen", Details: &Details{Powers: "pluginPaths:array"}, Limit: 60_000},
}

// cursorCall: what no key says by itself.
func cursorCall(c *Call) {
	if c.values[Project] == "" {
		c.values[Project] = c.Payload.get("workspace_roots.0")
	}
	switch c.Native {
	case "beforeMCPExecution", "afterMCPExecution":
		// They name the tool alone, which preToolUse calls MCP:tool. A tool of a
		// server may be called Shell.
		if name := strings.TrimPrefix(c.text(ToolName), c.Dialect.MCP.Prefix); name != "" {
			c.values[ToolName], c.values[MCPTool] = quote(c.Dialect.MCP.Prefix+name), ""
			c.Tool, c.Canon = nil, ""
			c.readTool()
		}
	case "postToolUse":
		if c.Canon != MCP {
			// A new result counts for MCP tools alone.
			e := *c.Event
			e.Forms = &cursorContext
			c.Event = &e
		}
	case "afterFileEdit":
		// A new file is one edit of nothing.
		edits := c.Payload.get("edits")
		if child(edits, "0.old_string") != `""` || child(edits, "1") != "" {
			c.Canon = FileEdit
		}
	case "stop", "subagentStop":
		switch c.Payload.get("loop_count") {
		case "":
		case "0":
			c.values[StopActive] = "false"
		default:
			c.values[StopActive] = "true"
		}
	}
	if c.Type == ToolEnd && c.Canon == MCP {
		switch valueOf(object(c.values[ToolOutput]), "isError") {
		case "true":
			c.values[Status] = `"error"`
		case "false":
			c.values[Status] = `"success"`
		}
	}
}

var cursorAbout = About{
	Source: "cursor", Product: "Cursor", Version: "SDK 1.0.32; IDE 3.24 and CLI 2026.09.28 by reports", Date: "2026-11-20", Known: "recorded",
	Cloud: "the repository's .cursor/hooks.json, command hooks alone, and of the events before/afterShellExecution, beforeReadFile, afterFileEdit, preToolUse, postToolUse(Failure), subagentStart/Stop and preCompact",
	Note:  "An unknown event name or a missing \"version\" in hooks.json silently drops the whole file. Hooks of .claude/settings.json run too, with Cursor's payload.",
}
