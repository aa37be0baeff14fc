package manifest

import (
	"slices"
	"strings"
	"testing"
)

func TestUnset(t *testing.T) {
	for _, c := range [...]struct {
		command, windows, reads, want string
		clients                       []string
	}{
		{command: "${CLAUDE_PLUGIN_ROOT}/hooks/guard.sh", want: "CLAUDE_PLUGIN_ROOT", clients: []string{"claude-code"}},
		{command: `"$CLAUDE_PLUGIN_ROOT"/guard.sh "$HOME" $OPENHOOK_PROJECT`, want: "CLAUDE_PLUGIN_ROOT"},
		{command: `"$CLAUDE_PROJECT_DIR"/guard.sh`, clients: []string{"claude-code"}},
		{command: `"$CLAUDE_PROJECT_DIR"/guard.sh`, reads: "claude-code"},
		{command: `"$CLAUDE_PROJECT_DIR"/guard.sh`, want: "CLAUDE_PROJECT_DIR"},
		{command: `echo '$NONE "$NONE"' \$NONE "it's $ONE" ${TWO} ${#THREE} ${FOUR:-4} ${FIVE:?no}`,
			want: "ONE THREE TWO"},
		{command: "X=1; export Y=2; for f in a b; do read -r l m; echo $X $Y $f $l $m; done; date +%Y%m%d; echo $1 $? $$ $(id)"},
		{command: "ok", windows: `%APPDATA%\x %PLUGIN_ROOT%\y $env:Other`, want: "OTHER PLUGIN_ROOT"},
	} {
		h := Handler{Command: c.command}
		if c.windows != "" {
			h.Platform = map[string]string{"windows": c.windows}
		}
		if got := h.unsetVariables(c.reads, c.clients...); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s %s: %q, want %q", c.command, c.windows, got, c.want)
		}
	}
}

// A plugin's hook that only its plugin's variable finds is no hook anywhere else.
func TestConvertPlugin(t *testing.T) {
	const plugin = `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"${CLAUDE_PLUGIN_ROOT}/guard.sh"}]}]}}`
	path := write(t, "hooks.json", plugin)
	for _, to := range [...]string{Spec, "claude-code", "cursor", "opencode", "cline"} {
		_, stderr, err := do(t, "convert", "--from", "claude-code", "--to", to, path)
		if err != nil || !strings.Contains(stderr, "needs the variable CLAUDE_PLUGIN_ROOT, which ") {
			t.Errorf("%s: %v\n%s", to, err, stderr)
		}
		stdout, stderr, err := do(t, "convert", "--strict", "--from", "claude-code", "--to", to, path)
		if err == nil || stdout != "" || !strings.Contains(stderr, "CLAUDE_PLUGIN_ROOT") {
			t.Errorf("%s --strict: %v\n%s%s", to, err, stdout, stderr)
		}
	}
}
