//go:build unix

package install

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/effectwords"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/payload"
	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// call runs what a tool's file says as the tool would, in a folder.
func (m *machine) call(tool *Tool, line, dir string, c *mapping.Call, env ...string) (mapping.Reply, *client.Effect) {
	m.Helper()
	cmd := exec.Command("/bin/sh", "-c", line)
	if tool.Source == "cline" { // its file is the script
		path := filepath.Join(m.T.TempDir(), "hook")
		m.write(path, line, 0o755)
		cmd = exec.Command(path)
	}
	cmd.Dir, cmd.Env = dir, append(payload.CleanEnviron(), env...)
	in := c.Payload.Raw
	if c.Payload.Line {
		in = append(bytes.Clone(in), '\n')
	}
	cmd.Stdin = bytes.NewReader(in)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		m.Fatal(err)
	}
	r := mapping.Reply{Stdout: stdout.Bytes(), Stderr: stderr.Bytes(), Exit: cmd.ProcessState.ExitCode()}
	e := effectwords.Of(c, r)
	if e == nil {
		m.Fatalf("nobody knows what %s does", c.Source)
	}
	return r, e
}

// sample is a call of a shell command.
func (m *machine) sample(source string) payload.Sample {
	m.Helper()
	made, err := payload.Make(source, payload.Want{Type: mapping.ToolStart, Tool: mapping.Shell, Command: "ls",
		Cwd: m.project})
	if err != nil {
		m.Fatalf("%s: %v", source, err)
	}
	return made
}

// awkward is what a hook may be called, or be called with.
var awkward = []string{"a b", "", "it's", `"q"`, "$HOME", "`id`", `\`, `\\n`, "*", "ü 日本", "--", "-x", "a;b|c&d", "#c",
	"a\nb", "tab\there", "\x7f", "%d%%", "!x", "~", "{a,b}", "\u2028", "<&>", "'''", `"""`, "[[hooks]]"}

// A hook's name and its arguments reach it as they were given, through every tool's file.
func TestAwkwardWords(t *testing.T) {
	for _, source := range sources(setup.UserScope) {
		m := newMachine(t)
		tool := m.tool(source)
		file := filepath.Join(m.home, "it's a \"$HOME\" `ü` [[x]]", "h 'o' o\\k.sh")
		m.write(file, "#!/bin/sh\nfor word; do printf '%s\\0' \"$word\"; done > \"${0%/*}/words\"\nexit 2\n", 0o755)
		hooks, _ := planned(m, source, "tool.start",
			hook{shim: m.bin + "/" + shimName, argv: append([]string{file}, awkward...)})
		made := m.sample(source)
		line := ""
		for _, h := range hooks {
			if line = h.Command; h.Event == made.Event {
				break
			}
		}
		if source == "opencode" {
			continue // its plugin calls no shell
		}
		_, e := m.call(tool, line, m.project, made.Call)
		got, err := os.ReadFile(filepath.Join(filepath.Dir(file), "words"))
		if want := strings.Join(awkward, "\x00") + "\x00"; err != nil || string(got) != want || !e.Stopped {
			t.Errorf("%s: %v, %+v\n%q\n%q\n%s", source, err, e, got, want, line)
		}
	}
}

// A line for the shell is run by a shell as it was given.
func TestShellLines(t *testing.T) {
	for _, line := range [...]string{
		`echo "$OPENHOOK_COMMAND" >&2; exit 2`,
		`case "$OPENHOOK_TOOL" in shell) echo 'it'"'"'s no' >&2; exit 2 ;; esac`,
		"true &&\nexit 2",
	} {
		for _, source := range [...]string{"claude-code", "kimi", "kiro", "cline"} {
			m := newMachine(t)
			hooks, _ := planned(m, source, "tool.start", hook{shim: m.bin + "/" + shimName, line: line})
			command := hooks[0].Command
			if r, e := m.call(m.tool(source), command, m.project, m.sample(source).Call); !e.Stopped {
				t.Errorf("%s: %+v, %+v\n%s", source, r, e, command)
			}
		}
	}
}

// Through the command line: the files among the words are found from anywhere.
func TestWordsAreMadeAbsolute(t *testing.T) {
	m := newMachine(t)
	m.write(m.project+"/a b/guard.sh", denies, 0o755)
	m.write(m.project+"/rules.txt", "", 0o644)
	m.write(filepath.Join(m.bin, "runner"), "#!/bin/sh\nexec /bin/sh \"$@\"\n", 0o755)
	t.Chdir(m.project + "/a b")
	for _, c := range [...]struct{ words, want string }{
		{"./guard.sh", "'$P/a b/guard.sh'"},
		{"../guard.sh --rules ../rules.txt", "$P/guard.sh --rules $P/rules.txt"},
		{"runner guard.sh", "$B/runner '$P/a b/guard.sh'"},
		{"runner ./guard.sh nope.txt ../nope", "$B/runner '$P/a b/guard.sh' nope.txt ../nope"},
		{"runner ./guard.sh ..", "$B/runner '$P/a b/guard.sh' .."},
	} {
		out := m.do(append([]string{"install", "cursor", "--yes", "--events", "tool.start", "--"},
			strings.Fields(c.words)...)...)
		want := " -- " + strings.NewReplacer("$P", m.project, "$B", m.bin).Replace(c.want)
		hooks := m.hooks(m.tool("cursor"), setup.UserScope)
		if len(hooks) != 1 || !strings.HasSuffix(hooks[0].Command, want) || !strings.Contains(out, "deny works") {
			t.Errorf("%s: %+v, want %s\n%s", c.words, hooks, want, out)
		}
		m.do("uninstall", "cursor", "--yes")
	}
}

// Cursor drops its whole file for two slashes in a command, so they are refused.
func TestSlashes(t *testing.T) {
	m := newMachine(t)
	out, code := m.run("install", "cursor", "claude-code", "--yes", "--", "./guard.sh", "https://x")
	if code != 1 || !strings.Contains(out, "Cursor ignores the whole file because of // in a command") ||
		!strings.Contains(out, "Claude Code: deny works") {
		t.Errorf("%d\n%s", code, out)
	}
	if hooks := m.hooks(m.tool("cursor"), setup.UserScope); hooks != nil {
		t.Errorf("%+v", hooks)
	}
}

// The line of a guard that fails closed stops the call of every tool whose payload it
// cannot read.
func TestUnreadablePayload(t *testing.T) {
	for _, source := range sources(setup.UserScope) {
		m := newMachine(t)
		tool := m.tool(source)
		hooks, _ := planned(m, source, "tool.start",
			hook{shim: m.bin + "/" + shimName, argv: []string{"true"}, failClosed: true})
		made := m.sample(source)
		if source == "opencode" {
			continue // its plugin writes the payload itself
		}
		for _, h := range hooks {
			if h.Event != made.Event {
				continue
			}
			for _, sent := range []string{"", "{", "not JSON", "[]", `{"a":1}{`} {
				broken := *made.Call
				broken.Payload = &mapping.Payload{Raw: []byte(sent)}
				r, _ := m.call(tool, h.Command, m.project, &broken)
				// A tool that knows no exit code must be told in its own words.
				own := mapping.Fault(made.Call, true, "unreadable").Exit
				if e := effectwords.Of(made.Call, r); !e.Stopped && !e.Ends ||
					r.Exit != own && source != "claude-code" && source != "cursor" {
					t.Errorf("%s runs the call behind %q: %s\n%+v\n%+v", source, sent, h.Command, r, e)
				}
			}
		}
	}
}
