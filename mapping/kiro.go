package mapping

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
