package client

import "testing"

// No answer of Goose's is on record. These are the rules of its guide
// (block/goose@0825b57, hooks.md), with on_failure: block.
func TestGooseRules(t *testing.T) {
	const docs = "docs"
	undecided := Effect{Stopped: true, Failed: true}
	check(t, Goose, []rule{
		{docs, "PreToolUse", "", "no", 2, Effect{Stopped: true, Model: "no"}},
		{docs, "PreToolUse", `{"decision":"block","reason":"no"}`, "", 0, Effect{Stopped: true, Model: "no"}},
		{docs + ": at any exit code", "PreToolUse", `{"decision":"block","reason":"no"}`, "", 1, Effect{Stopped: true, Model: "no"}},
		{docs, "PreToolUse", "", "log", 0, Effect{}},
		{docs, "PreToolUse", `{"decision":"allow"}`, "", 0, Effect{}},
		{docs + ": no decision", "PreToolUse", "{}", "", 0, undecided},
		{docs + ": no decision", "PreToolUse", "text", "", 0, undecided},
		{docs + ": the word is block", "PreToolUse", `{"decision":"deny","reason":"no"}`, "", 0, undecided},
		{docs, "PreToolUse", "", "no", 1, Effect{Failed: true}},
		{docs, "Stop", `{"decision":"block","reason":"no"}`, "", 0, Effect{GoesOn: true, Model: "no"}},
		{docs, "Stop", "", "no", 2, Effect{GoesOn: true, Model: "no"}},
		{docs, "Stop", "", "", 0, Effect{}},
		{docs + ": cannot block", "UserPromptSubmit", `{"decision":"block","reason":"no"}`, "", 0, Effect{}},
		{docs + ": cannot block", "UserPromptSubmit", "", "no", 2, Effect{Failed: true}},
		{docs + ": no context", "SessionStart", "text", "", 0, Effect{}},
		{docs + ": cannot block", "BeforeShellExecution", `{"decision":"block"}`, "", 0, Effect{}},
		{docs + ": cannot block", "PostToolUse", `{"decision":"block"}`, "", 0, Effect{}},
	})
	if got := Goose(Reply{Event: "PreToolUse", Late: true}); got != (Effect{Failed: true}) {
		t.Errorf("too late: %+v", got)
	}
}
