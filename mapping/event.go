package mapping

import (
	"strconv"
	"strings"
)

// event returns the table's entry for a native name, nil if there is none.
func (d *Dialect) event(native string) *Event {
	if !IsName(native) {
		return nil
	}
	return d.Entry(native)
}

// IsName reports whether an entry's name is that of an event.
func IsName(s string) bool { return s != "" && strings.IndexByte("*$# ", s[0]) < 0 }

// has reports whether an event of that name is in the table.
func (d *Dialect) has(native string) bool {
	_, ok := d.Events.Entry(native)
	return ok && IsName(native)
}

// Entry reads an entry of Events, nil if there is none.
//
//go:noinline
func (d *Dialect) Entry(name string) *Event {
	return new(Event).parseRow(d, name)
}

// parseRow fills an event from its entry and returns it, nil if there is no entry.
func (e *Event) parseRow(d *Dialect, name string) *Event {
	body, ok := d.Events.Entry(name)
	if !ok {
		return nil
	}
	e.Native, e.table = name, d.Events
	e.Type, e.words = NextWord(body)
	if e.Type == "-" {
		e.Type = ""
	}
	for word, rest := NextWord(e.words); word != ""; word, rest = NextWord(rest) {
		switch c := word[0]; {
		case c == '@':
			e.Forms = d.FormsNamed(word[1:])
		case c == '!':
			e.mark(word[1:])
		case c >= '0' && c <= '9':
			e.Limit = limit(word)
		case strings.HasPrefix(word, "tool:"):
			e.Tool = word[len("tool:"):]
		}
	}
	return e
}

// mark sets the flag of a word.
func (e *Event) mark(flag string) {
	switch flag {
	case "success", "error":
		e.Status = flag
	case "text":
		e.Flags |= TextIsContext
	case "goes-on":
		e.Flags |= KeepsGoing
	case "raw":
		e.Flags |= RawOutput
	case "with-allow":
		e.Flags |= RewriteNeedsAllow
	case "unheard":
		e.Flags |= NobodyWaits
	case "too-late":
		e.Flags |= TooLate
	case "mute":
		e.Flags |= AnyOutputCounts
	case "ask-unsafe":
		e.Flags |= AskUnsafe
	case "bare":
		e.Flags |= OmitsEmpty
	}
}

// limit reads a number of seconds or milliseconds.
func limit(word string) int32 {
	unit := int64(1)
	number, ok := strings.CutSuffix(word, "ms")
	if !ok {
		number, unit = strings.TrimSuffix(word, "s"), 1000
	}
	n, _ := strconv.ParseInt(number, 10, 32)
	return int32(n * unit)
}

// AllEvents iterates over the events of a dialect that have a name.
func (d *Dialect) AllEvents(yield func(*Event) bool) {
	for name := range d.Events.names {
		if !yield(d.Entry(name)) {
			return
		}
	}
}

// Can reports whether a client obeys a wish on this event.
func (e *Event) Can(w Wish) bool { return e.Forms.form(w) != "" && e.Flags&NobodyWaits == 0 }

// Prevents reports whether a deny on this event prevents something. The end of the agent's
// loop also counts.
func (e *Event) Prevents() bool {
	return e.Can(WishDeny) && e.Flags&TooLate == 0 && e.Type != ToolEnd
}

// Keys iterates over the keys that an event carries beside Dialect.Fields.
func (e *Event) Keys(yield func(Key) bool) {
	for word, rest := NextWord(e.words); word != ""; word, rest = NextWord(rest) {
		if word[0] == '$' {
			body, _ := e.table.Entry(word)
			for k := range Keys(body).All {
				if !yield(k) {
					return
				}
			}
		} else if isKey(word) && !yield(keyOf(word)) {
			return
		}
	}
}

// isKey reports whether a word of an event is a key.
func isKey(word string) bool {
	if word[0] != '-' && (word[0] < 'a' || word[0] > 'z') {
		return false
	}
	for i := range len(word) {
		switch word[i] {
		case ':':
			return false
		case '=', '{':
			return true
		}
	}
	return true
}

// wordsWith iterates over an event's words that begin with a sign, without the sign.
func (e *Event) wordsWith(sign string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for word, rest := NextWord(e.words); word != ""; word, rest = NextWord(rest) {
			if value, ok := strings.CutPrefix(word, sign); ok && !yield(value) {
				return
			}
		}
	}
}

// formsOf reads an entry of Dialect.Forms.
func formsOf(entry string) Forms {
	var f Forms
	for rest := entry; rest != ""; {
		wish, form, after := nextForm(rest)
		if wish != "" && wish[0] == '+' {
			f.also = rest
			break
		}
		if w, ok := wishOf(wish); ok {
			f.to[w] = form
		} else {
			f.none = form
		}
		rest = after
	}
	return f
}

// form returns the form that achieves a wish, "" if there is none.
func (f *Forms) form(w Wish) Form { return f.to[w] }

// nextForm takes the first form off an entry. wish is "" at the end.
func nextForm(s string) (wish string, form Form, rest string) {
	for s != "" {
		end := strings.IndexByte(s, '\n')
		if end < 0 {
			end = len(s) - 1
		}
		line := s[:end]
		s = s[end+1:]
		if len(line) <= 2 {
			continue
		}
		i := 2
		for i < len(line)-1 && line[i] != ' ' {
			i++
		}
		return line[2:i], Form(line[i+1:]), s
	}
	return "", "", ""
}

var wishNames = [wishCount]string{"allow", "deny", "ask", "stop", "rewrite", "context", "output", "message", "quiet"}

func (w Wish) name() string { return wishNames[w] }

func wishOf(name string) (Wish, bool) {
	for w := range wishNames {
		if wishNames[w] == name {
			return Wish(w), true
		}
	}
	return 0, false
}

// FormsNamed returns an entry of Forms, empty if there is none.
func (d *Dialect) FormsNamed(name string) Forms {
	section, _ := d.Forms.Entry(name)
	return formsOf(section)
}
