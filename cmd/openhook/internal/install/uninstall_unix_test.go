//go:build unix

package install

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// Lines of which nothing is kept: those that call an openhook-shim which is gone go,
// those that somebody has written stay and are named.
func TestDeadLines(t *testing.T) {
	for _, c := range [...]struct {
		command string // $BIN has openhook-shim, $NO has not
		scope   setup.Scope
		goes    bool
		named   bool
	}{
		{"$NO/openhook-shim --timeout 54s -- /x/y.sh", setup.UserScope, true, false},
		{"'$NO/a b/openhook-shim' -- /x", setup.UserScope, true, false},
		{"$NO/openhook-shim.exe", setup.UserScope, true, false},
		{"$BIN/openhook-shim -- /x/y.sh", setup.UserScope, false, true},
		{"openhook-shim -- /x/y.sh", setup.UserScope, false, true},
		{"$NO/openhook-shimmer -- /x", setup.UserScope, false, false},
		{"$NO/other openhook-shim", setup.UserScope, false, false},
		{"echo '", setup.UserScope, false, false},
		// Where these lead only the shell knows that runs them.
		{`"$HOME"/no/openhook-shim -- /x`, setup.UserScope, false, true},
		{"~/no/openhook-shim -- /x", setup.UserScope, false, true},
		{"${OPENHOOK_DIR}/openhook-shim -- /x", setup.UserScope, false, true},
		{"./no/openhook-shim -- /x", setup.UserScope, false, true},
		{"tools/openhook-shim -- ./guard.sh", setup.ProjectScope, false, true},
		{`"$CLAUDE_PROJECT_DIR"/tools/openhook-shim -- ./guard.sh`, setup.ProjectScope, false, true},
		{"$NO/openhook-shim -- ./guard.sh", setup.ProjectScope, true, false},
		// As openhook install writes it for a repository, for another's clone.
		{hook{shim: shimName, argv: []string{"./x.sh"}, portable: true}.launcher("claude-code",
			event{tableName: "Stop"}) + "exec openhook-shim -- ./x.sh", setup.ProjectScope, true, false},
		{hook{shim: shimName, argv: []string{"./x.sh"}, portable: true}.launcher("claude-code",
			event{tableName: "Stop"}) + "exec openhook-shim -- ./x.sh", setup.UserScope, false, true},
	} {
		for _, source := range [...]string{"claude-code", "kimi", "kiro"} {
			if c.scope == setup.ProjectScope && source != "claude-code" {
				continue
			}
			m := newMachine(t)
			tool := m.tool(source)
			command := strings.NewReplacer("$BIN", m.bin, "$NO", m.home+"/no").Replace(c.command)
			path := m.path(tool, c.scope)
			text := foreign(t, tool.installFile(c.scope).Layout, "Stop")
			m.write(path, strings.Replace(text, "other one",
				strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(command), 1), 0o644)
			hooks := m.hooks(tool, c.scope)
			before := m.files()
			sub := filepath.Join(m.project, "sub")
			if err := os.Mkdir(sub, 0o755); err != nil {
				t.Fatal(err)
			}
			t.Chdir(sub)
			out, code := m.run("uninstall", scopes[c.scope], "--yes")
			if (code == 1) != c.named || code > 1 {
				t.Errorf("%s: it ends with %d\n%s", command, code, out)
			}
			if err := os.Remove(sub); err != nil {
				t.Fatal(err)
			}
			t.Chdir(m.project)
			left := m.hooks(tool, c.scope)
			if len(hooks) != 2 || hooks[0].Command != command || (len(left) == 1) != c.goes {
				t.Errorf("%s: of %+v %+v is left\n%s", command, hooks, left, out)
			}
			if !c.goes {
				m.same(before, command)
			}
			if strings.Contains(out, path+":") != c.named {
				t.Errorf("%s:\n%s", command, out)
			}
		}
	}
}

// Where the record is gone, as with synced dotfiles, the lines are known by their form:
// one hook of two goes, then all of them, and what is somebody else's stays.
func TestWithoutRecord(t *testing.T) {
	for _, source := range sources(setup.UserScope) {
		t.Run(source, func(t *testing.T) {
			m := newMachine(t)
			tool := m.tool(source)
			layout := tool.installFile(setup.UserScope).Layout
			alone := layout.Syntax == setup.Script || layout.Syntax == setup.Plugin
			if !alone {
				m.write(m.path(tool, setup.UserScope), foreign(t, layout, "Stop"), 0o644)
			}
			others := len(m.hooks(tool, setup.UserScope))
			m.write(m.project+"/a b}'s.sh", denies, 0o755)
			m.do("install", source, "--yes", "--", "./a b}'s.sh", "--word", "$HOME")
			first := len(m.hooks(tool, setup.UserScope))
			if layout.Syntax != setup.Script { // of which there is one for an event
				m.do("install", source, "--yes", "--fail-closed", "--timeout", "7s", "--shim-flags",
					"--tools shell --degrade ask=deny", "-c", "exit 2")
			}
			if err := os.RemoveAll(m.state()); err != nil {
				t.Fatal(err)
			}
			m.do("uninstall", source, "--yes", "-c", "exit 2")
			if left := len(m.hooks(tool, setup.UserScope)); left != first {
				t.Errorf("%d hooks are left of two, %d were of the first", left, first)
			}
			out := m.do("uninstall", source, "--yes")
			if left := len(m.hooks(tool, setup.UserScope)); left != others {
				t.Errorf("%d hooks are left, %d are somebody else's\n%s", left, others, out)
			}
			if kept := m.kept(); len(kept) > 0 {
				t.Errorf("%q are left", kept)
			}
			if _, err := os.Stat(m.state()); !os.IsNotExist(err) {
				t.Errorf("the state folder is left: %v", err)
			}
		})
	}
}

// What shall go is what was asked for, and nothing else.
func TestUninstallSome(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	install := [][]string{
		{"install", "vscode-copilot", "--yes", "--", "./guard.sh"}, // before what brings it along
		{"install", "claude-code", "cursor", "--yes", "--", "./guard.sh"},
		{"install", "claude-code", "--yes", "-c", "exit 0"},
		{"install", "claude-code", "--yes"},
		{"install", "claude-code", "--project", "--yes", "--", "./guard.sh"},
	}
	for _, c := range [...]struct {
		args string
		left string // user's Claude Code, Cursor, the project's Claude Code, VS Code
	}{
		{"", "0 0 7 0"},
		{"claude-code", "0 7 7 7"},
		{"cursor", "21 0 7 7"},
		{"vscode-copilot", "21 7 7 0"},
		{"--project", "21 7 0 7"},
		{"--project cursor", "21 7 7 7"},
		{"-- ./guard.sh", "14 0 7 0"},
		{"-- $PROJECT/guard.sh", "14 0 7 0"},
		{"-- ./other.sh", "21 7 7 7"},
		{"-c 'exit 0'", "14 7 7 7"},
		{"claude-code -- ./guard.sh", "14 7 7 7"},
		{"--project -- ./guard.sh", "21 7 0 7"},
		{"--dry-run", "21 7 7 7"},
	} {
		m := newMachine(t)
		m.write(m.project+"/other.sh", denies, 0o755)
		for _, args := range install {
			m.do(args...)
		}
		args := []string{"uninstall", "--yes"}
		if c.args != "" {
			words := strings.NewReplacer("$PROJECT", m.project, "'exit 0'", "exit\x000").Replace(c.args)
			for word := range strings.FieldsSeq(words) {
				args = append(args, strings.ReplaceAll(word, "\x00", " "))
			}
		}
		out := m.do(args...)
		var left []string
		for _, of := range [...]struct {
			source string
			scope  setup.Scope
		}{{"claude-code", setup.UserScope}, {"cursor", setup.UserScope}, {"claude-code", setup.ProjectScope},
			{"vscode-copilot", setup.UserScope}} {
			left = append(left, strconv.Itoa(len(m.hooks(m.tool(of.source), of.scope))))
		}
		if got := strings.Join(left, " "); got != c.left {
			t.Errorf("%s: %s are left, want %s\n%s", c.args, got, c.left, out)
		}
	}
}

// Another project's hooks stay, whatever it is called.
func TestUninstallOtherProject(t *testing.T) {
	m := newMachine(t)
	other := m.project + "-two"
	m.write(other+"/.git/HEAD", "", 0o644)
	m.write(other+"/guard.sh", denies, 0o755)
	t.Chdir(other)
	m.do("install", "cursor", "--project", "--yes", "--", "./guard.sh")
	want := m.read(other + "/.cursor/hooks.json")
	t.Chdir(m.project)
	m.do("install", "cursor", "--project", "--yes", "--", "./guard.sh")
	m.do("uninstall", "--project", "--yes")
	if _, err := os.Stat(m.project + "/.cursor"); !os.IsNotExist(err) || m.read(other+"/.cursor/hooks.json") != want {
		t.Errorf("%v, %s", err, m.read(other+"/.cursor/hooks.json"))
	}
}
