//go:build unix

package hookmd

import (
	"path/filepath"
	"strings"
	"testing"
)

// What is wrong with match itself is never 2, which would block.
func TestMatchExit(t *testing.T) {
	m := newMachine(t)
	script := filepath.Join(m.home, "run.sh")
	m.write(script, "#!/bin/sh\ncat\necho err >&2\nexit 2\n", 0o755)
	m.write(filepath.Join(m.home, "data"), "x", 0o644)
	event := `{"event_type":"before_tool","tool_name":"Shell","tool_input":{"command":"ls"}, "x": "` +
		strings.Repeat("y", 100) + "\"}\r\n"
	long := `{"event_type":"before_tool","tool_name":"Shell","x":"` + strings.Repeat("y", 300_000) + `"}`
	for _, c := range [...]struct {
		args, stdin, stdout, stderr string
		exit                        int
	}{
		{"-- " + script, event, event, "err\n", 2},
		{"-- " + script, long, long, "err\n", 2},
		{"--tool=Shell --pattern=ls -- /bin/sh " + script, event, event, "err\n", 2},
		{"--tool=Write -- " + script, event, "", "", 0},
		{"--event after_tool -- " + script, event, "", "", 0},
		{"--tool=( -- " + script, event, "", "openhook: --tool: missing closing ): \"(\"\n", 1},
		{"--nope -- " + script, event, "", "openhook: unknown flag: --nope\n", 1},
		{"", event, "", "openhook: no script; use: openhook match --tool Shell -- ./run.sh\n", 1},
		{"-- " + script + "x", event, "", "openhook: " + script + "x: not found\n", 1},
		{"-- /bin/sh " + script + "x", event, "", "openhook: " + script + "x: not found\n", 1},
		{"-- no-such-program", event, "", "openhook: no-such-program did not start: exec: \"no-such-program\": executable file not found in $PATH\n", 1},
		{"-- " + filepath.Join(m.home, "data"), event, "", "did not start", 1},
		{"-- " + script, "", "", "openhook: stdin is not an event; send one JSON object\n", 1},
		{"--cd -- /bin/pwd", `{"work_dir":"/usr"}`, "/usr\n", "", 0},
		{"--cd -- /bin/pwd", `{"work_dir":"usr"}`, m.project + "\n", "", 0},
		{"--cd -- /bin/pwd", `{"work_dir":"/no/such"}`, "", "openhook: chdir /no/such: no such file or directory\n", 1},
	} {
		got := m.run(c.stdin, append([]string{"openhook", "match"}, strings.Fields(c.args)...)...)
		if got.exit != c.exit || got.stdout != c.stdout ||
			!strings.HasSuffix(got.stderr, c.stderr) && !(c.exit == 1 && strings.Contains(got.stderr, c.stderr)) ||
			c.stderr == "" && got.stderr != "" {
			t.Errorf("%s: %d %.200q %q", c.args, got.exit, got.stdout, got.stderr)
		}
	}
}
