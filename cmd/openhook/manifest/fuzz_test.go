package manifest

import (
	"os"
	"strings"
	"testing"
)

// Whatever a manifest holds, nothing panics, and what is written is what was asked for.
func FuzzConvert(f *testing.F) {
	data, err := os.ReadFile("testdata/full.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(data))
	for _, members := range []string{
		"event: before_tool_execute\nmatcher: [shell, {pattern: 'a|b'}, {mcp: {server: s}}]\nhandler: {type: command, command: \"a 'b' \\\"c\\\" \\\\ $d\", env: {A: 'b c'}, cwd: d}",
		"event: agent_stop\nname: n\nblocking: true\nprovider_data: {claude-code: {matcher: x, events: [Stop], group: {a: 1}, b: 2}, openhook-shim: {reads: cursor, flags: [--fail-closed, --block-on, any]}}\nhandler: {type: http, url: 'http://x/*//', headers: {A: b}}",
	} {
		f.Add("spec: hooks/1.0\nhooks:\n  - " + strings.ReplaceAll(members, "\n", "\n    "))
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, _, err := Parse("m", "", []byte(text))
		if err != nil {
			return
		}
		for _, provider := range []string{"claude-code", "cursor", "windsurf", "cline", "kimi", "opencode", "antigravity", "codex"} {
			for _, goos := range []string{"linux", "windows"} {
				to, err := NewTarget(provider, goos, shimName)
				if err != nil {
					t.Fatal(err)
				}
				if _, _, err := to.Encode(m); err != nil && (strings.Contains(err.Error(), "something else") || strings.Contains(err.Error(), "cannot be read again")) {
					t.Errorf("%s %s: %v", provider, goos, err)
				}
			}
		}
	})
}

// Nor does a provider's file.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		`{"hooks":{"PreToolUse":[{"matcher":"Bash|mcp__a__.*","hooks":[{"type":"command","command":"openhook-shim --tools a,b -c 'x'","timeout":1}]}],"stop":[{"command":"x","env":{"A":1}}]}}`,
		`{"version":1,"hooks":[{"trigger":"PreToolUse","name":"a","action":{"type":"command","command":"x"}}]}`,
		"[[hooks]]\nevent='Stop'\ncommand='x'\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, provider := range providers() {
			for _, name := range []string{"hooks.json", "x.toml", "PreToolUse", "x.js"} {
				m, _, err := Decode(provider, "linux", []File{{Name: name, Data: []byte(text)}})
				if err == nil {
					if data, err := m.JSON(); err != nil || len(data) == 0 {
						t.Error(err)
					}
				}
			}
		}
	})
}
