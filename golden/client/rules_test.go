package client

import "testing"

// A rule is what a client's documents say of one reply; grade is where it comes from.
type rule struct {
	grade, event, stdout, stderr string
	exit                         int
	want                         Effect
}

func check(t *testing.T, model func(Reply) Effect, rules []rule) {
	t.Helper()
	for _, r := range rules {
		got := model(Reply{Event: r.event, Payload: []byte(`{}`), Stdout: []byte(r.stdout), Stderr: []byte(r.stderr), Exit: r.exit})
		if got != r.want {
			t.Errorf("%s, exit %d, stdout %q, stderr %q (%s): %+v, want %+v", r.event, r.exit, r.stdout, r.stderr, r.grade, got, r.want)
		}
	}
}
