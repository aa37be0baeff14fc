package golden

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// Crush reads stdout at exit 0 alone and as a whole; Goose takes {} and "deny" for
// no decision, which denies under on_failure: block; Vibe takes text and any exit
// code but 0 for a failure.
func TestDocumentedForms(t *testing.T) {
	for _, provider := range [...]string{"crush", "goose", "mistral-vibe"} {
		everyReply(t, provider, func(t *testing.T, c *mapping.Call, fault bool, r mapping.Reply) {
			out := strings.TrimSpace(string(r.Stdout))
			var said map[string]json.RawMessage
			switch {
			case r.Exit == 1 && fault && out == "" && len(r.Stderr) > 0:
				return
			case (r.Exit == 2 && provider != "mistral-vibe" || r.Exit == 49 && provider == "crush") && out == "" && len(r.Stderr) > 0:
				return
			case r.Exit != 0:
				t.Errorf("exit %d, stdout %q, stderr %q", r.Exit, out, r.Stderr)
			case out == "":
				return
			case json.Unmarshal([]byte(out), &said) != nil || len(said) == 0 || provider == "goose":
				t.Errorf("stdout %q", out)
			}
			word := string(said["decision"])
			if provider == "crush" && (string(said["version"]) != "1" || said["hookSpecificOutput"] != nil || word != "" && word != `"allow"`) {
				t.Error(out)
			}
			if provider == "mistral-vibe" && word != "" && word != `"deny"` {
				t.Error(out)
			}
		})
	}
}
