package mapping

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// decodeText returns a program's output as UTF-8 without a byte order mark. PowerShell
// redirects in UTF-16 with a mark. Without a mark, the NULs of the first letters tell the two
// kinds apart.
func decodeText(b []byte) []byte {
	if len(b) >= 2 {
		switch {
		case b[0] == 0xFF && b[1] == 0xFE:
			b = fromUTF16(b[2:], 0)
		case b[0] == 0xFE && b[1] == 0xFF:
			b = fromUTF16(b[2:], 1)
		case b[0] != 0 && b[1] == 0 && (len(b) < 4 || b[3] == 0):
			b = fromUTF16(b, 0)
		case b[0] == 0 && b[1] != 0 && (len(b) < 3 || b[2] == 0):
			b = fromUTF16(b, 1)
		}
	}
	if !utf8.Valid(b) {
		b = []byte(strings.ToValidUTF8(jsontext.View(b), "\uFFFD"))
	}
	return b
}

// fromUTF16 decodes UTF-16; low is the index of the low byte in each unit.
func fromUTF16(b []byte, low int) []byte {
	units := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		units = append(units, uint16(b[1-low])<<8|uint16(b[low]))
	}
	out := make([]byte, 0, len(units)+len(b))
	for _, r := range utf16.Decode(units) {
		out = utf8.AppendRune(out, r)
	}
	return append(out, b...) // half a unit
}

// visible returns a text as people see it, without terminal sequences and invisible
// characters. Any end of a line is '\n', and every kind of space is ' '.
func visible(s string) string {
	i := 0
	for i < len(s) && (s[i] >= ' ' && s[i] < 0x7F || s[i] == '\n' || s[i] == '\t') {
		i++
	}
	if i == len(s) {
		return s
	}
	b := append(make([]byte, 0, len(s)), s[:i]...)
	for i < len(s) {
		n, as := noise(s[i:])
		switch {
		case n == 0:
			_, n = utf8.DecodeRuneInString(s[i:])
			b = append(b, s[i:i+n]...)
		case as == '\b':
			if end := len(b); end > 0 && b[end-1] != '\n' {
				_, last := utf8.DecodeLastRune(b)
				b = b[:end-last]
			}
		case as != 0:
			b = append(b, as)
		}
		i += n
	}
	return jsontext.View(b)
}

// noise returns the length of the noise at the start of s, and the byte that replaces it:
// ' ', '\n', '\b' for the character before it, 0 for nothing.
func noise(s string) (n int, as byte) {
	switch c := s[0]; {
	case c == '\r', c == '\v', c == '\f':
		return 1, '\n'
	case c == '\b':
		return 1, '\b'
	case c == 0x1B:
		return escapeSequence(s), 0
	case c == '\n', c == '\t':
		return 0, 0
	case c < ' ', c == 0x7F:
		return 1, 0
	case c < utf8.RuneSelf:
		return 0, 0
	}
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r == 0x85, r == 0x2028, r == 0x2029:
		return n, '\n'
	case r == 0xA0, r == 0x1680, r >= 0x2000 && r <= 0x200A, r == 0x202F, r == 0x205F, r == 0x3000:
		return n, ' '
	case r == 0x9B:
		return n + controlSequence(s[n:]), 0
	case r > 0x7F && r < 0xA0, r == 0xAD, r == 0x034F, r == 0x061C, r == 0x180E, r >= 0x200B && r <= 0x200F,
		r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F, r >= 0xFE00 && r <= 0xFE0F, r == 0xFEFF:
		return n, 0
	}
	return 0, 0
}

// maxTitle is the longest title of a terminal, bytes.
const maxTitle = 512

// escapeSequence returns the length of a terminal sequence at the start of s, which begins
// with ESC (ECMA-48). A title must end in its line. If it does not, the text after it counts.
func escapeSequence(s string) int {
	if len(s) < 2 {
		return 1
	}
	switch s[1] {
	case '[':
		return 2 + controlSequence(s[2:])
	case ']', 'P', '_', '^', 'X':
		for i := 2; i < len(s) && i < maxTitle && s[i] != '\n'; i++ {
			switch {
			case s[i] == 0x07:
				return i + 1
			case s[i] == 0x1B && i+1 < len(s) && s[i+1] == '\\':
				return i + 2
			}
		}
		return 2
	}
	i := 1
	for i < len(s) && s[i] >= ' ' && s[i] <= '/' {
		i++
	}
	if i < len(s) && s[i] >= '0' && s[i] <= '~' && s[i] != '{' {
		i++
	}
	return i
}

// controlSequence returns the length of the parameters and the end of a control
// sequence.
func controlSequence(s string) int {
	i := 0
	for i < len(s) && s[i] >= ' ' && s[i] <= '?' {
		i++
	}
	if i < len(s) && s[i] >= '@' && s[i] <= '~' && s[i] != '{' {
		i++
	}
	return i
}

// withoutEnds removes the noise at both ends of a text. The inside stays.
func withoutEnds(s string) string {
	for s != "" {
		n, _ := noise(s)
		if n == 0 && (s[0] == ' ' || s[0] == '\n' || s[0] == '\t') {
			n = 1
		}
		if n == 0 {
			break
		}
		s = s[n:]
	}
	if jsontext.IsObject(s) {
		if end := objectEnd(s); end > 0 && strings.TrimSpace(visible(s[end:])) == "" {
			return s[:end]
		}
	}
	return strings.TrimSpace(s)
}
