package client

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/openhook/openhook-shim/mapping"
)

const cuDir = "../cursor/"

// cuRow is one recorded run of SDK 1.0.32: one hook's answer, and what was seen then.
type cuRow struct {
	Event, Case string
	Exit        int    `json:"native_exit"`
	Stdout      string `json:"native_stdout"`
	Stderr      string `json:"native_stderr"`
	Special     string // what the hook did instead of exiting
	Options     string `json:"hook_options"`
	Observed    struct {
		Ran     *bool
		Model   string                     `json:"text_to_model"`
		Printed string                     `json:"tool_stdout"`
		Context []struct{ Content string } `json:"context_to_model"`
		Result  struct {
			Write struct {
				Success json.RawMessage
				Error   *struct{ Error string }
			} `json:"writeResult"`
			Read struct {
				Success  json.RawMessage
				Rejected *struct{ Reason string }
			} `json:"readResult"`
			MCP struct {
				Success *struct {
					Content []struct{ Text struct{ Text string } }
				}
				Denied *struct{ Error string } `json:"permissionDenied"`
			} `json:"mcpResult"`
			Hook struct {
				Response map[string]struct {
					Continue   *bool
					Permission string
					User       string `json:"userMessage"`
					Context    string `json:"additionalContext"`
					Next       string `json:"followupMessage"`
				}
			} `json:"executeHookResult"`
		}
	}
}

// cuUnjudged are rows whose outcome does not follow from one reply.
var cuUnjudged = []struct{ row, why string }{
	{"bse-two1_x", "a second hook on the event denied; the answers are merged"},
}

// cuWorld is what the client met where the row notes what the hook did instead.
var cuWorld = []struct {
	special string
	set     func(*Reply)
}{
	{"exec /no/such/program", func(r *Reply) {
		r.Exit, r.Stderr = 127, []byte("/home/dev/lab/ans/bse-fc.CASE_bse-fc_exit127.sh: line 1: /no/such/program: No such file or directory\n")
	}},
	{"kill -15 $$", func(r *Reply) { r.Exit = 128 + 15 }},
	{"kill -9 $$", func(r *Reply) { r.Exit = 128 + 9 }},
	{"sleep 20", func(r *Reply) { r.Late = true }},
}

var (
	cuCommandLine = regexp.MustCompile(`Hook "/[^"]*"`)
	cuTimeLimit   = regexp.MustCompile(`\b\d+ms\b`)
)

func TestCursorRecorded(t *testing.T) {
	rows := cuRows(t)
	for _, u := range cuUnjudged {
		if !slices.ContainsFunc(rows, func(r cuRow) bool { return r.Case == u.row }) {
			t.Errorf("no row %q to leave out", u.row)
		}
	}
	for _, r := range rows {
		if slices.ContainsFunc(cuUnjudged, func(u struct{ row, why string }) bool { return u.row == r.Case }) {
			continue
		}
		t.Run(r.Case, func(t *testing.T) {
			reply := r.reply(t)
			got := cuRun(reply, strings.Contains(r.Options, "failClosed"))
			want := r.effect(t, reply, got)
			if want.Failed = got.Failed; got != want { // how the client counts a hook is not recorded
				t.Errorf("stdout %s, exit %d:\n got %+v\nwant %+v", r.Stdout, reply.Exit, got, want)
			}
		})
	}
}

func cuRows(t *testing.T) []cuRow {
	t.Helper()
	rows := readRows[cuRow](t, cuDir+"observed-answers.json")
	if len(rows) < 106 {
		t.Fatalf("%d rows", len(rows))
	}
	return rows
}

func (r cuRow) reply(t *testing.T) Reply {
	payload := `{"tool_name":"Shell","tool_input":{"command":"echo ran CASE_` + r.Case + `","cwd":"/home/dev/project","timeout":30000}}`
	switch o := r.Observed.Result; {
	case o.Write.Success != nil || o.Write.Error != nil:
		payload = `{"tool_name":"Write","tool_input":{"file_path":"/home/dev/project/out/x.txt","content":"x\n"}}`
	case o.MCP.Success != nil || o.MCP.Denied != nil:
		payload = `{"tool_name":"MCP:echo","tool_input":{"text":"CASE_` + r.Case + `"}}`
	}
	reply := Reply{Event: r.Event, Payload: []byte(payload), Stdout: []byte(r.Stdout), Stderr: []byte(r.Stderr), Exit: r.Exit}
	known := r.Special == ""
	for _, w := range cuWorld {
		if w.special == r.Special {
			w.set(&reply)
			known = true
		}
	}
	if !known {
		t.Fatalf("special %q", r.Special)
	}
	return reply
}

// effect is what the row shows.
func (r cuRow) effect(t *testing.T, reply Reply, got Effect) (e Effect) {
	o := r.Observed
	deny := func(text string) {
		e.Stopped = true
		e.Model = cuTimeLimit.ReplaceAllString(cuCommandLine.ReplaceAllString(text, cuCommand), "[limit]")
	}
	switch res := o.Result; {
	case o.Ran != nil && *o.Ran:
		if o.Printed != "ran CASE_"+r.Case+"\n" { // another command ran
			e.Input = got.Input
			if !strings.Contains(got.Input, `"echo `+strings.TrimSpace(o.Printed)+`"`) {
				t.Errorf("it printed %q, the input is %q", o.Printed, got.Input)
			}
		}
	case o.Ran != nil:
		deny(o.Model)
	case res.Write.Error != nil:
		deny(res.Write.Error.Error)
	case res.Read.Rejected != nil:
		deny(res.Read.Rejected.Reason)
	case res.MCP.Denied != nil:
		deny(res.MCP.Denied.Error)
	case res.MCP.Success != nil:
		switch said := res.MCP.Success.Content[0].Text.Text; {
		case said == "echo: CASE_"+r.Case:
		case r.Event == "preToolUse":
			e.Input = `{"text":"` + strings.TrimPrefix(said, "echo: ") + `"}`
		default:
			e.Output = said
		}
	case res.Write.Success != nil || res.Read.Success != nil:
	case res.Hook.Response != nil:
		a, ok := res.Hook.Response[r.Event]
		if !ok {
			t.Fatalf("no response for %s", r.Event)
		}
		e.Ends = r.Event == "sessionStart" && a.Continue != nil && !*a.Continue
		// An ask of subagentStart is passed on; the documentation takes it for a deny.
		e.Stopped = a.Continue != nil && !*a.Continue || a.Permission == "deny" || a.Permission == "ask"
		e.User, e.Model, e.GoesOn = a.User, a.Context+a.Next, a.Next != ""
		if r.Event == "beforeSubmitPrompt" && e.Stopped {
			e.Model = "" // nothing is sent that could hold it
		}
	default:
		t.Fatal("the row shows nothing")
	}
	for _, c := range o.Context {
		e.Model = strings.TrimPrefix(e.Model+"\n"+c.Content, "\n")
	}
	return e
}

// TestCursorNoted covers rules noted for SDK 1.0.32 that have no recorded row.
func TestCursorNoted(t *testing.T) {
	shell := `{"tool_name":"Shell","tool_input":{"command":"ls"}}`
	write := `{"tool_name":"Write","tool_input":{"file_path":"/a","content":"x"}}`
	long := strings.Repeat("x", 10_001)
	for _, c := range [...]struct {
		name, event, payload, stdout string
		exit                         int
		closed                       bool
		want                         Effect
	}{
		{"a long context is dropped", "preToolUse", shell, `{"additional_context":"` + long + `"}`, 0, false, Effect{}},
		{"after trim", "preToolUse", shell, `{"additional_context":" ` + long[1:] + ` "}`, 0, false, Effect{Model: long[1:]}},
		{"in UTF-16 units", "postToolUse", shell, `{"additional_context":"` + strings.Repeat("😀", 5_001) + `"}`, 0, false, Effect{}},
		{"a long context and failClosed", "preToolUse", shell, `{"additional_context":"` + long + `"}`, 0, true,
			Effect{Stopped: true, Failed: true, Model: cuClosed + cuCommand + cuNote}},
		{"a new content", "preToolUse", write, `{"permission":"allow","updated_input":{"content":"y"}}`, 0, false, Effect{}},
		{"a new path", "preToolUse", write, `{"updated_input":{"file_path":"/b","content":"y"}}`, 0, false, Effect{Input: `{"content":"x","file_path":"/b"}`}},
		{"a command that is no text", "preToolUse", shell, `{"updated_input":{"command":5}}`, 0, false, Effect{}},
		{"another tool", "preToolUse", `{"tool_name":"Task","tool_input":{"prompt":"a"}}`, `{"updated_input":{"prompt":"b"}}`, 0, false, Effect{}},
		{"a new input that is an array", "preToolUse", shell, `{"updated_input":[1]}`, 0, false,
			Effect{Stopped: true, Failed: true, Model: cuCommand + " returned an invalid response for this hook step." + cuSafety + cuNote}},
		{"a deny beats a new input", "preToolUse", shell, `{"permission":"deny","user_message":"WHY","updated_input":{"command":"pwd"}}`, 0, false,
			Effect{Stopped: true, Model: "WHY" + cuNote}},
		{"a null message", "beforeReadFile", "{}", `{"permission":"allow","user_message":null}`, 0, false, Effect{Stopped: true, Failed: true,
			Model: "File read was blocked by a hook: " + cuCommand + " returned an invalid response for this hook step." + cuSafety + cuHooks + cuNote}},
		{"an ask for Tab", "beforeTabFileRead", "{}", `{"permission":"ask"}`, 0, false,
			Effect{Stopped: true, Failed: true, User: cuCommand + " returned an invalid response for this hook step." + cuSafety}},
		{"a deny for Tab", "beforeTabFileRead", "{}", `{"permission":"deny","user_message":"WHY"}`, 0, false, Effect{Stopped: true, User: "WHY"}},
		{"exit 2", "beforeSubmitPrompt", "{}", "WHY", 2, false, Effect{Stopped: true, User: "WHY"}},
		{"exit 2", "sessionStart", "{}", "WHY", 2, false, Effect{Stopped: true, Ends: true, User: "WHY"}},
		{"a run is aborted", "sessionStart", "{}", `{"continue":false,"user_message":"WHY"}`, 0, false, Effect{Stopped: true, Ends: true, User: "WHY"}},
		{"context at the start", "sessionStart", "{}", `{"additional_context":"CTX"}`, 0, false, Effect{Model: "CTX"}},
		{"env that is no object", "sessionStart", "{}", `{"env":[],"additional_context":"CTX"}`, 0, false, Effect{Failed: true}},
		{"env with a number", "sessionStart", "{}", `{"env":{"A":1},"additional_context":"CTX"}`, 0, false, Effect{Failed: true}},
		{"a plugin without a path", "workspaceOpen", "{}", `{"pluginPaths":["/p",""]}`, 0, false, Effect{Failed: true}},
		{"failClosed", "beforeSubmitPrompt", "{}", "", 0, true, Effect{Stopped: true, Failed: true, User: cuClosed + cuCommand + " returned no output."}},
		{"nothing", "beforeSubmitPrompt", "{}", "{}", 0, true, Effect{}},
		{"context after a failure", "postToolUseFailure", "{}", `{"additional_context":"CTX"}`, 0, false, Effect{Model: "CTX"}},
		{"a result of the shell", "postToolUse", shell, `{"updated_mcp_tool_output":"X"}`, 0, false, Effect{}},
		{"going on", "stop", "{}", `{"followup_message":"NEXT"}`, 0, false, Effect{GoesOn: true, Model: "NEXT"}},
		{"going on", "subagentStop", "{}", `{"followup_message":"NEXT"}`, 0, false, Effect{GoesOn: true, Model: "NEXT"}},
		{"nothing to go on with", "stop", "{}", `{"followup_message":""}`, 0, false, Effect{}},
		{"an event to come", "beforeSomething", "{}", `{"permission":"deny"}`, 0, false, Effect{}},
		{"an event to come", "beforeSomething", "{}", "", 2, false, Effect{Stopped: true}},
	} {
		got := cuRun(Reply{Event: c.event, Payload: []byte(c.payload), Stdout: []byte(c.stdout), Exit: c.exit}, c.closed)
		if got != c.want {
			t.Errorf("%s, %s:\n got %.400v\nwant %.400v", c.event, c.name, got, c.want)
		}
	}
}

// TestCursorEvents puts the same few replies to all 21 events.
func TestCursorEvents(t *testing.T) {
	const gates = "preToolUse beforeShellExecution beforeMCPExecution beforeReadFile beforeTabFileRead subagentStart"
	stopped := func(e Effect) bool { return e.Stopped }
	for _, p := range [...]struct {
		name   string
		reply  Reply
		effect func(Effect) bool
		events string // those it has the effect on
	}{
		{"nothing", Reply{Stdout: []byte("{}")}, func(e Effect) bool { return e != Effect{} }, ""},
		{"empty", Reply{}, func(e Effect) bool { return e != Effect{} }, ""},
		{"exit 1", Reply{Exit: 1, Stdout: []byte(`{"permission":"deny","continue":false,"followup_message":"x"}`)}, func(e Effect) bool { return e != Effect{Failed: true} }, ""},
		{"text", Reply{Stdout: []byte("TEXT")}, stopped, gates},
		{"permission", Reply{Stdout: []byte(`{"permission":"deny"}`)}, stopped, gates},
		{"continue", Reply{Stdout: []byte(`{"continue":false}`)}, stopped, "sessionStart beforeSubmitPrompt"},
		{"exit 2", Reply{Exit: 2}, stopped, gates + " sessionStart beforeSubmitPrompt"},
		{"context", Reply{Stdout: []byte(`{"additional_context":"CTX"}`)}, func(e Effect) bool { return e.Model == "CTX" },
			"sessionStart beforeSubmitPrompt preToolUse postToolUse postToolUseFailure subagentStart"},
		{"follow-up", Reply{Stdout: []byte(`{"followup_message":"NEXT"}`)}, func(e Effect) bool { return e.GoesOn }, "stop subagentStop"},
		{"message", Reply{Stdout: []byte(`{"user_message":"MSG"}`)}, func(e Effect) bool { return e.User == "MSG" }, "preCompact"},
	} {
		for _, ev := range cuEvents {
			reply := p.reply
			reply.Event, reply.Payload = ev.name, []byte("{}")
			if e := Cursor(reply); p.effect(e) != slices.Contains(strings.Fields(p.events), ev.name) {
				t.Errorf("%s, %s: %+v", ev.name, p.name, e)
			}
		}
	}
	if len(cuEvents) != 21 {
		t.Errorf("%d events, SDK 1.0.32 has 21", len(cuEvents))
	}
}

// cuForbidden are the forms that the client was seen to ignore, to take for an
// error, or to obey otherwise than they read, each with the row that shows it.
var cuForbidden = []struct {
	row string
	is  func(Reply, ccObject) bool
}{
	{"pretooluse_exit2_json", func(r Reply, _ ccObject) bool { return r.Exit == 2 && len(r.Stdout) > 0 }},
	{"beforeshellexecution_exit2_stderr", func(r Reply, _ ccObject) bool { return r.Exit == 2 && cuKnown(r.Event) }}, // a prefix before the reason
	{"beforeshellexecution_exit1_jsondeny", func(r Reply, _ ccObject) bool { return r.Exit != 0 && len(r.Stdout) > 0 }},
	{"bse-fc_empty", func(r Reply, _ ccObject) bool { return r.Exit == 0 && len(r.Stdout) == 0 }},
	{"pretooluse_broken", func(r Reply, a ccObject) bool { return len(r.Stdout) > 0 && a == nil }},
	{"beforemcpexecution_plain", func(r Reply, a ccObject) bool { return len(r.Stdout) > 0 && a == nil }},
	{"pretooluse_two_json", func(r Reply, a ccObject) bool { return len(r.Stdout) > 0 && a == nil }},
	{"pretooluse_bad_perm", func(_ Reply, a ccObject) bool {
		return a["permission"] != nil && a.text("permission") != "allow" && a.text("permission") != "deny"
	}},
	{"beforeshellexecution_ask", func(_ Reply, a ccObject) bool { return a.text("permission") == "ask" }},
	{"beforereadfile_ask", func(_ Reply, a ccObject) bool { return a.text("permission") == "ask" }},
	{"aftershellexecution_deny_both", func(r Reply, a ccObject) bool { return a["permission"] != nil && cuOf(r.Event).kind != cuGate }},
	{"beforeshellexecution_deny_bare", func(_ Reply, a ccObject) bool { return a.text("permission") == "deny" && a.text("user_message") == "" }},
	{"pretooluse_msg_not_string", func(_ Reply, a ccObject) bool { return !a.valid(cuMessages + cuContext + " followup_message:string") }},
	{"pretooluse_deny_camel", func(_ Reply, a ccObject) bool { return a["userMessage"] != nil || a["agentMessage"] != nil }},
	{"pretooluse_upd_camel", func(_ Reply, a ccObject) bool { return a["updatedInput"] != nil }},
	{"pretooluse_claude_deny", func(_ Reply, a ccObject) bool { return a["hookSpecificOutput"] != nil }},
	{"posttooluse_block", func(_ Reply, a ccObject) bool { return a["decision"] != nil || a["reason"] != nil }},
	{"pretooluse_cont_false", func(r Reply, a ccObject) bool {
		return a["continue"] != nil && cuOf(r.Event).kind != cuPrompt && cuOf(r.Event).kind != cuStart
	}},
	{"beforesubmitprompt_cont_str", func(_ Reply, a ccObject) bool { return a["continue"] != nil && string(a["continue"]) != "false" }},
	{"beforesubmitprompt_cont_false_stop", func(_ Reply, a ccObject) bool { return a["stopReason"] != nil }},
	{"stop_cont_false", func(r Reply, a ccObject) bool { return a["continue"] != nil && cuOf(r.Event).kind == cuStop }},
	{"", func(r Reply, a ccObject) bool { // noted: longer ones are dropped whole
		return len(utf16.Encode([]rune(a.text("additional_context")))) > 10_000
	}},
	{"", func(r Reply, a ccObject) bool { return a["additional_context"] != nil && !cuOf(r.Event).ctx }},
	{"", func(r Reply, a ccObject) bool { return a["followup_message"] != nil && cuOf(r.Event).kind != cuStop }},
	{"", func(r Reply, a ccObject) bool { // noted: what is not honoured is ignored in silence
		return a["updated_input"] != nil && (r.Event != "preToolUse" || Cursor(r).Input == "")
	}},
	{"", func(r Reply, a ccObject) bool { return a["updated_mcp_tool_output"] != nil && Cursor(r).Output == "" }},
	{"", func(r Reply, _ ccObject) bool { return r.Exit == 0 && Cursor(r).Failed }}, // noted: an env or a path that is no text voids the answer
	{"", func(_ Reply, a ccObject) bool {
		return a["systemMessage"] != nil || a["suppressOutput"] != nil || a["system_message"] != nil
	}},
}

func cuOf(event string) cuEvent {
	for _, ev := range cuEvents {
		if ev.name == event {
			return ev
		}
	}
	return cuEvent{}
}

func cuKnown(event string) bool { return cuOf(event).name != "" }

// TestCursorNeverSent: each forbidden form is known by its own row, and nothing
// that a hook says makes the shim send one.
func TestCursorNeverSent(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	rows := cuRows(t)
	for i, f := range cuForbidden {
		at := slices.IndexFunc(rows, func(r cuRow) bool { return r.Case == f.row })
		if f.row == "" {
			continue
		}
		if at < 0 {
			t.Errorf("no row %q", f.row)
			continue
		}
		if r := rows[at].reply(t); !f.is(r, ccParse(r.Stdout)) {
			t.Errorf("form %d does not know its own row %s", i, f.row)
		}
	}
	for name, payload := range payloads(t, cuDir+"payload/", 30) {
		event := eventOf(name)
		for _, printed := range cuSaid() {
			for _, closed := range [...]bool{false, true} {
				r, _ := answerOf(callOf(t, payload), printed, false, closed)
				r.Event, r.Payload = event, payload
				for i, f := range cuForbidden {
					if a := ccParse(r.Stdout); f.is(r, a) {
						t.Errorf("%s, %.200q, exit %d: form %d (%s): %.300s (exit %d)", name, printed.Stdout, printed.Exit, i, f.row, r.Stdout, r.Exit)
					}
				}
			}
		}
	}
}

// cuSaid is what hooks say: every wish alone, beside each decision, and badly.
func cuSaid() (all []mapping.HookOutput) {
	long := strings.Repeat("é", 12_000)
	wishes := []string{``, `"decision":"allow"`, `"decision":"ask"`, `"decision":"deny"`, `"decision":"deny","reason":" "`, `"continue":false`, `"continue":true`}
	beside := []string{``, `"context":"C"`, `"context":"` + long + `"`, `"system_message":"M"`, `"updated_input":{"command":"x","file_path":"/x","content":"y","text":"z"}`,
		`"updated_input":{"command":"x"}`, `"updated_input":{"file_path":"/x"}`, `"updated_input":{"command":5}`, `"updated_input":{"text":"z"}`,
		`"updated_output":"X"`, `"updated_output":{"a":1}`, `"updated_output":""`, `"suppress_output":true`, `"reason":"` + long + `"`,
		`"native":{"cursor":{"permission":"ask","continue":true,"env":{"A":"b"},"pluginPaths":["/p"],"updated_input":{"command":"x"},"additional_context":"n"}}`,
		`"context":"C","native":{"cursor":{"env":{"A":1},"pluginPaths":["/p"]}}`, `"native":{"cursor":{"env":{"A":null}}}`, `"native":{"cursor":{"pluginPaths":["/p",""]}}`}
	for _, w := range wishes {
		for _, b := range beside {
			said := "{" + w
			if w != "" && b != "" {
				said += ","
			}
			all = append(all, mapping.HookOutput{Stdout: []byte(said + b + "}")})
		}
	}
	for _, text := range [...]string{"", "text", `{"decision":"deny"`, "[1]", "null", "log\n{\"decision\":\"deny\"}", "{\"decision\":\"deny\"}\nlog"} {
		for _, exit := range [...]int{0, 1, 2, 127, 143} {
			all = append(all, mapping.HookOutput{Stdout: []byte(text), Stderr: []byte("ERR"), Exit: exit, Hook: "hook"})
		}
	}
	return all
}
