package mapping

import (
	"strings"
	"unicode/utf8"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// A hook that prints text of the agent must not approve the action with that text. This file
// asks whether the payload's text can be a member of an answer: as it is, and as every
// printer unescapes it. Printers are JSON, the echo of dash and of bash, printf with its
// format, and percent-encoding.

// A wish is a member of an answer that asks for something.
type wish struct {
	jsontext.Member
	word   string // its letters and digits in lower case, up to maxWord
	echoed bool   // the payload's text can be it
}

// maxWord is the number of bytes of a wish that the shim looks for. The beginning is enough,
// because the hook's own words may follow.
const maxWord = 24

type wishes []wish

func (all *wishes) add(key, raw string) {
	word := appendWord(make([]byte, 0, maxWord), key)
	keyed := len(word)
	value := raw[:min(len(raw), 64*maxWord)]
	if raw[0] == '"' {
		value = jsontext.TextUpTo(raw, 8*maxWord)
	} else {
		value = jsontext.Unescape(value)
	}
	if word = appendWord(word, value); len(word) == keyed && keyed < maxWord {
		return // it asks for nothing
	}
	*all = append(*all, wish{jsontext.Member{Key: key, Raw: raw}, jsontext.View(word), false})
}

// echoed reports whether a member is a wish that the payload's text can be.
func (all wishes) echoed(key, raw string) bool {
	for i := range all {
		if w := &all[i]; w.Key == key && w.Raw == raw {
			return w.echoed
		}
	}
	return false
}

// find looks for the wishes in all text of a call that a hook may print.
func (all wishes) find(c *Call) {
	for len(all) > 0 {
		n, bits := 0, 0
		for n < len(all) && (n == 0 || bits+len(all[n].word) <= 64) {
			bits += len(all[n].word)
			n++
		}
		var m matcher
		m.words(all[:n])
		m.readCall(c)
		m.results(all[:n])
		all = all[n:]
	}
}

// A matcher finds words in texts. Any bytes may be between their letters, and any of the
// text's escapes may be read. A bit of a state says how much of a word ends here (Shift-And,
// Baeza-Yates and Gonnet 1992).
type matcher struct {
	starts, ends uint64      // the first and last letters
	letters      [256]uint64 // where each letter stands
	begins       [256]bool   // what a word can begin with, spelt out or escaped
	found        uint64      // the ends of words that were found
	joints       uint64      // states at the end of a text, which another may continue
	joined       uint64      // those of the pass before
	ahead        [64]uint64  // states at the next places of the text, see put
}

func (m *matcher) words(all []wish) {
	bit := 0
	m.begins['\\'], m.begins['%'] = true, true
	for _, w := range all {
		m.starts |= 1 << bit
		m.begins[w.word[0]] = true
		if c := w.word[0]; c >= 'a' && c <= 'z' {
			m.begins[c-'a'+'A'] = true
		}
		for i := range len(w.word) {
			c := w.word[i]
			m.letters[c] |= 1 << bit
			if c >= 'a' && c <= 'z' {
				m.letters[c-'a'+'A'] |= 1 << bit
			}
			bit++
		}
		m.ends |= 1 << (bit - 1)
	}
}

// results notes which words were found.
func (m *matcher) results(all []wish) {
	bit := 0
	for i := range all {
		bit += len(all[i].word)
		all[i].echoed = m.found&(1<<(bit-1)) != 0
	}
}

// readCall reads all texts of a call. Printed one after the other, they may hold a word that
// no single text holds. So a second and a third pass go on with the states at the ends of
// texts. They read only the beginning of each text.
func (m *matcher) readCall(c *Call) {
	payload := jsontext.View(c.Payload.Raw)
	// The agent's own objects may be an answer by their keys. The client's keys are none.
	var objects [5]string
	for i, f := range [...]Field{ToolInput, ToolOutput, Prompt, LastMessage, Text} {
		if raw := c.Values[f]; raw != "" && raw[0] != '"' {
			m.readText(raw)
			objects[i] = raw
		}
	}
	for pass := range 3 {
		m.readStrings(payload, objects[:])
		m.readText(c.Project())
		m.readText(jsontext.View(appendURI([]byte("context "), c.cwd)))
		if m.found == m.ends || m.joints == m.joined {
			return
		}
		if pass == 0 {
			m.starts, objects = 0, [5]string{}
		}
		m.joined = m.joints
	}
}

// readStrings reads the strings of a JSON text, each by itself. It skips the parts that have
// been read.
func (m *matcher) readStrings(raw string, read []string) {
	for i := strings.IndexByte(raw, '"'); i >= 0; {
		end := jsontext.EndOf(raw, i, read)
		if end == 0 {
			end = jsontext.StringEnd(raw, i)
			joined, joints := m.joined, m.joints
			isKey := strings.HasPrefix(strings.TrimLeft(raw[end:], " \t"), ":")
			if isKey { // no program prints a key behind a value
				m.joined = 0
			}
			m.readText(raw[i+1 : max(end-1, i+1)])
			if m.joined = joined; isKey {
				m.joints = joints
			}
		}
		next := strings.IndexByte(raw[end:], '"')
		if next < 0 {
			break
		}
		i = end + next
	}
}

// readText reads one text. Where no word can start, it ends with the last state.
func (m *matcher) readText(s string) {
	state, last := m.joined, -1
	for i := 0; i < len(s); i++ {
		switch {
		case i <= last:
			state |= m.ahead[i%len(m.ahead)]
			m.ahead[i%len(m.ahead)] = 0
		case state|m.starts == 0:
			return
		case state == 0:
			for i < len(s) && !m.begins[s[i]] {
				i++
			}
			if i == len(s) {
				return
			}
		}
		c := s[i]
		if next := m.letters[c]; next != 0 { // a letter of a word, in either case
			state = (state<<1 | m.starts) & next
			m.found |= state & m.ends
			continue
		}
		switch {
		case letter(c) != 0:
			state = 0
		case c == '"': // the end of a string of an object
			m.joints |= state
		case c == '\\':
			last = max(last, m.escape(s, i+1, state, 0))
		case c == '%':
			last = max(last, m.directive(s, i+1, state))
		}
	}
	if last >= len(s) {
		state |= m.ahead[len(s)%len(m.ahead)]
		m.ahead[len(s)%len(m.ahead)] = 0
	}
	if state != 0 && strings.ContainsAny(s, "\"{\\%") { // an answer cannot begin in a text without any of these
		m.joints |= state
	}
}

// letter returns a letter or digit in lower case, 0 for anything else.
func letter(c byte) byte {
	switch {
	case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c >= 0x80:
		return c
	case c >= 'A' && c <= 'Z':
		return c | 0x20
	}
	return 0
}

// step is the state behind a letter.
func (m *matcher) step(state uint64, c byte) uint64 {
	state = (state<<1 | m.starts) & m.letters[letter(c)]
	m.found |= state & m.ends
	return state
}

// put notes a state for a place of the text, which it returns.
func (m *matcher) put(at int, state uint64) int {
	m.ahead[at%len(m.ahead)] |= state
	return at
}

// escape notes the state after every reading of the escape behind a backslash. It returns the
// last place with such a state.
func (m *matcher) escape(s string, at int, state uint64, nested int) (last int) {
	if at >= len(s) {
		return -1
	}
	digits, base := 0, rune(16)
	switch c := s[at]; c {
	case '0', '1', '2', '3', '4', '5', '6', '7':
		base, digits = 8, 3
		if c == '0' {
			digits = 4
		}
		at--
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	case 'a', 'b', 'c', 'e', 'E', 'f', 'n', 'r', 't', 'v':
		return m.put(at+1, state)
	default:
		return -1
	}
	last = -1
	r := rune(0)
	for n := 1; n <= digits && at+n < len(s); n++ {
		d := digit(s[at+n])
		if d >= base {
			break
		}
		r = r*base + d
		next := at + n + 1
		var utf [4]byte
		printed := append(utf[:0], byte(r))
		if digits == 4 && base == 16 || digits == 8 {
			printed = utf8.AppendRune(utf[:0], r)
		}
		after := state
		for _, c := range printed {
			if letter(c) != 0 {
				after = m.step(after, c)
			}
		}
		last = max(last, m.put(next, after))
		switch {
		case nested > 0:
		case r == '\\':
			last = max(last, m.escape(s, next, state, nested+1))
		case r == '%':
			last = max(last, m.directive(s, next, state))
		}
	}
	return last
}

// digit returns the value of a hexadecimal digit, 16 for anything else.
func digit(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return 16
}

// maxDirective is the longest directive of printf that is read, in bytes.
const maxDirective = 24

// directive does for "%" what escape does for a backslash. printf without arguments prints
// nothing or 0 for a directive. A path of a URI is percent-encoded.
func (m *matcher) directive(s string, at int, state uint64) (last int) {
	last = -1
	if at+1 < len(s) && digit(s[at]) < 16 && digit(s[at+1]) < 16 {
		c, after := byte(digit(s[at])<<4|digit(s[at+1])), state
		if letter(c) != 0 {
			after = m.step(state, c)
		}
		last = m.put(at+2, after)
	}
	for i := at; i < len(s) && i < at+maxDirective; i++ {
		isLetter := letter(s[i]) > '9' && s[i] < 0x80
		if isLetter || s[i] == '%' {
			last = max(last, m.put(i+1, state|m.step(state, '0')))
		}
		if strings.IndexByte(" #+-0123456789.*$'hljztqL", s[i]) < 0 {
			break
		}
	}
	return last
}

// appendWord appends the letters and digits of a text in lower case, up to maxWord.
func appendWord(b []byte, s string) []byte {
	for i := 0; i < len(s) && len(b) < maxWord; i++ {
		if c := letter(s[i]); c != 0 {
			b = append(b, c)
		}
	}
	return b
}
