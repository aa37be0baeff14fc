package mapping

// Mistral Vibe, read from its source (mistralai/mistral-vibe@ac8f1a0, 2.18.4) and
// guide; nothing is recorded. 2.21.0 renamed the events and refuses the old names.
var vibe = Dialect{
	Name:  "mistral-vibe",
	Fault: claudeFault,
	Marks: []Mark{
		"hook_event_name=pre_tool|post_tool|post_agent|before_tool|after_tool|post_agent_turn !hookName !event_type !cursor_version",
	},
	Fields: `
  event=hook_event_name{pre_tool:pre_tool,before_tool:pre_tool,after_tool:post_tool,post_agent_turn:post_agent}
  session_id
  transcript_path
` + // "" without a session log
		`  cwd
  agent_parent_id=parent_session_id
  tool_name
  tool_call_id
  tool_input
`,
	Forms: vibeForms,
	Events: `
pre_tool: tool.start 60s @pre-tool
post_tool: tool.end 60s @post-tool status=tool_status{failure:error,cancelled:error} tool_output
  tool_output=tool_output_text error=tool_error duration_ms@millis
` +
		// A deny goes to the agent as the user's next message, up to 3 times a hook.
		`post_agent: agent.stop 60s @post-agent !goes-on
`,
	Tools: `
bash: shell
read_file: file_read file_path=path
write_file: file_write file_path=path
search_replace: file_edit patch=content
` + // SEARCH/REPLACE blocks
		`edit: file_edit
grep: search
`,
	Home: true,
	Fix:  vibeOutput,
}

const vibeForms Table = `
` +
	// Vibe reads JSON, and only at exit 0: plain text there is a failed hook, and so is any exit code
	// but 0, 2 too, after which the tool runs unless strict = true (vibe/core/hooks). An approval leaves
	// the permission step where it is, so none is sent.
	`pre-tool:
  deny decision="deny" reason=$reason
  rewrite hook_specific_output.tool_input=$input
  message system_message=$message
` +
	// A deny puts its reason in place of the result.
	`post-tool:
  deny decision="deny" reason=$reason
  context hook_specific_output.additional_context=$context
  output decision="deny" reason=$output_text
  message system_message=$message
post-agent:
  deny decision="deny" reason=$reason
  message system_message=$message
`

// vibeOutput: a deny and a new result share one key, and the deny counts.
func vibeOutput(_ *Call, a *Answer) string {
	if a.Decision != Deny || a.Output == "" {
		return ""
	}
	a.Output = ""
	return "a new result is not sent beside a block: Vibe takes one or the other"
}

var vibeAbout = About{
	Source: "mistral-vibe", Product: "Mistral Vibe", Version: "2.18.4, and the names of 2.21.0", Date: "2026-11-20", Known: "source",
}

var vibeSetup = Setup{
	Source: "mistral-vibe", Signs: "vibe ~/.vibe", Program: "vibe", WindowsShell: CmdExe,
	Files: []HookFile{
		{Scope: ProjectScope, Path: ".vibe/hooks.toml", Layout: &vibeLayout, Install: true},
		{Scope: UserScope, Path: "~/.vibe/hooks.toml", Layout: &vibeLayout, Install: true},
	},
	Old:     []OldEvents{{"2.21.0", "pre_tool=before_tool post_tool=after_tool post_agent=post_agent_turn"}},
	Longest: "*=600",
	Project: "trust the folder",
	Restart: true,
}

var vibeLayout = Layout{
	Syntax: TOML, Root: "hooks", EventKey: "type", Unit: 1000, Closed: "strict=true",
	Entry: `{"name": $name, "type": $event, "command": $command, "timeout": $timeout}`,
}
