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
	Fields:     []Key{{Field: SessionID, Path: "$KIRO_SESSION_ID"}},
	// The default timeout is not documented.
	Events: []Event{
		{Native: "promptSubmit", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "USER_PROMPT"}, {Field: Prompt, Path: "prompt"}},
			Forms: &kiroPrompt, Flags: TextIsContext},
		{Native: "preToolUse", Type: ToolStart, Keys: kiroIDEToolKeys, Forms: &kiroPrompt, Flags: TextIsContext},
		// Its stdout is thrown away (0.12).
		{Native: "postToolUse", Type: ToolEnd, Keys: kiroIDEToolKeys},
		{Native: "agentStop", Type: AgentStop},
		{Native: "fileEdited", Type: "file.save", Forms: &kiroContext, Flags: TextIsContext},
		{Native: "fileCreated", Type: "file.create", Forms: &kiroContext, Flags: TextIsContext},
		{Native: "fileDeleted", Type: "file.delete", Forms: &kiroContext, Flags: TextIsContext},
		{Native: "preTaskExecution", Type: "task.start", Forms: &kiroContext, Flags: TextIsContext},
		{Native: "postTaskExecution", Type: "task.end", Forms: &kiroContext, Flags: TextIsContext},
		{Native: "userTriggered", Forms: &kiroContext, Flags: TextIsContext},
	},
	Tools:     kiroTools,
	MCP:       kiroMCP,
	Stderr:    StderrQuiet,
	EventName: kiroIDEEvent,
	Refine:    kiroRefine,
	Fix:       alone,
}

var kiroIDEToolKeys = []Key{
	{Field: ToolName, Path: "toolName"},
	{Field: ToolInput, Path: "toolArgs"},
	{Field: ToolOutput, Path: "toolResult"},
	{Field: Success, Path: "toolSuccess"},
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
		"named cwd:string !conversation_id !cursor_version !generation_id !timestamp !toolName !sessionId !transcript_path",
	},
	Env: []string{"KIRO_SESSION_ID"},
	Fields: []Key{
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: Cwd, Path: "cwd"},
		// Only the interactive TUI sends it (2.2.2, kirodotdev/Kiro#8430).
		{Field: SessionID, Path: "session_id"},
		{Field: SessionID, Path: "$KIRO_SESSION_ID"},
	},
	Events: []Event{
		// The prompt is there with --no-interactive.
		{Native: "agentSpawn", Type: SessionStart, Keys: []Key{{Field: Prompt, Path: "prompt"}},
			Forms: &kiroContext, Flags: TextIsContext, Limit: 30_000},
		// Exit 2 is a warning here; the prompt is sent.
		{Native: "userPromptSubmit", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "prompt"}},
			Forms: &kiroContext, Flags: TextIsContext, Limit: 30_000},
		{Native: "preToolUse", Type: ToolStart, Keys: kiroToolKeys, Forms: &kiroDeny, Limit: 30_000},
		// With only_when_turn_complete one call stands for several tools.
		{Native: "postToolUse", Type: ToolEnd, Keys: kiroToolKeys, Carry: "hook_events", Limit: 30_000},
		{Native: "stop", Type: AgentStop, Keys: []Key{{Field: LastMessage, Path: "assistant_response"}}, Limit: 30_000},
	},
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
		"hook_event_name=PostFileSave",
		"hook_event_name=PostFileCreate",
		"hook_event_name=PostFileDelete",
		"hook_event_name=PreTaskExec",
		"hook_event_name=PostTaskExec",
	},
	Env: []string{"KIRO_SESSION_ID"},
	Fields: []Key{
		{Field: SessionID, Path: "session_id"},
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: Cwd, Path: "cwd"},
		{Field: SessionID, Path: "$KIRO_SESSION_ID"},
	},
	// No fault has a form: the documentation has any exit code but 0 block, which
	// 1.1.14 does not do.
	Events: []Event{
		{Native: "SessionStart", Type: SessionStart, Forms: &kiroContext, Flags: TextIsContext, Limit: 60_000},
		// The prompt is empty up to IDE 1.0.242; a block did not hold on 1.0.337
		// (kirodotdev/Kiro#11050).
		{Native: "UserPromptSubmit", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "prompt"}},
			Forms: &kiroPrompt, Flags: TextIsContext, Limit: 60_000},
		{Native: "PreToolUse", Type: ToolStart, Keys: kiroToolKeys, Forms: &kiroDeny, Limit: 60_000},
		// Whatever it prints, and whatever PostFile* and Stop print, nobody sees (1.2.37).
		{Native: "PostToolUse", Type: ToolEnd, Keys: kiroToolKeys, Limit: 60_000},
		{Native: "Stop", Type: AgentStop, Limit: 60_000},
		{Native: "PostFileSave", Type: "file.save", Limit: 60_000},
		{Native: "PostFileCreate", Type: "file.create", Limit: 60_000},
		{Native: "PostFileDelete", Type: "file.delete", Limit: 60_000},
		{Native: "PreTaskExec", Type: "task.start", Forms: &kiroDeny, Limit: 60_000},
		{Native: "PostTaskExec", Type: "task.end", Limit: 60_000},
	},
	Tools:  kiroTools,
	MCP:    kiroMCP,
	Stderr: StderrQuiet,
	// The notice that a workflow is done comes as a prompt (1.2.37).
	Synthetic: []string{"A workflow you launched ("},
	Refine:    kiroRefine,
	Fix:       alone,
}

var kiroToolKeys = []Key{
	{Field: ToolName, Path: "tool_name"},
	{Field: ToolInput, Path: "tool_input"},
	{Field: ToolOutput, Path: "tool_response"},
	{Field: Success, Path: "tool_response.success"},
}

// No JSON on stdout is ever read. The reason of a deny is on stderr, and stdout
// is empty: with the reason on stdout alone the tool runs (1.1.14).
var (
	kiroDeny    = Forms{Deny: "#exit=2 #stderr=$reason"}
	kiroContext = Forms{Context: "#stdout=$context"}
	kiroPrompt  = Forms{Deny: "#exit=2 #stderr=$reason", Context: "#stdout=$context"}
)

// kiroWarning shows the text to the user of the CLI, as that of a hook that
// failed. It is no way to say anything else: it would take the place of a deny.
const kiroWarning Form = "#exit=1 #stderr=$reason"

var kiroAbout = About{
	Source: "kiro", Product: "Kiro", Version: "CLI 2.21 and V3, IDE 0.12 and 1.2.37", Date: "2026-11-20", Known: "docs",
	Note: "Three generations with three contracts. Blocking a prompt did not work on IDE 1.0.337.",
}
