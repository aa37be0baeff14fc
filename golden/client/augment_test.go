package client

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// auRow is one recorded run of Auggie 0.36.0 with one launch-process call.
type auRow struct {
	Event, Case string
	Exit        int    `json:"native_exit"`
	Stdout      string `json:"native_stdout"`
	Stderr      string `json:"native_stderr"`
	Special     string
	Observed    struct {
		Failed bool   `json:"is_error"`
		Model  string `json:"text_to_model"`
	}
}

func TestAugmentRecordings(t *testing.T) {
	var rows []auRow
	data, err := os.ReadFile("../augment/observed-answers.json")
	if err == nil {
		err = json.Unmarshal(data, &rows)
	}
	if err != nil || len(rows) != 30 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	const payload = `{"tool_name":"launch-process","tool_input":{"command":"echo ran","wait":true}}`
	for _, row := range rows {
		if row.Special == "exec /no/such/program" { // what a shell then ends with
			row.Exit = 127
		} else if row.Special != "" {
			t.Errorf("%s: %s is not played", row.Case, row.Special)
		}
		e := Augment(Reply{Event: row.Event, Payload: []byte(payload), Stdout: []byte(row.Stdout), Stderr: []byte(row.Stderr), Exit: row.Exit})
		result, context, told := strings.Cut(row.Observed.Model, "\n\n[Hook Context]\n")
		input := ccParse([]byte(e.Input))
		switch {
		case e.Stopped != row.Observed.Failed:
			t.Errorf("%s: stopped %v, was %v", row.Case, e.Stopped, row.Observed.Failed)
		case e.Stopped && e.Model != row.Observed.Model:
			t.Errorf("%s: the model reads %q, read %q", row.Case, e.Model, row.Observed.Model)
		case !e.Stopped && (e.Model != context || told != (e.Model != "")):
			t.Errorf("%s: the model reads %q, read %q", row.Case, e.Model, context)
		case strings.Contains(result, "\nREWRITTEN\n") != (input["wait"] != nil),
			strings.HasPrefix(result, "Process launched") != (input != nil && input["wait"] == nil): // no merge: without wait it runs on
			t.Errorf("%s: it runs with %q, did %q", row.Case, e.Input, result)
		case e.Stopped && (e.Approved || e.Input != ""):
			t.Errorf("%s: %+v", row.Case, e)
		}
	}
}

// What was seen on events without rows of their own, and of answers beside them.
func TestAugmentRules(t *testing.T) {
	const tool = `{"tool_name":"save-file"}`
	for _, c := range [...]struct {
		event, stdout, stderr string
		exit                  int
		want                  Effect
	}{
		{"SessionStart", `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"CTX"}}`, "", 0, Effect{}},
		{"SessionStart", "text", "", 0, Effect{User: "text"}},
		{"SessionStart", "", "no", 2, Effect{User: "no"}},
		{"PromptSubmit", `{"decision":"block","reason":"no"}`, "", 0, Effect{}},
		{"PromptSubmit", "", "no", 2, Effect{User: "no"}},
		{"PromptSubmit", `{"systemMessage":"MSG"}`, "", 0, Effect{User: "MSG"}},
		{"PromptSubmit", `{"systemMessage":"MSG","hookSpecificOutput":{"hookEventName":"PromptSubmit","additionalContext":"CTX"}}`, "", 0, Effect{}},
		{"Stop", `{"decision":"block","reason":"no"}`, "", 0, Effect{}},
		{"Stop", "", "no", 2, Effect{User: "no"}},
		{"SessionEnd", "bye", "", 0, Effect{User: "bye"}},
		{"Notification", `{"systemMessage":"MSG"}`, "", 0, Effect{User: "MSG"}},
		{"PreToolUse", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?"}}`, "", 0, Effect{}},
		{"PreToolUse", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}`, "", 2,
			Effect{Stopped: true, Model: "[hook:PreToolUse]: Hook blocked execution (no error message provided)" + auBlocked("save-file")}},
		{"PreToolUse", "just text", "", 0, Effect{User: "just text"}},
		{"PreToolUse", "", "chatter", 0, Effect{}},
		{"PreToolUse", "", "no", 137, Effect{Failed: true, User: "no"}},
		{"PreToolUse", `{"additionalContext":"CTX","suppressOutput":true}`, "", 0, Effect{}},
		{"PostToolUse", "", "", 2, Effect{}},
	} {
		got := Augment(Reply{Event: c.event, Payload: []byte(tool), Stdout: []byte(c.stdout), Stderr: []byte(c.stderr), Exit: c.exit})
		if got != c.want {
			t.Errorf("%s, exit %d, %s: %+v, want %+v", c.event, c.exit, c.stdout, got, c.want)
		}
	}
	if got := Augment(Reply{Event: "PreToolUse", Stdout: []byte(`{"continue":false}`), Late: true}); got.Stopped || !got.Failed {
		t.Errorf("too late: %+v", got)
	}
}
