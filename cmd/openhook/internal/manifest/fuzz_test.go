package manifest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// Whatever a hook holds, nothing panics, and what is written is what was asked for.
func FuzzConvert(f *testing.F) {
	f.Add("before_tool_execute", "./x.sh a", "sub", "it's \"b\"", "a|b", "github", "http://x/*//", "y.ps1", 1.5,
		byte(0))
	f.Add("agent_stop", "a 'b' \"c\" \\ $d", "", "", "", "", "", "", 0.0, byte(255))
	f.Add("session_start", "a\nb\\", "d e", "%A%", "^x.*$", "s__t", "https://y", "‘w’", 600.0, byte(7))
	f.Fuzz(func(t *testing.T, event, command, cwd, value, pattern, server, url, windows string, timeout float64,
		bits byte) {
		if !slices.Contains(usualEvents, event) {
			event = usualEvents[len(event)%len(usualEvents)]
		}
		h := Hook{Event: event, Blocking: bits&1 > 0,
			Handler: Handler{Type: "command", Command: command, Cwd: cwd, Timeout: timeout, Async: bits&2 > 0}}
		if value != "" {
			h.Handler.Env = map[string]string{"A": value, "B": "c"}
		}
		if windows != "" {
			h.Handler.Platform = map[string]string{"windows": windows}
		}
		if pattern != "" || server != "" {
			h.Matcher = &Matcher{}
			if pattern != "" {
				h.Matcher.Parts = append(h.Matcher.Parts, Part{Pattern: pattern}, Part{Tool: pattern})
			}
			if server != "" {
				h.Matcher.Parts = append(h.Matcher.Parts, Part{Server: server, MCPTool: windows})
			}
		}
		if url != "" && bits&4 > 0 {
			h.Handler.Type, h.Handler.Command, h.Handler.URL = "http", "", url
			h.Handler.Headers = map[string]string{"X-A": value}
		}
		if bits&8 > 0 {
			h.Degradation = map[string]string{"input_rewrite": block}
		}
		if bits&16 > 0 {
			h.setProviderData(shimName, shimData{Reads: "cursor",
				Flags: []string{"--fail-closed", "--block-on", "any"}})
		}
		if bits&32 > 0 {
			h.setProviderData("claude-code", providerData{Matcher: pattern,
				More: map[string]json.RawMessage{"x": json.RawMessage("1")}})
		}
		text, err := (&Manifest{Spec, []Hook{h, {Event: event,
			Handler: Handler{Type: "command", Command: "./second.sh"}}}}).JSON()
		if err != nil {
			return
		}
		m, _, err := Parse("m.json", "", text)
		if err != nil {
			return
		}
		for _, provider := range []string{"claude-code", "cursor", "windsurf", "cline", "kimi", "opencode",
			"antigravity", "codex", "copilot-cli", "kiro"} {
			for _, goos := range []string{"linux", "windows"} {
				to, err := NewTarget(provider, goos, shimName)
				if err != nil {
					t.Fatal(err)
				}
				if _, _, err := to.Encode(m); err != nil &&
					!strings.Contains(err.Error(), "cannot have any of these hooks") {
					t.Errorf("%s %s: %v\n%s", provider, goos, err, text)
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
