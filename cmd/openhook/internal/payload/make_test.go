package payload

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/mapping"
)

const nasty = "echo \"a\" 'b' \\ <x> & \t é \u2028 {\"json\":[1]}\nrm -rf / \x7f"

// What is made says to a hook what was wanted, and the shim still knows the sender.
func TestMake(t *testing.T) {
	for _, c := range [...]struct {
		want    Want
		without string // tools of which nothing can be made
	}{
		{Want{Type: "tool.start", Tool: "shell", Command: "rm -rf /"}, ""},
		{Want{Type: "tool.start", Tool: "shell", Command: nasty, Cwd: "/somewhere/else"}, ""},
		{Want{Type: "tool.start", Tool: "shell", Command: "l"}, ""},
		{Want{Type: "tool.end", Tool: "shell", Command: "make \\test"}, "crush vscode-copilot"},
		{Want{Type: "prompt.submit", Prompt: "what's \"up\"?\n"}, "antigravity crush mistral-vibe"},
		{Want{Type: "prompt.submit"}, "antigravity crush mistral-vibe"},
		{Want{Type: "tool.start", Tool: "file_read", File: ".env"},
			"antigravity devin-cli goose mistral-vibe vscode-copilot"},
		{Want{Type: "tool.start", Tool: "file_write", File: "src/a b.go", Content: "package a\n\nvar b = \"c\"\n",
			Cwd: "/home/me/x"}, "devin-cli"},
		{Want{Type: "tool.start", Tool: "file_write", File: "/etc/passwd"}, "devin-cli"},
		{Want{Type: "agent.stop"}, "crush"},
		{Want{Type: "session.start"}, "crush mistral-vibe windsurf"},
	} {
		for _, provider := range golden.Providers() {
			m, err := Make(provider, c.want)
			if wanted := !slices.Contains(strings.Fields(c.without), provider); wanted != (err == nil) {
				t.Errorf("%s, %+v: %v", provider, c.want, err)
			}
			if err == nil {
				check(t, m, c.want)
			}
		}
	}
}

func check(t *testing.T, m Sample, w Want) {
	t.Helper()
	p, err := Decode(m.Data, m.Event)
	if err != nil || !json.Valid(m.Data) {
		t.Fatalf("%s: %v\n%s", m.Provider, err, m.Data)
	}
	if p.Source != m.Provider || p.Type != w.Type ||
		p.Canon != w.Tool && !(w.Tool == "file_write" && p.Canon == "file_edit") {
		t.Errorf("%s: %s is %s, %s, %s", m.Provider, m.File, p.Source, p.Type, p.Canon)
	}
	if w.Command != "" && hookVariable(p, "COMMAND") != w.Command {
		t.Errorf("%s: the command is %q", m.Provider, hookVariable(p, "COMMAND"))
	}
	if w.Prompt != "" && hookVariable(p, "PROMPT") != w.Prompt {
		t.Errorf("%s: the prompt is %q", m.Provider, hookVariable(p, "PROMPT"))
	}
	if w.File != "" && (len(p.Files) != 1 || !strings.HasSuffix("/"+p.Files[0].Path,
		"/"+strings.TrimPrefix(w.File, "/"))) {
		t.Errorf("%s: the files are %v", m.Provider, p.Files)
	}
	if w.Cwd != "" && p.Cwd() != w.Cwd && p.Cwd() != "" {
		t.Errorf("%s: %s works in %s", m.Provider, m.File, p.Cwd())
	}
	if tail := w.Content; tail != "" && !strings.Contains(string(m.Data), `var b = \`) {
		t.Errorf("%s: no content in %s", m.Provider, m.Data)
	}
}

func TestWhyNot(t *testing.T) {
	for _, c := range [...]struct {
		provider string
		want     Want
		err      error
	}{
		{"crush", Want{Type: "agent.stop"}, ErrNoEvent},
		{"nobody", Want{Type: "tool.start", Tool: "shell"}, ErrNoEvent},
		{"devin-cli", Want{Type: "tool.start", Tool: "file_read"}, ErrNoRecorded},
		{"claude-code", Want{Type: "tool.start", Tool: "web_fetch", File: "/x"}, ErrNoRecorded},
		{"claude-code", Want{Type: "tool.start", Tool: "shell", Command: "not UTF-8: \xff"}, ErrNoRoom},
		{"claude-code", Want{Type: "session.start", Prompt: "hello"}, ErrNoRoom},
	} {
		if _, err := Make(c.provider, c.want); !errors.Is(err, c.err) {
			t.Errorf("%s, %+v: %v, want %v", c.provider, c.want, err, c.err)
		}
	}
}

// The plain recording is taken, not an old version or a special case.
func TestChoice(t *testing.T) {
	for provider, want := range map[string]string{
		"claude-code": "PreToolUse.Bash.json", "cursor": "preToolUse.Shell.json", "codex": "PreToolUse.bash.json",
		"cline": "PreToolUse.run_commands.json", "windsurf": "pre_run_command.json",
		"kiro": "PreToolUse.v3.execute_bash.json",
	} {
		m, err := Make(provider, Want{Type: "tool.start", Tool: "shell", Command: "ls"})
		if err != nil || m.File != want || !m.Recorded {
			t.Errorf("%s: %s, %v, want %s", provider, m.File, err, want)
		}
	}
}

// What the shim cannot see in a payload it is told.
func TestFlags(t *testing.T) {
	data := golden.Payloads("antigravity")["PostInvocation.json"]
	m, err := Describe("antigravity", "PostInvocation.json", data)
	if err != nil || !slices.Equal(m.Flags, []string{"--event", "PostInvocation"}) ||
		m.Call.Native != "PostInvocation" {
		t.Errorf("%v, %v", m.Flags, err)
	}
}

func TestWantOf(t *testing.T) {
	m, err := Make("gemini-cli", Want{Type: "tool.start", Tool: "shell", Command: "ls", Cwd: "/x"})
	if err != nil {
		t.Fatal(err)
	}
	want := Want{Type: mapping.ToolStart, Tool: "shell", Command: "ls", Cwd: "/x"}
	if got := WantOf(m.Call); got != want {
		t.Errorf("%+v", got)
	}
}
