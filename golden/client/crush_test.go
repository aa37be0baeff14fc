package client

import "testing"

// No answer of Crush's is on record. These are the rules of its source and guide
// (charmbracelet/crush@37f36e9).
func TestCrushRules(t *testing.T) {
	const run, in, docs = "source: runner.go", "source: input.go", "docs: docs/hooks/README.md"
	check(t, Crush, []rule{
		{run, "PreToolUse", "", "no", 2, Effect{Stopped: true, Model: "no"}},
		{run, "PreToolUse", `{"decision":"allow"}`, "no", 2, Effect{Stopped: true, Model: "no"}},
		{run, "PreToolUse", "", "", 2, Effect{Stopped: true, Model: "blocked by hook"}},
		{run, "PreToolUse", "", "no", 49, Effect{Stopped: true, Ends: true, User: "no"}},
		{run, "PreToolUse", `{"decision":"deny","reason":"no"}`, "no", 1, Effect{Failed: true}},
		{run, "PreToolUse", "", "", 127, Effect{Failed: true}},
		{in, "PreToolUse", "", "log", 0, Effect{}},
		{in, "PreToolUse", "{}", "", 0, Effect{}},
		{in, "PreToolUse", "text", "", 0, Effect{Failed: true}},
		{in, "PreToolUse", "text\n" + `{"decision":"deny"}`, "", 0, Effect{Failed: true}},
		{docs, "PreToolUse", `{"version":1,"decision":"allow"}`, "", 0, Effect{Approved: true}},
		{docs, "PreToolUse", `{"version":1,"decision":"deny","reason":"no"}`, "", 0, Effect{Stopped: true, Model: "no"}},
		{docs, "PreToolUse", `{"decision":null}`, "", 0, Effect{}},
		{docs, "PreToolUse", `{"decision":"ask","reason":"no"}`, "", 0, Effect{}},
		{docs, "PreToolUse", `{"halt":true,"reason":"no"}`, "", 0, Effect{Stopped: true, Ends: true, User: "no"}},
		{docs, "PreToolUse", `{"context":["a","b"]}`, "", 0, Effect{Model: "a\nb"}},
		{docs, "PreToolUse", `{"updated_input":{"command":"ls"}}`, "", 0, Effect{Input: `{"command":"ls"}`}},
		{in, "PreToolUse", `{"decision":"deny","hookSpecificOutput":{"permissionDecision":"allow"}}`, "", 0, Effect{Approved: true}},
		{in, "PreToolUse", `{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}`, "", 0, Effect{Stopped: true, Model: "no"}},
		{in, "PreToolUse", `{"hookSpecificOutput":{"permissionDecision":"ask"}}`, "", 0, Effect{}},
		{in, "PreToolUse", `{"hookSpecificOutput":{"updatedInput":{"command":"ls"},"additionalContext":"a"}}`, "", 0, Effect{Input: `{"command":"ls"}`, Model: "a"}},
		{docs + ": its only event", "PostToolUse", "", "no", 2, Effect{}},
	})
	if got := Crush(Reply{Event: "PreToolUse", Exit: 2, Late: true}); got != (Effect{Failed: true}) {
		t.Errorf("too late: %+v", got)
	}
}
