package hookmd

import (
	"strings"
	"testing"
)

func TestFits(t *testing.T) {
	event := func(tool, input string) string {
		return `{"event_type":"before_tool","tool_name":"` + tool + `","tool_input":` + input + `}`
	}
	rm := event("Shell", `{"command":"rm -rf /"}`)
	for _, c := range [...]struct {
		wanted
		event string
		want  bool
	}{
		{wanted{}, rm, true},
		{wanted{tool: "Shell"}, rm, true},
		{wanted{tool: "hel"}, rm, true},
		{wanted{tool: "^shell$"}, rm, false},
		{wanted{tool: "Shell|WriteFile"}, event("WriteFile", "{}"), true},
		{wanted{pattern: "rm -rf /|mkfs"}, rm, true},
		{wanted{pattern: "mkfs"}, rm, false},
		{wanted{tool: "Shell", pattern: "mkfs"}, rm, false},
		{wanted{tool: "WriteFile", pattern: "rm"}, rm, false},
		{wanted{event: "before_tool"}, rm, true},
		{wanted{event: "after_tool"}, rm, false},
		{wanted{tool: "Shell"}, `{"event_type":"session_start"}`, true}, // a matcher does not apply
		{wanted{pattern: "x"}, `{"event_type":"before_tool","tool_name":"Shell"}`, false},
		// In whichever way the text is written down.
		{wanted{pattern: "rm -rf /"}, event("Shell", `{"command":"rm\u0020-rf \/"}`), true},
		{wanted{pattern: "rm -rf /"}, event("Shell", `{"command":"ls","command":"rm -rf /"}`), true},
		{wanted{pattern: `"quoted"`}, event("Shell", `{"command":"say \"quoted\""}`), true},
		{wanted{pattern: `\.py$`}, event("WriteFile", `{"path":"a.py","content":"x"}`), true},
		{wanted{pattern: `\.py$`}, event("WriteFile", `{"path":"a.pyc","content":"x"}`), false},
		{wanted{pattern: "rm -rf"}, event("Shell", `{"edits":[{"a":["x",{"b":"rm -rf"}]}]}`), true},
		{wanted{pattern: "rm -rf"}, event("Shell", `{"raw":"{\"command\":\"rm\\u0020-rf\"}"}`), true},
		{wanted{pattern: "/etc/passwd"}, event("WriteFile", `{"files":{"/etc/passwd":"x"}}`), true},
		{wanted{pattern: "command"}, event("Shell", `{"command":"ls"}`), false}, // a parameter's name is not its content
		{wanted{pattern: "^8080$"}, event("Shell", `{"port":8080}`), true},
		{wanted{pattern: "true"}, event("Shell", `{"force":true}`), true},
		{wanted{pattern: "null"}, event("Shell", `{"force":null}`), false},
		{wanted{pattern: "rm"}, event("Shell", `"rm -rf /"`), true},
		{wanted{pattern: "a"}, event("Shell", `{"x":{"b":{},"c":[],"a":1}}`), true},
		{wanted{pattern: "^a$"}, event("Shell", `{"a":[{"b":1},{}],"c":{"d":"e"}}`), false},
		{wanted{pattern: "needle"}, event("Shell", strings.Repeat("[", 9000)+`"needle"`+strings.Repeat("]", 9000)), true},
		{wanted{pattern: "no"}, event("Shell", strings.Repeat(`{"a":[`, 4000)+strings.Repeat("]}", 4000)), false},
	} {
		if got, err := c.fits([]byte(c.event)); got != c.want || err != nil {
			t.Errorf("%+v %s: %v %v", c.wanted, c.event, got, err)
		}
	}
}

func TestFitsNot(t *testing.T) {
	for _, c := range [...]struct {
		wanted
		event, err string
	}{
		{wanted{}, "", "not an event"},
		{wanted{}, "[]", "not an event"},
		{wanted{}, "{", "not an event"},
		{wanted{pattern: "x"}, strings.Repeat("[", 5_000_000), "not an event"},
		{wanted{tool: "("}, "{}", "--tool: missing closing"},
		{wanted{pattern: "(?=a)"}, "{}", "without look-around"},
	} {
		if got, err := c.fits([]byte(c.event)); got || err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%+v %s: %v %v", c.wanted, c.event, got, err)
		}
	}
}
