package mapping

import "strings"

// OpenCode has no command hooks: plugins/opencode/openhook.js, a plugin of ours,
// calls the shim. Recorded with 1.18.33 (2026-11-20); the rules stand in
// docs/opencode.md.
var opencode = Dialect{
	Name:   "opencode",
	Fault:  canonicalFault,
	Marks:  []Mark{"source_tool=opencode"},
	Env:    []string{"OPENCODE"},
	Fields: opencodeFields,
	Events: opencodeEvents,
	Any:    &opencodeAny,
	Tools:  opencodeTools,
	MCP:    MCPNaming{Sep: "_"},
	Refine: opencodeRefine,
}

var opencodeFields = []Key{
	{Field: NoField, Path: "source_tool", Spelling: &Spelling{Literal: `"opencode"`}},
	{Field: NativeEvent, Path: "hook_event_name"},
	{Field: SessionID, Path: "session_id", Spelling: &Spelling{Literal: `""`}},
	{Field: SessionID, Path: "properties.sessionID"},
	{Field: Cwd, Path: "cwd"},
	{Field: Project, Path: "worktree"},
	{Field: TranscriptPath, Path: "transcript_path"}, // OpenCode has none; other people's plugins write one
}

// The plugin ends the shim after its own timeout, which it hands on as --timeout.
var opencodeEvents = []Event{
	{Native: "chat.message", Type: PromptSubmit, Forms: &opencodePrompt, Carry: "message_id",
		Keys: []Key{{Field: Prompt, Path: "prompt"}, {Field: AgentType, Path: "agent"}, {Field: Model, Path: "model"}}},
	{Native: "tool.execute.before", Type: ToolStart, Forms: &opencodeBefore,
		Keys: []Key{{Field: ToolName, Path: "tool_name"}, {Field: ToolInput, Path: "tool_input"}, {Field: ToolCallID, Path: "tool_call_id"}}},
	{Native: "tool.execute.after", Type: ToolEnd, Forms: &opencodeAfter,
		Keys: []Key{{Field: ToolName, Path: "tool_name"}, {Field: ToolInput, Path: "tool_input"}, {Field: ToolCallID, Path: "tool_call_id"},
			{Field: Status, Path: "status"}, {Field: ToolOutput, Path: "tool_response"}, {Field: ErrorText, Path: "error"},
			{Field: DurationMS, Path: "duration_ms", As: Millis}}},
	// metadata holds the input of bash, webfetch, websearch, glob and grep, the path
	// of an edit, and nothing for the other tools (1.18.33).
	{Native: "permission.asked", Type: PermissionRequest, Forms: &opencodePermission,
		Carry: "properties.id properties.patterns properties.always",
		Keys: []Key{{Field: ToolName, Path: "properties.permission"}, {Field: ToolInput, Path: "properties.metadata"},
			{Field: ToolCallID, Path: "properties.tool.callID"}, {Field: FilePaths, Path: "properties.metadata.files"}}},
	{Native: "permission.replied", Type: "permission.result", Forms: &opencodeMessage, Carry: "properties.requestID properties.reply"},
	{Native: "session.created", Type: SessionStart, Forms: &opencodeContext,
		Keys: []Key{{Field: Time, Path: "properties.info.time.created"}, {Field: Title, Path: "properties.info.title"},
			{Field: AgentType, Path: "properties.info.agent"}, {Field: AgentParentID, Path: "properties.info.parentID"}}},
	// Of a subagent, too: nothing in the payload tells. A new prompt makes it go on.
	{Native: "session.idle", Type: AgentStop, Forms: &opencodeIdle, Flags: KeepsGoing,
		Keys: []Key{{Field: StopActive, Path: "stop_hook_active"}}},
	{Native: "session.deleted", Type: SessionEnd, Forms: &opencodeMessage,
		Keys: []Key{{Field: Title, Path: "properties.info.title"},
			{Field: AgentType, Path: "properties.info.agent"}, {Field: AgentParentID, Path: "properties.info.parentID"},
			{Field: InputTokens, Path: "properties.info.tokens.input"}, {Field: OutputTokens, Path: "properties.info.tokens.output"},
			{Field: CacheReadTokens, Path: "properties.info.tokens.cache.read"}, {Field: CacheWriteTokens, Path: "properties.info.tokens.cache.write"}}},
	{Native: "dispose", Type: SessionEnd, Forms: &opencodeMessage},
	{Native: "session.error", Type: "agent.error", Forms: &opencodeMessage,
		Keys: []Key{{Field: ErrorText, Path: "properties.error.data.message"}, {Field: ErrorText, Path: "properties.error.name"}}},
	{Native: "session.compacted", Type: "context.compacted", Forms: &opencodeMessage},
	{Native: "experimental.session.compacting", Type: "context.compact", Forms: &opencodeContext},
	{Native: "file.edited", Type: "file.write", Forms: &opencodeMessage,
		Keys: []Key{{Field: FilePath, Path: "properties.file"}}},
}

// opencodeFailed is tool.execute.after of a call that failed or was denied: the
// plugin makes it of an event (1.18.33 runs no hook), so nothing can be added.
var opencodeFailed = Event{Native: "tool.execute.after", Type: ToolEnd, Forms: &opencodeMessage}

// opencodeAny is what somebody else's plugin sends.
var opencodeAny = Event{Forms: &Forms{Deny: opencodeNo}}

// Tools without a canonical name are listed where an underscore would make them a
// server's.
const opencodeTools Tools = `
bash: shell cwd=workdir
read: file_read file_path=filePath
write: file_write file_path=filePath
edit: file_edit file_path=filePath old_string=oldString new_string=newString file_path=filepath # the last on permission.asked
apply_patch: file_edit patch=patchText@patch
multiedit: file_edit file_path=filePath # up to 1.0, as patch
patch: file_edit patch=patchText@patch
glob: find
grep: search
webfetch: web_fetch
websearch: web_search
task: agent
plan_enter|plan_exit: -
external_directory: - # these two are permissions
doom_loop: -
`

// opencodeRefine completes a call by what depends on other values.
func opencodeRefine(c *Call) {
	if c.text(Project) == "/" { // no git repository (1.18.33)
		c.values[Project] = ""
	}
	switch c.Native {
	case "session.created":
		c.values[EndReason] = `"startup"`
		if c.text(AgentParentID) != "" {
			c.Type, c.values[EndReason], c.values[AgentID] = "subagent.start", "", c.values[SessionID]
		}
	case "session.deleted", "dispose":
		c.values[EndReason] = `"completed"`
		if id := c.Payload.text("properties.info.model.id"); id != "" { // as chat.message has it
			c.values[Model] = quote(c.Payload.text("properties.info.model.providerID") + "/" + id)
		}
	case "tool.execute.after":
		// A command that fails is a tool that succeeds (1.18.33).
		if exit := c.Payload.get("tool_response.metadata.exit"); isKind(exit, "number") && exit != "0" {
			c.values[Status] = `"error"`
		}
		if c.values[ToolOutput] == "" && c.text(Status) == "error" {
			c.Event = &opencodeFailed
		}
	}
	opencodeMCP(c)
	if c.Type == PermissionRequest {
		opencodeAsked(c)
	}
}

// opencodeMCP takes back what an underscore made of the client's own tools. With
// more than one of them nobody can tell where the server's name ends.
func opencodeMCP(c *Call) {
	name := c.text(ToolName)
	switch t := c.Dialect.tool(name); {
	case c.Canon != MCP:
		return
	case t != nil:
		c.Tool, c.Canon, c.input = t, t.Canon, canonicalInput(t, t.Canon, c.values[ToolInput])
	case strings.Count(name, "_") < 2:
		return
	}
	c.values[MCPServer], c.values[MCPTool] = "", ""
}

// opencodeAsked finds the files that a permission is asked for.
func opencodeAsked(c *Call) {
	switch {
	case c.Canon == FileEdit && c.values[FilePaths] != "": // a patch: filepath is "a, b"
		c.input, c.Tool = c.Tool.whole(c.values[ToolInput]), nil
	case c.Canon == FileRead && valueOf(c.input, "file_path") == "": // in patterns alone, below the worktree
		if p := text(c.Payload.get("properties.patterns.0")); p != "" {
			c.input = replace(c.input, "file_path", quote(absolute(p, c.Project())))
		}
	}
}

var opencodeAbout = About{
	Source: "opencode", Product: "OpenCode, by its adapter plugin", Version: "1.18.33", Date: "2026-11-20", Known: "recorded",
	Note: "It has no command hooks: see opencode.md for the plugin.",
}
