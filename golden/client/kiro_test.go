package client

import (
	"strings"
	"testing"
)

// No answer of Kiro's is on record. These are the rules that others measured or
// that are documented, with the grade of each.
func TestKiroRules(t *testing.T) {
	const (
		ide  = `{"toolName":"execute_bash","toolArgs":{}}`
		done = `{"toolName":"fs_write","toolArgs":{},"toolResult":"","toolSuccess":true}`
		said = `{"USER_PROMPT":"hi"}`
		cli  = `{"hook_event_name":"EVENT","cwd":"/p"}`
		v3   = `{"session_id":"sess_1","hook_event_name":"EVENT","cwd":"/p"}`
		deny = `{"hookSpecificOutput":{"permissionDecision":"deny"}}`
	)
	stop := Effect{Stopped: true, Model: "no"}
	rules := []struct {
		grade, event, payload, stdout, stderr string
		exit                                  int
		want                                  Effect
	}{
		// PreToolUse on IDE 1.1.14, five rows of one table.
		{"measured 1.1.14", "PreToolUse", v3, "", "no", 2, stop},
		{"measured 1.1.14", "PreToolUse", v3, "no", "", 2, Effect{Failed: true}},
		{"measured 1.1.14", "PreToolUse", v3, "other", "no", 2, stop},
		{"measured 1.1.14", "PreToolUse", v3, "", "no", 1, Effect{Failed: true}},
		{"measured 1.1.14", "PreToolUse", v3, `{"decision":"block","reason":"no"}`, "", 0, Effect{}},
		{"measured 1.1.14", "PreToolUse", v3, deny, "", 0, Effect{}},
		// The exit code table of IDE 1.2.37.
		{"measured 1.2.37", "PreToolUse", v3, "text", "", 0, Effect{}},
		{"measured 1.2.37", "UserPromptSubmit", v3, "text", "", 0, Effect{Model: "text"}},
		{"measured 1.2.37", "UserPromptSubmit", v3, "", "no", 2, stop},
		{"measured 1.2.37", "SessionStart", v3, "text", "", 0, Effect{Model: "text"}},
		{"measured 1.2.37", "SessionStart", v3, "", "no", 2, Effect{Failed: true}},
		{"measured 1.2.37", "PreTaskExec", v3, "", "no", 2, stop},
		{"measured 1.2.37", "PostToolUse", v3, "text", "", 0, Effect{}},
		{"measured 1.2.37", "PostToolUse", v3, "", "no", 2, Effect{Failed: true}},
		{"measured 1.2.37", "Stop", v3, `{"decision":"block","reason":"no"}`, "", 0, Effect{}},
		{"documented", "PostTaskExec", v3, "", "no", 2, Effect{Failed: true}},
		{"documented", "PostFileSave", v3, "text", "no", 2, Effect{Failed: true}},
		{"documented", "PostFileCreate", v3, "", "", 0, Effect{}},
		{"documented", "PostFileDelete", v3, "", "", 0, Effect{}},
		// CLI 1.x and 2.x: docs/hooks.md and hooks.rs of amazon-q-developer-cli.
		{"source", "preToolUse", cli, "", "no", 2, stop},
		{"source", "preToolUse", cli, "text", "", 0, Effect{}},
		{"source", "preToolUse", cli, deny, "", 0, Effect{}},
		{"source", "preToolUse", cli, "", "oops", 1, Effect{Failed: true, User: "oops"}},
		{"source", "preToolUse", cli, "", "", 127, Effect{Failed: true}},
		{"source", "agentSpawn", cli, "text", "", 0, Effect{Model: "text"}},
		{"source", "agentSpawn", cli, `{"context":"text"}`, "", 0, Effect{Model: `{"context":"text"}`}},
		{"source", "agentSpawn", cli, "text", "oops", 1, Effect{Failed: true, User: "oops"}},
		{"source", "userPromptSubmit", cli, "text", "", 0, Effect{Model: "text"}},
		{"source", "userPromptSubmit", cli, "", "no", 2, Effect{Failed: true, User: "no"}},
		{"source", "postToolUse", cli, "text", "", 0, Effect{}},
		{"source", "postToolUse", cli, "", "no", 2, Effect{Failed: true, User: "no"}},
		{"source", "stop", cli, "", "no", 2, Effect{Failed: true, User: "no"}},
		// IDE up to 0.12: kiro.dev/docs/hooks/actions.
		{"documented", "preToolUse", ide, "", "no", 2, stop},
		{"documented", "preToolUse", ide, "", "no", 1, stop},
		{"documented", "preToolUse", ide, "", "", 127, Effect{Stopped: true}},
		{"documented", "preToolUse", ide, "text", "", 0, Effect{Model: "text"}},
		{"documented", "promptSubmit", said, "text", "", 0, Effect{Model: "text"}},
		{"documented", "promptSubmit", said, "", "no", 1, stop},
		{"measured 0.12", "postToolUse", done, "text", "", 0, Effect{}},
		{"documented", "postToolUse", done, "", "no", 1, Effect{Failed: true, Model: "no"}},
		{"documented", "fileEdited", `{}`, "text", "", 0, Effect{Model: "text"}},
	}
	for _, r := range rules {
		payload := []byte(strings.Replace(r.payload, "EVENT", r.event, 1))
		// The name of a file is no part of what the IDE says.
		for _, event := range []string{r.event, "ide-0x"} {
			if event != r.event && (r.payload == cli || r.payload == v3 || r.payload == `{}`) {
				continue
			}
			got := Kiro(Reply{Event: event, Payload: payload, Stdout: []byte(r.stdout), Stderr: []byte(r.stderr), Exit: r.exit})
			if got != r.want {
				t.Errorf("%s: %s, exit %d, stdout %q, stderr %q: %+v, want %+v", r.grade, r.event, r.exit, r.stdout, r.stderr, got, r.want)
			}
		}
	}
}
