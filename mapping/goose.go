package mapping

// Goose since 1.38, as its guide has it (block/goose@0825b57, docs); nothing is
// recorded. Exit 2 with the reason on stderr blocks. On stdout it takes "block",
// not "deny", and reads everything else but "allow", {} too, as no decision, which
// denies under on_failure: block. So stdout stays empty, an approval is silence,
// and a failed hook is an exit code, which on_failure judges.
var goose = Dialect{
	Name:  "goose",
	Fault: claudeFault,
	Marks: []Mark{
		"event:string matcher_context !hook_event_name !source_tool",
		"event:string working_dir:string !hook_event_name !source_tool",
		// The guide's Stop carries neither of the two.
		"named session_id:string !tool_name !cwd !type !timestamp !hook_event_name !source_tool",
	},
	Env: []string{"PLUGIN_ROOT"},
	Fields: []Key{
		{Field: NativeEvent, Path: "event"},
		{Field: SessionID, Path: "session_id"},
		{Field: Cwd, Path: "working_dir"},
		{Field: ToolName, Path: "tool_name"},
		{Field: ToolInput, Path: "tool_input"},
		{Field: ToolCallID, Path: "tool_call_id"},
	},
	Events: []Event{
		{Native: "SessionStart", Type: SessionStart, Limit: 30_000},
		{Native: "SessionEnd", Type: SessionEnd, Limit: 30_000},
		{Native: "UserPromptSubmit", Type: PromptSubmit, Keys: []Key{{Field: Prompt, Path: "message"}}, Limit: 30_000},
		{Native: "PreToolUse", Type: ToolStart, Forms: &windsurfExit2, Limit: 30_000},
		{Native: "PreToolUseResult", Type: "permission.result", Carry: "decision policy_evaluated blocked_by reason cause", Limit: 30_000},
		{Native: "PostToolUse", Type: ToolEnd, Details: &Details{Status: "success"}, Limit: 30_000},
		{Native: "PostToolUseFailure", Type: ToolEnd, Details: &Details{Status: "error"}, Limit: 30_000},
		{Native: "Stop", Type: AgentStop, Keys: []Key{{Field: LastMessage, Path: "last_assistant_message"}},
			Forms: &windsurfExit2, Flags: KeepsGoing, Limit: 30_000}, // GOOSE_STOP_HOOK_BLOCK_CAP
		// These come beside the events of the tool that does it.
		{Native: "BeforeReadFile", Carry: "matcher_context", Limit: 30_000},
		{Native: "AfterFileEdit", Type: "file.write", Keys: []Key{{Field: FilePath, Path: "matcher_context"}}, Limit: 30_000},
		{Native: "BeforeShellExecution", Carry: "matcher_context", Limit: 30_000},
		{Native: "AfterShellExecution", Carry: "matcher_context", Limit: 30_000},
	},
	// The guide's samples leave the extension out of the name.
	Stderr: StderrQuiet, // the model reads it at exit 2
	Tools: `
developer__shell: shell
developer__write: file_write file_path=path old_string=before new_string=after
developer__edit: file_edit file_path=path old_string=before new_string=after
developer__tree: find
shell: shell
write: file_write file_path=path old_string=before new_string=after
edit: file_edit file_path=path old_string=before new_string=after
tree: find
`,
}

var gooseAbout = About{
	Source: "goose", Product: "Goose", Version: "block/goose@0825b57", Date: "2026-11-20", Known: "docs",
}
