package mapping

// Qwen Code, a fork of Gemini CLI with Claude Code's events and JSON. Recorded
// with @qwen-code/qwen-code 0.24.4 (2026-11-20); "source" is that package's.
var qwenCode = Dialect{
	Name:  "qwen-code",
	Fault: qwenFault,
	Marks: []Mark{
		// Claude Code and Droid send no timestamp, Gemini CLI, VS Code and Copilot no
		// permission_mode. Grok sends both, and every key in camel case beside them.
		"timestamp:string hook_event_name:string permission_mode:string !hookEventName !client_type !conversation_id",
		// permission_mode is optional in the type of the input (0.24.4, source).
		"timestamp:string hook_event_name:string transcript_path~/.qwen/ !hookEventName",
		"timestamp:string hook_event_name:string prompt_id~######## !hookEventName",
	},
	Env: []string{"QWEN_CODE_SESSION_ID"},
	Fields: `
  session_id|"" transcript_path|"" cwd event=hook_event_name time=timestamp permission_mode|"default" agent_id
  agent_type session_id=$QWEN_CODE_SESSION_ID model=$QWEN_CODE_MODEL project=$QWEN_PROJECT_DIR
`,
	Forms:  qwenForms,
	Events: qwenEvents,
	Tools: `
run_shell_command|monitor: shell cwd=directory
read_file|zoom_image|display_image: file_read
write_file: file_write
edit: file_edit
notebook_edit: file_edit file_path=notebook_path new_string=new_source
grep_search: search
glob: find
list_directory: find
` + // off by default
		`web_search: web_search
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

const qwenEvents Table = `
` +
	// An event that 0.24.4 does not have. With exit 2 a reason that is JSON would be read as the answer.
	`*any: - 60s @block
` +
	// A todo event of the second kind: a block changes nothing.
	`*written: - 60s +todo_id +todo_content +todo_status +previous_status +all_todos +phase
` +
	// PostToolBatch alone has the provider's id in tool_use_id; elsewhere that is an id of the client's
	// own.
	`$tool: tool_name tool_input tool_call_id tool_call_id=tool_use_id
$tool-end: tool_name tool_input tool_output=tool_response tool_call_id tool_call_id=tool_use_id error
  duration_ms@millis
$stop: stop_hook_active|false agent_transcript_path last_message=last_assistant_message input_tokens
SessionStart: session.start 60s @context !text reason=source{branch:fork} model
` +
	// Never in a headless run.
	`SessionEnd: session.end 60s
  reason{clear:user_exit,logout:user_exit,prompt_input_exit:user_exit,bypass_permissions_disabled:error,other:completed}
SessionDelete: - 60s +deleted_session_id
UserPromptSubmit: prompt.submit 60s @prompt !text prompt +submitted_prompt
UserPromptExpansion: prompt.expand 60s @expand !text prompt +command_name +command_args
` +
	// After the permission step, so it cannot approve.
	`PreToolUse: tool.start 60s @pre-tool !mute $tool
PermissionRequest: permission.request 60s @permission !with-allow !mute $tool +permission_suggestions
` +
	// The classifier of mode auto said no; nothing changes that.
	`PermissionDenied: permission.denied 60s $tool +reason
PostToolUse: tool.end 60s @post-tool !success $tool-end
` +
	// A command that ends with another exit code than 0 failed too.
	`PostToolUseFailure: tool.end 60s @context !error $tool-end +is_interrupt
` +
	// The client waits 15 s for all its hooks together, whatever the settings say (0.24.4, source).
	`PostToolBatch: tool.batch 15s @batch !too-late +tool_calls
Stop: agent.stop 60s @stop !goes-on $stop +background_tasks +crons +context_usage +context_limit
StopFailure: agent.error 60s error last_message=last_assistant_message +error_details
SubagentStart: subagent.start 60s @context
` +
	// Its transcript_path is the parent's.
	`SubagentStop: subagent.stop 60s @subagent-stop !goes-on $stop +background_tasks +crons
` +
	// Also where nothing is compacted in the end.
	`PreCompact: context.compact 60s trigger custom_instructions
PostCompact: context.compacted 60s trigger +compact_summary
Notification: agent.notification 60s message title
  kind=notification_type{permission_prompt:permission,elicitation_dialog:permission,idle_prompt:idle,auth_success:other}
  +notification_type
` +
	// Both come twice: for a decision, and once more when the list is written.
	`TodoCreated: - 60s @block +todo_id +todo_content +todo_status +previous_status +all_todos +phase
TodoCompleted: - 60s @block +todo_id +todo_content +todo_status +previous_status +all_todos +phase
InstructionsLoaded: - 60s +file_path +memory_type +load_reason +trigger_file_path +parent_file_path
` +
	// While the text streams, and nobody waits for it.
	`MessageDisplay: - 60s +message_id +displayed_text +is_final
`

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
			c.Event = c.Dialect.entry("*written")
		}
	case "InstructionsLoaded":
		c.addFile(c.Payload.text("file_path"), "read")
	}
}

var qwenAbout = About{
	Source: "qwen-code", Product: "Qwen Code", Version: "0.24.4", Date: "2026-11-20", Known: "recorded",
}

var qwenSetup = Setup{
	Source: "qwen-code", Signs: "qwen ~/.qwen", Program: "qwen", WindowsShell: PowerShell,
	Files: []HookFile{
		{Scope: ProjectScope, Path: ".qwen/settings.json", Layout: &qwenLayout, Install: true},
		{Scope: UserScope, Path: "~/.qwen/settings.json", Layout: &qwenLayout, Install: true},
		{Scope: SystemScope, Path: "/etc/qwen-code/settings.json", Mac: "/Library/Application Support/QwenCode/settings.json",
			Windows: "C:/ProgramData/qwen-code/settings.json", Layout: &qwenLayout, Install: true},
	},
	Longest: "*=600", // from 1000 on it is taken for milliseconds
	Restart: true,
}

var qwenLayout = Layout{Root: "hooks", Entry: groupEntry, Unit: 1000, Off: "disableAllHooks=true"}
