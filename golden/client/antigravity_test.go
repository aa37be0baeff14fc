package client

import "testing"

// No answer of Antigravity's is on record. These are its guide's rules (docs) and
// what others measured with the version that is named.
func TestAntigravityRules(t *testing.T) {
	check(t, Antigravity, []rule{
		{"1.0.3, 1.2.16", "PreToolUse", "", "log", 0, Effect{}},
		{"1.0.3 to 1.2.7", "PreToolUse", "{}", "", 0, Effect{Stopped: true}},
		{"docs, 1.1.2, 1.1.27", "PreToolUse", `{"decision":"deny","reason":"no"}`, "", 0, Effect{Stopped: true, Model: "no"}},
		{"docs", "PreToolUse", `{"decision":"ask","reason":"no"}`, "", 0, Effect{Asked: true, Model: "no"}},
		{"docs", "PreToolUse", `{"decision":"force_ask","reason":"no"}`, "", 0, Effect{Asked: true, Model: "no"}},
		{"1.1.2, 1.1.27, 1.2.7: overrides nothing", "PreToolUse", `{"decision":"allow"}`, "", 0, Effect{}},
		{"1.1.2, 1.1.27", "PreToolUse", `{"decision":"allow","permissionOverrides":["command(ls)"]}`, "", 0, Effect{}},
		{"docs", "PreToolUse", `{"decision":"allow","overwrite":{"CommandLine":"ls"}}`, "", 0, Effect{Input: `{"CommandLine":"ls"}`}},
		{"old builds", "PreToolUse", `{"allowTool":false,"denyReason":"no"}`, "", 0, Effect{Stopped: true, Model: "no"}},
		{"old builds", "PreToolUse", `{"allowTool":true}`, "", 0, Effect{}},
		{"1.1.27 (T7a)", "PreToolUse", "not json at all", "", 0, Effect{Stopped: true, Failed: true, Model: "failed to unmarshal result from hook"}},
		{"1.1.27 (T7b); 1.3.x runs the call", "PreToolUse", "", "no", 1, Effect{Stopped: true, Failed: true, Model: "command failed"}},
		{"strict protojson", "PreToolUse", `{"decision":"allow","injectSteps":[]}`, "", 0, Effect{Stopped: true, Failed: true, Model: "unknown field injectSteps"}},
		{"strict protojson", "PreToolUse", `{"decision":"block"}`, "", 0, Effect{Stopped: true, Failed: true, Model: "invalid value for enum"}},
		{"docs", "PostToolUse", "{}", "", 0, Effect{}},
		{"docs", "PostToolUse", "", "", 0, Effect{}},
		{"preflight#793", "PostToolUse", `{"decision":"allow"}`, "", 0, Effect{Failed: true, Output: "unknown field decision"}},
		{"docs", "PreInvocation", `{"injectSteps":[{"ephemeralMessage":"a"},{"userMessage":"b"},{"toolCall":{"name":"x"}}]}`, "", 0, Effect{Model: "a\nb"}},
		{"docs", "PreInvocation", "{}", "", 0, Effect{}},
		{"synara#1143", "PreInvocation", `{"decision":"deny"}`, "", 0, Effect{Ends: true, Failed: true}},
		{"docs: a failure aborts the turn", "PreInvocation", "", "", 1, Effect{Ends: true, Failed: true}},
		{"docs: on PostInvocation only", "PreInvocation", `{"terminationBehavior":"terminate"}`, "", 0, Effect{Ends: true, Failed: true}},
		{"docs", "PostInvocation", `{"terminationBehavior":"terminate"}`, "", 0, Effect{Ends: true}},
		{"docs", "PostInvocation", `{"terminationBehavior":"force_continue"}`, "", 0, Effect{GoesOn: true}},
		{"docs", "PostInvocation", `{"terminationBehavior":""}`, "", 0, Effect{}},
		{"docs", "Stop", `{"decision":"continue","reason":"no"}`, "", 0, Effect{GoesOn: true, Model: "no"}},
		{"docs: anything else lets it stop", "Stop", `{"decision":"block","reason":"no"}`, "", 0, Effect{}},
		{"docs", "Stop", "", "", 0, Effect{}},
		{"secondary", "SessionStart", `{"injectSteps":[{"ephemeralMessage":"a"}]}`, "", 0, Effect{Model: "a"}},
		{"secondary: discarded", "SessionEnd", "text", "", 1, Effect{}},
	})
	late := Antigravity(Reply{Event: "PreToolUse", Late: true})
	if want := (Effect{Stopped: true, Failed: true, Model: "signal: killed"}); late != want { // 1.1.27 (T7c)
		t.Errorf("too late: %+v", late)
	}
}
