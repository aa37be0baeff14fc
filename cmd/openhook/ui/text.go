package ui

import (
	"strings"
	"unicode"
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
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d':
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
