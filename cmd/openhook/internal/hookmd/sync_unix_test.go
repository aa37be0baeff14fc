//go:build unix

package hookmd

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/allow"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
)

func (m *machine) place() settings.Place {
	m.Helper()
	place, err := settings.ThisMachine(".")
	if err != nil {
		m.Fatal(err)
	}
	return place
}

// watched are the files that openhook allow records for a project besides its hook file.
func (m *machine) watched(p *plan) []string {
	m.Helper()
	hooks, _, err := allow.Parse(p.file, p.data)
	if err != nil {
		m.Fatal(err)
	}
	files, unclear := allow.Scripts(hooks, p.project, func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.Mode().IsRegular()
	})
	if len(unclear) > 0 {
		m.Errorf("cannot tell what %s is", unclear)
	}
	return files
}

// others is a hook file with entries that sync must leave as they are, among them one
// that calls a HOOK.md hook of another folder.
const others = "{\n\t\"$schema\": \"s\",\n\t\"openhook\": \"0.1\",\n\t\"hooks\": [\n\t\t{\"command\": \"./tools/guard.sh\",   \"priority\": 900},\n" +
	"\t\t{ \"command\": \"openhook-shim --format hook-md -- ./other/scripts/run.sh\",\n\t\t  \"events\": [\"tool.start\"] }\n\t]\n}\n"

// What is in the file depends on what is in the folders alone, and not on the way there.
func TestAddChangeRemove(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, start := range [...]string{"", others, "{\"hooks\":[{\"command\":\"x\"}]}"} {
		for _, project := range [...]bool{false, true} {
			m := newMachine(t)
			root, file := m.own(), m.ownFile()
			if project {
				root, file = m.shared(), m.sharedFile()
			}
			if start != "" {
				m.write(file, start, 0o640)
			}
			random := rand.New(rand.NewPCG(uint64(len(start)), 7))
			for step := range 12 {
				name := string(rune('a' + random.IntN(4)))
				if err := os.RemoveAll(filepath.Join(root, name)); err != nil {
					t.Fatal(err)
				}
				if random.IntN(3) > 0 {
					m.hook(root, name, fmt.Sprintf("trigger: before_tool\npriority: %d", random.IntN(3)), "exit 0")
				}
				before := m.read(file)
				if e := m.run("", "openhook", "sync", "--dry-run"); e.exit != 0 || m.read(file) != before {
					t.Fatalf("step %d: a dry run: %+v", step, e)
				}
				m.sync()
				once := m.read(file)
				if out := m.sync(); m.read(file) != once || strings.Contains(out, "written") {
					t.Errorf("step %d: a second time changes the file: %s", step, out)
				}
				var want, got, kept string
				folders, _ := os.ReadDir(root)
				for _, f := range folders {
					want += f.Name()
				}
				p := m.scope(project)
				for _, e := range gjson.Get(once, "hooks").Array() {
					if p.folderOf(e) != "" {
						path := e.Get("command").Str
						got += filepath.Base(filepath.Dir(filepath.Dir(path)))
					} else {
						kept += e.Raw
					}
				}
				if was := rawHooks(start); got != want || kept != was {
					t.Errorf("step %d: %q instead of %q, and those of others are %s", step, got, want, kept)
				}
			}
			if err := os.RemoveAll(root); err != nil {
				t.Fatal(err)
			}
			m.sync()
			if got := m.read(file); start != "" && got != start {
				t.Errorf("without folders the file is not what it was:\n%q\n%q", start, got)
			}
			if info, err := os.Stat(file); start != "" && (err != nil || info.Mode().Perm() != 0o640) {
				t.Errorf("its mode is %v %v", info.Mode(), err)
			}
		}
	}
}

func (m *machine) scope(project bool) scope {
	m.Helper()
	if project {
		return projectScope(m.place())
	}
	s, err := userScope(m.place())
	if err != nil {
		m.Fatal(err)
	}
	return s
}

func rawHooks(file string) (all string) {
	for _, e := range gjson.Get(file, "hooks").Array() {
		all += e.Raw
	}
	return all
}

// A change of any key of HOOK.md changes the entry in its place.
func TestUpdate(t *testing.T) {
	m := newMachine(t)
	for _, name := range [...]string{"a", "b", "c"} {
		m.hook(m.own(), name, "trigger: before_tool", "true")
	}
	m.sync()
	for _, c := range [...]struct{ matter, path, want string }{
		{"trigger: before_stop", "events.0", "before_stop"},
		{"trigger: after_tool_failure", "events.0", "after_tool_failure"},
		{"trigger: before_tool\ntimeout: 60000", "timeout", "60"},
		{"trigger: before_tool\ntimeout: 100", "timeout", "100ms"},
		{"trigger: before_tool\npriority: 0", "priority", "0"},
		{"trigger: before_tool\npriority: 100", "priority", ""},
		{"trigger: before_tool\nasync: true", "async", "true"},
		{"trigger: before_tool\nasync: true", "timeout", ""},
	} {
		m.hook(m.own(), "b", c.matter, "true")
		m.sync()
		entry := gjson.Get(m.read(m.ownFile()), "hooks.1")
		if got := entry.Get(c.path).String(); got != c.want ||
			!strings.HasSuffix(entry.Get("command").Str, "/b/scripts/run.sh") {
			t.Errorf("%q: %s", c.matter, entry.Raw)
		}
	}
	// A matcher does nothing where there is no tool.
	m.hook(m.own(), "b", "trigger: before_stop\nmatcher:\n  tool: Shell", "true")
	if out := m.sync(); !strings.Contains(out, "HOOK.md:5: a matcher works only for tools") ||
		strings.Contains(m.read(m.ownFile()), "--tool") {
		t.Error(out)
	}
}

// An entry of an earlier version, a call of openhook-shim inside the shim, becomes today's in its
// place.
func TestReplacesNestedEntry(t *testing.T) {
	m := newMachine(t)
	m.hook(m.shared(), "x", "trigger: before_tool", "echo no >&2; exit 2")
	m.write(m.sharedFile(), `{"hooks": [{"command": "openhook-shim --timeout 5s --format hook-md -- /bin/sh ./.agents/hooks/x/scripts/run.sh",
"events": ["tool.start"], "timeout": 7, "env": {"AGENT_HOOKS_LOG": ""}}, {"command": "./a"}]}`, 0o644)
	m.sync()
	all := gjson.Get(m.read(m.sharedFile()), "hooks").Array()
	if len(all) != 2 || all[0].Get("command").Str != "/bin/sh ./.agents/hooks/x/scripts/run.sh" ||
		all[0].Get("format").Str != "hook-md" || all[1].Get("command").Str != "./a" {
		t.Error(all)
	}
}

// A hook of the user's without a matcher starts in the agent's folder, without another program.
func TestAgentsFolder(t *testing.T) {
	m := newMachine(t)
	m.hook(m.own(), "x", "trigger: before_tool", "pwd >&2; exit 2")
	m.sync()
	if line := gjson.Get(m.read(m.ownFile()), "hooks.0.command").Str; strings.Contains(line, "openhook ") {
		t.Error(line)
	}
	if got := m.call(claude); !strings.Contains(got.stdout, `"permissionDecisionReason":"`+m.project+`"`) {
		t.Errorf("%+v", got)
	}
}

func TestOptions(t *testing.T) {
	m := newMachine(t)
	if out := m.sync(); !strings.Contains(out, "no hooks") || m.read(m.ownFile()) != "" ||
		m.read(m.sharedFile()) != "" {
		t.Error(out)
	}
	m.hook(m.own(), "x", "trigger: before_tool", "true")
	m.hook(m.shared(), "x", "trigger: before_tool", "true")
	if e := m.run("y\n", "openhook", "sync"); e.exit != 64 || !strings.Contains(e.stderr, "add --yes") ||
		m.read(m.ownFile()) != "" {
		t.Errorf("nobody was asked: %+v", e)
	}
	if out := m.sync("--project"); m.read(m.ownFile()) != "" || m.read(m.sharedFile()) == "" {
		t.Error(out)
	}
	if out := m.sync("--user"); m.read(m.ownFile()) == "" {
		t.Error(out)
	}
	if out := m.sync(); !strings.Contains(out, "has the same name, \"x\": both run") {
		t.Error(out)
	}
	for _, bad := range [...][]string{{"nobody"}, {"--json"}, {"--nope"}} {
		if e := m.run("", append([]string{"openhook", "sync"}, bad...)...); e.exit != 64 {
			t.Errorf("%s: %+v", bad, e)
		}
	}
	// Another place, whose name means something to a shell.
	place := filepath.Join(m.home, `it's $HOME "x"; y`)
	t.Setenv("XDG_CONFIG_HOME", place)
	m.hook(filepath.Join(place, "agents", "hooks"), "z", "trigger: before_tool", "echo z says no >&2; exit 2")
	m.sync("--user")
	if out := m.sync("--user"); !strings.Contains(out, "installed already") {
		t.Error(out)
	}
	if got := m.call(claude); !strings.Contains(got.stdout, "z says no") {
		t.Errorf("%+v", got)
	}
}

// With a tool's name sync installs openhook-shim for it, on the events of the hooks too.
func TestInstalls(t *testing.T) {
	m := newMachine(t)
	m.hook(m.own(), "x", "trigger: before_tool", "true")
	if out := m.sync(); !strings.Contains(out, "no tool calls openhook-shim yet") {
		t.Error(out)
	}
	if e := m.run("", "openhook", "sync", "--dry-run", "claude-code"); e.exit != 0 ||
		m.read(filepath.Join(m.home, ".claude", "settings.json")) != "" {
		t.Errorf("%+v", e)
	}
	out := m.sync("claude-code", "cursor")
	if strings.Contains(out, "still to do: no tool") {
		t.Error(out)
	}
	// Nobody has allowed the project's hooks, which is no failure of what was installed.
	m.hook(m.shared(), "x", "trigger: before_tool", "true")
	if out := m.sync("codex"); !strings.Contains(out, "deny works; a project's hooks run after a person") ||
		!strings.Contains(out, "run: openhook allow") {
		t.Error(out)
	}
	claudes := gjson.Get(m.read(filepath.Join(m.home, ".claude", "settings.json")), "hooks")
	if !claudes.Get("PreToolUse").Exists() || claudes.Get("PreCompact").Exists() {
		t.Error(claudes)
	}
	m.hook(m.own(), "y", "trigger: pre_compact", "true")
	if out := m.sync(); !strings.Contains(out, "no tool calls openhook-shim on context.compact") {
		t.Error(out)
	}
	m.sync("claude-code")
	if out := m.sync(); strings.Contains(out, "still to do: no tool") {
		t.Error(out)
	}
}

// A script is started by what its first line names, else by its ending.
func TestInterpreters(t *testing.T) {
	m := newMachine(t)
	h := &Hook{folder: filepath.Join(m.own(), "x")}
	for _, c := range [...]struct {
		files           []string // names, each with its first line; * stands for executable
		unix, onWindows string
	}{
		{[]string{"run", "#!/bin/bash -e"}, "/bin/bash -e run", "bash -e run"},
		{[]string{"run.sh", "#!/usr/bin/env bash"}, "/usr/bin/env bash run.sh", "bash run.sh"},
		{[]string{"run.py", "import x"}, "python3 run.py", "python run.py"},
		{[]string{"run.py", "#!/usr/bin/env -S python3 -u"}, "/usr/bin/env -S python3 -u run.py", "python -u run.py"},
		{[]string{"run.mjs", ""}, "node run.mjs", "node run.mjs"},
		{[]string{"run*", ""}, "run", "run"},
		{[]string{"run.fish", "#!/usr/bin/fish"}, "/usr/bin/fish run.fish", "fish run.fish"},
		{[]string{"run.exe", "", "run.sh", "exit"}, "sh run.sh", "run.exe"},
		{[]string{"run.ps1", ""}, "", strings.Join(powershell, " ") + " run.ps1"},
		{[]string{"run.sh", "", "run.sh~*", "", "run.txt", "", "runner", "", "run.test.sh", "#!/bin/sh", "run.bak*",
			""}, "sh run.sh", "bash run.sh"},
	} {
		os.RemoveAll(h.folder)
		for i := 0; i < len(c.files); i += 2 {
			name, is := strings.CutSuffix(c.files[i], "*")
			mode := os.FileMode(0o644)
			if is {
				mode = 0o755
			}
			m.write(filepath.Join(h.folder, "scripts", name), c.files[i+1]+"\n", mode)
		}
		for goos, want := range map[string]string{posixOS: c.unix, windowsOS: c.onWindows} {
			s, err := h.findScript(goos)
			got := ""
			if s != nil {
				got = strings.Join(append(s.interpreter, strings.TrimPrefix(s.name, "scripts/")), " ")
			}
			if got != want || err != nil {
				t.Errorf("%s on %s: %q %v", c.files, goos, got, err)
			}
		}
	}
}
