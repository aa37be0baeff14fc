package mapping

import "strings"

// Antigravity: the CLI agy, the desktop app and the IDE. Nothing is recorded by
// us: the vendor's guide (docs, 2026-09) and what others measured with agy 1.0.3
// to 1.3.3 (secondary). The payload does not name its event; --event does.
var antigravity = Dialect{
	Name:  "antigravity",
	Fault: antigravityFault,
	Marks: []Mark{
		"conversationId:string workspacePaths:array !hook_event_name !hookEventName",
		// An empty list may be left out, as protojson does.
		"conversationId:string artifactDirectoryPath:string !hook_event_name !hookEventName",
	},
	Env: []string{"ANTIGRAVITY_CONVERSATION_ID"}, // 1.3.0
	Fields: `
  session_id=conversationId
  session_id=$ANTIGRAVITY_CONVERSATION_ID
  project=workspacePaths.0
  cwd=workspacePaths.0
  cwd=toolCall.args.Cwd
` + // the list is empty in a headless run without --add-dir (1.1.27)
		`  transcript_path=transcriptPath
  model=modelName
  tool_name=toolCall.name
  tool_input=toolCall.args
  tool_call_id=stepIdx
`,
	Forms: antigravityForms,
	Events: `
` +
		// What antigravityEvent could not tell: nothing but a deny is said.
		`*any: - 30s @deny
` +
		// A model event of which nobody knows whether it comes before or after: the two take different keys.
		`*quiet: model.request 30s +invocationNum +initialNumSteps
PreToolUse: tool.start 30s @pre-tool !with-allow !ask-unsafe
` +
		// Its answer has no fields: any key replaces the tool's result by an error
		// (newrelic-experimental/preflight#793). Older builds do not name the tool.
		`PostToolUse: tool.end 30s tool:unknown error
PreInvocation: model.request 30s @inject +invocationNum +initialNumSteps own:injectSteps:array
PostInvocation: model.response 30s @post-model +invocationNum +initialNumSteps +modelOutput +modelThinking
  own:injectSteps:array
Stop: agent.stop 30s @stop !goes-on last_message=finalModelOutput error +executionNum +terminationReason +fullyIdle
` +
		// Undocumented; only for a new conversation, not with --continue.
		`SessionStart: session.start 30s @inject own:injectSteps:array
`,
	// Names as of 1.3.3; arguments as seen with 1.1.27 (onkarbadve/agy-auto) and in transcripts.
	Tools: `
run_command: shell command=CommandLine cwd=Cwd
send_command_input: shell command=Input
` + // to a command that waits
		`view_file: file_read file_path=AbsolutePath
write_to_file: file_write file_path=TargetFile content=CodeContent
replace_file_content: file_edit file_path=TargetFile old_string=TargetContent new_string=ReplacementContent
multi_replace_file_content: file_edit file_path=TargetFile edits=ReplacementChunks
list_dir: find path=DirectoryPath
find_by_name: find
grep_search: search pattern=Query path=SearchPath
search_web: web_search
read_url_content: web_fetch url=Url
invoke_subagent: agent
call_mcp_tool: mcp # one tool for all servers, see antigravityRefine
`,
	MCP:       MCPNaming{Prefix: "mcp_", Sep: "_"},
	Home:      true, // "~/w8.txt" as TargetFile (1.1.27)
	EventName: antigravityEvent,
	Refine:    antigravityRefine,
}

// Names for shapes that two events share and nobody told apart. They are no
// events, so *any stands in.
const (
	antigravityTool  = "?ToolUse"
	antigravityModel = "?Invocation"
)

// antigravityEvent tells the event from the shape; the hint counts where that
// leaves a choice. Recent builds send toolCall after a tool too (preflight#793).
func antigravityEvent(p *Payload, hint string) string {
	switch {
	case p.get("invocationNum") != "" || p.get("initialNumSteps") != "":
		if hint == "PreInvocation" || hint == "PostInvocation" {
			return hint
		}
		if p.get("modelOutput") != "" || p.get("modelThinking") != "" {
			return "PostInvocation"
		}
		return antigravityModel
	case p.get("executionNum") != "" || p.get("terminationReason") != "" || p.get("fullyIdle") != "":
		return "Stop"
	case p.get("error") != "":
		return "PostToolUse"
	case p.get("toolCall") != "":
		if hint == "PreToolUse" || hint == "PostToolUse" {
			return hint
		}
		return antigravityTool
	case p.get("stepIdx") != "":
		return "PostToolUse"
	case hint == "" && p.get("conversationId") != "":
		return "SessionStart"
	}
	return hint
}

// antigravityRefine completes a call by what depends on the shape.
func antigravityRefine(c *Call) {
	switch c.Native {
	case antigravityTool:
		c.Native, c.Type = "PreToolUse", ToolStart
	case antigravityModel:
		c.Native, c.Type, c.Event = "PreInvocation", "model.request", c.Dialect.entry("*quiet")
	case "SessionStart":
		c.values[EndReason] = `"startup"`
	case "PostToolUse":
		c.values[Status] = `"success"`
		if c.text(ErrorText) != "" {
			c.values[Status] = `"error"`
		}
	case "Stop":
		if n := c.Payload.text("executionNum"); n != "" {
			c.values[StopActive] = "true"
			if n == "0" {
				c.values[StopActive] = "false"
			}
		}
		switch strings.ToLower(c.Payload.text("terminationReason")) {
		case "model_stop", "no_tool_call":
			c.values[Status] = `"success"`
		case "error", "max_steps_exceeded":
			c.values[Status] = `"error"`
		}
	}
	// The hook runs in the folder of hooks.json, which says nothing of the project.
	if !isAbs(slashDrive(c.text(Cwd))) {
		c.cwd = ""
	}
	if id := c.text(ToolCallID); id != "" {
		c.values[ToolCallID] = quote(id)
	}
	if c.text(ToolName) == "call_mcp_tool" {
		c.values[MCPServer], c.values[MCPTool] = antigravityName(c, "ServerName"), antigravityName(c, "ToolName")
	}
}

// antigravityName returns a name among the arguments, which may be JSON in a
// string ("\"github\"").
func antigravityName(c *Call, key string) string {
	raw := valueOf(c.values[ToolInput], key)
	if s := text(raw); len(s) > 1 && s[0] == '"' && valid([]byte(s)) == nil {
		return s
	}
	return raw
}

var antigravityAbout = About{
	Source: "antigravity", Product: "Google Antigravity CLI", Version: "1.3 by its hook guide and others' measurements of 1.1.27", Date: "2026-11-20", Known: "docs",
	Note: "Its payload does not name the event: configure each hook with --event, see antigravity.md.",
}

var antigravitySetup = Setup{
	Source: "antigravity", Signs: "agy ~/.gemini/config ~/.gemini/antigravity ~/.gemini/antigravity-cli", Program: "agy", GUI: true, WindowsShell: CmdExe,
	Files: []HookFile{
		{Scope: ProjectScope, Path: ".agents/hooks.json", Layout: &antigravityLayout, Install: true},
		{Scope: UserScope, Path: "~/.gemini/config/hooks.json", Layout: &antigravityLayout, Install: true},
	},
	Leave:   "PreInvocation PostInvocation", // one for every request to the model
	Longest: "*=600",
	Restart: true,
}

// The wrong shape for an event drops the whole file, silently (agy 1.1.26).
var antigravityLayout = Layout{
	Named: true, Unit: 1000, FlatEvents: "PreInvocation PostInvocation Stop SessionStart",
	Entry: `{"matcher": "*", "hooks": [{"type": "command", "command": $command, "timeout": $timeout}]}`,
	Flat:  `{"type": "command", "command": $command, "timeout": $timeout}`,
}
