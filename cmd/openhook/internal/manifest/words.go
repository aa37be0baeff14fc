package manifest

import (
	"strings"

	"github.com/google/shlex"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// wordsOf splits a line like a shell and its programs do. It only needs to understand the quotes
// of install.Quote.
func wordsOf(shell setup.CommandShell, line string) []string {
	switch shell {
	case setup.PowerShell:
		return splitWords(line, powerShellWord)
	case setup.CmdExe:
		return splitWords(line, windowsWord)
	}
	words, err := shlex.Split(line)
	if err != nil {
		return nil
	}
	return words
}

// splitWords splits a line with a function that takes the first word.
func splitWords(line string, word func(string) (word, rest string)) (words []string) {
	for line = strings.TrimLeft(line, " "); line != ""; line = strings.TrimLeft(line, " ") {
		var w string
		w, line = word(line)
		words = append(words, w)
	}
	return words
}

// powerShellWord takes the first word. In single quotes a doubled quote, of any kind, is a quote.
func powerShellWord(line string) (word, rest string) {
	if !strings.HasPrefix(line, "'") {
		word, rest, _ = strings.Cut(line, " ")
		return word, rest
	}
	var b strings.Builder
	runes := []rune(line)
	for i := 1; i < len(runes); i++ {
		if strings.ContainsRune("'\u2018\u2019\u201a\u201b", runes[i]) {
			if i+1 == len(runes) || runes[i+1] != runes[i] {
				return b.String(), string(runes[i+1:])
			}
			i++
		}
		b.WriteRune(runes[i])
	}
	return b.String(), ""
}

// windowsWord takes the first word like a Windows program does. Backslashes are special only in
// front of a quote.
func windowsWord(line string) (word, rest string) {
	var b strings.Builder
	in, slashes := false, 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\':
			slashes++
			continue
		case c == '"':
			b.WriteString(strings.Repeat(`\`, slashes/2))
			if slashes%2 == 1 {
				b.WriteByte(c)
			} else {
				in = !in
			}
		case c == ' ' && !in:
			return b.String() + strings.Repeat(`\`, slashes), line[i+1:]
		default:
			b.WriteString(strings.Repeat(`\`, slashes))
			b.WriteByte(c)
		}
		slashes = 0
	}
	return b.String() + strings.Repeat(`\`, slashes), ""
}
