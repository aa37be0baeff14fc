package manifest

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// sameJSON compares two texts without regard to the order of keys.
func sameJSON(t *testing.T, is, want string) bool {
	t.Helper()
	var a, b any
	if err := json.Unmarshal([]byte(is), &a); err != nil {
		t.Fatal(err, is)
	}
	if err := json.Unmarshal([]byte(want), &b); err != nil {
		t.Fatal(err, want)
	}
	return reflect.DeepEqual(a, b)
}

// Hooks of a tool come back to the same tool as they were: nothing is wrapped around them, a timeout
// stays what it was, and none stays none.
func TestUnchanged(t *testing.T) {
	for _, c := range [...]struct{ provider, file, text string }{
		{"claude-code", "settings.json", `{"hooks":{
			"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"./audit.sh","timeout":10}]},
				{"matcher":"Edit|Write","hooks":[{"type":"command","command":"./x.sh \"$CLAUDE_PROJECT_DIR\"","if":"Bash(git *)"}]}],
			"SessionStart":[{"hooks":[{"type":"command","command":"./init.sh"}]}],
			"Stop":[{"hooks":[{"type":"command","command":"a && b","timeout":600,"async":true,"statusMessage":"Wait"}]}],
			"PostToolUse":[{"matcher":"mcp__git__.*","hooks":[{"type":"command","command":"./p.sh","timeout":30}]}]}}`},
		{"gemini-cli", "settings.json", `{"hooks":{"BeforeTool":[{"matcher":"write_.*","sequential":true,
			"hooks":[{"type":"command","command":"./g.sh","timeout":10000,"env":{"A":"b"}}]}],
			"SessionStart":[{"hooks":[{"type":"command","command":"./i.sh"}]}]}}`},
		{"cursor", "hooks.json", `{"version":1,"hooks":{"preToolUse":[{"command":"./g.sh","matcher":"Shell|Write","failClosed":true}],
			"beforeShellExecution":[{"command":"./s.sh","timeout":10}],"stop":[{"command":"./stop.sh"}]}}`},
		{"windsurf", "hooks.json", `{"hooks":{"pre_run_command":[{"command":"./g.sh","working_directory":"sub"}],
			"post_write_code":[{"command":"./f.sh","show_output":true}]}}`},
		{"copilot-cli", "x.json", `{"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"./g.sh","powershell":"./g.ps1",
			"timeoutSec":10,"env":{"A":"b"},"cwd":"sub"}],"sessionStart":[{"type":"command","bash":"./i.sh"}]}}`},
		{"codex", "hooks.json", `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"./g.sh",
			"commandWindows":"./g.ps1","statusMessage":"x"}]}]}}`},
		{"kiro", "x.json", `{"version":"v1","hooks":[{"name":"mine PreToolUse","trigger":"PreToolUse","matcher":"fs_.*",
			"action":{"type":"command","command":"./g.sh"}}]}`},
		{"claude-code", "settings.json", `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","timeout":12,
			"command":"openhook-shim --timeout 10s --format native -- ./g.sh"}]}]}}`},
	} {
		m, losses := decode(t, c.provider, c.file, c.text)
		if len(losses) > 0 {
			t.Errorf("%s: %s", c.provider, textOf(losses))
		}
		data, err := m.JSON()
		if err != nil {
			t.Fatal(err)
		}
		again, _, err := Parse("m.json", "", data)
		if err != nil {
			t.Fatal(err)
		}
		if out, losses := encode(t, c.provider, again); !sameJSON(t, out, c.text) {
			t.Errorf("%s\n%s\n%s\nwas\n%s", c.provider, textOf(losses), out, c.text)
		}
	}
}

// What the tool's own file cannot hold gets openhook-shim after all.
func TestChanged(t *testing.T) {
	m, _ := decode(t, "cursor", "hooks.json", `{"version":1,"hooks":{"preToolUse":[{"command":"./g.sh"}]}}`)
	for what, change := range map[string]func(*Hook){
		"env":      func(h *Hook) { h.Handler.Env = map[string]string{"A": "b"} },
		"cwd":      func(h *Hook) { h.Handler.Cwd = "sub" },
		"async":    func(h *Hook) { h.Handler.Async = true },
		"blocking": func(h *Hook) { h.Blocking = false },
		"timeout":  func(h *Hook) { h.Handler.TimeoutAction = block },
	} {
		h := m.Hooks[0]
		change(&h)
		if out, _ := encode(t, "cursor", &Manifest{Spec, []Hook{h}}); !strings.Contains(out, "openhook-shim") {
			t.Errorf("%s: %s", what, out)
		}
	}
	// Elsewhere it has the time that it had.
	m, _ = decode(t, "claude-code", "settings.json",
		`{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"./g.sh"}]}]}}`)
	if out, _ := encode(t, "cursor", m); !strings.Contains(out, "--timeout 9m ") || m.Hooks[0].Handler.Timeout != 0 {
		t.Errorf("%v %s", m.Hooks[0].Handler.Timeout, out)
	}
}

// With --plain a tool gets its own configuration, and what is lost is said.
func TestPlain(t *testing.T) {
	const rich = `event: before_tool_execute
matcher: shell
blocking: true
handler: {type: command, command: ./check.sh, timeout: 10, cwd: ., env: {A: b}, platform: {windows: ./c.ps1, darwin: ./c.sh}}
degradation: {custom_env: warn}
provider_data: {windsurf: {show_output: true, working_directory: /opt/hooks}}`
	for _, c := range [...]struct{ provider, members, want, says string }{
		{"claude-code", "event: before_tool_execute\nmatcher: shell\nblocking: true\n" +
			"handler: {type: command, command: ./check.sh, timeout: 10}",
			`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"./check.sh","timeout":10}]}]}}`, ""},
		{"claude-code", rich,
			`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"./check.sh","timeout":10}]}]}}`,
			"platform_commands custom_env configurable_cwd windsurf"},
		{"claude-code", "event: before_tool_execute\nmatcher: [shell, file_write]\nblocking: true\n" + guard,
			`{"hooks":{"PreToolUse":[{"matcher":"Bash|Write","hooks":[{"type":"command","command":"./g.sh"}]}]}}`, ""},
		{"claude-code", "event: before_tool_execute\nmatcher: {mcp: {server: github, tool: create_issue}}\nblocking: true\n" +
			guard, `{"hooks":{"PreToolUse":[{"matcher":"mcp__github__create_issue","hooks":[{"type":"command","command":"./g.sh"}]}]}}`, ""},
		{"claude-code", "event: before_tool_execute\nmatcher: {mcp: {server: github}}\nblocking: true\n" + guard,
			`{"hooks":{"PreToolUse":[{"matcher":"mcp__github__.*","hooks":[{"type":"command","command":"./g.sh"}]}]}}`, ""},
		{"claude-code", "event: session_start\nhandler: {type: command, command: ./i.sh, timeout: 30}",
			`{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"./i.sh","timeout":30}]}]}}`, ""},
		{"claude-code", "event: agent_stop\nhandler: {type: command, command: ./i.sh, async: true, timeout_action: warn}",
			`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"./i.sh","async":true}]}]}}`, "takes exit 2 for a block"},
		{"gemini-cli", "event: before_tool_execute\nmatcher: shell\nblocking: true\n" +
			"handler: {type: command, command: ./g.sh, timeout: 10, env: {A: b}}",
			`{"hooks":{"BeforeTool":[{"matcher":"run_shell_command","hooks":[{"type":"command","command":"./g.sh","timeout":10000,"env":{"A":"b"}}]}]}}`, ""},
		{"cursor", "event: before_tool_execute\nmatcher: shell\nblocking: true\n" +
			"handler: {type: command, command: ./g.sh, timeout: 10, timeout_action: block}",
			`{"version":1,"hooks":{"preToolUse":[{"matcher":"Shell","command":"./g.sh","timeout":10}]}}`, "timeout_action"},
		{"windsurf", rich,
			`{"hooks":{"pre_run_command":[{"command":"./check.sh","powershell":"./c.ps1","show_output":true,"working_directory":"/opt/hooks"}]}}`,
			"its timeout custom_env"},
		{"windsurf", "event: before_tool_execute\nmatcher: {mcp: {server: github, tool: create_issue}}\nblocking: true\n" + guard,
			`{"hooks":{"pre_mcp_tool_use":[{"command":"./g.sh"}]}}`, "for all servers"},
	} {
		to := target(t, c.provider, "linux")
		to.Plain = true
		files, losses, err := to.Encode(one(t, c.members))
		if err != nil {
			t.Errorf("%s %s: %v", c.provider, c.members, err)
			continue
		}
		if !sameJSON(t, string(files[0].Data), c.want) {
			t.Errorf("%s %s:\n%s\nwant\n%s", c.provider, c.members, files[0].Data, c.want)
		}
		for word := range strings.FieldsSeq(c.says) {
			if !hasLoss(losses, word) {
				t.Errorf("%s %s: no %s in\n%s", c.provider, c.members, word, textOf(losses))
			}
		}
		if c.says == "" && len(losses) > 0 && !hasLoss(losses, "obeys only") && !hasLoss(losses, "but not PowerShell") {
			t.Errorf("%s %s: %s", c.provider, c.members, textOf(losses))
		}
	}
	m, _ := decode(t, "claude-code", "settings.json",
		`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"./g.sh"}]}]}}`)
	cursor := target(t, "cursor", "linux")
	cursor.Plain = true
	if files, losses, err := cursor.Encode(m); err != nil || !hasLoss(losses, "written for claude-code's own payload") ||
		!strings.Contains(string(files[0].Data), `"matcher": "Shell"`) {
		t.Errorf("%v %s", err, textOf(losses))
	}
	// Without openhook-shim nobody stops a rewrite that does not reach the tool.
	to := target(t, "windsurf", "linux")
	to.Plain = true
	files, losses, err := to.Encode(one(t, "event: before_tool_execute\nmatcher: shell\ndegradation: {input_rewrite: block}\n"+guard))
	if err != nil || !strings.Contains(string(files[0].Data), "exit 2") || !hasLoss(losses, "it blocks every time") {
		t.Errorf("%v %s", err, textOf(losses))
	}
	// Every feature at once, everywhere.
	for _, provider := range providers() {
		to := target(t, provider, "linux")
		to.Plain = true
		files, losses, err := to.Encode(full(t))
		if err != nil {
			if !strings.Contains(err.Error(), "--plain: ") {
				t.Errorf("%s: %v\n%s", provider, err, textOf(losses))
			}
			continue
		}
		if strings.Contains(string(files[0].Data), "openhook-shim") {
			t.Errorf("%s: %s", provider, files[0].Data)
		}
	}
	out, _, err := do(t, "convert", "--to", "claude-code", "--plain", write(t, "m.yaml", two))
	if err != nil || strings.Contains(out, "openhook-shim") {
		t.Errorf("%v %s", err, out)
	}
}
