package client

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const cxDir = "../codex/"

// cxRow is one recorded run of 0.169.0: one hook's answer, and what was seen then.
type cxRow struct {
	name   string // line number and event
	Event  string
	Exit   any        `json:"native_exit"` // a number, or "killed by SIGKILL"
	Stdout string     `json:"native_stdout"`
	Stderr string     `json:"native_stderr"`
	Sleep  float64    `json:"sleep_s"`
	Status *string    `json:"hook_status"`
	User   *string    `json:"user_sees"` // JSON; only the app server's runs show it
	Model  [][]string `json:"model_sees"`
	Calls  int        `json:"model_requests"`
	Files  []string   `json:"files_after"`
}

// cxMCP are the rows whose tool was an MCP server's.
var cxMCP = []string{"13 PreToolUse", "41 PreToolUse", "54 PostToolUse"}

// cxUnseen are the rows whose run does not show what a model's Effect says.
var cxUnseen = []struct{ row, field, why string }{
	{"104 PreToolUse", "Input", "the user declined the rewritten call"},
	{"135 SubagentStart", "Model", "what the subagent read is not on record"},
	{"136 SubagentStart", "Model", "what the subagent read is not on record"},
	{"138 SubagentStop", "Model", "what the subagent read is not on record"},
	{"139 SubagentStop", "Model", "what the subagent read is not on record"},
}

func TestCodexRecorded(t *testing.T) {
	rows := cxRows(t)
	if len(rows) < 140 {
		t.Errorf("%d rows, 140 were recorded", len(rows))
	}
	listed := slices.Clone(cxMCP)
	for _, u := range cxUnseen {
		listed = append(listed, u.row)
	}
	for _, name := range listed {
		if !slices.ContainsFunc(rows, func(r cxRow) bool { return r.name == name }) {
			t.Errorf("no row %q", name)
		}
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) { r.judge(t, Codex(r.reply(t))) })
	}
}

func cxRows(t *testing.T) []cxRow {
	t.Helper()
	rows := readRows[cxRow](t, cxDir+"observed-answers.jsonl")
	for i := range rows {
		rows[i].name = fmt.Sprint(i+1, " ", rows[i].Event)
	}
	return rows
}

func (r cxRow) reply(t *testing.T) Reply {
	exit := 128 + 9
	if code, ok := r.Exit.(float64); ok {
		exit = int(code)
	}
	return Reply{Event: r.Event, Payload: cxPayload(t, r.Event, slices.Contains(cxMCP, r.name)),
		Stdout: []byte(r.Stdout), Stderr: []byte(r.Stderr), Exit: exit, Late: r.Sleep > 0}
}

// cxPayload is a recorded payload of event; its Bash runs the command of the rows.
func cxPayload(t *testing.T, event string, mcp bool) []byte {
	t.Helper()
	for _, name := range [...]string{event + ".bash", event, event + ".manual", event + ".startup"} {
		if mcp {
			name = event + ".mcp"
		}
		if b, err := os.ReadFile(cxDir + "payload/" + name + ".json"); err == nil {
			return b
		}
	}
	return []byte("{}")
}

// judge holds the effect against everything the row can prove.
func (r cxRow) judge(t *testing.T, e Effect) {
	check := func(what string, got, want any) {
		t.Helper()
		if got != want {
			t.Errorf("%s = %v, recorded %v\nstdout %.300s\neffect %+v", what, got, want, r.Stdout, e)
		}
	}
	seen := func(field string) bool {
		return !slices.ContainsFunc(cxUnseen, func(u struct{ row, field, why string }) bool { return u.row == r.name && u.field == field })
	}
	result, texts := "", []string{} // the tool's, and what else the model read
	for _, m := range r.Model {
		if m[0] == "tool_out" {
			result = m[1]
		} else {
			texts = append(texts, cxPrompt.ReplaceAllString(m[1], "$1"))
		}
	}
	own := strings.HasPrefix(result, "Chunk ID: ") || strings.Contains(result, "echo: ") || strings.Contains(result, "rejected by user")

	var want Effect
	status := ""
	if r.Status != nil {
		status = *r.Status
	}
	want.Failed = status == "failed"
	want.Ends = status == "stopped" && r.Event != "PostToolUse"
	switch r.Event {
	case "PreToolUse", "PermissionRequest":
		if want.Stopped = !own; want.Stopped {
			texts = append(texts, cxRejected.ReplaceAllString(result, "$1"))
		}
		want.Approved = r.Event == "PermissionRequest" && own && !strings.Contains(result, "rejected by user")
	case "PostToolUse":
		if !own {
			want.Output = result
		}
	case "UserPromptSubmit", "SessionStart":
		want.Stopped = r.Calls == 0
	case "PreCompact":
		want.Stopped = r.Calls == 1
	case "Stop":
		want.GoesOn = r.Calls == 2
	case "SubagentStop":
		want.GoesOn = r.Calls == 5
	}
	check("Failed", e.Failed, want.Failed)
	check("Ends", e.Ends, want.Ends)
	check("Stopped", e.Stopped, want.Stopped)
	check("Approved", e.Approved, want.Approved)
	check("Asked", e.Asked, false)
	check("GoesOn", e.GoesOn, want.GoesOn)
	check("Output", e.Output, want.Output)
	if seen("Input") {
		check("Input", strings.Contains(e.Input, "REWRITTEN"), strings.Contains(result, "REWRITTEN") || slices.Contains(r.Files, "c.txt"))
		check("Input given", e.Input != "", strings.Contains(e.Input, "REWRITTEN"))
	}
	if seen("Model") {
		check("Model", e.Model, strings.Join(texts, "\n"))
	}
	if r.User != nil {
		check("User", e.User, r.userSaw(t))
	}
}

func (r cxRow) userSaw(t *testing.T) (said string) {
	var entries []struct{ Text string }
	if err := json.Unmarshal([]byte(*r.User), &entries); err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		said = cxJoin(said, cxSeconds.ReplaceAllString(e.Text, ""))
	}
	return said
}

var (
	cxPrompt   = regexp.MustCompile(`^<hook_prompt hook_run_id="[^"]*">(.*)</hook_prompt>$`)
	cxRejected = regexp.MustCompile(`^exec_command failed: CreateProcess \{ message: "Rejected\(\\"(.*)\\"\)" \}$`)
	cxSeconds  = regexp.MustCompile(` after \d+s$`)
)

// TestCodexNoted covers rules noted for 0.169.0 that have no recorded row.
func TestCodexNoted(t *testing.T) {
	hso := func(event, fields string) string {
		return `{"hookSpecificOutput":{"hookEventName":"` + event + `",` + fields + `}}`
	}
	const deny = `"permissionDecision":"deny","permissionDecisionReason":"WHY"`
	blocked := Effect{Stopped: true, Model: "Command blocked by PreToolUse hook: WHY. Command: echo hi > b.txt; cat b.txt", User: "WHY"}
	void := func(label string) Effect {
		return Effect{Failed: true, User: "hook returned invalid " + label + " JSON output"}
	}
	long := strings.Repeat("word ", 6_000)
	cases := []struct {
		name, event, stdout, stderr string
		exit                        int
		want                        Effect
	}{
		{"ask", "PreToolUse", hso("PreToolUse", `"permissionDecision":"ask","permissionDecisionReason":"WHY"`), "", 0,
			Effect{Failed: true, User: "PreToolUse hook returned unsupported permissionDecision:ask"}},
		{"deny without a reason", "PreToolUse", hso("PreToolUse", `"permissionDecision":"deny"`), "", 0,
			Effect{Failed: true, User: "PreToolUse hook returned a block without a reason"}},
		{"deny that is null", "PreToolUse", hso("PreToolUse", `"permissionDecision":null,"permissionDecisionReason":"WHY"`), "", 0,
			Effect{Failed: true, User: "PreToolUse hook returned a reason without a decision"}},
		{"deny and continue:false", "PreToolUse", `{"continue":false,` + hso("PreToolUse", deny)[1:], "", 0,
			Effect{Failed: true, User: "PreToolUse hook returned unsupported continue:false"}},
		{"deny and suppressOutput", "PreToolUse", `{"suppressOutput":true,` + hso("PreToolUse", deny)[1:], "", 0,
			Effect{Failed: true, User: "PreToolUse hook returned unsupported suppressOutput"}},
		{"deny and another key", "PreToolUse", `{"foo":1,` + hso("PreToolUse", deny)[1:], "", 0, void("pre-tool-use")},
		{"deny in another event's name", "PreToolUse", hso("Stop", deny), "", 0, blocked},
		{"deny in no event's name", "PreToolUse", hso("preToolUse", deny), "", 0, void("pre-tool-use")},
		{"systemMessage that is a number", "PreToolUse", `{"systemMessage":1,` + hso("PreToolUse", deny)[1:], "", 0, void("pre-tool-use")},
		{"deny behind a byte order mark", "PreToolUse", "\ufeff" + hso("PreToolUse", deny), "", 0, Effect{}},
		{"deny below a log line", "PreToolUse", "log\n" + hso("PreToolUse", deny), "", 0, Effect{}},
		{"deny above a log line", "PreToolUse", hso("PreToolUse", deny) + "\nlog", "", 0, void("pre-tool-use")},
		{"two keys of one name", "PreToolUse", `{"systemMessage":"a","systemMessage":"b"}`, "", 0, Effect{User: "b"}},
		{"exit 2, blank stderr", "PreToolUse", "", "  \n", 2,
			Effect{Failed: true, User: "PreToolUse hook exited with code 2 but did not write a reason to stderr"}},
		{"exit 2, deny on stdout", "PreToolUse", hso("PreToolUse", deny), "", 2,
			Effect{Failed: true, User: "PreToolUse hook exited with code 2 but did not write a reason to stderr"}},
		{"exit 2, two lines", "PreToolUse", "", " WHY\n", 2, blocked},
		{"exit 127", "PreToolUse", "", "not found", 127, Effect{Failed: true, User: "hook exited with code 127"}},
		{"reason with space around it", "PreToolUse", hso("PreToolUse", `"permissionDecision":"deny","permissionDecisionReason":"  WHY  "`), "", 0, blocked},
		{"long context", "PreToolUse", hso("PreToolUse", `"additionalContext":"`+long+`"`), "", 0,
			Effect{Model: "Warning: truncated output (original token count: 7500)\n" + long[:5_000], User: long}},
		{"updatedInput", "PermissionRequest", hso("PermissionRequest", `"decision":{"behavior":"allow","updatedInput":{"command":"x"}}`), "", 0,
			Effect{Failed: true, User: "PermissionRequest hook returned unsupported updatedInput or updatedPermissions"}},
		{"no behavior", "PermissionRequest", hso("PermissionRequest", `"decision":{"message":"WHY"}`), "", 0, void("permission-request")},
		{"ask", "PermissionRequest", hso("PermissionRequest", `"decision":{"behavior":"ask"}`), "", 0, void("permission-request")},
		{"context", "PermissionRequest", hso("PermissionRequest", `"additionalContext":"CTX"`), "", 0, void("permission-request")},
		{"block and context", "PostToolUse", `{"decision":"block","reason":"WHY",` + hso("PostToolUse", `"additionalContext":"CTX"`)[1:], "", 0,
			Effect{Output: "WHY", Model: "CTX", User: "CTX\nWHY"}},
		{"suppressOutput", "PostToolUse", `{"suppressOutput":true}`, "", 0, Effect{Failed: true, User: "PostToolUse hook returned unsupported suppressOutput"}},
		{"approve", "PostToolUse", `{"decision":"approve"}`, "", 0, void("PostToolUse")},
		{"exit 2", "UserPromptSubmit", "", "WHY", 2, Effect{Stopped: true, User: "WHY"}},
		{"decision", "SessionStart", `{"decision":"block","reason":"WHY"}`, "", 0, void("SessionStart")},
		{"broken", "SessionStart", `{"a":`, "", 0, void("SessionStart")},
		{"text", "Stop", "text", "", 0, Effect{Failed: true, User: "Stop hook returned non-JSON stdout"}},
		{"context", "Stop", hso("Stop", `"additionalContext":"CTX"`), "", 0, void("Stop")},
		{"exit 2", "Stop", "", "WHY", 2, Effect{GoesOn: true, Model: "WHY", User: "WHY"}},
		{"stop", "SubagentStop", `{"continue":false,"stopReason":"WHY"}`, "", 0, Effect{Ends: true, User: "WHY"}},
		{"exit 2", "PreCompact", "", "WHY", 2, Effect{Failed: true, User: "WHY"}},
		{"context", "PreCompact", hso("PreCompact", `"additionalContext":"CTX"`), "", 0, void("PreCompact hook")},
		{"message", "PostCompact", `{"systemMessage":"MSG"}`, "", 0, Effect{User: "MSG"}},
		{"decision", "Interrupt", `{"decision":"block"}`, "", 0, void("Interrupt")},
		{"continue", "Interrupt", `{"continue":true}`, "", 0, void("Interrupt")},
		{"exit 2", "PostModelRequest", "", "WHY", 2, Effect{Failed: true, User: "WHY"}},
		{"anything", "notify", `{"decision":"block","reason":"WHY"}`, "WHY", 2, Effect{}},
	}
	for _, c := range cases {
		got := Codex(Reply{Event: c.event, Exit: c.exit, Payload: cxPayload(t, c.event, false), Stdout: []byte(c.stdout), Stderr: []byte(c.stderr)})
		if got != c.want {
			t.Errorf("%s, %s:\n got %.400v\nwant %.400v", c.event, c.name, got, c.want)
		}
	}
}
