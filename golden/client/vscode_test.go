package client

import "testing"

// No answer of VS Code's is on record. These are the rules of its source, and of
// its documentation where the source does not say otherwise.
func TestVSCodeCopilotRules(t *testing.T) {
	const tool = `{"tool_name":"run_in_terminal","tool_input":{"command":"ls","isBackground":false}}`
	const hso = `{"hookSpecificOutput":{"hookEventName":`
	deny := Effect{Stopped: true, Model: "no"}
	goOn := Effect{GoesOn: true, Model: "no"}
	for _, c := range [...]struct {
		event, stdout, stderr string
		exit                  int
		want                  Effect
	}{
		{"PreToolUse", hso + `"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}`, "", 0, deny},
		{"PreToolUse", `{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}`, "", 0, deny},
		{"PreToolUse", hso + `"PostToolUse","permissionDecision":"deny"}}`, "", 0, Effect{}},
		{"PreToolUse", `{"hookEventName":"Stop","hookSpecificOutput":{"permissionDecision":"deny"}}`, "", 0, Effect{}},
		{"PreToolUse", `{"permissionDecision":"deny","permissionDecisionReason":"no"}`, "", 0, Effect{}},
		{"PreToolUse", `{"decision":"block","reason":"no"}`, "", 0, Effect{}},
		{"PreToolUse", "log\n" + hso + `"PreToolUse","permissionDecision":"deny"}}`, "", 0, Effect{}},
		{"PreToolUse", hso + `"PreToolUse","permissionDecision":"allow"}}`, "", 0, Effect{Approved: true}},
		{"PreToolUse", hso + `"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?"}}`, "", 0, Effect{Asked: true, User: "sure?"}},
		{"PreToolUse", hso + `"PreToolUse","updatedInput":{"command":"pwd"}}}`, "", 0, Effect{Input: `{"command":"pwd"}`}},
		{"PreToolUse", hso + `"PreToolUse","updatedInput":{"command":["pwd"]}}}`, "", 0, Effect{}},
		{"PreToolUse", hso + `"PreToolUse","additionalContext":"CTX"}}`, "", 0, Effect{Model: "CTX"}},
		{"PreToolUse", `{"continue":false,"stopReason":"no"}`, "", 0, Effect{Stopped: true, Ends: true, User: "no"}},
		{"PreToolUse", hso + `"PreToolUse","permissionDecision":"allow"}}`, "no", 2, Effect{Stopped: true, Model: "Tried to use run_in_terminal - no"}},
		{"PreToolUse", hso + `"PreToolUse","permissionDecision":"deny"}}`, "no", 1, Effect{Failed: true, User: "no"}},
		{"PreToolUse", "", "no", 127, Effect{Failed: true, User: "no"}},
		{"PreToolUse", "text", "chatter", 0, Effect{}},
		{"PreToolUse", `{"systemMessage":"MSG"}`, "", 0, Effect{User: "MSG"}},
		{"PostToolUse", `{"decision":"block","reason":"no"}`, "", 0, Effect{Model: "no"}},
		{"PostToolUse", hso + `"PostToolUse","additionalContext":"CTX"}}`, "", 0, Effect{Model: "CTX"}},
		{"PostToolUse", "", "no", 2, Effect{Model: "no"}},
		{"PostToolUse", `{"continue":false}`, "", 0, Effect{Ends: true}},
		{"UserPromptSubmit", `{"decision":"block","reason":"no"}`, "", 0, Effect{Stopped: true, User: "no"}},
		{"UserPromptSubmit", "", "no", 2, Effect{Stopped: true, User: "no"}},
		{"UserPromptSubmit", `{"continue":false,"stopReason":"no"}`, "", 0, Effect{Stopped: true, Ends: true, User: "no"}},
		{"UserPromptSubmit", hso + `"UserPromptSubmit","additionalContext":"CTX"}}`, "", 0, Effect{Model: "CTX"}},
		{"UserPromptSubmit", `{"additionalContext":"CTX"}`, "", 0, Effect{Model: "CTX"}},
		{"UserPromptSubmit", "CTX", "", 0, Effect{}},
		{"SessionStart", hso + `"SessionStart","additionalContext":"CTX"}}`, "", 0, Effect{Model: "CTX"}},
		{"SessionStart", `{"continue":false,"stopReason":"no"}`, "", 0, Effect{}},
		{"SessionStart", "", "no", 2, Effect{}},
		{"SubagentStart", hso + `"SessionStart","additionalContext":"CTX"}}`, "", 0, Effect{Model: "CTX"}},
		{"SessionStart", hso + `"SubagentStart","additionalContext":"CTX"}}`, "", 0, Effect{}},
		{"Stop", hso + `"Stop","decision":"block","reason":"no"}}`, "", 0, goOn},
		{"Stop", `{"decision":"block","reason":"no"}`, "", 0, Effect{}},
		{"Stop", "", "no", 2, goOn},
		{"Stop", "", "", 2, Effect{}},
		{"Stop", `{"stopReason":"enough"}`, "", 0, Effect{Ends: true, User: "enough"}},
		{"SubagentStop", hso + `"Stop","decision":"block","reason":"no"}}`, "", 0, goOn},
		{"Stop", hso + `"SubagentStop","decision":"block","reason":"no"}}`, "", 0, Effect{}},
		{"PreCompact", `{"decision":"block","reason":"no"}`, "", 0, Effect{}},
		{"PreCompact", `{"continue":false,"stopReason":"no"}`, "", 0, Effect{Ends: true, User: "no"}},
	} {
		got := VSCodeCopilot(Reply{Event: c.event, Payload: []byte(tool), Stdout: []byte(c.stdout), Stderr: []byte(c.stderr), Exit: c.exit})
		if got != c.want {
			t.Errorf("%s, exit %d, %s: %+v, want %+v", c.event, c.exit, c.stdout, got, c.want)
		}
	}
	if got := VSCodeCopilot(Reply{Event: "PreToolUse", Exit: 2, Late: true}); got.Stopped {
		t.Errorf("too late: %+v", got)
	}
}
