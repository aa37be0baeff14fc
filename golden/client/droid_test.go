package client

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

const fdDir = "../factory-droid/"

// fdRow is one recorded run of 0.215.0, droid exec: one hook's answer on every
// call of one event, and what was seen then. Rows of UserPromptSubmit and
// SubagentStop are of a subagent.
type fdRow struct {
	Case   string
	Event  string `json:"config_key"`
	Answer struct {
		Stdout         json.RawMessage // a string, or the object that was printed
		Stderr         string
		Exit           int
		Sleep, Timeout float64
	}
	Auto     *string  `json:"tools_preapproved"`
	Ran      bool     `json:"tool_ran"`
	Rewrit   bool     `json:"rewritten_tool_ran"`
	Calls    int      `json:"model_calls"`
	Messages []string `json:"last_model_messages"`
}

// fdOwn are the rows in which the client's own rules kept the tool from running.
var fdOwn = []struct{ row, why string }{
	{"d2-create-ro-allow", "without --auto droid exec has no such tool"},
	{"d2-exec-high-risk-low", "a risky command under --auto low"},
	{"d3-rewrite-auto-low", "a new command counts as risky, under --auto low"},
}

func TestFactoryDroidRecorded(t *testing.T) {
	rows := fdRows(t)
	if len(rows) < 64 {
		t.Errorf("%d rows, 64 were recorded", len(rows))
	}
	for _, own := range fdOwn {
		if !slices.ContainsFunc(rows, func(r fdRow) bool { return r.Case == own.row }) {
			t.Errorf("no row %q", own.row)
		}
	}
	for _, r := range rows {
		t.Run(r.Case, func(t *testing.T) { r.judge(t, FactoryDroid(r.reply(t))) })
	}
}

func fdRows(t *testing.T) []fdRow {
	t.Helper()
	return append(readRows[fdRow](t, fdDir+"observed-answers.jsonl"), readRows[fdRow](t, fdDir+"observed-answers-2.jsonl")...)
}

func (r fdRow) stdout() (text string) {
	if len(r.Answer.Stdout) == 0 || json.Unmarshal(r.Answer.Stdout, &text) == nil {
		return text
	}
	var b bytes.Buffer
	if json.Compact(&b, r.Answer.Stdout) != nil {
		return ""
	}
	return b.String()
}

func (r fdRow) reply(t *testing.T) Reply {
	reply := Reply{Event: r.Event, Payload: fdPayload(t, r.Event), Stdout: []byte(r.stdout()), Stderr: []byte(r.Answer.Stderr), Exit: r.Answer.Exit}
	if r.Answer.Sleep > r.Answer.Timeout { // it slept before it printed
		reply.Late, reply.Stdout = true, nil
	}
	return reply
}

func fdPayload(t *testing.T, event string) []byte {
	t.Helper()
	for _, name := range [...]string{event + ".Execute", event, event + ".manual", event + ".permission_prompt"} {
		if b, err := os.ReadFile(fdDir + "payload/" + name + ".json"); err == nil {
			return b
		}
	}
	t.Fatalf("no payload of %s", event)
	return nil
}

// judge holds the effect against everything the row can prove. Nothing shows
// there what a person would read.
func (r fdRow) judge(t *testing.T, e Effect) {
	check := func(what string, got, want any) {
		t.Helper()
		if got != want {
			t.Errorf("%s = %v, recorded %v\nstdout %s\neffect %+v", what, got, want, r.stdout(), e)
		}
	}
	own := slices.ContainsFunc(fdOwn, func(o struct{ row, why string }) bool { return o.row == r.Case })
	ran, said, result := r.Ran || r.Rewrit, "", "" // said: what the model read beside the prompt and the tool's result
	for _, m := range r.Messages {
		who, text, _ := strings.Cut(m, ": ")
		switch {
		case who == "tool":
			result = text
		case who == "user" && !strings.HasPrefix(text, "SCENARIO:"):
			said = cxJoin(said, text)
		}
	}
	var want Effect
	switch r.Event {
	case "PreToolUse":
		want.Stopped = !ran && !own
		want.Ends = want.Stopped && r.Calls == 1
		want.Approved = ran && r.Auto != nil && *r.Auto == "low" || r.Case == "d2-create-ro-allow"
		if reason, ok := strings.CutPrefix(result, "Error: "); ok && !own {
			said = reason
		} else if before, _, found := strings.Cut(result, "\n\ndid-run"); found {
			said = before
		}
		if !own {
			check("rewritten", strings.Contains(e.Input, `"touch changed-marker"`), r.Rewrit)
		}
		if e.Input != "" && (strings.Contains(e.Input, "riskLevel") || !strings.Contains(e.Input, `"summary"`)) {
			t.Errorf("not what is left of a merge: %s", e.Input)
		}
		if r.Auto != nil && *r.Auto == "high" {
			want.Approved = e.Approved // it runs there either way
		}
	case "PostToolUse":
		want.Ends = r.Calls == 1
	case "Stop":
		want.GoesOn = r.Calls > 1
		want.Ends = e.Ends && !want.GoesOn // looks like any other end
	case "UserPromptSubmit":
		want.Stopped = r.Calls == 2
		check("rewritten", e.Input != "", strings.Contains(strings.Join(r.Messages, ""), "REWRITTEN"))
	case "SubagentStop":
		check("model calls", r.Calls, 4)
	default: // SessionStart, SessionEnd
		check("model calls", r.Calls, 1)
	}
	check("Stopped", e.Stopped, want.Stopped)
	check("Ends", e.Ends, want.Ends)
	check("GoesOn", e.GoesOn, want.GoesOn)
	check("Approved", e.Approved, want.Approved)
	check("Asked", e.Asked, false)
	check("Output", e.Output, "")
	check("Model", e.Model, said)
}

// TestFactoryDroidNoted covers what the hook runner of 0.215.0 does and no row shows.
func TestFactoryDroidNoted(t *testing.T) {
	const deny = `{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"WHY"}}`
	for _, c := range []struct {
		name, event, stdout, stderr string
		exit                        int
		late                        bool
		want                        Effect
	}{
		{"deny without a reason", "PreToolUse", `{"hookSpecificOutput":{"permissionDecision":"deny"}}`, "", 0, false, Effect{Stopped: true, Model: "Tool execution denied by hook"}},
		{"a JSON reason beats stderr", "PreToolUse", deny, "ERR", 2, false, Effect{Stopped: true, Model: "WHY"}},
		{"deny at exit 127", "PreToolUse", deny, "", 127, false, Effect{Stopped: true, Model: "WHY"}},
		{"exit 3 beats deny", "PreToolUse", deny, "ERR", 3, false, Effect{Stopped: true, Ends: true, User: "ERR"}},
		{"printed before the timeout", "PreToolUse", deny, "", 0, true, Effect{Stopped: true, Model: "WHY"}},
		{"late with a word", "PreToolUse", "", "ERR", 0, true, Effect{Failed: true, Model: "ERR", User: "ERR"}},
		{"exit 127", "PreToolUse", "", "ERR", 127, false, Effect{Failed: true, User: "ERR"}},
		{"allow", "PreToolUse", `{"hookSpecificOutput":{"permissionDecision":"allow"}}`, "", 0, false, Effect{Approved: true}},
		{"decision", "PreToolUse", `{"decision":"block","reason":"WHY"}`, "", 0, false, Effect{}},
		{"flat permissionDecision", "PreToolUse", `{"permissionDecision":"deny"}`, "", 0, false, Effect{}},
		{"context", "PreToolUse", `{"hookSpecificOutput":{"additionalContext":"CTX"}}`, "", 0, false, Effect{}},
		{"another setting of Execute", "PreToolUse", `{"hookSpecificOutput":{"updatedInput":{"timeout":9}}}`, "", 0, false,
			Effect{Input: `{"command":"echo hello-from-droid","riskLevel":"low","riskLevelReason":"prints text","summary":"Say hello","timeout":9}`}},
		{"exit 2 in silence", "PostToolUse", "", "", 2, false, Effect{Model: "[Hook Feedback] Hook reported an issue"}},
		{"exit 2 and a context", "PostToolUse", `{"hookSpecificOutput":{"additionalContext":"CTX"}}`, "ERR", 2, false, Effect{Model: "CTX\n[Hook Feedback] ERR"}},
		{"exit 3", "PostToolUse", "", "ERR", 3, false, Effect{Ends: true, User: "ERR"}},
		{"message", "PostToolUse", `{"systemMessage":"MSG"}`, "", 0, false, Effect{User: "Hook warning: MSG"}},
		{"the message is the reason", "UserPromptSubmit", `{"continue":false,"systemMessage":"MSG"}`, "", 0, false, Effect{Stopped: true, User: "MSG"}},
		{"stderr beats the stopReason", "UserPromptSubmit", `{"continue":false,"stopReason":"WHY"}`, "ERR\n", 0, false, Effect{Stopped: true, User: "ERR"}},
		{"a message alone", "UserPromptSubmit", `{"systemMessage":"MSG"}`, "", 0, false, Effect{}},
		{"a prompt that is no string", "UserPromptSubmit", `{"hookSpecificOutput":{"updatedInput":{"prompt":1}}}`, "", 0, false, Effect{}},
		{"block without a reason", "Stop", `{"decision":"block"}`, "", 0, false, Effect{}},
		{"block without a reason at exit 2", "Stop", `{"decision":"block"}`, "ERR", 2, false, Effect{Failed: true, User: "ERR"}},
		{"message", "Stop", `{"systemMessage":"MSG"}`, "", 0, false, Effect{User: "MSG"}},
		{"exit 1", "Stop", "", "ERR", 1, false, Effect{Failed: true, User: "ERR"}},
		{"exit 2", "PreCompact", "", "ERR", 2, false, Effect{Stopped: true, User: "ERR"}},
		{"exit 3", "PreCompact", "", "ERR", 3, false, Effect{Stopped: true, User: "ERR"}},
		{"continue:false", "PreCompact", `{"continue":false,"decision":"block","reason":"WHY"}`, "", 0, false, Effect{}},
		{"everything", "Notification", `{"continue":false,"systemMessage":"MSG","hookSpecificOutput":{"additionalContext":"CTX"}}`, "", 0, false, Effect{}},
		{"text", "PreCompact", "text", "", 0, false, Effect{}},
		{"text", "SubagentStop", "text", "", 0, false, Effect{}},
		{"text", "SessionEnd", "text", "", 0, false, Effect{}},
		{"text", "PostToolUse", "text", "", 0, false, Effect{}},
		{"a name nobody knows", "Later", deny, "ERR", 2, false, Effect{}},
	} {
		var payload []byte
		if c.event != "Later" {
			payload = fdPayload(t, c.event)
		}
		got := FactoryDroid(Reply{Event: c.event, Payload: payload, Stdout: []byte(c.stdout), Stderr: []byte(c.stderr), Exit: c.exit, Late: c.late})
		if got != c.want {
			t.Errorf("%s, %s:\n got %+v\nwant %+v", c.event, c.name, got, c.want)
		}
	}
}
