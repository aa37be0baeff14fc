package client

import "testing"

// No answer of Cascade's is on record. These are the rules of its documentation
// (exit codes), and what it says of every event.
func TestWindsurfRules(t *testing.T) {
	pre := Effect{Stopped: true, Model: "no", User: "no"}
	told := Effect{Model: "no", User: "no"}
	failed := Effect{Failed: true, User: "no"}
	rules := []struct {
		event, stdout, stderr string
		exit                  int
		want                  Effect
	}{
		{"pre_user_prompt", "", "no", 2, Effect{Stopped: true, User: "no"}},
		{"pre_read_code", "", "no", 2, pre},
		{"pre_write_code", "", "no", 2, pre},
		{"pre_run_command", "", "no", 2, pre},
		{"pre_mcp_tool_use", "", "no", 2, pre},
		{"pre_run_command", "text", "no", 2, pre},
		{"pre_run_command", "text", "", 2, Effect{Stopped: true}},
		{"pre_run_command", "", "no", 1, failed},
		{"pre_run_command", "", "no", 127, failed},
		{"pre_run_command", "", "no", 137, failed},
		{"pre_run_command", "", "log", 0, Effect{}},
		{"pre_run_command", `{"decision":"block","reason":"no"}`, "", 0, Effect{User: `{"decision":"block","reason":"no"}`}},
		{"pre_user_prompt", "", "no", 1, failed},
		{"post_read_code", "", "no", 2, told},
		{"post_write_code", "", "no", 2, told},
		{"post_run_command", "", "no", 2, told},
		{"post_mcp_tool_use", "", "no", 2, told},
		{"post_write_code", "", "no", 1, failed},
		{"post_cascade_response", "", "no", 2, failed},
		{"post_cascade_response_with_transcript", "", "no", 2, failed},
		{"post_setup_worktree", "", "no", 2, failed},
		{"post_setup_worktree", "", "", 0, Effect{}},
	}
	for _, r := range rules {
		got := Windsurf(Reply{Event: r.event, Payload: []byte(`{}`), Stdout: []byte(r.stdout), Stderr: []byte(r.stderr), Exit: r.exit})
		if got != r.want {
			t.Errorf("%s, exit %d, stdout %q, stderr %q: %+v, want %+v", r.event, r.exit, r.stdout, r.stderr, got, r.want)
		}
	}
	if got := Windsurf(Reply{Event: "pre_run_command", Stderr: []byte("no"), Exit: 2, Late: true}); got != failed {
		t.Errorf("too late: %+v", got)
	}
}
