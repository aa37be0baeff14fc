package manifest

import (
	"fmt"
	"strings"
	"testing"
)

// What people have written for their tools becomes a manifest.
func TestDecodeNative(t *testing.T) {
	const claude = `{"hooks":{"%s":[{"matcher":"%s","hooks":[{"type":"command","command":"./g.sh","timeout":%d}]}]}}`
	for _, c := range [...]struct{ provider, file, text, want string }{
		{"claude-code", "settings.json", fmt.Sprintf(claude, "PreToolUse", "Bash", 10),
			"before_tool_execute shell ./g.sh 10 true"},
		{"codex", "hooks.json", fmt.Sprintf(claude, "PreToolUse", "Bash", 10),
			"before_tool_execute shell ./g.sh 10 true"},
		{"codex", "config.toml", "model = 'x'\n[[hooks.PreToolUse]]\nmatcher = 'Bash'\n[[hooks.PreToolUse.hooks]]\ntype = 'command'\ncommand = './g.sh'\ntimeout = 10\n", "before_tool_execute shell ./g.sh 10 true"},
		{"gemini-cli", "settings.json", fmt.Sprintf(claude, "BeforeTool", "run_shell_command", 10000),
			"before_tool_execute shell ./g.sh 10 true"},
		{"qwen-code", "settings.json", fmt.Sprintf(claude, "PreToolUse", "Bash", 10),
			"before_tool_execute shell ./g.sh 10 true"},
		{"augment", "settings.json", fmt.Sprintf(claude, "PromptSubmit", "", 10000), "before_prompt  ./g.sh 10 false"},
		{"factory-droid", "hooks.json", `{"PostToolUse":[{"matcher":"Execute","hooks":[{"type":"command","command":"./g.sh","timeout":10}]}]}`, "after_tool_execute shell ./g.sh 10 false"},
		{"factory-droid", "settings.json", fmt.Sprintf(claude, "Stop", "", 10), "agent_stop  ./g.sh 10 true"},
		{"devin-cli", "hooks.v1.json", `{"PreToolUse":[{"matcher":"^exec$","hooks":[{"type":"command","command":"./g.sh","timeout":10}]}]}`, "before_tool_execute shell ./g.sh 10 true"},
		{"devin-cli", "config.json", fmt.Sprintf(claude, "PreToolUse", "^exec$", 10),
			"before_tool_execute shell ./g.sh 10 true"},
		{"cursor", "hooks.json", `{"version":1,"hooks":{"beforeShellExecution":[{"command":"./g.sh","timeout":10}]}}`,
			"before_tool_execute shell ./g.sh 10 true"},
		{"cursor", "hooks.json", `{"version":1,"hooks":{"beforeShellExecution":[{"command":"./g.sh","timeout":10}],"beforeMCPExecution":[{"command":"./g.sh","timeout":10}],"beforeReadFile":[{"command":"./g.sh","timeout":10}]}}`, "before_tool_execute file_read,mcp,shell ./g.sh 10 true"},
		{"windsurf", "hooks.json", `{"hooks":{"pre_run_command":[{"command":"./g.sh"}],"pre_write_code":[{"command":"./g.sh"}]}}`, "before_tool_execute file_edit,shell ./g.sh 30 true"},
		{"windsurf", "hooks.json", `{"hooks":{"pre_run_command":[{"command":"./g.sh"}],"pre_write_code":[{"command":"./g.sh"}],"pre_read_code":[{"command":"./g.sh"}],"pre_mcp_tool_use":[{"command":"./g.sh"}]}}`, "before_tool_execute  ./g.sh 30 true"},
		{"copilot-cli", "a.json", `{"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"./g.sh","timeoutSec":10,"matcher":"bash"}]}}`, "before_tool_execute shell ./g.sh 10 true"},
		{"vscode-copilot", "a.json", `{"hooks":{"PreToolUse":[{"type":"command","command":"./g.sh","timeout":10,"env":{"A":"b"},"cwd":"sub"}]}}`, "before_tool_execute  ./g.sh 10 true env A=b cwd sub"},
		{"kiro", "a.json", `{"version":"v1","hooks":[{"name":"g","trigger":"PreToolUse","matcher":"execute_bash","action":{"type":"command","command":"./g.sh"},"timeout":10}]}`, "before_tool_execute shell ./g.sh 10 true"},
		{"kiro", "agents.json", `{"name":"x","hooks":{"agentSpawn":[{"command":"./g.sh","timeout_ms":10000}]}}`,
			"session_start  ./g.sh 10 false"},
		{"antigravity", "hooks.json", `{"my":{"PreToolUse":[{"matcher":"run_command","hooks":[{"type":"command","command":"./g.sh","timeout":10}]}]}}`, "before_tool_execute shell ./g.sh 10 true"},
		{"crush", "crush.json", `{"hooks":{"PreToolUse":[{"name":"x","matcher":"^bash$","command":"./g.sh","timeout":10}]}}`, "before_tool_execute shell ./g.sh 10 true"},
		{"goose", "hooks.json", fmt.Sprintf(claude, "PreToolUse", "developer__shell", 10),
			"before_tool_execute shell ./g.sh 10 true"},
		{"mistral-vibe", "hooks.toml", "[[hooks]]\nname='g'\ntype='pre_tool'\nmatch='bash'\ncommand='./g.sh'\ntimeout=10\n", "before_tool_execute shell ./g.sh 10 true"},
		{"kimi", "config.toml", "[[hooks]]\nevent='PreToolUse'\nmatcher='Bash'\ncommand='./g.sh'\ntimeout=10\n",
			"before_tool_execute shell ./g.sh 10 true"},
		{"grok", "a.json", fmt.Sprintf(claude, "PreToolUse", "Bash", 10), "before_tool_execute shell ./g.sh 10 true"},
		{"grok", "config.toml", "[[hooks.PreToolUse]]\nmatcher = 'run_terminal_command'\n[[hooks.PreToolUse.hooks]]\ntype = 'command'\ncommand = './g.sh'\ntimeout = 10\n", "before_tool_execute shell ./g.sh 10 true"},
		// What the shim is told.
		{"claude-code", "settings.json", strings.Replace(fmt.Sprintf(claude, "PreToolUse", "", 99), "./g.sh",
			"/opt/bin/openhook-shim --timeout 10s --observe --tools=shell,mcp__a__b -c './g.sh'", 1),
			"before_tool_execute mcp__a__b,shell ./g.sh 10 false"},
		{"claude-code", "settings.json", strings.Replace(fmt.Sprintf(claude, "PreToolUse", "", 99), "./g.sh",
			`PATH=\"$PATH:$HOME/.local/bin:./node_modules/.bin\"; command -v openhook-shim >/dev/null 2>&1 || { exit 0; }; exec openhook-shim --timeout 10s -- ./g.sh`, 1), "before_tool_execute  ./g.sh 10 true"},
	} {
		m, losses := decode(t, c.provider, c.file, c.text)
		if len(losses) > 0 || len(m.Hooks) != 1 {
			t.Errorf("%s %s: %d hooks, %s", c.provider, c.text, len(m.Hooks), textOf(losses))
			continue
		}
		h := m.Hooks[0]
		got := fmt.Sprintf("%s %s %s %v %v", h.Event, h.Matcher.key(), h.Handler.Command, h.seconds(), h.Blocking)
		for k, v := range h.Handler.Env {
			got += " env " + k + "=" + v
		}
		if h.Handler.Cwd != "" {
			got += " cwd " + h.Handler.Cwd
		}
		if got != c.want {
			t.Errorf("%s %s:\n%s\nwant\n%s", c.provider, c.text, got, c.want)
		}
		// And to every other provider that has the event.
		for _, to := range providers() {
			_, losses, err := target(t, to, "linux").Encode(m)
			if err != nil && !hasLoss(losses, "left out") {
				t.Errorf("%s to %s: %v", c.provider, to, err)
			}
		}
	}
}

// A folder of scripts is read as one manifest.
func TestDecodeScripts(t *testing.T) {
	m, _, err := Decode("cline", "linux", []File{
		{Name: "hooks/PreToolUse", Data: []byte("#!/bin/sh\nexec openhook-shim --timeout 10s -c 'exec ./a.sh || { exit 2; }\nx'\n")},
		{Name: "hooks/UserPromptSubmit", Data: []byte("#!/usr/bin/env python3\nprint(1)\n")},
	})
	if err != nil || len(m.Hooks) != 2 || m.Hooks[0].Handler.Command != "exec ./a.sh || { exit 2; }\nx" ||
		m.Hooks[1].Handler.Command != "hooks/UserPromptSubmit" {
		t.Errorf("%+v %v", m, err)
	}
}

// Lines of every shell are taken apart as they were put together.
func TestLinesBack(t *testing.T) {
	for _, goos := range []string{"linux", "darwin", "windows"} {
		for _, command := range []string{"./x.sh", "./x.sh --a b", "a 'b c' | d", `printf "%s\n" "it's"`, "a\nb",
			`C:\x\y.exe "a b"`, "echo é 字 && true", "a@b,c", "env", "x '' y", "it’s ‘odd’ here", `a "" b\`,
			"tab\there", "#x", "$(a) `b`", `"quoted" 'both'`} {
			for _, provider := range providers() {
				m := &Manifest{Spec, []Hook{{Event: "before_tool_execute",
					Handler: Handler{Type: "command", Command: command}}}}
				files, _, err := target(t, provider, goos).Encode(m)
				if err != nil {
					t.Errorf("%s %s %q: %v", provider, goos, command, err)
					continue
				}
				back, _, err := Decode(provider, goos, files)
				if err != nil || back.Hooks[0].Handler.Command != command {
					t.Errorf("%s %s %q came back as %+v %v", provider, goos, command, back, err)
				}
			}
		}
	}
}
