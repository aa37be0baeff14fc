//go:build !windows

package golden

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
)

// What a hook says in a format, and what comes of it in every client that can do it.
var inFormats = []struct {
	format, name string
	hook         Hook
	want         func(e client.Effect) bool
}{
	{"hook-contract", "nothing", Hook{}, nothingComes},
	{"hook-contract", "allow is the ordinary pass", Hook{Stdout: `{"decision":"allow"}`}, nothingComes},
	{"hook-contract", "deny", Hook{Stdout: `{"decision":"deny","reason":"WHY"}`}, isDenied},
	{"hook-contract", "deny with a message alone", Hook{Stdout: `{"decision":"deny","message":"WHY"}`}, isDenied},
	{"hook-contract", "exit 2", Hook{Stderr: "WHY", Exit: 2}, isDenied},
	{"hook-contract", "exit 2 beside allow", Hook{Stdout: `{"decision":"allow"}`, Stderr: "WHY", Exit: 2}, isDenied},
	{"hook-contract", "another exit code fails open", Hook{Stdout: `{"decision":"deny","reason":"WHY"}`, Exit: 1}, passes},
	{"hook-contract", "lint_command", Hook{Stdout: `{"decision":"deny","reason":"WHY","lint_command":"npm run lint"}`}, isDenied},
	{"agent-hooks", "an event without a decision", Hook{Stdout: `{"spec_version":"0.1.0","event_type":"Action.Before","data":{"action":{"name":"shell"}}}`}, nothingComes},
	{"agent-hooks", "a decision", Hook{Stdout: `{"decision":{"outcome":"deny","reason":"WHY"}}`}, isDenied},
	{"agent-hooks", "the event with a decision", Hook{Stdout: `{"spec_version":"0.1.0","event_type":"Action.Before","data":{"decision":{"outcome":"deny","reason":"WHY"}}}`}, isDenied},
	{"agent-hooks", "the decision by itself", Hook{Stdout: `{"outcome":"deny","reason":"WHY"}`}, isDenied},
	{"agent-hooks", "allow is the ordinary pass", Hook{Stdout: `{"data":{"decision":{"outcome":"allow"}}}`}, nothingComes},
	{"agent-hooks", "ask", Hook{Stdout: `{"data":{"decision":{"outcome":"ask","reason":"WHY"}}}`}, func(e client.Effect) bool { return e.Asked || e.Stopped }},
	{"hook-md", "allow is the ordinary pass", Hook{Stdout: `{"decision":"allow","log":"validated"}`}, nothingComes},
	{"hook-md", "deny", Hook{Stdout: `{"decision":"deny","reason":"WHY"}`}, isDenied},
	{"hook-md", "exit 2", Hook{Stderr: "WHY", Exit: 2}, isDenied},
	{"hook-md", "JSON at another exit code", Hook{Stdout: `{"decision":"deny","reason":"WHY"}`, Exit: 3}, passes},
	{"hook-md", "broken JSON fails open", Hook{Stdout: `{"log":`}, passes},
	{"hook-md", "text", Hook{Stdout: "checked\n"}, nothingComes},
	{"hook-md", "new input", Hook{Stdout: `{"updated_input":{"command":"echo rewritten"}}`}, func(e client.Effect) bool {
		return strings.Contains(e.Input, "echo rewritten") || e.Stopped
	}},
	{"hook-md", "new input in the library's word", Hook{Stdout: `{"decision":"allow","modified_input":{"command":"echo rewritten"}}`}, func(e client.Effect) bool {
		return strings.Contains(e.Input, "echo rewritten") || e.Stopped
	}},
	{"claude-code", "deny at exit 1", Hook{Stdout: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"WHY"}}`, Exit: 1}, isDenied},
	{"claude-code", "approve at exit 1", Hook{Stdout: `{"decision":"approve"}`, Exit: 1}, passes},
	{"claude-code", "new input", Hook{Stdout: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"echo rewritten"}}}`}, func(e client.Effect) bool {
		return strings.Contains(e.Input, "echo rewritten") || e.Stopped
	}},
}

func nothingComes(e client.Effect) bool { return e == client.Effect{} }
func passes(e client.Effect) bool       { return !e.Stopped && !e.Approved && !e.Asked && !e.Ends }
func isDenied(e client.Effect) bool {
	return e.Stopped && (e.Ends || strings.Contains(e.Model+e.User, "WHY")) // Cline ends the task without a word
}

// shellCalls are calls of a shell that were recorded from clients of all kinds.
var shellCalls = map[string]string{
	"claude-code": "PreToolUse.Bash.json", "codex": "PreToolUse.bash.json", "gemini-cli": "BeforeTool.run_shell_command.json",
	"cursor": "", "copilot-cli": "PreToolUse.pascal-bash.json", "qwen-code": "", "grok": "", "windsurf": "pre_run_command.json", "cline": "",
}

// shellCall is a recorded call of a shell, before it runs, that can be denied.
func shellCall(t *testing.T, provider string) (file string, payload []byte) {
	t.Helper()
	all := Payloads(provider)
	if name := shellCalls[provider]; all[name] != nil {
		return name, all[name]
	}
	for name, payload := range all {
		if c := decode(t, name, payload); c.Type == mapping.ToolStart && c.Canon == mapping.Shell && c.Deniable() && !strings.Contains(name, ".argv.") {
			return name, payload
		}
	}
	t.Fatalf("%s has no shell", provider)
	return "", nil
}

func TestHooksOfOtherFormats(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	t.Parallel()
	for provider := range shellCalls {
		file, payload := shellCall(t, provider)
		for _, c := range inFormats {
			t.Run(provider+"/"+c.format+"/"+c.name, func(t *testing.T) {
				r := call(file, payload, run{Flags: []string{"--format", c.format},
					Steps: []string{"read", "out", c.hook.Stdout, "err", c.hook.Stderr, "exit", itoa(c.hook.Exit)}})
				got := r.do(t)
				e := client.Of(provider)(client.Reply{Event: Event(file), Payload: payload, Stdout: []byte(got.Stdout), Stderr: []byte(got.Stderr), Exit: got.Exit})
				if !c.want(e) {
					t.Errorf("%+v\n%+v", e, got)
				}
			})
		}
	}
}

// A format calls us: what the hook reads of it, and what goes back, byte for byte.
func TestCalledByOtherFormats(t *testing.T) {
	t.Parallel()
	const (
		contract  = `{"tool_name": "Shell", "tool_input": {"command": "ls"}}`
		lifecycle = `{"tool_name":"Stop","tool_input":{"transcript_path":"/t","file_path":"/f","stop_hook_active":true}}`
		prompt    = `{"tool_name":"beforeSubmitPrompt","tool_input":{"session_id":"s","cwd":"/p","prompt":"hello"}}`
		event     = `{"spec_version":"0.1.0","event_id":"550e8400-e29b-41d4-a716-446655440000","event_type":"Action.Before","timestamp":"2026-02-08T22:15:30.123Z","source":{"tool":"cursor","version":"2.3.41"},"session_id":"sess-789","actor":{"type":"ai_agent"},"data":{"action":{"name":"shell","input":{"command":"rm -rf /tmp/build"}}}}`
		mcp       = `{"spec_version":"0.1.0","event_id":"550e8400-e29b-41d4-a716-446655440000","event_type":"Action.Before","timestamp":"2026-02-08T22:15:30.123Z","source":{"tool":"cursor"},"session_id":"s","data":{"action":{"name":"mcp:search","input":{"q":"x"}}}}`
		md        = `{"event_type":"before_tool","timestamp":"2024-01-15T10:30:00Z","session_id":"sess-abc123","work_dir":"/home/user/project","tool_name":"Shell","tool_input":{"command":"rm -rf /tmp/old-files"},"tool_use_id":"tool_123"}`
		write     = `{"event_type":"before_tool","timestamp":"2024-01-15T10:30:00Z","session_id":"s","work_dir":"/p","tool_name":"WriteFile","tool_input":{"path":"a.txt","content":"x"},"tool_use_id":"u"}`
		stop      = `{"event_type":"before_stop","timestamp":"2024-01-15T10:35:00Z","session_id":"s","work_dir":"/p","stop_reason":"no_tool_calls","step_count":5,"final_message":{"role":"assistant","content":"Done"}}`
	)
	deny := Hook{Stdout: `{"decision":"deny","reason":"WHY"}`}
	for _, c := range []struct {
		name, payload  string
		flags          []string
		hook           Hook
		reads          map[string]string
		stdout, stderr string
		exit           int
	}{
		{"contract: deny", contract, nil, deny, map[string]string{"source": "hook-contract", "type": "tool.start", "data.tool": "shell", "data.tool_input.command": "ls"},
			`{"decision":"deny","reason":"WHY"}` + "\n", "", 0},
		{"contract: nothing", contract, nil, Hook{}, nil, `{"decision":"allow"}` + "\n", "", 0},
		{"contract: allow", contract, nil, Hook{Stdout: `{"decision":"allow"}`}, nil, `{"decision":"allow"}` + "\n", "", 0},
		{"contract: after the tool", contract, []string{"--event", "postToolUse"}, Hook{}, map[string]string{"type": "tool.end"}, `{"decision":"allow"}` + "\n", "", 0},
		{"contract: a crash", contract, nil, Hook{Exit: 3}, nil, `{"decision":"allow"}` + "\n", "openhook-shim: play ended with exit code 3\n", 0},
		{"contract: a crash, closed", contract, []string{"--fail-closed"}, Hook{Exit: 3}, nil, `{"decision":"deny","reason":"openhook-shim: play ended with exit code 3"}` + "\n", "", 0},
		{"contract: stdin that is no JSON", `{"tool_name":`, []string{"--source", "hook-contract"}, Hook{}, nil, `{"decision":"allow"}` + "\n",
			"openhook-shim: the hook did not run: stdin is not one JSON object\n", 0},
		{"contract: a lifecycle event gates nothing", lifecycle, nil, Hook{}, map[string]string{"type": "agent.stop", "data.stop_hook_active": "true", "data.transcript_path": "/t"}, "{}\n", "", 0},
		{"contract: a prompt", prompt, nil, deny, map[string]string{"type": "prompt.submit", "data.prompt": "hello", "session_id": "s", "cwd": "/p"}, `{"decision":"deny","reason":"WHY"}` + "\n", "", 0},
		{"event: deny", event, nil, deny, map[string]string{"source": "cursor", "type": "tool.start", "data.tool": "shell", "data.tool_input.command": "rm -rf /tmp/build", "session_id": "sess-789", "time": "2026-02-08T22:15:30.123Z"},
			`{"decision":{"outcome":"deny","reason":"WHY"}}` + "\n", "WHY\n", 2},
		{"event: ask", event, nil, Hook{Stdout: `{"decision":"ask","reason":"WHY"}`}, nil, `{"decision":{"outcome":"ask","reason":"WHY"}}` + "\n", "", 0},
		{"event: nothing", event, nil, Hook{}, nil, "", "", 0},
		{"event: MCP", mcp, nil, Hook{}, map[string]string{"data.tool": "mcp", "data.mcp.tool": "search"}, "", "", 0},
		{"HOOK.md: deny", md, nil, deny, map[string]string{"source": "hook-md", "type": "tool.start", "data.tool": "shell", "data.tool_call_id": "tool_123", "cwd": "/home/user/project"}, "", "WHY\n", 2},
		{"HOOK.md: nothing", md, nil, Hook{}, nil, "", "", 0},
		{"HOOK.md: new input", write, nil, Hook{Stdout: `{"updated_input":{"content":"y"}}`}, map[string]string{"data.tool_input.file_path": "a.txt", "data.files.0.path": "/p/a.txt"},
			`{"updated_input":{"path":"a.txt","content":"y"}}` + "\n", "", 0},
		{"HOOK.md: the agent goes on", stop, nil, deny, map[string]string{"type": "agent.stop", "data.last_message": "Done"}, "", "WHY\n", 2},
		{"HOOK.md: a crash", md, nil, Hook{Exit: 3}, nil, "", "openhook-shim: play ended with exit code 3\n", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			seen := filepath.Join(t.TempDir(), "seen")
			r := run{Flags: c.flags, Stdin: []byte(c.payload), Steps: []string{"save", seen, "out", c.hook.Stdout, "err", c.hook.Stderr, "exit", itoa(c.hook.Exit)}}
			got := r.do(t)
			if got.Stdout != c.stdout || got.Stderr != c.stderr || got.Exit != c.exit {
				t.Errorf("%q, %q, %d; want %q, %q, %d", got.Stdout, got.Stderr, got.Exit, c.stdout, c.stderr, c.exit)
			}
			envelope, _ := os.ReadFile(seen)
			for path, want := range c.reads {
				if have := gjson.GetBytes(envelope, path).String(); have != want {
					t.Errorf("%s is %q, want %q, in %s", path, have, want, envelope)
				}
			}
		})
	}
}

// A patch is shown as what it does to each file, whatever else the model wrote beside
// it; a hook that changes what it was shown cannot change the patch.
func TestPatchesAreShown(t *testing.T) {
	const patch = "*** Begin Patch\\n*** Add File: new.txt\\n+SECRET one\\n+two\\n*** Update File: old.txt\\n*** Move to: moved.txt\\n@@\\n same\\n-gone\\n+SECRET here\\n*** Delete File: dead.txt\\n*** End Patch"
	for _, input := range []string{`{"command":"` + patch + `"}`, `{"content":"harmless","command":"` + patch + `","new_string":"harmless"}`} {
		payload := []byte(`{"session_id":"s","turn_id":"t","transcript_path":"/h/.codex/sessions/2026/rollout-2026-x.jsonl","cwd":"/p","hook_event_name":"PreToolUse","model":"m","permission_mode":"default","tool_name":"apply_patch","tool_input":` + input + `,"tool_use_id":"u"}`)
		log := filepath.Join(t.TempDir(), "log")
		got := run{Stdin: payload, Flags: []string{"--format", "claude-code", "-c", "cat >> '" + log + "'"}}.do(t)
		read, _ := os.ReadFile(log)
		var all []string
		for line := range bytes.Lines(read) {
			all = append(all, fmt.Sprintf("%s %s %q %q %q", gjson.GetBytes(line, "tool_name"), gjson.GetBytes(line, "tool_input.file_path"),
				gjson.GetBytes(line, "tool_input.content").Str, gjson.GetBytes(line, "tool_input.old_string").Str, gjson.GetBytes(line, "tool_input.new_string").Str))
		}
		want := []string{
			`Write /p/new.txt "SECRET one\ntwo\n" "" ""`,
			`Edit /p/old.txt "" "same\ngone\n" "same\nSECRET here\n"`,
			`Write /p/moved.txt "same\nSECRET here\n" "" ""`,
			`Edit /p/dead.txt "" "" ""`,
		}
		if strings.Join(all, "\n") != strings.Join(want, "\n") {
			t.Errorf("%+v\n%s", got, strings.Join(all, "\n"))
		}
	}
	one := []byte(`{"session_id":"s","turn_id":"t","transcript_path":"/h/.codex/sessions/2026/rollout-2026-x.jsonl","cwd":"/p","hook_event_name":"PreToolUse","model":"m","permission_mode":"default","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Add File: new.txt\n+one\n*** End Patch"},"tool_use_id":"u"}`)
	for said, stopped := range map[string]bool{
		`{"file_path":"/p/new.txt","content":"one\n"}`: false, // what it was shown
		`{"file_path":"/p/new.txt","content":"two\n"}`: true,
		`{"file_path":"/p/else.txt"}`:                  true,
	} {
		got := run{Stdin: one, Flags: []string{"--format", "claude-code"}, Steps: []string{"read", "out",
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":` + said + `}}`}}.do(t)
		e := client.Of("codex")(client.Reply{Event: "PreToolUse", Payload: one, Stdout: []byte(got.Stdout), Stderr: []byte(got.Stderr), Exit: got.Exit})
		if e.Stopped != stopped {
			t.Errorf("%s: %+v, %+v", said, got, e)
		}
	}
}

// What hides in a patch of Codex, or in an edit of Cline, is shown all the same.
func TestPatchesHideNothing(t *testing.T) {
	codex := func(patch string) string {
		return `{"session_id":"s","turn_id":"t","transcript_path":"/h/.codex/sessions/2026/rollout-2026-x.jsonl","cwd":"/p","hook_event_name":"PreToolUse","model":"m","permission_mode":"default","tool_name":"apply_patch","tool_input":{"command":"` + patch + `"},"tool_use_id":"u"}`
	}
	cline := func(diff string) string {
		return `{"clineVersion":"3","hookName":"PreToolUse","timestamp":"1","taskId":"t","workspaceRoots":["/p"],"userId":"u","preToolUse":{"toolName":"replace_in_file","parameters":{"path":"a.txt","diff":"` + diff + `"}}}`
	}
	for name, payload := range map[string]string{
		"behind the end of a file":         codex("*** Begin Patch\\n*** Update File: a.txt\\n@@\\n-x\\n+y\\n*** End of File\\n@@\\n+SECRET\\n*** End Patch"),
		"behind a line like a header":      codex("*** Begin Patch\\n*** Update File: a.txt\\n@@\\n *** Update File: b.txt\\n+SECRET\\n*** End Patch"),
		"in a file that is spelt oddly":    codex("*** Begin Patch\\n  ***  Update File:   ./sub/../a.txt  \\n@@\\n+SECRET\\n*** End Patch"),
		"in an edit that is no patch":      cline("------- SEARCH\\n a\\n=======\\nSECRET\\n+++++++ REPLACE\\n"),
		"in an edit with a patch's header": cline("------- SEARCH\\n a\\n=======\\n*** Update File: /p/a.txt\\n*** Update File: b\\nSECRET\\n+++++++ REPLACE\\n"),
	} {
		log := filepath.Join(t.TempDir(), "log")
		got := run{Stdin: []byte(payload), Flags: []string{"--format", "claude-code", "-c", "cat >> '" + log + "'"}}.do(t)
		read, _ := os.ReadFile(log)
		shown := false
		for line := range bytes.Lines(read) {
			shown = shown || strings.Contains(gjson.GetBytes(line, "tool_input.new_string").Str+gjson.GetBytes(line, "tool_input.content").Str, "SECRET")
		}
		if !shown {
			t.Errorf("%s: %+v %s", name, got, read)
		}
	}
}

func TestProjectVariable(t *testing.T) {
	file, payload := shellCall(t, "gemini-cli")
	seen := filepath.Join(t.TempDir(), "seen")
	call(file, payload, run{Flags: []string{"--format", "claude-code"}, Env: []string{"CLAUDE_PROJECT_DIR=/elsewhere"}, Steps: []string{"read", "env", seen}}).do(t)
	if env, _ := os.ReadFile(seen); !strings.Contains(string(env)+"\x00", "CLAUDE_PROJECT_DIR=/home/dev/project\x00") || strings.Contains(string(env), "/elsewhere") {
		t.Errorf("%q", env)
	}
}

// Crush takes the keys of an answer in any case, as Go's encoding/json does.
func TestKeysInAnyCase(t *testing.T) {
	payload := []byte(`{"event":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"bash","tool_input":{"command":"ls"}}`)
	for _, said := range []string{`{"deCisIon":"deny","REASON":"WHY"}`, `{"decision":"allow","Decision":"deny","reason":"WHY"}`,
		`{"HookSpecificOutput":{"PermissionDecision":"deny","permissiondecisionreason":"WHY"}}`, `{"Halt":true,"Reason":"WHY"}`} {
		got := run{Stdin: payload, Flags: []string{"--format", "native"}, Steps: []string{"read", "out", said}}.do(t)
		e := client.Of("crush")(client.Reply{Event: "PreToolUse", Payload: payload, Stdout: []byte(got.Stdout), Stderr: []byte(got.Stderr), Exit: got.Exit})
		if !e.Stopped && !e.Ends {
			t.Errorf("%s: %+v %+v", said, got, e)
		}
	}
}

// A consumer written from the specification alone understands every envelope.
func TestConsumer(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it is in Python")
	}
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal(err)
	}
	for _, strict := range []bool{true, false} {
		var envelopes, want bytes.Buffer
		eachCall(t, func(provider, file string, c *mapping.Call) {
			for _, piece := range c.Envelope(someID, mapping.Options{Version: "1", Strict: strict}) {
				envelopes.Write(piece)
			}
			fmt.Fprintf(&want, "%s\t%s\t%s\n", c.Source, c.Type, c.Text(mapping.ToolName))
		})
		args := []string{filepath.Join("consumer", "openhook_consumer.py")}
		if strict {
			args = append(args, "--strict")
		}
		c := exec.Command(python, args...)
		c.Stdin, c.Stderr = &envelopes, os.Stderr
		out, err := c.Output()
		if err != nil || !bytes.Equal(out, want.Bytes()) {
			t.Errorf("strict %v: %v, %d bytes, want %d", strict, err, len(out), want.Len())
		}
	}
}
