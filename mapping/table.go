package mapping

import (
	"strings"
)

// Entry returns the body of an entry, with the lines that continue it.
func (t Table) Entry(name string) (body string, ok bool) {
	if name == "" || strings.IndexByte(name, '\n') >= 0 || strings.IndexByte(name, ':') >= 0 {
		return "", false
	}
	for at := 0; ; {
		i := strings.Index(string(t[at:]), name)
		if i < 0 {
			return "", false
		}
		i += at
		at = i + len(name)
		if i > 0 && t[i-1] == '\n' && at < len(t) && t[at] == ':' {
			return t.body(at + 1), true
		}
	}
}

// body returns what follows from an index to the end of the entry.
func (t Table) body(from int) string {
	end := from
	for {
		i := strings.IndexByte(string(t[end:]), '\n')
		if i < 0 {
			return string(t[from:])
		}
		end += i + 1
		if end == len(t) || t[end] != ' ' {
			return string(t[from:end])
		}
	}
}

// names iterates over the entries that are events.
func (t Table) names(yield func(name string) bool) {
	for line := range strings.Lines(string(t)) {
		switch line[0] {
		case ' ', '\n', '*', '$':
			continue
		}
		if name, _, ok := strings.Cut(line, ":"); ok && !yield(name) {
			return
		}
	}
}

// NextWord takes the first word off a text, "" at its end.
//
//go:noinline
func NextWord(s string) (word, rest string) {
	i := 0
	for i < len(s) && (s[i] == ' ' || s[i] == '\n') {
		i++
	}
	start := i
	for i < len(s) && s[i] != ' ' && s[i] != '\n' {
		i++
	}
	return s[start:i], s[i:]
}

// All iterates over the keys.
func (k Keys) All(yield func(Key) bool) {
	for word, rest := NextWord(string(k)); word != ""; word, rest = NextWord(rest) {
		if !yield(keyOf(word)) {
			return
		}
	}
}

func keyOf(word string) Key {
	i := 0
	part := func() string { // up to the next sign
		start := i
		for i < len(word) && !endsPart[word[i]] {
			i++
		}
		return word[start:i]
	}
	name := part()
	k := Key{Field: fieldOf(name), Path: name}
	for i < len(word) {
		sign := word[i]
		i++
		switch sign {
		case '=':
			k.Path = part()
		case '{':
			k.Words = part()
		case '|': // JSON has signs of its own
			start := i
			for i < len(word) && word[i] != '@' {
				i++
			}
			k.Literal = word[start:i]
		case '@':
			k.As = asOf(part())
		}
	}
	return k
}

// isKeyOf reports whether a text begins with a key for a field.
func isKeyOf(s string, f Field) bool {
	rest, ok := strings.CutPrefix(s, f.Name())
	return ok && (rest == "" || rest[0] <= ' ' || endsPart[rest[0]])
}

// endsPart are the bytes between the parts of a key.
var endsPart = [256]bool{'=': true, '{': true, '}': true, '|': true, '@': true}

// canon returns our word for a client's, or what it was given.
func (k *Key) canon(native string) (string, bool) {
	for rest := k.Words; rest != ""; {
		var pair string
		pair, rest, _ = strings.Cut(rest, ",")
		if n, c, _ := strings.Cut(pair, ":"); n == native {
			return c, true
		}
	}
	return native, false
}

// native returns the client's first word for one of ours, or what it was given.
func (k *Key) native(canon string) (string, bool) {
	for rest := k.Words; rest != ""; {
		var pair string
		pair, rest, _ = strings.Cut(rest, ",")
		if n, c, _ := strings.Cut(pair, ":"); c == canon {
			return n, true
		}
	}
	return canon, false
}
