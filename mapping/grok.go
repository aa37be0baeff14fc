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
	Fields: `
  session_id=sessionId
` + // in a subagent its own
		`  cwd
  project=workspaceRoot
  time=timestamp
  transcript_path=transcriptPath
  permission_mode=permissionMode
  agent_id=subagentId
  agent_type=subagentType
  session_id
  transcript_path
  permission_mode
  project=$GROK_WORKSPACE_ROOT
`,
	Forms:  grokForms,
	Events: grokEvents,
	// Behind task come the tools that it offers to models trained on other clients
	// (source).
	Tools: `
run_terminal_command|run_terminal_cmd|monitor: shell
` + // the second is its id inside the client
		`read_file: file_read file_path=target_file
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

const grokEvents Table = `
` +
	// A Stop of a session that ends, or a prompt that no person typed: neither is held back by anything (1.0.41).
	`*unheard: - 600s +promptId +reason +backgroundTasks +sessionCrons
$tool: tool_name=toolName tool_call_id=toolUseId tool_input=toolInput tool_input_truncated=toolInputTruncated
  tool_output=toolResult error duration_ms=durationMs@millis tool_name tool_call_id=tool_use_id tool_input
  tool_output=tool_response
$stop: stop_hook_active=stopHookActive last_message=lastAssistantMessage
SessionStart: session.start 5s reason=source{new:startup,load:resume} model=modelId
SessionEnd: session.end 1500ms reason{shutdown:completed,channel_closed:completed}
` +
	// Stdout of a hook that lets the prompt pass is dropped.
	`UserPromptSubmit: prompt.submit 30s @block prompt +promptId
PreToolUse: tool.start 5s @pre-tool !ask-unsafe $tool
` +
	// Also for a command that failed and a file that is not there.
	`PostToolUse: tool.end 600s @post-tool $tool +isBackgrounded +toolResultTruncated
` +
	// Neither a block nor exit 2 is heard.
	`PostToolUseFailure: tool.end 5s @context !error $tool +isInterrupt
PermissionDenied: permission.denied 5s $tool
Notification: agent.notification 5s title message
  kind=notificationType{permission_prompt:permission,idle_prompt:idle,task_complete:done} +notificationType +level
Stop: agent.stop 600s @stop !goes-on $stop +reason +backgroundTasks +sessionCrons
SubagentStop: subagent.stop 600s @stop !goes-on $stop +phase +backgroundTasks +sessionCrons
StopFailure: agent.error 5s error last_message=lastAssistantMessage +errorDetails
StopCancelled: agent.interrupt 5s reason last_message=lastAssistantMessage +cancelledBy +cancelTrigger +reasonDetails
SubagentStart: subagent.start 5s +description
PreCompact: context.compact 5s trigger=source
PostCompact: context.compacted 5s trigger=source
`

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
		c.Event = c.Dialect.entry("*unheard")
	case c.Type == PromptSubmit && (c.values[AgentType] != "" || strings.Contains(c.Payload.text("promptId"), "-completed-")):
		c.values[Synthetic], c.Event = "true", c.Dialect.entry("*unheard")
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
	for name, rest := nextWord(names); name != ""; name, rest = nextWord(rest) {
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

var grokSetup = Setup{
	Source: "grok", Signs: "grok ~/.grok", Program: "grok", WindowsShell: CmdExe,
	Files: []HookFile{
		{Scope: UserScope, Path: "~/.grok/hooks/*.json", Layout: &groups, Install: true},
		{Scope: UserScope, Path: "~/.grok/config.toml", Layout: &grokTOML},
		{Scope: UserScope, Path: "~/.claude/settings.json", Layout: &claudeLayout, Of: "claude-code", Off: grokOff},
		{Scope: ProjectScope, Path: ".grok/hooks/*.json", Layout: &groups, Install: true},
		{Scope: ProjectScope, Path: ".claude/settings.json", Layout: &claudeLayout, Of: "claude-code", Off: grokOff},
		{Scope: LocalScope, Path: ".claude/settings.local.json", Layout: &claudeLayout, Of: "claude-code", Off: grokOff},
		{Scope: SystemScope, Path: "/etc/grok/managed_config.toml", Layout: &grokTOML},
		{Scope: SystemScope, Path: "/etc/grok/requirements.toml", Layout: &grokTOML},
	},
	Longest: "SessionEnd=60 *=600",
	Project: "run /hooks-trust in Grok: until then it silently skips a project's hooks",
	Restart: true,
}

const grokOff = "~/.grok/config.toml compat.claude.hooks"

var grokTOML = Layout{Syntax: TOML, Root: "hooks", Unit: 1000}
