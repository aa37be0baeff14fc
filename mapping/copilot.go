package mapping

// GitHub Copilot CLI, and the Copilot cloud agent, which runs the same hooks.
// Recorded with 1.0.102 and, where it differs, 1.0.78 and 1.0.40 (2026-11-20).
// The case of the event key in the settings chooses the dialect, and what
// .claude/settings.json holds gets the second: there CLAUDE_PROJECT_DIR is set too.

// copilotNative does not name its events.
var copilotNative = Dialect{
	Name:  "copilot-cli",
	Fault: copilotFault,
	Marks: []Mark{
		"sessionId:string timestamp:number !hookEventName !taskId !conversationId",
		// GitHub's documentation of early 2026 shows no id and toolArgs as a string.
		"timestamp:number cwd:string !sessionId !session_id !hook_event_name !hookEventName !hookName !event !event_name !type !taskId !conversationId !conversation_id named",
	},
	Env: []string{"COPILOT_HOOK_DIR", "COPILOT_PROJECT_DIR"}, // COPILOT_CLI is set for every shell of the agent
	Fields: `
  session_id=sessionId time=timestamp cwd transcript_path=transcriptPath agent_id=agentId agent_type=agentType
  agent_parent_id=parentAgentId project=$COPILOT_PROJECT_DIR
`,
	Forms:      copilotForms,
	Events:     copilotNativeEvents,
	Tools:      copilotTools,
	MCP:        MCPNaming{Sep: "-"},
	MaxContext: copilotMost,
	EventName:  copilotEvent,
	Refine:     copilotRefine,
	Fix:        copilotFix,
}

// copilotPascal is the "VS Code compatible" one, since 1.0.21. VS Code itself
// sends tool_use_id and a transcript_path of its own, Gemini CLI a
// transcript_path with every event, Claude Code no timestamp.
var copilotPascal = Dialect{
	Name:  "copilot-cli",
	Fault: copilotFault,
	Marks: []Mark{
		"timestamp:string session_id:string !transcript_path !permission_mode !tool_use_id !tool_response !hookEventName !sessionId !model !turn_id !conversation_id !client_type named",
		"timestamp:string session_id:string transcript_path~/session-state/ !permission_mode !tool_use_id !hookEventName named",
		// stop_reason is Copilot's own, wherever COPILOT_HOME puts the transcript.
		"timestamp:string session_id:string stop_reason:string !permission_mode !hookEventName named",
	},
	Env: []string{"COPILOT_HOOK_DIR", "COPILOT_PROJECT_DIR"},
	Fields: `
  event=hook_event_name session_id time=timestamp cwd transcript_path agent_id agent_type
  agent_parent_id=parent_agent_id project=$COPILOT_PROJECT_DIR
`,
	Forms:      copilotPascalForms + copilotForms,
	Events:     copilotPascalEvents,
	Tools:      copilotClaudeTools,
	MCP:        MCPNaming{Sep: "-"},
	MaxContext: copilotMost,
	Refine:     copilotRefine,
	Fix:        copilotFix,
}

// copilotKeys are those of the native payload.
const copilotKeys Table = `
` +
	// Up to 1.0.14 postToolUse came for failed tools too.
	`$native-tool:
  tool_name=toolName
  tool_input=toolArgs
  tool_input=toolInput
` + // permissionRequest
	`  tool_output=toolResult
  status=toolResult.resultType{failure:error,denied:error,rejected:error}
  error
$mcp: tool_call_id=toolCallId mcp_server=serverName mcp_tool=toolName tool_name=toolName tool_input=arguments
` +
	// The PascalCase key SubagentStart gets snake_case agent keys in the native payload.
	`$native-agent:
  agent_id
  agent_type
  agent_parent_id=parent_agent_id
  agent_type=agentType
  agent_type=agentName
` + // all that 1.0.40 sends
	`  last_message=response
  stop_hook_active
$notification: message title
  kind=notification_type{permission_prompt:permission,elicitation_dialog:permission,agent_idle:idle,agent_completed:done,shell_completed:done,shell_detached_completed:done}
`

const copilotNativeEvents Table = copilotKeys + `
` +
	// An event that nobody has seen yet.
	`*any: - 30s @any
$stop: stop_hook_active|false
sessionStart: session.start 30s @context reason=source{new:startup} prompt=initialPrompt
sessionEnd: session.end 30s @message reason{complete:completed,abort:user_exit}
userPromptSubmitted: prompt.submit 30s @prompt prompt own:modifiedPrompt:string own:handled:bool
  own:responseContent:string
` +
	// After the client has wrapped the prompt.
	`userPromptTransformed: - 30s @message prompt +transformedPrompt own:modifiedTransformedPrompt:string
preToolUse: tool.start 30s @pre-tool $native-tool
permissionRequest: permission.request 30s @permission $native-tool +permissionSuggestions
` +
	// Neither a deny nor a progress line is heeded here (1.0.102).
	`preMcpToolCall: - 30s $mcp own:metaToUse:object
postToolUse: tool.end 30s @post-tool !success $native-tool
postToolUseFailure: tool.end 30s @context !error $native-tool
agentStop: agent.stop 30s @stop !goes-on $stop +stopReason
subagentStart: subagent.start 30s @context $native-agent +agentName +agentDisplayName +agentDescription +stopReason
` +
	// The client caps blocks in a row at 8 on agentStop only, 568 were seen here.
	`subagentStop: subagent.stop 30s @stop !goes-on $native-agent +agentName +agentDisplayName +agentDescription +stopReason
  own:modifiedResponse:string
preCompact: context.compact 30s @message trigger custom_instructions=customInstructions
errorOccurred: agent.error 30s @message error=error.message +errorContext +recoverable
` +
	// A context wakes an idle session.
	`notification: agent.notification 30s @context $notification +notification_type
`

const copilotPascalEvents Table = copilotKeys + `
$tool: tool_name tool_input tool_output=tool_result
  status=tool_result.result_type{failure:error,denied:error,rejected:error} error
$stop: stop_hook_active|false
$agent: agent_type agent_type=agent_name last_message=last_assistant_message stop_hook_active
` +
	// An event that nobody has seen yet.
	`*any: - 30s @any
SessionStart: session.start 30s @context reason=source{new:startup} prompt=initial_prompt
SessionEnd: session.end 30s @message reason{complete:completed,abort:user_exit}
UserPromptSubmit: prompt.submit 30s @prompt prompt own:modifiedPrompt:string own:handled:bool
  own:responseContent:string
PreToolUse: tool.start 30s @pre-tool $tool
PostToolUse: tool.end 30s @post-tool !success $tool
PostToolUseFailure: tool.end 30s @context !error $tool
Stop: agent.stop 30s @stop !goes-on $stop +stop_reason
SubagentStop: subagent.stop 30s @stop !goes-on $agent +agent_name +agent_display_name +stop_reason
  own:modifiedResponse:string
PreCompact: context.compact 30s @message trigger custom_instructions
ErrorOccurred: agent.error 30s @message error=error.message +error_context +recoverable
` +
	// Four keys of the settings get the native payload; they are known by name, so that --event finds
	// them where stdin cannot be read.
	`PermissionRequest: permission.request 30s @permission $native-tool
SubagentStart: subagent.start 30s @context $native-agent
Notification: agent.notification 30s @context $notification
PreMcpToolCall: - 30s $mcp
`

var copilotAbout = About{
	Source: "copilot-cli", Product: "GitHub Copilot CLI", Version: "1.0.102 (and 1.0.40 to 1.0.92)", Date: "2026-11-20", Known: "recorded",
	Cloud: "only .github/hooks/*.json of the clone, on Linux; no permissionRequest and no notification; ask is a deny",
	Note:  "Repository hooks are silently skipped with -p in an untrusted folder.",
}

var copilotSetup = Setup{
	Source: "copilot-cli", Signs: "copilot ~/.copilot/config.json ~/.copilot/session-state", Program: "copilot", Moved: "COPILOT_HOME=~/.copilot", WindowsShell: PowerShell,
	Files: []HookFile{
		{Scope: SystemScope, Path: "/etc/github-copilot/policy.d/*.json", Windows: "C:/ProgramData/GitHub/Copilot/policy.d/*.json", Layout: &copilotLayout, Install: true},
		{Scope: UserScope, Path: "~/.copilot/hooks/*.json", Layout: &copilotLayout, Install: true},
		{Scope: UserScope, Path: "~/.copilot/settings.json", Layout: &copilotLayout},
		{Scope: ProjectScope, Path: ".github/hooks/*.json", Layout: &copilotLayout, Install: true, Cloud: true},
		{Scope: ProjectScope, Path: ".github/copilot/settings.json", Layout: &copilotLayout},
		{Scope: LocalScope, Path: ".github/copilot/settings.local.json", Layout: &copilotLayout},
		{Scope: ProjectScope, Path: ".claude/settings.json", Layout: &claudeLayout, Of: "claude-code"},
		{Scope: LocalScope, Path: ".claude/settings.local.json", Layout: &claudeLayout, Of: "claude-code"},
	},
	// Both spellings of an event fire; the other two come beside preToolUse and userPromptSubmitted.
	Leave: "preMcpToolCall PreMcpToolCall userPromptTransformed SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure " +
		"Stop SubagentStop PreCompact ErrorOccurred PermissionRequest SubagentStart Notification",
	Longest: "*=600",
	Project: "trust the folder: with -p Copilot silently skips a repository's hooks in an untrusted one",
	Restart: true,
}

// version may be left out since 1.0.5.
var copilotLayout = Layout{
	Root: "hooks", Unit: 1000, New: `{"version": 1}`, Off: "disableAllHooks=true", NoStar: "camelCase",
	Entry: `{"type": "command", "bash": $command, "powershell": $powershell, "timeoutSec": $timeout}`,
}
