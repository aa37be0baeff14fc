package effectwords

import (
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
		{&client.Effect{Stopped: true, Model: "no\n", User: "no"}, `the action does not happen; the model reads "no\n"; the user reads "no"`},
		{&client.Effect{Approved: true, Input: `{"a":1}`}, `the tool does not ask for permission; the call runs with {"a":1}`},
		{&client.Effect{Asked: true, GoesOn: true, Ends: true, Output: "x", Failed: true},
			`the tool asks the user; the agent goes on; the agent ends here; the model gets this result: "x"; the tool counts the hook as failed`},
	} {
		if got := Describe(c.effect); got != c.want {
			t.Errorf("%+v: %s, want %s", c.effect, got, c.want)
		}
	}
}
