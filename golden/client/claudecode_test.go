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
		return []byte(`{"tool_name":"` + tool + `","tool_response":[{"type":"text","text":"echo: hi"}]}` + "\n")
	}
	return []byte("{}\n")
}

func ccFile(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(ccDir + "payload/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
