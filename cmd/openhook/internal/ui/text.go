package ui

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Clean makes one line of an untrusted text: no escape sequences, line breaks or runs of spaces.
func Clean(s string) string {
	s = text.StripEscape(strings.ToValidUTF8(s, "\uFFFD"))
	var b strings.Builder
	space := false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			space = true
			continue
		case IsControl(r):
			r = '\uFFFD'
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		b.WriteRune(r)
	}
	return b.String()
}

// EscapeControls makes an untrusted text safe for a terminal and keeps its lines. It escapes
// control and invisible characters.
func EscapeControls(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, isHidden) {
		return s
	}
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		if isHidden(r) {
			b.WriteString(escape(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isHidden(r rune) bool { return r != '\n' && r != '\t' && IsControl(r) }

// IsControl reports whether a terminal may obey a character or not show it: control characters,
// marks of the writing direction, and line ends other than \n.
func IsControl(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) && r != joiner
}

// joiner is the zero width joiner. Emoji need it.
const joiner = '\u200d'

// escape returns a character's JSON escape.
func escape(r rune) string {
	if r > 0xffff {
		high, low := utf16.EncodeRune(r)
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// Clip shortens a text to a number of characters.
func Clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:max(n-1, 0)])) + "…"
}

// Wrap breaks a text into lines of at most width columns, if possible between words.
func Wrap(s string, width int) []string {
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		at := ""
		for word := range strings.FieldsSeq(line) {
			if at != "" && text.StringWidth(at)+1+text.StringWidth(word) <= width {
				at += " " + word
				continue
			}
			if at != "" {
				lines = append(lines, at)
			}
			for text.StringWidth(word) > width {
				head := text.Trim(word, width)
				if head == "" {
					break
				}
				lines, word = append(lines, head), word[len(head):]
			}
			at = word
		}
		lines = append(lines, at)
	}
	return lines
}
