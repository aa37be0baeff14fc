package mapping

import "strings"

// Devin CLI, the engine of Devin Local too. Documented (docs.devin.ai, 2026-08)
// and captured by others on 3000.6.14; nothing recorded by us.
var devin = Dialect{
	Name:  "devin-cli",
	Fault: devinFault,
	Marks: []Mark{
		// Every event but one has a prompt_id, and none says where it is.
		"prompt_id:string !cwd hook_event_name:string session_id:string !transcript_path !permission_mode !timestamp !client_type !conversation_id !turn_id !hookEventName",
		"source:string !cwd hook_event_name=SessionStart session_id:string !transcript_path !model !permission_mode !timestamp !client_type !conversation_id !turn_id !hookEventName",
		"hook_event_name=PostCompaction",
	},
	// Before 3000.2.17 there was neither id: then only this tells.
	Env: []string{"DEVIN_PROJECT_DIR"},
	Fields: `
  event=hook_event_name
  session_id # two words, not a UUID
  -=prompt_id|""
  project=$DEVIN_PROJECT_DIR
`,
	Forms: devinForms,
	Events: `
$tool:
  tool_name
  tool_input
  tool_call_id=tool_use_id
` + // none on PermissionRequest
		`SessionStart: session.start @context reason=source
SessionEnd: session.end reason{other:completed}
UserPromptSubmit: prompt.submit @prompt prompt
PreToolUse: tool.start @pre-tool $tool
` +
		// A tool that was rejected has none.
		`PostToolUse: tool.end @context tool_name tool_input tool_call_id=tool_use_id tool_output=tool_response
  success=tool_response.success error=tool_response.error
PermissionRequest: permission.request @permission $tool
Stop: agent.stop @stop !goes-on stop_hook_active|false last_message=last_assistant_message
PostCompaction: context.compacted +summary
`,
	Tools: `
exec: shell
read: file_read
write: file_write
edit: file_edit
apply_patch: file_edit !never
notebook_read: file_read file_path=notebook_path
notebook_edit: file_edit file_path=notebook_path
grep: search
glob: find
webfetch: web_fetch
run_subagent: agent prompt=task description=title
`,
	Frame:  "hookSpecificOutput.hookEventName=$event",
	MCP:    MCPNaming{Prefix: "mcp__", Sep: "__"},
	Refine: devinRefine,
}

// Other codes than 0 and 2 are logged and block nothing.
const devinFault Form = "#exit=1 #stderr=$reason"

const devinForms Table = `
` +
	// What counts is the top-level decision; permissionDecision is not read, and there is no ask. A new
	// input is merged into the old one.
	`pre-tool:
  allow decision="approve" reason=$reason
  deny decision="block" reason=$reason
  rewrite hookSpecificOutput.updatedInput=$input
permission:
  allow decision="approve" reason=$reason
  deny decision="block" reason=$reason
prompt:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
context:
  context hookSpecificOutput.additionalContext=$context
stop:
  deny decision="block" reason=$reason
`

const devinPatch = "apply_patch"

// devinRefine finds the text of a patch: which key holds it is not documented.
func devinRefine(c *Call) {
	if c.text(ToolName) != devinPatch {
		return
	}
	each(c.input, func(_, raw string) {
		if patch := text(raw); strings.Contains(patch, "*** Begin Patch") {
			c.addPatch(patch)
			if valueOf(c.input, "patch") == "" {
				c.input = strings.TrimSuffix(c.input, "}") + `,"patch":` + raw + "}"
			}
		}
	})
}

var devinAbout = About{
	Source: "devin-cli", Product: "Devin CLI, Devin Local", Version: "3000.2.17", Date: "2026-11-20", Known: "docs",
}

var devinSetup = Setup{
	Source: "devin-cli", Signs: "devin ~/.config/devin", Program: "devin", Moved: "XDG_CONFIG_HOME=~/.config", WindowsShell: CmdExe,
	Files: []HookFile{
		{Scope: ProjectScope, Path: ".devin/hooks.v1.json", Layout: &devinLayout, Install: true},
		{Scope: ProjectScope, Path: ".devin/config.json", Layout: &groups},
		{Scope: LocalScope, Path: ".devin/config.local.json", Layout: &groups},
		{Scope: ProjectScope, Path: ".claude/settings.json", Layout: &claudeLayout, Of: "claude-code", Off: devinOff},
		{Scope: LocalScope, Path: ".claude/settings.local.json", Layout: &claudeLayout, Of: "claude-code", Off: devinOff},
		{Scope: UserScope, Path: "~/.config/devin/config.json", Windows: "$APPDATA/devin/config.json", Layout: &groups, Install: true},
		{Scope: UserScope, Path: "~/.claude/settings.json", Layout: &claudeLayout, Of: "claude-code", Off: devinOff},
	},
	Longest: "*=600",
	Todo:    "in Restricted Mode Devin runs no hook",
	Restart: true,
}

const devinOff = "~/.config/devin/config.json read_config_from.claude"

var devinLayout = Layout{Entry: groupEntry, Unit: 1000}
