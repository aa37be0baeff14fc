package mapping

// Copilot in VS Code, session target Local; the target Copilot sends what
// Copilot CLI sends. Not recorded: "source" is microsoft/vscode's extensions/copilot
// (2026-09 and -10), where the documentation says otherwise the source stands here.
var vscodeCopilot = Dialect{
	Name:  "vscode-copilot",
	Fault: claudeFault,
	Marks: []Mark{
		// The common keys as documented, which only early builds may have sent. Grok
		// sends them beside those in snake case, and a workspaceRoot.
		"hookEventName:string sessionId:string !workspaceRoot !hook_event_name !taskId",
		// Where the extension keeps its transcripts.
		"timestamp:string hook_event_name:string transcript_path~copilot-chat/transcripts/ !permission_mode !hookEventName",
		// Claude Code and its followers send no timestamp, Qwen Code and Grok send a
		// permission_mode, Gemini CLI shares one event, Copilot CLI none that has both.
		"timestamp:string transcript_path:string !permission_mode !prompt_id !stop_reason !custom_instructions !client_type !conversation_id !hookEventName named",
		"timestamp:string tool_use_id:string !permission_mode !prompt_id !client_type !conversation_id !hookEventName named",
		"source=new hook_event_name=SessionStart timestamp:string model:string !permission_mode !hookEventName",
	},
	Fields: `
  time=timestamp event=hook_event_name event=hookEventName session_id session_id=sessionId transcript_path model
  agent_id agent_type cwd
`,
	Forms: vscodeForms,
	Events: `
$tool: tool_name tool_input tool_call_id=tool_use_id mcp_server=mcp_server.name
$tool-end: tool_name tool_input tool_output=tool_response tool_call_id=tool_use_id error duration_ms@millis
  mcp_server=mcp_server.name
$stop: stop_hook_active|false agent_transcript_path last_message=last_assistant_message
SessionStart: session.start 30s @context reason=source{new:startup}
UserPromptSubmit: prompt.submit 30s @block prompt
PreToolUse: tool.start 30s @pre-tool $tool
PostToolUse: tool.end 30s @block !success $tool-end
PreCompact: context.compact 30s @post-compact trigger custom_instructions
SubagentStart: subagent.start 30s @context
SubagentStop: subagent.stop 30s @stop !goes-on $stop
Stop: agent.stop 30s @stop !goes-on $stop
`,
	Tools: `
run_in_terminal: shell description=explanation
create_file: file_write file_path=filePath
replace_string_in_file: file_edit file_path=filePath old_string=oldString new_string=newString
multi_replace_string_in_file: file_edit file_path=replacements@files.filePath old_string=replacements@lines.oldString new_string=replacements@lines.newString
insert_edit_into_file: file_edit file_path=filePath new_string=code
edit_notebook_file: file_edit file_path=filePath new_string=newCode
apply_patch: file_edit patch=input@patch
read_file: file_read file_path=filePath
list_dir: find
file_search: find pattern=query
grep_search|semantic_search: search pattern=query
fetch_webpage: web_fetch url=urls@lines prompt=query
runSubagent: agent
`,
	URIs:  true, // source: promptPathRepresentationService.resolveFilePath
	Frame: "hookSpecificOutput.hookEventName=$event",
	MCP:   MCPNaming{Prefix: "mcp_", Sep: "_"},
	Fix:   vscodeFix,
}

const vscodeForms Table = `
context:
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
post-compact:
  stop continue=false stopReason=$stop
  message systemMessage=$message
` +
	// Decisions count below hookSpecificOutput alone, in contrast to what Copilot CLI reads.
	`pre-tool:
  allow hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason
  deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  ask hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason
  rewrite hookSpecificOutput.updatedInput=$input
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
  +stop stopReason=$reason
` +
	// Here the decision counts beside hookSpecificOutput.
	`block:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
  +stop stopReason=$reason
  +context additionalContext=$context
` +
	// The documentation shows a flat decision, which is not read (source).
	`stop:
  deny hookSpecificOutput.decision="block" hookSpecificOutput.reason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
  +stop stopReason=$reason
`

// vscodeFix denies a call whose new input would be dropped without a word for
// not fitting the tool's schema, after which the call runs as it was (source).
func vscodeFix(c *Call, a *Answer) string {
	old := object(c.values[ToolInput])
	each(a.Input, func(key, value string) {
		was := valueOf(old, key)
		if was != "" && a.Decision != Deny && kindOf(was) != kindOf(value) {
			a.Decision, a.Reason = Deny, cannotChange+"VS Code drops a new input in which "+key+" is of another kind"
		}
	})
	if a.Decision == Deny {
		a.Input = ""
	}
	return ""
}

var vscodeAbout = About{
	Source: "vscode-copilot", Product: "GitHub Copilot in VS Code", Version: "microsoft/vscode of 2026-07 and 2026-08", Date: "2026-11-20", Known: "source",
	Cloud: "the Copilot cloud agent: see copilot-cli",
	Note:  "Hooks of .claude/settings.json and .github/hooks run here too.",
}

var vscodeSetup = Setup{
	Source: "vscode-copilot", Signs: "code code-insiders ~/.vscode ~/.vscode-insiders", GUI: true, WindowsShell: PowerShell,
	Files: []HookFile{
		{Scope: ProjectScope, Path: ".github/hooks/*.json", Layout: &copilotLayout, Install: true, Cloud: true, Of: "copilot-cli"},
		{Scope: ProjectScope, Path: ".claude/settings.json", Layout: &claudeLayout, Of: "claude-code"},
		{Scope: LocalScope, Path: ".claude/settings.local.json", Layout: &claudeLayout, Of: "claude-code"},
		{Scope: UserScope, Path: "~/.copilot/hooks/*.json", Layout: &copilotLayout, Install: true, Of: "copilot-cli"},
		{Scope: UserScope, Path: "~/.claude/settings.json", Layout: &claudeLayout, Of: "claude-code"},
	},
	Longest: "*=600",
	Project: "trust the workspace",
}
