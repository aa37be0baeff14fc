package mapping

// unknown is a client that nobody has described. Its event's type comes from the
// name where that is a familiar one; a deny is exit 2 with the reason on stderr,
// the one convention that most clients share.
var unknown = Dialect{
	Name:  "unknown",
	Fault: "#stderr=$reason",
	Fields: `
  event=hook_event_name event=hookEventName event=hook_event event=event_name event event=type session_id
  session_id=sessionId session_id=conversation_id session_id=conversationId time=timestamp cwd cwd=workspaceRoot model
  transcript_path transcript_path=transcriptPath permission_mode tool_name tool_name=toolName tool_call_id=tool_use_id
  tool_call_id tool_input tool_input=toolInput tool_input=toolArgs tool_output=tool_response tool_output prompt
  stop_hook_active last_message=last_assistant_message reason error
`,
	Stderr: StderrQuiet,
}

// unnamed is an event that a dialect's table does not have.
var unnamed = Event{
	Forms: Forms{to: [wishCount]Form{WishDeny: "#exit=2 #stderr=$reason"}},
}
