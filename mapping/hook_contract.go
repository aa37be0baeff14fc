package mapping

// The Hook contract (specs: hook contract, undated): one object with the name of
// an event or a tool and its input. A call of a tool does not say whether the tool
// has run; --event does.
var hookContract = Dialect{
	Name:   "hook-contract",
	Format: true,
	// "On stdin parse errors, hooks must output {"decision": "allow"} and exit 0."
	Fault: `decision="allow" #stderr=$reason`,
	Marks: []Mark{
		"!session_id !cwd tool_name:string tool_input:object !hook_event_name !hookEventName !event !event_type !type !timestamp !sessionId !conversation_id !tool_use_id !transcript_path",
	},
	EventName: contractEvent,
	Events:    contractEvents,
	Forms: `
gate:
  deny decision="deny" reason=$reason
  message message=$message
  none decision="allow"
life:
  message message=$message
  none #stdout={}
`,
	Tools: `
Shell: shell
Write: file_write file_path=path content=contents
Read: file_read file_path=path
Edit|MultiEdit: file_edit file_path=path
Grep: search
`,
}

const contractEvents Table = `
$life: event=tool_name session_id=tool_input.session_id|"" cwd=tool_input.cwd|""
preToolUse: tool.start @gate tool_name tool_input
postToolUse: tool.end @gate tool_name tool_input
SessionStart: session.start @life $life
beforeSubmitPrompt: prompt.submit @gate $life prompt=tool_input.prompt|""
Stop: agent.stop @life event=tool_name transcript_path=tool_input.transcript_path|"" -=tool_input.file_path|""
  stop_hook_active=tool_input.stop_hook_active|false session_id=tool_input.session_id cwd=tool_input.cwd
PreCompact: context.compact @life $life trigger=tool_input.trigger
SessionEnd: session.end @life $life transcript_path=tool_input.transcript_path reason=tool_input.reason
`

// contractEvent tells the events, which stand where a tool's name does, from tools.
func contractEvent(p *Payload, hint string) string {
	for _, name := range [...]string{p.text("tool_name"), hint} {
		if _, ok := contractEvents.entry(name); ok && isName(name) {
			return name
		}
	}
	return "preToolUse"
}
