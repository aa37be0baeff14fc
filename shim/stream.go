package shim

import (
	"bytes"

	"github.com/openhook/openhook-shim/mapping"
)

// Limits of what the shim keeps of a hook's output. It reads the rest and drops it.
const (
	maxObject = 64 << 20 // stdout that begins with '{'
	maxText   = 1 << 20  // any other output, from each end
)

// A stream collects a hook's output. It keeps the first maxObject bytes of output that
// begins with '{', and the head and the tail of any other.
type stream struct {
	head, tail []byte
	dropped    []byte // the end of what is dropped between them, up to maxLine
	object     bool   // the output begins with '{'
	isStdout   bool
	cut        bool // the dropped part may hold an answer
	eof        bool
}

// maxLine is how many bytes of a line the shim reads on either side of the dropped
// part.
const maxLine = 64 << 10

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
		s.dropHead(len(s.tail) - maxText)
	}
}

// dropHead drops the first n bytes of the tail. An answer may reach across either end
// of them, so dropHead reads the whole lines there.
func (s *stream) dropHead(n int) {
	if s.isStdout && !s.cut {
		before := s.dropped
		if before == nil {
			before = s.head[max(0, len(s.head)-maxLine):]
			if i := bytes.LastIndexByte(before, '\n'); i >= 0 {
				before = before[i:]
			}
		}
		after := s.tail[:min(n+maxLine, len(s.tail))]
		if i := bytes.IndexByte(after[n:], '\n'); i >= 0 {
			after = after[:n+i]
		}
		// A zero byte means letters of several bytes. MayDecide cannot read those.
		s.cut = bytes.IndexByte(s.head, 0) >= 0 || mapping.MayDecide(append(bytes.Clone(before), after...))
	}
	s.dropped = append([]byte{}, s.tail[max(0, n-maxLine):n]...)
	s.tail = append(s.tail[:0], s.tail[n:]...)
}

// firstByte returns the first byte of a+b that is neither a space nor part of a byte
// order mark.
func firstByte(a, b []byte) byte {
	for _, part := range [...][]byte{a, b} {
		for _, c := range part {
			switch c {
			case ' ', '\t', '\r', '\n', 0xEF, 0xBB, 0xBF, 0xFE, 0xFF:
			default:
				return c
			}
		}
	}
	return 0
}

func (s *stream) bytes() []byte {
	if len(s.tail) > maxText {
		s.dropHead(len(s.tail) - maxText)
	}
	if s.dropped != nil {
		return append(append(s.head, '\n'), s.tail...)
	}
	return append(s.head, s.tail...)
}
