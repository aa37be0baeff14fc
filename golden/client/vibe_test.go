package client

import "testing"

// No answer of Vibe's is on record. These are the rules of its source
// (mistralai/mistral-vibe@ac8f1a0, vibe/core/hooks).
func TestMistralVibeRules(t *testing.T) {
	const src = "source"
	check(t, MistralVibe, []rule{
		{src, "pre_tool", `{"decision":"deny","reason":"no"}`, "", 0, Effect{Stopped: true, Model: "no"}},
		{src, "before_tool", `{"decision":"deny","reason":"no"}`, "", 0, Effect{Stopped: true, Model: "no"}},
		{src + ": a reason may be absent", "pre_tool", `{"decision":"deny"}`, "", 0, Effect{Stopped: true}},
		{src + ": the permission step stays", "pre_tool", `{"decision":"allow"}`, "", 0, Effect{}},
		{src, "pre_tool", "", "log", 0, Effect{}},
		{src, "pre_tool", "{}", "", 0, Effect{}},
		{src + ": exit 2 too", "pre_tool", "", "no", 2, Effect{Failed: true, User: "no"}},
		{src, "pre_tool", `{"decision":"deny","reason":"no"}`, "no", 1, Effect{Failed: true, User: "no"}},
		{src, "pre_tool", "text", "", 0, Effect{Failed: true, User: "invalid response"}},
		{src, "pre_tool", `{"decision":"block"}`, "", 0, Effect{Failed: true, User: "invalid response"}},
		{src, "pre_tool", `{"hook_specific_output":{"tool_input":{"command":"ls"}}}`, "", 0, Effect{Input: `{"command":"ls"}`}},
		{src + ": after a tool only", "pre_tool", `{"hook_specific_output":{"additional_context":"a"}}`, "", 0, Effect{}},
		{src + ": unknown keys are ignored", "pre_tool", `{"hookSpecificOutput":{"permissionDecision":"deny"}}`, "", 0, Effect{}},
		{src, "post_tool", `{"decision":"deny","reason":"no"}`, "", 0, Effect{Output: "no"}},
		{src, "after_tool", `{"hook_specific_output":{"additional_context":"a"}}`, "", 0, Effect{Model: "a"}},
		{src + ": before a tool only", "post_tool", `{"hook_specific_output":{"tool_input":{"command":"ls"}}}`, "", 0, Effect{}},
		{src, "post_agent", `{"decision":"deny","reason":"no"}`, "", 0, Effect{GoesOn: true, Model: "no"}},
		{src, "post_agent_turn", `{"decision":"deny","reason":"no"}`, "", 0, Effect{GoesOn: true, Model: "no"}},
		{src, "post_agent", `{"system_message":"hi"}`, "", 0, Effect{User: "hi"}},
	})
	if got := MistralVibe(Reply{Event: "pre_tool", Late: true}); got != (Effect{Failed: true}) {
		t.Errorf("too late: %+v", got)
	}
}
