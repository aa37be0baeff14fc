package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// Hints are facts about a call from outside its payload.
type Hints struct {
	Source string              // --source
	Event  string              // --event, a native name
	Getenv func(string) string // the environment of the hook process
	Cwd    string              // its working directory
	Now    string              // RFC 3339, UTC
}

// Detect returns the dialect of p. A mark in the payload decides. Without a mark the
// hints count, and the environment comes last, because child processes inherit it:
// Claude Code in Cursor's terminal sees Cursor's variables.
func (r *Registry) Detect(p *Payload, h Hints) *Dialect {
	d, _, _ := r.detect(p, h)
	return d
}

// The evidence by which a dialect was chosen.
const (
	byMark  = iota // a mark in the payload
	byTrace        // a trace, because no mark fits
	byTag          // the payload names its client
	byHint         // --source and --event
	byEnv          // an environment variable
	byNothing
)

// detect also returns the evidence: its kind, and the mark, the name or the variable.
func (r *Registry) detect(p *Payload, h Hints) (d *Dialect, by int, what string) {
	tag := p.Tag()
	for _, d := range r.Dialects {
		for _, m := range d.Marks {
			if (tag == "" || tag == d.Name) && d.Fits(m, p) {
				return d, byMark, string(m)
			}
		}
	}
	if tag != "" {
		if d := r.Source(tag, p.Text("hook_event_name")); d != nil {
			return d, byTag, tag
		}
		return r.Tagged, byTag, tag
	}
	if d := r.Source(h.Source, h.Event); d != nil {
		return d, byHint, h.Source
	}
	for _, d := range r.Dialects {
		for _, m := range d.Traces {
			if d.Fits(m, p) {
				return d, byTrace, string(m)
			}
		}
	}
	for _, d := range r.Dialects {
		for _, name := range d.Env {
			if h.Getenv(name) != "" && d.has(d.nameOf(p, h)) {
				return d, byEnv, name
			}
		}
	}
	return &unknown, byNothing, ""
}

// Source returns the dialect of a client. If the client has several, it is the first with
// the event. It is nil if there is none.
func (r *Registry) Source(name, event string) *Dialect {
	var found *Dialect
	for _, d := range r.Dialects {
		if d.Name != name || name == "" {
			continue
		}
		if d.has(event) {
			return d
		}
		if found == nil {
			found = d
		}
	}
	return found
}

// PayloadOutsideStdin returns a payload that is not on stdin. It is the last argument of
// the command line, and then certain, or an environment variable. A variable counts only
// if stdin is silent.
func (r *Registry) PayloadOutsideStdin(lastArg string, getenv func(string) string) (payload []byte, certain bool) {
	for _, d := range r.Dialects {
		if d.Argv != "" && jsontext.IsObject(lastArg) {
			if p, err := Parse([]byte(lastArg), getenv); err == nil && d.Fits(d.Argv, p) {
				return p.Raw, true
			}
		}
		if d.PayloadEnv == "" {
			continue
		}
		if p, err := Parse([]byte(getenv(d.PayloadEnv)), getenv); err == nil {
			ours := len(p.members) == 0 // no other program sets a variable to {}
			for _, m := range d.Marks {
				ours = ours || d.Fits(m, p)
			}
			if ours {
				payload = p.Raw
			}
		}
	}
	return payload, false
}

// PayloadFromVariable returns the payload of a client that sends nothing on stdin and
// whose variable has no mark. The value is an object, or a text. A text becomes the member
// of an object, under the variable's name. The result is nil if there is none.
func (r *Registry) PayloadFromVariable(getenv func(string) string) []byte {
	for _, d := range r.Dialects {
		if d.PayloadEnv == "" {
			continue
		}
		value := getenv(d.PayloadEnv)
		if p, err := Parse([]byte(value), getenv); err == nil {
			return p.Raw
		}
		if value != "" {
			return append(jsontext.AppendMember(nil, d.PayloadEnv, jsontext.Quote(value)), '}')
		}
	}
	return nil
}

// Fits reports whether every trait of a mark is true of a payload. Every call of the
// shim tests about sixty marks, so a mark is read only up to its first false trait.
func (d *Dialect) Fits(m Mark, p *Payload) bool {
	if m[0] != '!' && !p.keyPrefixes[keyPrefixHash(string(m))] {
		return false
	}
	for m != "" {
		var t trait
		t, m = nextKey(m)
		if t.sign == 0 && t.key == "named" {
			if !d.has(d.nameOf(p, Hints{})) {
				return false
			}
			continue
		}
		raw := p.member(t.key)
		if raw == "" && t.key == "first" && len(p.members) > 0 {
			raw = jsontext.Quote(p.members[0].Key)
		}
		if (raw == "") != (t.sign == '!') {
			return false
		}
		if t.takesText() {
			if t.text, m = nextText(m); !t.matches(raw) {
				return false
			}
		}
	}
	return true
}

// isSign are the bytes that end the key of a trait.
var isSign = [256]bool{' ': true, ':': true, '=': true, '^': true, '~': true}

// A trait is one word of a Mark.
type trait struct {
	key, text string
	sign      byte // between key and text; '!' if it is before the key; 0 if there is none
}

// takesText reports whether text follows the sign.
func (t trait) takesText() bool { return t.sign != 0 && t.sign != '!' }

// nextTrait takes the first trait off a mark.
func nextTrait(m Mark) (t trait, rest Mark) {
	if t, rest = nextKey(m); t.takesText() {
		t.text, rest = nextText(rest)
	}
	return t, rest
}

// nextKey takes the key and the sign of the first trait off a mark. rest begins with
// the trait's text, which Fits mostly does not need.
func nextKey(m Mark) (t trait, rest Mark) {
	i := 0
	if m[0] == '!' {
		t.sign = '!'
		i++
	}
	start := i
	for i < len(m) && !isSign[m[i]] {
		i++
	}
	t.key = string(m[start:i])
	if i == len(m) {
		return t, ""
	}
	if m[i] != ' ' {
		t.sign = m[i]
	}
	return t, m[i+1:]
}

// nextText takes the text of a trait off a mark.
func nextText(m Mark) (text string, rest Mark) {
	i := 0
	for i < len(m) && m[i] != ' ' {
		i++
	}
	return string(m[:i]), m[min(i+1, len(m)):]
}

// traits iterates over the traits of a mark.
func (m Mark) traits(yield func(trait) bool) {
	for m != "" {
		var t trait
		if t, m = nextTrait(m); !yield(t) {
			return
		}
	}
}

// matches reports whether a trait is true of a raw value.
func (t trait) matches(raw string) bool {
	switch t.sign {
	case '!':
		return raw == ""
	case ':':
		return jsontext.IsKind(raw, t.text)
	case '=', '^':
		if raw == "" || raw[0] != '"' {
			return false
		}
		value := jsontext.Text(raw)
		for rest := t.text; ; {
			one, end := rest, strings.IndexByte(rest, '|')
			if end >= 0 {
				one = rest[:end]
			}
			if value == one || t.sign == '^' && strings.HasPrefix(value, one) {
				return true
			}
			if end < 0 {
				return false
			}
			rest = rest[end+1:]
		}
	case '~':
		return raw != "" && raw[0] == '"' && strings.Contains(strings.ReplaceAll(jsontext.Text(raw), `\`, "/"), t.text)
	}
	return raw != ""
}

// nameOf returns the native name of p's event. The payload's own name comes first, then
// its shape, then the hint.
func (d *Dialect) nameOf(p *Payload, h Hints) string {
	if p.namedBy != d {
		p.namedBy, p.named = d, d.sentName(p)
	}
	if p.named != "" {
		return p.named
	}
	if d.EventName != nil {
		if name := d.EventName(p, h.Event); name != "" {
			return name
		}
	}
	return h.Event
}

// sentName returns the event's name as the payload gives it, "" if it gives none.
func (d *Dialect) sentName(p *Payload) string {
	for rest := string(d.Fields); ; {
		space := strings.IndexByte(rest, ' ') // one is before every key
		if space < 0 {
			return ""
		}
		if rest = rest[space+1:]; !isKeyOf(rest, NativeEvent) {
			continue
		}
		word, _ := NextWord(rest)
		k := keyOf(word)
		if name := p.Text(k.Path); name != "" {
			name, _ = k.canon(name)
			return name
		}
	}
}

// Tag returns the client that a payload names itself, "" if it names none. A plugin writes
// the name on purpose, so that it counts before any mark.
func (p *Payload) Tag() string {
	if !jsontext.IsKind(p.Get("source_tool"), "string") {
		return ""
	}
	name := strings.ToLower(p.Text("source_tool"))
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || strings.Contains("-"+name+"-", "--") {
		return ""
	}
	if len(name) > 64 || strings.HasPrefix(name, "openhook") || name == "unknown" {
		return ""
	}
	return name
}
