package main

import (
	"strings"
)

const (
	lineWidth  = 120
	widestCell = 26 // a longer cell stands out of its column
)

// align returns a table with its columns in line.
func align(f *file) string {
	var b strings.Builder
	for i, s := range f.sections {
		if i > 0 {
			b.WriteString("\n")
			for _, c := range s.comments {
				b.WriteString(c + "\n")
			}
			b.WriteString(heading(s) + "\n")
		}
		var cells [][]string
		widths := make([]int, 8)
		for _, r := range s.rows {
			c := columns(s, r)
			for i, cell := range c[:len(c)-1] {
				if len(cell) <= widestCell {
					widths[i] = max(widths[i], len(cell))
				}
			}
			cells = append(cells, c)
		}
		for i, r := range s.rows {
			for _, c := range r.comments {
				b.WriteString(c + "\n")
			}
			b.WriteString(aligned(s, r, cells[i], widths))
		}
	}
	return b.String()
}

func heading(s *section) string {
	text := "[" + s.name
	if s.arg != "" {
		text += " " + s.arg
	}
	text += "]"
	if s.like.text != "" {
		text += " like " + s.like.text
	}
	return text
}

// columns parts a row into its cells, of which the last takes what is left.
func columns(s *section, r *row) []string {
	if isText(s, r) {
		key, _, _ := strings.Cut(r.lines[0], " ")
		return []string{key, r.text()}
	}
	var words []string
	for _, w := range r.words() {
		words = append(words, w.text)
	}
	first := 1 // how many words the first cell has
	n := 1     // how many cells there are in front of the last
	switch {
	case s.name == "events" && words[0] == "keys":
		first = 2
	case s.name == "events":
		n = 4
		if words[0] == "variant" {
			first = 2
		}
	case s.name == "tools" && words[0] == "keys":
		first = 2
	case s.name == "tools":
		n = 2
	case s.name == "answers":
		cells := []string{words[0], strings.Join(words[1:], " ")}
		if before, after, ok := strings.Cut(cells[1], " also "); ok {
			return []string{cells[0], before, "also " + after}
		}
		return cells
	case s.name == "setup" && (isFile(words[0]) || words[0] == "layout" || words[0] == "old"):
		n = 2
	case s.name == "marks", s.name == "traces", s.name == "unseen":
		n = 0
	}
	first = min(first, len(words))
	cells := []string{}
	rest := words
	if n > 0 {
		cells = append(cells, strings.Join(words[:first], " "))
		rest = words[first:]
	}
	for len(cells) < n && len(rest) > 1 {
		cells = append(cells, rest[0])
		rest = rest[1:]
	}
	return append(cells, strings.Join(rest, " "))
}

func isFile(word string) bool {
	return word == "user" || word == "project" || word == "local" || word == "system"
}

// isText says whether the value of a row is plain text, which is not split.
func isText(s *section, r *row) bool {
	key, _, _ := strings.Cut(r.lines[0], " ")
	switch s.name {
	case "", "dialect":
		return strings.Contains(" client product version date known cloud note blind name machine-prompt ", " "+key+" ")
	case "setup":
		return strings.Contains(" finds program moved trust trusted todo project-todo entry flat new ", " "+key+" ")
	}
	return false
}

// aligned writes a row, with lines that continue it where it is too long.
func aligned(s *section, r *row, cells []string, widths []int) string {
	line := ""
	for i, cell := range cells[:len(cells)-1] {
		line += cell + strings.Repeat(" ", max(2, widths[i]+2-len(cell)))
	}
	last := cells[len(cells)-1]
	if isText(s, r) && strings.Contains("entry flat new machine-prompt", strings.TrimSpace(cells[0])) {
		return strings.TrimRight(line+last, " ") + "\n" // JSON
	}
	words := (&row{lines: []string{last}}).words()
	if isText(s, r) {
		words = nil
		for w := range strings.FieldsSeq(last) {
			words = append(words, word{text: w})
		}
	}
	var b strings.Builder
	indent := strings.Repeat(" ", min(max(len(line), 2), 4))
	empty := true // nothing of the last cell is in the line yet
	for i := 0; i < len(words); i++ {
		w := words[i].text
		if strings.HasPrefix(w, "native") && i+1 < len(words) { // it stands beside what it is about
			i++
			w += " " + words[i].text
		}
		if !empty && len(line)+1+len(w) > lineWidth {
			b.WriteString(line + "\n")
			line, empty = indent, true
		}
		if !empty {
			line += " "
		}
		for len(line)+len(w) > lineWidth {
			at := strings.LastIndexByte(w[:lineWidth-len(line)], ',') + 1
			if at == 0 || isText(s, r) {
				break
			}
			b.WriteString(line + w[:at] + "\n")
			line, w = indent, w[at:]
		}
		line, empty = line+w, false
	}
	return b.String() + strings.TrimRight(line, " ") + "\n"
}
