package manifest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// Conformance is a test for each requirement of section 11 of the Hook Interchange
// Format: level Full, which takes in the other two.
func TestConformance(t *testing.T) {
	for _, r := range [...]struct {
		level, name string
		test        func(*testing.T)
	}{
		{"Core", "parse manifests", parsesManifests},
		{"Core", "produce manifests", producesManifests},
		{"Core", "core events", func(t *testing.T) { events(t, usualEvents[:6]) }},
		{"Core", "exit codes", exitCodes},
		{"Core", "bare string matchers", bareMatchers},
		{"Core", "event translation", eventTranslation},
		{"Core", "tool translation", toolTranslation},
		{"Extended", "all matcher types", matcherTypes},
		{"Extended", "output schema", outputSchema},
		{"Extended", "capability inference", inference},
		{"Extended", "degradation", degradation},
		{"Extended", "extended events", func(t *testing.T) { events(t, usualEvents[6:]) }},
		{"Full", "provider data round trip", dataRoundTrip},
		{"Full", "verification", verification},
		{"Full", "all capabilities", allCapabilities},
		{"Full", "provider-exclusive events", exclusiveEvents},
	} {
		t.Run(r.level+": "+r.name, r.test)
	}
}

const guard = "handler: {type: command, command: ./g.sh}"

func parsesManifests(t *testing.T) {
	m := one(t, `
event: before_tool_execute
matcher: shell
blocking: true
degradation: {custom_env: exclude}
provider_data: {kiro: {x: 1}}
handler: {type: command, command: ./g.sh, platform: {windows: ./g.ps1, osx: ./m.sh}, cwd: a, env: {A: b}, timeout: 1.5, async: true}`)
	want := Hook{
		Event: "before_tool_execute", Matcher: &Matcher{Any: []Part{{Tool: "shell"}}}, Blocking: true,
		Degradation: map[string]string{"custom_env": "exclude"}, ProviderData: map[string]json.RawMessage{"kiro": json.RawMessage(`{"x":1}`)},
		Handler: Handler{Type: "command", Command: "./g.sh", Platform: map[string]string{"windows": "./g.ps1", "osx": "./m.sh"}, Cwd: "a",
			Env: map[string]string{"A": "b"}, Timeout: 1.5, Async: true}, at: "m.yaml:3",
	}
	if got := m.Hooks[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
}

func producesManifests(t *testing.T) {
	m := full(t)
	data, err := m.JSON()
	if err != nil {
		t.Fatal(err)
	}
	again, losses, err := Parse("again.json", "", data)
	if err != nil || len(losses) > 0 {
		t.Fatal(losses, err)
	}
	if out, err := again.JSON(); err != nil || string(out) != string(data) {
		t.Errorf("%s\nwant %s", out, data)
	}
}

// events: each goes to every provider that has it, and comes back.
func events(t *testing.T, all []string) {
	for _, event := range all {
		for _, provider := range providers() {
			files, losses, err := target(t, provider, "linux").Encode(one(t, "event: "+event+"\n"+guard))
			has := slices.ContainsFunc(eventsOf(provider), func(n native) bool { return n.event() == event })
			if !has {
				if err == nil || !hasLoss(losses, "has no event "+event) {
					t.Errorf("%s has no %s, and nobody says so: %v", provider, event, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s %s: %v", provider, event, err)
				continue
			}
			back, _, err := Decode(provider, "linux", files)
			if err != nil || len(back.Hooks) != 1 || back.Hooks[0].Event != event {
				t.Errorf("%s %s came back as %+v: %v", provider, event, back, err)
			}
		}
	}
}

// exitCodes: what the hook's process says reaches the shim as it is: nothing stands in
// between that has a code of its own. That the shim obeys it is tested with the shim.
func exitCodes(t *testing.T) {
	for _, members := range []string{guard, "handler: {type: command, command: 'a && b'}", "handler: {type: command, command: ./g.sh, env: {A: b}, cwd: c}"} {
		for _, blocking := range []bool{true, false} {
			text, _ := encode(t, "claude-code", one(t, fmt.Sprintf("event: before_tool_execute\nblocking: %v\n%s", blocking, members)))
			if has := strings.Contains(text, "--observe"); has == blocking {
				t.Errorf("blocking %v: --observe %v in\n%s", blocking, has, text)
			}
			if strings.Contains(text, "--block-on") {
				t.Errorf("another code than 2 blocks:\n%s", text)
			}
		}
	}
	if _, line, err := (&Handler{Command: "x", Cwd: "c"}).run("linux"); err != nil || !strings.Contains(line, "|| exit 1;") {
		t.Errorf("a folder that is not there would block: %s %v", line, err)
	}
	if h := (&Handler{Type: "http", URL: "http://x"}); !strings.HasSuffix(h.curl("linux"), "|| exit 1") {
		t.Error("curl's own code 2 would block")
	}
}

func bareMatchers(t *testing.T) {
	for _, tool := range canonicalTools {
		for _, provider := range providers() {
			files, losses, err := target(t, provider, "linux").Encode(one(t, "event: before_tool_execute\nmatcher: "+tool+"\n"+guard))
			if err != nil {
				if !hasLoss(losses, "has no event for these tools") {
					t.Errorf("%s %s: %v", provider, tool, err)
				}
				continue
			}
			back, _, err := Decode(provider, "linux", files)
			if err != nil || len(back.Hooks) != 1 || !back.Hooks[0].Matcher.has(tool) || back.Hooks[0].Matcher == nil {
				t.Errorf("%s %s came back as %+v: %v", provider, tool, back, err)
			}
		}
	}
	if text, _ := encode(t, "claude-code", one(t, "event: before_tool_execute\n"+guard)); strings.Contains(text, "--tools") {
		t.Error("without a matcher it is for all tools")
	}
}

// The tables of sections 6 and 7, where the real client does not say otherwise.
func eventTranslation(t *testing.T) {
	for _, c := range [...]struct{ provider, event, native string }{
		{"claude-code", "before_tool_execute", "PreToolUse"}, {"claude-code", "after_tool_execute", "PostToolUse"},
		{"claude-code", "before_prompt", "UserPromptSubmit"}, {"claude-code", "agent_stop", "Stop"},
		{"gemini-cli", "before_tool_execute", "BeforeTool"}, {"gemini-cli", "after_tool_execute", "AfterTool"},
		{"gemini-cli", "before_prompt", "BeforeAgent"}, {"gemini-cli", "agent_stop", "AfterAgent"}, {"gemini-cli", "before_model", "BeforeModel"},
		{"cursor", "before_tool_execute", "preToolUse"}, // it comes for every tool, beforeShellExecution for one
		{"cursor", "before_prompt", "beforeSubmitPrompt"}, {"cursor", "agent_stop", "stop"},
		{"copilot-cli", "before_tool_execute", "preToolUse"}, {"copilot-cli", "before_prompt", "userPromptSubmitted"},
		{"copilot-cli", "agent_stop", "agentStop"}, // since 1.0.x it has one
		{"kiro", "before_tool_execute", "PreToolUse"}, {"kiro", "before_prompt", "UserPromptSubmit"}, {"kiro", "agent_stop", "Stop"},
		{"kiro", "file_saved", "PostFileSave"}, {"kiro", "before_task", "PreTaskExec"},
	} {
		text, _ := encode(t, c.provider, one(t, "event: "+c.event+"\n"+guard))
		if !strings.Contains(text, `"`+c.native+`"`) {
			t.Errorf("%s %s: no %s in\n%s", c.provider, c.event, c.native, text)
		}
	}
	for provider, names := range map[string]string{
		"cursor": "beforeShellExecution beforeMCPExecution beforeReadFile preToolUse",
		"kiro":   "preToolUse PreToolUse", "copilot-cli": "preToolUse PreToolUse",
	} {
		for name := range strings.FieldsSeq(names) {
			if e, ok := eventNamed(provider, name); !ok || e.event() != "before_tool_execute" {
				t.Errorf("%s %s is %v", provider, name, e.canon)
			}
		}
	}
	if e, _ := eventNamed("cursor", "afterFileEdit"); e.event() != "after_tool_execute" || e.tool != mapping.FileEdit {
		t.Errorf("afterFileEdit is %v of %s", e.canon, e.tool)
	}
}

func toolTranslation(t *testing.T) {
	for _, c := range [...]struct{ provider, native, canon string }{
		{"claude-code", "Bash", "shell"}, {"claude-code", "Write", "file_write"}, {"claude-code", "Agent", "agent"},
		{"gemini-cli", "run_shell_command", "shell"}, {"gemini-cli", "replace", "file_edit"}, {"gemini-cli", "google_web_search", "web_search"},
		{"copilot-cli", "view", "file_read"}, {"copilot-cli", "task", "agent"}, {"kiro", "execute_bash", "shell"}, {"kiro", "use_subagent", "agent"},
		{"cursor", "Shell", "shell"}, {"codex", "Edit", "file_edit"}, {"qwen-code", "Bash", "shell"},
	} {
		m, ok := nativeMatcher(c.provider, c.native)
		if !ok || m.key() != c.canon {
			t.Errorf("%s %s is %s, want %s", c.provider, c.native, m.key(), c.canon)
		}
	}
}

func matcherTypes(t *testing.T) {
	for text, want := range map[string]string{
		"shell":                                              "shell",
		"{pattern: 'file_(read|write)'}":                     "'*file_read*,*file_write*'",
		"{pattern: '^mcp__git.*$'}":                          "'mcp__git*'",
		"{mcp: {server: github, tool: create_issue}}":        "mcp__github__create_issue",
		"{mcp: {server: github}}":                            "'mcp__github__*'",
		"[shell, file_write, {mcp: {server: github}}]":       "'shell,file_write,mcp__github__*'",
		"[{pattern: 'q+x'}, {pattern: '[xy]z$'}, file_read]": "",
	} {
		m := one(t, "event: before_tool_execute\nmatcher: "+text+"\n"+guard)
		for _, provider := range []string{"claude-code", "gemini-cli", "cursor"} {
			out, losses := encode(t, provider, m)
			if want != "" && !strings.Contains(out, "--tools "+want+" ") {
				t.Errorf("%s %s: no %s in\n%s", provider, text, want, out)
			}
			if want == "" && (strings.Contains(out, "--tools") || !hasLoss(losses, "cannot say it, so the hook runs for all tools")) {
				t.Errorf("%s %s: a pattern without a glob must widen and be told: %s\n%s", provider, text, textOf(losses), out)
			}
		}
	}
	// One that globs cannot say is written out, if tools are known that it fits.
	out, losses := encode(t, "claude-code", one(t, "event: before_tool_execute\nmatcher: {pattern: '(?i)^file_w|^bas+h$'}\n"+guard))
	if !strings.Contains(out, "--tools file_write,Bash") && !strings.Contains(out, "--tools 'file_write") || !hasLoss(losses, "written out as") {
		t.Errorf("%s\n%s", textOf(losses), out)
	}
}

// outputSchema: a hook of a manifest answers in the shim's own words, so nothing stands
// between them; one that was written for a client keeps that client's.
func outputSchema(t *testing.T) {
	for _, provider := range providers() {
		if out, _ := encode(t, provider, one(t, "event: before_tool_execute\nblocking: true\n"+guard)); strings.Contains(out, "--format") {
			t.Errorf("%s: %s", provider, out)
		}
	}
	m, _ := decode(t, "claude-code", "settings.json", `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"./g.sh"}]}]}}`)
	for provider, want := range map[string]string{"claude-code": "--format native ", "cursor": "--format claude-code ", "gemini-cli": "--format claude-code "} {
		if out, _ := encode(t, provider, m); !strings.Contains(out, want) {
			t.Errorf("%s: no %s in %s", provider, want, out)
		}
	}
	m, _ = decode(t, "cursor", "hooks.json", `{"version":1,"hooks":{"preToolUse":[{"command":"./g.sh"}]}}`)
	if out, losses := encode(t, "gemini-cli", m); strings.Contains(out, "--format") || !hasLoss(losses, "written for cursor's own payload") {
		t.Errorf("%s\n%s", textOf(losses), out)
	}
}

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
		if got := strings.Join(one(t, "event: before_tool_execute\n"+members).Hooks[0].uses(), " "); got != want {
			t.Errorf("%s: %q, want %q", members, got, want)
		}
	}
}

func degradation(t *testing.T) {
	if len(capabilities) != 8 {
		t.Errorf("%d capabilities, the registry has 8", len(capabilities))
	}
	for name, want := range map[string]string{"structured_output": warn, "input_rewrite": block, "llm_evaluated": exclude, "http_handler": warn,
		"async_execution": warn, "platform_commands": warn, "custom_env": warn, "configurable_cwd": warn} {
		if got := new(Hook).strategy(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	const rewriter = "event: before_tool_execute\nmatcher: shell\nblocking: true\nhandler: {type: command, command: ./sanitize.sh}\ndegradation: {input_rewrite: %s}"
	for strategy, want := range map[string]string{block: "exit 2", warn: "--degrade rewrite=drop -- ./sanitize.sh"} {
		out, losses := encode(t, "windsurf", one(t, fmt.Sprintf(rewriter, strategy)))
		if !strings.Contains(out, want) || !hasLoss(losses, "takes no new input") || strategy == block && strings.Contains(out, "sanitize") {
			t.Errorf("%s: %s\n%s", strategy, textOf(losses), out)
		}
	}
	if _, losses, err := target(t, "windsurf", "linux").Encode(one(t, fmt.Sprintf(rewriter, exclude))); err == nil || !hasLoss(losses, "left out") {
		t.Errorf("excluded: %s %v", textOf(losses), err)
	}
	if out, losses := encode(t, "cursor", one(t, fmt.Sprintf(rewriter, block))); !strings.Contains(out, "sanitize") || len(losses) > 0 {
		t.Errorf("Cursor merges a new command: %s\n%s", textOf(losses), out)
	}
	// A rewrite of what Cursor lets nobody rewrite.
	out, losses := encode(t, "cursor", one(t, strings.Replace(fmt.Sprintf(rewriter, block), "shell", "file_edit", 1)))
	if strings.Contains(out, "sanitize") || !hasLoss(losses, "it blocks every time") {
		t.Errorf("%s\n%s", textOf(losses), out)
	}
	for strategy, want := range map[string]string{block: "exit 2", warn: "./linux.sh"} {
		out, _ := encode(t, "claude-code", one(t, "event: before_tool_execute\ndegradation: {platform_commands: "+strategy+
			"}\nhandler: {type: command, command: ./linux.sh, platform: {windows: ./w.ps1}}"))
		if !strings.Contains(out, want) {
			t.Errorf("%s: %s", strategy, out)
		}
	}
	// What cannot be blocked is left out instead.
	if _, losses, err := target(t, "claude-code", "linux").Encode(one(t, "event: session_end\ndegradation: {platform_commands: block}\n"+
		"handler: {type: command, command: x, platform: {windows: y}}")); err == nil || !hasLoss(losses, "cannot be blocked") {
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
			text = strings.Replace(text, `openhook-shim --timeout 10s -- ./g.sh","timeout":12,"failClosed"`, `openhook-shim --timeout 10s --fail-closed -- ./g.sh","timeout":12,"failClosed"`, 1)
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
		losses = slices.DeleteFunc(losses, func(l Loss) bool { return strings.HasSuffix(l.Text, "(structured_output)") }) // nor did it there
		if len(losses) > 0 {
			t.Errorf("%s: %s", c.provider, textOf(losses))
		}
		var is, was any
		if json.Unmarshal([]byte(out), &is) != nil || json.Unmarshal([]byte(text), &was) != nil {
			t.Fatal(out, text)
		}
		// Observed events are observed, which the source did not have to say.
		if plain := strings.ReplaceAll(fmt.Sprint(is), "--observe ", ""); plain != fmt.Sprint(was) {
			t.Errorf("%s:\n%s\nwas\n%s", c.provider, plain, fmt.Sprint(was))
		}
	}
	// And elsewhere it is told.
	m, _ := decode(t, "claude-code", "settings.json", `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x","if":"Bash(git *)"}]}],"SessionStart":[{"matcher":"startup","hooks":[{"type":"command","command":"x"}]}]}}`)
	_, losses := encode(t, "gemini-cli", m)
	for _, want := range []string{"what is for claude-code alone: if", "what is for claude-code alone: matcher startup"} {
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
			"nothing": {"", ""}, "command": {"./g.sh", "./h.sh"}, "tools": {"--tools shell", "--tools shell,file_read"}, "no tools": {"--tools shell ", ""},
			"timeout": {"--timeout 10s", "--timeout 9s"}, "observed": {"--timeout", "--observe --timeout"}, "later": {"--timeout", "--async --timeout"},
			"another hook": {"-- ./g.sh", "-c './g.sh; true'"}, "format": {"--timeout", "--format claude-code --timeout"},
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
		out, losses := encode(t, provider, one(t, "event: before_tool_execute\nhandler: {type: http, url: 'https://x.example/y?z=1'}"))
		if !strings.Contains(out, "curl") || !hasLoss(losses, "http_handler") {
			t.Errorf("%s: %s\n%s", provider, textOf(losses), out)
		}
	}
	// Windows' own command has a key in three files.
	for provider, key := range map[string]string{"copilot-cli": "powershell", "windsurf": "powershell", "codex": "commandWindows", "vscode-copilot": "powershell"} {
		out, losses := encode(t, provider, one(t, "event: before_tool_execute\nhandler: {type: command, command: ./g.sh, platform: {windows: ./g.ps1}}"))
		if !strings.Contains(out, key) || !strings.Contains(out, "./g.ps1") || !strings.Contains(out, "./g.sh") || hasLoss(losses, "platform_commands") {
			t.Errorf("%s: %s\n%s", provider, textOf(losses), out)
		}
	}
	for goos, want := range map[string]string{"linux": "./l.sh", "darwin": "./g.sh", "windows": "./w.ps1"} {
		files, losses, err := target(t, "claude-code", goos).Encode(one(t, "event: before_tool_execute\nhandler: {type: command, command: ./g.sh, platform: {windows: ./w.ps1, linux: ./l.sh}}"))
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
