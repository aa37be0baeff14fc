package mapping

import (
	"strings"
	"unsafe"
)

// A writer collects text in pieces: short ones are appended to a buffer, long
// ones stay where they are.
type writer struct {
	out [][]byte
	buf []byte
}

const long = 16 << 10

// put is not inlined: its many calls would be 8 kB of code.
//
//go:noinline
func (w *writer) put(s string) *writer {
	if len(s) < long {
		w.buf = append(w.buf, s...)
		return w
	}
	w.out = append(w.out, w.buf, bytesOf(s))
	w.buf = w.buf[len(w.buf):]
	return w
}

//go:noinline
func (w *writer) string(s string) *writer {
	w.buf = appendString(w.buf, s)
	return w
}

func (w *writer) pieces() [][]byte { return append(w.out, w.buf) }

// view views bytes that nobody changes any more as a string.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// bytesOf views a string as bytes that nobody may change.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// OneLine takes out of a text what would end a line or talk to a terminal: names
// of events and tools come from the payload.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
}

// An objectWriter writes a JSON object from dot-separated paths. Paths below one
// key must follow each other.
type objectWriter struct {
	w    writer
	open []string // the keys of the objects that are open
	n    int
}

func (o *objectWriter) member(path, raw string) {
	if p, ok := strings.CutSuffix(path, ".0"); ok {
		path, raw = p, "["+raw+"]"
	}
	depth := 0
	for {
		key, rest, nested := strings.Cut(path, ".")
		if !nested {
			break
		}
		if depth == len(o.open) || o.open[depth] != key {
			o.close(len(o.open) - depth)
			o.key(key)
			o.open = append(o.open, key)
			o.n = 0
		}
		depth++
		path = rest
	}
	o.close(len(o.open) - depth)
	o.key(path)
	o.w.put(raw)
	o.n++
}

func (o *objectWriter) key(k string) {
	switch {
	case o.n > 0:
		o.w.put(",")
	default:
		o.w.put("{")
	}
	o.w.string(k).put(":")
}

func (o *objectWriter) close(n int) {
	for ; n > 0; n-- {
		o.w.put("}")
		o.open = o.open[:len(o.open)-1]
		o.n = 1
	}
}

// done returns the object and a line break.
func (o *objectWriter) done() [][]byte {
	if o.n == 0 {
		o.w.put("{")
	}
	o.close(len(o.open))
	return o.w.put("}\n").pieces()
}

// object returns the object as one piece.
func (o *objectWriter) object() []byte {
	all := flat(o.done())
	return all[:len(all)-1]
}

// flat returns pieces as one.
func flat(pieces [][]byte) []byte {
	all := pieces[0]
	for _, piece := range pieces[1:] {
		all = append(all, piece...)
	}
	return all
}
