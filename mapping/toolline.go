package mapping

import "strings"

// rows iterates over the tools of a table: a name, and what its line says.
func (t Tools) rows(yield func(name, rest string) bool) {
	for line := range strings.Lines(string(t)) {
		names, rest, ok := strings.Cut(line, ":")
		for more := ok; more; {
			var name string
			if name, names, more = strings.Cut(names, "|"); !yield(name, rest) {
				return
			}
		}
	}
}

// All iterates over the tools of a table.
func (t Tools) All(yield func(Tool) bool) {
	for name, rest := range t.rows {
		if !yield(*new(Tool).parseRow(name, rest)) {
			return
		}
	}
}

// parseRow fills a tool with what a line says of it, and returns it.
func (t *Tool) parseRow(name, rest string) *Tool {
	*t = Tool{Native: name}
	canon, rest := NextWord(rest)
	if n := strings.Count(rest, " "); n > 0 {
		t.Keys = make([]ToolKey, 0, n)
	}
	t.Canon = strings.TrimPrefix(canon, "-")
	for word, rest := NextWord(rest); word != ""; word, rest = NextWord(rest) {
		rule, isRule := strings.CutPrefix(word, "!")
		switch {
		case rule == "merge" && isRule:
			t.Rewrite = Merge
		case rule == "never" && isRule:
			t.Rewrite = Never
		case isRule:
			t.Op = rule
		default:
			t.Keys = append(t.Keys, toolKey(word))
		}
	}
	return t
}

func toolKey(word string) ToolKey {
	word, how, _ := strings.Cut(word, "@")
	canon, native, renamed := strings.Cut(word, "=")
	if !renamed {
		native = canon
	}
	how, of, _ := strings.Cut(how, ".")
	return ToolKey{Canon: canon, Native: native, As: asOf(how), Of: of}
}

func asOf(word string) As {
	switch word {
	case "lines":
		return Lines
	case "commands":
		return Commands
	case "files":
		return Files
	case "patch":
		return Patch
	case "strings":
		return Strings
	case "millis":
		return Millis
	case "seconds":
		return Seconds
	}
	return Plain
}
