package golden

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A client that nobody has described: the hook runs, and what holds the agent
// back is exit 2 with the reason on stderr, which most clients share.
func TestUnknownSender(t *testing.T) {
	const payload = `{"hookEvent":"PreToolUse","event":"PreToolUse","session":"s","tool_name":"Terminal","tool_input":{"command":"ls"},"new_in_2027":{"a":[1]}}`
	for _, c := range [...]struct {
		name, says string
		flags      []string
		steps      []string
		exit       int
		stderr     string
	}{
		{name: "nothing", steps: []string{}},
		{name: "allow is no opinion", steps: []string{"out", `{"decision":"allow"}`}},
		{name: "deny", steps: []string{"out", `{"decision":"deny","reason":"no"}`}, exit: 2, stderr: "no"},
		{name: "exit 2", steps: []string{"err", "no", "exit", "2"}, exit: 2, stderr: "no"},
		{name: "ask", steps: []string{"out", `{"decision":"ask","reason":"sure?"}`}, exit: 2, stderr: "sure?"},
		{name: "rewrite", steps: []string{"out", `{"updated_input":{"command":"pwd"}}`}, exit: 2, stderr: "takes no new input"},
		{name: "stop", steps: []string{"out", `{"continue":false,"reason":"enough"}`}, exit: 2, stderr: "enough"},
		{name: "context", steps: []string{"out", `{"context":"C"}`}},
		{name: "text", steps: []string{"out", "fine"}},
		{name: "crash", steps: []string{"exit", "3"}, stderr: "exit code 3"},
		{name: "crash, fail-closed", flags: []string{"--fail-closed"}, steps: []string{"exit", "3"}, exit: 2, stderr: "exit code 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := tempDir(t)
			seen := filepath.Join(dir, "seen")
			got := run{Dir: dir, Stdin: []byte(payload), Flags: c.flags, Steps: append([]string{"save", seen}, c.steps...)}.do(t)
			if got.Stdout != "" || got.Exit != c.exit || !strings.Contains(got.Stderr, c.stderr) || c.stderr == "" && got.Stderr != "" {
				t.Errorf("%+v", got)
			}
			var e struct {
				Source, Type string
				Data         struct {
					Name  string `json:"tool_name"`
					Input struct{ Command string }
				}
				Extensions map[string]json.RawMessage
			}
			envelope, err := os.ReadFile(seen)
			if err != nil || json.Unmarshal(envelope, &e) != nil {
				t.Fatalf("%v: %s", err, envelope)
			}
			if e.Source != "unknown" || e.Type != "tool.start" || e.Data.Name != "Terminal" || string(e.Extensions["unknown"]) != payload {
				t.Errorf("the hook reads %s", envelope)
			}
		})
	}
}

// What the payload does not say flags may, and only that.
func TestFlagsThatHelp(t *testing.T) {
	deny := []string{"out", `{"decision":"deny","reason":"no"}`}
	for _, c := range [...]struct {
		payload, want string
		flags         []string
	}{
		{`{}`, `"permissionDecision":"deny"`, []string{"--source", "claude-code", "--event", "PreToolUse"}},
		{`{}`, `"permission":"deny"`, []string{"--source", "cursor", "--event", "preToolUse"}},
		{`{}`, `"followup_message":"no"`, []string{"--source", "cursor", "--event", "stop"}},
		{`{"tool_name":"x"}`, `"cancel":true`, []string{"--source", "cline", "--event", "PreToolUse"}},
		{string(Payloads("claude-code")["PreToolUse.Bash.json"]), `"permissionDecision":"deny"`, []string{"--source", "cursor", "--event", "stop"}},
	} {
		if got := (run{Stdin: []byte(c.payload), Flags: c.flags, Steps: deny}).do(t); !strings.Contains(got.Stdout, c.want) {
			t.Errorf("%v %.60s: %+v", c.flags, c.payload, got)
		}
	}
}
