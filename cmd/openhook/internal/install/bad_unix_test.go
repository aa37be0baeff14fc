//go:build unix

package install

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// bad are files that cannot be edited: what is done to the path, and what is said of it.
var bad = map[string]struct {
	source string
	make   func(m *machine, path string) error
	says   string // behind the path
}{
	"broken":        {"claude-code", text("{\n\"a\": 1,\n\"b\"\n"), ": line 4, column 1: "},
	"broken TOML":   {"kimi", text("a = 1\r\nb\r\n"), ": line 2, column "},
	"twice":         {"claude-code", text("{\"hooks\": {},\n\"hooks\": {}}"), ": line 2: \"hooks\" occurs twice"},
	"twice in TOML": {"kimi", text("a = 1\na = 2\n"), ": line 2, column 1: "},
	"null":          {"claude-code", text("{\n\"hooks\": null}"), ": line 2: \"hooks\" is not an object"},
	"a list":        {"cursor", text("\n[]"), ": line 2: the file is not an object"},
	"inline":        {"kimi", text("\nhooks = []\n"), ": line 2: hooks is not a list of tables"},
	"read-only": {"claude-code", func(m *machine, path string) error {
		m.write(path, "{}", 0o444)
		return nil
	}, " is read-only"},
	"a folder": {"claude-code", func(_ *machine, path string) error { return os.MkdirAll(path, 0o755) },
		" is a folder"},
	"a pipe": {"claude-code", func(_ *machine, path string) error {
		os.MkdirAll(filepath.Dir(path), 0o755)
		return syscall.Mkfifo(path, 0o644)
	}, " is not a regular file"},
	"a link to nothing": {"claude-code", func(m *machine, path string) error {
		os.MkdirAll(filepath.Dir(path), 0o755)
		return os.Symlink("nowhere", path)
	}, " is a link to a file that does not exist"},
	"huge": {"claude-code", func(m *machine, path string) error {
		m.write(path, "{}", 0o644)
		return os.Truncate(path, settings.MaxFile+1)
	}, " is larger than 16 MiB"},
	"a script of somebody's": {"cline", func(m *machine, path string) error {
		m.write(strings.Replace(path, "*", "PreToolUse", 1), denies, 0o755)
		return nil
	}, ": exists already, and openhook did not write it"},
}

func text(s string) func(*machine, string) error {
	return func(m *machine, path string) error {
		m.write(path, s, 0o644)
		return nil
	}
}

// Of a bad file it is said what is wrong and where; it is not touched, and the other
// tools are done.
func TestBadFiles(t *testing.T) {
	for name, c := range bad {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t)
			path := m.path(m.tool(c.source), setup.UserScope)
			if err := c.make(m, path); err != nil {
				t.Fatal(err)
			}
			path = strings.Replace(path, "*", "PreToolUse", 1)
			before := m.files()
			gemini := m.path(m.tool("gemini-cli"), setup.UserScope)
			out, code := m.run("install", c.source, "gemini-cli", "--yes", "--", "./guard.sh")
			if code != 1 || !strings.Contains(out, path+c.says) || !strings.Contains(out, "Gemini CLI: deny works\n") {
				t.Errorf("%d, want 1 and %s%s\n%s", code, path, c.says, out)
			}
			if strings.Contains(out, m.tool(c.source).Product+": deny works") {
				t.Errorf("it does not:\n%s", out)
			}
			hooks := m.hooks(m.tool("gemini-cli"), setup.UserScope)
			if len(hooks) == 0 {
				t.Error("nothing in ", gemini)
			}
			if out, code := m.run("uninstall", "--yes"); code > 1 ||
				!strings.Contains(out, "Gemini CLI: removed from ") {
				t.Errorf("%d\n%s", code, out)
			}
			m.same(before, "install and uninstall")
			if kept := m.kept(); len(kept) > 0 {
				t.Errorf("%q are left", kept)
			}
		})
	}
}

// The same where the file has become bad since: what is known of it is kept.
func TestBadSince(t *testing.T) {
	for name, c := range bad {
		if name == "a script of somebody's" || name == "null" || name == "a list" || name == "inline" ||
			name == "twice" {
			continue // they are no worse than others to take something out of
		}
		t.Run(name, func(t *testing.T) {
			m := newMachine(t)
			path := m.path(m.tool(c.source), setup.UserScope)
			m.do("install", c.source, "gemini-cli", "--yes", "--", "./guard.sh")
			good := m.read(path)
			if name == "read-only" {
				os.Chmod(path, 0o444)
			} else {
				os.Remove(path)
				if err := c.make(m, path); err != nil {
					t.Fatal(err)
				}
			}
			os.RemoveAll(filepath.Dir(m.path(m.tool("gemini-cli"), setup.UserScope)))
			before := m.files()
			out, code := m.run("uninstall", "--yes")
			if code != 1 || !strings.Contains(out, path+c.says) {
				t.Errorf("%d, want 1 and %s%s\n%s", code, path, c.says, out)
			}
			m.same(before, "uninstall")
			os.RemoveAll(path)
			m.write(path, good, 0o644)
			m.do("uninstall", "--yes")
			if left, _ := os.ReadDir(m.home); len(left) > 1 || len(m.kept()) > 0 {
				t.Errorf("%v, %q are left", left, m.kept())
			}
		})
	}
}

// What reads another tool's file gets its own if that one cannot be written.
func TestBadShared(t *testing.T) {
	for _, name := range [...]string{"broken", "read-only", "a folder"} {
		m := newMachine(t)
		if err := bad[name].make(m, m.path(m.tool("claude-code"), setup.UserScope)); err != nil {
			t.Fatal(err)
		}
		out, code := m.run("install", "claude-code", "grok", "devin-cli", "--yes", "--", "./guard.sh")
		for _, product := range [...]string{"Grok Build", "Devin CLI, Devin Local"} {
			if code != 1 || !strings.Contains(out, product+": deny works\n") {
				t.Errorf("%s: %d\n%s", name, code, out)
			}
		}
	}
}

// Somebody writes while a person is asked.
func TestMeanwhile(t *testing.T) {
	m := newMachine(t)
	place, err := settings.ThisMachine(".")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o := &options{names: []string{"claude-code", "gemini-cli"}, argv: []string{"./guard.sh"},
		out: ui.Out{Writer: &out, Width: 80}, whyIgnored: nothing}
	p := &planner{place: place, events: []string{mapping.ToolStart}}
	if p.hook, err = o.hook(place); err != nil {
		t.Fatal(err)
	}
	tools, err := o.tools(place)
	if err != nil {
		t.Fatal(err)
	}
	changes, err := o.plan(p, tools)
	if err != nil || len(changes) != 2 {
		t.Fatalf("%d, %v", len(changes), err)
	}
	path := m.path(m.tool("claude-code"), setup.UserScope)
	m.write(path, "{\"theirs\": 1}", 0o644)
	err = o.applyChanges(p, changes)
	if err == nil || m.read(path) != "{\"theirs\": 1}" ||
		!strings.Contains(out.String(), path+": another program has just changed it") {
		t.Errorf("%v, %s\n%s", err, m.read(path), out.String())
	}
	if strings.Contains(out.String(), "Claude Code: deny works") ||
		!strings.Contains(out.String(), "Gemini CLI: deny works") {
		t.Errorf("%s", out.String())
	}
	if kept := m.kept(); len(kept) != 2 { // the record and the backup of the other one
		t.Errorf("%q", kept)
	}
}
