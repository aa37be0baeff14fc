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
		"hook_event_name:string timestamp:string transcript_path~copilot-chat/transcripts/ !permission_mode !hookEventName",
		// Claude Code and its followers send no timestamp, Qwen Code and Grok send a
		// permission_mode, Gemini CLI shares one event, Copilot CLI none that has both.
		"named timestamp:string transcript_path:string !permission_mode !prompt_id !stop_reason !custom_instructions !client_type !conversation_id !hookEventName",
		"named timestamp:string tool_use_id:string !permission_mode !prompt_id !client_type !conversation_id !hookEventName",
		"hook_event_name=SessionStart timestamp:string source=new model:string !permission_mode !hookEventName",
	},
	Fields: []Key{
		{Field: Time, Path: "timestamp"},
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: NativeEvent, Path: "hookEventName"},
		{Field: SessionID, Path: "session_id"},
		{Field: SessionID, Path: "sessionId"},
		{Field: TranscriptPath, Path: "transcript_path"},
		{Field: Model, Path: "model"},
		{Field: AgentID, Path: "agent_id"},
		{Field: AgentType, Path: "agent_type"},
		{Field: Cwd, Path: "cwd"},
	},
	Events: []Event{
		{Native: "SessionStart", Type: SessionStart, Keys: []Key{{Field: EndReason, Path: "source", Spelling: &Spelling{Words: []Word{{"new", "startup"}}}}},
			Forms: &claudeContext, Limit: 30_000},
		{Native: "UserPromptSubmit", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "prompt"}}, Forms: &vscodeBlock, Limit: 30_000},
		{Native: "PreToolUse", Type: ToolStart, Keys: claudeToolKeys, Forms: &vscodePreTool, Limit: 30_000},
		{Native: "PostToolUse", Type: ToolEnd, Details: &Details{Status: "success"}, Keys: claudeToolEndKeys, Forms: &vscodeBlock, Limit: 30_000},
		{Native: "PreCompact", Type: "context.compact", Keys: []Key{{Field: Trigger, Path: "trigger"}, {Field: Instructions, Path: "custom_instructions"}},
			Forms: &codexPostCompact, Limit: 30_000},
		{Native: "SubagentStart", Type: "subagent.start", Forms: &claudeContext, Limit: 30_000},
		{Native: "SubagentStop", Type: SubagentStop, Keys: claudeStopKeys, Forms: &vscodeStop, Flags: KeepsGoing, Limit: 30_000},
		{Native: "Stop", Type: AgentStop, Keys: claudeStopKeys, Forms: &vscodeStop, Flags: KeepsGoing, Limit: 30_000},
	},
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
	Frame: "hookSpecificOutput.hookEventName=$event",
	MCP:   MCPNaming{Prefix: "mcp_", Sep: "_"},
	Fix:   vscodeFix,
}

// vscodePreTool: decisions count below hookSpecificOutput alone, in contrast to
// what Copilot CLI reads.
var vscodePreTool = Forms{
	Allow:   `hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason`,
	Deny:    `hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason`,
	Ask:     `hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason`,
	Rewrite: "hookSpecificOutput.updatedInput=$input",
	Context: "hookSpecificOutput.additionalContext=$context",
	Stop:    "continue=false stopReason=$stop",
	Message: "systemMessage=$message",
	Also:    vscodeAlso,
}

// vscodeBlock: here the decision counts beside hookSpecificOutput.
var vscodeBlock = Forms{
	Deny:    `decision="block" reason=$reason`,
	Context: "hookSpecificOutput.additionalContext=$context",
	Stop:    "continue=false stopReason=$stop",
	Message: "systemMessage=$message",
	Also:    []Alternative{{WishStop, "stopReason=$reason"}, {WishContext, "additionalContext=$context"}},
}

// vscodeStop: the documentation shows a flat decision, which is not read (source).
var vscodeStop = Forms{
	Deny:    `hookSpecificOutput.decision="block" hookSpecificOutput.reason=$reason`,
	Stop:    "continue=false stopReason=$stop",
	Message: "systemMessage=$message",
	Also:    vscodeAlso,
}

// A stopReason stops without a continue too (source).
var vscodeAlso = []Alternative{{WishStop, "stopReason=$reason"}}

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
