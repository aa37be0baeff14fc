package mapping

// Gemini CLI. Recorded with @google/gemini-cli 0.61.0 (2026-11-20); where its
// own docs say otherwise, the recording stands here.
var geminiCLI = Dialect{
	Name:  "gemini-cli",
	None:  geminiNone,
	Fault: geminiFault,
	Marks: []Mark{
		// Seven events begin with words that no other client's do.
		"hook_event_name^Before|After",
		"hook_event_name=PreCompress",
		// The other three are Claude Code's, who sends no timestamp. Qwen Code, a
		// fork, sends permission_mode, VS Code a model; Copilot has no transcript here.
		"timestamp:string transcript_path~/.gemini/ !permission_mode named",
		"timestamp:string transcript_path~/chats/session- !permission_mode !model named",
		// Before the first chat is recorded the path is "" (0.61.0, source).
		"timestamp:string transcript_path= !permission_mode !model !conversation_id named",
	},
	// Qwen Code sets GEMINI_PROJECT_DIR too, but never this one.
	Env: []string{"GEMINI_SESSION_ID"},
	Fields: `
  session_id transcript_path|"" cwd event=hook_event_name time=timestamp session_id=$GEMINI_SESSION_ID
  project=$GEMINI_PROJECT_DIR
`,
	Forms:  geminiForms,
	Events: geminiEvents,
	Tools: `
run_shell_command: shell cwd=dir_path
read_file: file_read
read_many_files: file_read include@files
` + // not offered to the model by 0.61.0
		`write_file: file_write
replace: file_edit
grep_search: search path=dir_path
search_file_content: search path=dir_path
` + // the old name still works in 0.61.0
		`glob|list_directory: find path=dir_path
google_web_search: web_search
web_fetch: web_fetch
` + // its addresses stand in the prompt
		`invoke_agent: agent
`,
	// A server's own underscores make the name ambiguous; mcp_context settles it.
	Frame: "hookSpecificOutput.hookEventName=$event",
	MCP:   MCPNaming{Prefix: "mcp_", Sep: "_"},
	// With an empty stdout stderr is parsed as the answer, at any exit code.
	Stderr: StderrQuiet,
	Refine: geminiStatus,
	Fix:    geminiFix,
}

const geminiEvents Table = `
$tool: tool_name tool_input mcp_server=mcp_context.server_name mcp_tool=mcp_context.tool_name
  mcp_command=mcp_context.command mcp_url=mcp_context.url
$tool-end: tool_name tool_input tool_output=tool_response error=tool_response.error.message
  mcp_server=mcp_context.server_name mcp_tool=mcp_context.tool_name mcp_command=mcp_context.command
  mcp_url=mcp_context.url
SessionStart: session.start 60s @session-start reason=source
` +
	// Only exit and clear were seen; /quit fires it three times (0.61.0).
	`SessionEnd: session.end 60s @message
  reason{exit:user_exit,clear:user_exit,logout:user_exit,prompt_input_exit:user_exit,other:completed}
BeforeAgent: prompt.submit 60s @prompt prompt
` +
	// A tool that another one's hook asked for names the first one in original_request_name.
	`BeforeTool: tool.start 60s @tool !ask-unsafe $tool +original_request_name
` +
	// It fires for a tool that failed too.
	`AfterTool: tool.end 60s @tool-end !success $tool-end +original_request_name
  own:hookSpecificOutput.tailToolCallRequest:object
AfterAgent: agent.stop 60s @stop !goes-on prompt last_message=prompt_response stop_hook_active|false
  own+:hookSpecificOutput.clearContext:bool
` +
	// An llm_response without a deny is ignored (0.61.0, case bm-synth).
	`BeforeModel: model.request 60s @before-model model=llm_request.model own:hookSpecificOutput.llm_request:object
  own+:hookSpecificOutput.llm_response:object
` +
	// Once for every chunk of the answer; one that calls a tool holds no text.
	`AfterModel: model.response 60s @after-model model=llm_request.model message=llm_response.text
  input_tokens=llm_response.usageMetadata.promptTokenCount
  output_tokens=llm_response.usageMetadata.candidatesTokenCount own:hookSpecificOutput.llm_response:object
` +
	// Whatever is printed here, {} or a line on stderr too, replaces the tool configuration by AUTO with
	// an empty list, so None and Fault are silence.
	`BeforeToolSelection: tool.select 60s !mute model=llm_request.model own:hookSpecificOutput.toolConfig:object
` +
	// With trigger auto before every model call, whether anything is compressed or not.
	`PreCompress: context.compact 60s @message trigger
Notification: agent.notification 60s @message message kind=notification_type{ToolPermission:permission}
  +notification_type +details
`

// geminiStatus: a tool failed if its response holds an error. A command that
// ends with another exit code than 0 has none.
func geminiStatus(c *Call) {
	if c.Type == ToolEnd && c.Payload.get("tool_response.error") != "" {
		c.values[Status] = `"error"`
	}
}

var geminiAbout = About{
	Source: "gemini-cli", Product: "Gemini CLI", Version: "0.61.0", Date: "2026-11-20", Known: "recorded",
	Note: "In an untrusted folder no hook runs. In a GitHub Action most of the environment does not reach the hook.",
}

var geminiSetup = Setup{
	Source: "gemini-cli", Signs: "gemini ~/.gemini/settings.json ~/.gemini/oauth_creds.json", Program: "gemini", WindowsShell: PowerShell,
	Files: []HookFile{
		{Scope: ProjectScope, Path: ".gemini/settings.json", Layout: &geminiLayout, Install: true},
		{Scope: UserScope, Path: "~/.gemini/settings.json", Layout: &geminiLayout, Install: true},
		{Scope: SystemScope, Path: "/etc/gemini-cli/settings.json", Mac: "/Library/Application Support/GeminiCli/settings.json",
			Windows: "C:/ProgramData/gemini-cli/settings.json", Layout: &geminiLayout, Install: true},
	},
	Leave:   "BeforeModel AfterModel BeforeToolSelection", // one for every piece of an answer
	Longest: "*=600", Once: true,
	Todo:    "trust the folder you work in: in an untrusted one Gemini CLI runs no hook at all",
	Restart: true,
}

var geminiLayout = Layout{Root: "hooks", Entry: groupEntry, Unit: 1, Off: "hooksConfig.enabled=false"}
