//go:build !windows

package docstest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A text is one piece of prose: a paragraph or a table cell of a page, or a string that
// a program prints.
type text struct {
	place string
	prose string
}

// longest is the number of words that a reader can hold in one sentence.
const longest = 35

// unclear lists forms that a program can see and that always have a clearer one.
var unclear = []struct {
	form   *regexp.Regexp
	better string
}{
	{regexp.MustCompile(`^(What|That which|One that|Nobody|Somebody|Anybody|Of a|Whoever)\b[^?]*$`),
		"begin with a noun: who does what"},
	{regexp.MustCompile(`(?i)\b(mends?|mended|cures?|cured)\b`), "fix"},
	{regexp.MustCompile(`(?i)\bstands? (in|behind|beside|there|here|for|on|above|below)\b`), "is in, is after"},
	{regexp.MustCompile(`(?i)\bnobody (knows|can tell|is asked|was asked|runs)\b`),
		"unknown; the tool does not ask; it never runs"},
	{regexp.MustCompile(`(?i)\bas (they say|it stands|it says|it is one|programs do)\b`), "write out the meaning"},
	{regexp.MustCompile(`(?i)\bwhat (it|they|that|this|the \w+) (says?|said)\b`), "its answer, its contents"},
	{regexp.MustCompile(`(?i)\b(the shim|openhook|openhook-shim|the tool|doctor|install|a page) says\b`),
		"shows, reports, lists"},
	{regexp.MustCompile(`, as (a|an|it|the|this|that|its|they|in|programs)\b`),
		"because for a reason, like for a likeness"},
	{regexp.MustCompile(`(?i)\b(put|puts) (it|them|that|this) back\b`), "restore"},
	{regexp.MustCompile(`(?i)\btakes? (it|them|hooks?) out\b`), "remove"},
}

// code matches what is no prose: quoted code, a link's address, a comment of a page.
var code = regexp.MustCompile("`[^`]*`" + `|\]\([^)]*\)|<!--.*?-->|\*\*|[\[\]]`)

// end matches the end of a sentence.
var end = regexp.MustCompile(`[.?!]\)?(\s+|$)`)

// TestProse holds the texts for readers to plain English.
func TestProse(t *testing.T) {
	texts := append(pages(t), printed(t)...)
	if len(texts) < 2000 {
		t.Fatalf("only %d texts were read", len(texts))
	}
	for _, one := range texts {
		for _, wrong := range faults(one.prose) {
			t.Errorf("%s: %s", one.place, wrong)
		}
	}
}

// TestProseFinds shows that each rule finds a fault, and that a good sentence has none.
func TestProseFinds(t *testing.T) {
	for _, bad := range []string{
		"What the hook prints is shown.", "Nobody is asked.", "mend it: the tool ignores the file",
		"It stands in your settings.",
		"The variables are as they say.", "doctor says which.", "It fails, as the tool ignores it.",
		"Then put it back.",
		"a rule; a second rule; a third rule", strings.Repeat("word ", longest) + "word.",
	} {
		if len(faults(bad)) == 0 {
			t.Errorf("no fault in %q", bad)
		}
	}
	for _, good := range []string{
		"Run `openhook doctor`. It lists the errors, and how to fix them.", "What calls the hook?",
		"x.sh: not executable; run: chmod +x x.sh",
	} {
		if all := faults(good); len(all) > 0 {
			t.Errorf("%q: %q", good, all)
		}
	}
}

// faults returns a line for each unclear form of a text.
func faults(prose string) (all []string) {
	prose = code.ReplaceAllString(prose, "x")
	for _, sentence := range sentences(prose) {
		if n := words(sentence); n > longest {
			all = append(all, strconv.Itoa(n)+" words in one sentence: "+sentence)
		}
		if strings.Count(sentence, "; ") > 1 {
			all = append(all, "semicolons join several sentences: "+sentence)
		}
		for _, u := range unclear {
			if found := u.form.FindString(sentence); found != "" {
				all = append(all, strconv.Quote(found)+" ("+u.better+"): "+sentence)
			}
		}
	}
	return all
}

// words counts the words of a sentence. A list of quoted code is no burden, so code is none.
func words(sentence string) (n int) {
	for _, word := range strings.Fields(sentence) {
		if strings.Trim(word, "x.,:;()/") != "" {
			n++
		}
	}
	return n
}

func sentences(prose string) (all []string) {
	prose = strings.Join(strings.Fields(prose), " ")
	for prose != "" {
		at := end.FindStringIndex(prose)
		if at == nil {
			return append(all, prose)
		}
		all = append(all, strings.TrimSpace(prose[:at[1]]))
		prose = prose[at[1]:]
	}
	return all
}

// pages returns the prose of README.md, CONTRIBUTING.md, SECURITY.md and docs. Tables are
// read without the rule on semicolons: a cell is a list.
func pages(t *testing.T) (all []text) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(found) < 15 {
		t.Fatal(found, err)
	}
	for _, name := range [...]string{"README.md", "CONTRIBUTING.md", "SECURITY.md"} {
		found = append(found, filepath.Join(root, name))
	}
	for _, path := range found {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, paragraphs(strings.TrimPrefix(path, root+string(filepath.Separator)), string(data))...)
	}
	return all
}

func paragraphs(page, data string) (all []text) {
	var open []string
	first, fenced := 0, false
	flush := func() {
		if len(open) > 0 {
			all = append(all, text{page + ":" + strconv.Itoa(first), strings.Join(open, " ")})
		}
		open = nil
	}
	for i, line := range strings.Split(data, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```"):
			flush()
			fenced = !fenced
		case fenced, strings.HasPrefix(trimmed, "#"), trimmed == "", strings.Contains(trimmed, "   "):
			flush()
		case strings.HasPrefix(trimmed, "|"):
			flush()
			for _, cell := range strings.Split(strings.ReplaceAll(trimmed, `\|`, "/"), "|") {
				cell = strings.ReplaceAll(strings.TrimSpace(cell), "; ", ". ")
				all = append(all, text{page + ":" + strconv.Itoa(i+1), cell})
			}
		default:
			if strings.HasPrefix(trimmed, "- ") || len(trimmed) > 2 && strings.Contains(trimmed[:3], ". ") {
				flush()
			}
			if len(open) == 0 {
				first = i + 1
			}
			open = append(open, strings.TrimPrefix(trimmed, "- "))
		}
	}
	flush()
	return all
}

// english matches a text with a word that no list and no code has.
var english = regexp.MustCompile(`\b(the|a|an|is|are|of|use|run|and|not)\b`)

// printed returns the English strings of the shim's messages and of the companion.
func printed(t *testing.T) (all []text) {
	t.Helper()
	files := []string{filepath.Join(root, "shim", "messages.go")}
	err := filepath.WalkDir(filepath.Join(root, "cmd", "openhook"), func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			literal, is := n.(*ast.BasicLit)
			if !is || literal.Kind != token.STRING {
				return true
			}
			value, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			for _, paragraph := range strings.Split(value, "\n\n") {
				// A line with several columns is a table or an example.
				if is := english.MatchString(paragraph) && !strings.Contains(paragraph, "   "); is {
					all = append(all, text{set.Position(literal.Pos()).String(), paragraph})
				}
			}
			return true
		})
	}
	return all
}
