package main

import (
	"flag"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// shared is what all tests read once.
var shared = sync.OnceValues(func() (*repository, error) {
	texts, order, err := load(root)
	if err != nil {
		return nil, err
	}
	all, err := share(root, texts)
	return &repository{texts, order, all}, err
})

const root = "../.."

type repository struct {
	texts map[string]string
	order []string
	all   *tables
}

func readAll(t *testing.T) *repository {
	t.Helper()
	r, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var every = flag.Bool("every", false, "TestEveryLetter plants every mistake, not one of eleven")

// Any letter of a table that is not prose may be wrong: the checker sees each.
func TestEveryLetter(t *testing.T) {
	step := 11
	switch {
	case *every:
		step = 1
	case testing.Short():
		step = 50
	}
	for _, name := range readAll(t).order {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".table"), func(t *testing.T) {
			t.Parallel()
			r := readAll(t)
			text := r.texts[name]
			places := lettersOf(filepath.Base(name), text)
			planted, known := 0, []string(nil)
			for i := 0; i < len(places); i += step {
				at := places[i]
				for _, wrong := range [...]string{"", other(text[at])} {
					planted++
					changed := text[:at] + wrong + text[at+1:]
					switch got := r.all.understand(filepath.Base(name), changed); {
					case len(got.problems) > 0:
					case got.knows(wordAt(changed, at)):
						known = append(known, wordAt(changed, at))
					default:
						line := strings.Count(text[:at], "\n")
						t.Errorf("%s:%d: not seen: %s", name, line+1, strings.Split(changed, "\n")[line])
					}
				}
			}
			t.Logf("%d planted, %d of them make another word of this client: %v", planted, len(known), known)
		})
	}
}

// knows says whether a word is another one that the client uses: a letter that
// makes one of those cannot be seen.
func (t *table) knows(name string) bool {
	return t.has(name) || t.all.settings[name] || t.all.anybody[name]
}

// wordAt returns the word around a place.
func wordAt(text string, at int) string {
	from, to := at, at
	for from > 0 && isWordByte(rune(text[from-1])) {
		from--
	}
	for to < len(text) && isWordByte(rune(text[to])) {
		to++
	}
	return text[from:to]
}

// other returns another letter.
func other(c byte) string {
	if c == 'q' {
		return "z"
	}
	return "q"
}

// lettersOf lists where the letters are that mean something to the generator.
func lettersOf(name, text string) (all []int) {
	f := read(name, text)
	prose := map[int]bool{} // lines without a first word that counts
	for _, s := range f.sections {
		for _, r := range s.rows {
			for i := range r.lines {
				prose[r.line+i] = isText(s, r)
			}
		}
	}
	at := 0
	for i, line := range strings.SplitAfter(text, "\n") {
		end := len(line)
		if line == "" || line[0] == '#' {
			end = 0
		} else if prose[i+1] {
			end = max(0, strings.IndexByte(line, ' '))
		} else if condition := strings.Index(line, ` if="`); condition >= 0 {
			end = condition // what follows is prose, too
		}
		for j := range end {
			if c := line[j]; c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
				all = append(all, at+j)
			}
		}
		at += len(line)
	}
	return all
}
