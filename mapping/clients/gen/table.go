package main

import (
	"slices"
	"strings"
)

// A table is a file that is understood: a client, or a format of hooks.
type table struct {
	*file
	all      *tables
	base     string // its name without an ending
	client   string
	facts    map[string]string
	dialects []*dialect
	setup    *setup

	ourEvents             []word
	keysUsed, answersUsed []use
	unseen                map[string]int // a word of [unseen]: its line, 0 once it was asked for
	seen                  map[string]bool
	inSetup, badLike      bool
}

// A use is a name that a row refers to.
type use struct {
	in *dialect
	word
}

// tables is what the files know of each other.
type tables struct {
	phrases     map[string][]*phrase // by client
	layouts     map[string][]string  // by client
	bases       map[string]string    // client: the name of its file
	layoutsUsed []string             // CLIENT/NAME
	settings    map[string]bool      // words of settings files
	seen        map[string]map[string]bool
	anybody     map[string]bool
	code        names // what package mapping has
}

// understand reads a table. What it shares with others must be in all.
func (all *tables) understand(name, text string) *table {
	f := read(name, text)
	t := &table{
		file: f, all: all, base: strings.TrimSuffix(name, ".table"), client: clientOf(f),
		facts: map[string]string{}, unseen: map[string]int{},
	}
	t.seen = all.seen[t.client]
	t.comments()
	for _, s := range f.sections {
		if s.name == "unseen" {
			t.readUnseen(s)
		}
	}
	common := newDialect("", 0)
	t.head(common, f.sections[0].rows, true)
	t.assign(common)
	for _, s := range f.sections[1:] {
		t.section(s, common)
	}
	t.complete(common)
	t.inSetup = true
	for _, s := range f.sections[1:] {
		if s.name == "setup" {
			t.readSetup(s)
		}
	}
	t.uses(common)
	t.missing()
	t.unasked()
	return t
}

// comments finds those that stand behind a row.
func (t *table) comments() {
	for _, s := range t.sections {
		for _, r := range s.rows {
			if r.words(); r.behind && !isText(s, r) {
				t.add(r.line, "a comment stands on a line of its own, above the row that it is about")
			}
		}
	}
}

// assign finds out which dialect each section belongs to, and reads the phrases,
// which every other section may use.
func (t *table) assign(common *dialect) {
	d := common
	for _, s := range t.sections[1:] {
		s.dialect = d
		switch {
		case s.name == "dialect":
			d = newDialect(s.arg, s.line)
			if !t.all.code["&"+s.arg] {
				t.add(s.line, "no Go code names the dialect ", s.arg, "; add &", s.arg, " to clients/registry.go")
			}
			t.dialects = append(t.dialects, d)
			t.head(d, s.rows, false)
		case s.arg != "":
			t.misspelt(s.line, "section", s.name+" "+s.arg, sectionWords...)
		case t.oneOf(s.line, "section", s.name, sectionWords) && s.name == "phrases":
			t.phrases(s)
		}
	}
}

// phrases reads [phrases].
func (t *table) phrases(s *section) {
	s.dialect.like = s.like
	if _, ok := t.all.phrases[s.like.text]; s.like.text != "" && !ok {
		t.badLike = true // then no phrase of it is
		t.misspelt(s.line, "client", s.like.text, keysOf(t.all.phrases)...)
	}
	for _, r := range s.rows {
		t.phrase(s.dialect, r)
	}
}

// unasked finds words of [unseen] that do not belong there.
func (t *table) unasked() {
	for _, w := range keysOf(t.unseen) {
		switch line := t.unseen[w]; {
		case line > 0 && t.has(w):
			t.add(line, w, " is in the recordings")
		case line > 0:
			t.add(line, "nothing in this table is called ", w)
		}
	}
}

func newDialect(variable string, line int) *dialect {
	return &dialect{variable: variable, line: line, set: map[string]string{}, used: map[string]bool{}}
}

// clientOf finds the name of a client before anything else is read.
func clientOf(f *file) string {
	for _, r := range f.sections[0].rows {
		if words := r.words(); len(words) == 2 && words[0].text == "client" {
			return words[1].text
		}
	}
	f.add(1, "a table begins with client and its name")
	return ""
}

// fact reads what people want to know of a client.
func (t *table) fact(key word, r *row) {
	value := r.text()
	switch old, again := t.facts[key.text]; {
	case (key.text == "note" || key.text == "blind") && again:
		value = old + "\n" + value
	case again:
		t.add(r.line, "a second ", key.text)
	case value == "":
		t.add(r.line, key.text, " of what?")
	case key.text == "known":
		t.oneOf(r.line, "way to know", value, knownWords)
	}
	t.facts[key.text] = value
}

// section reads the rows of a dialect's section.
func (t *table) section(s *section, common *dialect) {
	for _, r := range s.rows {
		switch s.name {
		case "marks":
			s.dialect.marks = append(s.dialect.marks, t.mark(r))
		case "traces":
			s.dialect.traces = append(s.dialect.traces, t.mark(r))
		case "events":
			t.event(s.dialect, r)
		case "answers":
			t.answer(s.dialect, common, r)
		case "tools":
			t.tool(s.dialect, common, r)
		}
	}
	if s.name != "phrases" && s.like.text != "" {
		t.add(s.line, "like is for [phrases]")
	}
}

// eventNames lists the events of all dialects of a file.
func (t *table) eventNames() []string {
	var all []string
	for _, d := range t.dialects {
		for _, e := range d.events {
			if e.name[0] != '*' {
				all = append(all, e.name)
			}
		}
	}
	return all
}

// codeless says whether no Go code mentions a variant.
func (t *table) codeless(name string) bool {
	return !t.all.code["*"+name] && !(t.all.code["*"] && slices.Contains(t.eventNamesSoFar(), name))
}

// eventNamesSoFar lists the events that stand above.
func (t *table) eventNamesSoFar() []string {
	var all []string
	for _, s := range t.sections {
		if s.dialect != nil {
			all = append(all, s.dialect.events.names()...)
		}
	}
	return all
}

func keysOf[V any](m map[string]V) []string {
	var all []string
	for k := range m {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}
