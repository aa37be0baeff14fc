package mapping

// Cline finds hooks by file name. Its SDK (CLI, desktop, hub) calls the same
// events by other names in the payload, all with an underscore; the extension
// for VS Code sends the file's name. Recorded with CLI 3.0.65 (2026-11-20); the
// extension 3.36 to 4.1 is read from its source (cline/cline@21cb8d2).
var cline = Dialect{
	Name:  "cline",
	None:  clineNone,
	Fault: clineFault,
	Marks: []Mark{
		"hookName~_ clineVersion !hook_event_name",
		"hookName~_ taskId !hook_event_name",
	},
	Fields: `
  -=clineVersion|""
  time=timestamp
` +
		// A sub-agent has a taskId of its own but its parent's root session (3.0.65).
		`  session_id=sessionContext.rootSessionId
  session_id=taskId|""
  cwd=workspaceRoots.0
  cwd=workspaceInfo.rootPath
  agent_id
  agent_parent_id=parent_agent_id|null
  event=hookName{agent_start:TaskStart,agent_resume:TaskResume,agent_end:TaskComplete,agent_abort:TaskCancel,agent_error:TaskError,prompt_submit:UserPromptSubmit,tool_call:PreToolUse,tool_result:PostToolUse,session_shutdown:SessionShutdown}
`,
	Forms:      clineForms,
	Events:     clineEvents,
	Tools:      clineTools,
	MCP:        MCPNaming{Sep: "__"},
	MaxContext: 50_000,
	Said:       clineSaid,
	Refine:     clineRefine,
}

// Only the two tool events are answered; the others are started detached, with
// stdout thrown away, unless a host of the SDK sets blockingRunStartHooks.
const clineEvents Table = `
*any: - @cancel
` +
	// At every turn of the user, not once a session (3.0.65).
	`TaskStart: agent.start @cancel !unheard
TaskResume: agent.start @cancel !unheard
UserPromptSubmit: prompt.submit @cancel !unheard prompt=userPromptSubmit.prompt
PreToolUse: tool.start 120s @pre-tool tool_call_id=tool_call.id tool_name=tool_call.name tool_input=tool_call.input
  tool_name=preToolUse.toolName tool_input=preToolUse.parameters@strings
PostToolUse: tool.end 120s @post-tool tool_call_id=tool_result.id tool_name=tool_result.name
  tool_input=tool_result.input tool_output=tool_result.output error=tool_result.error
  duration_ms=tool_result.durationMs@millis tool_name=postToolUse.toolName tool_input=postToolUse.parameters@strings
  tool_output=postToolUse.result success=postToolUse.success duration_ms=postToolUse.executionTimeMs@millis
TaskComplete: agent.stop last_message=turn.outputText status=turn.status{completed:success,failed:error,aborted:error}
TaskError: agent.error error=error.message
TaskCancel: agent.interrupt reason
` +
	// On Esc and on a hook's cancel, not at a normal exit (3.0.65).
	`SessionShutdown: agent.interrupt reason
`

var clineVSCode = Dialect{
	Name:  "cline",
	None:  clineNone,
	Fault: clineFault,
	Marks: []Mark{
		"hookName:string clineVersion !hook_event_name",
		"hookName:string taskId !hook_event_name",
	},
	Fields: `
  -=clineVersion|"" event=hookName time=timestamp session_id=taskId|"" cwd=workspaceRoots.0 model=model.slug{unknown:}
`,
	Forms:      clineVSCodeForms,
	Events:     clineVSCodeEvents,
	Tools:      clineTools,
	MCP:        MCPNaming{Sep: "__"},
	MaxContext: 50_000,
	Said:       clineSaid,
	Refine:     clineRefine,
}

const clineVSCodeEvents Table = `
*any: - @cancel
` +
	// A context is discarded here and on UserPromptSubmit (4.1, cline/cline#13554, #13822).
	`TaskStart: session.start 30s @cancel prompt=taskStart.taskMetadata.initialTask
` +
	// 3.x only
	`TaskResume: session.start 30s @cancel
UserPromptSubmit: prompt.submit 30s @cancel prompt=userPromptSubmit.prompt
PreToolUse: tool.start 30s @pre-tool tool_name=preToolUse.toolName tool_input=preToolUse.parameters@strings
PostToolUse: tool.end 30s @post-tool tool_name=postToolUse.toolName tool_input=postToolUse.parameters@strings
  tool_output=postToolUse.result success=postToolUse.success duration_ms=postToolUse.executionTimeMs@millis
TaskComplete: session.end 30s last_message=taskComplete.taskMetadata.result
TaskCancel: session.end 30s
` +
	// 3.x only
	`PreCompact: context.compact 30s @cancel +preCompact
` +
	// 3.x only
	`Notification: agent.notification 30s message=notification.message
  kind=notification.event{user_attention:permission,task_complete:done}
`

// Beside the SDK's tools (CLI, extension 4.x) those of the extension 3.x. The
// aliases are what the SDK takes from a model; the hook sees what the model sent.
const clineTools Tools = `
run_commands: shell command=commands@commands command@commands command=cmd@commands command=shell_command@commands command=script@commands
read_files: file_read file_path=files@files.path file_path=path@files file_path=file_paths@files file_path=paths@files file_path=file_path@files file_path=filePath@files
editor: file_edit file_path=path old_string=old_text new_string=new_text
editor: file_write file_path=path content=new_text
` + // see clineRefine
	`apply_patch: file_edit patch=input@patch
search_codebase: search pattern=queries@lines
fetch_web_content: web_fetch url=requests@lines.url prompt=requests@lines.prompt
spawn_agent: agent prompt=task
execute_command: shell
read_file: file_read file_path=path
write_to_file: file_write file_path=path
replace_in_file: file_edit file_path=path patch=diff
search_files: search pattern=regex
web_fetch: web_fetch
web_search: web_search
use_mcp_tool: mcp
`

// clineRefine completes a call by what depends on the input.
func clineRefine(c *Call) {
	raw := c.Tool.whole(c.values[ToolInput])
	switch {
	case c.Type == SessionStart:
		c.values[EndReason] = `"startup"`
		if c.Native == "TaskResume" {
			c.values[EndReason] = `"resume"`
		}
	case c.Native == "TaskComplete" && c.Type == SessionEnd:
		c.values[EndReason] = `"completed"`
	case c.Native == "TaskCancel" && c.Type == SessionEnd:
		c.values[EndReason] = `"user_exit"`
	case c.Type == ToolEnd:
		clineStatus(c)
	}
	switch c.text(ToolName) {
	case "editor": // without the text to replace or a line it makes a file (3.0.65)
		if isNull(valueOf(raw, "old_text")) && isNull(valueOf(raw, "insert_line")) {
			c.Canon, c.Tool = FileWrite, c.Dialect.doing(FileWrite)
			c.input = canonicalInput(c.Tool, c.Canon, raw)
		}
	case "use_mcp_tool": // extension 3.x, which has one tool for all servers
		c.values[MCPServer], c.values[MCPTool] = valueOf(raw, "server_name"), valueOf(raw, "tool_name")
		if args := object(valueOf(raw, "arguments")); isObject(args) {
			c.input = args
		}
	}
}

// isNull says whether there is no value; the extension sends null as "null".
func isNull(raw string) bool { return raw == "" || raw == "null" || raw == `"null"` }

// clineStatus finds failures that postToolUse.success does not tell: it is true
// for a command that failed (3.0.65).
func clineStatus(c *Call) {
	for _, out := range entries(c.Payload.get("tool_result.output")) {
		if valueOf(out, "success") == "false" {
			c.values[Status] = `"error"`
			if c.values[ErrorText] == "" && isKind(valueOf(out, "error"), "string") {
				c.values[ErrorText] = valueOf(out, "error")
			}
		}
	}
	// The extension leaves out what is false, as proto3 does (4.1, hook-factory.ts).
	if c.text(ErrorText) != "" || isObject(c.Payload.get("postToolUse")) && c.values[Success] == "" {
		c.values[Status] = `"error"`
	}
}

var clineAbout = About{
	Source: "cline", Product: "Cline", Version: "CLI 3.0.65; VS Code 4.1.13 from source", Date: "2026-11-20", Known: "recorded",
	Note: "Hooks are found by file name and run by bash: see cline.md. A deny ends the whole turn.",
}

var clineSetup = Setup{
	Source: "cline", Signs: "cline ~/.cline ~/Documents/Cline", Program: "cline", GUI: true, WindowsShell: PowerShell,
	Files: []HookFile{
		{Scope: UserScope, Path: "~/Documents/Cline/Hooks/*", Layout: &clineLayout, Install: true},
		{Scope: UserScope, Path: "~/.cline/hooks/*", Layout: &clineLayout, If: "it is the CLI"},
		{Scope: ProjectScope, Path: ".clinerules/hooks/*", Layout: &clineLayout, Install: true},
		{Scope: ProjectScope, Path: ".cline/hooks/*", Layout: &clineLayout, If: "it is the CLI"},
	},
}

var clineLayout = Layout{Syntax: Script}
