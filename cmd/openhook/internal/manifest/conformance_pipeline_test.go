package manifest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func inference(t *testing.T) {
	for members, want := range map[string]string{
		guard:                      "",
		"blocking: true\n" + guard: "structured_output",
		"degradation: {input_rewrite: block}\n" + guard:             "structured_output input_rewrite",
		"degradation: {structured_output: warn}\n" + guard:          "structured_output",
		"handler: {type: prompt, prompt: x}":                        "llm_evaluated",
		"handler: {type: agent, prompt: x}":                         "llm_evaluated",
		"handler: {type: http, url: 'http://x'}":                    "http_handler",
		"handler: {type: command, command: x, async: true}":         "async_execution",
		"handler: {type: command, command: x, platform: {osx: y}}":  "platform_commands",
		"handler: {type: command, command: x, env: {A: b}, cwd: c}": "custom_env configurable_cwd",
		"capabilities: [input_rewrite, async_execution]\n" + guard:  "", // what authors note decides nothing
	} {
		if got := strings.Join(one(t, "event: before_tool_execute\n"+members).Hooks[0].capabilities(),
			" "); got != want {
			t.Errorf("%s: %q, want %q", members, got, want)
		}
	}
}

func degradation(t *testing.T) {
	if len(capabilities) != 8 {
		t.Errorf("%d capabilities, the registry has 8", len(capabilities))
	}
	for name, want := range map[string]string{"structured_output": warn, "input_rewrite": block,
		"llm_evaluated": exclude, "http_handler": warn,
		"async_execution": warn, "platform_commands": warn, "custom_env": warn, "configurable_cwd": warn} {
		if got := new(Hook).strategy(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	const rewriter = "event: before_tool_execute\nmatcher: shell\nblocking: true\nhandler: {type: command, command: ./sanitize.sh, timeout: 10}\ndegradation: {input_rewrite: %s}"
	for strategy, want := range map[string]string{block: "10s -- ./sanitize.sh", warn: "--degrade rewrite=drop -- ./sanitize.sh"} {
		out, losses := encode(t, "windsurf", one(t, fmt.Sprintf(rewriter, strategy)))
		if !strings.Contains(out, want) || !hasLoss(losses, "takes no new input") ||
			hasLoss(losses, "blocked if the hook changes it") != (strategy == block) {
			t.Errorf("%s: %s\n%s", strategy, textOf(losses), out)
		}
	}
	if _, losses, err := target(t, "windsurf", "linux").Encode(one(t, fmt.Sprintf(rewriter, exclude))); err == nil ||
		!hasLoss(losses, "left out") {
		t.Errorf("excluded: %s %v", textOf(losses), err)
	}
	if out, losses := encode(t, "cursor", one(t, fmt.Sprintf(rewriter, block))); !strings.Contains(out, "sanitize") ||
		len(losses) > 0 {
		t.Errorf("Cursor merges a new command: %s\n%s", textOf(losses), out)
	}
	// A rewrite of what Cursor lets nobody rewrite.
	out, losses := encode(t, "cursor", one(t, strings.Replace(fmt.Sprintf(rewriter, block), "shell", "file_edit", 1)))
	if !strings.Contains(out, "sanitize") || !hasLoss(losses, "blocked if the hook changes it") {
		t.Errorf("%s\n%s", textOf(losses), out)
	}
	for strategy, want := range map[string]string{block: "exit 2", warn: "./linux.sh"} {
		out, _ := encode(t, "claude-code", one(t,
			"event: before_tool_execute\ndegradation: {platform_commands: "+strategy+
				"}\nhandler: {type: command, command: ./linux.sh, platform: {windows: ./w.ps1}}"))
		if !strings.Contains(out, want) {
			t.Errorf("%s: %s", strategy, out)
		}
	}
	// What cannot be blocked is left out instead.
	if _, losses, err := target(t, "claude-code",
		"linux").Encode(one(t, "event: session_end\ndegradation: {platform_commands: block}\n"+
		"handler: {type: command, command: x, platform: {windows: y}}")); err == nil ||
		!hasLoss(losses, "cannot be blocked") {
		t.Errorf("%s %v", textOf(losses), err)
	}
}

// dataRoundTrip: what a provider's file holds beyond the format comes back to it.
func dataRoundTrip(t *testing.T) {
	for _, c := range [...]struct{ provider, file, text string }{
		{"claude-code", "settings.json", `{"hooks":{"PreToolUse":[{"matcher":"Bash|Write","hooks":[{"type":"command","command":"C","timeout":12,"statusMessage":"x","if":"Bash(git *)","once":true,"onFailure":"continue"}]},
			{"matcher":"mcp__git__.*","hooks":[{"type":"prompt","prompt":"ok?","model":"m"}]},{"matcher":"mcp__git__.*","hooks":[{"type":"http","url":"http://x/y","headers":{"A":"b"}}]}],
			"PostToolUse":[{"hooks":[{"type":"command","command":"C","timeout":12}]}],
			"SessionStart":[{"matcher":"startup","hooks":[{"type":"command","command":"C","timeout":12}]}]}}`},
		{"cursor", "hooks.json", `{"version":1,"hooks":{"beforeShellExecution":[{"command":"C","timeout":12,"matcher":"rm -rf"}],"stop":[{"command":"C","timeout":12,"loop_limit":null}],
			"preToolUse":[{"command":"C","timeout":12,"failClosed":true,"matcher":"Shell|Write"}],"afterFileEdit":[{"command":"C","timeout":12}]}}`},
		{"gemini-cli", "settings.json", `{"hooks":{"BeforeTool":[{"matcher":"write_.*","sequential":true,"hooks":[{"type":"command","command":"C","timeout":12000,"description":"d"}]}]}}`},
		{"windsurf", "hooks.json", `{"hooks":{"pre_run_command":[{"command":"C","powershell":"C","show_output":false}]}}`},
		{"copilot-cli", "x.json", `{"version":1,"hooks":{"PreToolUse":[{"type":"command","bash":"C","powershell":"C","timeoutSec":12,"matcher":"Bash"}]}}`},
		{"qwen-code", "settings.json", `{"hooks":{"PreToolUse":[{"matcher":"Bash","sequential":true,"hooks":[{"type":"command","command":"C","timeout":12,"shell":"bash"}]}]}}`},
		{"kiro", "x.json", `{"version":"v1","hooks":[{"name":"mine PreToolUse","trigger":"PreToolUse","matcher":"fs_.*","action":{"type":"command","command":"C"},"timeout":12,"description":"d"}]}`},
	} {
		text := strings.ReplaceAll(c.text, `"C"`, `"openhook-shim --timeout 10s -- ./g.sh"`)
		if c.provider == "cursor" {
			text = strings.Replace(text, `openhook-shim --timeout 10s -- ./g.sh","timeout":12,"failClosed"`,
				`openhook-shim --timeout 10s --fail-closed -- ./g.sh","timeout":12,"failClosed"`, 1)
		}
		m, losses := decode(t, c.provider, c.file, text)
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
		out, losses := encode(t, c.provider, again)
		losses = slices.DeleteFunc(losses, func(l Loss) bool {
			return strings.HasSuffix(l.Text,
				"(structured_output)")
		}) // nor did it there
		if len(losses) > 0 {
			t.Errorf("%s: %s", c.provider, textOf(losses))
		}
		var is, was any
		if json.Unmarshal([]byte(out), &is) != nil || json.Unmarshal([]byte(text), &was) != nil {
			t.Fatal(out, text)
		}
		// A hook that must not block says so, which the source did not have to say.
		if plain := strings.ReplaceAll(fmt.Sprint(is), "--exit-2-warns ", ""); plain != fmt.Sprint(was) {
			t.Errorf("%s:\n%s\nwas\n%s", c.provider, plain, fmt.Sprint(was))
		}
	}
	// And elsewhere it is told.
	m, _ := decode(t, "claude-code", "settings.json",
		`{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x","if":"Bash(git *)"}]}],"SessionStart":[{"matcher":"startup","hooks":[{"type":"command","command":"x"}]}]}}`)
	_, losses := encode(t, "gemini-cli", m)
	for _, want := range []string{"the keys for claude-code only: if",
		"the keys for claude-code only: matcher startup"} {
		if !hasLoss(losses, want) {
			t.Errorf("no %q in\n%s", want, textOf(losses))
		}
	}
}

// verification: every kind of difference is seen.
func verification(t *testing.T) {
	m := one(t, "event: before_tool_execute\nmatcher: shell\nblocking: true\nhandler: {type: command, command: ./g.sh, timeout: 10}")
	for _, provider := range []string{"claude-code", "cursor", "codex", "kiro", "gemini-cli"} {
		to := target(t, provider, "linux")
		files, _, err := to.Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		for what, edit := range map[string][2]string{
			"nothing": {"", ""}, "command": {"./g.sh", "./h.sh"},
			"tools": {"--tools shell", "--tools shell,file_read"}, "no tools": {"--tools shell ", ""},
			"timeout": {"--timeout 10s", "--timeout 9s"}, "observed": {"--timeout", "--observe --timeout"},
			"exit code 2": {"--timeout", "--exit-2-warns --timeout"}, "slow": {"--timeout", "--timeout-blocks --timeout"},
			"later":        {"--timeout", "--async --timeout"},
			"another hook": {"-- ./g.sh", "-c './g.sh; true'"},
			"format":       {"--timeout", "--format claude-code --timeout"},
		} {
			text := strings.ReplaceAll(string(files[0].Data), edit[0], edit[1])
			if edit[0] == "" {
				text = string(files[0].Data)
			}
			differ, _, err := to.Verify(m, []File{{Name: files[0].Name, Data: []byte(text)}})
			if err != nil || len(differ) > 0 != (what != "nothing") {
				t.Errorf("%s: %s: %v %v", provider, what, differ, err)
			}
		}
	}
}

// allCapabilities: what the shim carries works where no client has a key for it.
func allCapabilities(t *testing.T) {
	const all = "event: before_tool_execute\nblocking: true\nhandler: {type: command, command: ./g.sh, env: {A: 'b c'}, cwd: sub, async: true}"
	for _, provider := range providers() {
		m := one(t, all)
		files, losses, err := target(t, provider, "linux").Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"custom_env", "configurable_cwd", "async_execution"} {
			if hasLoss(losses, name) {
				t.Errorf("%s: %s is lost", provider, name)
			}
		}
		back, _, err := Decode(provider, "linux", files)
		if err != nil {
			t.Fatal(err)
		}
		if h := back.Hooks[0].Handler; h.Cwd != "sub" || h.Env["A"] != "b c" || !h.Async || h.Command != "./g.sh" {
			t.Errorf("%s: %+v", provider, h)
		}
		out, losses := encode(t, provider, one(t,
			"event: before_tool_execute\nhandler: {type: http, url: 'https://x.example/y?z=1'}"))
		if !strings.Contains(out, "curl") || !hasLoss(losses, "http_handler") {
			t.Errorf("%s: %s\n%s", provider, textOf(losses), out)
		}
	}
	// Windows' own command has a key in three files.
	for provider, key := range map[string]string{"copilot-cli": "powershell", "windsurf": "powershell",
		"codex": "commandWindows", "vscode-copilot": "powershell"} {
		out, losses := encode(t, provider, one(t,
			"event: before_tool_execute\nhandler: {type: command, command: ./g.sh, platform: {windows: ./g.ps1}}"))
		if !strings.Contains(out, key) || !strings.Contains(out, "./g.ps1") || !strings.Contains(out, "./g.sh") ||
			hasLoss(losses, "platform_commands") {
			t.Errorf("%s: %s\n%s", provider, textOf(losses), out)
		}
	}
	for goos, want := range map[string]string{"linux": "./l.sh", "darwin": "./g.sh", "windows": "./w.ps1"} {
		files, losses, err := target(t, "claude-code",
			goos).Encode(one(t, "event: before_tool_execute\nhandler: {type: command, command: ./g.sh, platform: {windows: ./w.ps1, linux: ./l.sh}}"))
		if err != nil || !strings.Contains(string(files[0].Data), want) || !hasLoss(losses, "platform_commands") {
			t.Errorf("%s: %s %v", goos, files[0].Data, err)
		}
	}
}

func exclusiveEvents(t *testing.T) {
	for provider, all := range map[string]string{
		"gemini-cli":  "before_model after_model before_tool_selection",
		"claude-code": "config_change teammate_idle instructions_loaded cwd_changed elicitation file_changed after_compact permission_denied",
		"kiro":        "file_created file_saved file_deleted before_task after_task",
		"cursor":      "agent_thought workspace_open",
	} {
		events(t, strings.Fields(all))
		for event := range strings.FieldsSeq(all) {
			m, _ := encode(t, provider, one(t, "event: "+event+"\n"+guard))
			if back, _ := decode(t, provider, target(t, provider, "linux").file.Path, m); back.Hooks[0].Event != event {
				t.Errorf("%s: %s came back as %s", provider, event, back.Hooks[0].Event)
			}
		}
	}
}
