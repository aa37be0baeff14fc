package inventory

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// run runs a command of this package in a home and a project of its own.
func run(t *testing.T, command *cobra.Command, files map[string]string, args ...string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("USERPROFILE", dir)
	for _, v := range []string{"XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "KIMI_CODE_HOME"} {
		t.Setenv(v, "")
	}
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	project := filepath.Join(dir, "project")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(project)
	var out bytes.Buffer
	command.PersistentFlags().Bool("json", false, "")
	command.PersistentFlags().String("color", "never", "")
	command.SilenceErrors, command.SilenceUsage = true, true
	command.SetOut(&out)
	command.SetArgs(args)
	err := command.Execute()
	return out.String(), err
}

const group = `{"matcher":"M","hooks":[{"type":"command","command":"C","timeout":7}]}`

// files holds a hook for every way in which a file names one.
var files = map[string]string{
	".claude/settings.json": "{\n// mine\n\"hooks\":{\"Stop\":[" + strings.Replace(group, "C", "claude", 1) +
		"],\"PreToolUse\":[" + strings.Replace(group, "C", "claude-pre", 1) + "]}}",
	"project/.claude/settings.json": `{"hooks":{"PreToolUse":[` + strings.Replace(group, "C", "claude-project", 1) +
		`]}}`,
	".cursor/hooks.json":         `{"version":1,"hooks":{"preToolUse":[{"command":"cursor","timeout":3}]}}`,
	".codex/config.toml":         "[[hooks.PreToolUse]]\nmatcher = \"M\"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"codex\"\n[hooks.state]\nx = 1\n",
	".kimi-code/config.toml":     "a = 1\n[[hooks]]\nevent = \"Stop\"\ncommand = 'kimi \"q\"'\n",
	".gemini/settings.json":      `{"hooks":{"BeforeTool":[{"hooks":[{"type":"command","command":"gemini","timeout":2500}]}]}}`,
	".gemini/config/hooks.json":  `{"a":{"enabled":false,"Stop":[{"type":"command","command":"antigravity"}]}}`,
	".kiro/hooks/x.json":         `{"version":"v1","hooks":[{"name":"n","trigger":"PreToolUse","action":{"type":"command","command":"kiro"}}]}`,
	".copilot/hooks/x.json":      `{"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"copilot","timeoutSec":9},{"type":"http","url":"http://x"}]}}`,
	".vibe/hooks.toml":           "[[hooks]]\nname = \"n\"\ntype = \"pre_tool\"\ncommand = \"vibe\"\nmatch = \"b*\"\n",
	"Documents/Cline/Hooks/Stop": "#!/bin/sh\nexec openhook-shim -- cline\n",
	"project/.grok/hooks/a.json": `{"hooks":{"PreToolUse":[` + strings.Replace(group, "C", "grok", 1) + `]}}`,
}

func TestList(t *testing.T) {
	out, err := run(t, List(), files, "--json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []Row
	if err := json.Unmarshal([]byte(out), &rows); err != nil {
		t.Fatal(err)
	}
	of := func(tool string) (all []Row) {
		for _, r := range rows {
			if r.Tool == tool {
				r.File = filepath.ToSlash(r.File)
				all = append(all, r)
			}
		}
		return all
	}
	for _, c := range []struct {
		tool     string
		commands []string // in the order in which they run
		first    Row
	}{
		{"claude-code", []string{"claude-pre", "claude-project", "claude"},
			Row{Event: "PreToolUse", Type: "tool.start", Matcher: "M", Kind: "command", Timeout: 7, Line: 3,
				Scope: "user"}},
		{"cursor", []string{"cursor", "claude-project", "claude-pre", "claude"},
			Row{Event: "preToolUse", Type: "tool.start", Timeout: 3, Line: 1, Scope: "user"}},
		{"codex", []string{"codex"}, Row{Event: "PreToolUse", Type: "tool.start", Matcher: "M", Kind: "command",
			Line: 5, Scope: "user"}},
		{"kimi", []string{`kimi "q"`}, Row{Event: "Stop", Type: "agent.stop", Line: 4, Scope: "user"}},
		{"gemini-cli", []string{"gemini"}, Row{Event: "BeforeTool", Type: "tool.start", Kind: "command", Timeout: 2.5,
			Line: 1, Scope: "user"}},
		{"antigravity", []string{"antigravity"},
			Row{Event: "Stop", Type: "agent.stop", Kind: "command", Line: 1, Scope: "user", Off: true}},
		{"kiro", []string{"kiro"}, Row{Event: "PreToolUse", Type: "tool.start", Kind: "command", Line: 1,
			Scope: "user"}},
		{"copilot-cli", []string{"copilot", "http://x", "claude-project"},
			Row{Event: "preToolUse", Type: "tool.start", Kind: "command", Timeout: 9, Line: 1, Scope: "user"}},
		{"mistral-vibe", []string{"vibe"}, Row{Event: "pre_tool", Type: "tool.start", Matcher: "b*", Line: 4,
			Scope: "user"}},
		{"cline", []string{"openhook-shim -- cline"}, Row{Event: "Stop", Line: 2, Scope: "user", Ours: true}},
		{"grok", []string{"claude-pre", "grok", "claude-project", "claude"},
			Row{Event: "PreToolUse", Type: "tool.start", Matcher: "M", Kind: "command", Timeout: 7, Line: 3,
				Scope: "user", Of: "claude-code"}},
	} {
		var commands []string
		for _, r := range of(c.tool) {
			commands = append(commands, r.Command)
		}
		if !slices.Equal(commands, c.commands) {
			t.Errorf("%s: %q, not %q", c.tool, commands, c.commands)
			continue
		}
		got := of(c.tool)[0]
		got.Tool, got.Command, got.File = "", "", ""
		if a, b := encoded(t, got), encoded(t, c.first); a != b {
			t.Errorf("%s:\n%s\n%s", c.tool, a, b)
		}
	}
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestListForPeople(t *testing.T) {
	out, err := run(t, List(), map[string]string{".claude/settings.json": files[".claude/settings.json"]},
		"claude-code")
	if want := "claude-code\n  PreToolUse\n    claude-pre\n      ~/.claude/settings.json:3 for M\n  Stop\n    claude\n      ~/.claude/settings.json:3 for M\n"; err != nil || filepath.ToSlash(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := run(t, List(), nil); err != nil || out != "no tool has a hook here\n" {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := run(t, List(), map[string]string{".claude/settings.json": "{\n{"}, "claude-code"); err == nil ||
		!strings.Contains(out, "line 2") {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := run(t, List(), nil, "nobody"); err == nil || !strings.Contains(err.Error(), "unknown tool nobody") {
		t.Error(err)
	}
}

func TestPaths(t *testing.T) {
	out, err := run(t, Paths(), files, "--json")
	var all []place
	if err != nil || json.Unmarshal([]byte(out), &all) != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	there := map[string]bool{}
	for _, p := range all {
		if !filepath.IsAbs(p.Path) {
			t.Errorf("%+v", p)
		}
		if p.There && p.Of == "" {
			there[p.Tool] = true
		}
	}
	for _, s := range setup.Setups() {
		if !slices.ContainsFunc(all, func(p place) bool { return p.Tool == s.Source }) {
			t.Errorf("%s has no path", s.Source)
		}
	}
	if len(there) != 11 {
		t.Errorf("there are files of %v", there)
	}
}
