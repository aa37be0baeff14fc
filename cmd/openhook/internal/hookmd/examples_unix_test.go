//go:build unix

package hookmd

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// example returns an example of the specification.
func (m *machine) example(name string) string {
	m.Helper()
	text := m.read(filepath.Join(repository, "golden", "testdata", "hook-md", name))
	if text == "" {
		m.Fatal("no example ", name)
	}
	return text
}

// Every HOOK.md and every front matter that the specification prints does what its section says,
// once openhook sync has installed it. What an example leaves out is added behind it.
func TestSpecificationsExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	const (
		base  = `{"session_id":"s","transcript_path":"/t","cwd":"$DIR",`
		stop  = base + `"hook_event_name":"Stop","stop_hook_active":false}`
		ended = base + `"hook_event_name":"SessionEnd","reason":"logout"}`
		denyW = "echo W >&2; exit 2"
	)
	shell := func(command string) string {
		return base + `"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":` +
			strconv.Quote(command) + `,"description":"d"},"tool_use_id":"u"}`
	}
	write := func(event, path string) string {
		return base + `"hook_event_name":"` + event + `","tool_name":"Write","tool_input":{"file_path":"$DIR/` + path +
			`","content":"x"},"tool_response":{},"tool_use_id":"u"}`
	}
	type call struct{ payload, want string } // what stdout holds; "" for no decision
	for _, c := range [...]struct {
		name, file  string
		before, add string // beside the example
		script      string // file: for an example; "" for that of section 10.3
		calls       []call
	}{
		{"the complete example", "10.2.markdown", "", "", "", []call{
			{shell("rm -rf /home"), "Dangerous command blocked: rm -rf / would destroy the system"},
			{shell("mkfs.ext4 /dev/sda1"), "Dangerous command blocked: mkfs would destroy the system"},
			{shell("dd if=/dev/zero of=/dev/sda"), "Dangerous command blocked: dd if=/dev/zero would destroy the system"},
			{shell("ls"), ""}, {write("PreToolUse", "mkfs"), ""}}},
		{"a guard", "3.1.yaml", "", "description: d\n", denyW, []call{{shell("ls"), `"W"`}}},
		{"async", "3.2.yaml", "", "description: d\n", denyW, []call{{write("PostToolUse", "a.py"), ""}}},
		{"a matcher", "4.1.yaml", "", "description: d\n", denyW,
			[]call{{shell("echo x >:/dev/sda"), `"W"`}, {shell("ls"), ""}, {write("PreToolUse", "mkfs"), ""}}},
		{"pattern 1", "6.2-pattern1.yaml", "", "", "file:6.2-pattern1.bash",
			[]call{{shell("mkfs x"), "would destroy the system"}, {shell("ls"), ""}}},
		{"pattern 2", "6.2-pattern2.yaml", "", "", denyW, []call{{write("PostToolUse", "a.py"), ""}}},
		{"pattern 3", "6.2-pattern3.yaml", "", "", "file:6.2-pattern3.bash",
			[]call{{shell("kubectl -n production x"), "affects production environment"}, {shell("deploy to test"), ""}}},
		{"pattern 4", "6.2-pattern4.yaml", "", "", denyW, []call{{ended, ""}}},
		{"pattern 5", "6.2-pattern5.yaml", "", "", "file:6.2-pattern5.bash", []call{{stop, "Tests must pass"}}},
		{"quality gate", "5.5-2.yaml", "", "", denyW, []call{{stop, `"decision":"block","reason":"W"`}}},
		{"no Shell", "4.4.yaml", "0", "", denyW, []call{{shell("ls"), `"W"`}, {write("PreToolUse", "a.py"), ""}}},
		{"file type", "4.4.yaml", "1", "", denyW,
			[]call{{write("PreToolUse", "a.py"), `"W"`}, {write("PreToolUse", "a.pyc"), ""}, {shell("x.py"), ""}}},
		{"keywords", "4.4.yaml", "2", "", denyW, []call{{shell("rm -rf x"), `"W"`}, {shell("ls"), ""}}},
		{"directories", "4.4.yaml", "3", "", denyW, []call{{shell("cat /etc/passwd"), `"W"`},
			{write("PreToolUse", "var/www/x"), `"W"`}, {shell("ls"), ""}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMachine(t)
			m.write(filepath.Join(programs, "npm"), "#!/bin/sh\nexit 1\n", 0o755)
			text := m.example(c.file)
			switch {
			case c.before != "": // one of several matchers, each behind a blank line
				n, _ := strconv.Atoi(c.before)
				text = "---\nname: x\ndescription: d\ntrigger: before_tool\n" +
					strings.TrimSpace(strings.Split(text, "\n\n")[n]) + "\n---\n"
			case c.add != "":
				text = strings.TrimSuffix(text, "---\n") + c.add + "---\n"
			}
			source := c.script
			switch {
			case source == "":
				source = m.example("10.3.bash")
			case strings.HasPrefix(source, "file:"):
				source = m.example(strings.TrimPrefix(source, "file:"))
			}
			folder := filepath.Join(m.own(), "x")
			m.write(filepath.Join(folder, FileName), text, 0o644)
			m.write(filepath.Join(folder, "scripts", "run.sh"), source, 0o755)
			out := m.sync()
			if printed := strings.Contains(text, `"\.`); printed != strings.Contains(out, `YAML has no \.`) {
				t.Error(out)
			}
			for _, one := range c.calls {
				got := m.call(one.payload)
				if got.exit != 0 || !strings.Contains(got.stdout, one.want) || one.want == "" && got.stdout != "" {
					t.Errorf("%s: %+v", one.payload, got)
				}
			}
		})
	}
}

// The front matter of section 7.1 holds one key twice: each stands for a hook of its own.
func TestSpecificationsPriorities(t *testing.T) {
	m := newMachine(t)
	for i, text := range strings.Split(m.example("7.1.yaml"), "\n\n") {
		name := string(rune('a' + i))
		m.hook(m.own(), string(rune('z'-i)), "trigger: before_tool\n"+strings.TrimSpace(text), `echo `+name+` >> "$HOME/ran"`)
	}
	m.sync()
	m.call(claude)
	if ran := strings.Fields(m.read(filepath.Join(m.home, "ran"))); strings.Join(ran, " ") != "a b" {
		t.Errorf("ran %s", ran)
	}
}
