package manifest

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// Public test vectors of the format have files that the real clients do not read: an
// object where Cursor wants a list and a version, "trigger" and "timeoutMs" for Gemini
// CLI. What the clients read counts.
func TestRealShapes(t *testing.T) {
	m := must(t, `
spec: hooks/1.0
hooks:
  - event: before_tool_execute
    matcher: shell
    blocking: true
    handler: {type: command, command: ./safety-check.sh, timeout: 9}
    provider_data: {windsurf: {show_output: false, working_directory: /opt/hooks, command: x}, cursor: {failClosed: true, loop_limit: 3}}
  - event: before_tool_execute
    matcher: {mcp: {server: github, tool: create_issue}}
    blocking: true
    handler: {type: command, command: ./validate-issue.sh, timeout: 9}
  - event: session_start
    handler: {type: command, command: ./init.sh, timeout: 9}
`)
	for provider, all := range map[string]map[string]string{
		"cursor": {"version": "1", "hooks.preToolUse.#": "2", "hooks.preToolUse.0.timeout": "11",
			"hooks.preToolUse.0.failClosed": "true",
			"hooks.preToolUse.0.loop_limit": "3", "hooks.preToolUse.1.failClosed": "", "hooks.sessionStart.#": "1"},
		"gemini-cli": {"hooks.BeforeTool.#": "2", "hooks.BeforeTool.0.hooks.0.timeout": "11000",
			"hooks.SessionStart.0.hooks.0.type": "command"},
		"claude-code": {"hooks.PreToolUse.#": "2", "hooks.PreToolUse.0.hooks.0.timeout": "11",
			"hooks.SessionStart.#": "1"},
		"windsurf": {"hooks.pre_run_command.#": "1", "hooks.pre_mcp_tool_use.#": "1",
			"hooks.pre_run_command.0.show_output":       "false",
			"hooks.pre_run_command.0.working_directory": "/opt/hooks", "hooks.pre_run_command.0.timeout": "",
			"hooks.pre_run_command.0.command": "openhook-shim --timeout 9s -- ./safety-check.sh"},
		"copilot-cli": {"version": "1", "hooks.preToolUse.0.timeoutSec": "11",
			"hooks.preToolUse.0.bash": "openhook-shim --timeout 9s --tools shell -- ./safety-check.sh"},
		"kiro": {"version": "v1", "hooks.0.trigger": "PreToolUse", "hooks.0.action.type": "command",
			"hooks.0.timeout": "11"},
		"codex": {"hooks.PreToolUse.0.hooks.0.timeout": "11", "hooks.PreToolUse.0.hooks.0.type": "command",
			"version": ""},
	} {
		out, losses := encode(t, provider, m)
		for path, want := range all {
			if got := gjson.Get(out, path).String(); got != want {
				t.Errorf("%s %s: %q, want %q in\n%s", provider, path, got, want, out)
			}
		}
		if provider == "windsurf" && !hasLoss(losses, "command in its provider_data") {
			t.Error(textOf(losses))
		}
		if provider == "cursor" && !strings.Contains(out, "--fail-closed") {
			t.Error(out)
		}
	}
}
