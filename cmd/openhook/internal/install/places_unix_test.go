//go:build unix

package install

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A hook is taken out by the words that it was put in with, from another folder and when
// its files are gone too.
func TestUninstallOfWhatIsGone(t *testing.T) {
	for _, c := range [...]struct {
		install, uninstall string
		gone               bool
	}{
		{"./guard.sh", "./guard.sh", true},
		{"./guard.sh", "$P/guard.sh", true},
		{"./guard.sh", "../guard.sh", false}, // said in a folder below
		{"./guard.sh --rules rules.txt", "./guard.sh --rules rules.txt", true},
		{"./guard.sh --rules ./rules.txt", "./guard.sh --rules rules.txt", true},
		{"runner guard.sh", "runner guard.sh", true},
		{"runner guard.sh", "$B/runner ./guard.sh", true},
		{"runner guard.sh", "runner other.sh", false},
		{"./guard.sh", "./guard.sh more", false},
		{"./guard.sh a", "./guard.sh b", false},
		{"./guard.sh", "guard.sh", true},
		{"./guard.sh", "guard", false}, // a program of that name
	} {
		for _, flag := range scopes {
			if flag == "--project" && strings.Contains(c.install+c.uninstall, "runner") {
				continue
			}
			m := newMachine(t)
			m.write(filepath.Join(m.project, "rules.txt"), "", 0o644)
			m.write(filepath.Join(m.project, "sub", "x"), "", 0o644)
			m.write(filepath.Join(m.bin, "runner"), "#!/bin/sh\nexec /bin/sh \"$@\"\n", 0o755)
			words := func(s string) []string {
				return strings.Fields(strings.NewReplacer("$P", m.project, "$B", m.bin).Replace(s))
			}
			before := m.files()
			m.do(append([]string{"install", "cursor", flag, "--yes", "--events", "tool.start", "--"},
				words(c.install)...)...)
			for _, name := range [...]string{m.project + "/guard.sh", m.project + "/rules.txt", m.bin + "/runner"} {
				if err := os.Rename(name, name+"-gone"); err != nil {
					t.Fatal(err)
				}
			}
			out := m.do(append([]string{"uninstall", flag, "--yes", "--"}, words(c.uninstall)...)...)
			if gone := strings.Contains(out, "removed from"); gone != c.gone {
				t.Errorf("%+v %s:\n%s", c, flag, out)
			}
			t.Chdir(filepath.Join(m.project, "sub"))
			if c.uninstall == "../guard.sh" {
				if out = m.do("uninstall", flag, "--yes", "--", "../guard.sh"); !strings.Contains(out, "removed from") {
					t.Errorf("%+v %s:\n%s", c, flag, out)
				}
			}
			m.do("uninstall", flag, "--yes")
			t.Chdir(m.project)
			for _, name := range [...]string{m.project + "/guard.sh", m.project + "/rules.txt", m.bin + "/runner"} {
				if err := os.Rename(name+"-gone", name); err != nil {
					t.Fatal(err)
				}
			}
			m.same(before, "uninstall")
		}
	}
}

// Files of somebody's dotfiles are edited where they are.
func TestLinkedSettings(t *testing.T) {
	m := newMachine(t)
	m.write(m.home+"/dotfiles/claude.json", "{}\n", 0o600)
	m.write(m.home+"/dotfiles/kimi/config.toml", "x = 1\n", 0o640)
	for _, c := range [...]struct{ to, at string }{
		{"../dotfiles/claude.json", ".claude/settings.json"},
		{"dotfiles/kimi", ".kimi-code"},
		{"dotfiles", ".cursor"}, // a folder without the file
	} {
		at := filepath.Join(m.home, c.at)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(c.to, at); err != nil {
			t.Fatal(err)
		}
	}
	before := m.files()
	m.do("install", "claude-code", "kimi", "cursor", "--yes", "--", "./guard.sh")
	for _, name := range [...]string{"claude.json", "kimi/config.toml", "hooks.json"} {
		if !strings.Contains(m.read(m.home+"/dotfiles/"+name), shimName) {
			t.Errorf("%s: %s", name, m.read(m.home+"/dotfiles/"+name))
		}
	}
	m.do("uninstall", "--yes")
	m.same(before, "uninstall")
}

// A tool's folder may have moved since.
func TestMovedFolder(t *testing.T) {
	m := newMachine(t)
	before := m.files()
	t.Setenv("CLAUDE_CONFIG_DIR", m.home+"/elsewhere")
	m.do("install", "claude-code", "--yes", "--", "./guard.sh")
	if !strings.Contains(m.read(m.home+"/elsewhere/settings.json"), shimName) {
		t.Error(m.files())
	}
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	m.do("uninstall", "--yes")
	m.same(before, "uninstall")
}

// A project is the repository around where one stands, and its hooks are named from there.
func TestFromAFolderBelow(t *testing.T) {
	m := newMachine(t)
	m.write(filepath.Join(m.project, "a", "b", "hook.sh"), denies, 0o755)
	before := m.files()
	t.Chdir(filepath.Join(m.project, "a"))
	m.do("install", "claude-code", "--project", "--yes", "--", "./b/hook.sh", "../guard.sh")
	for _, h := range m.hooks(m.tool("claude-code"), setup.ProjectScope) {
		if !strings.HasSuffix(h.Command, " -- ./a/b/hook.sh ./guard.sh") {
			t.Errorf("%s", h.Command)
		}
	}
	if _, err := os.Stat(filepath.Join(m.project, ".claude", "settings.json")); err != nil {
		t.Error(err)
	}
	t.Chdir(m.project)
	m.do("uninstall", "--project", "--yes", "--", "a/b/hook.sh", "guard.sh")
	m.same(before, "uninstall")
}

// What is kept may hold secrets, so it is the user's alone.
func TestKeptIsPrivate(t *testing.T) {
	m := newMachine(t)
	m.write(m.path(m.tool("claude-code"), setup.UserScope), `{"key": "secret"}`, 0o644)
	m.do("install", "claude-code", "--yes", "--", "./guard.sh")
	seen := 0
	err := filepath.WalkDir(m.state(), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if want := map[bool]fs.FileMode{true: 0o700, false: 0o600}[d.IsDir()]; err == nil &&
			info.Mode().Perm() != want {
			t.Errorf("%v %s", info.Mode(), path)
		}
		seen++
		return err
	})
	if err != nil || seen != 5 {
		t.Errorf("%d, %v", seen, err)
	}
}
