package shim

import "github.com/openhook/openhook-shim/mapping"

// Limits of what is kept of a hook's output; the rest is read and discarded.
const (
	maxObject = 64 << 20 // stdout that begins with '{'
	maxText   = 1 << 20  // any other output, from each end
)

// A stream collects what a hook prints. Output that begins with '{' is kept
// whole up to maxObject, else the head and the tail are.
type stream struct {
	head, tail []byte
	object     bool // it begins with '{'
	isStdout   bool
	cut        bool
	eof        bool
}

func (s *stream) add(b []byte) {
	if s.isStdout && !s.object && len(s.head) < maxText {
		s.object = firstByte(s.head, b) == '{'
	}
	limit := maxText
	if s.object {
		limit = maxObject
	}
	if room := limit - len(s.head); room > 0 {
		n := min(room, len(b))
		s.head = append(s.head, b[:n]...)
		b = b[n:]
	}
	if len(b) == 0 {
		return
	}
	s.cut = s.cut || s.object
	if s.object {
		return
	}
	s.tail = append(s.tail, b...)
	if len(s.tail) > 2*maxText {
		s.tail = append(s.tail[:0], s.last()...)
	}
}

// last returns the end of the tail that is kept.
func (s *stream) last() []byte {
	drop := len(s.tail) - maxText
	s.cut = s.cut || s.isStdout && mayAnswer(s.tail[:drop+len(`"decision`)])
	return s.tail[drop:]
}

// mayAnswer says whether text that is not kept may hold something that holds the
// agent back.
func mayAnswer(text []byte) bool {
	return mapping.MayDecide(text)
}

// firstByte returns the first byte of a+b that is neither space nor part of a
// byte order mark.
func firstByte(a, b []byte) byte {
	for _, part := range [...][]byte{a, b} {
		for _, c := range part {
			switch c {
			case ' ', '\t', '\r', '\n', 0xEF, 0xBB, 0xBF:
			default:
				return c
			}
		}
	}
	return 0
}

func (s *stream) bytes() []byte {
	if s.tail == nil {
		return s.head
	}
	if len(s.tail) > maxText {
		s.tail = s.last()
	}
	return append(append(s.head, '\n'), s.tail...)
}
