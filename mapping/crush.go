package mapping

// Crush, read from its source and guide (charmbracelet/crush@37f36e9, 2026-08-21);
// nothing is recorded. Only the top-level agent runs hooks.
var crush = Dialect{
	Name:  "crush",
	Fault: claudeFault,
	Marks: []Mark{
		"event:string cwd:string tool_name:string !matcher_context !working_dir !hook_event_name !source_tool",
	},
	Env: []string{"CRUSH_EVENT"}, // CRUSH=1 and AGENT=crush are also set for the agent's shell
	Fields: `
  event session_id cwd project=$CRUSH_PROJECT_DIR tool_name tool_input
`,
	Forms: crushForms,
	Events: `
PreToolUse: tool.start 30s @pre-tool
`,
	Tools: `
bash: shell
view: file_read
write: file_write
edit|multiedit: file_edit
grep: search
glob|ls: find
agent: agent
agentic_fetch: web_fetch
`,
	AnyCase: true,  // Go's encoding/json
	Fix:     alone, // stdout is not read beside an exit code
	MCP:     MCPNaming{Prefix: "mcp_", Sep: "_"},
	Frame:   "version=1",
	Stderr:  StderrQuiet, // the model reads it at exit 2
}

const crushForms Table = `
` +
	// Exit 2 denies and 49 ends the turn too, the reason on stderr; its payload is so plain that a deny
	// goes out in the words that most clients share. Any other exit code is a failed hook, which is
	// ignored. At exit 0 the JSON on stdout counts, read whole; an approval skips the permission step
	// (internal/hooks/runner.go).
	`pre-tool:
  allow decision="allow"
  deny #exit=2 #stderr=$reason
` +
	// a shallow patch
	`  rewrite updated_input=$input
  context context=$context
` +
	// beside the deny, which has the reason
	`  stop #exit=49
  +stop #exit=49 #stderr=$stop
  +deny #exit=49 #stderr=$reason
  +stop halt=true reason=$stop
  +allow hookSpecificOutput.permissionDecision="allow"
  +rewrite hookSpecificOutput.updatedInput=$input
  +context hookSpecificOutput.additionalContext=$context
`

var crushAbout = About{
	Source: "crush", Product: "Crush", Version: "charmbracelet/crush@37f36e9", Date: "2026-11-20", Known: "source",
	Note: "PreToolUse is its only event.",
}

var crushSetup = Setup{
	Source: "crush", Signs: "crush ~/.config/crush", Program: "crush", Moved: "XDG_CONFIG_HOME=~/.config",
	Files: []HookFile{
		{Scope: ProjectScope, Path: "crush.json", Layout: &crushLayout},
		{Scope: ProjectScope, Path: ".crush.json", Layout: &crushLayout, Install: true},
		{Scope: UserScope, Path: "~/.config/crush/crush.json", Layout: &crushLayout, Install: true},
	},
	Longest: "*=600",
	Restart: true,
}

var crushLayout = Layout{Root: "hooks", Entry: `{"command": $command, "timeout": $timeout}`, Unit: 1000}
