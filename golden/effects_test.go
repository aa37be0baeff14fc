package golden

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/internal/shimtest"
	"github.com/openhook/openhook-shim/mapping"
)

// A said is what a hook does, with what must come of it on every event of every
// client. It runs through mapping alone; the same through the built program is
// in the cases.
type said struct {
	name    string
	printed mapping.HookOutput
	wants   func(t *testing.T, c *mapping.Call, e client.Effect)
}

const reason = "REASON-WHY"

var sayings = []said{
	{"nothing", mapping.HookOutput{}, wantsNothing},
	{"empty object", mapping.HookOutput{Stdout: []byte("{}")}, wantsNothing},
	{"another key", mapping.HookOutput{Stdout: []byte(`{"hello":null,"decision":null}`)}, wantsNothing},
	{"allow", mapping.HookOutput{Stdout: []byte(`{"decision":"allow","reason":"fine"}`)}, func(t *testing.T, c *mapping.Call, e client.Effect) {
		if slices.Contains(c.Can(), "allow") && e.Failed {
			t.Error("the approval failed")
		}
		if e.Stopped || e.GoesOn || e.Ends || e.Failed {
			t.Errorf("more than an approval: %+v", e)
		}
	}},
	{"deny", mapping.HookOutput{Stdout: []byte(`{"decision":"deny","reason":"` + reason + `"}`)}, wantsDeny},
	{"Deny", mapping.HookOutput{Stdout: []byte(`{"decision":" DENY ","reason":"` + reason + `"}`)}, wantsDeny},
	{"block", mapping.HookOutput{Stdout: []byte("\xEF\xBB\xBF" + ` {"decision":"block","reason":"` + reason + `"}` + "\r\n")}, wantsDeny},
	{"deny in Claude's words", mapping.HookOutput{Stdout: []byte(`{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"` + reason + `"}}`)}, wantsDeny},
	{"deny in the Hook contract's words", mapping.HookOutput{Stdout: []byte(`{"decision":"deny","message":"` + reason + `"}`)}, wantsDeny},
	{"deny with everything", mapping.HookOutput{Stdout: []byte(`{"decision":"deny","reason":"` + reason + `","context":"CTX","system_message":"MSG","suppress_output":true,` +
		`"updated_input":{"command":"touch x"},"updated_output":"OUT","native":{"claude-code":{"async":true,"decision":"approve"}}}`)}, wantsDeny},
	{"deny without a reason", mapping.HookOutput{Stdout: []byte(`{"decision":"deny"}`)}, wantsBlock},
	{"deny with a blank reason", mapping.HookOutput{Stdout: []byte(`{"decision":"deny","reason":"  \n"}`)}, wantsBlock},
	{"deny and allow", mapping.HookOutput{Stdout: []byte(`{"decision":"deny","reason":"` + reason + `","hookSpecificOutput":{"permissionDecision":"allow"}}`)}, wantsDeny},
	{"deny below a log line", mapping.HookOutput{Stdout: []byte("checking…\n" + `{"decision":"deny","reason":"` + reason + `"}`)}, wantsDeny},
	{"deny above a log line", mapping.HookOutput{Stdout: []byte(`{"decision":"deny","reason":"` + reason + `"}` + "\ndone")}, wantsDeny},
	{"deny beside allow", mapping.HookOutput{Stdout: []byte(`{"decision":"allow"}` + "\n" + `{"decision":"deny","reason":"` + reason + `"}`)}, wantsDeny},
	{"exit 2", mapping.HookOutput{Stderr: []byte(reason + "\n"), Exit: 2}, wantsDeny},
	{"exit 2 with an approval", mapping.HookOutput{Stdout: []byte(`{"decision":"allow"}`), Stderr: []byte(reason), Exit: 2}, wantsDeny},
	{"exit 2, the reason on stdout", mapping.HookOutput{Stdout: []byte(reason), Exit: 2}, wantsDeny},
	{"exit 2 without a word", mapping.HookOutput{Exit: 2, Hook: "guard.sh"}, wantsBlock},
	{"ask", mapping.HookOutput{Stdout: []byte(`{"decision":"ask","reason":"` + reason + `"}`)}, func(t *testing.T, c *mapping.Call, e client.Effect) {
		if c.Type == mapping.PermissionRequest {
			wantsNothing(t, c, e)
		} else if c.Deniable() && !e.Asked && !e.Stopped && !e.Ends {
			t.Errorf("nobody is asked, nothing is stopped: %+v", e)
		}
	}},
	{"rewrite", mapping.HookOutput{Stdout: []byte(`{"updated_input":{"command":"echo rewritten","file_path":"/rewritten"}}`)}, func(t *testing.T, c *mapping.Call, e client.Effect) {
		if c.Text(mapping.ToolName) != "" && c.Deniable() && !e.Stopped && !strings.Contains(e.Input, "rewritten") {
			t.Errorf("the call runs as it was: %+v", e)
		}
	}},
	{"context", mapping.HookOutput{Stdout: []byte(`{"context":"CTX-TEXT"}`)}, func(t *testing.T, c *mapping.Call, e client.Effect) {
		if slices.Contains(c.Can(), "context") && !c.KeepsGoing() && !strings.Contains(e.Model, "CTX-TEXT") {
			t.Errorf("the model does not see it: %+v", e)
		}
		if e.Stopped || e.GoesOn || e.Ends || e.Failed {
			t.Errorf("more than a context: %+v", e)
		}
	}},
	{"message", mapping.HookOutput{Stdout: []byte(`{"system_message":"MSG-TEXT"}`)}, func(t *testing.T, c *mapping.Call, e client.Effect) {
		if e.Stopped || e.GoesOn || e.Ends || e.Failed || e.Model != "" {
			t.Errorf("more than a message: %+v", e)
		}
	}},
	{"stop", mapping.HookOutput{Stdout: []byte(`{"continue":false,"reason":"` + reason + `"}`)}, func(t *testing.T, c *mapping.Call, e client.Effect) {
		if c.Deniable() && !e.Stopped && !e.Ends {
			t.Errorf("nothing is stopped: %+v", e)
		}
		if slices.Contains(c.Can(), "stop") && !e.Ends && !e.Stopped || e.GoesOn {
			t.Errorf("the agent goes on: %+v", e)
		}
	}},
	{"stop beats a block", mapping.HookOutput{Stdout: []byte(`{"continue":false,"decision":"block","reason":"` + reason + `"}`)}, func(t *testing.T, c *mapping.Call, e client.Effect) {
		if e.GoesOn {
			t.Errorf("the agent goes on: %+v", e)
		}
	}},
	{"a log line and allow", mapping.HookOutput{Stdout: []byte("checking\n" + `{"decision":"allow"}`)}, wantsNothing},
	{"two allows", mapping.HookOutput{Stdout: []byte(`{"decision":"allow"}` + "\n" + `{"decision":"allow"}`)}, wantsNothing},
	{"an array", mapping.HookOutput{Stdout: []byte(`[{"decision":"allow"}]`)}, nil},
	{"native words of approval", mapping.HookOutput{Stdout: []byte(`{"native":{` + natives() + `}}`)}, nil},
	{"exit 1", mapping.HookOutput{Stderr: []byte("boom"), Exit: 1}, wantsFault},
	{"exit 1 with an approval", mapping.HookOutput{Stdout: []byte(`{"decision":"allow"}`), Exit: 1}, wantsFault},
	{"exit 127", mapping.HookOutput{Exit: 127}, wantsFault},
	{"killed", mapping.HookOutput{Exit: 137}, wantsFault},
	{"broken JSON", mapping.HookOutput{Stdout: []byte(`{"decision":"allow"`)}, wantsFault},
	{"an unknown decision", mapping.HookOutput{Stdout: []byte(`{"decision":"yes"}`)}, wantsFault},
	{"a decision that is no string", mapping.HookOutput{Stdout: []byte(`{"decision":true}`)}, wantsFault},
}

// natives puts every deciding word that any client knows under every source.
func natives() string {
	words := `{"permission":"allow","decision":"approve","permissionDecision":"allow","behavior":"allow","continue":true,"async":true,"cancel":false,` +
		`"hookSpecificOutput":{"permissionDecision":"allow","decision":{"behavior":"allow"},"updatedInput":{"command":"x"},"action":"accept"},"updatedInput":{"command":"x"},"modifiedArgs":{"command":"x"}}`
	var all []string
	for _, p := range Providers() {
		all = append(all, `"`+p+`":`+words)
	}
	return strings.Join(all, ",")
}

func wantsNothing(t *testing.T, _ *mapping.Call, e client.Effect) {
	if e.User = ""; e != (client.Effect{}) {
		t.Errorf("something happens: %+v", e)
	}
}

func wantsFault(t *testing.T, c *mapping.Call, e client.Effect) {
	e.Failed = false
	wantsNothing(t, c, e)
}

func wantsBlock(t *testing.T, c *mapping.Call, e client.Effect) {
	can := c.Can()
	switch {
	case c.KeepsGoing():
		if slices.Contains(can, "go_on") && !e.GoesOn {
			t.Errorf("the agent stops: %+v", e)
		}
	case c.Type == mapping.ToolEnd:
		if e.Ends {
			t.Errorf("the agent ends: %+v", e)
		}
	case c.Deniable() && !e.Stopped && !e.Ends:
		t.Errorf("it is not prevented: %+v", e)
	}
	if e.Approved || e.Failed && !c.Deniable() || e.Input != "" {
		t.Errorf("more than a deny: %+v", e)
	}
}

func wantsDeny(t *testing.T, c *mapping.Call, e client.Effect) {
	wantsBlock(t, c, e)
	can := c.Can()
	if c.Type == mapping.ToolEnd && (slices.Contains(can, "feedback") || slices.Contains(can, "context")) && !strings.Contains(e.Model+e.Output, reason) {
		t.Errorf("the model does not get the reason: %+v", e)
	}
}

func TestEffects(t *testing.T) {
	t.Parallel()
	for _, provider := range Providers() {
		for file, payload := range Payloads(provider) {
			for _, s := range sayings {
				t.Run(provider+"/"+file+"/"+s.name, func(t *testing.T) {
					c := decode(t, file, payload)
					if c.Event.Flags&mapping.RawOutput != 0 {
						return // stdout is a product, not an answer: TestRawOutput
					}
					for _, closed := range [...]bool{false, true} {
						r, fault := answer(c, s.printed, closed)
						e := obey(t, provider, file, payload, r)
						if e.Approved && s.name != "allow" {
							t.Errorf("it is approved: %+v", e)
						}
						if fault && closed {
							if c.Deniable() && !e.Stopped && !e.Ends {
								t.Errorf("fail-closed lets it through: %+v", e)
							}
							continue
						}
						if s.wants != nil {
							s.wants(t, c, e)
						}
					}
				})
			}
		}
	}
}

// decode reads a payload as the shim does.
func decode(t testing.TB, file string, payload []byte) *mapping.Call {
	t.Helper()
	return decodeIn(t, "/home/dev/project", payload)
}

// decodeIn reads a payload as the shim does that runs in a folder.
func decodeIn(t testing.TB, dir string, payload []byte) *mapping.Call {
	t.Helper()
	return shimtest.Decode(t, dir, payload)
}

func answer(c *mapping.Call, p mapping.HookOutput, closed bool) (r mapping.Reply, fault bool) {
	return shimtest.Answer(c, p, closed)
}

func obey(t *testing.T, provider, file string, payload []byte, r mapping.Reply) client.Effect {
	t.Helper()
	if out := strings.TrimSpace(string(r.Stdout)); strings.HasPrefix(out, "{") {
		for line := range strings.Lines(out) {
			if !json.Valid([]byte(line)) {
				t.Errorf("stdout is not JSON: %s", line)
			}
		}
	}
	return client.Of(provider)(client.Reply{Event: Event(file), Payload: payload, Stdout: r.Stdout, Stderr: r.Stderr, Exit: r.Exit})
}

// Claude Code takes the last line of WorktreeCreate's stdout for a path, and any
// exit code but 0 for a failure.
func TestRawOutput(t *testing.T) {
	for _, c := range [...]struct {
		printed mapping.HookOutput
		want    client.Effect
	}{
		{mapping.HookOutput{Stdout: []byte("log\n/home/dev/wt\n")}, client.Effect{}},
		{mapping.HookOutput{Stdout: []byte("/home/dev/wt\n"), Exit: 1}, client.Effect{Stopped: true, Ends: true, Failed: true}},
		{mapping.HookOutput{Stdout: []byte("/home/dev/wt\n"), Exit: 2, Stderr: []byte("no")}, client.Effect{Stopped: true, Ends: true, Failed: true}},
	} {
		payload := Payloads("claude-code")["WorktreeCreate.json"]
		r, _ := answer(decode(t, "WorktreeCreate.json", payload), c.printed, false)
		got := obey(t, "claude-code", "WorktreeCreate.json", payload, r)
		if got.User = ""; got != c.want {
			t.Errorf("%q, exit %d: %+v, want %+v", c.printed.Stdout, c.printed.Exit, got, c.want)
		}
	}
}
