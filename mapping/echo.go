package mapping

import (
	"strconv"
	"strings"
)

// echoes says whether something that the agent or its surroundings wrote holds
// an approval. A hook that prints it back must not approve with it.
func (c *Call) echoes() bool {
	raw := view(c.Payload.Raw)
	if !mayApprove(raw) && !mayApprove(c.input) {
		return false
	}
	for _, f := range [...]Field{ToolInput, ToolOutput, Prompt, LastMessage, Text} {
		if approves(c.values[f]) {
			return true
		}
	}
	// A list is one text in our words. What else there is, such as the name of a
	// folder, holds one in a string; the client's own keys are none.
	if approves(c.input) {
		return true
	}
	for i := strings.IndexByte(raw, '"'); i >= 0; {
		end := stringEnd(raw, i)
		if approves(raw[i:end]) {
			return true
		}
		next := strings.IndexByte(raw[end:], '"')
		if next < 0 {
			break
		}
		i = end + next
	}
	return false
}

func approves(raw string) bool {
	s := plain(raw)
	if s == "" {
		return false
	}
	for _, words := range [...]string{`decision":"allow`, `decision":"approve`, `behavior":"allow`, `behavior":"approve`} {
		if strings.Contains(s, words) {
			return true
		}
	}
	return false
}

// plain strips a JSON text of everything that can be spelt in two ways: space,
// quoting depth, \u escapes and case.
func plain(raw string) string {
	if !mayApprove(raw) {
		return ""
	}
	return stripped(raw)
}

// mayApprove says whether a text holds a part of the words, which stands in few
// others, or spells something so that it may.
func mayApprove(raw string) bool {
	return strings.Contains(raw, "cision") || strings.Contains(raw, "vior") || strings.Contains(raw, "u00")
}

func stripped(raw string) string {
	b := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		escaped := i > 0 && raw[i-1] == '\\'
		if c == 'u' && escaped && i+4 < len(raw) {
			if r, err := strconv.ParseUint(raw[i+1:i+5], 16, 8); err == nil {
				c = byte(r)
				i += 4
			}
		}
		switch {
		case c == '\\' || c <= ' ':
		case escaped && (c == 'n' || c == 't' || c == 'r'):
		case c >= 'A' && c <= 'Z':
			b = append(b, c|0x20)
		default:
			b = append(b, c)
		}
	}
	return string(b)
}
