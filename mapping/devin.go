package mapping

import "strings"

// Devin CLI, the engine of Devin Local too. Documented (docs.devin.ai, 2026-08)
// and captured by others on 3000.6.14; nothing recorded by us.
var devin = Dialect{
	Name:  "devin-cli",
	Fault: devinFault,
	Marks: []Mark{
		// Every event but one has a prompt_id, and none says where it is.
		"hook_event_name:string session_id:string prompt_id:string !cwd !transcript_path !permission_mode !timestamp !client_type !conversation_id !turn_id !hookEventName",
		"hook_event_name=SessionStart session_id:string source:string !cwd !transcript_path !model !permission_mode !timestamp !client_type !conversation_id !turn_id !hookEventName",
		"hook_event_name=PostCompaction",
	},
	// Before 3000.2.17 there was neither id: then only this tells.
	Env: []string{"DEVIN_PROJECT_DIR"},
	Fields: []Key{
		{Field: NativeEvent, Path: "hook_event_name"},
		{Field: SessionID, Path: "session_id"}, // two words, not a UUID
		{Field: NoField, Path: "prompt_id", Spelling: &Spelling{Literal: `""`}},
		{Field: Project, Path: "$DEVIN_PROJECT_DIR"},
	},
	Events: []Event{
		{Native: "SessionStart", Type: SessionStart, Keys: []Key{{Field: EndReason, Path: "source"}}, Forms: &devinContext},
		{Native: "SessionEnd", Type: SessionEnd, Keys: []Key{{Field: EndReason, Path: "reason", Spelling: &Spelling{Words: []Word{{"other", "completed"}}}}}},
		{Native: "UserPromptSubmit", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "prompt"}}, Forms: &devinPrompt},
		{Native: "PreToolUse", Type: ToolStart, Keys: devinToolKeys, Forms: &devinPreTool},
		// A tool that was rejected has none.
		{Native: "PostToolUse", Type: ToolEnd, Keys: []Key{{Field: ToolName, Path: "tool_name"}, {Field: ToolInput, Path: "tool_input"},
			{Field: ToolCallID, Path: "tool_use_id"}, {Field: ToolOutput, Path: "tool_response"},
			{Field: Success, Path: "tool_response.success"}, {Field: ErrorText, Path: "tool_response.error"}}, Forms: &devinContext},
		{Native: "PermissionRequest", Type: PermissionRequest, Keys: devinToolKeys, Forms: &devinPermission},
		{Native: "Stop", Type: AgentStop, Keys: []Key{{Field: StopActive, Path: "stop_hook_active", Spelling: &Spelling{Literal: "false"}},
			{Field: LastMessage, Path: "last_assistant_message"}}, Forms: &devinStop, Flags: KeepsGoing},
		{Native: "PostCompaction", Type: "context.compacted", Carry: "summary"},
	},
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

var devinToolKeys = []Key{
	{Field: ToolName, Path: "tool_name"},
	{Field: ToolInput, Path: "tool_input"},
	{Field: ToolCallID, Path: "tool_use_id"}, // none on PermissionRequest
}

// Other codes than 0 and 2 are logged and block nothing.
const devinFault Form = "#exit=1 #stderr=$reason"

// devinPreTool: what counts is the top-level decision; permissionDecision is not
// read, and there is no ask. A new input is merged into the old one.
var devinPreTool = Forms{
	Allow:   `decision="approve" reason=$reason`,
	Deny:    `decision="block" reason=$reason`,
	Rewrite: "hookSpecificOutput.updatedInput=$input",
}

var devinPermission = Forms{
	Allow: `decision="approve" reason=$reason`,
	Deny:  `decision="block" reason=$reason`,
}

var devinPrompt = Forms{
	Deny:    `decision="block" reason=$reason`,
	Context: "hookSpecificOutput.additionalContext=$context",
}

var devinContext = Forms{
	Context: "hookSpecificOutput.additionalContext=$context",
}

var devinStop = Forms{Deny: `decision="block" reason=$reason`}

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
