package mapping

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// Errors of Parse. Their texts complete "stdin ".
const (
	ErrEmpty   = Error("is empty")
	ErrNotJSON = Error("is not one JSON object")
	ErrTooDeep = Error("nests deeper than 10,000 levels")
)

// An Error is an error whose text is all of it.
type Error string

func (e Error) Error() string { return string(e) }

const maxDepth = 10_000

// A Payload is one JSON object from a client. Its strings are spans of Raw.
type Payload struct {
	Raw         []byte // valid JSON in valid UTF-8 on one line
	Args        string // the payload came as the last argument, not on stdin
	Line        bool   // a line break ended it
	Scratch     []byte // free memory for values that are made of it
	members     jsontext.Members
	last        map[string]int // the last index of each key, if there are many
	first       [40]jsontext.Member
	keyPrefixes [256]bool // see keyPrefixHash
	getenv      func(string) string
	namedBy     *Dialect // the dialect that named the event last, see nameOf
	named       string
}

// Parse checks that data is one JSON object and indexes its keys. It owns data from then on.
// It removes byte order marks and space at both ends. Bytes that are not UTF-8 become U+FFFD.
// Raw line breaks between tokens become spaces. getenv reads the environment of the hook
// process.
func Parse(data []byte, getenv func(string) string) (*Payload, error) {
	line := bytes.HasSuffix(data, []byte{'\n'})
	data = trim(data)
	switch {
	case len(data) == 0:
		return nil, ErrEmpty
	case data[0] != '{':
		return nil, ErrNotJSON
	}
	if err := Valid(data); err != nil {
		if err == ErrTooDeep || !pythons(data) {
			return nil, err
		}
		if data = withoutNaN(data); Valid(data) != nil {
			return nil, err
		}
	}
	if !utf8.Valid(data) {
		data = []byte(strings.ToValidUTF8(jsontext.View(data), "\uFFFD"))
	}
	// Valid JSON has raw line breaks only between tokens.
	for _, b := range [...]byte{'\n', '\r'} {
		for rest := data; ; {
			i := bytes.IndexByte(rest, b)
			if i < 0 {
				break
			}
			rest[i] = ' '
			rest = rest[i+1:]
		}
	}
	p := &Payload{Raw: data, Line: line, getenv: getenv}
	p.members = p.first[:0]
	jsontext.EachMember(jsontext.View(data), func(key, value string) bool {
		p.members = append(p.members, jsontext.Member{Key: key, Raw: value})
		p.keyPrefixes[keyPrefixHash(key)] = true
		return true
	})
	p.last = p.members.Index()
	return p, nil
}

// notNumbers are words that only Python's json reads from a model and writes to a hook. A call
// must not go unread because of them.
var notNumbers = [...]string{"-Infinity", "Infinity", "NaN"}

func pythons(data []byte) bool {
	return strings.Contains(jsontext.View(data), "NaN") || strings.Contains(jsontext.View(data), "Infinity")
}

// withoutNaN replaces the notNumbers by null.
func withoutNaN(data []byte) []byte {
	s := jsontext.View(data)
	b := make([]byte, 0, len(s)+64)
	for i := 0; i < len(s); {
		end := i + 1
		if s[i] == '"' {
			end = jsontext.StringEnd(s, i)
		}
		piece := s[i:end]
		for _, word := range notNumbers {
			if strings.HasPrefix(s[i:], word) {
				piece, end = "null", i+len(word)
				break
			}
		}
		b = append(b, piece...)
		i = end
	}
	return b
}

// IsEmpty reports whether the payload is {}.
func (p *Payload) IsEmpty() bool { return len(p.members) == 0 }

// scratch returns an empty buffer for n bytes.
func (p *Payload) scratch(n int) []byte {
	if p == nil || n > len(p.Scratch) {
		return make([]byte, 0, n)
	}
	b := p.Scratch[:0:n]
	p.Scratch = p.Scratch[n:]
	return b
}

// keyPrefixHash hashes the first bytes of a key, so that most marks need no lookup. A mark
// begins with its first key: a byte behind a sign is not hashed, because it is no part of
// the key. So the first key of a mark must be a payload's key of three bytes or more.
func keyPrefixHash(key string) byte {
	if len(key) < 3 {
		return 0
	}
	h := key[0]<<3 ^ key[1]
	if len(key) > 4 && !isSign[key[3]] && !isSign[key[4]] {
		h ^= key[4] << 2
	}
	return h
}

// trim removes byte order marks and space at both ends. Cursor on Windows sends up to two
// marks (stablyai/orca#21421).
func trim(data []byte) []byte {
	for {
		data = bytes.TrimSpace(data)
		rest := bytes.TrimPrefix(data, []byte("\uFEFF"))
		if len(rest) == len(data) {
			return data
		}
		data = rest
	}
}

// Complete reports whether data is one whole JSON value, so that no more bytes are needed.
func Complete(data []byte) bool {
	data = trim(data)
	return len(data) > 0 && Valid(data) == nil
}

// Valid checks that data is one JSON value of bounded depth. The depth comes
// first: gjson's validator recurses, and a Go stack that overflows cannot be
// recovered from.
func Valid(data []byte) error {
	if bytes.Count(data, []byte("{"))+bytes.Count(data, []byte("[")) > maxDepth && depth(data) > maxDepth {
		return ErrTooDeep
	}
	if !gjson.ValidBytes(data) {
		return ErrNotJSON
	}
	return nil
}

func depth(data []byte) int {
	deepest, level := 0, 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = jsontext.StringEnd(jsontext.View(data), i) - 1
		case '{', '[':
			if level++; level > deepest {
				deepest = level
			}
		case '}', ']':
			level--
		}
	}
	return deepest
}

// Get returns the raw value at a dot-separated path, "" if there is none or it is null. If a
// key occurs twice, the last counts, like in every client's parser. A path "$NAME" reads the
// environment and returns a JSON string.
func (p *Payload) Get(path string) string {
	if path != "" && path[0] == '$' {
		if v := p.getenv(path[1:]); v != "" {
			return jsontext.Quote(v)
		}
		return ""
	}
	key, rest, nested := strings.Cut(path, ".")
	raw := p.member(key)
	if nested {
		if raw = jsontext.Child(raw, rest); raw == "null" {
			return ""
		}
	}
	return raw
}

// member returns the raw value of a top-level key, "" if there is none or it is
// null.
func (p *Payload) member(key string) string {
	raw := ""
	if p.last == nil {
		raw = p.members.Value(key)
	} else if i, ok := p.last[key]; ok {
		raw = p.members[i].Raw
	}
	if raw == "null" {
		return ""
	}
	return raw
}

// Text returns the string at path, or the literal text of another value.
func (p *Payload) Text(path string) string { return jsontext.Text(p.Get(path)) }
