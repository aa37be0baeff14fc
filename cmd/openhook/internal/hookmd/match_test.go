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
		eventMatcher
		event string
		want  bool
	}{
		{eventMatcher{}, rm, true},
		{eventMatcher{tool: "Shell"}, rm, true},
		{eventMatcher{tool: "hel"}, rm, true},
		{eventMatcher{tool: "^shell$"}, rm, false},
		{eventMatcher{tool: "Shell|WriteFile"}, event("WriteFile", "{}"), true},
		{eventMatcher{pattern: "rm -rf /|mkfs"}, rm, true},
		{eventMatcher{pattern: "mkfs"}, rm, false},
		{eventMatcher{tool: "Shell", pattern: "mkfs"}, rm, false},
		{eventMatcher{tool: "WriteFile", pattern: "rm"}, rm, false},
		{eventMatcher{event: "before_tool"}, rm, true},
		{eventMatcher{event: "after_tool"}, rm, false},
		{eventMatcher{tool: "Shell"}, `{"event_type":"session_start"}`, true}, // a matcher does not apply
		{eventMatcher{pattern: "x"}, `{"event_type":"before_tool","tool_name":"Shell"}`, false},
		// In whichever way the text is written down.
		{eventMatcher{pattern: "rm -rf /"}, event("Shell", `{"command":"rm\u0020-rf \/"}`), true},
		{eventMatcher{pattern: "rm -rf /"}, event("Shell", `{"command":"ls","command":"rm -rf /"}`), true},
		{eventMatcher{pattern: `"quoted"`}, event("Shell", `{"command":"say \"quoted\""}`), true},
		{eventMatcher{pattern: `\.py$`}, event("WriteFile", `{"path":"a.py","content":"x"}`), true},
		{eventMatcher{pattern: `\.py$`}, event("WriteFile", `{"path":"a.pyc","content":"x"}`), false},
		{eventMatcher{pattern: "rm -rf"}, event("Shell", `{"edits":[{"a":["x",{"b":"rm -rf"}]}]}`), true},
		{eventMatcher{pattern: "rm -rf"}, event("Shell", `{"raw":"{\"command\":\"rm\\u0020-rf\"}"}`), true},
		{eventMatcher{pattern: "/etc/passwd"}, event("WriteFile", `{"files":{"/etc/passwd":"x"}}`), true},
		{eventMatcher{pattern: "command"}, event("Shell", `{"command":"ls"}`),
			false}, // a parameter's name is not its content
		{eventMatcher{pattern: "^8080$"}, event("Shell", `{"port":8080}`), true},
		{eventMatcher{pattern: "true"}, event("Shell", `{"force":true}`), true},
		{eventMatcher{pattern: "null"}, event("Shell", `{"force":null}`), false},
		{eventMatcher{pattern: "rm"}, event("Shell", `"rm -rf /"`), true},
		{eventMatcher{pattern: "a"}, event("Shell", `{"x":{"b":{},"c":[],"a":1}}`), true},
		{eventMatcher{pattern: "^a$"}, event("Shell", `{"a":[{"b":1},{}],"c":{"d":"e"}}`), false},
		{eventMatcher{pattern: "needle"}, event("Shell",
			strings.Repeat("[", 9000)+`"needle"`+strings.Repeat("]", 9000)), true},
		{eventMatcher{pattern: "no"}, event("Shell", strings.Repeat(`{"a":[`, 4000)+strings.Repeat("]}", 4000)), false},
	} {
		if got, err := c.fits([]byte(c.event)); got != c.want || err != nil {
			t.Errorf("%+v %s: %v %v", c.eventMatcher, c.event, got, err)
		}
	}
}

func TestFitsNot(t *testing.T) {
	for _, c := range [...]struct {
		eventMatcher
		event, err string
	}{
		{eventMatcher{}, "", "not an event"},
		{eventMatcher{}, "[]", "not an event"},
		{eventMatcher{}, "{", "not an event"},
		{eventMatcher{pattern: "x"}, strings.Repeat("[", 5_000_000), "not an event"},
		{eventMatcher{tool: "("}, "{}", "--tool: missing closing"},
		{eventMatcher{pattern: "(?=a)"}, "{}", "without look-around"},
	} {
		if got, err := c.fits([]byte(c.event)); got || err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%+v %s: %v %v", c.eventMatcher, c.event, got, err)
		}
	}
}
