package client

import "testing"

// What an answer does was observed with OpenCode 1.18.33 under `opencode run` and
// `opencode serve`: in the project, and in the next request to the model. Toasts,
// which need a terminal, and what counts as a failed hook are the plugin's own code.
func TestOpenCodeRules(t *testing.T) {
	const (
		before = `{"hook_event_name":"tool.execute.before","tool_name":"bash"}`
		after  = `{"hook_event_name":"tool.execute.after","status":"success","tool_response":{"output":"x"}}`
		failed = `{"hook_event_name":"tool.execute.after","status":"error","error":"x"}`
		prompt = `{"hook_event_name":"chat.message"}`
		asked  = `{"hook_event_name":"permission.asked"}`
		idle   = `{"hook_event_name":"session.idle"}`
		begun  = `{"hook_event_name":"session.created"}`
	)
	thrown := Effect{Stopped: true, Model: "no"}
	rejected := Effect{Stopped: true, Ends: true, Model: "The user rejected permission to use this specific tool call."}
	for _, r := range []struct {
		name, payload, stdout, stderr string
		exit                          int
		want                          Effect
	}{
		{"deny", before, `{"decision":"deny","reason":"no"}`, "", 0, thrown},
		{"exit 2", before, "", "no\n", 2, thrown},
		{"exit 2, the reason in JSON", before, `{"reason":"no"}`, "log", 2, thrown},
		{"deny without a reason", before, `{"decision":"deny"}`, "", 0, Effect{Stopped: true, Model: "Blocked by a hook"}},
		{"ask", before, `{"decision":"ask","reason":"no"}`, "", 0, thrown},
		{"continue false", before, `{"continue":false,"reason":"no"}`, "", 0, Effect{Stopped: true, Ends: true, User: "no"}},
		{"allow skips no permission", before, `{"decision":"allow"}`, "", 0, Effect{}},
		{"exit 1", before, `{"decision":"deny","reason":"no"}`, "no", 1, Effect{Failed: true}},
		{"killed", before, "", "", 137, Effect{Failed: true}},
		{"broken JSON", before, `{"decision":"deny"`, "", 0, Effect{Failed: true}},
		{"no object", before, `[]`, "", 0, Effect{Failed: true}},
		{"nothing", before, "", "log", 0, Effect{}},
		{"a new input", before, `{"updated_input":{"command":"y"}}`, "", 0, Effect{Input: `{"command":"y"}`}},
		{"a new input beside a deny", before, `{"decision":"deny","reason":"no","updated_input":{"command":"y"}}`, "", 0, thrown},
		{"no context before a tool", before, `{"context":"c"}`, "", 0, Effect{}},
		{"context", after, `{"context":"c"}`, "", 0, Effect{Model: "c"}},
		{"feedback", after, `{"decision":"deny","reason":"no"}`, "", 0, Effect{Model: "no"}},
		{"another result", after, `{"updated_output":"y"}`, "", 0, Effect{Output: "y"}},
		{"too late", failed, `{"decision":"deny","reason":"no","context":"c"}`, "", 0, Effect{}},
		{"a prompt", prompt, `{"decision":"deny","reason":"no"}`, "", 0, Effect{Stopped: true, User: "no"}},
		{"context of a prompt", prompt, `{"context":"c"}`, "", 0, Effect{Model: "c"}},
		{"context at the start", begun, `{"context":"c"}`, "", 0, Effect{Model: "c"}},
		{"a session cannot be refused", begun, `{"decision":"deny","reason":"no"}`, "", 0, Effect{}},
		{"allow", asked, `{"decision":"allow"}`, "", 0, Effect{Approved: true}},
		{"reject", asked, `{"decision":"deny","reason":"no"}`, "", 0, rejected},
		{"reject by continue false", asked, `{"continue":false}`, "", 0, rejected},
		{"the user is asked anyway", asked, `{"decision":"ask"}`, "", 0, Effect{}},
		{"going on", idle, `{"decision":"deny","reason":"no"}`, "", 0, Effect{GoesOn: true, Model: "no"}},
		{"continue false beats going on", idle, `{"decision":"deny","continue":false,"reason":"no"}`, "", 0, Effect{}},
		{"a toast", idle, `{"system_message":"m"}`, "", 0, Effect{User: "m"}},
	} {
		got := OpenCode(Reply{Payload: []byte(r.payload), Stdout: []byte(r.stdout), Stderr: []byte(r.stderr), Exit: r.exit})
		if got != r.want {
			t.Errorf("%s: %+v, want %+v", r.name, got, r.want)
		}
	}
	if got := OpenCode(Reply{Payload: []byte(before), Exit: 2, Late: true}); got != (Effect{Failed: true}) {
		t.Errorf("too late: %+v", got)
	}
}
