package effect

import (
	"testing"

	"github.com/openhook/openhook-shim/golden/client"
)

func TestWords(t *testing.T) {
	for _, c := range [...]struct {
		effect *client.Effect
		want   string
	}{
		{nil, "not known: nobody has modelled this tool"},
		{&client.Effect{}, "none: the tool's own rules decide"},
		{&client.Effect{Stopped: true, Model: "no\n", User: "no"}, `it does not happen; the model reads "no\n"; the user reads "no"`},
		{&client.Effect{Approved: true, Input: `{"a":1}`}, `nobody is asked for permission; it runs with {"a":1}`},
		{&client.Effect{Asked: true, GoesOn: true, Ends: true, Output: "x", Failed: true},
			`the user is asked; the agent goes on; the agent ends here; the model gets as the result "x"; it counts as a failed hook`},
	} {
		if got := Words(c.effect); got != c.want {
			t.Errorf("%+v: %s, want %s", c.effect, got, c.want)
		}
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"plain\n\ttext é 字":            "plain\n\ttext é 字",
		"\x1b[31m\x07\r\x7f\u009b\x00": `\u001b[31m\u0007\u000d\u007f\u009b\u0000`,
		"a\u202eb\u2066c\u200f":        `a\u202eb\u2066c\u200f`,
		"not \xff UTF-8 \x1b":          `not ` + "\uFFFD" + ` UTF-8 \u001b`,
	} {
		if got := Clean(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
