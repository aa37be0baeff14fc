package mapping

import "strings"

// Cursor: IDE, cursor-agent and SDK run one hook engine. Recorded with
// @cursor/sdk 1.0.32 (2026-11-20).
var cursor = Dialect{
	Name:  "cursor",
	None:  cursorNone,
	Fault: cursorFault,
	Marks: []Mark{
		// In every payload, also where Cursor runs the hooks of Claude Code's settings.
		"cursor_version:string",
		// Builds before it. Augment sends the id too, but PascalCase events; Kiro and Windsurf have no such id.
		"conversation_id:string !timestamp !agent_action_name named",
	},
	Env: []string{"CURSOR_VERSION", "CURSOR_PROJECT_DIR"},
	Fields: `
  session_id
` + // since SDK 1.0.32, equal to the next
		`  session_id=conversation_id
  model{unknown:}
  tool_name
  tool_input
  tool_call_id=tool_use_id
  cwd
` + // may be ""
		`  cwd=workspace_roots.0
  event=hook_event_name
  -=cursor_version|"1.0.0"
  transcript_path
  project=$CURSOR_PROJECT_DIR # may be "" (Agents window)
`,
	Forms:  cursorForms,
	Events: cursorEvents,
	Tools: `
Shell: shell !merge command cwd timeout
Read: file_read !merge file_path
` +
		// A new content is ignored, the file is written as it was (SDK 1.0.32, forum 165962).
		`Write: file_write !merge file_path
Delete: - !merge !delete file_path
Grep: search !merge pattern path=file_path
List|ReadLints: - !merge file_path
Fetch: web_fetch !merge url
ListMcpResources: - !merge server
FetchMcpResource: - !merge !create server uri download_path@files
WriteShellStdin: - !never
` + // shows how many characters, not which
		`ComputerUse|RecordScreen: - !never
` +
		// These run on the server, which asks for the hook.
		`Task: agent !never
WebSearch: web_search !never
WebFetch: web_fetch !never
` +
		// IDE builds; the keys are those that the model uses.
		`StrReplace|Edit: file_edit !never file_path file_path=path
` +
		// Tab completion, under the names that its matchers use.
		`TabRead: file_read !never
TabWrite: file_edit !never
`,
	MCP: MCPNaming{Prefix: "MCP:"},
	// Each tool reads the keys that it knows; one that is not listed reads none.
	Rewrite: Never,
	// After trim, in UTF-16 units; longer ones are dropped whole (SDK 1.0.32).
	MaxContext: 10_000,
	Refine:     cursorCall,
	Fix:        cursorAnswer,
}

const cursorEvents Table = `
` +
	// A build that is newer than this table: exit 2 blocks on every event that can be blocked.
	`*any: - 60s @unknown
` +
	// For later hooks, not for the agent's shell.
	`sessionStart: session.start 60s @start +is_background_agent +composer_mode own:env:object
sessionEnd: session.end 60s duration_ms@millis error=error_message
  reason{aborted:user_exit,window_close:user_exit,user_close:user_exit} +is_background_agent +final_status
beforeSubmitPrompt: prompt.submit 60s @prompt prompt +attachments +composer_mode
preToolUse: tool.start 60s @pre-tool +agent_message +parent_tool_call_id
postToolUse: tool.end 60s @post-tool !success tool_output duration_ms=duration@millis +parent_tool_call_id
` +
	// Also after a deny: failure_type is permission_denied then.
	`postToolUseFailure: tool.end 60s @context !error error=error_message duration_ms=duration@millis +failure_type
  +is_interrupt +parent_tool_call_id
` +
	// One shell command fires preToolUse and then this.
	`beforeShellExecution: tool.start 60s @gate tool:Shell input:command input:cwd +sandbox +parent_tool_call_id
afterShellExecution: tool.end 60s tool:Shell input:command input:cwd tool_output=output duration_ms=duration@millis
  +sandbox +parent_tool_call_id
beforeMCPExecution: tool.start 60s @gate mcp_server=mcp_server_name mcp_url=url mcp_url=mcp_server_url
  mcp_command=command +parent_tool_call_id
afterMCPExecution: tool.end 60s mcp_server=mcp_server_name mcp_url=mcp_server_url tool_output=result_json
  duration_ms=duration@millis +parent_tool_call_id
` +
	// The file has been read; a deny keeps it from the model.
	`beforeReadFile: tool.start 60s @read tool:Read input:file_path +content +attachments +parent_tool_call_id
afterFileEdit: file.write 60s tool:Write input:file_path input:edits file_path +parent_tool_call_id
beforeTabFileRead: - 60s @read tool:TabRead input:file_path +content
afterTabFileEdit: - 60s tool:TabWrite input:file_path input:edits
subagentStart: subagent.start 60s @subagent agent_id=subagent_id agent_type=subagent_type
  agent_parent_id=parent_conversation_id tool_call_id +task +subagent_model +is_parallel_worker +git_branch
subagentStop: subagent.stop 60s @stop !goes-on agent_id=subagent_id agent_type=subagent_type
  agent_parent_id=parent_conversation_id status duration_ms@millis last_message=summary error=error_message
  agent_transcript_path files=modified_files +task +description +message_count +tool_call_count +git_branch
  +child_conversation_id +loop_count
preCompact: context.compact 60s @compact trigger +context_usage_percent +context_tokens +context_window_size
  +message_count +messages_to_compact +is_first_compaction
` +
	// The client's own cap is loop_limit 5; hooks of Claude Code's settings have none.
	`stop: agent.stop 60s @stop !goes-on status input_tokens output_tokens cache_read_tokens cache_write_tokens +loop_count
afterAgentResponse: agent.response 60s message=text input_tokens output_tokens cache_read_tokens cache_write_tokens
afterAgentThought: agent.thought 60s message=text duration_ms@millis
workspaceOpen: - 60s own:pluginPaths:array
`

// cursorCall: what no key says by itself.
func cursorCall(c *Call) {
	if c.values[Project] == "" {
		c.values[Project] = c.Payload.get("workspace_roots.0")
	}
	switch c.Native {
	case "beforeMCPExecution", "afterMCPExecution":
		// They name the tool alone, which preToolUse calls MCP:tool. A tool of a
		// server may be called Shell.
		if name := strings.TrimPrefix(c.text(ToolName), c.Dialect.MCP.Prefix); name != "" {
			c.values[ToolName], c.values[MCPTool] = quote(c.Dialect.MCP.Prefix+name), ""
			c.Tool, c.Canon = nil, ""
			c.readTool()
		}
	case "postToolUse":
		if c.Canon != MCP {
			// A new result counts for MCP tools alone.
			c.Event.Forms = c.Dialect.forms("context")
		}
	case "afterFileEdit":
		// A new file is one edit of nothing.
		edits := c.Payload.get("edits")
		if child(edits, "0.old_string") != `""` || child(edits, "1") != "" {
			c.Canon = FileEdit
		}
	case "stop", "subagentStop":
		switch c.Payload.get("loop_count") {
		case "":
		case "0":
			c.values[StopActive] = "false"
		default:
			c.values[StopActive] = "true"
		}
	}
	if c.Type == ToolEnd && c.Canon == MCP {
		switch valueOf(object(c.values[ToolOutput]), "isError") {
		case "true":
			c.values[Status] = `"error"`
		case "false":
			c.values[Status] = `"success"`
		}
	}
}

var cursorAbout = About{
	Source: "cursor", Product: "Cursor", Version: "SDK 1.0.32; IDE 3.24 and CLI 2026.09.28 by reports", Date: "2026-11-20", Known: "recorded",
	Cloud: "the repository's .cursor/hooks.json, command hooks alone, and of the events before/afterShellExecution, beforeReadFile, afterFileEdit, preToolUse, postToolUse(Failure), subagentStart/Stop and preCompact",
	Note:  "An unknown event name or a missing \"version\" in hooks.json silently drops the whole file. Hooks of .claude/settings.json run too, with Cursor's payload.",
}

var cursorSetup = Setup{
	Source: "cursor", Signs: "cursor cursor-agent ~/.cursor", Program: "cursor-agent", GUI: true, WindowsShell: PowerShell,
	Files: []HookFile{
		{Scope: SystemScope, Path: "/etc/cursor/hooks.json", Mac: "/Library/Application Support/Cursor/hooks.json",
			Windows: "C:/ProgramData/Cursor/hooks.json", Layout: &cursorLayout, Install: true},
		{Scope: ProjectScope, Path: ".cursor/hooks.json", Layout: &cursorLayout, Install: true},
		{Scope: UserScope, Path: "~/.cursor/hooks.json", Layout: &cursorLayout, Install: true},
		{Scope: LocalScope, Path: ".claude/settings.local.json", Layout: &claudeLayout, Of: "claude-code", If: thirdParty},
		{Scope: ProjectScope, Path: ".claude/settings.json", Layout: &claudeLayout, Of: "claude-code", If: thirdParty},
		{Scope: UserScope, Path: "~/.claude/settings.json", Layout: &claudeLayout, Of: "claude-code", If: thirdParty},
	},
	// preToolUse and postToolUse come for the same calls; Tab's two read no settings of ours.
	Leave:   "beforeShellExecution afterShellExecution beforeMCPExecution afterMCPExecution beforeReadFile",
	Longest: "*=600", NoSlashes: true, NoLinks: true, Once: true,
	Project: "trust the workspace",
}

// The same command in Cursor's own file for the same event is run once (SDK 1.0.32).
const thirdParty = "its setting to include third-party configurations is on"

// SDK 1.0.32 and IDE 3.24 drop the whole file, silently, for an unknown event or a missing version.
var cursorLayout = Layout{
	Root: "hooks", Entry: `{"command": $command, "timeout": $timeout}`, Unit: 1000, Closed: `failClosed=true`,
	New: `{"version": 1}`, Needs: "version=1", Strict: true,
}
