package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// plural reports whether a key is for several commands.
func plural(key string) bool { return strings.HasSuffix(strings.ToLower(key), "s") }

// shellLine writes words as a line of shell.
func shellLine(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	var b []byte
	for i, w := range words {
		if i > 0 {
			b = append(b, ' ')
		}
		if strings.ContainsAny(w, " \t\r\n'\"") && !(i == 0 && len(words) > 1 && strings.IndexByte(w, '\'') < 0) {
			b = append(append(append(b, '\''), strings.ReplaceAll(w, "'", `'\''`)...), '\'')
		} else {
			b = append(b, w...)
		}
	}
	return jsontext.View(b)
}

// shellAt returns the index of the first word that is a shell, -1 if none is.
func shellAt(words []string) int {
	for i, w := range words[:min(len(words), 8)] {
		w = strings.ToLower(w[strings.LastIndexAny(w, `/\`)+1:])
		switch strings.TrimSuffix(w, ".exe") {
		case "sh", "bash", "zsh", "dash", "ash", "ksh", "fish", "cmd", "powershell", "pwsh":
			return i
		}
	}
	return -1
}

// scriptOf returns the index of the word that is a script for the shell before it, like in
// bash -lc; 0 if none is.
func scriptOf(words []string) int {
	at := shellAt(words)
	for i := at + 1; at >= 0 && i+1 < len(words) && i < at+8; i++ {
		w := strings.ToLower(words[i])
		if w == "/c" || w == "-command" || len(w) < 6 && strings.HasPrefix(w, "-") && strings.HasSuffix(w, "c") {
			return i + 1
		}
	}
	return 0
}
