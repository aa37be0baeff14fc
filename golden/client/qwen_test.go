package client

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

const qwDir = "../qwen-code/"

// qwRow is one recorded headless run of 0.24.4: a hook's answer, and what came.
type qwRow struct {
	Case    string          `json:"case"`
	Event   string          `json:"event"`
	Stdout  json.RawMessage `json:"native_stdout"` // a text, or the object that was printed
	Stderr  string          `json:"native_stderr"`
	Exit    any             `json:"native_exit"` // a number, or "signal 9"
	Sleep   float64         `json:"sleeps_s"`
	ToolRan bool            `json:"tool_ran"`
	Calls   int             `json:"model_calls"`
	User    string          `json:"user_stderr"`
	Second  []struct {
		Role, Text string
	} `json:"second_request_tail"`
}

// qwGiven are the rows whose hooks stood in the settings; of two hooks, the one
// that says something.
var qwGiven = []struct {
	row     string
	payload string
	reply   Reply
}{
	{"q-x-missing", "PreToolUse.run_shell_command", Reply{Exit: 127, Stderr: []byte("bash: line 1: /nonexistent/openhook-shim: No such file or directory\n")}},
	{"q-x-two-e2", "PreToolUse.run_shell_command", Reply{Exit: 2, Stderr: []byte("A\n")}},
	{"q-x-bashmatch", "PreToolUse.run_shell_command", Reply{Stdout: []byte(`{"decision":"deny","reason":"alias matched"}` + "\n")}},
	{"q-x-ups-cont-second", "UserPromptSubmit.tool-result-continuation", Reply{Stdout: []byte(`{"continue":false,"stopReason":"STOP-NOW"}`)}},
	{"q-x-subagent-stop", "SubagentStop", Reply{Stdout: []byte(`{"decision":"block","reason":"SUB-AGAIN"}`)}},
}

// qwUnjudged are the rows that a model of one reply cannot judge.
var qwUnjudged = []struct{ row, why string }{
	{"q-disabled", "disableAllHooks: no hook ran"},
	{"q-x-two", "a second hook's approval lifts the deny of the first"},
	{"q-x-two-cont", "a second hook's approval does not lift continue:false"},
	{"q-x-two-topallow", "a second hook's decision allow does not lift the deny"},
}

// qwUnseen are the rows whose run does not show what a model's Effect says.
var qwUnseen = []struct{ row, field, why string }{
	{"q-ups-ctx", "Model", "the first request is not on record"},
	{"q-ups-text0", "Model", "the first request is not on record"},
	{"q-ss-text0", "Model", "the system prompt is not on record"},
	{"q-ss-ctx", "Model", "the system prompt is not on record"},
	{"q-stop-block-once", "Model", "the third request is not on record"},
	{"q-stop-block-always", "Model", "the third request is not on record"},
	{"q-stop-block-always", "User", "the client's own word on the ninth stop"},
	{"q-stop-cont-false", "Model", "the third request is not on record"},
	{"q-x-subagent-stop", "Model", "the subagent's second request is not on record"},
}

func TestQwenRecorded(t *testing.T) {
	rows := readRows[qwRow](t, qwDir+"observed-answers.json")
	if len(rows) < 45 {
		t.Errorf("%d rows, 45 were recorded", len(rows))
	}
	var listed []string
	for _, g := range qwGiven {
		listed = append(listed, g.row)
	}
	for _, u := range qwUnjudged {
		listed = append(listed, u.row)
	}
	for _, u := range qwUnseen {
		listed = append(listed, u.row)
	}
	for _, name := range listed {
		if !slices.ContainsFunc(rows, func(r qwRow) bool { return r.Case == name }) {
			t.Errorf("no row %q", name)
		}
	}
	for _, r := range rows {
		if !slices.ContainsFunc(qwUnjudged, func(u struct{ row, why string }) bool { return u.row == r.Case }) {
			t.Run(r.Case, func(t *testing.T) { r.judge(t) })
		}
	}
}

func (r qwRow) reply(t *testing.T) Reply {
	for _, g := range qwGiven {
		if g.row == r.Case {
			reply := g.reply
			reply.Event, _, _ = strings.Cut(g.payload, ".")
			reply.Payload = qwPayload(t, g.payload)
			return reply
		}
	}
	exit := 128 + 9
	if code, ok := r.Exit.(float64); ok {
		exit = int(code)
	}
	stdout := ""
	if json.Unmarshal(r.Stdout, &stdout) != nil {
		stdout = string(r.Stdout)
	}
	return Reply{Event: r.Event, Payload: qwPayload(t, r.Event), Stdout: []byte(stdout), Stderr: []byte(r.Stderr), Exit: exit, Late: r.Sleep > 0}
}

// qwPayload is a recorded payload: a file's name without .json, or an event's,
// for which a likely one is taken.
func qwPayload(t *testing.T, name string) []byte {
	t.Helper()
	for _, variant := range [...]string{"", ".run_shell_command", ".startup", ".manual", ".validation", ".permission_prompt", ".final", ".invalid_request", ".prompt_input_exit"} {
		if b, err := os.ReadFile(qwDir + "payload/" + name + variant + ".json"); err == nil {
			return b
		}
	}
	return []byte(`{"tool_name":"run_shell_command","phase":"validation"}`)
}

// judge holds the effect against everything the row can prove.
func (r qwRow) judge(t *testing.T) {
	reply := r.reply(t)
	e := QwenCode(reply)
	check := func(what string, got, want any) {
		t.Helper()
		if slices.ContainsFunc(qwUnseen, func(u struct{ row, field, why string }) bool { return u.row == r.Case && u.field == what }) {
			return
		}
		if got != want {
			t.Errorf("%s = %v, recorded %v\neffect %+v", what, got, want, e)
		}
	}
	result, want := "", Effect{User: r.User}
	if n := len(r.Second); n > 0 && r.Second[n-1].Role == "tool" {
		result = r.Second[n-1].Text
	}
	const own = "Command: echo ran > marker.txt\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)"
	more, whole := strings.CutPrefix(result, own)
	more = strings.TrimPrefix(more, "\n\n")
	switch reply.Event {
	case "PreToolUse":
		// A headless run answers what is asked with no.
		want.Asked = r.Case == "q-pre-ask-yolo"
		want.Stopped = !r.ToolRan && !want.Asked
		if !r.ToolRan {
			want.Model = result
		}
	case "PostToolUse":
		if want.Model = more; !whole {
			want.Model, want.Output = "", result
		}
	case "UserPromptSubmit":
		want.Stopped = r.Calls == 0 || r.Case == "q-x-ups-cont-second" && r.Calls == 1
		want.Ends = want.Stopped && r.Calls == 1
	case "Stop":
		want.GoesOn = r.Calls > 2
	case "SubagentStop":
		want.GoesOn = r.Calls == 4
	}
	check("Stopped", e.Stopped, want.Stopped)
	check("Asked", e.Asked, want.Asked)
	check("Approved", e.Approved, false)
	check("GoesOn", e.GoesOn, want.GoesOn)
	check("Ends", e.Ends, want.Ends)
	check("Input", e.Input, "")
	check("Output", e.Output, want.Output)
	check("Model", e.Model, want.Model)
	check("User", e.User, want.User)
	check("Failed", e.Failed, false)
}

// TestQwenNoted covers rules that have no row: noted for it, or read in the
// source or the docs of 0.24.4.
func TestQwenNoted(t *testing.T) {
	hso := func(fields string) string { return `{"hookSpecificOutput":{` + fields + `}}` }
	const warning = `Warning: Tool "run_shell_command" was not run: `
	denied := Effect{Stopped: true, Model: "WHY", User: warning + "WHY"}
	long := strings.Repeat("x", 1<<20)
	for _, c := range []struct {
		name, event, stdout, stderr string
		exit                        int
		want                        Effect
	}{
		{"top-level block", "PreToolUse", `{"decision":"block","reason":"WHY"}`, "", 0, denied},
		{"top-level ask", "PreToolUse", `{"decision":"ask","reason":"WHY"}`, "", 0, Effect{Asked: true, Model: "WHY", User: warning + "WHY"}},
		{"deny at exit 3", "PreToolUse", `{"decision":"deny","reason":"WHY"}`, "", 3, denied},
		{"exit 2 with a deny on stdout", "PreToolUse", `{"decision":"deny","reason":"WHY"}`, "", 2, Effect{}},
		{"exit 2 with an approval on stderr", "PreToolUse", "", `{"decision":"allow"}`, 2, Effect{}},
		{"exit 2 with broken JSON on stderr", "PreToolUse", "", `{"WHY`, 2, Effect{Stopped: true, Model: `{"WHY`, User: warning + `{"WHY`}},
		{"broken", "PreToolUse", `{"decision":"deny"`, "", 0, Effect{}},
		{"text above an object", "PreToolUse", "log\n" + `{"decision":"deny","reason":"WHY"}`, "", 0, Effect{}},
		{"text below an object", "PreToolUse", `{"decision":"deny","reason":"WHY"}` + "\nlog", "", 0, Effect{}},
		{"an object in a string", "PreToolUse", `"{\"decision\":\"deny\",\"reason\":\"WHY\"}"`, "", 0, denied},
		{"an array", "PreToolUse", `[{"decision":"deny","reason":"WHY"}]`, "", 0, Effect{}},
		{"tool_input", "PreToolUse", hso(`"permissionDecision":"allow","tool_input":{"command":"x"}`), "", 0, Effect{}},
		{"allow beside deny", "PreToolUse", `{"decision":"deny","reason":"WHY","hookSpecificOutput":{"permissionDecision":"allow"}}`, "", 0, Effect{}},
		{"allow beside continue:false", "PreToolUse", `{"continue":false,"stopReason":"WHY","hookSpecificOutput":{"permissionDecision":"allow"}}`, "", 0, denied},
		{"deny without a reason", "PreToolUse", `{"decision":"deny"}`, "", 0, Effect{Stopped: true, Model: "No reason provided", User: warning + "No reason provided"}},
		{"more than 1 MiB", "PreToolUse", `{"decision":"deny","reason":"` + long + `"}`, "", 0, Effect{}},
		{"message", "PreToolUse", `{"systemMessage":"MSG"}`, "", 0, Effect{}},
		{"allow", "PermissionRequest", hso(`"decision":{"behavior":"allow"}`), "", 0, Effect{Approved: true}},
		{"new input", "PermissionRequest", hso(`"decision":{"behavior":"allow","updatedInput":{"command":"x"}}`), "", 0, Effect{Approved: true, Input: `{"command":"x"}`}},
		{"deny", "PermissionRequest", hso(`"decision":{"behavior":"deny","message":"WHY"}`), "", 0, Effect{Stopped: true, Model: "WHY"}},
		{"no behavior", "PermissionRequest", hso(`"decision":{}`), "", 0, Effect{Stopped: true, Model: `Permission denied by hook for "run_shell_command"`}},
		{"top-level deny", "PermissionRequest", `{"decision":"deny","reason":"WHY"}`, "", 0, Effect{}},
		{"exit 2", "PermissionRequest", "", "WHY", 2, Effect{}},
		{"exit 2", "PostToolUse", "", "WHY", 2, Effect{}},
		{"text", "PostToolUse", "text", "", 0, Effect{}},
		{"new result and context", "PostToolUse", `{"continue":false,"stopReason":"NEW","hookSpecificOutput":{"additionalContext":"CTX"}}`, "", 0, Effect{Output: "NEW", User: warning + "NEW"}},
		{"context", "PostToolUseFailure", hso(`"additionalContext":"CTX"`), "", 0, Effect{Model: "CTX"}},
		{"continue:false", "PostToolUseFailure", `{"continue":false,"stopReason":"NEW"}`, "", 0, Effect{}},
		{"block", "PostToolBatch", `{"decision":"block","reason":"WHY"}`, "", 0, Effect{Output: "WHY"}},
		{"block and context", "PostToolBatch", `{"decision":"block","reason":"WHY","hookSpecificOutput":{"additionalContext":"CTX"}}`, "", 0, Effect{Output: "WHY", Model: "CTX"}},
		{"exit 2", "UserPromptSubmit", "", "WHY", 2, Effect{Stopped: true}},
		{"continue:false", "UserPromptSubmit", `{"continue":false,"stopReason":"WHY"}`, "", 0, Effect{Stopped: true}},
		{"text on stderr", "UserPromptSubmit", "", "text", 0, Effect{}},
		{"text at exit 1", "UserPromptSubmit", "text", "", 1, Effect{}},
		{"block", "UserPromptExpansion", `{"decision":"block","reason":"WHY"}`, "", 0, Effect{Stopped: true, User: "UserPromptExpansion blocked: WHY"}},
		{"long context", "UserPromptExpansion", hso(`"additionalContext":"` + long[:10_001] + `"`), "", 0, Effect{Model: long[:10_000]}},
		{"exit 2", "SessionStart", "", "WHY", 2, Effect{}},
		{"context", "SubagentStart", hso(`"additionalContext":"CTX"`), "", 0, Effect{Model: "CTX"}},
		{"exit 2", "Stop", "", "WHY", 2, Effect{GoesOn: true, Model: "WHY"}},
		{"context", "Stop", hso(`"additionalContext":"CTX"`), "", 0, Effect{}},
		{"message", "Stop", `{"systemMessage":"MSG"}`, "", 0, Effect{User: "MSG"}},
		{"exit 1", "Stop", "", "WHY", 1, Effect{User: "Warning: WHY", Failed: true}},
		{"continue:false", "SubagentStop", `{"continue":false,"stopReason":"WHY"}`, "", 0, Effect{GoesOn: true, Model: "WHY"}},
		{"block", "TodoCreated", `{"decision":"block","reason":"WHY"}`, "", 0,
			Effect{Stopped: true, Model: "Todo list was not modified because a TodoCreated hook blocked the operation: WHY"}},
		{"deny", "TodoCreated", `{"decision":"deny","reason":"WHY"}`, "", 0, Effect{}},
		{"exit 2", "TodoCompleted", "", "WHY", 2, Effect{}},
		{"block", "PreCompact", `{"decision":"block","reason":"WHY"}`, "", 0, Effect{}},
		{"exit 2", "PermissionDenied", "", "WHY", 2, Effect{}},
	} {
		got := QwenCode(Reply{Event: c.event, Exit: c.exit, Payload: qwPayload(t, c.event), Stdout: []byte(c.stdout), Stderr: []byte(c.stderr)})
		if got != c.want {
			t.Errorf("%s, %s:\n got %.400v\nwant %.400v", c.event, c.name, got, c.want)
		}
	}
	written := Reply{Event: "TodoCreated", Payload: []byte(`{"phase":"postWrite"}`), Stdout: []byte(`{"decision":"block","reason":"WHY"}`)}
	if got := QwenCode(written); got != (Effect{}) {
		t.Errorf("a todo that is written is blocked: %+v", got)
	}
}
