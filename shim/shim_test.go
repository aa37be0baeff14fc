package shim_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/internal/shimtest"
)

func claude(event, more string) []byte {
	return []byte(`{"session_id":"s","transcript_path":"/t.jsonl","cwd":"/home/dev","hook_event_name":"` + event + `"` + more + `}`)
}

func TestFilters(t *testing.T) {
	bash := claude("PreToolUse", `,"tool_name":"Bash","tool_input":{"command":"ls"}`)
	skill := claude("PreToolUse", `,"tool_name":"Skill"`)
	for _, c := range [...]struct {
		payload []byte
		flags   []string
		runs    bool
	}{
		{bash, []string{"--events", "tool.start"}, true},
		{bash, []string{"--events", "tool.end"}, false},
		{bash, []string{"--tools", "file_*,shell"}, true},
		{bash, []string{"--tools", "file_*"}, false},
		{bash, []string{"--tools", "file_*", "--fail-closed"}, false},
		{skill, []string{"--tools", "file_*"}, false},
		{skill, []string{"--tools", "file_*", "--fail-closed"}, true},
	} {
		got := run{Stdin: c.payload, Flags: c.flags, Steps: []string{"exit", "2"}}.do(t)
		if denied(t, got) != c.runs || !c.runs && (got.Stdout != "" || got.Exit != 0) {
			t.Errorf("%v: %+v", c.flags, got)
		}
	}
}

func TestObserve(t *testing.T) {
	payload := golden.Payloads("claude-code")[preTool]
	for _, steps := range [...][]string{{"out", denyJSON}, {"err", "no", "exit", "2"}, {"out", `{"decision":"ask","reason":"no"}`}} {
		got := run{Stdin: payload, Flags: []string{"--observe", "--fail-closed"}, Steps: steps}.do(t)
		if got.Stdout != "" || got.Exit != 0 || !strings.Contains(got.Stderr, "observe: would have") || !strings.Contains(got.Stderr, "no") {
			t.Errorf("%v: %+v", steps, got)
		}
	}
	for out, says := range map[string]string{`{"updated_output":"y"}`: "replaced the tool's output", `{"system_message":"hello"}`: "hello", `{"context":"c"}`: "added context"} {
		got := run{Stdin: golden.Payloads("claude-code")["PostToolUse.Bash.json"], Flags: []string{"--observe"}, Steps: []string{"out", out}}.do(t)
		if got.Stdout != "" || !strings.Contains(got.Stderr, "observe: would have") || !strings.Contains(got.Stderr, says) {
			t.Errorf("%s: %+v", out, got)
		}
	}
	if got := (run{Stdin: payload, Flags: []string{"--observe", "--fail-closed"}, Steps: []string{"exit", "1"}}).do(t); denied(t, got) {
		t.Errorf("a crash blocks: %+v", got)
	}
}

func TestBlockOn(t *testing.T) {
	payload := golden.Payloads("claude-code")[preTool]
	got := run{Stdin: payload, Flags: []string{"--block-on", "1"}, Steps: []string{"err", "lint failed", "exit", "1"}}.do(t)
	if !denied(t, got) || !strings.Contains(got.Stdout, "lint failed") {
		t.Errorf("%+v", got)
	}
}

// Under --exit-2-warns exit code 2 is a failed hook, whatever it prints; an answer in JSON at exit
// code 0 counts as ever.
func TestExit2Warns(t *testing.T) {
	payload := golden.Payloads("claude-code")[preTool]
	for _, c := range [...]struct {
		flags  []string
		steps  []string
		denied bool
		says   string
	}{
		{nil, []string{"err", "no", "exit", "2"}, false, "ended with exit code 2, a warning under --exit-2-warns"},
		{nil, []string{"out", denyJSON, "exit", "2"}, false, "ended with exit code 2"},
		{nil, []string{"out", `{"context":"C"}`, "exit", "2"}, false, "ended with exit code 2"},
		{[]string{"--format", "native"}, []string{"out", `{"decision":"block","reason":"no"}`, "exit", "2"}, false,
			"ended with exit code 2"},
		{[]string{"--block-on", "any"}, []string{"exit", "2"}, false, "ended with exit code 2"},
		{[]string{"--fail-closed"}, []string{"err", "no", "exit", "2"}, true, "ended with exit code 2"},
		{nil, []string{"out", denyJSON}, true, "no"},
		{nil, []string{"out", `{"decision":"ask","reason":"sure?"}`}, false, `"permissionDecision":"ask"`},
		{nil, []string{"out", `{"continue":false,"reason":"enough"}`}, true, "enough"},
		{nil, []string{"out", `{"updated_input":{"command":"pwd"}}`}, false, `"updatedInput":{"command":"pwd"`},
		{nil, []string{"out", `{"context":"C"}`}, false, `"additionalContext":"C"`},
		{nil, []string{"out", `{"system_message":"M"}`}, false, `"systemMessage":"M"`},
		{nil, []string{"exit", "1"}, false, "exit code 1"},
	} {
		got := run{Stdin: payload, Flags: append([]string{"--exit-2-warns"}, c.flags...), Steps: c.steps}.do(t)
		if denied(t, got) != c.denied || !strings.Contains(got.Stdout+got.Stderr, c.says) ||
			strings.Contains(c.says, "ended") && strings.Contains(got.Stdout, "additionalContext") {
			t.Errorf("%v %v: %+v", c.flags, c.steps, got)
		}
	}
}

// Under --timeout-blocks a hook that exceeds its time blocks. A crash does not.
func TestTimeoutBlocks(t *testing.T) {
	payload := golden.Payloads("claude-code")[preTool]
	for _, c := range [...]struct {
		flags  []string
		steps  []string
		denied bool
	}{
		{[]string{"--timeout-blocks"}, []string{"sleep", "1m"}, true},
		{[]string{"--timeout-blocks", "--exit-2-warns"}, []string{"sleep", "1m"}, true},
		{[]string{"--timeout-blocks", "--observe"}, []string{"sleep", "1m"}, false},
		{nil, []string{"sleep", "1m"}, false},
		{[]string{"--timeout-blocks"}, []string{"exit", "1"}, false},
		{[]string{"--timeout-blocks"}, []string{"out", "{"}, false},
		{[]string{"--timeout-blocks"}, []string{"exit", "2"}, true},
	} {
		got := run{Stdin: payload, Flags: append([]string{"--timeout", "300ms"}, c.flags...), Steps: c.steps}.do(t)
		if denied(t, got) != c.denied {
			t.Errorf("%v %v: %+v", c.flags, c.steps, got)
		}
	}
	stop := claude("Stop", `,"stop_hook_active":false`)
	got := run{Stdin: stop, Flags: []string{"--timeout", "300ms", "--timeout-blocks"}, Steps: []string{"sleep", "1m"}}.do(t)
	if strings.Contains(got.Stdout, "block") || got.Exit == 2 {
		t.Errorf("a timeout keeps the agent going: %+v", got)
	}
}

func TestEnvironment(t *testing.T) {
	dir := tempDir(t)
	file := filepath.Join(dir, "env")
	payload := claude("PreToolUse", `,"permission_mode":"plan","tool_name":"Write","tool_input":{"file_path":"a b.txt","content":"x"}`)
	run{Dir: dir, Stdin: payload, Steps: []string{"env", file},
		Env: []string{"CLAUDE_PROJECT_DIR=/home/dev/p", "OPENHOOK_CUT=x", "OPENHOOK_COMMAND=rm", "OPENHOOK_DEPTH=3"}}.do(t)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for one := range strings.SplitSeq(string(text), "\x00") {
		name, value, _ := strings.Cut(one, "=")
		got[name] = value
	}
	for name, want := range map[string]string{
		"OPENHOOK_SOURCE": "claude-code", "OPENHOOK_TYPE": "tool.start", "OPENHOOK_TOOL": "file_write", "OPENHOOK_TOOL_NAME": "Write",
		"OPENHOOK_FILES": "/home/dev/a b.txt", "OPENHOOK_PERMISSION_MODE": "plan", "OPENHOOK_TRANSCRIPT_PATH": "/t.jsonl",
		"OPENHOOK_SESSION_ID": "s", "OPENHOOK_CWD": "/home/dev", "OPENHOOK_PROJECT": "/home/dev/p", "OPENHOOK_DEPTH": "4",
	} {
		if got[name] != want {
			t.Errorf("%s=%q, want %q", name, got[name], want)
		}
		delete(got, name)
	}
	for name := range got {
		if strings.HasPrefix(name, "OPENHOOK_") {
			t.Errorf("%s=%q is inherited", name, got[name])
		}
	}
}

// A variable that does not fit is named, and every guard among the examples denies.
func TestCut(t *testing.T) {
	if runtime.GOOS == "windows" {
		return
	}
	long := strings.Repeat("echo hello; ", 20_000)
	quoted, _ := json.Marshal(long + "rm -rf /")
	payload := claude("PreToolUse", `,"tool_name":"Bash","tool_input":{"command":`+string(quoted)+`}`)
	for _, name := range [...]string{"guard.sh", "protect-hooks.sh", "secrets.sh"} {
		hook, err := filepath.Abs("../examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if got := (run{Stdin: payload, Hook: []string{hook}}).do(t); !denied(t, got) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// A shim below a shim passes the envelope on and answers in its words.
func TestNested(t *testing.T) {
	dir := tempDir(t)
	seen := filepath.Join(dir, "seen")
	payload := golden.Payloads("claude-code")[preTool]
	for _, c := range [...]struct {
		steps []string
		want  client.Effect
	}{
		{[]string{"out", denyJSON}, client.Effect{Stopped: true, Model: "no", User: "no"}},
		{[]string{"err", "no", "exit", "2"}, client.Effect{Stopped: true, Model: "no", User: "no"}},
		{[]string{"out", `{"updated_input":{"command":"pwd"}}`}, client.Effect{Input: `{"command":"pwd","description":"make a file"}`}},
		{[]string{"out", `{"context":"C"}`}, client.Effect{Model: "C"}},
		{nil, client.Effect{}},
	} {
		hook := append([]string{shimtest.Shim(t), "--", shimtest.Play(t), "save", seen}, c.steps...)
		got := run{Dir: dir, Stdin: payload, Hook: hook}.do(t)
		e := client.ClaudeCode(client.Reply{Event: "PreToolUse", Payload: payload, Stdout: []byte(got.Stdout), Stderr: []byte(got.Stderr), Exit: got.Exit})
		if e != c.want {
			t.Errorf("%v: %+v, want %+v\n%+v", c.steps, e, c.want, got)
		}
		envelope, _ := os.ReadFile(seen)
		if !strings.Contains(string(envelope), `"source":"claude-code"`) || strings.Count(string(envelope), `"openhook":"0.1"`) != 1 {
			t.Errorf("the inner hook reads %s", envelope)
		}
	}
}

func TestGet(t *testing.T) {
	const envelope = `{"openhook":"0.1","data":{"tool_input":{"url":"https://x/\u00e9\n","n":[1,{"a":true}]},"none":null}}`
	for _, c := range [...]struct {
		stdin string
		args  []string
		out   string
		exit  int
	}{
		{envelope, []string{"data.tool_input.url"}, "https://x/é\n\n", 0},
		{envelope, []string{"data.tool_input.n.1.a"}, "true\n", 0},
		{envelope, []string{"data.tool_input.n"}, `[1,{"a":true}]` + "\n", 0},
		{envelope, []string{"data.nothing"}, "", 1},
		{envelope, []string{"data.none"}, "", 1},
		{`{"data":`, []string{"data"}, "", 1},
		{``, []string{"data"}, "", 1},
		{envelope, nil, "", 64},
	} {
		got := run{Stdin: []byte(c.stdin), Flags: append([]string{"get"}, c.args...)}.do(t)
		if got.Stdout != c.out || got.Exit != c.exit {
			t.Errorf("get %q: %+v, want %q, %d", c.args, got, c.out, c.exit)
		}
	}
}

func TestVersionAndHelp(t *testing.T) {
	if got := (run{Flags: []string{"--version"}}).do(t); !strings.HasPrefix(got.Stdout, "openhook-shim ") || got.Exit != 0 {
		t.Errorf("%+v", got)
	}
	got := run{Flags: []string{"--help"}}.do(t)
	for _, flag := range [...]string{"--fail-closed", "--events", "--tools", "--timeout", "--observe", "--block-on", "--degrade", "--max-continues",
		"--format", "--strict", "--no-native", "--timeout-blocks", "--exit-2-warns", "--source", "--event", "-c", "get PATH"} {
		if !strings.Contains(got.Stdout, flag) {
			t.Errorf("--help does not name %s", flag)
		}
	}
}

// Hooks that were written for Claude Code run unchanged behind their own client
// and, in native words, behind any.
func TestFormats(t *testing.T) {
	payload := golden.Payloads("claude-code")[preTool]
	dir := tempDir(t)
	seen := filepath.Join(dir, "seen")
	const deny = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}`
	for _, format := range [...]string{"claude-code", "native"} {
		got := run{Dir: dir, Stdin: payload, Flags: []string{"--format", format}, Steps: []string{"save", seen, "out", deny, "exit", "1"}}.do(t)
		if !denied(t, got) || strings.TrimSpace(got.Stdout) != deny {
			t.Errorf("%s: %+v", format, got)
		}
		if read, _ := os.ReadFile(seen); strings.TrimSpace(string(read)) != strings.TrimSpace(string(payload)) {
			t.Errorf("%s: the hook reads %s", format, read)
		}
	}
	// A hook that fails for the second file has not taken back what it said of the first.
	patch := []byte(`{"session_id":"s","turn_id":"t","model":"m","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Add File: a\n*** Add File: b\n"}}`)
	for _, said := range [...]string{`{"decision":"ask","reason":"no"}`, `{"continue":false}`} {
		got := run{Stdin: patch, Flags: []string{"--format", "claude-code"}, Steps: []string{"once", filepath.Join(tempDir(t), "once"), "out", said}}.do(t)
		if !strings.Contains(got.Stdout, `"permissionDecision":"deny"`) {
			t.Errorf("%s: %+v", said, got)
		}
	}
	title := claude("SessionStart", `,"source":"startup"`)
	got := run{Stdin: title, Flags: []string{"--format", "native"}, Steps: []string{"out", `{"hookSpecificOutput":{"hookEventName":"SessionStart","sessionTitle":"T"}}`}}.do(t)
	if !strings.Contains(got.Stdout, `"sessionTitle":"T"`) {
		t.Errorf("a power of the client's own is lost: %+v", got)
	}
}

// The client's cwd wanders with the agent; the hook does not.
func TestWanderingAgent(t *testing.T) {
	if runtime.GOOS == "windows" {
		return
	}
	project, away := tempDir(t), t.TempDir()
	for dir, exit := range map[string]string{project: "2", away: "0"} {
		if err := shimtest.WriteProgram(filepath.Join(dir, "guard.sh"), "#!/bin/sh\nexit "+exit+"\n", 0o755); err != nil {
			t.Fatal(err)
		}
	}
	payload := []byte(strings.Replace(string(golden.Payloads("claude-code")[preTool]), "/home/dev/project\"", away+`"`, 1))
	for _, hook := range [...][]string{{"./guard.sh"}, {"sh", "guard.sh"}, {"sh", "./guard.sh"}} {
		got := run{Dir: away, Stdin: payload, Env: []string{"CLAUDE_PROJECT_DIR=" + project}, Hook: hook}.do(t)
		if !denied(t, got) {
			t.Errorf("%v: the agent's own file ran: %+v", hook, got)
		}
	}
}
