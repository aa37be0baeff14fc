//go:build unix

package install

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// What happens to a file between two runs.
func TestAgain(t *testing.T) {
	const claude, cursor = ".claude/settings.json", ".cursor/hooks.json"
	install := func(m *machine, args ...string) {
		m.do(append([]string{"install", "claude-code", "--yes"}, args...)...)
	}
	for name, c := range map[string]struct {
		before string // of Claude Code's file, "" for none
		do     func(m *machine, path string)
		after  string
	}{
		"the first again after the second": {"{\n}\n", func(m *machine, path string) {
			install(m, "--", "./guard.sh")
			install(m, "--", "./guard.sh", "second")
			both := m.files()
			install(m, "--", "./guard.sh")
			m.same(both, "the first again")
		}, "{\n}\n"},
		"the first otherwise after the second": {`{"hooks": {}, "x": 1}`, func(m *machine, path string) {
			install(m, "--", "./guard.sh")
			install(m, "--", "./guard.sh", "second")
			install(m, "--timeout", "7s", "--", "./guard.sh")
			if data := m.read(path); strings.Count(data, "guard.sh second") != 7 ||
				strings.Count(data, "--timeout 7s") != 7 || strings.Count(data, "/guard.sh") != 14 {
				m.Errorf("%s", data)
			}
		}, `{"hooks": {}, "x": 1}`},
		"formatted by a person": {"{}", func(m *machine, path string) {
			install(m, "--", "./guard.sh")
			m.write(path, strings.ReplaceAll(m.read(path), ":", " : "), 0o644)
			theirs := m.files()
			install(m, "--", "./guard.sh")
			m.same(theirs, "the same again")
		}, "{}"},
		"one event lost": {"{}", func(m *machine, path string) {
			install(m, "--", "./guard.sh")
			m.write(path, strings.Replace(m.read(path), "Stop", "Stopped", 1), 0o644)
			install(m, "--", "./guard.sh")
			if hooks := m.hooks(m.tool("claude-code"), setup.UserScope); len(hooks) != 7 ||
				strings.Contains(m.read(path), "Stopped") {
				m.Errorf("%s", m.read(path))
			}
		}, "{}"},
		"fewer events": {"", func(m *machine, path string) {
			install(m, "--", "./guard.sh")
			install(m, "--events", "tool.start", "--", "./guard.sh")
			if hooks := m.hooks(m.tool("claude-code"), setup.UserScope); len(hooks) != 1 {
				m.Errorf("%+v", hooks)
			}
		}, ""},
		"removed by a person": {"", func(m *machine, path string) {
			install(m, "--", "./guard.sh")
			if err := os.RemoveAll(filepath.Dir(path)); err != nil {
				m.Fatal(err)
			}
			install(m, "--", "./guard.sh")
		}, ""},
		"removed by a person and made here": {"{\"x\": 1}", func(m *machine, path string) {
			install(m, "--", "./guard.sh")
			if err := os.Remove(path); err != nil {
				m.Fatal(err)
			}
			install(m, "--", "./guard.sh")
		}, ""},
		"removed for good": {"", func(m *machine, path string) {
			install(m, "--", "./guard.sh")
			if err := os.Remove(path); err != nil {
				m.Fatal(err)
			}
		}, ""},
		"emptied": {"{}", func(m *machine, path string) {
			install(m, "--", "./guard.sh")
			m.write(path, "", 0o644)
			install(m, "--", "./guard.sh")
		}, ""},
		"not writable the second time": {"{}", func(m *machine, path string) {
			install(m, "--", "./guard.sh")
			if err := os.Chmod(path, 0o444); err != nil {
				m.Fatal(err)
			}
			installed := m.files()
			out, code := m.run("install", "claude-code", "--yes", "--timeout", "7s", "--", "./guard.sh")
			if code == 0 || !strings.Contains(out, path+" is read-only") || strings.Contains(out, "deny works") {
				m.Errorf("%d\n%s", code, out)
			}
			m.same(installed, "the second install")
			if err := os.Chmod(path, 0o644); err != nil {
				m.Fatal(err)
			}
		}, "{}"},
		"not writable the first time": {"{}", func(m *machine, path string) {
			if err := os.Chmod(path, 0o444); err != nil {
				m.Fatal(err)
			}
			if out, code := m.run("install", "claude-code", "--yes", "--", "./guard.sh"); code == 0 ||
				!strings.Contains(out, path+" is read-only") {
				m.Errorf("%d\n%s", code, out)
			}
			if kept := m.kept(); len(kept) > 0 {
				m.Errorf("%q", kept)
			}
			if out := m.do("restore", "--yes"); !strings.Contains(out, "openhook has no backups") {
				m.Errorf("%s", out)
			}
			if err := os.Chmod(path, 0o644); err != nil {
				m.Fatal(err)
			}
		}, "{}"},
		"of two tools below one folder": {"", func(m *machine, path string) {
			m.do("install", "gemini-cli", "--yes", "--", "./guard.sh")
			m.do("install", "antigravity", "--yes", "--", "./guard.sh")
			m.do("uninstall", "gemini-cli", "--yes")
		}, ""},
		"a key that voids the file": {"", func(m *machine, _ string) {
			path := filepath.Join(m.home, ".codex", "hooks.json")
			m.do("install", "codex", "--yes", "--", "./guard.sh")
			m.write(path, strings.Replace(m.read(path), "{", "{\n  \"x\": 1,", 1), 0o644)
			out, code := m.run("install", "codex", "--yes", "--", "./guard.sh")
			if code != 1 || !strings.Contains(out, path+": line 2: the tool ignores the file because of \"x\"") ||
				strings.Contains(out, "deny works") {
				m.Errorf("%d\n%s", code, out)
			}
			m.do("uninstall", "--yes")
			if got := m.read(path); got != "{\n  \"x\": 1\n}\n" {
				m.Errorf("%q", got)
			}
			if err := os.RemoveAll(filepath.Dir(path)); err != nil {
				m.Fatal(err)
			}
		}, ""},
		"another's hook needs what we put in": {"", func(m *machine, _ string) {
			path := filepath.Join(m.home, cursor)
			m.write(path, `{"hooks":{"afterFileEdit":[]}}`, 0o644)
			m.do("install", "cursor", "--yes", "--", "./guard.sh")
			theirs := strings.Replace(m.read(path), `[]`, `[{"command":"theirs"}]`, 1)
			m.write(path, theirs, 0o644)
			m.do("uninstall", "--yes")
			if got := m.read(path); got != `{"hooks":{"afterFileEdit":[{"command":"theirs"}]},"version":1}` {
				m.Errorf("%s", got)
			}
			if err := os.RemoveAll(filepath.Dir(path)); err != nil {
				m.Fatal(err)
			}
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t)
			path := filepath.Join(m.home, claude)
			if c.before != "" {
				m.write(path, c.before, 0o644)
			}
			c.do(m, path)
			m.do("uninstall", "--yes")
			got, err := os.ReadFile(path)
			if c.after != string(got) || (err == nil) != (c.after != "") && name != "emptied" {
				t.Errorf("%q is left, %v", got, err)
			}
			left, err := os.ReadDir(m.home)
			if err != nil || len(left) > 2 || len(left) == 2 && c.before == "" {
				t.Errorf("%v are left, %v", left, err)
			}
			if kept := m.kept(); len(kept) > 0 {
				t.Errorf("%q are left", kept)
			}
		})
	}
}
