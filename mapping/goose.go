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
		"session_id:string !cwd !tool_name !type !timestamp !hook_event_name !source_tool named",
	},
	Env: []string{"PLUGIN_ROOT"},
	Fields: `
  event session_id cwd=working_dir tool_name tool_input tool_call_id
`,
	Forms: `
exit2:
  deny #exit=2 #stderr=$reason
`,
	Events: `
SessionStart: session.start 30s
SessionEnd: session.end 30s
UserPromptSubmit: prompt.submit 30s prompt=message
PreToolUse: tool.start 30s @exit2
PreToolUseResult: permission.result 30s +decision +policy_evaluated +blocked_by +reason +cause
PostToolUse: tool.end 30s !success
PostToolUseFailure: tool.end 30s !error
` +
		// GOOSE_STOP_HOOK_BLOCK_CAP limits the blocks in a row.
		`Stop: agent.stop 30s @exit2 !goes-on last_message=last_assistant_message
` +
		// These come beside the events of the tool that does it.
		`BeforeReadFile: - 30s +matcher_context
AfterFileEdit: file.write 30s file_path=matcher_context
BeforeShellExecution: - 30s +matcher_context
AfterShellExecution: - 30s +matcher_context
`,
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

var gooseSetup = Setup{
	Source: "goose", Signs: "goose ~/.config/goose", Program: "goose", GUI: true, WindowsShell: CmdExe,
	Files: []HookFile{
		{Scope: UserScope, Path: "~/.agents/plugins/*/hooks/hooks.json", Layout: &gooseLayout, Install: true},
		{Scope: ProjectScope, Path: ".agents/plugins/*/hooks/hooks.json", Layout: &gooseLayout, Install: true},
	},
	// They come beside PreToolUse and PostToolUse.
	Leave:   "PreToolUseResult BeforeReadFile AfterFileEdit BeforeShellExecution AfterShellExecution",
	Longest: "*=600",
	Restart: true,
}

var gooseLayout = Layout{Root: "hooks", Entry: groupEntry, Unit: 1000, Closed: `on_failure="block"`, NoStar: "all"}
