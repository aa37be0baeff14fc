//go:build unix

package shim_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/internal/shimtest"
)

// A project is a folder with a hook file, and the home of its user.
type project struct {
	t         *testing.T
	dir, home string
}

func newProject(t *testing.T, hooks string) project {
	t.Helper()
	p := project{t, realTemp(t), realTemp(t)}
	p.write(hookfile.Name, hooks)
	p.allow(hookfile.Name)
	return p
}

func realTemp(t *testing.T) string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func (p project) path(name string) string { return filepath.Join(p.dir, name) }

func (p project) write(name, content string) {
	p.t.Helper()
	if err := os.MkdirAll(filepath.Dir(p.path(name)), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := shimtest.WriteProgram(p.path(name), content, 0o755); err != nil {
		p.t.Fatal(err)
	}
}

func (p project) read(name string) string {
	data, _ := os.ReadFile(p.path(name))
	return string(data)
}

func (p project) getenv(name string) string {
	return map[string]string{"HOME": p.home, "XDG_STATE_HOME": filepath.Join(p.home, "state")}[name]
}

func (p project) record(name string) string {
	return hookfile.RecordFile(runtime.GOOS, p.getenv, p.path(name))
}

// allow records a hook file and the scripts of the project that it names.
func (p project) allow(name string, scripts ...string) {
	p.t.Helper()
	for i, s := range scripts {
		scripts[i] = p.path(s)
	}
	record := hookfile.Record(p.path(name), true, scripts, os.ReadFile)
	if err := os.MkdirAll(filepath.Dir(p.record(name)), 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(p.record(name), []byte(record), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// send sends a call of Claude Code's that wants to run a command.
func (p project) send(event string, flags ...string) result {
	return p.sendFrom(p.dir, event, flags...)
}

func (p project) sendFrom(cwd, event string, flags ...string) result {
	p.t.Helper()
	payload, _ := json.Marshal(map[string]any{"session_id": "s", "transcript_path": "/t.jsonl", "cwd": cwd, "prompt_id": "p",
		"hook_event_name": event, "prompt": "hello", "tool_name": "Bash", "tool_input": map[string]any{"command": "ls", "timeout": 5}})
	r := run{Dir: cwd, Flags: flags, Stdin: append(payload, '\n'),
		Env: []string{"HOME=" + p.home, "XDG_STATE_HOME=" + filepath.Join(p.home, "state"), "CLAUDE_PROJECT_DIR=" + p.dir}}
	return r.do(p.t)
}

func claudeDoes(event string, got result) client.Effect {
	return client.ClaudeCode(client.Reply{Event: event, Payload: []byte(`{"prompt_id":"p","tool_input":{"command":"ls"}}`),
		Stdout: []byte(got.Stdout), Stderr: []byte(got.Stderr), Exit: got.Exit})
}

func TestNoHookFile(t *testing.T) {
	p := project{t, realTemp(t), realTemp(t)}
	for _, flags := range [][]string{nil, {"--fail-closed"}} {
		if got := p.send("PreToolUse", flags...); got.Stdout+got.Stderr != "" || got.Exit != 0 {
			t.Errorf("%v: %+v", flags, got)
		}
	}
}

func TestOneID(t *testing.T) {
	p := newProject(t, `{"hooks":[{"command":"cat >one"},{"command":"cat >two"}]}`)
	p.send("PreToolUse")
	one, two := gjson.Get(p.read("one"), "id").Str, gjson.Get(p.read("two"), "id").Str
	if one == "" || one != two {
		t.Errorf("%q, %q", one, two)
	}
}

func TestUserFile(t *testing.T) {
	p := newProject(t, `{"hooks":[{"command":"echo project >>log"}]}`)
	user := project{t, p.home, p.home}
	user.write(".config/openhook/hooks.json", `{"hooks":[{"command":"echo user >>$OPENHOOK_CWD/log"}]}`)
	if p.send("PreToolUse"); strings.Join(strings.Fields(p.read("log")), " ") != "user project" {
		t.Errorf("%q", p.read("log"))
	}
}

// A file that is broken keeps no hook of another from running.
func TestBrokenUserFile(t *testing.T) {
	p := newProject(t, `{"hooks":[{"command":"echo no >&2; exit 2"}]}`)
	user := project{t, p.home, p.home}
	user.write(".config/openhook/hooks.json", `{"hooks":`)
	if got := p.send("PreToolUse"); claudeDoes("PreToolUse", got).Model != "no" || !strings.Contains(got.Stderr, "hooks.json: is not JSON") {
		t.Errorf("%+v", got)
	}
}

// What keeps a hook file from being read is said with its place; a guard that
// must not fail open blocks.
func TestBrokenHookFile(t *testing.T) {
	for _, c := range []struct{ file, says string }{
		{`{"hooks":`, "is not JSON"},
		{"[]", "line 1: must be an object"},
		{"{\n \"hooks\": {}}", "line 2: hooks must be a list"},
		{"{\"hooks\": [\n{\"command\": 1}]}", "line 2: command must be a text"},
		{"{\"hooks\": [\n{}]}", "line 2: a hook has no command"},
		{"{\"hooks\": [{\"command\": \"x\",\n\"timeout\": \"soon\"}]}", "line 2: timeout must be a number of seconds"},
		{"{\"hooks\": [{\"command\": \"x\",\n\n\"priority\": 1001}]}", "line 3: priority must be a whole number from 0 to 1000"},
		{"{\"hooks\": [{\"command\": \"x\", \"env\": {\"OPENHOOK_TYPE\": \"x\"}}]}", "line 1: env must not set OPENHOOK_TYPE"},
	} {
		p := newProject(t, c.file)
		if got := p.send("PreToolUse"); claudeDoes("PreToolUse", got).Stopped || !strings.Contains(got.Stderr, p.path(hookfile.Name)+": "+c.says) {
			t.Errorf("%s: %+v", c.file, got)
		}
		if got := p.send("PreToolUse", "--fail-closed"); !claudeDoes("PreToolUse", got).Stopped {
			t.Errorf("%s: %+v", c.file, got)
		}
	}
}

// Level 3 of OpenHook's section 6: .openhook.json with the three keys of section 4.
func TestLevel3(t *testing.T) {
	p := newProject(t, `{
  "openhook": "0.1",
  "hooks": [
    {
      "command": "cat > seen",
      "events": ["session.end"],
      "async": true
    }
  ]
}`)
	if got := p.send("PreToolUse"); got.Stdout+got.Stderr != "" || got.Exit != 0 || p.read("seen") != "" {
		t.Errorf("%+v", got)
	}
	if got := p.send("SessionEnd"); got.Stdout+got.Stderr != "" || got.Exit != 0 {
		t.Errorf("%+v", got)
	}
	for until := time.Now().Add(20 * time.Second); gjson.Get(p.read("seen"), "type").Str != "session.end"; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%q", p.read("seen"))
		}
	}
	shimtest.HasRequired(t, gjson.Parse(p.read("seen")))
}
