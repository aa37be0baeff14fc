package mapping

import "strings"

// Explain returns the dialect that Detect finds, and the reason in words for people.
func (r *Registry) Explain(p *Payload, h Hints) (d *Dialect, why string) {
	d, by, what := r.detect(p, h)
	switch by {
	case byMark:
		return d, Mark(what).words()
	case byTrace:
		return d, "no mark of any client in the payload, but a trace of this one: " + Mark(what).words()
	case byTag:
		return d, `the payload names its sender: source_tool is "` + what + `"`
	case byHint:
		return d, "no mark in the payload; --source says " + what
	case byEnv:
		return d, "no mark in the payload; the variable " + what + " is set"
	}
	return d, "no mark of any client in the payload"
}

// words spells a mark out.
func (m Mark) words() string {
	var all []string
	for t := range m.traits {
		all = append(all, t.words())
	}
	return strings.Join(all, ", ")
}

func (t trait) words() string {
	switch t.sign {
	case '!':
		return "there is no " + t.key
	case ':':
		article := "a "
		if strings.ContainsAny(t.text[:1], "ao") {
			article = "an "
		}
		return t.key + " is " + article + t.text
	case '=':
		if t.key == "first" {
			return "it begins with " + strings.ReplaceAll(t.text, "|", " or ")
		}
		return t.key + ` is "` + strings.ReplaceAll(t.text, "|", `" or "`) + `"`
	case '^':
		return t.key + ` begins with "` + strings.ReplaceAll(t.text, "|", `" or "`) + `"`
	case '~':
		return t.key + ` holds "` + t.text + `"`
	}
	if t.key == "named" {
		return "it names an event of this client"
	}
	return "there is " + t.key
}

// OneLine replaces characters of a text that end a line, control a terminal or turn the
// direction of text, because the names of events and tools come from the payload.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ', r >= 0x7f && r < 0xa0, r == 0x061C, r == 0x200E, r == 0x200F,
			r >= 0x2028 && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
			return ' '
		}
		return r
	}, s)
}
