package jsontext

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Text decodes a raw JSON string. It returns any other value unchanged.
func Text(raw string) string {
	if raw == "" || raw[0] != '"' {
		return raw
	}
	if strings.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	return Unescape(raw[1 : len(raw)-1])
}

// Unescape decodes the text between the quotes of a JSON string. Half of a surrogate pair
// becomes U+FFFD alone. gjson also drops the next escape, so that "\ud800\u003b" hides a
// semicolon that the client runs.
func Unescape(s string) string {
	b := make([]byte, 0, len(s))
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 >= len(s) {
			return View(append(b, s...))
		}
		b = append(b, s[:i]...)
		c := s[i+1]
		s = s[i+2:]
		switch c {
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			r := CodeUnit(s)
			s = s[min(4, len(s)):]
			if utf16.IsSurrogate(r) && strings.HasPrefix(s, `\u`) {
				if pair := utf16.DecodeRune(r, CodeUnit(s[2:])); pair != utf8.RuneError {
					r, s = pair, s[6:]
				}
			}
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, c)
		}
	}
}

// CodeUnit reads four hex digits.
func CodeUnit(s string) (r rune) {
	for i := 0; i < 4 && i < len(s); i++ {
		c := rune(s[i])
		if c >= 'A' {
			c += 9
		}
		r = r<<4 | c&15
	}
	return r
}

// TextUpTo decodes the beginning of a raw JSON string. max is the number of bytes that the
// caller needs. A longer text comes back longer than max, but not whole.
func TextUpTo(raw string, max int) string {
	end := 6*max + 64 // no byte is spelt with more than six, as \u0041
	if len(raw) <= end || raw[0] != '"' {
		return Text(raw)
	}
	for back := 1; back < 6; back++ { // not inside an escape
		slash := end - back
		run := slash
		for raw[run] == '\\' {
			run--
		}
		if (slash-run)%2 == 1 && (back == 1 || raw[slash+1] == 'u') {
			end = slash
			break
		}
	}
	return Text(raw[:end] + `"`)
}

// Quote returns s as a JSON string.
//
//go:noinline
func Quote(s string) string { return View(AppendString(make([]byte, 0, len(s)+16), s)) }

const hex = "0123456789abcdef"

// AppendString appends s as a JSON string. What is not UTF-8 becomes U+FFFD.
//
//go:noinline
func AppendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c > '\\' && c < utf8.RuneSelf || c >= ' ' && c < '\\' && c != '"' { // letters first
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			if r, n := utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError || n > 1 {
				i += n
				continue
			}
		}
		b = append(b, s[start:i]...)
		switch {
		case c >= utf8.RuneSelf:
			b = append(b, "\uFFFD"...)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\t':
			b = append(b, '\\', 't')
		case c == '\r':
			b = append(b, '\\', 'r')
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			b = append(b, '\\', c)
		}
		i++
		start = i
	}
	return append(append(b, s[start:]...), '"')
}

// OneLine replaces the line breaks between the values of a JSON text by spaces.
func OneLine(raw string) string {
	return strings.ReplaceAll(strings.ReplaceAll(raw, "\n", " "), "\r", " ")
}
