package client

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

const gkDir = "../grok/"

// gkUnseen are the rows whose run does not show what the model's Effect says.
var gkUnseen = map[string]string{
	"90 SubagentStop": "what the subagent read is not on record",
	"91 SubagentStop": "what the subagent read is not on record",
}

var gkName = regexp.MustCompile(`'global/cap:[^']*'`)

// TestGrokRecorded holds the model against every recorded run of 1.0.41.
func TestGrokRecorded(t *testing.T) {
	rows := obRows(t, gkDir+"observed-answers.jsonl", 113)
	for name := range gkUnseen {
		if !slices.ContainsFunc(rows, func(r obRow) bool { return r.name() == name }) {
			t.Errorf("no row %q", name)
		}
	}
	for _, r := range rows {
		t.Run(r.name(), func(t *testing.T) { gkJudge(t, r, Grok(r.reply())) })
	}
}

// gkJudge holds the effect against everything the row can prove. What the user
// reads and which hook failed a headless run does not show.
func gkJudge(t *testing.T, r obRow, got Effect) {
	var want Effect
	texts := r.read("user")
	tool := strings.Join(r.read("tool"), "\n")
	subagents := r.Case == "sub" || strings.HasPrefix(r.Case, "sub ")
	switch r.Event {
	case "PreToolUse":
		if want.Stopped = strings.HasPrefix(tool, "Hook denied: "); want.Stopped {
			texts = append([]string{tool}, texts...)
		}
		want.Asked = slices.Contains(r.Events, "Notification")
		if strings.Contains(tool, "REWRITTEN") || slices.Contains(r.Files, "b.txt") {
			want.Input = string(ccParse([]byte(r.Stdout)).object("hookSpecificOutput")["updatedInput"])
		}
	case "PostToolUse":
		if strings.Contains(tool, "OUT") || tool == `{"a":1}` {
			want.Output = tool
		}
	case "UserPromptSubmit":
		want.Stopped = r.Requests == 0
		if subagents || strings.HasPrefix(r.Case, "cmdbg") {
			texts = nil // its own
		}
	case "Stop":
		want.GoesOn = r.Requests == 2
		want.Ends = got.Ends && !want.GoesOn
	case "SubagentStop":
		want.GoesOn = r.Requests == 5
		want.Ends = got.Ends && !want.GoesOn
	}
	if r.Event != "SubagentStop" && subagents && r.Event != "PreToolUse" && r.Requests != 4 {
		t.Errorf("the subagent did not run: %d requests", r.Requests)
	}
	want.Model = gkName.ReplaceAllString(strings.Join(texts, "\n"), "'hook'")
	if gkUnseen[r.name()] != "" {
		want.Model = got.Model
	}
	want.User, want.Failed = got.User, got.Failed
	if i := strings.Index(want.Model, ", expected a string"); i > 0 {
		want.Model = want.Model[:i+len(", expected a string")]
	}
	if got != want {
		t.Errorf("%+v, recorded %+v", got, want)
	}
}

// TestGrokNoted covers rules of the manual of 1.0.41 that a headless run does
// not show.
func TestGrokNoted(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, c := range []struct {
		name, event, stdout, stderr string
		exit                        int
		want                        Effect
	}{
		{"ask", "PreToolUse", `{"decision":"ask","reason":"WHY"}`, "", 0, Effect{Asked: true, User: "WHY"}},
		{"long reason", "PreToolUse", `{"decision":"deny","reason":"` + long + `"}`, "", 0, Effect{Stopped: true, Model: "Hook denied: " + long[:256] + "… [+44 chars]"}},
		{"unknown decision", "PreToolUse", `{"decision":"maybe"}`, "", 0, Effect{Failed: true, User: "unknown decision value"}},
		{"unknown decision and exit 2", "PreToolUse", `{"decision":"maybe"}`, "WHY", 2, Effect{Stopped: true, Model: "Hook denied: WHY"}},
		{"exit 1", "PreToolUse", ``, "first\nsecond", 1, Effect{Failed: true, User: "exit code 1: first"}},
		{"failed hook's context", "PostToolUse", `{"hookSpecificOutput":{"additionalContext":"CTX"}}`, "", 3, Effect{Failed: true, User: "exit code 3"}},
		{"two objects", "PostToolUse", "log\n" + `{"decision":"block","reason":"A"} {"decision":"block","reason":"B"}`, "", 0,
			Effect{Model: "<system-reminder>\nFeedback from PostToolUse hook 'hook':\nA\n\nB\n</system-reminder>"}},
		{"prompt", "UserPromptSubmit", `{"decision":"block","reason":"WHY"}`, "", 0, Effect{Stopped: true, User: "WHY"}},
		{"prompt, no reason", "UserPromptSubmit", `{"decision":"block"}`, "WHY", 1, Effect{Stopped: true, User: "WHY"}},
		{"end", "Stop", `{"continue":false,"stopReason":"WHY"}`, "", 0, Effect{Ends: true, User: "WHY"}},
		{"stop, text and exit 2", "Stop", "text", "WHY", 2, Effect{GoesOn: true, Model: "Stop hook feedback:\n- WHY\n"}},
		{"notification", "Notification", `{"decision":"block","reason":"WHY"}`, "", 0, Effect{}},
		{"refused call", "PermissionDenied", ``, "WHY", 2, Effect{Failed: true, User: "exit code 2: WHY"}},
		{"compaction", "PreCompact", `{"decision":"block"}`, "", 0, Effect{}},
	} {
		got := Grok(Reply{Event: c.event, Payload: []byte(`{"toolInput":{"command":"x"}}`), Stdout: []byte(c.stdout), Stderr: []byte(c.stderr), Exit: c.exit})
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	// A stdout of more than 1 MiB let the tool run (1.0.41).
	big := Reply{Event: "PreToolUse", Stdout: []byte(`{"decision":"deny","reason":"` + strings.Repeat("R", 1_100_000) + `"}`)}
	if got := Grok(big); got != (Effect{}) {
		t.Errorf("a deny of 1.1 MB: stopped %v", got.Stopped)
	}
}

// gkNever lists what 1.0.41 was seen to ignore or to take for an error: a key,
// or with a value that value of it, and the row where it was seen.
var gkNever = []struct {
	row                int
	events, key, value string
}{
	{18, "PreToolUse", "permissionDecision", ""},
	{10, "PreToolUse", "hookSpecificOutput.permissionDecision", ""}, // it beats a deny beside it
	{29, "PreToolUse", "decision", `"allow"`},
	{30, "PreToolUse", "decision", `"ask"`}, // the tool runs under --always-approve
	{28, "PreToolUse", "decision", `null`},
	{7, "PreToolUse", "reason", `"  "`},
	{33, "PreToolUse", "continue", ""},
	{13, "PreToolUse", "suppressOutput", ""},
	{42, "PreToolUse", "systemMessage", ""},
	{45, "PostToolUse", "decision", `"deny"`},
	{52, "PostToolUse", "continue", ""},
	{54, "PostToolUse", "hookSpecificOutput.updatedToolOutput", `"OUT"`},
	{57, "PostToolUse", "hookSpecificOutput.updatedMCPToolOutput", ""}, // but for an MCP tool
	{58, "PostToolUseFailure", "decision", ""},
	{61, "PostToolUseFailure", "hookSpecificOutput.updatedToolOutput", ""},
	{64, "UserPromptSubmit", "decision", `"deny"`},
	{67, "UserPromptSubmit", "hookSpecificOutput", ""},
	{68, "UserPromptSubmit", "continue", ""},
	{70, "UserPromptSubmit", "", ""}, // of a subagent, nothing
	{74, "SessionStart", "", ""},
	{78, "SubagentStart", "", ""},
	{82, "Stop", "decision", `"deny"`},
	{86, "Stop", "hookSpecificOutput", ""}, // a context makes the agent go on
	{89, "Stop", "", ""},                   // after the end of the session
}

// gkHas tells whether an answer holds a form.
func gkHas(doc []byte, key, value string) bool {
	if key == "" {
		return len(doc) > 0
	}
	v := cxAt(doc, key)
	return v != "" && (value == "" || v == value)
}

func TestGrokNeverSeen(t *testing.T) {
	rows := obRows(t, gkDir+"observed-answers.jsonl", 113)
	for _, n := range gkNever {
		r := rows[n.row-1]
		if r.Event != n.events || !gkHas([]byte(r.Stdout), n.key, n.value) {
			t.Errorf("row %d is not about %s on %s: %s", n.row, n.key, n.events, r.Stdout)
		}
	}
}

// TestGrokNeverSent puts many answers to every payload.
func TestGrokNeverSent(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	done := map[string]bool{}
	rows := obRows(t, gkDir+"observed-answers.jsonl", 113)
	for name, payload := range payloads(t, gkDir+"payload/", 15) {
		event, variant, _ := strings.Cut(name, ".")
		c := callOf(t, payload)
		if kind := event + c.Text(mapping.ToolName) + strings.Join(c.Can(), " "); done[kind] {
			continue
		} else {
			done[kind] = true
		}
		for _, answer := range obAnswers("grok") {
			for _, native := range [...]bool{false, true} {
				r, fault := answerOf(c, saying(answer), native, false)
				e := Grok(Reply{Event: event, Payload: payload, Stdout: r.Stdout, Stderr: r.Stderr, Exit: r.Exit})
				if fault != e.Failed || !fault && (r.Exit != 0 || len(r.Stderr) > 0 || len(r.Stdout) > 0 && !json.Valid(r.Stdout) || bytes.Contains(r.Stdout, []byte(":null"))) && !strings.Contains(string(payload), ":null") {
					t.Fatalf("%s, %s: exit %d, %s%+v", name, answer, r.Exit, r.Stdout, e)
				}
				for _, n := range gkNever {
					if n.events != event || n.key == "" && !gkSame(rows[n.row-1], payload) || variant == "mcp" && strings.Contains(n.key, "updatedMCP") {
						continue
					}
					if gkHas(bytes.TrimSpace(r.Stdout), n.key, n.value) {
						t.Fatalf("%s, %s: %s is sent: %s", name, answer, n.key, r.Stdout)
					}
				}
			}
		}
	}
}

// gkSame tells whether a payload is of the kind that a row is about.
func gkSame(r obRow, payload []byte) bool {
	a, b := ccParse(r.Stdin), ccParse(payload)
	return a.text("reason") == b.text("reason") && a.text("subagentType") == b.text("subagentType")
}
