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
		Event: "before_tool_execute", Matcher: &Matcher{Parts: []Part{{Tool: "shell"}}}, Blocking: true,
		Degradation:  map[string]string{"custom_env": "exclude"},
		ProviderData: map[string]json.RawMessage{"kiro": json.RawMessage(`{"x":1}`)},
		Handler: Handler{Type: "command", Command: "./g.sh",
			Platform: map[string]string{"windows": "./g.ps1", "darwin": "./m.sh"}, Cwd: "a",
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
			has := slices.ContainsFunc(eventsOf(provider),
				func(n nativeEvent) bool { return n.is(event) })
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
			if err != nil || len(back.Hooks) != 1 || back.Hooks[0].Event != event && registryNames[event] == nil {
				t.Errorf("%s %s came back as %+v: %v", provider, event, back, err)
			}
		}
	}
}

// exitCodes: what the hook's process says reaches the shim as it is: nothing stands in
// between that has a code of its own. That the shim obeys it is tested with the shim.
func exitCodes(t *testing.T) {
	for _, members := range []string{guard, "handler: {type: command, command: 'a && b'}",
		"handler: {type: command, command: ./g.sh, env: {A: b}, cwd: c}"} {
		for _, blocking := range []bool{true, false} {
			text, _ := encode(t, "claude-code", one(t,
				fmt.Sprintf("event: before_tool_execute\nblocking: %v\n%s", blocking, members)))
			if has := strings.Contains(text, "--exit-2-warns"); has == blocking || strings.Contains(text, "--observe") {
				t.Errorf("blocking %v: --exit-2-warns %v in\n%s", blocking, has, text)
			}
			if strings.Contains(text, "--block-on") {
				t.Errorf("another code than 2 blocks:\n%s", text)
			}
		}
	}
	if _, line, err := (&Handler{Command: "x", Cwd: "c"}).shellLine("linux"); err != nil ||
		!strings.Contains(line, "|| exit 1;") {
		t.Errorf("a folder that is not there would block: %s %v", line, err)
	}
	if h := (&Handler{Type: "http", URL: "http://x"}); !strings.HasSuffix(h.curlLine("linux"), "|| exit 1") {
		t.Error("curl's own code 2 would block")
	}
}

func bareMatchers(t *testing.T) {
	for _, tool := range canonicalTools {
		for _, provider := range providers() {
			files, losses, err := target(t, provider,
				"linux").Encode(one(t, "event: before_tool_execute\nmatcher: "+tool+"\n"+guard))
			if err != nil {
				if !hasLoss(losses, "has no event for these tools") {
					t.Errorf("%s %s: %v", provider, tool, err)
				}
				continue
			}
			back, _, err := Decode(provider, "linux", files)
			if err != nil || len(back.Hooks) != 1 || !back.Hooks[0].Matcher.names(tool) ||
				back.Hooks[0].Matcher == nil {
				t.Errorf("%s %s came back as %+v: %v", provider, tool, back, err)
			}
		}
	}
	if text, _ := encode(t, "claude-code", one(t, "event: before_tool_execute\n"+guard)); strings.Contains(text,
		"--tools") {
		t.Error("without a matcher it is for all tools")
	}
}

// The tables of sections 6 and 7, where the real client does not say otherwise.
func eventTranslation(t *testing.T) {
	for _, c := range [...]struct{ provider, event, native string }{
		{"claude-code", "before_tool_execute", "PreToolUse"}, {"claude-code", "after_tool_execute", "PostToolUse"},
		{"claude-code", "before_prompt", "UserPromptSubmit"}, {"claude-code", "agent_stop", "Stop"},
		{"gemini-cli", "before_tool_execute", "BeforeTool"}, {"gemini-cli", "after_tool_execute", "AfterTool"},
		{"gemini-cli", "before_prompt", "BeforeAgent"}, {"gemini-cli", "agent_stop", "AfterAgent"},
		{"gemini-cli", "before_model", "BeforeModel"},
		{"cursor", "before_tool_execute", "preToolUse"}, // it comes for every tool, beforeShellExecution for one
		{"cursor", "before_prompt", "beforeSubmitPrompt"}, {"cursor", "agent_stop", "stop"},
		{"copilot-cli", "before_tool_execute", "preToolUse"}, {"copilot-cli", "before_prompt", "userPromptSubmitted"},
		{"copilot-cli", "agent_stop", "agentStop"}, // since 1.0.x it has one
		{"kiro", "before_tool_execute", "PreToolUse"}, {"kiro", "before_prompt", "UserPromptSubmit"},
		{"kiro", "agent_stop", "Stop"},
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
			if e, ok := eventNamed(provider, name); !ok || e.canonicalName() != "before_tool_execute" {
				t.Errorf("%s %s is %v", provider, name, e.canonicalNames)
			}
		}
	}
	if e, _ := eventNamed("cursor", "afterFileEdit"); e.canonicalName() != "after_tool_execute" ||
		e.tool != mapping.FileEdit {
		t.Errorf("afterFileEdit is %v of %s", e.canonicalNames, e.tool)
	}
}

func toolTranslation(t *testing.T) {
	for _, c := range [...]struct{ provider, native, canon string }{
		{"claude-code", "Bash", "shell"}, {"claude-code", "Write", "file_write"}, {"claude-code", "Agent", "agent"},
		{"gemini-cli", "run_shell_command", "shell"}, {"gemini-cli", "replace", "file_edit"},
		{"gemini-cli", "google_web_search", "web_search"},
		{"copilot-cli", "view", "file_read"}, {"copilot-cli", "task", "agent"}, {"kiro", "execute_bash", "shell"},
		{"kiro", "use_subagent", "agent"},
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
			if want == "" && (strings.Contains(out, "--tools") ||
				!hasLoss(losses, "cannot express it, so the hook runs for all tools")) {
				t.Errorf("%s %s: a pattern without a glob must widen and be told: %s\n%s", provider, text,
					textOf(losses), out)
			}
		}
	}
	// One that globs cannot say is written out, if tools are known that it fits.
	out, losses := encode(t, "claude-code", one(t,
		"event: before_tool_execute\nmatcher: {pattern: '(?i)^file_w|^bas+h$'}\n"+guard))
	if !strings.Contains(out, "--tools file_write,Bash") && !strings.Contains(out, "--tools 'file_write") ||
		!hasLoss(losses, "writes the known tools") {
		t.Errorf("%s\n%s", textOf(losses), out)
	}
}

// outputSchema: a hook of a manifest answers in the shim's own words, so nothing stands
// between them; one that was written for a client keeps that client's.
func outputSchema(t *testing.T) {
	for _, provider := range providers() {
		if out, _ := encode(t, provider, one(t, "event: before_tool_execute\nblocking: true\n"+
			guard)); strings.Contains(out, "--format") {
			t.Errorf("%s: %s", provider, out)
		}
	}
	m, _ := decode(t, "claude-code", "settings.json",
		`{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"./g.sh"}]}]}}`)
	for provider, want := range map[string]string{"claude-code": `"command": "./g.sh"`, "cursor": "--format claude-code ",
		"gemini-cli": "--format claude-code "} {
		if out, _ := encode(t, provider, m); !strings.Contains(out, want) {
			t.Errorf("%s: no %s in %s", provider, want, out)
		}
	}
	m, _ = decode(t, "cursor", "hooks.json", `{"version":1,"hooks":{"preToolUse":[{"command":"./g.sh"}]}}`)
	if out, losses := encode(t, "gemini-cli", m); strings.Contains(out, "--format") ||
		!hasLoss(losses, "written for cursor's own payload") {
		t.Errorf("%s\n%s", textOf(losses), out)
	}
}
