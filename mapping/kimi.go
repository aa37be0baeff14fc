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
		"session_id^session_ !transcript_path !permission_mode !timestamp named",
		// kimi-cli, where an event holds a key that Claude Code's other followers
		// call something else. The rest of its events nobody could tell.
		"tool_call_id:string !tool_use_id !transcript_path !permission_mode !timestamp !conversation_id named",
		"agent_name:string !transcript_path !permission_mode !timestamp named",
		"error_type:string error_message:string !transcript_path !permission_mode !timestamp named",
		"trigger:string token_count:number !transcript_path !permission_mode !timestamp named",
		"trigger:string estimated_token_count:number !transcript_path !permission_mode !timestamp named",
		"sink:string notification_type:string !transcript_path !permission_mode !timestamp named",
	},
	Fields: `
  event=hook_event_name
  session_id
  cwd
  title=session_title # not in print mode
`,
	Forms:  kimiForms,
	Events: kimiEvents,
	Tools: `
Bash: shell
Read: file_read file_path=path
Write: file_write file_path=path
Edit: file_edit file_path=path
ReadMediaFile: file_read file_path=path
Grep: search
Glob: find path path=directory
` + // kimi-cli has directory
		`FetchURL: web_fetch
WebSearch: web_search
Agent|AgentSwarm: agent
Shell: shell
` + // from here on kimi-cli
		`ReadFile: file_read file_path=path
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

const kimiEvents Table = `
` +
	// The main agent has a name too; elsewhere an agent_id means a subagent.
	// The output is text, cut to 2,000 characters.
	`$tool: tool_name tool_input tool_call_id tool_output error=error.message
$permission: agent_id{main:} tool_name tool_input tool_call_id
SessionStart: session.start 30s reason=source model +profile
` +
	// Not in print mode.
	`SessionEnd: session.end 30s reason{exit:user_exit,archive:completed}
SessionHeartbeat: - 30s +uptime_ms
UserPromptSubmit: prompt.submit 30s @prompt !text prompt +is_steer
UserPromptQueued: - 30s prompt +prompt_id +queue_length
TurnStarted: agent.start 30s prompt +turn_id +origin_kind +origin_name
PreToolUse: tool.start 30s @block $tool
PostToolUse: tool.end 30s !success $tool
` +
	// Also of a call that a user or a hook refused, or that never started.
	`PostToolUseFailure: tool.end 30s !error $tool
PermissionRequest: permission.request 30s $permission +id +turn_id +action +display
PermissionResult: permission.result 30s $permission +id +turn_id +action +display +decision
` +
	// A subagent's turn ends with it too, under the same session and no name. The client asks once a
	// turn.
	`Stop: agent.stop 30s @block !goes-on stop_hook_active
StopFailure: agent.error 30s error=error_message +error_type
Interrupt: agent.interrupt 30s reason +turn_id
SubagentStart: subagent.start 30s agent_type=agent_name prompt
SubagentStop: subagent.stop 30s agent_type=agent_name last_message=response
TaskStarted: - 30s +task_id +kind +description +status +detached +started_at
Notification: agent.notification 30s agent_id{main:}
  kind=notification_type{task.completed:done,permission_prompt:permission} title message=body +sink +notification_type
  +severity +source_kind +source_id
PreCompact: context.compact 30s trigger +token_count
PostCompact: context.compacted 30s trigger +estimated_token_count
`

const kimiForms Table = `
` +
	// permissionDecision deny at exit 0 does the same, but exit 2 is what kimi-cli knew first, and no
	// broken pipe can take it away. An approval, an ask, updatedInput and continue:false are ignored
	// without a word (2.1.0).
	`block:
  deny #exit=2 #stderr=$reason
  +deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
` +
	// A JSON object without a message would be injected as it stands, and a text that is one would be
	// obeyed; so context goes out as a message.
	`prompt:
  deny #exit=2 #stderr=$reason
  context message=$context
  +deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  +context hookSpecificOutput.message=$context
`

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
	Note: "Only `PreToolUse`, `UserPromptSubmit` and `Stop` hear an answer; a permission request cannot be answered by a hook.\nWith -p it may end before a hook on `PostToolUse` has run.",
}

var kimiSetup = Setup{
	Source: "kimi", Signs: "kimi ~/.kimi-code", Program: "kimi", Moved: "KIMI_CODE_HOME=~/.kimi-code", WindowsShell: CmdExe,
	Files: []HookFile{
		{Scope: UserScope, Path: "~/.kimi-code/config.toml", Layout: &kimiLayout, Install: true},
	},
	Longest: "*=600", Once: true,
	Restart: true,
}

// One key or event that 2.1.0 does not know drops all hooks.
var kimiLayout = Layout{
	Syntax: TOML, Root: "hooks", EventKey: "event", Unit: 1000, Strict: true, EntryOnly: "event command matcher timeout",
	Entry: `{"event": $event, "command": $command, "timeout": $timeout}`,
}
