package clients

import (
	"github.com/openhook/openhook-shim/mapping"
)

// kiroIDEEvent tells the IDE's event. A result or a tool's name decides; {} and a
// bare text do so only where nobody says which event it is.
func kiroIDEEvent(p *mapping.Payload, hint string) string {
	switch {
	case p.Get("hook_event_name") != "" || p.Get("sessionId") != "":
		return "" // not the IDE, whatever the environment says
	case p.Get("toolResult") != "" || p.Get("toolSuccess") != "":
		return "postToolUse"
	case p.Get("toolName") != "":
		return "preToolUse"
	case hint != "":
		return hint
	case p.IsEmpty():
		return "preToolUse"
	case p.Get("USER_PROMPT") != "" || p.Get("prompt") != "":
		return "promptSubmit"
	}
	return ""
}
