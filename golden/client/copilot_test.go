package client

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

const copilotDir = "../copilot-cli/"

// copilotRow is one recorded run: one hook's answer, and what was seen then.
type copilotRow struct {
	Case, Client, Scenario string
	Key                    string `json:"config_key"`
	Answer                 struct {
		Stdout         json.RawMessage
		Stderr         string
		Exit           int
		Sleep, Timeout int
	}
	Preapproved any      `json:"tools_preapproved"`
	Ran         bool     `json:"tool_ran"`
	Rewritten   bool     `json:"rewritten_tool_ran"`
	Calls       int      `json:"model_calls"`
	Events      []string `json:"events"`
	Model       []string `json:"last_model_messages"`
	User        string   `json:"user_saw"`
}

// copilotUnjudged are rows whose outcome does not follow from one reply.
var copilotUnjudged = []struct{ row, why string }{
	{"m-allow-then-deny", "two hooks"},
	{"m-deny-then-allow", "two hooks"},
	{"m-modargs-chain", "two hooks"},
	{"m-ask-then-allow", "two hooks"},
	{"x-badargs", "no hook ran: the model's arguments were no JSON"},
	{"x-matcher-miss", "no hook ran: the matcher"},
	{"x-matcher-partial", "no hook ran: the matcher"},
	{"x-matcher-claude-name-native", "no hook ran: the matcher"},
	{"z-post-mod-empty", "an emptied result looks in an Effect like none"},
	{"z-substop-modempty", "an emptied response looks in an Effect like none"},
	{"z-ups-modempty", "an emptied prompt looks in an Effect like none"},
	{"z-upt-modempty", "an emptied prompt looks in an Effect like none"},
	{"z-patch-mod-object", "apply_patch refused its new input"},
	{"o-ups-block", "1.0.40, which this payload does not show"},
	{"o-post-block", "1.0.40, which this payload does not show"},
	{"o-post-mod", "1.0.40, which this payload does not show"},
	{"o-post-ctx", "1.0.40, which this payload does not show"},
	{"o-perm-exit1", "1.0.40, which this payload does not show"},
	{"o-perm-prog-allow", "1.0.40, which this payload does not show"},
}

// copilotWorld is what came back from hooks that stand in their settings as a
// command of their own.
var copilotWorld = []struct {
	row   string
	reply Reply
}{
	{"x-shell", Reply{}}, {"x-command", Reply{}}, {"x-envcwd", Reply{}},
	{"x-timeout-alias", Reply{Late: true}},
	{"x-kill9", Reply{Exit: 137}},
	{"x-notfound", Reply{Exit: 127}}, {"x-exec-notfound", Reply{Exit: 127}},
	{"x-matcher-claude-nested", Reply{Exit: 2}},
}

func TestCopilotRecorded(t *testing.T) {
	for _, file := range [...]struct {
		name string
		rows int
	}{{"observed-answers.jsonl", 136}, {"observed-more.jsonl", 79}} {
		rows := readRows[copilotRow](t, copilotDir+file.name)
		if len(rows) < file.rows {
			t.Errorf("%s: %d rows, %d were recorded", file.name, len(rows), file.rows)
		}
		for _, r := range rows {
			if slices.ContainsFunc(copilotUnjudged, func(u struct{ row, why string }) bool { return u.row == r.Case }) {
				continue
			}
			t.Run(r.Case, func(t *testing.T) {
				reply := r.reply(t)
				for _, w := range copilotWorld {
					if w.row == r.Case {
						reply.Exit, reply.Late = w.reply.Exit, w.reply.Late
					}
				}
				r.judge(t, Copilot(reply))
			})
		}
	}
	all := append(readRows[copilotRow](t, copilotDir+"observed-answers.jsonl"), readRows[copilotRow](t, copilotDir+"observed-more.jsonl")...)
	named := func(name string) bool {
		return slices.ContainsFunc(all, func(r copilotRow) bool { return r.Case == name })
	}
	for _, u := range copilotUnjudged {
		if !named(u.row) {
			t.Errorf("no row %q to leave out", u.row)
		}
	}
	for _, w := range copilotWorld {
		if !named(w.row) {
			t.Errorf("no row %q to correct", w.row)
		}
	}
}

func (r copilotRow) stdout() string { return copilotText(r.Answer.Stdout) }

func (r copilotRow) reply(t *testing.T) Reply {
	return Reply{
		Event:   r.Key,
		Payload: r.payload(t),
		Stdout:  []byte(r.stdout()),
		Stderr:  []byte(r.Answer.Stderr),
		Exit:    r.Answer.Exit,
		Late:    r.Answer.Sleep > r.Answer.Timeout,
	}
}

// payload is a recorded one of the same event and, where it can be seen, client.
func (r copilotRow) payload(t *testing.T) []byte {
	found, _ := filepath.Glob(copilotDir + "payload/" + r.Key + ".*.json")
	i := slices.IndexFunc(found, func(f string) bool {
		return strings.Contains(f, "v1.0.40") == (r.Client == "1.0.40") && !strings.Contains(f, "mcp")
	})
	if i < 0 {
		i = 0
	}
	if len(found) == 0 {
		t.Fatalf("no payload of %s", r.Key)
	}
	b, err := os.ReadFile(found[i])
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (r copilotRow) fired(event string) bool { return slices.Contains(r.Events, event) }

// judge holds the effect against everything the row can prove.
func (r copilotRow) judge(t *testing.T, e Effect) {
	model := strings.Join(r.Model, "\n")
	check := func(what string, got, want bool) {
		t.Helper()
		if got != want {
			t.Errorf("%s = %v, recorded %v\nstdout %.300s\nmodel saw %.500s\nuser saw %s\neffect %+.500v", what, got, want, r.stdout(), model, r.User, e)
		}
	}
	var want Effect
	heard := e.Model + "\n" + e.Output
	tool := strings.HasPrefix(r.Scenario, "one")
	switch r.Key {
	case "preToolUse", "PreToolUse":
		want.Asked = strings.Contains(model, "unable to ask user")
		want.Stopped = strings.Contains(model, "Denied by preToolUse hook") && !want.Asked
		want.Failed = strings.Contains(model, "(hook errored)")
		want.Approved = tool && (r.Ran || r.Rewritten) && !r.fired("permissionRequest") && !r.fired("PermissionRequest")
		if !e.Asked { // in -p nothing runs then
			check("Input", strings.Contains(e.Input, "changed-marker"), r.Rewritten)
		}
		check("another input", e.Input != "", r.Rewritten || r.Case == "x-nulls" || r.Case == "z-pre-modargs-arr" || r.Case == "z-mcp-mod" || e.Asked && e.Input != "")
	case "permissionRequest", "PermissionRequest":
		want.Ends = r.Calls == 1
		want.Stopped = !r.Ran && (want.Ends || strings.Contains(model, "Permission denied by a PermissionRequest hook"))
		want.Failed = strings.Contains(model, "request hook failed")
		want.Approved = r.Preapproved == false && r.Ran
		if r.Preapproved != false {
			e.Approved = false // it runs either way
		}
	case "userPromptSubmitted", "UserPromptSubmit":
		want.Stopped = r.Calls == 0
		heard += e.Input
	case "userPromptTransformed":
		heard += e.Input
	case "postToolUse", "PostToolUse":
		check("Output", e.Output != "", !strings.Contains(model, "did-run"))
		check("Output has", strings.Contains(model, e.Output), true)
	case "agentStop", "Stop":
		want.GoesOn = r.Calls > 1
	case "subagentStop", "SubagentStop":
		want.GoesOn = r.Calls > 4
	}
	check("Stopped", e.Stopped, want.Stopped)
	check("Asked", e.Asked, want.Asked)
	check("Approved", e.Approved, want.Approved)
	check("GoesOn", e.GoesOn, want.GoesOn)
	check("Ends", e.Ends, want.Ends)
	check("Failed", e.Failed, want.Failed)
	if want.Failed {
		return
	}
	inside := strings.HasPrefix(strings.ToLower(r.Key), "subagent") // what a subagent reads is not on record
	for _, s := range r.said() {
		if !inside || s.key == "modifiedResponse" {
			check("the model has "+s.text, copilotHas(heard, s.text), copilotHas(model, s.text))
		}
		if s.key != "modifiedResponse" && s.key != "textResultForLlm" && s.text != "null" {
			check("the user has "+s.text, copilotHas(e.User, s.text), copilotHas(r.User, s.text))
		}
	}
}

type copilotSaid struct{ key, text string }

// said lists what the answer says in words.
func (r copilotRow) said() (said []copilotSaid) {
	said = append(said, copilotSaid{"stderr", strings.TrimSpace(r.Answer.Stderr)})
	out := strings.TrimPrefix(r.stdout(), "\ufeff")
	var collect func(o copilotObject)
	collect = func(o copilotObject) {
		for key, raw := range o {
			switch key {
			case "additionalContext", "permissionDecisionReason", "reason", "message", "modifiedPrompt", "modifiedTransformedPrompt",
				"modifiedResponse", "textResultForLlm", "text_result_for_llm", "responseContent", "systemMessage", "stopReason":
				said = append(said, copilotSaid{key, strings.TrimSpace(copilotText(raw))})
			default:
				collect(copilotParse(raw))
			}
		}
	}
	for d := json.NewDecoder(strings.NewReader(out)); d.More(); {
		var o copilotObject
		if d.Decode(&o) != nil {
			said = append(said, copilotSaid{"text", strings.TrimSpace(out)})
			break
		}
		collect(o)
	}
	return slices.DeleteFunc(said, func(s copilotSaid) bool { return s.text == "" })
}

// copilotHas looks for text as whole words, some recorded reasons being one letter long.
func copilotHas(s, text string) bool {
	return regexp.MustCompile(`(^|[^\w.-])` + regexp.QuoteMeta(text) + `($|[^\w.-])`).MatchString(s)
}

// TestCopilotNoted covers rules that have no recorded row here.
func TestCopilotNoted(t *testing.T) {
	const deny = `{"permissionDecision":"deny","permissionDecisionReason":"`
	long := strings.Repeat("x", 12_000)
	cases := []struct {
		name, payload, stdout, stderr string
		exit                          int
		want                          Effect
	}{
		{"11 MiB: recorded with 1.0.102, the tool runs", "preToolUse.camel-bash", deny + strings.Repeat("x", 11<<20) + `"}`, "", 0, Effect{}},
		{"context after a tool, 12 kB: recorded with 1.0.102", "postToolUse.camel-bash", `{"additionalContext":"` + long + `"}`, "", 0, Effect{Model: long[:10<<10]}},
		{"context before a tool, 12 kB: recorded with 1.0.102", "preToolUse.camel-bash", `{"additionalContext":"` + long + `"}`, "", 0, Effect{Model: long}},
		{"deny without a reason", "preToolUse.camel-bash", `{"permissionDecision":"deny"}`, "", 0, Effect{Stopped: true, Model: "No reason provided", User: "No reason provided"}},
		{"exit 2 with an approval", "preToolUse.camel-bash", `{"permissionDecision":"allow"}`, "err", 2,
			Effect{Stopped: true, Model: "hook exited with code 2", User: "hook exited with code 2"}},
		{"exit 2", "permissionRequest.camel-bash", "", "err", 2, Effect{Stopped: true, Model: "Permission denied by hook.", User: "Permission denied by hook."}},
		{"exit 2", "userPromptSubmitted.camel", "", "err", 2, Effect{User: "err"}},
		{"exit 2", "agentStop.camel", "", "err", 2, Effect{User: "err"}},
		{"exit 1 with a block", "agentStop.camel", `{"decision":"block","reason":"R"}`, "err", 1, Effect{}},
		{"block without a reason", "agentStop.camel", `{"decision":"block"}`, "", 0, Effect{}},
		{"context", "subagentStart.camel", `{"additionalContext":"C"}`, "", 0, Effect{Model: "C"}},
		{"Claude's answer in the native dialect", "preToolUse.camel-bash", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}`, "", 0, Effect{}},
		{"any answer", "errorOccurred.camel", `{"decision":"block","reason":"R","additionalContext":"C"}`, "", 0, Effect{}},
		{"any answer", "preCompact.camel-manual", `{"decision":"block","reason":"R","additionalContext":"C"}`, "", 0, Effect{}},
		{"a deny", "preMcpToolCall.camel", `{"permissionDecision":"deny","decision":"block","reason":"R"}`, "", 0, Effect{}},
		{"a temporary progress line", "sessionEnd.camel", `{"type":"progress","message":"M","temporary":true}`, "", 0, Effect{User: "M"}},
		{"a progress line over several lines", "preToolUse.camel-bash", "{\"type\":\"progress\",\n\"message\":\"M\"}\n" + deny + `R"}`, "", 0, Effect{}},
	}
	for _, c := range cases {
		payload, err := os.ReadFile(copilotDir + "payload/" + c.payload + ".json")
		if err != nil {
			t.Fatal(err)
		}
		event, _, _ := strings.Cut(c.payload, ".")
		got := Copilot(Reply{Event: event, Payload: payload, Stdout: []byte(c.stdout), Stderr: []byte(c.stderr), Exit: c.exit})
		if got != c.want {
			t.Errorf("%s, %s:\n got %.300v\nwant %.300v", c.payload, c.name, got, c.want)
		}
	}
}

// TestCopilotNeverSent puts many answers to every recorded payload: none comes
// out in a form that 1.0.102 or 1.0.40 ignores or takes for an error.
func TestCopilotNeverSent(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	answers := []string{"", "text", "{}", "[]", "null"}
	for _, d := range [...]string{"", `"decision":"deny","reason":"R",`, `"decision":"deny",`, `"decision":"ask",`, `"decision":"allow","reason":"R",`, `"continue":false,`, `"decision":"Block",`} {
		for _, more := range [...]string{"", `"context":"C",`, `"system_message":"M",`, `"updated_input":{"command":"x","file_path":"/x"},`, `"updated_output":"O",`,
			`"updated_output":"",`, `"suppress_output":true,`, `"context":"C","system_message":"M","updated_output":{"a":null},"updated_input":{"command":"x"},`,
			`"native":{"copilot-cli":{"permissionDecision":"allow","behavior":"allow","modifiedArgs":null,"additionalContext":null,"hookSpecificOutput":{},"systemMessage":"S","modifiedPrompt":5,"modifiedResponse":null,"handled":"yes","decision":"block"}},`} {
			answers = append(answers, `{`+d+more+`"z":0}`)
		}
	}
	big := `{"decision":"deny","reason":"` + strings.Repeat(`\u0001`, 11<<18) + `","context":"` + strings.Repeat("c", 11<<20) + `"}`
	files, _ := filepath.Glob(copilotDir + "payload/*.json")
	for _, f := range files {
		payload, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		old := strings.Contains(f, "v1.0.40") || strings.Contains(f, "documented")
		all := answers
		if strings.HasSuffix(f, "camel-bash.json") || strings.HasSuffix(f, "agentStop.camel.json") {
			all = append(slices.Clone(answers), big)
		}
		for _, say := range all {
			for _, exit := range [...]int{0, 1, 2} {
				c := callOf(t, payload)
				if c.Source != "copilot-cli" || c.Native == "" {
					t.Fatalf("%s: %s %q", f, c.Source, c.Native)
				}
				r, _ := answerOf(c, mapping.HookOutput{Stdout: []byte(say), Exit: exit, Hook: "hook"}, false, exit == 2)
				if why := copilotBanned(c.Native, r, old); why != "" {
					t.Errorf("%s, hook said %.120s (exit %d): %s\n%.300s", filepath.Base(f), say, exit, why, r.Stdout)
				}
			}
		}
	}
}

// copilotBanned says what is wrong with a reply, by the rows that show it.
func copilotBanned(event string, r Reply, old bool) string {
	var o copilotObject
	lines := strings.Split(strings.TrimSpace(string(r.Stdout)), "\n")
	for i, line := range lines {
		d := copilotParse([]byte(line))
		switch {
		case line == "" && len(lines) == 1:
		case d == nil:
			return "no object: pre-plain, y-perm-plain"
		case i == 0 && d.text("type") == "progress" && !old && event != "preMcpToolCall":
		case d.text("type") == "progress":
			return "a progress line that is not taken off: o-prog-deny"
		case o != nil:
			return "two objects: pre-two-docs"
		default:
			o = d
		}
	}
	switch {
	case r.Exit != 0:
		return "an exit code: pre-exit1, pre-exit127, perm-exit1, post-exit1-json"
	case len(r.Stdout) > 10<<20:
		return "longer than what is read: z-big-reason-11M"
	}
	pre := event == "preToolUse" || event == "PreToolUse"
	for key, raw := range o {
		if string(raw) == "null" {
			return key + " is null: x-nulls"
		}
		switch key {
		case "hookSpecificOutput", "updatedInput", "systemMessage", "suppressOutput", "continue", "stopReason", "modified_result":
			return key + ": pre-hso-updated, pre-updatedInput, pre-sysmsg, pre-continue-false, post-hso, cpost-modres-snake"
		case "permissionDecision":
			if !pre {
				return key + ": y-post-deny-pd"
			}
			if !slices.Contains([]string{`"allow"`, `"deny"`, `"ask"`}, string(raw)) {
				return "a word: pre-deny-upper, pre-bad-decision"
			}
		case "decision":
			if pre || string(raw) != `"block"` || strings.TrimSpace(o.text("reason")) == "" {
				return "a block: pre-claude-block, z-ups-Block, y-post-block-noreason, perm-decision-deny"
			}
		case "behavior":
			if event != "permissionRequest" || string(raw) != `"allow"` && string(raw) != `"deny"` {
				return "a behavior: z-perm-wrongcase, z-perm-ask"
			}
		case "modifiedArgs":
			if !pre || raw[0] != '{' || o.text("permissionDecision") == "deny" {
				return "an input: z-pre-modargs-arr, perm-modargs"
			}
		case "modifiedResult":
			if !strings.HasPrefix(strings.ToLower(event), "posttooluse") || copilotParse(raw).text("textResultForLlm") == "" {
				return "a result without a text: z-post-mod-notext"
			}
		case "additionalContext":
			if o.text("decision") == "block" {
				return "a context that is dropped: y-post-block-ctx, z-ups-block-ctx"
			}
		}
	}
	return ""
}
