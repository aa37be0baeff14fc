//go:build unix

package install

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// restored is a machine on which two tools had settings, one of them private, and others
// had none.
func restored(t *testing.T) (m *machine, claude, kimi, before string) {
	t.Helper()
	m = newMachine(t)
	claude, kimi = m.path(m.tool("claude-code"), setup.UserScope), m.path(m.tool("kimi"), setup.UserScope)
	m.write(claude, "{\"key\": \"secret\"}", 0o600)
	m.write(kimi, "x = 1", 0o644)
	before = m.files()
	m.do("install", "claude-code", "kimi", "cursor", "cline", "opencode", "--yes", "--", "./guard.sh")
	return m, claude, kimi, before
}

func TestRestore(t *testing.T) {
	for name, meanwhile := range map[string]func(m *machine, claude, kimi string){
		"nothing": func(*machine, string, string) {},
		"written": func(m *machine, claude, kimi string) {
			m.write(claude, "{}", 0o600)
			m.write(kimi, "y = 1", 0o644)
		},
		"broken": func(m *machine, claude, kimi string) {
			m.write(claude, "{", 0o600)
			m.write(kimi, "=", 0o644)
		},
		"removed": func(m *machine, claude, kimi string) {
			for _, path := range [...]string{claude, filepath.Dir(kimi), filepath.Join(m.home, ".cursor")} {
				if err := os.RemoveAll(path); err != nil {
					m.Fatal(err)
				}
			}
		},
		"a second hook": func(m *machine, claude, kimi string) {
			m.write(claude, strings.Replace(m.read(claude), "secret", "other", 1), 0o600)
			m.do("install", "claude-code", "kimi", "cursor", "opencode", "--yes", "--", "./guard.sh", "second")
		},
		"the same again": func(m *machine, claude, kimi string) {
			m.do("install", "claude-code", "kimi", "--timeout", "5s", "--yes", "--", "./guard.sh")
		},
		"half undone": func(m *machine, claude, kimi string) { m.do("uninstall", "claude-code", "cline", "--yes") },
	} {
		t.Run(name, func(t *testing.T) {
			m, claude, kimi, before := restored(t)
			meanwhile(m, claude, kimi)
			if name == "half undone" {
				kimi = ""
			}
			changed := m.files()
			m.do("restore", "--dry-run")
			m.same(changed, "restore --dry-run")
			if out, code := m.run("restore"); code != 64 || !strings.Contains(out, "--yes") {
				t.Errorf("%d\n%s", code, out)
			}
			m.same(changed, "restore that cannot ask")
			m.do("restore", "--yes")
			m.same(before, "restore")
			if kept := m.kept(); len(kept) > 0 {
				t.Errorf("%q are left", kept)
			}
			if out := m.do("restore", "--yes"); !strings.Contains(out, "openhook has no backups") {
				t.Errorf("%s", out)
			}
			if out := m.do("uninstall", "--yes"); !strings.Contains(out, "found no hook of openhook install") {
				t.Errorf("%s", out)
			}
		})
	}
}

func TestRestoreSome(t *testing.T) {
	m, claude, kimi, _ := restored(t)
	changed := m.files()
	for _, args := range [...][]string{{"nope.json"}, {kimi, "nope.json"}, {kimi, "--", "nope.json"}} {
		out, code := m.run(append([]string{"restore", "--yes"}, args...)...)
		if code != 66 || !strings.Contains(out, "openhook has no backup of nope.json") {
			t.Errorf("%q: %d\n%s", args, code, out)
		}
		m.same(changed, "restore of what is not kept")
	}
	t.Chdir(filepath.Dir(kimi))
	m.do("restore", "--yes", "--", "config.toml")
	t.Chdir(m.project)
	if m.read(kimi) != "x = 1" || !strings.Contains(m.read(claude), shimName) {
		t.Errorf("%s\n%s", m.read(kimi), m.read(claude))
	}
	m.do("uninstall", "--yes")
	if m.read(claude) != "{\"key\": \"secret\"}" || m.read(kimi) != "x = 1" {
		t.Errorf("%s\n%s", m.read(kimi), m.read(claude))
	}
}

// One that cannot be put back keeps nobody else's from it, and can be tried again.
func TestRestoreBad(t *testing.T) {
	m, claude, kimi, before := restored(t)
	if err := os.Remove(claude); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(claude, 0o755); err != nil {
		t.Fatal(err)
	}
	out, code := m.run("restore", "--yes")
	if code != 1 || !strings.Contains(out, claude+" is a folder") || m.read(kimi) != "x = 1" {
		t.Errorf("%d, %s\n%s", code, m.read(kimi), out)
	}
	if err := os.Remove(claude); err != nil {
		t.Fatal(err)
	}
	m.do("restore", "--yes")
	m.same(before, "the second restore")
}

// What is kept may be broken: it is said which file that is, and nothing is done.
func TestBrokenRecords(t *testing.T) {
	for _, dir := range [...]string{recordDir, backupDir} {
		for _, text := range [...]string{"", "{", "[]", `{"file": 1}`} {
			m := newMachine(t)
			m.do("install", "claude-code", "--yes", "--", "./guard.sh")
			files, err := filepath.Glob(filepath.Join(m.state(), dir, "*.json"))
			if err != nil || len(files) != 1 {
				t.Fatalf("%q, %v", files, err)
			}
			m.write(files[0], text, 0o600)
			before := m.files()
			for _, command := range [...]string{"install", "uninstall", "restore"} {
				args := []string{command, "--yes"}
				switch {
				case command != "restore":
					args = append(args, "claude-code", "--", "./guard.sh")
				}
				if dir == backupDir && command != "restore" {
					continue // they need none
				}
				out, code := m.run(args...)
				if code != 1 || !strings.Contains(out, files[0]+" is broken: ") {
					t.Errorf("%s %q: %d\n%s", args, text, code, out)
				}
				m.same(before, command)
			}
		}
	}
}
