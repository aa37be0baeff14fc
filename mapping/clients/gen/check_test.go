package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// A mistake is reported with its file, its line, the word and the nearest right one.
func TestMessages(t *testing.T) {
	for _, c := range [...]struct{ table, old, wrong, want string }{
		{"claudecode", `reason=source|"startup"`, `reson=source|"startup"`, `no field "reson"; did you mean reason?`},
		{"claudecode", "file_path=notebook_path", "file_path=notebok_path", `no recording with "notebok_path"; did you mean notebook_path? If not, list it in [unseen]`},
		{"claudecode", "permission_prompt>permission", "permission_prompt>permision", `no word of ours for kind "permision"; did you mean permission?`},
		{"claudecode", "SessionEnd=60", "SesionEnd=60", `no event "SesionEnd"; did you mean SessionEnd?`},
		{"claudecode", "off=disableAllHooks=true", "off=disableAllHook=true", `no recording with "disableAllHook"; did you mean disableAllHooks? If not, list it in [unseen]`},

		{"droid", "[answers]", "[answer]", `no section "answer"; did you mean answers?`},
		{"droid", "environment ", "enviroment ", `no row of a head "enviroment"; did you mean environment?`},
		{"droid", "session.start", "session.begin", `no type "session.begin"; did you mean session.end?`},
		{"droid", "s  pre-tool ", "s  pretool  ", `no answers "pretool"; did you mean pre-tool?`},
		{"droid", "!goes-on", "!goeson", `no property "goeson"; did you mean goes-on?`},
		{"droid", "deny=block stop", "deny=blck stop", `no phrase "blck"; did you mean block?`},
		{"droid", "allow deny rewrite", "allow deni rewrite", `no wish "deni"; did you mean deny?`},
		{"droid", "allow deny rewrite", "allow ask rewrite", "pre-tool can ask but not deny"},
		{"droid", "allow deny rewrite", "deny allow rewrite",
			"wishes stand in the order " + strings.Join(wishWords, " ") + ": allow"},
		{"droid", "stderr={stop}", "stderr={sotp}", `no part of an answer "sotp"; did you mean stop?`},
		{"droid", "exit=3 stderr={stop}", "exits=3 stderr={stop}", `no place "exits"; did you mean exit?`},
		{"droid", "updatedInput.prompt:string", "updatedInput.prompt:text",
			`no kind "text"; there is string, number, object, array, bool`},
		{"droid", "file_edit  old_string", "file_edti  old_string", `no tool "file_edti"; did you mean file_edit?`},
		{"droid", "old_string=old_str", "oldstring=old_str",
			`no key of a tool's input "oldstring"; did you mean old_string?`},
		{"droid", "layout=settings", "layout=setings", `no layout "setings"; did you mean settings?`},
		{"droid", "windows-shell  cmd", "windows-shell  cmdexe",
			`no shell "cmdexe"; there is posix, cmd, powershell, git-bash`},
		{"droid", "like claude-code", "like claude", `no client "claude"; did you mean claude-code?`},
		{"droid", "LS          find ", "Glob        find ", "tool Glob twice"},
		{"droid", "PreCompact  ", "Stop        ", "event Stop twice"},
		{"droid", "DROID_PROJECT_DIR spec", "DROID_PROJECT_DIR specs spec", "nothing in this table is called specs"},
		{"droid", "DROID_PROJECT_DIR spec", "DROID_PROJECT_DIR tool_name spec", "tool_name is in the recordings"},
		{"droid", "Read        file_read", "Read        file_read # comment",
			"a comment stands on a line of its own, above the row that it is about"},
		{"droid", "code            refine=droidRefine", "code            refine=droidRefin",
			"there is no function droidRefin"},
		{"droid", "exit-2  exit=2", "exit-4  exit=2 stderr={reason}\nexit-2  exit=2", "nobody uses the phrase exit-4"},
		{"droid", `permission_mode|"off"`, `permission_mode|"o f"`, `"\"o f\"" may not hold any of " @"`},
		{"grok", "keys stop ", "keys stopp    x=y\nkeys stop ", `no field "x"`},
		{"augment", ".additionalContext={context}", ".a.additionalContext={context} .continue=true .a.reason={reason}",
			"apart from the others of .a. .a.reason={reason}"},
	} {
		r := readAll(t)
		name := "clients/" + c.table + ".table"
		text := r.texts[name]
		// A wider column moves all others, so any number of blanks will do.
		old := regexp.MustCompile(regexp.MustCompile(` +`).ReplaceAllString(regexp.QuoteMeta(c.old), " +")).FindStringIndex(text)
		if old == nil {
			t.Errorf("%s has no %s: choose another row for this test", name, c.old)
			continue
		}
		line := strings.Count(text[:old[0]], "\n") + 1
		changed := text[:old[0]] + c.wrong + text[old[1]:]
		want := fmt.Sprintf("%s.table:%d: %s", c.table, line, c.want)
		var got []string
		for _, p := range r.all.understand(c.table+".table", changed).sorted() {
			got = append(got, p.String())
		}
		if !slices.Contains(got, want) {
			t.Errorf("%s is reported as\n%s\nwant\n%s", c.wrong, strings.Join(got, "\n"), want)
		}
	}
}

// Every mistake is reported, in the order of the file.
func TestAllProblems(t *testing.T) {
	r := readAll(t)
	text := r.texts["clients/droid.table"]
	changed := strings.NewReplacer("session.end ", "session.edn ", "goes-on", "goeson", "file_write",
		"file_wriet").Replace(text)
	last, n := 0, 0
	for _, p := range r.all.understand("droid.table", changed).sorted() {
		if p.line < last {
			t.Errorf("line %d comes after %d", p.line, last)
		}
		last, n = p.line, n+1
	}
	if n != 3 {
		t.Errorf("%d problems, want 3", n)
	}
}

// The tables have no mistake, their columns are in line, and package mapping holds
// what they say.
func TestGenerated(t *testing.T) {
	r := readAll(t)
	tables, problems, err := understandAll(root, r.texts, r.order)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
	for name, text := range r.texts {
		if align(read(name, text)) != text {
			t.Errorf("%s: its columns are out of line; run: go run ./clients/gen -fmt, in mapping", name)
		}
	}
	files, err := generated(tables)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join(root, name)); err != nil || string(got) != string(want) {
			t.Errorf("%s is not what the tables say; run: go generate ./mapping", name)
		}
	}
}

// The closed lists are those of package mapping, and the page for authors has them all.
func TestWords(t *testing.T) {
	known := 0
	for f := mapping.NoField + 1; int(f) <= len(fieldWords); f++ {
		if slices.Contains(fieldWords, f.Name()) {
			known++
		}
	}
	if known != len(fieldWords) {
		t.Errorf("package mapping has %d of the %d fields", known, len(fieldWords))
	}
	for _, word := range flagWords {
		d := mapping.Dialect{Events: mapping.Table("\nx: - !" + word + "\n")}
		for e := range d.AllEvents {
			if e.Flags == 0 && e.Status == "" {
				t.Errorf("package mapping has no flag %s", word)
			}
		}
	}
	for _, word := range wishWords {
		d := mapping.Dialect{Events: "\nx: - @f\n", Forms: mapping.Table("\nf:\n  " + word + " a=1\n")}
		for e := range d.AllEvents {
			can := false
			for w := mapping.WishAllow; w <= mapping.WishQuiet; w++ {
				can = can || e.Can(w)
			}
			if can == (word == "none") {
				t.Errorf("package mapping has no wish %s", word)
			}
		}
	}
	for _, word := range inputWords {
		for tool := range mapping.Tools("X: shell command=c@" + word).All {
			if tool.Keys[0].As == mapping.Plain {
				t.Errorf("package mapping carries nothing as %s", word)
			}
		}
	}
	for _, word := range toolFlags {
		for tool := range mapping.Tools("X: shell !" + word).All {
			if tool.Rewrite == mapping.Whole && tool.Op == "" {
				t.Errorf("package mapping has no property %s of a tool", word)
			}
		}
	}
}

// The page for authors explains every word, and its example is a table without a mistake.
func TestPage(t *testing.T) {
	data, err := os.ReadFile(root + "/../docs/adding-a-provider.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for _, words := range [...][]string{
		fieldWords, typeWords, wishWords, flagWords, kindWords, valueWords, inputWords, toolWords, toolFlags, inputKeys,
		partWords, placeWords, rewriteWords, knownWords, dialectFlags, codeWords, headWords, dialectWords, setupWords,
		setupFlags, fileWords, layoutWords, layoutFlags, syntaxWords, shellWords, sectionWords,
	} {
		for _, w := range words {
			if !regexp.MustCompile("[`!:{\\[]" + regexp.QuoteMeta(w) + "[]`=} .]").MatchString(page) {
				t.Errorf("the page does not say what %s is", w)
			}
		}
	}
	for field, words := range meanings {
		for _, w := range words {
			if !strings.Contains(page, "`"+w+"`") {
				t.Errorf("the page does not have %s for %s", w, field)
			}
		}
	}
	_, example, _ := strings.Cut(page, "```text\n")
	example, _, _ = strings.Cut(example, "```")
	seen := map[string]bool{}
	addWords(seen, example[:strings.Index(example, "# In none")])
	delete(seen, "crash")
	delete(seen, "run_bg")
	all := &tables{
		phrases: map[string][]*phrase{}, seen: map[string]map[string]bool{"example": seen},
		code: names{"&example": true, "exampleRefine": true},
	}
	for _, p := range all.understand("example.table", example).sorted() {
		t.Error(p)
	}
	if aligned := align(read("example.table", example)); aligned != example {
		t.Errorf("the columns of the example are out of line; it should be\n%s", aligned)
	}
}
