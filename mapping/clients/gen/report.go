package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// A problem is one mistake in a table. The text is made when somebody reads it,
// because the search for the nearest word takes longer than everything else.
type problem struct {
	file string
	line int
	text func() string
}

func (p problem) String() string { return p.file + ":" + strconv.Itoa(p.line) + ": " + p.text() }

// A report collects the problems of a file.
type report struct {
	file     string
	problems []problem
}

func (r *report) add(line int, words ...string) {
	r.problems = append(r.problems, problem{r.file, line, func() string { return strings.Join(words, "") }})
}

// misspelt reports a word that is not in a closed list.
func (r *report) misspelt(line int, what, got string, list ...string) {
	r.problems = append(r.problems, problem{r.file, line, func() string {
		text := "no " + what + " " + strconv.Quote(got)
		if near := nearest(got, list, max(2, len(got)/3)); near != "" {
			return text + "; did you mean " + near + "?"
		}
		if len(list) > 0 && len(list) <= 8 {
			return text + "; there is " + strings.Join(list, ", ")
		}
		return text
	}})
}

// oneOf reports a word that is not in a list, and says whether it is.
func (r *report) oneOf(line int, what, got string, list []string) bool {
	if slices.Contains(list, got) {
		return true
	}
	r.misspelt(line, what, got, list...)
	return false
}

// without reports a text that holds what parts the words of the compact text.
func (r *report) without(line int, text, signs string) {
	if strings.ContainsAny(text, signs) {
		r.add(line, strconv.Quote(text), " may not hold any of ", strconv.Quote(signs))
	}
}

// sorted returns all problems in the order of the file.
func (r *report) sorted() []problem {
	slices.SortStableFunc(r.problems, func(a, b problem) int { return cmp.Compare(a.line, b.line) })
	return r.problems
}

// nearest returns the word of a list that is most like another, "" if more than some
// letters are wrong.
func nearest(got string, list []string, most int) string {
	best, at := "", most+1
	for _, w := range list {
		if len(got) > 2 && at > 2 && strings.HasPrefix(w, got) {
			best, at = w, 2
		}
		if d := distance(got, w); d < at {
			best, at = w, d
		}
	}
	return best
}

// distance counts the letters to add, take away, change or swap with their neighbour.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}
