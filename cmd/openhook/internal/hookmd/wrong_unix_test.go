//go:build unix

package hookmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// A folder that is wrong is reported with its place and stops no other one. A hook file that is
// wrong stops what belongs into it.
func TestWrong(t *testing.T) {
	for _, c := range [...]struct {
		name string
		make func(m *machine, root string)
		want string // said; $ROOT is the root
	}{
		{"unknown event", func(m *machine, r string) { m.hook(r, "x", "trigger: before_tea", "") },
			`$ROOT/x/HOOK.md:4: trigger "before_tea": unknown event`},
		{"bad expression", func(m *machine, r string) {
			m.hook(r, "x", "trigger: before_tool\nmatcher: {tool: '['}",
				"")
		}, "$ROOT/x/HOOK.md:5: matcher.tool: missing closing ]"},
		{"timeout", func(m *machine, r string) { m.hook(r, "x", "trigger: before_tool\ntimeout: 1", "") },
			"$ROOT/x/HOOK.md:5: timeout"},
		{"no scripts", func(m *machine, r string) {
			m.write(r+"/x/HOOK.md", "---\nname: x\ndescription: d\ntrigger: before_tool\n---\n", 0o644)
		}, "$ROOT/x: no folder scripts with a run.* script"},
		{"no script", func(m *machine, r string) {
			m.hook(r, "x", "trigger: before_tool", "")
			m.rename(r+"/x/scripts/run.sh", r+"/x/scripts/go.sh")
		}, "$ROOT/x: scripts has no run.* script"},
		{"two scripts", func(m *machine, r string) {
			m.hook(r, "x", "trigger: before_tool", "")
			m.write(r+"/x/scripts/run.py", "", 0o644)
		}, "$ROOT/x: scripts has several scripts for this system; keep one of: run.py run.sh"},
		{"same name", func(m *machine, r string) {
			m.hook(r, "x", "trigger: before_tool", "")
			m.hook(r, "y", "trigger: before_tool", "")
			m.write(r+"/y/HOOK.md", m.read(r+"/x/HOOK.md"), 0o644)
		}, `$ROOT/y/HOOK.md:1: name "x" is already the name of $ROOT/x/HOOK.md`},
		{"script elsewhere", func(m *machine, r string) {
			m.hook(r, "x", "trigger: before_tool", "")
			m.write(m.home+"/evil.sh", "#!/bin/sh\n", 0o755)
			m.link(m.home+"/evil.sh", r+"/x/scripts/run.sh")
		}, "$ROOT/x: scripts/run.sh leads out of its folder, to $HOME/evil.sh"},
		{"scripts elsewhere", func(m *machine, r string) {
			m.hook(r, "x", "trigger: before_tool", "")
			m.write(m.home+"/s/run.sh", "#!/bin/sh\n", 0o755)
			m.link(m.home+"/s", r+"/x/scripts")
		}, "$ROOT/x: scripts/run.sh leads out of its folder, to $HOME/s/run.sh"},
		{"HOOK.md elsewhere", func(m *machine, r string) {
			m.hook(r, "x", "trigger: before_tool", "")
			m.rename(r+"/x/HOOK.md", m.home+"/HOOK.md")
			m.link(m.home+"/HOOK.md", r+"/x/HOOK.md")
		}, "$ROOT/x/HOOK.md: leads out of its folder"},
		{"dangling", func(m *machine, r string) {
			m.hook(r, "x", "trigger: before_tool", "")
			m.link(m.home+"/none", r+"/x/scripts/run.sh")
		}, "$ROOT/x: scripts/run.sh is a link that leads nowhere"},
		{"script is a folder", func(m *machine, r string) {
			m.hook(r, "x", "trigger: before_tool", "")
			m.rename(r+"/x/scripts/run.sh", r+"/x/a")
			m.write(r+"/x/scripts/run.sh/a", "", 0o644)
		}, "$ROOT/x: scripts/run.sh is not a regular file"},
		{"HOOK.md is a folder", func(m *machine, r string) { m.write(r+"/x/HOOK.md/a", "", 0o644) },
			"$ROOT/x/HOOK.md: is not a regular file"},
		{"a name for a shell", func(m *machine, r string) { m.hook(r, "x$(id)", "trigger: before_tool", "") },
			"its name becomes part of a command line"},
		{"line ends", func(m *machine, r string) {
			m.hook(r, "x", "trigger: before_tool", "")
			m.write(r+"/x/scripts/run.sh", "#!/bin/sh\r\nexit 0\r\n", 0o755)
		}, "$ROOT/x: scripts/run.sh has Windows line ends"},
		{"not executable", func(m *machine, r string) {
			m.hook(r, "x", "trigger: before_tool", "")
			m.rename(r+"/x/scripts/run.sh", r+"/x/scripts/run")
			m.write(r+"/x/scripts/run", "exit 0\n", 0o644)
		}, "chmod +x $ROOT/x/scripts/run"},
		{"an interpreter for a terminal", func(m *machine, r string) {
			m.hook(r, "x", "trigger: before_tool", "")
			m.write(r+"/x/scripts/run.sh", "#!/bin/sh \x1b[8m\n", 0o755)
		}, "$ROOT/x: scripts/run.sh: its #! line becomes part of a command line"},
		{"a link in place of the hook file", func(m *machine, r string) {
			m.rename(m.sharedFile(), m.home+"/hooks.json")
			m.link(m.home+"/hooks.json", m.sharedFile())
		}, "/.openhook.json: leads out of the project, to $HOME/hooks.json"},
		{"a link out of the project", func(m *machine, r string) {
			m.hook(m.home+"/away", "x", "trigger: before_tool", "")
			m.link(m.home+"/away/x", r+"/x")
		}, "$ROOT/x: leads out of the project, to $HOME/away/x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMachine(t)
			m.hook(m.own(), "good", "trigger: before_tool", "true")
			m.hook(m.shared(), "good", "trigger: before_tool", "true")
			m.write(m.sharedFile(), others, 0o644)
			c.make(m, m.shared())
			e := m.run("", "openhook", "sync", "--yes")
			want := strings.NewReplacer("$ROOT", m.shared(), "$HOME", m.home).Replace(c.want)
			if e.exit != 1 || !strings.Contains(e.stdout, want) ||
				!strings.Contains(e.stderr, "1 thing is wrong; openhook did not change") {
				t.Errorf("%+v\ninstead of %s", e, want)
			}
			if strings.Contains(c.name, "hook file") {
				if m.read(m.sharedFile()) != others {
					t.Error("the hook file is written")
				}
			} else if names := m.folders(true); names != "good" && !(c.name == "same name" && names == "good x") {
				t.Errorf("the project's hooks are %s", names)
			}
			if names := m.folders(false); names != "good" {
				t.Errorf("the user's hooks are %s", names)
			}
		})
	}
}

// folders returns the names of the folders that have an entry, in the file's order.
func (m *machine) folders(project bool) string {
	m.Helper()
	s, names := m.scope(project), []string(nil)
	for _, e := range gjson.Get(m.read(s.file), "hooks").Array() {
		if name := s.folderOf(e); name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

// A guard whose folder has become wrong keeps its entry. The others change.
func TestWrongFolderKeepsItsEntry(t *testing.T) {
	m := newMachine(t)
	for _, name := range [...]string{"a", "b", "c"} {
		m.hook(m.own(), name, "trigger: before_tool", "echo "+name+" says no >&2; exit 2")
	}
	m.sync()
	m.hook(m.own(), "b", "trigger: before_tea", "echo b says no >&2; exit 2")
	m.hook(m.own(), "d", "trigger: before_tool", "true")
	if err := os.RemoveAll(m.own() + "/a"); err != nil {
		t.Fatal(err)
	}
	if e := m.run("", "openhook", "sync", "--yes"); e.exit != 1 || !strings.Contains(e.stdout, "before_tea") {
		t.Errorf("%+v", e)
	}
	if names := m.folders(false); len(names) != 5 || strings.Contains(names, "a") || !strings.Contains(names, "b") {
		t.Errorf("the hooks are %s", names)
	}
	m.hook(m.own(), "c", "trigger: before_tool", "true")
	if got := m.call(claude); !strings.Contains(got.stdout, "b says no") {
		t.Errorf("%+v", got)
	}
	// Folders that cannot be listed are not folders that are gone.
	before := m.read(m.ownFile())
	m.rename(m.own(), m.own()+"s")
	m.write(m.own(), "", 0o644)
	if e := m.run("", "openhook", "sync", "--yes"); e.exit != 1 || m.read(m.ownFile()) != before {
		t.Errorf("%+v", e)
	}
}

func (m *machine) rename(from, to string) {
	m.Helper()
	if err := os.Rename(from, to); err != nil {
		m.Fatal(err)
	}
}

// link makes a link in the place of whatever is there.
func (m *machine) link(to, at string) {
	m.Helper()
	os.MkdirAll(filepath.Dir(at), 0o755)
	os.RemoveAll(at)
	if err := os.Symlink(to, at); err != nil {
		m.Fatal(err)
	}
}

// A hook file that is broken is said to be, with the line, and stays.
func TestBrokenFile(t *testing.T) {
	for file, want := range map[string]string{
		"{\n\"hooks\": [}":                  "hooks.json: line 2: is not JSON",
		"{\"hooks\": []} // note":           "hooks.json: line 1: is not JSON",
		"{\n\"hooks\": {}}":                 "hooks.json: line 2: hooks must be a list",
		"{\"hooks\": [\n{\"events\": []}]}": "hooks.json: line 2: a hook has no command",
		"{\"hooks\": [],\n\"hooks\": []}":   "hooks.json: line 2: \"hooks\" occurs twice",
	} {
		m := newMachine(t)
		m.hook(m.own(), "x", "trigger: before_tool", "true")
		m.write(m.ownFile(), file, 0o644)
		if e := m.run("", "openhook", "sync", "--yes"); e.exit != 1 || !strings.Contains(e.stdout, want) ||
			m.read(m.ownFile()) != file {
			t.Errorf("%s: %+v", file, e)
		}
	}
}
