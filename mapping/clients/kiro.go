package clients

import (
	"github.com/openhook/openhook-shim/mapping"
)

// kiroIDEEvent finds the IDE's event. A result or a tool's name decides. {} and a bare text do so
// only if no other source names the event.
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
