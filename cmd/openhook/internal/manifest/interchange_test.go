package manifest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// A timeout blocks only where the manifest says so and a hook may block. In a tool's file the shim
// has a flag for it, which comes back as the same key.
func TestTimeoutAction(t *testing.T) {
	for _, c := range [...]struct {
		members string
		flag    bool
		says    string
	}{
		{"event: before_tool_execute\nblocking: true\nhandler: {type: command, command: ./g.sh, timeout_action: block}",
			true, ""},
		{"event: before_tool_execute\nblocking: true\nhandler: {type: command, command: ./g.sh, timeout_action: warn}",
			false, ""},
		{"event: before_tool_execute\nblocking: true\n" + guard, false, ""},
		{"event: before_tool_execute\nhandler: {type: command, command: ./g.sh, timeout_action: block}", false, ""},
		{"event: agent_stop\nblocking: true\nhandler: {type: command, command: ./g.sh, timeout_action: block}", false,
			"a timeout never keeps an agent going"},
	} {
		for _, provider := range []string{"claude-code", "cursor", "codex"} {
			m := one(t, c.members)
			text, losses := encode(t, provider, m)
			if strings.Contains(text, "--timeout-blocks") != c.flag || strings.Contains(text, "--fail-closed") {
				t.Errorf("%s %s:\n%s", provider, c.members, text)
			}
			if c.says != "" != (len(losses) > 0) || c.says != "" && !hasLoss(losses, c.says) {
				t.Errorf("%s %s: %s", provider, c.members, textOf(losses))
			}
			back, _ := decode(t, provider, target(t, provider, "linux").file.Path, text)
			if got := back.Hooks[0].Handler.TimeoutAction == block; got != c.flag {
				t.Errorf("%s %s: came back as %v", provider, c.members, got)
			}
		}
	}
	_, _, err := Parse("m.yaml", "", []byte("spec: hooks/1.0\nhooks:\n  - event: agent_stop\n    handler:\n"+
		"      type: command\n      command: x\n      timeout_action: fail\n"))
	if err == nil || err.Error() !=
		`m.yaml:7: hooks[0].handler.timeout_action: unknown value "fail"; use block or warn` {
		t.Error(err)
	}
}

// Claude Code and Codex show a text while the hook runs. The others do without it and without a
// warning.
func TestStatusMessage(t *testing.T) {
	for _, provider := range providers() {
		text, losses := encode(t, provider, one(t, "event: before_tool_execute\nblocking: true\n"+
			"handler: {type: command, command: ./g.sh, status_message: Checking}"))
		if hasLoss(losses, "status") {
			t.Errorf("%s: %s", provider, textOf(losses))
		}
		has := provider == "claude-code" || provider == "codex"
		if strings.Contains(text, "Checking") != has || has &&
			gjson.Get(text, "hooks.PreToolUse.0.hooks.0.statusMessage").Str != "Checking" {
			t.Errorf("%s: %s", provider, text)
		}
		if !has {
			continue
		}
		back, _ := decode(t, provider, target(t, provider, "linux").file.Path, text)
		if h := back.Hooks[0]; h.Handler.StatusMessage != "Checking" || h.ProviderData[provider] != nil {
			t.Errorf("%s: %+v", provider, h)
		}
	}
}

// A timeout of 0 is the default, not a timeout at once.
func TestTimeoutZero(t *testing.T) {
	text, _ := encode(t, "claude-code", one(t, "event: before_tool_execute\nhandler: {type: command, command: x, timeout: 0}"))
	if !strings.Contains(text, fmt.Sprintf("--timeout %vs ", usualTimeout)) {
		t.Error(text)
	}
}
