package mapping

// Claude Code. Recorded with 2.1.328, 2.1.88 and 2.0.60 (2026-11-20).
var claudeCode = Dialect{
	Name:  "claude-code",
	Fault: claudeFault,
	Marks: []Mark{
		// Nothing of its own in the payload: forks and imitators send more, and
		// stand before it in the registry.
		"transcript_path:string !timestamp !client_type !conversation_id named",
	},
	Env: []string{"CLAUDE_CODE_SESSION_ID"},
	Fields: `
  session_id|"" transcript_path|"" cwd|"" -=prompt_id|"" permission_mode|"default" agent_id agent_type
  event=hook_event_name project=$CLAUDE_PROJECT_DIR
`,
	Forms:  claudeForms,
	Events: claudeEvents,
	Tools: `
Bash|PowerShell|Monitor: shell
Read: file_read
Write: file_write
Edit|MultiEdit: file_edit
NotebookEdit: file_edit file_path=notebook_path new_string=new_source
Grep: search
Glob: find
WebSearch: web_search
WebFetch: web_fetch
Agent: agent
Task: agent # its name up to 2.1.x
`,
	Frame:  "hookSpecificOutput.hookEventName=$event",
	MCP:    MCPNaming{Prefix: "mcp__", Sep: "__"},
	Refine: claudeRefine,
	Fix:    claudeOutput,
	// Machine turns come as prompts of their own (2.1.328).
	Synthetic: []string{"<task-notification>"},
}

const claudeEvents Table = `
$tool: tool_name tool_input tool_call_id=tool_use_id|"" mcp_server=mcp_server.name
$tool-end: tool_name tool_input tool_output=tool_response|{} tool_call_id=tool_use_id|"" duration_ms@millis
  mcp_server=mcp_server.name
$tool-failure: tool_name tool_input tool_call_id=tool_use_id|"" error|"" -=is_interrupt|false duration_ms@millis
  mcp_server=mcp_server.name
$stop: stop_hook_active|false agent_transcript_path last_message=last_assistant_message|"" -=background_tasks|[]
  -=session_crons|[]
SessionStart: session.start 600s @context !text !bare reason=source|"startup" model title=session_title
  own:hookSpecificOutput.sessionTitle:string own:hookSpecificOutput.initialUserMessage:string
  own:hookSpecificOutput.watchPaths:array own:hookSpecificOutput.reloadSkills:bool
` +
	// A context is legal here and on Notification, but the model never sees it (2.1.328).
	`Setup: session.setup 600s @message !bare trigger
` +
	// All SessionEnd hooks together have 1.5 s unless their settings say more.
	`SessionEnd: session.end 1500ms !bare
  reason{clear:user_exit,resume:user_exit,logout:user_exit,prompt_input_exit:user_exit,bypass_permissions_disabled:error,other:completed}|"other"
UserPromptSubmit: prompt.submit 30s @prompt !text prompt|"" title=session_title
  own:hookSpecificOutput.suppressOriginalPrompt:bool own:hookSpecificOutput.sessionTitle:string
UserPromptExpansion: prompt.expand 600s @expand prompt +expansion_type +command_name +command_args +command_source
  own:hookSpecificOutput.suppressOriginalPrompt:bool
PreToolUse: tool.start 600s @pre-tool $tool
` +
	// Exit 2 and top-level decisions are ignored here: the dialog shows (2.1.328).
	`PermissionRequest: permission.request 600s @permission !with-allow tool_name tool_input mcp_server=mcp_server.name +permission_suggestions
PermissionDenied: permission.denied 600s @message $tool +reason own:hookSpecificOutput.retry:bool
PostToolUse: tool.end 600s @post-tool !success $tool-end
` +
	// continue:false is not obeyed after a failure (2.1.328).
	`PostToolUseFailure: tool.end 600s @post-failure !error $tool-failure +is_interrupt
PostToolBatch: tool.batch 600s @batch -=tool_calls|[] +tool_calls
Stop: agent.stop 600s @stop !goes-on $stop +background_tasks +session_crons
StopFailure: agent.error 600s !bare error|"" last_message=last_assistant_message|"" +error_details
SubagentStart: subagent.start 600s @context !bare
SubagentStop: subagent.stop 600s @stop !goes-on $stop +background_tasks +session_crons
` +
	// A block keeps the teammate at work.
	`TeammateIdle: - 600s @block !goes-on +teammate_name +team_name
TaskCreated: task.create 600s @block !bare +task_id +task_subject +task_description +teammate_name +team_name
TaskCompleted: task.complete 600s @block !bare +task_id +task_subject +task_description +teammate_name +team_name
` +
	// Plain stdout would join the instructions for the summary; we print none.
	`PreCompact: context.compact 600s @block !bare trigger|"auto" custom_instructions|null
PostCompact: context.compacted 600s @message !bare trigger|"auto" +compact_summary
PreModelSwitch: - 30s @model model=to_model +from_model +to_model +requested_model +source +context_tokens
  +prompt_cache_warm +cache_ttl +estimated_cache_write_usd +pricing
PostModelSwitch: - 600s @context !text model=to_model +from_model +to_model +requested_model +source +context_tokens
  +prompt_cache_warm +cache_ttl +estimated_cache_write_usd +pricing
Notification: agent.notification 600s @message !bare message|"" title
  kind=notification_type{permission_prompt:permission,elicitation_dialog:permission,agent_needs_input:permission,idle_prompt:idle,agent_completed:done,elicitation_response:other,auth_success:other}
  +notification_type
Elicitation: - 600s @elicitation mcp_server=mcp_server_name message +mode +url +elicitation_id +requested_schema
  own:hookSpecificOutput.content:object
ElicitationResult: - 600s @elicitation mcp_server=mcp_server_name +mode +elicitation_id +action +content
  own:hookSpecificOutput.content:object
ConfigChange: config.change 600s @block !bare file_path +source
InstructionsLoaded: - 600s file_path +memory_type +load_reason +globs +trigger_file_path +parent_file_path
CwdChanged: - 600s +old_cwd +new_cwd own:hookSpecificOutput.watchPaths:array
FileChanged: file.change 600s !bare file_path +event own:hookSpecificOutput.watchPaths:array
DirectoryAdded: - 600s @message +directory +source
` +
	// The last line of stdout is the path of the worktree; JSON would be taken for a path.
	`WorktreeCreate: - 600s @worktree !raw +name
WorktreeRemove: - 600s +worktree_path
` +
	// What 2.0.60 obeys, see claudeRefine.
	`*PreToolUse: tool.start 600s @pre-tool-2.0 !with-allow $tool
*PostToolUse: tool.end 600s @post-tool-2.0 !success $tool-end
MessageDisplay: - 600s +turn_id +message_id +index +final +delta own:hookSpecificOutput.displayContent:string
`

// claudeRefine tells 2.0.60, which ignores an ask where a rule allows the tool, a
// new input without an approval, context before a tool and another result. It
// sends no prompt_id and, unlike 2.1.88, no line break after its payload.
func claudeRefine(c *Call) {
	if c.Payload.Line || c.Payload.get("prompt_id") != "" {
		return
	}
	if old := c.Dialect.entry("*" + c.Native); old != nil {
		c.Event = old
	}
}

var claudeCodeAbout = About{
	Source: "claude-code", Product: "Claude Code", Version: "2.1.328 (and 2.1.88, 2.0.60)", Date: "2026-11-20", Known: "recorded",
	Note: "Before 2.1.101 one unknown event name in settings.json silently voids the whole file. 2.0.60 cannot be\nasked before a tool, nor take a new input without an approval: both are a deny there.",
}

// The folder of managed settings is named in the binary of 2.1.328, those of
// macOS and Windows in code.claude.com/docs/en/settings.
var claudeCodeSetup = Setup{
	Source: "claude-code", Signs: "claude ~/.claude", Program: "claude", Moved: "CLAUDE_CONFIG_DIR=~/.claude", WindowsShell: GitBash,
	Files: []HookFile{
		{Scope: UserScope, Path: "~/.claude/settings.json", Layout: &claudeLayout, Install: true},
		{Scope: ProjectScope, Path: ".claude/settings.json", Layout: &claudeLayout, Install: true},
		{Scope: LocalScope, Path: ".claude/settings.local.json", Layout: &claudeLayout},
		{Scope: SystemScope, Path: "/etc/claude-code/managed-settings.json", Mac: "/Library/Application Support/ClaudeCode/managed-settings.json",
			Windows: "C:/Program Files/ClaudeCode/managed-settings.json", Layout: &claudeLayout, Install: true},
	},
	Leave: "WorktreeCreate", // it takes the answer for a path
	// What 2.0.60 lists in its program; the three that the second leaves out came in some version before it.
	Old: []OldEvents{
		{"2.1.101", "PreToolUse PostToolUse PostToolUseFailure UserPromptSubmit Notification Stop SubagentStart SubagentStop PreCompact SessionStart SessionEnd PermissionRequest"},
		{"2.0.60", "PreToolUse PostToolUse UserPromptSubmit Notification Stop SubagentStop PreCompact SessionStart SessionEnd"},
	},
	// SessionEnd waits 1.5 s in all, or as long as the longest timeout there, 60 s at most.
	Longest: "SessionEnd=60 *=600", Once: true,
	Project: "accept the folder's trust dialog once",
}

var claudeLayout = Layout{Root: "hooks", Entry: groupEntry, Unit: 1000, Closed: `onFailure="block"`, ClosedSince: "2.1.295", Off: "disableAllHooks=true"}
