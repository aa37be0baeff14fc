package mapping

// Mistral Vibe, read from its source (mistralai/mistral-vibe@ac8f1a0, 2.18.4) and
// guide; nothing is recorded. 2.21.0 renamed the events and refuses the old names.
var vibe = Dialect{
	Name:  "mistral-vibe",
	Fault: claudeFault,
	Marks: []Mark{
		"named !hookName !event_type !cursor_version",
	},
	Fields: []Key{
		{Field: NativeEvent, Path: "hook_event_name", Spelling: &Spelling{Words: []Word{{"pre_tool", "pre_tool"}, // the name that is sent
			{"before_tool", "pre_tool"}, {"after_tool", "post_tool"}, {"post_agent_turn", "post_agent"}}}},
		{Field: SessionID, Path: "session_id"},
		{Field: TranscriptPath, Path: "transcript_path"}, // "" without a session log
		{Field: Cwd, Path: "cwd"},
		{Field: AgentParentID, Path: "parent_session_id"},
		{Field: ToolName, Path: "tool_name"},
		{Field: ToolCallID, Path: "tool_call_id"},
		{Field: ToolInput, Path: "tool_input"},
	},
	Events: []Event{
		{Native: "pre_tool", Type: ToolStart, Forms: &vibePreTool, Limit: 60_000},
		{Native: "post_tool", Type: ToolEnd, Forms: &vibePostTool, Limit: 60_000, Keys: []Key{
			{Field: Status, Path: "tool_status", Spelling: &Spelling{Words: []Word{{"failure", "error"}, {"cancelled", "error"}}}},
			{Field: ToolOutput, Path: "tool_output"},
			{Field: ToolOutput, Path: "tool_output_text"},
			{Field: ErrorText, Path: "tool_error"},
			{Field: DurationMS, Path: "duration_ms", As: Millis}}},
		// A deny goes to the agent as the user's next message, up to 3 times a hook.
		{Native: "post_agent", Type: AgentStop, Forms: &vibePostAgent, Flags: KeepsGoing, Limit: 60_000},
	},
	Tools: `
bash: shell
read_file: file_read file_path=path
write_file: file_write file_path=path
search_replace: file_edit patch=content # SEARCH/REPLACE blocks
edit: file_edit
grep: search
`,
	Home: true,
	Fix:  vibeOutput,
}

// Vibe reads JSON, and only at exit 0: plain text there is a failed hook, and so
// is any exit code but 0, 2 too, after which the tool runs unless strict = true
// (vibe/core/hooks). An approval leaves the permission step where it is, so none is
// sent.
var vibePreTool = Forms{
	Deny:    `decision="deny" reason=$reason`,
	Rewrite: "hook_specific_output.tool_input=$input",
	Message: "system_message=$message",
}

// vibePostTool: a deny puts its reason in place of the result.
var vibePostTool = Forms{
	Deny:    `decision="deny" reason=$reason`,
	Context: "hook_specific_output.additional_context=$context",
	Output:  `decision="deny" reason=$output_text`,
	Message: "system_message=$message",
}

var vibePostAgent = Forms{
	Deny:    `decision="deny" reason=$reason`,
	Message: "system_message=$message",
}

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
