// Code generated from *.table by mapping/clients/gen; DO NOT EDIT.

package mapping

var unknown = Dialect{
	Name: "unknown",
	Fields: `
  event=hook_event_name event=hookEventName event=hook_event event=event_name event=eventName event event=hook event=type session_id session_id=sessionId session_id=conversation_id session_id=conversationId time=timestamp cwd cwd=workspaceRoot model transcript_path transcript_path=transcriptPath permission_mode tool_name tool_name=toolName tool_call_id=tool_use_id tool_call_id tool_input tool_input=toolInput tool_input=toolArgs tool_name=tool.name tool_name=tool_call.name tool_name=tool_call.function.name tool_name=toolCall.name tool_name=params.name tool_name=tool tool_input=tool.input tool_input=tool.arguments tool_input=tool_call.input tool_input=tool_call.arguments tool_input=tool_call.function.arguments tool_input=toolCall.args tool_input=toolCall.arguments tool_input=params.arguments tool_input=tool_args tool_output=tool_response tool_output prompt stop_hook_active last_message=last_assistant_message reason error
`,
	Fault:  "#stderr=$reason",
	Stderr: StderrQuiet,
}
