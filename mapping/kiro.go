package mapping

// Kiro, three generations under one name: the IDE up to 0.12, the CLI 1.x and
// 2.x with Amazon Q, and the IDE from 1.0 with CLI V3. Nothing recorded by us:
// aws/amazon-q-developer-cli (hooks.rs, docs/hooks.md), kiro.dev/docs, and what
// awslabs/aidlc-workflows and kirodotdev/Kiro's issues measured.

// kiroIDE is the IDE up to 0.12. stdin stays open and silent; USER_PROMPT holds
// an object after a tool (0.10.32), {} before one (0.11.133), with the tool's
// name from 0.12 on, and the bare text of a prompt. No event is named.
var kiroIDE = Dialect{
	Name: "kiro",
	Marks: []Mark{
		"toolName:string toolArgs !hook_event_name !hookName !sessionId !conversationId !timestamp",
		"USER_PROMPT:string !hook_event_name",
	},
	Env:        []string{"USER_PROMPT"},
	PayloadEnv: "USER_PROMPT",
	Fields: `
 session_id=$KIRO_SESSION_ID
`,
	// The default timeout is not documented.
	Forms: kiroForms,
	Events: `
$ide-tool: tool_name=toolName tool_input=toolArgs tool_output=toolResult success=toolSuccess
promptSubmit: prompt.submit @prompt !text prompt=USER_PROMPT prompt
preToolUse: tool.start @prompt !text $ide-tool
` +
		// Its stdout is thrown away (0.12).
		`postToolUse: tool.end $ide-tool
agentStop: agent.stop
fileEdited: file.save @context !text
fileCreated: file.create @context !text
fileDeleted: file.delete @context !text
preTaskExecution: task.start @context !text
postTaskExecution: task.end @context !text
userTriggered: - @context !text
`,
	Tools:     kiroTools,
	MCP:       kiroMCP,
	Stderr:    StderrQuiet,
	EventName: kiroIDEEvent,
	Refine:    kiroRefine,
	Fix:       alone,
}

// kiroIDEEvent tells the IDE's event. A result or a tool's name decides; {} and a
// bare text do so only where nobody says which event it is.
func kiroIDEEvent(p *Payload, hint string) string {
	switch {
	case p.get("hook_event_name") != "" || p.get("sessionId") != "":
		return "" // not the IDE, whatever the environment says
	case p.get("toolResult") != "" || p.get("toolSuccess") != "":
		return "postToolUse"
	case p.get("toolName") != "":
		return "preToolUse"
	case hint != "":
		return hint
	case len(p.members) == 0:
		return "preToolUse"
	case p.get("USER_PROMPT") != "" || p.get("prompt") != "":
		return "promptSubmit"
	}
	return ""
}

// kiroCLI is the CLI 1.x and 2.x, whose hooks stand in agent files, and Amazon Q
// before it.
var kiroCLI = Dialect{
	Name:  "kiro",
	Fault: kiroWarning,
	Marks: []Mark{
		"hook_event_name=agentSpawn",
		// Cursor uses three of these names too, and always sends conversation_id.
		"cwd:string !transcript_path !conversation_id !cursor_version !generation_id !timestamp !toolName !sessionId named",
	},
	Env: []string{"KIRO_SESSION_ID"},
	Fields: `
  event=hook_event_name
  cwd
  # Only the interactive TUI sends it (2.2.2, kirodotdev/Kiro#8430).
  session_id
  session_id=$KIRO_SESSION_ID
`,
	Forms: kiroForms,
	Events: `
$tool: tool_name tool_input tool_output=tool_response success=tool_response.success
` +
		// The prompt is there with --no-interactive.
		`agentSpawn: session.start 30s @context !text prompt
` +
		// Exit 2 is a warning here; the prompt is sent.
		`userPromptSubmit: prompt.submit 30s @context !text prompt
preToolUse: tool.start 30s @deny $tool
` +
		// With only_when_turn_complete one call stands for several tools.
		`postToolUse: tool.end 30s $tool +hook_events
stop: agent.stop 30s last_message=assistant_response
`,
	Tools:  kiroTools,
	MCP:    kiroMCP,
	Stderr: StderrQuiet,
	// max_output_size is 10 KiB by default, with our line break; more is cut.
	MaxContext: 10<<10 - 1,
	Home:       true,
	Refine:     kiroRefine,
	Fix:        alone,
}

// kiroV3 is the IDE from 1.0 on and the CLI's engine V3: Claude Code's names
// without its fields.
var kiroV3 = Dialect{
	Name: "kiro",
	Marks: []Mark{
		// Sessions are sess_<uuid>; nobody else's are.
		"session_id^sess_ hook_event_name:string cwd:string !transcript_path !permission_mode !tool_use_id !timestamp !client_type !conversation_id !turn_id",
		"hook_event_name=PostFileSave|PostFileCreate|PostFileDelete|PreTaskExec|PostTaskExec",
	},
	Env: []string{"KIRO_SESSION_ID"},
	Fields: `
  session_id event=hook_event_name cwd session_id=$KIRO_SESSION_ID
`,
	// No fault has a form: the documentation has any exit code but 0 block, which
	// 1.1.14 does not do.
	Forms: kiroForms,
	Events: `
$tool: tool_name tool_input tool_output=tool_response success=tool_response.success
SessionStart: session.start 60s @context !text
` +
		// The prompt is empty up to IDE 1.0.242; a block did not hold on 1.0.337 (kirodotdev/Kiro#11050).
		`UserPromptSubmit: prompt.submit 60s @prompt !text prompt
PreToolUse: tool.start 60s @deny $tool
` +
		// Whatever it prints, and whatever PostFile* and Stop print, nobody sees (1.2.37).
		`PostToolUse: tool.end 60s $tool
Stop: agent.stop 60s
PostFileSave: file.save 60s
PostFileCreate: file.create 60s
PostFileDelete: file.delete 60s
PreTaskExec: task.start 60s @deny
PostTaskExec: task.end 60s
`,
	Tools:  kiroTools,
	MCP:    kiroMCP,
	Stderr: StderrQuiet,
	// The notice that a workflow is done comes as a prompt (1.2.37).
	Synthetic: []string{"A workflow you launched ("},
	Refine:    kiroRefine,
	Fix:       alone,
}

// No JSON on stdout is ever read. The reason of a deny is on stderr, and stdout
// is empty: with the reason on stdout alone the tool runs (1.1.14).
const kiroForms Table = `
deny:
  deny #exit=2 #stderr=$reason
context:
  context #stdout=$context
prompt:
  deny #exit=2 #stderr=$reason
  context #stdout=$context
`

// kiroWarning shows the text to the user of the CLI, as that of a hook that
// failed. It is no way to say anything else: it would take the place of a deny.
const kiroWarning Form = "#exit=1 #stderr=$reason"

var kiroAbout = About{
	Source: "kiro", Product: "Kiro", Version: "CLI 2.21 and V3, IDE 0.12 and 1.2.37", Date: "2026-11-20", Known: "docs",
	Note: "Three generations with three contracts. Blocking a prompt did not work on IDE 1.0.337.",
}

// Its CLI below V3 has hooks in the files of its agents: no file of ours reaches all of them.
var kiroSetup = Setup{
	Source: "kiro", Signs: "kiro kiro-cli ~/.kiro", Program: "kiro-cli", GUI: true, WindowsShell: CmdExe,
	Files: []HookFile{
		{Scope: ProjectScope, Path: ".kiro/hooks/*.json", Layout: &kiroLayout, Install: true},
		{Scope: UserScope, Path: "~/.kiro/hooks/*.json", Layout: &kiroLayout, Install: true},
		{Scope: ProjectScope, Path: ".kiro/agents/*.json", Layout: &kiroAgentLayout},
		{Scope: UserScope, Path: "~/.kiro/agents/*.json", Layout: &kiroAgentLayout},
	},
	Leave: "promptSubmit preToolUse postToolUse agentStop fileEdited fileCreated fileDeleted preTaskExecution postTaskExecution " +
		"userTriggered agentSpawn userPromptSubmit stop",
	Longest: "*=600",
	Todo:    "these are hooks of Kiro's IDE 1.0 and of its CLI with --v3; for kiro-cli 2 put the command into your agent's own \"hooks\"",
	Restart: true,
}

var (
	kiroLayout = Layout{
		Root: "hooks", EventKey: "trigger", Unit: 1000, New: `{"version": "v1"}`, Needs: `version="v1"`,
		Entry: `{"name": $name, "trigger": $event, "action": {"type": "command", "command": $command}, "timeout": $timeout}`,
	}
	kiroAgentLayout = Layout{Root: "hooks", Unit: 1}
)
