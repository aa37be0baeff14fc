package settings

import (
	"reflect"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// layoutAt is that of a client's file, by the end of its path.
func layoutAt(t testing.TB, source, path string) *setup.Layout {
	t.Helper()
	for _, f := range SetupOf(source).Files {
		if strings.HasSuffix(f.Path, path) {
			return f.Layout
		}
	}
	t.Fatalf("%s has no %s", source, path)
	return nil
}

func TestRead(t *testing.T) {
	for _, c := range [...]struct {
		source, path string
		text         string
		want         []Hook
	}{
		{"claude-code", "", "", nil},
		{"claude-code", "", "\uFEFF", nil},
		{"claude-code", "", " \r\n", nil},
		{"claude-code", "", "{}", nil},
		{"claude-code", "", `{"hooks": null}`, nil},
		{"claude-code", "", `{"hooks": {"Stop": null, "PreToolUse": [null, 1, "x", {}]}}`,
			[]Hook{{Event: "PreToolUse", Line: 1}}},
		{"claude-code", "settings.json", `{
  "permissions": {"allow": ["a"]}, // "a"
  "hooks": {
    /* "a" */
    "PreToolUse": [
      {"matcher": "Bash|Edit", "hooks": [
        {"type": "command", "command": "a", "timeout": 5},
        {"type": "command", "command": "\u0061", "timeout": 1.5},
        {"type": "http", "url": "https://x/a"}, {"type": "prompt", "prompt": "a?"},
      ]},
      {
        "hooks": [{"type": "command", "command": "node", "args": ["a b", "", "c"]}]
      }
    ],
    "Stop": [{"hooks": [{"type": "command", "command": "a"}]}]
  }
}`, []Hook{
			{Event: "PreToolUse", Matcher: "Bash|Edit", Type: "command", Command: "a", Timeout: 5, Line: 7},
			{Event: "PreToolUse", Matcher: "Bash|Edit", Type: "command", Command: "a", Timeout: 1.5, Line: 8},
			{Event: "PreToolUse", Matcher: "Bash|Edit", Type: "http", Command: "https://x/a", Line: 9},
			{Event: "PreToolUse", Matcher: "Bash|Edit", Type: "prompt", Command: "a?", Line: 9},
			{Event: "PreToolUse", Type: "command", Command: "node", Args: []string{"a b", "", "c"}, Line: 12},
			{Event: "Stop", Type: "command", Command: "a", Line: 15},
		}},
		{"gemini-cli", "settings.json", "\uFEFF{\"hooks\":\r\n{\"BeforeTool\":\r\n[{\"matcher\":\"a.b\",\"hooks\":[{\"name\":\"n\",\"type\":\"command\",\"command\":\"ü \\\"x\\\"\",\"timeout\":60000}]}]}}",
			[]Hook{{Event: "BeforeTool", Matcher: "a.b", Type: "command", Command: `ü "x"`, Timeout: 60000, Line: 3}}},
		{"cursor", "hooks.json", `{"version": 1, "hooks": {
"preToolUse": [{"command": "a", "matcher": "Shell", "timeout": 3, "failClosed": true}, {"type": "prompt", "prompt": "p"}],
"a.b": [{"command": "c"}]}}`, []Hook{
			{Event: "preToolUse", Matcher: "Shell", Command: "a", Timeout: 3, Line: 2},
			{Event: "preToolUse", Type: "prompt", Command: "p", Line: 2},
			{Event: "a.b", Command: "c", Line: 3},
		}},
		{"copilot-cli", "hooks/*.json", `{"version": 1, "hooks": {"preToolUse": [
{"type": "command", "bash": "a", "powershell": "b", "timeoutSec": 9},
{"type": "command", "powershell": "b"}]}}`, []Hook{
			{Event: "preToolUse", Type: "command", Command: "a", Timeout: 9, Line: 2},
			{Event: "preToolUse", Type: "command", Command: "b", Line: 3},
		}},
		{"windsurf", "hooks.json", `{"hooks": {"pre_run_command": [{"command": "a", "show_output": true}]}}`,
			[]Hook{{Event: "pre_run_command", Command: "a", Line: 1}}},
		{"factory-droid", "hooks.json", `{"PreToolUse": [{"matcher": "*", "hooks": [{"type": "command", "command": "a", "timeout": 1}]}]}`,
			[]Hook{{Event: "PreToolUse", Matcher: "*", Type: "command", Command: "a", Timeout: 1, Line: 1}}},
		{"devin-cli", "hooks.v1.json", `{"Stop": [{"hooks": [{"type": "command", "command": "a"}]}]}`,
			[]Hook{{Event: "Stop", Type: "command", Command: "a", Line: 1}}},
		{"kiro", "hooks/*.json", `{"version": "v1", "hooks": [
{"name": "a", "trigger": "PreToolUse", "matcher": "shell", "action": {"type": "command", "command": "a"}, "timeout": 4},
{"name": "n", "trigger": "Stop", "enabled": false,
 "action": {"type": "agent", "prompt": "p"}}]}`, []Hook{
			{Event: "PreToolUse", Matcher: "shell", Type: "command", Command: "a", Timeout: 4, Line: 2},
			{Event: "Stop", Type: "agent", Line: 3, Off: true},
		}},
		{"kiro", "agents/*.json", `{"name": "x", "hooks": {"preToolUse": [{"matcher": "fs_write", "command": "a", "timeout_ms": 500}]}}`,
			[]Hook{{Event: "preToolUse", Matcher: "fs_write", Command: "a", Timeout: 500, Line: 1}}},
		{"antigravity", "hooks.json", `{
"a.b": {"enabled": false, "PreToolUse": [{"matcher": "*", "hooks": [{"type": "command", "command": "a", "timeout": 1}]}]},
"openhook": {"Stop": [{"type": "command", "command": "b"}]}}`, []Hook{
			{Event: "PreToolUse", Matcher: "*", Type: "command", Command: "a", Timeout: 1, Line: 2, Off: true},
			{Event: "Stop", Type: "command", Command: "b", Line: 3},
		}},
		{"crush", "crush.json", `{"hooks": {"PreToolUse": [{"matcher": "^bash$", "command": "a", "timeout": 2}]}}`,
			[]Hook{{Event: "PreToolUse", Matcher: "^bash$", Command: "a", Timeout: 2, Line: 1}}},
		{"goose", "hooks.json", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a", "on_failure": "block"}]}]}}`,
			[]Hook{{Event: "PreToolUse", Type: "command", Command: "a", Line: 1}}},
		{"kimi", "config.toml", `
# "b"
model = "a" # a
[[hooks]]
event = "Stop"
command = "a"
timeout = 30
[[hooks]]
matcher = "Bash" # "b"
command = '''
b'''
event = 'PreToolUse'
`, []Hook{
			{Event: "Stop", Command: "a", Timeout: 30, Line: 6},
			{Event: "PreToolUse", Matcher: "Bash", Command: "b", Line: 10},
		}},
		{"mistral-vibe", "hooks.toml", "[[hooks]]\r\nname = \"a\"\r\ntype = \"pre_tool\"\r\nmatch = \"bash\"\r\ncommand = \"a\"\r\nstrict = true\r\n",
			[]Hook{{Event: "pre_tool", Matcher: "bash", Command: "a", Line: 5}}},
		{"codex", "config.toml", "[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = \"command\"\ncommand = \"a\"\n",
			[]Hook{{Event: "Stop", Type: "command", Command: "a", Line: 4}}},
		{"cline", "Hooks/*", "#!/bin/sh\nexit 2\n",
			[]Hook{{Event: "PreToolUse", Command: "/h/PreToolUse.ps1", Line: 1}}},
		{"opencode", "plugins/*.js", "export const A = 1\n",
			[]Hook{{Event: "*", Type: "plugin", Command: "/h/PreToolUse.ps1", Line: 1}}},
	} {
		got, err := Read(layoutAt(t, c.source, c.path), "/h/PreToolUse.ps1", []byte(c.text))
		for i := range got { // of these there are cases of their own
			got[i].Raw, got[i].Pattern, got[i].Group, got[i].Index = "", "", 0, 0
		}
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v\n%s\n got %+v\nwant %+v", c.source, err, c.text, got, c.want)
		}
	}
}

// What Codex trusts is one hook at one place, with its group's matcher.
func TestPlaces(t *testing.T) {
	const file = `{"hooks":{"Stop":[{"hooks":[{"command":"a"}]},{"matcher":"m","hooks":[{"command":"b"},{"command":"c"}]}]}}`
	hooks, err := Read(layoutAt(t, "codex", "hooks.json"), "", []byte(file))
	want := []Hook{{Raw: `{"command":"a"}`}, {Group: 1, Raw: `{"command":"b"}`, Pattern: `"m"`},
		{Group: 1, Index: 1, Raw: `{"command":"c"}`, Pattern: `"m"`}}
	if err != nil || len(hooks) != len(want) {
		t.Fatalf("%v %+v", err, hooks)
	}
	for i, h := range hooks {
		if got := (Hook{Group: h.Group, Index: h.Index, Raw: h.Raw, Pattern: h.Pattern}); !reflect.DeepEqual(got,
			want[i]) {
			t.Errorf("%+v, not %+v", got, want[i])
		}
	}
}
