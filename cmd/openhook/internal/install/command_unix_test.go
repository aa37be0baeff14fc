//go:build unix

package install

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// Who reads Claude Code's settings gets the hook from there, once, and that is said.
func TestShared(t *testing.T) {
	const all = "claude-code grok devin-cli vscode-copilot"
	for _, c := range [...]struct {
		name  string
		files map[string]string // below the home
		runs  []string          // of install, separated by |
		own   string            // who has a file of its own
	}{
		{"at once", nil, []string{all + " -- ./guard.sh"}, "claude-code"},
		{"later", nil, []string{"claude-code -- ./guard.sh", "grok devin-cli vscode-copilot -- ./guard.sh"},
			"claude-code"},
		{"another hook", nil, []string{"claude-code -- ./guard.sh", "grok -- ./guard.sh more"}, "claude-code grok"},
		{"without Claude Code", nil, []string{"grok vscode-copilot -- ./guard.sh"}, "grok copilot-cli vscode-copilot"},
		{"off in Grok", map[string]string{".grok/config.toml": "[compat.claude]\nhooks = false\n"},
			[]string{all + " -- ./guard.sh"}, "claude-code grok"},
		{"on in Grok", map[string]string{".grok/config.toml": "[compat.claude]\nhooks = true\n"},
			[]string{all + " -- ./guard.sh"}, "claude-code"},
		{"in a project", nil, []string{"--project " + all + " copilot-cli -- ./guard.sh"}, "claude-code"},
		{"Copilot and VS Code", nil, []string{"copilot-cli vscode-copilot -- ./guard.sh"},
			"copilot-cli vscode-copilot"},
	} {
		m := newMachine(t)
		for name, text := range c.files {
			m.write(filepath.Join(m.home, name), text, 0o644)
		}
		scope := setup.UserScope
		for _, run := range c.runs {
			words := strings.Fields(run)
			at := slices.Index(words, "--")
			if words[0] == "--project" {
				scope = setup.ProjectScope
			}
			out := m.do(append([]string{"install", "--yes"}, words...)...)
			for _, source := range words[:at] {
				if t := ToolNamed(source); t != nil {
					product := t.Product
					if strings.Count(out, product+": deny works")+strings.Count(out, product+": also reads ") != 1 {
						m.Errorf("%s: %s\n%s", c.name, product, out)
					}
					if strings.Contains(out, product+": also reads ") && !strings.Contains(out, ", once\n") {
						m.Errorf("%s: %s\n%s", c.name, product, out)
					}
				}
			}
		}
		var own []string
		for source := range strings.FieldsSeq("claude-code grok devin-cli copilot-cli vscode-copilot") {
			if len(m.hooks(m.tool(source), scope)) > 0 {
				own = append(own, source)
			}
		}
		if got := strings.Join(own, " "); got != c.own {
			t.Errorf("%s: %s have a file", c.name, got)
		}
	}
}

// VS Code reads the files of two others, each of which needs its own.
func TestTwice(t *testing.T) {
	m := newMachine(t)
	out := m.do("install", "claude-code", "copilot-cli", "vscode-copilot", "--yes", "--", "./guard.sh")
	want := "GitHub Copilot in VS Code: also reads ~/.claude/settings.json and ~/.copilot/hooks/openhook.json: the hook runs twice in it\n"
	if !strings.Contains(out, want) || strings.Contains(out, ", once\n") {
		t.Errorf("%s", out)
	}
}

// Droid reads the hooks of its settings.json only while there is no hooks.json beside it.
func TestHiddenHooks(t *testing.T) {
	for _, c := range [...]struct {
		settings, hooks string // "" for no file
		code            int
	}{
		{"", "", 0},
		{"{\"model\": 1}", "", 0},
		{"{\"hooks\": {}}", "", 0},
		{"{\n\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"theirs\"}]}]}}", "", 1},
		{"{\n\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"theirs\"}]}]}}", "{}",
			0}, // they are dead already
		{"{", "", 1},
	} {
		m := newMachine(t)
		dir := filepath.Join(m.home, ".factory")
		for name, text := range map[string]string{"settings.json": c.settings, "hooks.json": c.hooks} {
			if text != "" {
				m.write(filepath.Join(dir, name), text, 0o644)
			}
		}
		before := m.files()
		out, code := m.run("install", "factory-droid", "--yes", "--", "./guard.sh")
		if code != c.code || c.code == 1 && !strings.Contains(out, dir+"/settings.json:") {
			t.Errorf("%+v: %d\n%s", c, code, out)
		}
		m.do("uninstall", "--yes")
		m.same(before, "install and uninstall")
	}
}

// What only shows changes nothing, and so does what cannot ask.
func TestNothingChanges(t *testing.T) {
	m := newMachine(t)
	for _, source := range [...]string{"gemini-cli", "kimi"} {
		tool := m.tool(source)
		m.write(m.path(tool, setup.UserScope), foreign(t, tool.installFile(setup.UserScope).Layout, "Stop"), 0o644)
	}
	before := m.files()
	all := sources(setup.UserScope)
	for _, c := range [...]struct {
		args []string
		code int
		says string
	}{
		{[]string{"install", "--dry-run", "--", "./guard.sh"}, 0, "+command = "},
		{slices.Concat([]string{"install"}, all, []string{"--dry-run", "--", "./guard.sh"}), 0, "+command = "},
		{slices.Concat([]string{"install"}, all, []string{"--dry-run", "--yes", "--", "./guard.sh"}), 0, "+command = "},
		{slices.Concat([]string{"install"}, all, []string{"--", "./guard.sh"}), 64, "add --yes to write or --dry-run"},
		{slices.Concat([]string{"install"}, all, []string{"--print", "--", "./guard.sh"}), 0, "# Kimi Code: "},
		{[]string{"install", "--print", "--project", "cursor", "--", "./guard.sh"}, 0, "exec openhook-shim"},
		{[]string{"install", "--print", "--system", "claude-code", "--", "/opt/acme/guard.sh"}, 0,
			"-- /opt/acme/guard.sh"},
		{[]string{"uninstall", "--yes"}, 0, "found no hook of openhook install"},
		{[]string{"uninstall", "--project", "--dry-run"}, 0, "found no hook of openhook install"},
		{[]string{"restore", "--yes"}, 0, "openhook has no backups"},
	} {
		out, code := m.run(c.args...)
		if code != c.code || !strings.Contains(out, c.says) {
			t.Errorf("%q: %d\n%s", c.args, code, out)
		}
		m.same(before, strings.Join(c.args, " "))
		if _, err := os.Stat(m.state()); !os.IsNotExist(err) {
			t.Errorf("%q: something is kept: %v", c.args, err)
		}
	}
	m.do("install", "cursor", "--yes", "--", "./guard.sh")
	installed, kept := m.files(), m.kept()
	for _, args := range [...][]string{{"uninstall", "--dry-run"}, {"uninstall", "--dry-run", "--yes"}, {"uninstall"}} {
		out, code := m.run(args...)
		if code != map[bool]int{true: 0, false: 64}[len(args) > 1] || !strings.Contains(out, "-  \"hooks\": {") {
			t.Errorf("%q: %d\n%s", args, code, out)
		}
		m.same(installed, strings.Join(args, " "))
		if !slices.Equal(m.kept(), kept) {
			t.Errorf("%q: %q", args, m.kept())
		}
	}
}

// What is printed is what a machine without any file would get.
func TestPrint(t *testing.T) {
	for _, source := range sources(setup.UserScope) {
		m := newMachine(t)
		out := m.do("install", source, "--print", "--events", "tool.start", "--", "./guard.sh")
		m.do("install", source, "--yes", "--events", "tool.start", "--", "./guard.sh")
		files := settings.Glob(m.path(m.tool(source), setup.UserScope))
		for _, path := range files {
			if want := ": " + path + "\n" + strings.TrimRight(m.read(path), "\n") + "\n"; !strings.Contains(out, want) {
				t.Errorf("%s is not in\n%s", want, out)
			}
		}
		if len(files) == 0 {
			t.Errorf("%s: nothing was written", source)
		}
	}
}

func TestWrongCommandLines(t *testing.T) {
	for _, c := range [...]struct {
		args []string
		code int
		says string
	}{
		{[]string{"install", "./guard.sh"}, 64, "put the hook after --: openhook install -- ./guard.sh"},
		{[]string{"install", "nope", "--", "./guard.sh"}, 64, "unknown tool nope; use one of: claude-code cursor "},
		{[]string{"install", "cursor", "--"}, 64, "no hook after --"},
		{[]string{"install", "cursor", "--all", "--", "./guard.sh"}, 64, "use either --all or names"},
		{[]string{"install", "cursor", "-c", "x", "--", "./guard.sh"}, 64, "use either -c or a hook"},
		{[]string{"install", "cursor", "--events", "nope", "--", "./guard.sh"}, 64, "--events nope: unknown event"},
		{[]string{"install", "cursor", "--timeout", "-1s", "--", "./guard.sh"}, 64, "--timeout -1s: "},
		{[]string{"install", "cursor", "--timeout", "2h", "--", "./guard.sh"}, 64, "--timeout 2h0m0s: "},
		{[]string{"install", "cursor", "--shim-flags", "'x", "--", "./guard.sh"}, 64, "--shim-flags: "},
		{[]string{"install", "cursor", "--json", "--", "./guard.sh"}, 64, "install has no JSON"},
		{[]string{"install", "cursor", "--", "./nope.sh"}, 66, "./nope.sh: not found"},
		{[]string{"install", "cursor", "--", "nope"}, 66, "nope: not in PATH"},
		{[]string{"install", "cursor", "--", "guard.sh"}, 66, "for a file in this folder write ./guard.sh"},
		{[]string{"install", "cursor", "--", "./plain"}, 1, "run: chmod +x ./plain"},
		{[]string{"install", "cursor", "--", "./.git"}, 64, "./.git: not a file"},
		{[]string{"install", "cursor", "--project", "--", "/bin/sh"}, 64, "/bin/sh is not in "},
		{[]string{"install", "kimi", "--project", "--", "./guard.sh"}, 1,
			"the tool has no settings of this kind (project)"},
		{[]string{"install", "kiro", "--events", "PermissionDenied", "--", "./guard.sh"}, 1,
			"Kiro: no settings file to write: the tool has no such event"},
		{[]string{"install", "--all", "--yes", "--", "./guard.sh"}, 1, "no AI coding tool found on this machine"},
		{[]string{"uninstall", "nope"}, 64, "unknown tool nope"},
		{[]string{"uninstall", "./guard.sh"}, 64, "openhook uninstall -- ./guard.sh"},
	} {
		m := newMachine(t)
		m.write(m.project+"/plain", "", 0o644)
		before := m.files()
		if out, code := m.run(c.args...); code != c.code || !strings.Contains(out, c.says) {
			t.Errorf("%q: %d\n%s", c.args, code, out)
		}
		m.same(before, strings.Join(c.args, " "))
	}
	m := newMachine(t)
	t.Setenv("PATH", m.home)
	if out, code := m.run("install", "cursor", "--yes", "--", "./guard.sh"); code != 66 ||
		!strings.Contains(out, "openhook-shim: not found in PATH or next to openhook") {
		t.Errorf("%d\n%s", code, out)
	}
}
