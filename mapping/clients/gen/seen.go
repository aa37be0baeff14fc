package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Everything that a client calls something must be in what was recorded of it, or
// in the table's [unseen]: a name that is misspelt is then in neither.

// recordings returns the words of all files of a client below golden.
func recordings(root string) (map[string]bool, error) {
	words := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		addWords(words, filepath.Base(path))
		addWords(words, string(data))
		return nil
	})
	return words, err
}

// addWords adds the words of a text: runs of letters, digits, _ and -, and their
// parts between the -.
func addWords(words map[string]bool, text string) {
	for run := range strings.FieldsFuncSeq(text, func(r rune) bool { return !isWordByte(r) }) {
		words[run] = true
		if strings.Contains(run, "-") {
			for part := range strings.SplitSeq(run, "-") {
				words[part] = true
			}
		}
	}
}

func isWordByte(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-'
}

// readUnseen reads the words that no recording holds.
func (t *table) readUnseen(s *section) {
	for _, r := range s.rows {
		for w := range r.rest {
			if t.unseen[w.text] != 0 {
				t.add(w.line, w.text, " twice")
			}
			t.unseen[w.text] = w.line
		}
	}
}

// native checks a name that the client uses.
func (t *table) native(line int, name string) {
	switch _, listed := t.unseen[name]; {
	case listed:
		if !t.has(name) {
			t.unseen[name] = 0
		}
	case !t.has(name) && strings.Trim(name, "-_0123456789") != "":
		t.problems = append(t.problems, problem{t.name, line, func() string { return t.unheard(name) }})
	}
}

// unheard says that no recording has a word.
func (t *table) unheard(name string) string {
	known := append(keysOf(t.unseen), keysOf(t.seen)...)
	if t.inSetup {
		known = append(known, keysOf(t.all.settings)...)
	}
	text := "no recording with " + strconv.Quote(name)
	if near := nearest(name, known, 2); near != "" {
		return text + "; did you mean " + near + "? If not, list it in [unseen]"
	}
	return text + "; if it is right, list it in [unseen]"
}

// has says whether something that was recorded holds a word.
func (t *table) has(name string) bool {
	return t.seen[name] || t.inSetup && t.all.settings[name]
}

// path checks the parts of a path; numbers are places in a list, and $ stands in
// front of a variable.
func (t *table) path(line int, path string) {
	for name := range strings.SplitSeq(strings.TrimPrefix(path, "$"), ".") {
		switch {
		case name == "":
			t.add(line, "an empty name in ", path)
		case strings.Trim(name, "0123456789") == "":
		default:
			t.native(line, name)
		}
	}
}

// part checks the words in a value that the client sends or takes.
func (t *table) part(line int, value string) {
	for name := range strings.FieldsFuncSeq(value, func(r rune) bool { return !isWordByte(r) }) {
		t.native(line, name)
	}
}

// json checks the words of a JSON string; others hold none that could be misspelt.
func (t *table) json(line int, literal string) {
	if strings.HasPrefix(literal, `"`) {
		t.part(line, literal)
	}
}

// prefix checks how names of a kind begin.
func (t *table) prefix(line int, prefix string) {
	if prefix != strings.TrimRight(prefix, "_-") { // it goes on without a gap
		for name := range t.seen {
			if strings.HasPrefix(name, prefix) {
				return
			}
		}
	}
	t.part(line, prefix)
}

// anybodys checks a key that this client does not send: another one does.
func (t *table) anybodys(line int, key string) {
	if !t.all.anybody[key] && t.all.anybody != nil {
		t.native(line, key)
	}
}

// documents returns the words of what shows a format of hooks: its examples.
func documents(root string) (map[string]bool, error) {
	return wordsOf(root, "docs/formats.md", "docs/contract.md", "golden/formats*_test.go")
}

// settings returns the words of settings files that were seen to work.
func settings(root string) (map[string]bool, error) {
	return wordsOf(root, "e2e/*.go", "cmd/openhook/internal/settings/*_test.go",
		"cmd/openhook/internal/install/*_test.go", "cmd/openhook/internal/doctor/*_test.go")
}

func wordsOf(root string, patterns ...string) (map[string]bool, error) {
	words := map[string]bool{}
	for _, pattern := range patterns {
		paths, _ := filepath.Glob(filepath.Join(root, pattern))
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				if info, e := os.Stat(path); e == nil && info.IsDir() {
					continue
				}
				return nil, err
			}
			addWords(words, string(data))
		}
	}
	return words, nil
}

// names are what the tables may name of package mapping: functions as they are, its
// dialects behind &, variants of events behind *, and * itself where every event may
// have one.
type names map[string]bool

var (
	functionName = regexp.MustCompile(`(?m)^func (?:\((?:\w+ )?(\*?\w+)\) )?(\w+)\(`)
	dialectName  = regexp.MustCompile(`&(?:\w+\.)?(\w+)[,:]`)
	variantName  = regexp.MustCompile(`"\*(\w*)"`)
)

// read notes the functions of a file, behind the name of their package in a table, and
// the dialects and variants that it names.
func (n names) read(code, prefix string) {
	for _, m := range functionName.FindAllStringSubmatch(code, -1) {
		if m[1] != "" {
			m[2] = "(" + m[1] + ")." + m[2]
		}
		n[prefix+m[2]] = true
	}
	for _, m := range dialectName.FindAllStringSubmatch(code, -1) {
		n["&"+m[1]] = true
	}
	for _, m := range variantName.FindAllStringSubmatch(code, -1) {
		n["*"+m[1]] = true
	}
}
