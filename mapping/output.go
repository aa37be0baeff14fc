package mapping

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// An output is a hook's stdout, read by the one rule of docs/contract.md. An objection counts
// however it is printed. An approval counts only if stdout is exactly one JSON object.
type output struct {
	objection        // the objections in all of it
	text      string // without the noise around it
	sole      string // all of it, if it is one JSON object of the hook's own; else ""
	broken    bool   // a decision in it is no JSON
	unended   bool   // broken JSON has been read to the end of the text
	budget    int    // how many bytes may still be read for JSON that does not end
}

// maxReading is how many bytes are read for objects that do not end. Without it, reading on
// from every line would take hours. Beyond it, an object must end in its line.
const maxReading = 64 << 20

// readOutput reads a hook's stdout. f is the dialect of the hook's input, nil for the
// envelope. prose says that text is context on this event.
func (c *Call) readOutput(f *Dialect, p HookOutput, prose bool) *output {
	o := &output{budget: maxReading}
	o.goesOn = c.KeepsGoing()
	o.text = withoutEnds(jsontext.View(p.Stdout))
	switch {
	case p.Cut || !jsontext.IsObject(o.text) || Valid(jsontext.BytesOf(o.text)) != nil:
		o.scan(visible(o.text), prose)
		return o
	case c.isEvent(f, o.text):
		o.sent = c.Payload
	default:
		o.sole = o.text
	}
	o.readObject(o.text)
	return o
}

// isEvent reports whether an object is an event that a hook was given, because some hooks
// print a copy of their input. It is the envelope, or most of what every event of a dialect
// carries.
func (c *Call) isEvent(f *Dialect, object string) bool {
	all := jsontext.Split(object)
	if all.Has("openhook") {
		return true
	}
	for _, d := range [...]*Dialect{f, c.Dialect} {
		n := 0
		if d != nil {
			for k := range d.Fields.All {
				if all.Has(k.Path) {
					n++
				}
			}
		}
		if n >= 3 {
			return true
		}
	}
	return false
}

// scan reads the objects of a text. An object at the start of its line counts. If text is no
// context, an object at the end of its line counts too, unless a sentence leads to it:
// `guard: {…}` is an answer, `to block print {…}` is none. In prose only a log's tag may be
// before it. Markdown's code is an example, unless there is nothing else.
func (o *output) scan(s string, prose bool) {
	for at, stop := 0, 0; at < len(s); {
		rest := s[at:]
		if at >= stop { // else objects of this line have been read
			stop = at + lineEnd(rest)
		}
		end := stop - at
		if prose && isFence(rest) {
			if code := fencedCode(rest); at > 0 || code < len(strings.TrimRight(s, " \n")) {
				end = max(code, end)
			}
		} else {
			end = o.readLine(rest, end, prose)
		}
		at += end
	}
}

// readLine reads the objects of the first line. The last one may end below the line. It
// returns how many bytes it has read.
func (o *output) readLine(s string, end int, prose bool) int {
	words := -1 // where the last word of the line ends; looked for once
	for start := 0; start < end; start++ {
		i := strings.IndexAny(s[start:end], "{[\"")
		if i < 0 {
			break
		}
		start += i
		lead := s[:start]
		begins := strings.Trim(lead, " \t,;") == ""
		switch {
		case prose && isProse(lead, begins):
			return end
		case !begins && s[start] != '{':
			continue
		case !begins && o.budget < 0:
			o.readBrokenJSON(s[:end])
			return end
		}
		n := o.valueLength(s[start:], end-start)
		after := start + n
		if n > 0 && !begins && words < 0 {
			words = lastWord(s[:end])
		}
		switch {
		case n == 0 && s[start] == '{' && (begins || !leadsOn(lead)):
			o.readNonJSON(s[start:], end-start, begins)
		case n == 0:
		case !begins && (leadsOn(lead) || after < end && words > after || after > end && o.wordsIn(s[after:])):
			// a mention
			start = after - 1
		default:
			o.readBelow(s[start:after])
			return after
		}
	}
	return end
}

// isProse reports whether an object in prose is part of the prose, because of the text
// before it in its line. begins says that there is none.
func isProse(lead string, begins bool) bool {
	return !begins && !isLogTag(lead) || strings.HasPrefix(lead, "\t") || strings.HasPrefix(lead, "    ")
}

// valueLength returns the length of the JSON value at the start of s that may hold an answer,
// 0 if there is none; its line ends at end.
func (o *output) valueLength(s string, end int) (n int) {
	if o.budget < 0 {
		s = s[:end]
	}
	next := strings.TrimLeft(s[1:], " \t\r\n")
	switch {
	case next == "":
	case s[0] == '"':
		n = jsontext.StringEnd(s, 0)
	case s[0] == '{' && (next[0] == '"' || next[0] == '}'):
		n = objectEnd(s)
	case s[0] == '[' && (next[0] == '{' || next[0] == '['):
		if n = jsontext.ValueEnd(s, 0); s[n-1] != ']' {
			n = 0
		}
	}
	if n > 0 && Valid(jsontext.BytesOf(s[:n])) == nil {
		return n
	}
	o.budget -= len(s)
	return 0
}

// wordsIn reports whether words follow in the line.
func (o *output) wordsIn(s string) bool {
	s = s[:lineEnd(s)]
	o.budget -= len(s)
	return lastWord(s) > 0
}

// readNonJSON reads a text that begins with a brace and is no JSON. A text without an end
// goes on to the end of the output.
func (o *output) readNonJSON(s string, end int, begins bool) {
	all := s[:end]
	if begins && !o.unended {
		if n := objectEnd(s); n > 0 {
			all = s[:n]
		} else if MayDecide(jsontext.BytesOf(all)) || namesKey(s) || o.budget < 0 {
			all, o.unended = s, true
		}
	} else if !begins && !strings.HasSuffix(strings.TrimSpace(all), "}") {
		return
	}
	o.budget -= len(all)
	o.readBrokenJSON(all)
}

// readBrokenJSON reads the decisions in text that is no JSON.
func (o *output) readBrokenJSON(s string) {
	said, decides := brokenJSONDecision(s)
	o.broken = o.broken || decides
	o.decides = o.decides || decides
	o.Answer = o.Answer.strictest(said)
}

// namesKey reports whether a key follows a brace, in any quotes or none.
func namesKey(s string) bool {
	s = strings.TrimLeft(s[1:], " \t\n\"'`")
	i := 0
	for i < len(s) && (s[i] == '_' || s[i] >= 'a' && s[i] <= 'z' || s[i] >= 'A' && s[i] <= 'Z') {
		i++
	}
	s = strings.TrimLeft(s[i:], " \t\n\"'`")
	return i > 0 && s != "" && s[0] == ':'
}

// leadsOn says whether a text leads on to what follows, as a sentence does: it ends in
// a word of small letters, or in a comma behind words. INFO and 10:00:00 are no such, nor
// is the b that Python prints in front of bytes.
func leadsOn(lead string) bool {
	if s := strings.TrimRight(lead, `"'`); s != lead && strings.HasSuffix(s, "b") {
		if before := s[:len(s)-1]; before == "" || lastWord(before) < len(before) {
			return false
		}
	}
	lead = strings.TrimRight(lead, " \t\"'`*_(")
	if strings.HasSuffix(lead, ",") {
		return lastWord(lead) > 0
	}
	for lead != "" {
		r, n := utf8.DecodeLastRuneInString(lead)
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
		if unicode.IsLetter(r) && !unicode.IsUpper(r) {
			return true
		}
		lead = lead[:len(lead)-n]
	}
	return false
}

// isLogTag reports whether a text is the start of a log line: a time, a level, a name in
// brackets. It has no small letter outside brackets.
func isLogTag(lead string) bool {
	inside := false
	return lastWord(lead) > 0 && !strings.ContainsFunc(lead, func(r rune) bool {
		inside = inside && r != ']' || r == '['
		return !inside && unicode.IsLetter(r) && !unicode.IsUpper(r)
	})
}

// lastWord returns where the last word of a text ends, 0 if it has none.
func lastWord(s string) int {
	for s != "" {
		r, n := utf8.DecodeLastRuneInString(s)
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return len(s)
		}
		s = s[:len(s)-n]
	}
	return 0
}

// lineEnd returns the length of the first line with its line break.
func lineEnd(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i + 1
	}
	return len(s)
}

// isFence reports whether a text begins with a fence of Markdown.
func isFence(s string) bool {
	s = strings.TrimLeft(s, " ")
	return strings.HasPrefix(s, "```") || strings.HasPrefix(s, "~~~")
}

// fencedCode returns the length of the code between two fences, with both; 0 if there is no
// second fence.
func fencedCode(s string) int {
	for at := lineEnd(s); at < len(s); at += lineEnd(s[at:]) {
		if isFence(s[at:]) {
			return at + lineEnd(s[at:])
		}
	}
	return 0
}

// objectEnd returns the length of the object at the start of s, 0 if it does not end.
func objectEnd(s string) int {
	level, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case b == '\\' && quoted:
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '{':
			level++
		case b == '}':
			if level--; level == 0 {
				return i + 1
			}
		}
	}
	return 0
}
