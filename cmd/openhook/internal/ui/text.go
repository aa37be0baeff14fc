package ui

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Clean makes one harmless line of a text from outside: no escape sequences, no
// line breaks, no runs of spaces.
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

// EscapeControls makes text from elsewhere safe for a terminal and keeps its lines: what a
// terminal obeys, and what nobody sees, is spelt out.
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

// IsControl says whether a terminal may obey a character, or show nothing of it: control
// characters, marks that turn the direction of writing, and line ends that are not \n.
func IsControl(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) && r != joiner
}

// joiner is the zero width joiner, of which emoji are made.
const joiner = '\u200d'

// escape spells a character as JSON does.
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

// Wrap breaks a text into lines of at most width columns, between words where it
// can.
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
