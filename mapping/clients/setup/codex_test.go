package setup

import (
	"crypto/sha256"
	"fmt"
	"testing"
)

// As hooks/list of the app-server of 0.169.0 says them for these hooks.
func TestCodexTrusted(t *testing.T) {
	for _, c := range []struct{ event, matcher, hook, want string }{
		{"pre_tool_use", `"Bash"`, `{"type":"command","command":"/bin/true","timeout":60}`,
			"bad5897471bda3b76dfa91e587c16f39d870d25528c34f1976bd3099e1ef4483"},
		{"pre_tool_use", "", `{"type":"command","command":"/bin/true"}`,
			"8f7a965a0a9eaa9814cc7d1b5b13a5bec78abd403b73e7e3818b88280da42377"},
		{"session_end", `"*"`, `{"type":"command","command":"/bin/true '<&> ü'","timeout":60,"async":true,"statusMessage":"m"}`, "c52920b4af1343bec09220ae37762dca4ec1b3e0da1cab6560ce67e7fea44db1"},
		{"session_end", `"*"`, `{"type":"command","command":"/bin/true"}`,
			"814cbb7c30588cb83ba9a91138106ce16dd2bd57a24c74a86127aa3b5f55cda9"},
		{"stop", `""`, `{"type":"command","command":"/bin/true","timeout":0,"additionalContextLimit":5}`,
			"6632f50875c3489ed7bc25e4764a2783a1f9f4fb95851ef1e4627a3556c1bb8d"},
	} {
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(codexTrusted(c.event, c.matcher, c.hook)))); got != c.want {
			t.Errorf("%s %s: %s", c.event, c.hook, got)
		}
	}
}
