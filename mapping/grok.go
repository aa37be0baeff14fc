package mapping

import "strings"

// Grok Build. Recorded with @xai-official/grok 1.0.41 (2026-11-20). Before 1.0
// the payload had the camel-case keys alone, then a hook_event_name that was in
// snake case too (source).
var grok = Dialect{
	Name: "grok",
	// Everything else in it is Claude Code's. It also runs the hooks of Claude
	// Code's and Cursor's settings, with this payload.
	Marks: []Mark{"hookEventName:string workspaceRoot:string"},
	// Any exit code but 0 and 2 is a hook that failed; its first line on stderr is
	// shown, the action goes on (1.0.41).
	Fault: claudeFault,
	Env:   []string{"GROK_HOOK_EVENT"},
	Fields: []Key{
		{Field: SessionID, Path: "sessionId"}, // in a subagent its own
		{Field: Cwd, Path: "cwd"},
		{Field: Project, Path: "workspaceRoot"},
		{Field: Time, Path: "timestamp"},
		{Field: TranscriptPath, Path: "transcriptPath"},
		{Field: PermissionMode, Path: "permissionMode"},
		{Field: AgentID, Path: "subagentId"},
		{Field: AgentType, Path: "subagentType"},
		{Field: SessionID, Path: "session_id"},
		{Field: TranscriptPath, Path: "transcript_path"},
		{Field: PermissionMode, Path: "permission_mode"},
		{Field: Project, Path: "$GROK_WORKSPACE_ROOT"},
	},
	Events: grokEvents,
	// Behind task come the tools that it offers to models trained on other clients
	// (source).
	Tools: `
run_terminal_command|run_terminal_cmd|monitor: shell # the second is its id inside the client
read_file: file_read file_path=target_file
search_replace: file_edit
write: file_write
grep: search
list_dir: find path=target_directory
web_search: web_search
web_fetch: web_fetch
spawn_subagent|task: agent
bash: shell
read|hashline_read: file_read file_path=target_file file_path=filePath file_path
edit: file_edit file_path=filePath old_string=oldString new_string=newString
hashline_edit: file_edit
hashline_grep|grep_files: search
glob: find
apply_patch: file_edit patch@patch
`,
	Frame: "hookSpecificOutput.hookEventName=$event",
	MCP:   MCPNaming{Sep: "__"},
	Home:  true,
	// Longer ones are cut by the client itself; this keeps them inside stdout.
	MaxContext: grokText,
	EventName:  grokName,
	Refine:     grokRefine,
	Fix:        grokFix,
}

var grokToolKeys = []Key{
	{Field: ToolName, Path: "toolName"},
	{Field: ToolCallID, Path: "toolUseId"},
	{Field: ToolInput, Path: "toolInput"},
	{Field: InputCut, Path: "toolInputTruncated"},
	{Field: ToolOutput, Path: "toolResult"},
	{Field: ErrorText, Path: "error"},
	{Field: DurationMS, Path: "durationMs", As: Millis},
	{Field: ToolName, Path: "tool_name"},
	{Field: ToolCallID, Path: "tool_use_id"},
	{Field: ToolInput, Path: "tool_input"},
	{Field: ToolOutput, Path: "tool_response"},
}

var grokStopKeys = []Key{
	{Field: StopActive, Path: "stopHookActive"},
	{Field: LastMessage, Path: "lastAssistantMessage"},
}

var grokEvents = []Event{
	{Native: "SessionStart", Type: SessionStart, Keys: []Key{{Field: EndReason, Path: "source", Spelling: &Spelling{Words: []Word{{"new", "startup"}, {"load", "resume"}}}}, {Field: Model, Path: "modelId"}},
		Limit: 5_000},
	{Native: "SessionEnd", Type: SessionEnd, Keys: []Key{{Field: EndReason, Path: "reason", Spelling: &Spelling{Words: []Word{{"shutdown", "completed"}, {"channel_closed", "completed"}}}}},
		Limit: 1_500},
	// Stdout of a hook that lets the prompt pass is dropped.
	{Native: "UserPromptSubmit", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "prompt"}}, Carry: "promptId",
		Forms: &qwenBlock, Limit: 30_000},
	{Native: "PreToolUse", Type: ToolStart, Keys: grokToolKeys, Forms: &grokPreTool, Flags: AskUnsafe, Limit: 5_000},
	// Also for a command that failed and a file that is not there.
	{Native: "PostToolUse", Type: ToolEnd, Keys: grokToolKeys, Carry: "isBackgrounded toolResultTruncated",
		Forms: &grokPostTool, Limit: 600_000},
	// Neither a block nor exit 2 is heard.
	{Native: "PostToolUseFailure", Type: ToolEnd, Details: &Details{Status: "error"}, Keys: grokToolKeys, Carry: "isInterrupt", Forms: &qwenContext, Limit: 5_000},
	{Native: "PermissionDenied", Type: "permission.denied", Keys: grokToolKeys, Limit: 5_000},
	{Native: "Notification", Type: AgentNotification, Keys: []Key{{Field: Title, Path: "title"}, {Field: Text, Path: "message"},
		{Field: NotificationKind, Path: "notificationType", Spelling: &Spelling{Words: []Word{{"permission_prompt", "permission"}, {"idle_prompt", "idle"}, {"task_complete", "done"}}}}},
		Carry: "notificationType level", Limit: 5_000},
	{Native: "Stop", Type: AgentStop, Keys: grokStopKeys, Carry: grokStopCarry, Forms: &grokStop, Flags: KeepsGoing, Limit: 600_000},
	{Native: "SubagentStop", Type: SubagentStop, Keys: grokStopKeys, Carry: "phase backgroundTasks sessionCrons",
		Forms: &grokStop, Flags: KeepsGoing, Limit: 600_000},
	{Native: "StopFailure", Type: "agent.error", Keys: []Key{{Field: ErrorText, Path: "error"}, {Field: LastMessage, Path: "lastAssistantMessage"}},
		Carry: "errorDetails", Limit: 5_000},
	{Native: "StopCancelled", Type: "agent.interrupt", Keys: []Key{{Field: EndReason, Path: "reason"}, {Field: LastMessage, Path: "lastAssistantMessage"}},
		Carry: "cancelledBy cancelTrigger reasonDetails", Limit: 5_000},
	{Native: "SubagentStart", Type: "subagent.start", Carry: "description", Limit: 5_000},
	{Native: "PreCompact", Type: "context.compact", Keys: []Key{{Field: Trigger, Path: "source"}}, Limit: 5_000},
	{Native: "PostCompact", Type: "context.compacted", Keys: []Key{{Field: Trigger, Path: "source"}}, Limit: 5_000},
}

const grokStopCarry = "reason backgroundTasks sessionCrons"

// grokUnheard is a Stop of a session that ends, or a prompt that no person typed:
// neither is held back by anything (1.0.41).
var grokUnheard = Event{Carry: "promptId " + grokStopCarry, Limit: 600_000}

// grokName: before 1.0 there was no name but the one in snake case.
func grokName(p *Payload, _ string) string {
	var name []byte
	start := true
	for _, b := range []byte(p.text("hookEventName")) {
		switch {
		case b == '_':
			start = true
			continue
		case start && b >= 'a' && b <= 'z':
			b -= 'a' - 'A'
		}
		name, start = append(name, b), false
	}
	if string(name) == "SubagentEnd" {
		return "SubagentStop"
	}
	return string(name)
}

// grokRefine completes what the keys do not say.
func grokRefine(c *Call) {
	if root := strings.TrimRight(c.text(Project), `/\`); root != "" {
		c.values[Project] = quote(root) // it ends in a slash
	}
	switch {
	case c.Type == AgentStop && !strings.Contains("end_turn", c.Payload.text("reason")):
		c.Event = &grokUnheard
	case c.Type == PromptSubmit && (c.values[AgentType] != "" || strings.Contains(c.Payload.text("promptId"), "-completed-")):
		c.values[Synthetic], c.Event = "true", &grokUnheard
	}
	otherKind(c)
	if c.values[ToolName] != "" {
		grokTool(c)
	}
	if c.Native == "PostToolUse" {
		grokStatus(c, c.values[ToolOutput])
	}
}

// grokTool reads a tool's input that was cut off, that wraps an MCP tool's own,
// or whose path the client cleans before it uses it.
func grokTool(c *Call) {
	raw := object(c.values[ToolInput])
	switch {
	case c.values[InputCut] != "true":
		c.values[InputCut] = ""
	case strings.HasPrefix(raw, `"`):
		raw = grokWhole(text(raw))
	}
	if inner := object(valueOf(raw, "tool_input")); c.Canon == MCP && isObject(inner) && valueOf(raw, "tool_name") == c.values[ToolName] {
		raw = inner
	}
	c.values[ToolInput], c.input = raw, canonicalInput(c.Tool, c.Canon, raw)
	if c.Tool == nil || op(c.Canon) == "" {
		return
	}
	if c.Tool.Native == "search_replace" && valueOf(raw, "old_string") == `""` {
		c.Tool.Op = "create" // with nothing to replace it makes the file
	}
	// Blanks and quotes around a path do not count (1.0.41).
	c.addFile(strings.Trim(text(valueOf(c.input, "file_path")), " \t\r\n\"'"), firstOf(c.Tool.Op, op(c.Canon)))
}

// The members of a result that say how the tool ended.
const (
	grokGood = "EditsApplied FileContent ImageContent PdfPageImages Content TodosUpdated Success Matches"
	grokBad  = "FileNotFound NotFound IsADirectory IsAFile NotADirectory PermissionDenied FileTooLarge FileReadError ImageSizeError " +
		"FileAlreadyExists MultipleMatchesFound NoMatchesFound InvalidInput FilenameTooLong ParseError ApplicationError EmptyPatch Error"
)

// grokStatus finds out from a result how the tool ended: by the exit code of a
// command, else by the name of the one member beside its type.
func grokStatus(c *Call, result string) {
	kind, exit := text(valueOf(result, "type")), valueOf(result, "exit_code")
	bad := grokMember(result, grokBad)
	switch {
	case exit == "0" || exit == "1" && kind == "GrepSearch" || // 1: nothing was found
		kind == "MCP" && child(result, "output.OkayOutput") != "" || grokMember(result, grokGood) != "":
		c.values[Status] = `"success"`
	case bad != "":
		c.values[ErrorText] = quote(firstOf(text(valueOf(bad, "message")), text(bad)))
		fallthrough
	case exit != "":
		c.values[Status] = `"error"`
	}
}

func grokMember(result, names string) string {
	for _, name := range strings.Fields(names) {
		if raw := valueOf(result, name); raw != "" {
			return raw
		}
	}
	return ""
}

var grokAbout = About{
	Source: "grok", Product: "Grok Build", Version: "1.0.41", Date: "2026-11-20", Known: "recorded",
	Note: "An input above 128 KiB arrives as its beginning: `tool_input_truncated` is true and OPENHOOK_CUT names OPENHOOK_FILES, so a guard\n" +
		"that must see all of it denies then. Prompts of subagents, and those that wake the agent up, cannot be held back.",
}
