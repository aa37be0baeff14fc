//go:build unix

package doctor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/inventory"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
	"github.com/openhook/openhook-shim/shim"
)

const shimName = "openhook-shim"

// This program is openhook-shim too, under that name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == shimName {
		os.Exit(shim.Main(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// home is a machine without anything but the files that are given, by their name
// below the home; what ends in .sh is executable.
func home(t *testing.T, files map[string]string) settings.Place {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("PATH", filepath.Join(dir, "bin")+":/usr/bin:/bin")
	for _, v := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME",
		"KIMI_CODE_HOME"} {
		t.Setenv(v, "")
	}
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(content, "HOME", dir)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	project := filepath.Join(dir, "project")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(project)
	place, err := settings.ThisMachine(".")
	if err != nil {
		t.Fatal(err)
	}
	return place
}

// findings are what is said of a tool.
func findings(t *testing.T, place settings.Place, tool string) []Finding {
	t.Helper()
	tools, err := install.Tools(place, []string{tool})
	if err != nil {
		t.Fatal(err)
	}
	d := &doctor{place: place}
	d.check(inventory.ReadTools(place, tools))
	return d.findings
}

func TestFindings(t *testing.T) {
	const claude = `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"COMMAND","timeout":5}]}]}}`
	of := func(command string) string { return strings.Replace(claude, "COMMAND", command, 1) }
	trusted := `[hooks.state."HOME/.codex/hooks.json:pre_tool_use:0:0"]` + "\ntrusted_hash = \"sha256:HASH\"\n"
	hash := func(command string) string {
		return strings.Replace(trusted, "HASH", hookfile.Hash([]byte(settings.SetupOf("codex").Trusted("pre_tool_use",
			`"Bash"`, `{"command":"`+command+`","timeout":5}`))), 1)
	}
	for _, c := range []struct {
		name, tool string
		files      map[string]string
		want       string // "" nothing is wrong
		line       int
	}{
		{"nothing", "claude-code", nil, "", 0},
		{"all well", "claude-code", map[string]string{".claude/settings.json": of("true")}, "", 0},
		{"broken", "claude-code", map[string]string{".claude/settings.json": "{\n  \"hooks\": {,}\n}"}, "line 2", 0},
		{"dead path", "claude-code", map[string]string{".claude/settings.json": of("HOME/gone.sh")},
			"gone.sh was not found", 1},
		{"dead name", "claude-code", map[string]string{".claude/settings.json": of("no-such-program -x")},
			"no-such-program is not in PATH", 1},
		{"a shell's own", "claude-code", map[string]string{".claude/settings.json": of("if true; then :; fi")}, "", 0},
		{"dead shim", "claude-code", map[string]string{".claude/settings.json": of("HOME/old/openhook-shim -- x")},
			"old/openhook-shim was not found", 1},
		{"CRLF", "claude-code", map[string]string{".claude/settings.json": of("HOME/h.sh"),
			"h.sh": "#!/bin/sh\r\nexit 0\r\n"}, "CRLF", 1},
		{"no interpreter", "claude-code", map[string]string{".claude/settings.json": of("HOME/h.sh"),
			"h.sh": "#!/usr/bin/env no-such-python\n"}, "interpreter not found: no-such-python", 1},
		{"hooks of the file are off", "claude-code",
			map[string]string{".claude/settings.json": `{"disableAllHooks":true}`}, "hooks of the file are off", 1},
		{"an old version", "claude-code", map[string]string{".claude/settings.json": strings.Replace(of("true"),
			"PreToolUse", "PostToolBatch", 1),
			"bin/claude": "#!/bin/sh\necho '2.0.60 (Claude Code)'\n"}, "2.0.60 does not know the event PostToolBatch",
			1},
		{"a bad pattern", "claude-code", map[string]string{".claude/settings.json": strings.Replace(of("true"), "Bash",
			"Ba(sh", 1)}, "is not a pattern", 1},

		{"no version", "cursor", map[string]string{".cursor/hooks.json": `{"hooks":{"preToolUse":[{"command":"true"}]}}`}, `"version" is missing`, 1},
		{"slashes", "cursor", map[string]string{".cursor/hooks.json": `{"version":1,"hooks":{"preToolUse":[{"command":"curl http://x"}]}}`}, "a // in a command", 1},
		{"an unknown event", "cursor", map[string]string{".cursor/hooks.json": "{\"version\":1,\n\"hooks\":{\"beforeEverything\":[{\"command\":\"true\"}]}}"}, `does not know the event "beforeEverything"`, 2},
		{"not in a desktop's PATH", "cursor", map[string]string{".cursor/hooks.json": `{"version":1,"hooks":{"preToolUse":[{"command":"openhook-shim -- true"}]}}`,
			"bin/openhook-shim": "#!/bin/sh\necho '{}'\n"}, "not in the PATH of programs that the desktop starts", 1},

		{"nobody trusts it", "codex", map[string]string{".codex/hooks.json": of("true")}, "not trusted yet", 1},
		{"trusted", "codex", map[string]string{".codex/hooks.json": of("true"), ".codex/config.toml": hash("true")},
			"", 0},
		{"trusted before it changed", "codex", map[string]string{".codex/hooks.json": of("true"),
			".codex/config.toml": hash("false")}, "changed after you trusted it", 1},
		{"a key of others", "codex", map[string]string{".codex/hooks.json": `{"$schema":"x",` + of("true")[1:],
			".codex/config.toml": hash("true")}, `unknown key "$schema"`, 1},
		{"off in the other file", "codex", map[string]string{".codex/config.toml": "[features]\nhooks = false\n"},
			"hooks of the file are off", 2},

		{"Kimi's keys", "kimi", map[string]string{".kimi-code/config.toml": "[[hooks]]\nevent = \"Stop\"\ncommand = \"true\"\nname = \"x\"\n"}, `unknown key "name"`, 4},
		{"Kimi's events", "kimi", map[string]string{".kimi-code/config.toml": "[[hooks]]\nevent = \"Foo\"\ncommand = \"true\"\n"}, `does not know the event "Foo"`, 3},
		{"Kimi's own", "kimi", map[string]string{".kimi-code/config.toml": "[[hooks]]\nevent = \"Stop\"\ncommand = \"true\"\nmatcher = \"\"\ntimeout = 5\n"}, "", 0},

		{"Droid's root", "factory-droid", map[string]string{".factory/hooks.json": of("true")},
			`ignores events inside "hooks"`, 1},
		{"Copilot's star", "copilot-cli", map[string]string{".copilot/hooks/x.json": `{"version":1,"hooks":{"preToolUse":[{"bash":"true","matcher":"*"}]}}`}, `"*" matches nothing`, 1},
		{"Claude Code's star", "copilot-cli", map[string]string{".copilot/hooks/x.json": `{"version":1,"hooks":{"PreToolUse":[{"bash":"true","matcher":"*"}]}}`}, "", 0},
		{"Antigravity's shape", "antigravity", map[string]string{".gemini/config/hooks.json": `{"mine":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}`}, "wrong shape", 1},
		{"Antigravity's shapes", "antigravity", map[string]string{".gemini/config/hooks.json": `{"mine":{"Stop":[{"type":"command","command":"true"}],"PreToolUse":[{"hooks":[{"type":"command","command":"true"}]}]}}`}, "", 0},
		{"Gemini's switch", "gemini-cli", map[string]string{".gemini/settings.json": `{"hooksConfig":{"enabled":false}}`}, "hooks of the file are off", 1},

		{"twice", "factory-droid", map[string]string{".factory/hooks.json": `{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}`,
			"project/.factory/hooks.json": `{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}`},
			"runs twice (Stop)", 1},
		{"twice, but once", "kimi", map[string]string{".kimi-code/config.toml": strings.Repeat("[[hooks]]\nevent = \"Stop\"\ncommand = \"true\"\n", 2)}, "", 0},
		{"by way of another's file", "grok", map[string]string{".claude/settings.json": of("true"),
			".grok/hooks/x.json": of("true")}, "runs twice (PreToolUse)", 1},
		{"not by way of another's file", "grok",
			map[string]string{".claude/settings.json": of("true"), ".grok/hooks/x.json": of("true"),
				".grok/config.toml": "[compat.claude]\nhooks = false\n"}, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := findings(t, home(t, c.files), c.tool)
			if c.want == "" {
				if anyWrong(all) {
					t.Errorf("%+v", all)
				}
				return
			}
			for _, f := range all {
				if strings.Contains(f.What, c.want) && !f.Note && (c.line == 0 || f.Line == c.line) {
					return
				}
			}
			t.Errorf("not said: %q; but %+v", c.want, all)
		})
	}
}

// What install says of a file that it has written.
func TestIgnored(t *testing.T) {
	const codex = `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}`
	for _, c := range []struct{ tool, file, content, want string }{
		{"cursor", ".cursor/hooks.json", `{"version":1,"hooks":{"stop":[{"command":"true"}],"Foo":[{"command":"true"}]}}`, `does not know the event "Foo"`},
		{"cursor", ".cursor/hooks.json", `{"version":1,"hooks":{"stop":[{"command":"true"}]}}`, ""},
		{"codex", ".codex/hooks.json", codex, ""}, // that nobody trusts it is said otherwise
	} {
		place := home(t, map[string]string{c.file: c.content})
		tools, err := install.Tools(place, []string{c.tool})
		if err != nil {
			t.Fatal(err)
		}
		if got := WhyIgnored(place, tools[0], filepath.Join(place.Home, c.file)); (got == "") != (c.want == "") ||
			!strings.Contains(got, c.want) {
			t.Errorf("%s: %q", c.content, got)
		}
	}
}

// A link in a project is what Cursor refuses; elsewhere it is fine.
func TestLinks(t *testing.T) {
	const hooks = `{"version":1,"hooks":{"stop":[{"command":"true"}]}}`
	place := home(t, map[string]string{"real.json": hooks, "project/.cursor/x": "", ".cursor/x": ""})
	for _, dir := range []string{place.Home, place.Project} {
		if err := os.Symlink(filepath.Join(place.Home, "real.json"),
			filepath.Join(dir, ".cursor", "hooks.json")); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for _, f := range findings(t, place, "cursor") {
		if strings.Contains(f.What, "it is a link") {
			n++
			if !strings.HasPrefix(f.File, place.Project) {
				t.Errorf("%+v", f)
			}
		}
	}
	if n != 1 {
		t.Errorf("%d links", n)
	}
}

// Every tool's lines are called as it would call them.
func TestCalls(t *testing.T) {
	for _, c := range []struct{ name, hook, want string }{
		{"well", "#!/bin/sh\nexit 0\n", ""},
		{"broken", "#!/bin/sh\nexit 3\n", "the hook fails"},
		{"slow", "#!/bin/sh\nsleep 3\n", "took "},
	} {
		t.Run(c.name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), shimName)
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(self, program); err != nil {
				t.Fatal(err)
			}
			line := program + " --timeout 20s -- HOME/hook.sh"
			place := home(t, map[string]string{"hook.sh": c.hook,
				".claude/settings.json": `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"` + line +
					`","timeout":2}]}]}}`})
			all := findings(t, place, "claude-code")
			if c.want == "" && anyWrong(all) || c.want != "" &&
				(len(all) != 1 || !strings.Contains(all[0].What, c.want)) {
				t.Errorf("%+v", all)
			}
		})
	}
}

func TestTypesOfEvents(t *testing.T) {
	// What install writes is what doctor knows.
	for _, s := range setup.Setups() {
		tool := inventory.Tool{Tool: &install.Tool{Setup: s}}
		for _, e := range install.EventsByDefault(s.Source) {
			if tool.TypeOf(&inventory.File{}, e) == "" {
				t.Errorf("%s: %s", s.Source, e)
			}
		}
	}
}
