package mapping

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// A Reply is the output of the shim for the client.
type Reply struct {
	Stdout, Stderr []byte
	Exit           int
}

// A set is one place of a reply and its value.
type set struct{ path, value string }

// sets iterates over a form.
func (f Form) sets(yield func(set) bool) {
	for one, rest := NextWord(string(f)); one != ""; one, rest = NextWord(rest) {
		path, value, _ := strings.Cut(one, "=")
		if !yield(set{path, value}) {
			return
		}
	}
}

// wishes lists what an answer asks for.
func (a *Answer) wishes() [9]bool {
	return [...]bool{
		WishAllow:   a.Decision == Allow,
		WishDeny:    a.Decision == Deny,
		WishAsk:     a.Decision == Ask,
		WishStop:    a.Stop,
		WishRewrite: a.Input != "",
		WishContext: a.Context != "",
		WishOutput:  a.Output != "",
		WishMessage: a.Message != "",
		WishQuiet:   a.Quiet,
	}
}

// Encode turns an answer from Degrade into a reply that the client obeys.
func Encode(c *Call, a *Answer) Reply {
	if a.Raw != nil {
		return Reply{Stdout: a.Raw}
	}
	var r reply
	said := false
	for w, wanted := range a.wishes() {
		if f := c.Event.Forms.form(Wish(w)); wanted && f != "" {
			r.apply(f, c, a)
			said = true
		}
	}
	switch {
	case a.Decision == Deny || a.Stop:
		said = r.mergeNative("own+:", c, a) || said
	case a.Decision <= Allow:
		said = r.mergeNative("own:", c, a) || said
	}
	if !said {
		r.applyQuietly(Form(FirstOf(string(c.Event.Forms.none), string(c.Dialect.None))), c, a)
	}
	return r.done()
}

// Fault returns the reply for a call without an answer: this client's way of reporting a
// failed hook or, fail-closed, its deny. A nil call has an unreadable payload and an unknown
// sender.
func Fault(c *Call, closed bool, reason string) Reply {
	if c == nil {
		c = &Call{Dialect: &unknown, Event: &unnamed}
		if !closed {
			// An unknown client may take any exit code but 0 for a deny.
			return Reply{Stderr: []byte(reason + "\n")}
		}
	}
	a := &Answer{Reason: reason}
	if closed && (c.Deniable() || c.Event.Flags&NobodyWaits != 0) {
		a.Decision = Deny
		return Encode(c, a)
	}
	var r reply
	r.applyQuietly(c.Dialect.Fault, c, a)
	return r.done()
}

// A reply is a Reply that is being put together.
type reply struct {
	Reply
	json, line []byte
}

// applyQuietly applies a form that is no answer.
func (r *reply) applyQuietly(f Form, c *Call, a *Answer) {
	r.apply(f, c, a)
	if c.Event.Flags&AnyOutputCounts != 0 {
		*r = reply{Reply: Reply{Exit: r.Exit}}
	}
}

func (r *reply) apply(f Form, c *Call, a *Answer) {
	// The first form, mostly the only one, is written at once.
	first := jsontext.ObjectInto(c.Payload.scratch(256))
	writes, framed := r.json == nil && !strings.Contains(string(f), ".0."), false
	for s := range f.sets {
		raw, plain := s.render(c, a)
		if raw == "" {
			continue
		}
		switch {
		case s.path == "#exit":
			r.Exit, _ = strconv.Atoi(raw)
		case s.path == "#stdout":
			r.Stdout = append(append(r.Stdout, strings.ToValidUTF8(plain, "\uFFFD")...), '\n')
		case s.path == "#stderr":
			r.Stderr = append(append(r.Stderr, strings.ToValidUTF8(plain, "\uFFFD")...), '\n')
		case strings.HasPrefix(s.path, "#line."):
			r.line, _ = sjson.SetRawBytes(r.line, strings.TrimPrefix(s.path, "#line."), jsontext.BytesOf(raw))
		case writes:
			for frame := range c.Dialect.Frame.sets {
				if !framed && beside(s.path, frame.path) {
					raw, _ := frame.render(c, a)
					first.Member(frame.path, raw)
					framed = true
				}
			}
			first.Member(s.path, raw)
		default:
			r.frame(s.path, c, a)
			r.json, _ = sjson.SetRawBytes(r.json, s.path, jsontext.BytesOf(raw))
		}
	}
	if !first.Empty() {
		r.json = first.Object()
	}
}

// beside reports whether a path lies below the parent of another.
func beside(path, other string) bool {
	return strings.HasPrefix(path, other[:strings.LastIndexByte(other, '.')+1])
}

// frame sets the member that must be beside a path, unless it is there.
func (r *reply) frame(path string, c *Call, a *Answer) {
	for s := range c.Dialect.Frame.sets {
		if beside(path, s.path) && !gjson.Get(jsontext.View(r.json), s.path).Exists() {
			raw, _ := s.render(c, a)
			r.json, _ = sjson.SetRawBytes(r.json, s.path, jsontext.BytesOf(raw))
		}
	}
}

// done returns the reply on one line, because a hook's own JSON may have line breaks between
// tokens, and Copilot CLI reads line by line.
func (r *reply) done() Reply {
	for _, b := range [...][]byte{r.json, r.line} {
		for i, c := range b {
			if c == '\n' || c == '\r' {
				b[i] = ' '
			}
		}
	}
	switch {
	case r.json != nil && r.Stdout == nil:
		r.Stdout = append(r.json, '\n')
	case r.json != nil:
		r.Stdout = append(append(r.Stdout, r.json...), '\n')
	}
	if r.line != nil {
		r.Stdout = append(append(r.line, '\n'), r.Stdout...)
	}
	return r.Reply
}

// render returns the value of a set, as raw JSON and as plain text.
func (s set) render(c *Call, a *Answer) (raw, plain string) {
	switch s.value {
	case "$reason":
		plain = a.Reason
	case "$stop":
		plain = a.StopReason
		if plain == "" {
			plain = a.Reason
		}
	case "$context":
		plain = a.Context
	case "$message":
		plain = a.Message
	case "$event":
		plain = c.Native
	case "$input":
		return a.Input, a.Input
	case "$output", "$mcp_output":
		if (c.Canon == MCP) == (s.value == "$mcp_output") {
			raw = a.Output
		}
		return raw, jsontext.Text(raw)
	case "$command": // never sent
	case "$output_text":
		plain = jsontext.Text(a.Output)
	default:
		return s.value, jsontext.Text(s.value)
	}
	if plain == "" {
		return "", ""
	}
	return jsontext.Quote(plain), plain
}

const cutMark = " … [cut]"

// Shorten cuts a text to max bytes and marks the cut. Cursor drops longer contexts whole.
func Shorten(s string, max int) string {
	if max == 0 || len(s) <= max {
		return s
	}
	s = s[:max-len(cutMark)]
	return strings.ToValidUTF8(s, "") + cutMark
}

// mergeNative adds the hook's own members for this client to the reply. Only members that the
// event lists, and of the right kind: a wrong type voids a whole answer in Claude Code, and a
// deciding key must come from the answer.
func (r *reply) mergeNative(sign string, c *Call, a *Answer) bool {
	own, said := jsontext.ValueOf(a.Native, c.Source), false
	for word := range c.Event.wordsWith(sign) {
		p, _ := nextTrait(Mark(word))
		raw := jsontext.Child(own, p.key)
		if raw != "" && raw != "null" && p.matches(raw) && !gjson.Get(jsontext.View(r.json), p.key).Exists() {
			r.frame(p.key, c, a)
			r.json, _ = sjson.SetRawBytes(r.json, p.key, jsontext.BytesOf(raw))
			said = true
		}
	}
	return said
}
