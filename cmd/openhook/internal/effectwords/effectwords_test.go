package effectwords

import (
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/golden/client"
)

func TestWords(t *testing.T) {
	for _, c := range [...]struct {
		effect *client.Effect
		want   string
	}{
		{nil, "unknown: openhook has no model of this tool"},
		{&client.Effect{}, "none: the tool's own rules decide"},
		{&client.Effect{Stopped: true, Model: "no\n", User: "no"},
			`the action does not happen; the model reads "no\n"; the user reads "no"`},
		{&client.Effect{Approved: true, Input: `{"a":1}`},
			`the tool does not ask for permission; the call runs with {"a":1}`},
		{&client.Effect{Asked: true, GoesOn: true, Ends: true, Output: "x", Failed: true},
			`the tool asks the user; the agent goes on; the agent ends here; the model gets this result: "x"; the tool counts the hook as failed`},
	} {
		if got := Describe(c.effect); got != c.want {
			t.Errorf("%+v: %s, want %s", c.effect, got, c.want)
		}
	}
}

func TestSentence(t *testing.T) {
	for _, c := range [...]struct {
		typ  string
		e    client.Effect
		want string
	}{
		{"tool.start", client.Effect{}, "runs"},
		{"tool.start", client.Effect{Stopped: true, Model: "no"}, "not run; the model reads: no"},
		{"tool.start", client.Effect{Stopped: true, Ends: true, User: "no"},
			"not run; the agent ends; the user reads: no"},
		{"tool.start", client.Effect{Approved: true}, "runs without asking"},
		{"tool.start", client.Effect{Asked: true, Model: "m", User: "m"}, "asks the user; model and user read: m"},
		{"tool.start", client.Effect{Input: "{}"}, "runs changed: {}"},
		{"tool.start", client.Effect{Input: "{}", Approved: true}, "runs changed, without asking: {}"},
		{"tool.start", client.Effect{Failed: true}, "runs; the tool counts the hook as failed"},
		{"tool.end", client.Effect{Output: "x"}, "goes on; the model gets instead: x"},
		{"tool.end", client.Effect{Ends: true}, "the agent ends"},
		{"permission.request", client.Effect{}, "asks the user"},
		{"permission.request", client.Effect{Approved: true}, "runs without asking"},
		{"prompt.submit", client.Effect{Stopped: true}, "not sent"},
		{"prompt.submit", client.Effect{}, "is sent"},
		{"context.compact", client.Effect{Stopped: true}, "not compacted"},
		{"agent.stop", client.Effect{}, "ends"},
		{"agent.stop", client.Effect{GoesOn: true, Model: "go"}, "goes on; the model reads: go"},
		{"session.start", client.Effect{Model: "c"}, "goes on; the model reads: c"},
		{"config.change", client.Effect{Stopped: true}, "stopped"},
	} {
		if got := Sentence(c.typ, c.e, strings.TrimSpace); got != c.want {
			t.Errorf("%s, %+v: %s, want %s", c.typ, c.e, got, c.want)
		}
	}
}
