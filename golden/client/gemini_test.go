package client

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const gmDir = "../gemini-cli/"

// gmRow is one recorded run of 0.61.0 -p --yolo: one hook's answer, and what was
// seen then. The scripted model asks for one shell command and then says "final
// answer", if a case gives no other script.
type gmRow struct {
	Case, Event string
	Stdout      json.RawMessage `json:"native_stdout"`
	Stderr      string          `json:"native_stderr"`
	Exit        json.RawMessage `json:"native_exit"`
	Sleeps      int             `json:"sleeps_s"`
	Timeout     int             `json:"timeout_setting"`
	Ran         bool            `json:"tool_ran"`
	Rewritten   bool            `json:"rewritten_command_ran"`
	Calls       int             `json:"model_calls"`
	Tail        json.RawMessage `json:"second_request_tail"`
	UserStdout  string          `json:"user_stdout"`
	UserStderr  string          `json:"user_stderr"`
	Failed      bool            `json:"hook_failed_warning"`
	Events      string
	ToolConfig  json.RawMessage `json:"request_tool_config"`
	text        bool            // the scripted model only speaks
}

// gmUnjudged are rows whose outcome does not follow from one reply.
var gmUnjudged = []struct{ row, why string }{
	{"hooks-disabled", "no hook ran"},
	{"x-missing-cmd", "the row holds the settings of its hook, not its reply; TestGeminiCLINoted has it"},
	{"x-seq-rewrite", "two hooks, one after the other"},
}

// gmWorld is what a row does not say: its script, or how it was ended.
var gmWorld = []struct {
	row string
	set func(*gmRow)
}{
	{"am-replace", func(r *gmRow) { r.text = true }},
	{"am-badresp", func(r *gmRow) { r.text = true }},
	{"aa-deny-always", func(r *gmRow) { r.Failed = false }}, // the warning came when the run was ended
}

func TestGeminiCLIRecorded(t *testing.T) {
	var rows []gmRow
	for file, n := range map[string]int{"observed-answers.json": 64, "observed-forms.json": 24} {
		var some []gmRow
		b, err := os.ReadFile(gmDir + file)
		if err == nil {
			err = json.Unmarshal(b, &some)
		}
		if err != nil || len(some) < n {
			t.Fatalf("%s: %d rows, %d were recorded (%v)", file, len(some), n, err)
		}
		rows = append(rows, some...)
	}
	named := func(name string) bool { return slices.ContainsFunc(rows, func(r gmRow) bool { return r.Case == name }) }
	for _, u := range gmUnjudged {
		if !named(u.row) {
			t.Errorf("no row %q to leave out", u.row)
		}
	}
	for _, w := range gmWorld {
		if !named(w.row) {
			t.Errorf("no row %q to correct", w.row)
		}
	}
	for _, r := range rows {
		if slices.ContainsFunc(gmUnjudged, func(u struct{ row, why string }) bool { return u.row == r.Case }) {
			continue
		}
		t.Run(r.Case, func(t *testing.T) {
			reply := r.reply(t)
			for _, w := range gmWorld {
				if w.row == r.Case {
					w.set(&r)
				}
			}
			r.judge(t, reply, GeminiCLI(reply))
		})
	}
}

func (r gmRow) reply(t *testing.T) Reply {
	t.Helper()
	p := Reply{Event: r.Event, Stderr: []byte(r.Stderr), Stdout: r.Stdout, Late: r.Timeout > 0 && r.Sleeps*1000 > r.Timeout}
	var text string
	if json.Unmarshal(r.Stdout, &text) == nil {
		p.Stdout = []byte(text)
	}
	exit := strings.Trim(string(r.Exit), `"`)
	n, err := strconv.Atoi(strings.TrimPrefix(exit, "signal "))
	if err != nil {
		t.Fatal(err)
	}
	if p.Exit = n; strings.HasPrefix(exit, "signal ") {
		p.Exit = 128 + n
	}
	file := map[string]string{
		"SessionStart": ".startup", "SessionEnd": ".exit", "PreCompress": ".auto", "AfterModel": ".toolcall-chunk",
		"BeforeTool": ".run_shell_command", "AfterTool": ".run_shell_command", "Notification": ".ToolPermission-exec",
	}[r.Event]
	if r.Case == "at-ctx-failed" {
		file = ".read_file-error"
	}
	if p.Payload, err = os.ReadFile(gmDir + "payload/" + r.Event + file + ".json"); err != nil {
		t.Fatal(err)
	}
	return p
}

// fired counts the hook events of the run.
func (r gmRow) fired(name string) (n int) {
	for _, e := range strings.Fields(r.Events) {
		if e == name {
			n++
		}
	}
	return n
}

// judge holds the effect against everything the row can prove.
func (r gmRow) judge(t *testing.T, reply Reply, e Effect) {
	check := func(what string, got, want bool) {
		t.Helper()
		if got != want {
			t.Errorf("%s = %v, recorded %v\nstdout %s\nmodel got %s\nuser read %s\neffect %+v", what, got, want, r.Stdout, r.Tail, r.UserStderr, e)
		}
	}
	last := r.fired("AfterAgent") == 0 // continue:false skips it
	asked := r.fired("Notification") > 0
	want := Effect{Failed: r.Failed || reply.Late, Asked: asked}
	switch r.Event {
	case "BeforeTool":
		want.Stopped = !r.Ran && !r.Rewritten && !asked
		want.Ends = last && !asked
		check("rewritten", e.Input != "", r.Rewritten)
	case "AfterTool":
		want.Ends = last
	case "BeforeAgent":
		want.Stopped = r.Calls == 0
		want.Ends = want.Stopped && e.Ends // no event tells a block from a stop; the warning does
		check("stopped", e.Ends, strings.Contains(r.UserStderr, "execution stopped"))
	case "AfterAgent":
		want.GoesOn = r.fired("BeforeAgent") > 1
		want.Ends = strings.Contains(r.UserStderr, "execution stopped")
	case "BeforeModel":
		want.Stopped = r.Calls == 0
		want.Ends = want.Stopped
		check("request changed", e.Input != "", r.Case == "bm-model" || r.Case == "bm-msgs")
	case "AfterModel":
		want.Stopped = !r.Ran && !r.text
		want.Ends = last
	case "BeforeToolSelection":
		if r.ToolConfig != nil {
			check("tools configured", e.Input != "", string(r.ToolConfig) != "null")
			check("configuration", string(r.ToolConfig) == "null" || sameObject(t, e.Input, string(r.ToolConfig)), true)
		}
		check("tools configured", e.Input != "", len(reply.Stdout) > 0 && r.Case != "ts-badnames")
	}
	check("Stopped", e.Stopped, want.Stopped)
	check("Approved", e.Approved, false)
	check("Asked", e.Asked, want.Asked)
	check("GoesOn", e.GoesOn, want.GoesOn)
	check("Ends", e.Ends, want.Ends)
	check("Failed", e.Failed, want.Failed)

	// What the model got in place of, or beside, the command's output.
	if tail := string(r.Tail); tail != "null" && (r.Event == "BeforeTool" || r.Event == "AfterTool") {
		var parts []struct {
			FunctionResponse struct{ Output, Error string }
		}
		if err := json.Unmarshal(r.Tail, &parts); err != nil || len(parts) == 0 {
			t.Fatalf("%v: %s", err, tail)
		}
		got := parts[0].FunctionResponse
		plain := strings.HasPrefix(got.Output, "<untrusted_context>") && strings.HasSuffix(got.Output, "</untrusted_context>") ||
			strings.HasPrefix(got.Error, "File not found: ")
		check("model told", e.Model+e.Output != "", !plain)
		check("model got "+e.Model, strings.Contains(got.Output+got.Error, e.Model), true)
		if e.Output != "" && !strings.HasPrefix(e.Output, "{") {
			check("result replaced", got.Error == e.Output, true)
		}
	}
	if r.Event == "AfterAgent" {
		check("model told", e.Model != "", want.GoesOn)
	}
	for line := range strings.Lines(e.User) {
		line = strings.TrimSuffix(line, "\n")
		check("user read "+line, strings.Contains(r.UserStderr+r.UserStdout, line), true)
	}
	for _, mark := range []string{"Hook system message: ", "blocked", "stopped", "Hook timed out", "failed validation"} {
		if strings.Contains(r.UserStderr, mark) {
			check("user told of "+mark, e.User != "", true)
		}
	}
	if r.UserStderr == "" && r.Event != "AfterModel" {
		check("user told", e.User != "", false)
	}
}

func sameObject(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y struct {
		Mode                 string
		AllowedFunctionNames []string
	}
	if err := json.Unmarshal([]byte(a), &x); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(b), &y); err != nil {
		t.Fatal(err)
	}
	return x.Mode == y.Mode && slices.Equal(x.AllowedFunctionNames, y.AllowedFunctionNames)
}

// TestGeminiCLINoted covers rules of 0.61.0 that have no row.
func TestGeminiCLINoted(t *testing.T) {
	const (
		notFound = "bash: line 1: /nonexistent/openhook-shim: No such file or directory"
		denied   = "Tool execution blocked: "
	)
	blocked := func(reason string, failed bool) Effect {
		return Effect{Stopped: true, Model: denied + reason, User: denied + reason, Failed: failed}
	}
	for _, c := range []struct {
		name, event, stdout, stderr string
		exit                        int
		want                        Effect
	}{
		{"x-missing-cmd", "BeforeTool", "", notFound, 127, blocked(notFound, true)},
		{"3 to 255 deny", "BeforeTool", "", "ERR", 3, blocked("ERR", true)},
		{"255 denies", "BeforeTool", "ERR", "", 255, blocked("ERR", true)},
		{"stdout wins over stderr", "BeforeTool", "OUT\n", "ERR\n", 2, blocked("OUT", true)},
		{"broken JSON with exit 2", "BeforeTool", `{"decision":"allow"`, "ERR", 2, blocked(`{"decision":"allow"`, true)},
		{"a JSON string is parsed twice", "BeforeTool", `"{\"decision\":\"deny\",\"reason\":\"R\"}"`, "", 0, blocked("R", false)},
		{"a JSON string that holds none", "BeforeTool", `"no"`, "", 2, blocked(`"no"`, true)},
		{"null", "BeforeTool", "null", "ERR", 2, Effect{Failed: true}},
		{"a message cancels exit 2", "BeforeTool", `{"systemMessage":"SYS"}`, "ERR", 2, Effect{Failed: true, User: "SYS"}},
		{"space on stdout counts as nothing", "BeforeTool", " \n\ufeff", `{"decision":"block","reason":"R"}`, 0, blocked("R", false)},
		{"other letters are no decision", "BeforeTool", `{"decision":"Deny","reason":"R"}`, "", 0, Effect{}},
		{"a deny names stopReason first", "BeforeTool", `{"decision":"deny","reason":"R","stopReason":"S"}`, "", 0, blocked("S", false)},
		{"hookSpecificOutput is no object", "BeforeTool", `{"decision":"deny","hookSpecificOutput":"x"}`, "", 0, Effect{}},
		{"tool_input is no object", "BeforeTool", `{"hookSpecificOutput":{"tool_input":["ls"]}}`, "", 0, Effect{}},
		{"ask with a new input", "BeforeTool", `{"decision":"ask","systemMessage":"Q","hookSpecificOutput":{"tool_input":{"command":"ls"}}}`, "", 0,
			Effect{Asked: true, User: "Q", Input: `{"command":"ls"}`, Model: "[System] Tool input parameters were modified by a hook before execution."}},
		{"killed", "BeforeTool", "partial", "", 128 + 15, Effect{Failed: true, User: "partial"}},
		{"ask", "BeforeAgent", `{"decision":"ask","reason":"R"}`, "", 0, Effect{}},
		{"text", "BeforeAgent", "plain", "", 0, Effect{User: "plain"}},
		{"exit 2", "BeforeAgent", "", "ERR", 2, Effect{Stopped: true, Failed: true, User: "Agent execution blocked: ERR"}},
		{"exit 2", "AfterAgent", "", "ERR", 2, Effect{GoesOn: true, Failed: true, Model: "ERR", User: "Agent execution blocked: ERR"}},
		{"clearContext alone", "AfterAgent", `{"hookSpecificOutput":{"clearContext":true}}`, "", 0, Effect{}},
		{"context", "AfterAgent", `{"hookSpecificOutput":{"additionalContext":"CTX"}}`, "", 0, Effect{}},
		{"exit 2", "AfterTool", "", "ERR", 2, Effect{Failed: true, Output: "ERR", Model: "ERR", User: "Tool result blocked: ERR"}},
		{"continue:false", "AfterTool", `{"continue":false,"stopReason":"S"}`, "", 0, Effect{Ends: true, User: "Agent execution stopped by hook: S"}},
		{"exit 2", "BeforeModel", "", "ERR", 2, Effect{Stopped: true, Ends: true, Failed: true, User: "Agent execution blocked: ERR"}},
		{"exit 2", "AfterModel", "", "ERR", 2, Effect{Failed: true, User: "Agent execution blocked: ERR"}},
		{"exit 2", "BeforeToolSelection", "", "ERR", 2, Effect{Failed: true, Input: `{"allowedFunctionNames":[],"mode":"AUTO"}`}},
		{"a failure without a word", "BeforeToolSelection", "", "", 1, Effect{Failed: true}},
		{"continue:false", "SessionStart", `{"continue":false,"stopReason":"S"}`, "", 0, Effect{}},
		{"text", "SessionStart", "plain\n", "", 0, Effect{User: "plain"}},
		{"continue:false and deny", "PreCompress", `{"continue":false,"decision":"deny"}`, "", 0, Effect{}},
		{"deny", "Notification", `{"decision":"deny","reason":"R"}`, "", 0, Effect{}},
		{"an event of another version", "BeforeSomething", `{"decision":"deny"}`, "", 0, Effect{}},
	} {
		r := Reply{Event: c.event, Exit: c.exit, Stdout: []byte(c.stdout), Stderr: []byte(c.stderr), Payload: []byte(`{"tool_name":"run_shell_command"}`)}
		if got := GeminiCLI(r); got != c.want {
			t.Errorf("%s, %s:\n got %+v\nwant %+v", c.event, c.name, got, c.want)
		}
	}
}

// TestGeminiCLIEvents: the model knows the 11 events, and every payload is one of them.
func TestGeminiCLIEvents(t *testing.T) {
	if len(gmEvents) != 11 {
		t.Errorf("%d events, 0.61.0 has 11", len(gmEvents))
	}
	files, err := os.ReadDir(gmDir + "payload")
	if err != nil || len(files) == 0 {
		t.Fatal("no payloads", err)
	}
	for _, f := range files {
		name, _, _ := strings.Cut(f.Name(), ".")
		if !slices.ContainsFunc(gmEvents, func(ev gmEvent) bool { return ev.name == name }) {
			t.Errorf("%s: an event the model does not know", f.Name())
		}
	}
}
