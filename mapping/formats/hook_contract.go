package formats

import (
	"github.com/openhook/openhook-shim/mapping"
)

// contractEvent tells the events, which stand where a tool's name does, from tools.
func contractEvent(p *mapping.Payload, hint string) string {
	for _, name := range [...]string{p.Text("tool_name"), hint} {
		if _, ok := hookContractEvents.Entry(name); ok && mapping.IsName(name) {
			return name
		}
	}
	return "preToolUse"
}
