package clients

import (
	"github.com/openhook/openhook-shim/mapping"
)

// vibeOutput drops a new result beside a deny: they share one key, and the deny counts.
func vibeOutput(_ *mapping.Call, a *mapping.Answer) string {
	if a.Decision != mapping.Deny || a.Output == "" {
		return ""
	}
	a.Output = ""
	return "the shim drops the new result beside a block because Vibe takes only one of them"
}
