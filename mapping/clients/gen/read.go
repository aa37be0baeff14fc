package main

import (
	"strings"
)

// A file is one table, read but not understood.
type file struct {
	name     string // for people, such as droid.table
	lines    []string
	sections []*section // the first has no heading
	report
}

// A section is a heading and the rows below it.
type section struct {
	name, arg string // [dialect droid]: dialect, droid
	like      word   // [phrases] like claude-code
	line      int
	comments  []string
	rows      []*row
	dialect   *dialect
}

// A row is a line with the lines that continue it.
type row struct {
	line     int
	comments []string // the lines above
	lines    []string
	all      []word // what words has found
	behind   bool   // it has a comment behind it
	next     int    // the first of them that take has not returned
}

// A word is what stands between blanks. Blanks within quotes or braces are part of it.
type word struct {
	text string
	line int
}

// read splits a table into sections and rows.
func read(name, text string) *file {
	f := &file{name: name, lines: strings.Split(strings.TrimSuffix(text, "\n"), "\n"), report: report{file: name}}
	in := &section{line: 1}
	f.sections = append(f.sections, in)
	var last *row
	var comments []string
	for i, line := range f.lines {
		n := i + 1
		switch body := strings.TrimLeft(line, " "); {
		case body == "":
		case body[0] == '#':
			comments = append(comments, body)
		case strings.IndexByte(line, '\t') >= 0:
			f.add(n, "a tab; columns are parted by blanks")
		case line[0] == '[':
			in, last = f.heading(line, n), nil
			in.comments, comments = comments, nil
			f.sections = append(f.sections, in)
		case line[0] == ' ' && last == nil:
			f.add(n, "this line continues no row; a row begins at the margin")
		case line[0] == ' ':
			last.lines = append(last.lines, body)
		default:
			last = &row{line: n, comments: comments, lines: []string{line}}
			comments = nil
			in.rows = append(in.rows, last)
		}
	}
	if comments != nil {
		f.add(len(f.lines), "a comment stands above the row that it is about, and this is the end")
	}
	return f
}

func (f *file) heading(line string, n int) *section {
	inside, rest, ok := strings.Cut(line[1:], "]")
	if !ok {
		f.add(n, "a heading without its ]")
	}
	s := &section{line: n}
	s.name, s.arg, _ = strings.Cut(inside, " ")
	more := strings.Fields(rest)
	switch {
	case len(more) == 2 && more[0] == "like":
		s.like = word{more[1], n}
	case len(more) > 0:
		f.misspelt(n, "word behind a heading", more[0], "like")
	}
	return s
}

// text is a row whose value is plain text: all behind the first word.
func (r *row) text() string {
	_, value, _ := strings.Cut(strings.Join(r.lines, " "), " ")
	return strings.TrimSpace(value)
}

// words splits a row. A word that ends in a comma goes on with the next one.
func (r *row) words() []word {
	if r.all != nil {
		return r.all
	}
	for i, line := range r.lines {
		for line = strings.TrimLeft(line, " "); line != ""; line = strings.TrimLeft(line, " ") {
			n := wordEnd(line)
			if line[0] == '#' {
				r.behind = true // a comment
			}
			if last := len(r.all) - 1; last >= 0 && strings.HasSuffix(r.all[last].text, ",") {
				r.all[last].text += line[:n]
			} else {
				r.all = append(r.all, word{line[:n], r.line + i})
			}
			line = line[n:]
		}
	}
	return r.all
}

// wordEnd returns where the first word of a line ends.
func wordEnd(line string) int {
	depth, quoted := 0, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == ' ' && depth <= 0:
			return i
		}
	}
	return len(line)
}

// take returns the next word of a row, one without text at its end.
func (r *row) take() word {
	all := r.words()
	if r.next == len(all) {
		return word{line: r.line}
	}
	r.next++
	return all[r.next-1]
}

// rest iterates over the words that are left.
func (r *row) rest(yield func(word) bool) {
	for w := r.take(); w.text != ""; w = r.take() {
		if !yield(w) {
			return
		}
	}
}
