//go:build unix

package install

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

const ownFile = `{
  // mine
  "permissions": {"allow": ["Bash(ls)"]},
  "hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "mine"}]}]}
}
`

// Of two installs at once none is lost, nor is what either keeps.
func TestInstallsAtOnce(t *testing.T) {
	for range 8 {
		m := newMachine(t)
		tool := m.tool("claude-code")
		path := m.path(tool, setup.UserScope)
		m.write(path, ownFile, 0o644)
		m.write(m.project+"/second.sh", denies, 0o755)
		var wait sync.WaitGroup
		for _, hook := range [...]string{"./guard.sh", "./second.sh"} {
			wait.Go(func() {
				if out, code := m.run("install", "claude-code", "--yes", "--events", "tool.start", "--",
					hook); code != 0 || !strings.Contains(out, "deny works") {
					t.Errorf("%s: %d\n%s", hook, code, out)
				}
			})
		}
		wait.Wait()
		if hooks := m.hooks(tool, setup.UserScope); len(hooks) != 3 {
			t.Fatalf("%+v", hooks)
		}
		m.do("uninstall", "--yes")
		if got := m.read(path); got != ownFile {
			t.Fatalf("it is\n%s", got)
		}
	}
}

// An install that is killed at any moment loses nothing, and the next one leaves nothing
// of it.
func TestKilled(t *testing.T) {
	m := newMachine(t)
	tool := m.tool("claude-code")
	path := m.path(tool, setup.UserScope)
	m.write(path, ownFile, 0o644)
	for i := range 12 {
		c := exec.Command(os.Args[0], "claude-code", "--yes", "--timeout", fmt.Sprint(10+i, "s"), "--", "./guard.sh")
		c.Env = append(os.Environ(), childVar+"=1")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Duration(5+6*i)*time.Millisecond, func() { c.Process.Kill() })
		c.Wait()
		if got := m.read(path); !strings.Contains(got, `"mine"`) || !strings.HasSuffix(got, "}\n") {
			t.Fatalf("it is\n%s", got)
		}
		// What one that was killed may have left.
		for _, dir := range [...]string{filepath.Dir(path), m.state() + "/" + recordDir} {
			m.write(fmt.Sprintf("%s/.settings.json.openhook-%d", dir, 1000+i), "half", 0o600)
		}
		m.do("install", "gemini-cli", "--yes", "--", "./guard.sh")
		filepath.WalkDir(m.home, func(path string, _ fs.DirEntry, _ error) error {
			if strings.Contains(path, ".openhook-") {
				t.Errorf("%s is left", path)
			}
			return nil
		})
	}
	m.do("install", "claude-code", "--yes", "--", "./guard.sh")
	m.do("uninstall", "--yes")
	if got := m.read(path); got != ownFile {
		t.Errorf("it is\n%s", got)
	}
	// Killed when it had kept what is in the file, and nothing else.
	if err := (&backup{File: path, Data: []byte(ownFile), Mode: 0o644}).write(); err != nil {
		t.Fatal(err)
	}
	m.do("uninstall", "--yes")
	if kept := m.kept(); len(kept) > 0 {
		t.Errorf("%q are left", kept)
	}
}

// A line that would not work does not take the place of one that does.
func TestWorksBefore(t *testing.T) {
	m := newMachine(t)
	m.do("install", "claude-code", "--yes", "--", "./guard.sh")
	m.write(m.project+"/broken.sh", "#!/bin/sh\nexit 1\n", 0o755)
	before := m.files()
	for _, c := range [...]struct {
		code int
		says string
		args []string
	}{
		{64, "--shim-flags: --log ~/audit.jsonl is ignored; use an absolute path",
			[]string{"--shim-flags", "--log=~/audit.jsonl", "--", "./guard.sh"}},
		{64, "--shim-flags: unknown flag --lgo", []string{"--shim-flags", "--lgo x", "--", "./guard.sh"}},
		{1, "not written because the line does not work: ", []string{"--", "./broken.sh"}},
		{1, "not written because the line does not work: ", []string{"--timeout", "1ms", "-c", "exec sleep 5"}},
	} {
		out, code := m.run(append([]string{"install", "claude-code", "--yes"}, c.args...)...)
		if code != c.code || !strings.Contains(out, c.says) {
			t.Errorf("%q: %d\n%s", c.args, code, out)
		}
		m.same(before, strings.Join(c.args, " "))
	}
	if out := m.do("install", "claude-code", "--yes", "--shim-flags", "--observe", "--",
		"./guard.sh"); !strings.Contains(out, "deny works, without --observe") {
		t.Error(out)
	}
}

// A file that the tool ignores once the line is in it is put back, with what is kept of it.
func TestPutBack(t *testing.T) {
	m := newMachine(t)
	path := m.path(m.tool("claude-code"), setup.UserScope)
	m.write(path, ownFile, 0o644)
	m.do("install", "claude-code", "--yes", "--", "./guard.sh")
	before, kept := m.files(), m.keptTexts()
	c := Command(func(_ settings.Place, t *Tool, path string) string {
		if data, _ := os.ReadFile(path); strings.Contains(string(data), "7s") ||
			t.Source == "gemini-cli" && len(data) > 0 {
			return "the file is ignored"
		}
		return ""
	})
	c.SilenceErrors, c.SilenceUsage = true, true
	c.Flags().Bool("json", false, "")
	c.Flags().String("color", "auto", "")
	var b strings.Builder
	c.SetOut(&b)
	c.SetArgs([]string{"claude-code", "gemini-cli", "--yes", "--timeout", "7s", "--", "./guard.sh"})
	if err := c.Execute(); err == nil || strings.Count(b.String(), "restored ") != 2 ||
		strings.Contains(b.String(), "deny works") {
		t.Errorf("%v\n%s", err, b.String())
	}
	m.same(before, "an install that is ignored")
	if now := m.keptTexts(); now != kept {
		t.Errorf("kept was\n%s\nis\n%s", kept, now)
	}
	m.do("uninstall", "--yes")
	if got := m.read(path); got != ownFile {
		t.Errorf("it is\n%s", got)
	}
}

func (m *machine) keptTexts() string {
	var b strings.Builder
	for _, name := range m.kept() {
		b.WriteString(name + "\n" + m.read(name))
	}
	return b.String()
}

// A hard link is not cut.
func TestHardLink(t *testing.T) {
	m := newMachine(t)
	path := m.path(m.tool("claude-code"), setup.UserScope)
	m.write(path, ownFile, 0o644)
	if err := os.Link(path, m.home+"/dotfiles.json"); err != nil {
		t.Fatal(err)
	}
	before := m.files()
	out, code := m.run("install", "claude-code", "--yes", "--", "./guard.sh")
	if code != 1 || !strings.Contains(out, path+" is a hard link") {
		t.Errorf("%d\n%s", code, out)
	}
	m.same(before, "install")
}

// A project's settings that lead out of it are not written, nor is anything taken out there.
func TestProjectLeads(t *testing.T) {
	m := newMachine(t)
	m.write(m.home+"/.claude/settings.json", ownFile, 0o644)
	m.do("install", "claude-code", "--project", "--yes", "--", "./guard.sh")
	os.RemoveAll(m.project + "/.claude")
	if err := os.Symlink(m.home+"/.claude", m.project+"/.claude"); err != nil {
		t.Fatal(err)
	}
	before := m.files()
	for _, verb := range [...][]string{{"install", "claude-code", "--project", "--yes", "--", "./guard.sh"},
		{"uninstall", "--project", "--yes"}} {
		if out, code := m.run(verb...); code != 1 || !strings.Contains(out, "is a link out of the project") {
			t.Errorf("%q: %d\n%s", verb, code, out)
		}
		m.same(before, verb[0])
	}
	if _, code := m.run("restore", "--yes"); code != 1 {
		t.Errorf("restore: %d", code)
	}
	m.same(before, "restore")
}
