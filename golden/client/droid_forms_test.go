package client

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// fdNever lists the forms that 0.215.0 was seen to ignore, or to take for
// something else; without a row its source says so.
var fdNever = []struct{ row, events, key, value string }{
	{"d-ask", "PreToolUse", "hookSpecificOutput.permissionDecision", `"ask"`},
	{"d-sysmsg", "PreToolUse", "systemMessage", ""},
	{"", "PreToolUse", "decision", ""},
	{"", "PreToolUse", "hookSpecificOutput.additionalContext", ""},
	{"d3-post-block", "PostToolUse", "decision", ""},
	{"d2-post-updated", "PostToolUse", "hookSpecificOutput.updatedToolOutput", ""},
	{"d2-post-updated", "PostToolUse", "hookSpecificOutput.updatedMCPToolOutput", ""},
	{"d4-ups-decision-block", "UserPromptSubmit", "decision", ""},
	{"", "UserPromptSubmit", "systemMessage", ""},
	{"d-ss-flat", "SessionStart", "additionalContext", ""},
	{"d3-ss-continue-false", "SessionStart", "continue", ""},
	{"d3-ss-sysmsg", "SessionStart", "systemMessage", ""},
	{"", "SessionStart", "decision", ""},
	{"d-stop-hso-block", "Stop", "hookSpecificOutput", ""},
	{"", "PreToolUse PostToolUse UserPromptSubmit SessionStart", "reason", ""},
}

func TestFactoryDroidNeverSeen(t *testing.T) {
	rows := fdRows(t)
	for _, n := range fdNever {
		if n.row == "" {
			continue
		}
		i := slices.IndexFunc(rows, func(r fdRow) bool { return r.Case == n.row })
		if i < 0 {
			t.Errorf("no row %q", n.row)
			continue
		}
		r := rows[i]
		if r.Event != n.events || !cxSent([]byte(r.stdout()), n.key, n.value) {
			t.Errorf("%s is not about %s on %s: %s", n.row, n.key, n.events, r.stdout())
		}
		if e := FactoryDroid(r.reply(t)); e != (Effect{}) && n.row != "d-ss-flat" {
			t.Errorf("%s did something: %+v", n.row, e)
		}
	}
}

// TestFactoryDroidNeverSent puts every combination of wishes to every payload.
func TestFactoryDroidNeverSent(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for name, payload := range payloads(t, fdDir+"payload/", 20) {
		event := eventOf(name)
		c := callOf(t, payload)
		if c.Dialect.Name != "factory-droid" {
			t.Fatalf("%s is %s's", name, c.Dialect.Name)
		}
		for _, answer := range fdAnswers() {
			for _, native := range [...]bool{false, true} {
				r, _ := answerOf(c, saying(answer), native, false)
				out := strings.TrimSpace(string(r.Stdout))
				switch {
				case out != "" && (!json.Valid(r.Stdout) || strings.Contains(out, "null") || out == "{}"):
					t.Fatalf("%s, %s: %s", event, answer, out)
				case r.Exit != 0 && !(event == "PreCompact" && r.Exit == 2 && len(r.Stderr) > 0):
					t.Fatalf("%s, %s: exit %d", event, answer, r.Exit)
				case out != "" && !strings.Contains("SessionStart UserPromptSubmit PreToolUse PostToolUse Stop", event):
					t.Fatalf("%s, %s: nobody reads %s", event, answer, out)
				case event == "Stop" && cxAt(r.Stdout, "decision") != "" && cxAt(r.Stdout, "continue") != "": // d3-stop-block-continue-false
					t.Fatalf("%s: the agent goes on: %s", answer, out)
				case event == "Stop" && cxAt(r.Stdout, "decision") != "" && strings.TrimSpace(ccParse(r.Stdout).text("reason")) == "":
					t.Fatalf("%s: a block without a reason: %s", answer, out)
				}
				for _, n := range fdNever {
					if slices.Contains(strings.Fields(n.events), event) && cxSent(r.Stdout, n.key, n.value) {
						t.Fatalf("%s, %s: %s is sent: %s", event, answer, n.key, out)
					}
				}
			}
		}
	}
}

// fdAnswers combines everything that a hook can wish for.
func fdAnswers() []string {
	return combine(
		[]string{``, `"decision":"allow"`, `"decision":"ask"`, `"decision":"deny"`, `"hookSpecificOutput":{"permissionDecision":"ask","additionalContext":"HSO"}`},
		[]string{``, `"reason":"  "`, `"reason":"WHY"`},
		[]string{``, `"continue":false`},
		[]string{``, `"updated_input":{"command":"new","file_path":"/new","prompt":"new"}`},
		[]string{``, `"updated_output":"OUT"`},
		[]string{``, `"context":"CTX","system_message":"MSG","suppress_output":true`},
		[]string{``, `"stopReason":" ","native":{"factory-droid":{"decision":"approve","hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{"prompt":"P"}}}}`},
	)
}
