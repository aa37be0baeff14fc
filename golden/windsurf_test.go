package golden

import (
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// Cascade parses no stdout, and shows the agent what stands on stderr: exit 2
// with the reason alone, a fault with its own, or nothing.
func TestWindsurfForms(t *testing.T) {
	everyReply(t, "windsurf", func(t *testing.T, _ *mapping.Call, fault bool, r mapping.Reply) {
		noForms(t, r, fault)
		if len(r.Stdout) > 0 {
			t.Errorf("stdout %q", r.Stdout)
		}
	})
}
