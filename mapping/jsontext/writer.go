package jsontext

import (
	"strings"
	"unsafe"
)

// A Writer collects text in pieces: short ones are appended to a buffer, long
// ones stay where they are.
type Writer struct {
	out [][]byte
	Buf []byte // what is being written; short text may be appended here
}

// CopyLimit is the length in bytes from which a text is not copied.
const CopyLimit = 16 << 10

// Put writes a text as it is. It is not inlined: its many calls would be 8 kB of code.
//
//go:noinline
func (w *Writer) Put(s string) *Writer {
	if len(s) < CopyLimit {
		w.Buf = append(w.Buf, s...)
		return w
	}
	w.out = append(w.out, w.Buf, BytesOf(s))
	w.Buf = w.Buf[len(w.Buf):]
	return w
}

// Quote writes a text as a JSON string.
//
//go:noinline
func (w *Writer) Quote(s string) *Writer {
	w.Buf = AppendString(w.Buf, s)
	return w
}

// Pieces returns what was written.
func (w *Writer) Pieces() [][]byte { return append(w.out, w.Buf) }

// View returns bytes as a string without a copy. The bytes must not change any more.
func View(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// BytesOf returns a string as bytes without a copy. The bytes must not change.
func BytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// An ObjectWriter writes a JSON object from dot-separated paths. Paths below one
// key must follow each other.
type ObjectWriter struct {
	w    Writer
	open []string // the keys of the objects that are open
	n    int
}

// ObjectInto returns a writer that begins in a buffer of the caller's.
func ObjectInto(buf []byte) ObjectWriter { return ObjectWriter{w: Writer{Buf: buf}} }

// Empty reports whether nothing was written yet.
func (o *ObjectWriter) Empty() bool { return o.n == 0 && len(o.open) == 0 }

// Member writes what stands at a path.
func (o *ObjectWriter) Member(path, raw string) {
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
	o.w.Put(raw)
	o.n++
}

func (o *ObjectWriter) key(k string) {
	switch {
	case o.n > 0:
		o.w.Put(",")
	default:
		o.w.Put("{")
	}
	o.w.Quote(k).Put(":")
}

func (o *ObjectWriter) close(n int) {
	for ; n > 0; n-- {
		o.w.Put("}")
		o.open = o.open[:len(o.open)-1]
		o.n = 1
	}
}

// Done returns the object and a line break.
func (o *ObjectWriter) Done() [][]byte {
	if o.n == 0 {
		o.w.Put("{")
	}
	o.close(len(o.open))
	return o.w.Put("}\n").Pieces()
}

// Object returns the object as one piece.
func (o *ObjectWriter) Object() []byte {
	all := Flat(o.Done())
	return all[:len(all)-1]
}

// Flat returns pieces as one.
func Flat(pieces [][]byte) []byte {
	all := pieces[0]
	for _, piece := range pieces[1:] {
		all = append(all, piece...)
	}
	return all
}

// EndOf returns the end of the span of raw that holds index i, 0 if none of the spans does. A
// copy, or a span of another text, holds no index.
func EndOf(raw string, i int, spans []string) int {
	for _, span := range spans {
		at := uintptr(unsafe.Pointer(unsafe.StringData(span))) - uintptr(unsafe.Pointer(unsafe.StringData(raw)))
		if span != "" && at <= uintptr(i) && i < int(at)+len(span) {
			return int(at) + len(span)
		}
	}
	return 0
}

// Spaced returns the JSON text of pieces as one line, with a space behind each colon and comma
// between its tokens.
func Spaced(pieces [][]byte) []byte {
	size := 0
	for _, piece := range pieces {
		size += len(piece)
	}
	out := make([]byte, 0, size+size/8+16)
	inString, escaped := false, false
	for _, piece := range pieces {
		for _, c := range piece {
			switch {
			case escaped:
				escaped = false
			case inString:
				escaped, inString = c == '\\', c != '"'
			case c == ':' || c == ',':
				out = append(out, c, ' ')
				continue
			case c <= ' ':
				continue
			default:
				inString = c == '"'
			}
			out = append(out, c)
		}
	}
	return append(out, '\n')
}
