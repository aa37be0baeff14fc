package client

import (
	"cmp"
	"encoding/json"
	"strings"
)

// kmHeard are the events of 2.1.0 with an answer that the client reads. All others run
// the hook and go on.
var kmHeard = []struct {
	name  string
	block func(*Effect, kmSaid)
}{
	{"PreToolUse", func(e *Effect, s kmSaid) {
		e.Stopped, e.Model = true, "<system>ERROR: Tool execution failed.</system>\n"+s.reason
	}},
	// The model is not called. A message beats the reason as what the user reads.
	{"UserPromptSubmit", func(e *Effect, s kmSaid) { e.Stopped, e.User = true, cmp.Or(s.message, s.reason) }},
	// Once a turn; after that Stop is not fired again.
	{"Stop", func(e *Effect, s kmSaid) { e.GoesOn, e.Model = true, s.reason }},
}

// kmSaid is the output of a hook with exit code 0.
type kmSaid struct{ deny, reason, message string }

// Kimi models Kimi Code 2.1.0. The client reports no failed hook.
func Kimi(r Reply) (e Effect) {
	for _, h := range kmHeard {
		if h.name != r.Event || r.Late || r.Exit != 0 && r.Exit != 2 {
			continue
		}
		out := kmTrim(string(r.Stdout))
		said := kmSaid{deny: "deny", reason: kmTrim(string(r.Stderr))} // exit 2: stdout does not count
		if r.Exit == 0 {
			said = kmRead(out)
		}
		said.reason = cmp.Or(said.reason, "Blocked by "+h.name+" hook")
		switch {
		case said.deny == "deny":
			h.block(&e, said)
		case h.name == "UserPromptSubmit":
			// Any value counts, {} included.
			if e.User = cmp.Or(said.message, out); e.User != "" {
				e.Model = "<hook_result hook_event=\"UserPromptSubmit\">\n" + e.User + "\n</hook_result>"
			}
		}
	}
	return e
}

// kmRead reads an answer. An output that is no JSON object has none.
func kmRead(out string) (s kmSaid) {
	answer := ccParse([]byte(out))
	specific := answer.object("hookSpecificOutput")
	s.deny = kmString(specific["permissionDecision"])
	s.reason = kmTrim(kmString(specific["permissionDecisionReason"]))
	s.message = cmp.Or(kmTrim(kmText(answer["message"])), kmTrim(kmText(specific["message"])))
	return s
}

// kmTrim trims like JavaScript does, a byte order mark included.
func kmTrim(s string) string { return strings.Trim(s, " \t\r\n\v\f\u00a0\ufeff\u2028\u2029") }

// kmString returns a string value, "" for any other value.
func kmString(raw json.RawMessage) (s string) {
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// kmText returns a value as text. Numbers and booleans count, too.
func kmText(raw json.RawMessage) string {
	if s := strings.TrimSpace(string(raw)); s != "" && strings.IndexByte(`"[{n`, s[0]) < 0 {
		return s
	}
	return kmString(raw)
}
