package client

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// qwNever lists the forms that 0.24.4 was seen to ignore, or that do something
// else than they say: a key, or with a value that value of it. The row is where
// it was seen; "" where it was noted, or the source says so.
var qwNever = []struct{ row, events, key, value string }{
	{"", "PreToolUse", "hookSpecificOutput.permissionDecision", `"allow"`},
	{"q-pre-updatedInput", "PreToolUse", "hookSpecificOutput.updatedInput", ""},
	{"q-pre-ctx", "PreToolUse", "hookSpecificOutput.additionalContext", ""},
	{"q-ss-cont", "SessionStart", "continue", ""},
	{"q-post-block", "PostToolUse", "decision", ""},
	{"q-x-post-sys", "PostToolUse", "systemMessage", ""},
	{"q-stop-cont-false", "Stop", "continue", ""}, // the agent goes on
	{"", "SubagentStop", "continue", ""},
	{"", "PreToolUse", "hookSpecificOutput.tool_input", ""},
	{"", "PreToolUse", "decision", `"allow"`},
	{"", "PreToolUse PermissionRequest UserPromptSubmit SessionStart PostToolUseFailure PostToolBatch SubagentStop TodoCreated", "systemMessage", ""},
	{"", "PreToolUse PermissionRequest PostToolUse UserPromptSubmit Stop", "suppressOutput", ""},
	{"", "PermissionRequest", "decision", ""},
	{"", "PermissionRequest", "continue", ""},
	{"", "PermissionRequest", "hookSpecificOutput.decision.interrupt", ""},
	{"", "PermissionRequest", "hookSpecificOutput.additionalContext", ""},
	{"", "PostToolUseFailure SessionStart SubagentStart", "decision", ""},
	{"", "PostToolUseFailure SubagentStart TodoCreated", "continue", ""},
	{"", "Stop SubagentStop", "hookSpecificOutput", ""},
	{"", "TodoCreated", "decision", `"deny"`},
}

func TestQwenNeverSeen(t *testing.T) {
	rows := readRows[qwRow](t, qwDir+"observed-answers.json")
	for _, n := range qwNever {
		i := slices.IndexFunc(rows, func(r qwRow) bool { return r.Case == n.row })
		switch {
		case n.row == "":
		case i < 0:
			t.Errorf("no row %s", n.row)
		case rows[i].Event != n.events || !cxSent(rows[i].Stdout, n.key, n.value):
			t.Errorf("%s is not about %s on %s: %s", n.row, n.key, n.events, rows[i].Stdout)
		}
	}
}

// TestQwenNeverSent puts every combination of wishes to every event, in
// OpenHook's words and in the client's own.
func TestQwenNeverSent(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	wishes := [][]string{
		{``, `"decision":"allow"`, `"decision":"ask"`, `"decision":"block"`},
		{`"reason":"  "`, `"reason":"WHY"`},
		{``, `"continue":false,"stopReason":"STOP"`},
		{``, `"updated_input":{"command":"new"}`},
		{``, `"updated_output":{"content":[]}`},
		{``, `"context":"CTX","system_message":"MSG","suppress_output":true`},
		{``, `"hookSpecificOutput":{"permissionDecision":"allow","decision":{"behavior":"allow","interrupt":true},"updatedInput":{"command":"new"},"additionalContext":"CTX"}`,
			`"native":{"qwen-code":{"decision":"allow","suppressOutput":true,"hookSpecificOutput":{"permissionDecision":"allow"}}}`},
	}
	done := map[string]bool{}
	for name, payload := range payloads(t, qwDir+"payload/", 20) {
		event := eventOf(name)
		c := callOf(t, payload)
		if done[event+c.Type] {
			continue
		}
		done[event+c.Type] = true
		for _, answer := range combine(wishes...) {
			for _, native := range [...]bool{false, true} {
				r, _ := answerOf(c, saying(answer), native, false)
				if r.Exit == 1 && len(r.Stdout) == 0 {
					continue // a failed hook, and said so
				}
				if r.Exit != 0 || len(r.Stderr) > 0 || len(r.Stdout) > 0 && !json.Valid(r.Stdout) || strings.Contains(string(r.Stdout), "null") {
					t.Fatalf("%s, %s: exit %d, %s%s", event, answer, r.Exit, r.Stdout, r.Stderr)
				}
				// It counts as an answer beside those of other hooks (source).
				if string(r.Stdout) == "{}\n" {
					t.Fatalf("%s, %s: an answer that says nothing", event, answer)
				}
				for _, n := range qwNever {
					if slices.Contains(strings.Fields(n.events), event) && cxSent(r.Stdout, n.key, n.value) {
						t.Fatalf("%s, %s: %s is sent: %s", event, answer, n.key, r.Stdout)
					}
				}
			}
		}
	}
}

// A second hook's approval lifts a deny that lacks continue:false (q-x-two,
// q-x-two-cont).
func TestQwenDenySurvives(t *testing.T) {
	c := callOf(t, qwPayload(t, "PreToolUse"))
	denied, _ := answerOf(c, saying(`{"decision":"deny","reason":"WHY"}`), false, false)
	for _, stdout := range [...][]byte{denied.Stdout, mapping.Fault(c, true, "failed").Stdout} {
		if cxAt(stdout, "continue") != "false" || cxAt(stdout, "stopReason") == "" {
			t.Errorf("%s", stdout)
		}
	}
}

// Where an answer without a decision changes what other hooks said, a hook that
// failed gives none (source).
func TestQwenSilentFault(t *testing.T) {
	for _, event := range [...]string{"PreToolUse", "PermissionRequest"} {
		r := mapping.Fault(callOf(t, qwPayload(t, event)), false, "failed")
		if r.Exit != 1 || len(r.Stdout)+len(r.Stderr) > 0 {
			t.Errorf("%s: %s%s(exit %d)", event, r.Stdout, r.Stderr, r.Exit)
		}
	}
}

// What is longer than the client reads must not cost the answer.
func TestQwenLong(t *testing.T) {
	// The most that one byte can become is six.
	long := strings.Repeat(`\u0001`, 200_000)
	for _, c := range [...]struct{ event, answer string }{
		{"PreToolUse", `{"decision":"deny","reason":"` + long + `"}`},
		{"PreToolUse", `{"decision":"ask","reason":"` + long + `"}`},
		{"PermissionRequest", `{"decision":"deny","reason":"` + long + `"}`},
		{"PermissionRequest", `{"decision":"allow","updated_input":{"command":"` + long + `"}}`},
		{"PostToolUse", `{"decision":"deny","reason":"` + long + `","updated_output":"` + long + `","context":"` + long + `"}`},
		{"PostToolBatch", `{"decision":"deny","reason":"` + long + `","context":"` + long + `"}`},
		{"UserPromptSubmit", `{"decision":"deny","reason":"` + long + `","continue":false,"stopReason":"` + long + `","context":"` + long + `"}`},
		{"UserPromptExpansion", `{"context":"` + long + `"}`},
		{"Stop", `{"decision":"block","reason":"` + long + `","system_message":"` + long + `"}`},
	} {
		payload := qwPayload(t, c.event)
		if c.event == "UserPromptExpansion" {
			payload = []byte(strings.ReplaceAll(string(qwPayload(t, "UserPromptSubmit")), "UserPromptSubmit", c.event))
		}
		r, _ := answerOf(callOf(t, payload), saying(c.answer), false, false)
		r.Event, r.Payload = c.event, payload
		if e := QwenCode(r); e == (Effect{}) || len(r.Stdout) > qwLongest {
			t.Errorf("%s: %d bytes, %.100s", c.event, len(r.Stdout), r.Stdout)
		}
	}
}
