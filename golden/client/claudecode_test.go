package client

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const ccDir = "../claude-code/"

// ccRow is one recorded run of 2.1.328 -p: one hook's answer, and what was seen then.
type ccRow struct {
	Case, Event string
	AnsweredOn  string `json:"answered_on"`
	Answer      struct {
		Exit, Signal   int
		Sleep          int `json:"sleep_s"`
		Stdout, Stderr string
	} `json:"native_answer"`
	Observed struct {
		Ran       bool     `json:"original_tool_input_ran"`
		Rewritten bool     `json:"rewritten_tool_input_ran"`
		Model     []string `json:"model_saw"`
		User      []string `json:"user_saw"`
		Stderr    string   `json:"client_stderr"`
		Terminal  string   `json:"terminal_reason"`
		Fired     []string `json:"hooks_fired_in_order"`
	}
}

// ccUnjudged are rows whose outcome does not follow from the reply alone.
var ccUnjudged = []struct{ row, why string }{
	{"pre-ask-pr PermissionRequest", "its hook never ran: no PermissionRequest follows a hook's ask in -p"},
	{"tasks-block TaskCreated", "its hook never ran: the task tools were off"},
	{"taskdone-block TaskCompleted", "its hook never ran: the task tools were off"},
	{"pre-A-timeout-onfail PreToolUse", `the setting onFailure "block" is no part of a reply`},
	{"worktree WorktreeCreate", "the directory was not there; the same reply as worktree-ok"},
	{"agent-worktree WorktreeCreate", "the directory was not there; the same reply as agent-worktree-ok"},
}

// ccWorld is what the client met when that differs from what the row told the hook to do.
var ccWorld = []struct {
	row string
	set func(*Reply)
}{
	{"pre-A-127 PreToolUse", func(r *Reply) { r.Exit = 127 }}, // the command did not exist
	{"se-slow SessionEnd", func(r *Reply) { r.Late = false }}, // 4 s with a timeout of 20 s
}

func TestClaudeCodeRecorded(t *testing.T) {
	rows := readRows[ccRow](t, ccDir+"observed-answers.jsonl")
	if len(rows) < 135 {
		t.Errorf("%d rows, 135 were recorded", len(rows))
	}
	named := func(name string) bool {
		return slices.ContainsFunc(rows, func(r ccRow) bool { return r.Case+" "+r.Event == name })
	}
	for _, u := range ccUnjudged {
		if !named(u.row) {
			t.Errorf("no row %q to leave out", u.row)
		}
	}
	for _, w := range ccWorld {
		if !named(w.row) {
			t.Errorf("no row %q to correct", w.row)
		}
	}
	for _, r := range rows {
		name := r.Case + " " + r.Event
		if slices.ContainsFunc(ccUnjudged, func(u struct{ row, why string }) bool { return u.row == name }) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			reply := r.reply(t)
			for _, w := range ccWorld {
				if w.row == name {
					w.set(&reply)
				}
			}
			r.judge(t, reply, ClaudeCode(reply))
		})
	}
}

func (r ccRow) reply(t *testing.T) Reply {
	p := Reply{
		Event:   r.Event,
		Payload: ccPayload(t, r.Event, r.tool()),
		Stdout:  []byte(r.Answer.Stdout),
		Stderr:  []byte(r.Answer.Stderr),
		Exit:    r.Answer.Exit,
		Late:    r.Answer.Sleep > 0,
	}
	if r.Answer.Signal != 0 {
		p.Exit = 128 + r.Answer.Signal
	}
	return p
}

// tool is the tool the answered call was for, "" for events without one.
func (r ccRow) tool() string {
	if _, tool, ok := strings.Cut(r.AnsweredOn, ":"); ok {
		return tool
	}
	for _, f := range r.Observed.Fired {
		if tool, ok := strings.CutPrefix(f, r.Event+"-"); ok {
			return tool
		}
	}
	if r.Event == "PreToolUse" {
		return "Bash"
	}
	return ""
}

func (r ccRow) fired(name string) (n int) {
	for _, f := range r.Observed.Fired {
		if f == name {
			n++
		}
	}
	return n
}

// judge holds the effect against everything the row can prove.
func (r ccRow) judge(t *testing.T, reply Reply, e Effect) {
	o := r.Observed
	model := ccCommandLine.ReplaceAllString(strings.Join(o.Model, "\n"), ccCommand)
	user := ccCommandLine.ReplaceAllString(strings.Join(o.User, "\n"), ccCommand)
	check := func(what string, got, want bool) {
		t.Helper()
		if got != want {
			t.Errorf("%s = %v, recorded %v\nstdout %.300s\nmodel saw %.500s\nuser saw %s\neffect %+.500v",
				what, got, want, r.Answer.Stdout, model, user, e)
		}
	}

	var want Effect
	approvedKnown := r.Event != "PreToolUse"
	ran := o.Ran || o.Rewritten || r.fired("PostToolUse-"+r.tool())+r.fired("PostToolUseFailure-"+r.tool()) > 0
	ownRule := strings.Contains(model, "needs approval") || strings.Contains(model, "has been denied")
	switch r.Event {
	case "PreToolUse":
		hookError := strings.Contains(model, "hook error: ")
		want.Stopped = !ran && (hookError || o.Terminal == "tool_deferred")
		want.Asked = !ran && !ownRule && !want.Stopped
		if strings.HasPrefix(r.Case, "pre-N-") { // N: the client's rules would not let it run
			approvedKnown, want.Approved = true, ran
		}
	case "PermissionRequest":
		want.Approved, want.Stopped = ran, !ran && !ownRule
	case "UserPromptSubmit":
		want.Stopped = o.Terminal == ""
	case "Stop", "SubagentStop":
		want.GoesOn = r.fired(r.Event) > 1
	case "TaskCreated", "TaskCompleted":
		want.Stopped = r.fired("PostToolUseFailure-TaskCreate")+r.fired("PostToolUseFailure-TaskUpdate") > 0
	case "Elicitation":
		want.Approved = r.fired("ElicitationResult") == 0
		check("content used", e.Input != "", want.Approved)
		check("content at the server", strings.Contains(strings.ReplaceAll(model, `\"`, `"`), e.Input), true)
	case "WorktreeCreate":
		want.Stopped = o.Stderr != ""
	}
	want.Ends = r.Event == "WorktreeCreate" && o.Stderr != "" ||
		slices.Contains([]string{"hook_stopped", "stop_hook_prevented", "aborted_tools", "tool_deferred"}, o.Terminal)
	check("Stopped", e.Stopped, want.Stopped)
	check("Asked", e.Asked, want.Asked)
	check("GoesOn", e.GoesOn, want.GoesOn)
	check("Ends", e.Ends, want.Ends)
	if approvedKnown {
		check("Approved", e.Approved, want.Approved)
	}

	notice := strings.Contains(user, ccNoAnswer) || strings.Contains(user, ccTooLate)
	check("notice", strings.Contains(e.User, ccNoAnswer) || strings.Contains(e.User, ccTooLate), notice)
	if notice || o.Stderr != "" {
		check("Failed", e.Failed, true)
	} else if r.Event == "PreToolUse" && reply.Exit != 1 { // exit 1: see tui-pre-exit1
		check("Failed", e.Failed, false)
	}

	said := ccSaid(r.Answer.Stdout)
	texts := append(said["model"], r.Answer.Stderr)
	if said == nil {
		texts = []string{r.Answer.Stdout, r.Answer.Stderr}
	}
	for _, text := range append(texts, said["systemMessage"]...) {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		check("Model has "+text, ccHas(e.Model, text), ccHas(model, text))
		if r.Event == "UserPromptSubmit" && want.Stopped {
			check("User has "+text, ccHas(e.User, text), ccHas(user, text))
		}
		if o.Stderr != "" && ccHas(o.Stderr, text) && text == r.Answer.Stderr {
			check("User has "+text, ccHas(e.User, text), true)
		}
	}
	for _, text := range said["systemMessage"] {
		if r.Event != "SessionStart" { // ss-sysmsg: -p hides it, tui-ss-ctx-sys shows it
			check("User has "+text, ccHas(e.User, text), ccHas(user, text))
		}
	}
	for _, text := range said["initialUserMessage"] {
		check("first prompt", ccHas(e.Model, text), r.fired("UserPromptSubmit") > 1)
		model += "\n" + text
	}
	persisted := strings.Contains(model, "<persisted-output>\nOutput too large (11.7KB)")
	check("persisted", strings.Contains(e.Model, "<persisted-output>\nOutput too large (11.7KB)"), persisted)
	for line := range strings.SplitSeq(e.Model, "\n") {
		if !persisted {
			check("model saw "+line, strings.Contains(model, line), true)
		}
	}

	input := ""
	for _, raw := range said["updatedInput"] {
		used := strings.Contains(model, "REWRITTEN") || ran && !o.Ran
		if r.Event == "PreToolUse" && (used || e.Asked) { // pre-upd-ask: which input a user would be asked about is not on record
			input = raw
		}
	}
	if r.Event != "Elicitation" && e.Input != input {
		t.Errorf("Input = %q, recorded %q", e.Input, input)
	}
	replaced := ""
	for _, raw := range append(said["updatedToolOutput"], said["updatedMCPToolOutput"]...) {
		replaced = ccReplaced.FindString(raw)
	}
	check("Output used", e.Output != "", replaced != "" && strings.Contains(model, replaced))
	check("Output has "+replaced, strings.Contains(e.Output, replaced), true)
}

var (
	ccCommandLine = regexp.MustCompile(`\[python3 \S+ \w+\]: `)
	ccReplaced    = regexp.MustCompile(`REPLACED[-A-Z]*`)
)

// ccHas looks for text as whole words, some recorded reasons being one letter long.
func ccHas(s, text string) bool {
	return regexp.MustCompile(`(^|\W)` + regexp.QuoteMeta(text) + `($|\W)`).MatchString(s)
}

// ccSaid collects what the JSON documents in stdout say: texts a model could get
// under "model", the rest under their own names. nil is plain text.
func ccSaid(stdout string) map[string][]string {
	var said map[string][]string
	for d := json.NewDecoder(strings.NewReader(stdout)); d.More(); {
		var doc map[string]json.RawMessage
		if d.Decode(&doc) != nil {
			return nil
		}
		if said == nil {
			said = map[string][]string{}
		}
		ccCollect(said, doc)
	}
	return said
}

func ccCollect(said map[string][]string, doc map[string]json.RawMessage) {
	for name, raw := range doc {
		var text string
		var inner map[string]json.RawMessage
		_ = json.Unmarshal(raw, &text)
		switch name {
		case "hookSpecificOutput", "decision":
			if json.Unmarshal(raw, &inner) == nil {
				ccCollect(said, inner)
			}
		case "reason", "permissionDecisionReason", "additionalContext", "stopReason", "message":
			said["model"] = append(said["model"], text)
		case "systemMessage", "initialUserMessage":
			said[name] = append(said[name], text)
		case "updatedInput", "updatedToolOutput", "updatedMCPToolOutput":
			said[name] = append(said[name], string(raw))
		}
	}
}

// TestClaudeCodeInteractive holds the model against the runs in a terminal.
func TestClaudeCodeInteractive(t *testing.T) {
	const hso = `{"hookSpecificOutput":{"hookEventName":`
	pre := func(fields string) string { return hso + `"PreToolUse",` + fields + `}}` }
	cases := []struct {
		name, payload, stdout, stderr string
		want                          Effect
	}{
		{"tui-pre-ask", "PreToolUse.Bash", `{"systemMessage":"SYS-MSG",` + pre(`"permissionDecision":"ask","permissionDecisionReason":"WHY"`)[1:], "",
			Effect{Asked: true, Model: "WHY", User: "WHY\nSYS-MSG"}},
		{"tui-pre-deny", "PreToolUse.Bash", `{"systemMessage":"SYS-MSG",` + pre(`"permissionDecision":"deny","permissionDecisionReason":"WHY"`)[1:], "",
			Effect{Stopped: true, Model: "WHY", User: "WHY\nSYS-MSG"}},
		{"tui-pre-exit1", "PreToolUse.Bash", "", "ERR\n", Effect{Failed: true, User: "ERR"}},
		{"tui-pre-contfalse", "PreToolUse.Bash", `{"continue":false,"stopReason":"WHY"}`, "", Effect{Ends: true, User: "WHY"}},
		{"tui-pre-allow", "PreToolUse.Bash", pre(`"permissionDecision":"allow","permissionDecisionReason":"WHY"`), "", Effect{Approved: true}},
		{"tui-q-hook", "PreToolUse.AskUserQuestion", pre(`"permissionDecision":"allow","updatedInput":{"questions":[],"answers":{"Q":"A"}}`), "",
			Effect{Approved: true, Input: `{"questions":[],"answers":{"Q":"A"}}`}},
		{"tui-pr-allow", "PermissionRequest.Bash-headless", hso + `"PermissionRequest","decision":{"behavior":"allow"}}}`, "", Effect{Approved: true}},
		{"tui-pr-deny", "PermissionRequest.Bash-headless", hso + `"PermissionRequest","decision":{"behavior":"deny","message":"WHY"}}}`, "",
			Effect{Stopped: true, Model: "WHY", User: "WHY"}},
		{"tui-pr-exit2", "PermissionRequest.Bash-headless", "", "ERR", Effect{}},
		{"tui-ups-block", "UserPromptSubmit.headless", `{"decision":"block","reason":"WHY"}`, "",
			Effect{Stopped: true, User: "WHY\nOriginal prompt: [[SCN:main]] please do the work"}},
		{"tui-stop-block", "Stop", `{"decision":"block","reason":"WHY"}`, "", Effect{GoesOn: true, Model: "WHY", User: "WHY"}},
		{"tui-stop-contfalse", "Stop", `{"continue":false,"stopReason":"WHY"}`, "", Effect{Ends: true, User: "WHY"}},
		{"tui-ss-ctx-sys", "SessionStart.startup-interactive", `{"systemMessage":"SYS-MSG",` + (hso + `"SessionStart","additionalContext":"CTX"}}`)[1:], "",
			Effect{Model: "CTX", User: "SYS-MSG"}},
		{"tui-ss-exit2", "SessionStart.startup-interactive", "", "ERR", Effect{Failed: true, User: "[hook command]: ERR"}},
		{"tui-compact-block", "PreCompact.manual", "", "ERR", Effect{Stopped: true, User: "[hook command]: ERR"}},
		{"tui-compact-text", "PreCompact.manual", "KEEP-THIS\n", "", Effect{Model: "KEEP-THIS"}},
		{"tui-model-deny", "PreModelSwitch.command", hso + `"PreModelSwitch","permissionDecision":"deny","permissionDecisionReason":"WHY"}}`, "",
			Effect{Stopped: true, User: "WHY"}},
	}
	beyond := []string{
		"tui-pre-defer", // ignored there; the model gives what -p does (pre-A-defer)
		"tui-untrusted", // no hook runs, so there is no reply
	}

	type row struct {
		Case, Event string
		Exit        int
	}
	rows := readRows[row](t, ccDir+"observed-interactive.jsonl")
	for _, c := range cases {
		i := slices.IndexFunc(rows, func(r row) bool { return r.Case == c.name })
		if i < 0 {
			t.Errorf("%s: no such row", c.name)
			continue
		}
		reply := Reply{Event: rows[i].Event, Exit: rows[i].Exit, Payload: ccFile(t, c.payload+".json"), Stdout: []byte(c.stdout), Stderr: []byte(c.stderr)}
		if got := ClaudeCode(reply); got != c.want {
			t.Errorf("%s:\n got %+v\nwant %+v", c.name, got, c.want)
		}
		rows = slices.Delete(rows, i, i+1)
	}
	for _, name := range beyond {
		i := slices.IndexFunc(rows, func(r row) bool { return r.Case == name })
		if i < 0 {
			t.Errorf("%s: no such row to leave out", name)
			continue
		}
		rows = slices.Delete(rows, i, i+1)
	}
	for _, r := range rows {
		t.Errorf("%s: row without a case", r.Case)
	}
}

// TestClaudeCodeNoted covers rules noted for 2.1.328 that have no recorded row.
func TestClaudeCodeNoted(t *testing.T) {
	const hso = `{"hookSpecificOutput":{"hookEventName":`
	long := strings.Repeat("é", 12_000)
	failed := Effect{Failed: true, User: ccNoAnswer}
	cases := []struct {
		name, event, stdout, stderr string
		exit                        int
		want                        Effect
	}{
		{"null for a known field", "PreToolUse", hso + `"PreToolUse","permissionDecision":"deny","permissionDecisionReason":null}}`, "", 0, failed},
		{"null beside a block", "PreToolUse", `{"decision":"block","reason":"WHY","systemMessage":null}`, "", 0, failed},
		{"updatedInput is a string", "PreToolUse", hso + `"PreToolUse","updatedInput":"ls"}}`, "", 0, failed},
		{"text after JSON, ends in }", "PreToolUse", `{"decision":"block"} {done}`, "", 0, failed},
		{"text after JSON", "PreToolUse", `{"decision":"block"} done`, "", 0, Effect{}},
		{"byte order mark", "PreToolUse", "\ufeff" + `{"decision":"block","reason":"WHY"}`, "", 0, Effect{Stopped: true, Model: "WHY", User: "WHY"}},
		{"long reason", "PreToolUse", `{"decision":"block","reason":"` + long + `"}`, "", 0, Effect{Stopped: true, Model: long, User: long}},
		{"continue:false and deny", "PreToolUse", `{"continue":false,"decision":"block","reason":"WHY"}`, "", 0, Effect{Stopped: true, Ends: true, User: "WHY"}},
		{"legacy approve", "PreToolUse", `{"decision":"approve"}`, "", 0, Effect{Approved: true}},
		{"exit 2 with context", "PreToolUse", hso + `"PreToolUse","additionalContext":"CTX"}}`, "ERR", 2,
			Effect{Stopped: true, Model: "[hook command]: ERR\nCTX", User: "[hook command]: ERR"}},
		{"exit 2, other event", "PreToolUse", hso + `"Stop"}}`, "ERR", 2, Effect{Stopped: true,
			Model: "[hook command]: its output could not be processed", User: "[hook command]: its output could not be processed"}},
		{"exit 2 with allow and a reason", "PreToolUse", hso + `"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"WHY"}}`, "ERR", 2,
			Effect{Stopped: true, Model: "[hook command]: ERR", User: "[hook command]: ERR"}},
		{"deny with updatedInput", "PreToolUse", hso + `"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"WHY","updatedInput":{"a":1}}}`, "", 0,
			Effect{Stopped: true, Model: "WHY", User: "WHY"}},
		{"exit 3", "PostToolUse", "", "ERR", 3, Effect{Failed: true, User: "ERR"}},
		{"exit 2", "PostToolUse", "", "ERR", 2, Effect{Model: "[hook command]: ERR"}},
		{"string for Bash", "PostToolUse", hso + `"PostToolUse","updatedToolOutput":"X"}}`, "", 0, Effect{}},
		{"object of another shape for Bash", "PostToolUse", hso + `"PostToolUse","updatedToolOutput":{"output":"X"}}}`, "", 0, Effect{}},
		{"MCP output for Bash", "PostToolUse", hso + `"PostToolUse","updatedMCPToolOutput":"X"}}`, "", 0, Effect{}},
		{"context", "Stop", hso + `"Stop","additionalContext":"CTX"}}`, "", 0, Effect{GoesOn: true, Model: "CTX"}},
		{"missing script", "Stop", "", "sh: 0: can't open x.sh", 2, Effect{Failed: true, User: "sh: 0: can't open x.sh"}},
		{"missing script", "PreCompact", "", "No such file", 2, Effect{Stopped: true, User: "[hook command]: No such file"}},
		{"continue:false", "UserPromptSubmit", `{"continue":false,"stopReason":"WHY"}`, "", 0, Effect{Stopped: true, Ends: true, User: "WHY"}},
		{"hidden prompt", "UserPromptSubmit", `{"decision":"block","reason":"WHY",` + (hso + `"UserPromptSubmit","suppressOriginalPrompt":true}}`)[1:], "", 0,
			Effect{Stopped: true, User: "WHY"}},
		{"text", "PostModelSwitch", "CTX", "", 0, Effect{Model: "CTX"}},
		{"summary", "PostCompact", "DONE", "", 0, Effect{User: "DONE"}},
		{"retry", "PermissionDenied", hso + `"PermissionDenied","retry":true}}`, "", 0, Effect{Model: "the call may be retried"}},
		{"updatedInput", "PermissionRequest", hso + `"PermissionRequest","decision":{"behavior":"allow","updatedInput":{"a":1}}}}`, "", 0,
			Effect{Approved: true, Input: `{"a":1}`}},
		{"wrong behavior", "PermissionRequest", hso + `"PermissionRequest","decision":{"behavior":"ask"}}}`, "", 0, Effect{Failed: true}},
		{"decline", "Elicitation", hso + `"Elicitation","action":"decline"}}`, "", 0, Effect{Stopped: true}},
		{"exit 2", "Elicitation", "", "ERR", 2, Effect{Stopped: true}},
		{"override", "ElicitationResult", hso + `"ElicitationResult","action":"accept","content":{"a":1}}}`, "", 0, Effect{Approved: true, Input: `{"a":1}`}},
		{"exit 2", "ConfigChange", "", "ERR", 2, Effect{Stopped: true}},
		{"exit 2", "TeammateIdle", "", "ERR", 2, Effect{GoesOn: true, Model: "[hook command]: ERR"}},
		{"block", "UserPromptExpansion", `{"decision":"block","reason":"WHY"}`, "", 0, Effect{Stopped: true, User: "WHY\nOriginal prompt: "}},
		{"context", "SubagentStart", hso + `"SubagentStart","additionalContext":"CTX"}}`, "", 0, Effect{Model: "CTX"}},
		{"replaced", "MessageDisplay", hso + `"MessageDisplay","displayContent":"X"}}`, "", 0, Effect{User: "X"}},
		{"message", "DirectoryAdded", `{"systemMessage":"SYS"}`, "", 0, Effect{User: "SYS"}},
		{"log before the path", "WorktreeCreate", "made it\n/tmp/wt\n", "", 0, Effect{}},
		{"empty", "WorktreeCreate", "", "", 0, Effect{Stopped: true, Ends: true, Failed: true, User: "worktree directory  does not exist or is not a directory."}},
	}
	for _, c := range cases {
		tool := ""
		if c.event == "PostToolUse" {
			tool = "Bash"
		}
		payload := []byte("{}")
		if c.event != "UserPromptExpansion" {
			payload = ccPayload(t, c.event, tool)
		}
		got := ClaudeCode(Reply{Event: c.event, Exit: c.exit, Payload: payload, Stdout: []byte(c.stdout), Stderr: []byte(c.stderr)})
		if got != c.want {
			t.Errorf("%s, %s:\n got %.400v\nwant %.400v", c.event, c.name, got, c.want)
		}
	}
	agent := Reply{Event: "WorktreeCreate", Exit: 1, Payload: []byte(`{"prompt_id":"p"}`), Stderr: []byte("ERR")}
	if got, want := ClaudeCode(agent), (Effect{Stopped: true, Failed: true, Model: "ERR"}); got != want {
		t.Errorf("WorktreeCreate of an agent:\n got %+v\nwant %+v", got, want)
	}
	policy := Reply{Event: "ConfigChange", Exit: 2, Payload: []byte(`{"source":"policy_settings"}`)}
	if ClaudeCode(policy).Stopped {
		t.Error("ConfigChange: policy settings cannot be held back")
	}
}

// TestClaudeCodeEvents puts the same few replies to all 33 events.
func TestClaudeCodeEvents(t *testing.T) {
	heard := func(e Effect) bool { return e.Model+e.User != "" && !e.Failed }
	blocks := func(e Effect) bool {
		return !e.Failed && (e.Stopped || e.GoesOn || e.Ends || e.Model != "")
	}
	probes := []struct {
		name   string
		reply  Reply // {} in Stdout is the event
		effect func(Effect) bool
		events string // those it has the effect on
	}{
		{"nothing", Reply{}, func(e Effect) bool { return e != Effect{} }, "WorktreeCreate"},
		{"late", Reply{Late: true, Exit: 2}, func(e Effect) bool { return e.Stopped || !e.Failed }, "WorktreeCreate"},
		{"text", Reply{Stdout: []byte("TEXT")}, heard,
			"SessionStart UserPromptSubmit PreCompact PostCompact PostModelSwitch"},
		{"context", Reply{Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"{}","additionalContext":"CTX"}}`)}, heard,
			"SessionStart UserPromptSubmit UserPromptExpansion PreToolUse PostToolUse PostToolUseFailure PostToolBatch " +
				"Stop SubagentStop SubagentStart PostModelSwitch"},
		{"continue:false", Reply{Stdout: []byte(`{"continue":false}`)}, func(e Effect) bool { return e.Ends && !e.Failed },
			"UserPromptSubmit PreToolUse PostToolUse PostToolBatch Stop SubagentStop"},
		{"decision block", Reply{Stdout: []byte(`{"decision":"block","reason":"WHY"}`)}, blocks,
			"UserPromptSubmit UserPromptExpansion PreToolUse PostToolUse PostToolUseFailure PostToolBatch Stop SubagentStop " +
				"TeammateIdle TaskCreated TaskCompleted PreCompact ConfigChange"},
		{"exit 2", Reply{Exit: 2, Stderr: []byte("WHY")}, blocks,
			"UserPromptSubmit UserPromptExpansion PreToolUse PostToolUse PostToolUseFailure PostToolBatch Stop SubagentStop " +
				"TeammateIdle TaskCreated TaskCompleted PreCompact PreModelSwitch Elicitation ElicitationResult ConfigChange"},
		{"exit 2, no script", Reply{Exit: 2, Stderr: []byte("x: No such file or directory")}, blocks,
			"UserPromptSubmit UserPromptExpansion PreToolUse PostToolUse PostToolUseFailure PostToolBatch " +
				"TaskCreated PreCompact PreModelSwitch Elicitation ElicitationResult ConfigChange"},
		{"reason to the model", Reply{Exit: 2, Stderr: []byte("WHY")}, func(e Effect) bool { return e.Model != "" },
			"PreToolUse PostToolUse PostToolUseFailure Stop SubagentStop TeammateIdle TaskCreated TaskCompleted"},
		{"systemMessage hidden", Reply{Stdout: []byte(`{"systemMessage":"SYS"}`)}, func(e Effect) bool { return e.User != "SYS" },
			"SessionEnd StopFailure InstructionsLoaded WorktreeCreate WorktreeRemove"},
	}
	seen := map[string]bool{}
	for _, ev := range ccEvents {
		seen[ev.name] = true
		for _, p := range probes {
			reply := p.reply
			reply.Event = ev.name
			reply.Stdout = []byte(strings.Replace(string(reply.Stdout), "{}", ev.name, 1))
			want := slices.Contains(strings.Fields(p.events), ev.name)
			if e := ClaudeCode(reply); p.effect(e) != want {
				t.Errorf("%s, %s: want %v, got %+v", ev.name, p.name, want, e)
			}
		}
	}
	if len(seen) != 33 || len(ccEvents) != 33 {
		t.Errorf("%d events, 2.1.328 has 33", len(seen))
	}
	files, _ := filepath.Glob(ccDir + "payload/*.json")
	if len(files) == 0 {
		t.Error("no payloads")
	}
	for _, f := range files {
		if name, _, _ := strings.Cut(filepath.Base(f), "."); !seen[name] {
			t.Errorf("%s: an event the model does not know", f)
		}
	}
}

// ccPayload is a recorded payload of event, for a tool event one of that tool.
func ccPayload(t *testing.T, event, tool string) []byte {
	t.Helper()
	patterns := []string{event + ".json", event + ".*.json"}
	if tool != "" {
		patterns = []string{event + "." + tool + ".json", event + "." + tool + "-*.json"}
	}
	for _, p := range patterns {
		if found, _ := filepath.Glob(ccDir + "payload/" + p); len(found) > 0 {
			return ccFile(t, filepath.Base(found[0]))
		}
	}
	if tool != "" { // an MCP tool's response is a content array
		return []byte(`{"tool_name":"` + tool + `","tool_response":[{"type":"text","text":"echo: hi"}]}`)
	}
	return []byte("{}")
}

func ccFile(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(ccDir + "payload/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
