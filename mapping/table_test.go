package mapping

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	typeWord  = regexp.MustCompile(`^(-|[a-z]+(\.[a-z]+)+)$`)
	limitWord = regexp.MustCompile(`^[1-9][0-9]*(s|ms)$`)
	pathWord  = regexp.MustCompile(`^\$?[A-Za-z_][\w.-]*$`)
	ownWord   = regexp.MustCompile(`^own\+?:[A-Za-z_.]+:(string|number|object|array|bool)$`)
	formWord  = regexp.MustCompile(`^(#exit|#stdout|#stderr|#line\.\w+|[A-Za-z_][\w.]*)=(\$\w+|\d+|\S*)$`)
)

const (
	flagWords = " success error text goes-on raw with-allow unheard too-late mute ask-unsafe bare "
	wishWords = " allow deny ask rewrite context output stop message quiet none "
)

// events checks every word of a dialect's events and of their forms.
func events(t *testing.T, d *Dialect) {
	t.Helper()
	var names []string
	for line := range strings.Lines(string(d.Events)) {
		name, _, _ := strings.Cut(line, ":")
		if line[0] == ' ' || line[0] == '#' || line[0] == '\n' {
			continue
		}
		if slices.Contains(names, name) {
			t.Errorf("%s has %s twice", d.Name, name)
		}
		names = append(names, name)
		if name[0] == '$' {
			body, _ := d.Events.entry(name)
			for k := range Keys(body).All {
				key(t, d, k)
			}
			continue
		}
		e := d.entry(name)
		if e == nil {
			t.Errorf("%s: no entry of Events: %s", d.Name, line)
			continue
		}
		words(t, d, e)
		if e.Forms.form(WishAsk) != "" && e.Forms.form(WishDeny) == "" {
			t.Errorf("%s %s can ask but not deny", d.Name, name)
		}
	}
	last := 0
	for line := range strings.Lines(string(d.Forms)) {
		switch body := strings.TrimSpace(line); {
		case body == "" || strings.HasPrefix(body, "# "):
		case line[0] != ' ':
			last = 0
			if !strings.HasSuffix(body, ":") {
				t.Errorf("%s: no entry of Forms: %s", d.Name, line)
			}
			used := slices.ContainsFunc(Dialects(), func(o *Dialect) bool {
				return o.Name == d.Name && strings.Contains(string(o.Events), "@"+strings.TrimSuffix(body, ":"))
			})
			if !used {
				t.Errorf("%s: nobody uses the forms %s", d.Name, body)
			}
		default:
			wish, form, _ := strings.Cut(body, " ")
			at := strings.Index(wishWords, " "+strings.TrimPrefix(wish, "+")+" ")
			if wish[0] == '+' {
				at += len(wishWords)
			}
			if at < last && wish[0] != '+' || at < 0 || !strings.HasPrefix(line, "  "+wish) {
				t.Errorf("%s: no wish, or out of order: %s", d.Name, line)
			}
			last = at
			var parents []string
			for word := range strings.FieldsSeq(form) {
				if !formWord.MatchString(word) {
					t.Errorf("%s: no place and value: %s", d.Name, word)
				}
				// What is written as it comes must stand together.
				path, _, _ := strings.Cut(word, "=")
				parent := path[:strings.LastIndexByte(path, '.')+1]
				if n := len(parents); path[0] != '#' && parent != "" && (n == 0 || parents[n-1] != parent) {
					if slices.Contains(parents, parent) || strings.Contains(string(d.Frame), path+"=") {
						t.Errorf("%s: apart from its like, or framed: %s", d.Name, line)
					}
					parents = append(parents, parent)
				}
			}
		}
	}
}

// words checks what an event says of itself.
func words(t *testing.T, d *Dialect, e *Event) {
	t.Helper()
	if e.Type != "" && !typeWord.MatchString(e.Type) {
		t.Errorf("%s %s: no type: %s", d.Name, e.Native, e.Type)
	}
	for word, rest := nextWord(e.words); word != ""; word, rest = nextWord(rest) {
		ok := false
		switch {
		case word[0] == '@':
			ok = d.forms(word[1:]) != Forms{}
		case word[0] == '!':
			ok = strings.Contains(flagWords, " "+word[1:]+" ")
		case word[0] == '$':
			_, ok = d.Events.entry(word)
		case word[0] == '+':
			ok = pathWord.MatchString(word[1:])
		case word[0] >= '0' && word[0] <= '9':
			ok = limitWord.MatchString(word) && e.Limit > 0
		case strings.HasPrefix(word, "own"):
			ok = ownWord.MatchString(word)
		case strings.HasPrefix(word, "tool:"), strings.HasPrefix(word, "input:"):
			_, name, _ := strings.Cut(word, ":")
			ok = pathWord.MatchString(name)
		default:
			ok = true // a key
		}
		if !ok {
			t.Errorf("%s %s: %s means nothing", d.Name, e.Native, word)
		}
	}
	for k := range e.Keys {
		key(t, d, k)
	}
}

// key checks one word of Keys.
func key(t *testing.T, d *Dialect, k Key) {
	t.Helper()
	ok := pathWord.MatchString(k.Path) && (k.Field != NoField || k.Literal != "") && (k.As == Plain || k.As == Millis || k.As == Strings)
	for pair := range strings.SplitSeq(k.Words, ",") {
		ok = ok && (k.Words == "" || strings.Count(pair, ":") == 1)
	}
	if k.Literal != "" && valid([]byte(k.Literal)) != nil || !ok {
		t.Errorf("%s: %+v is no key", d.Name, k)
	}
}

// A name from a payload finds an event of that name and nothing else.
func TestEntry(t *testing.T) {
	d := Dialect{Events: "\n# x: y\n$keys: cwd\n*any: -\nOne: tool.start 5s @f\n  cwd # more: words\n  +a\nOneMore: -\n", Forms: "\nf:\n  deny a=1\n  # b\n  +deny b=2\ng:\n  ask c=3\n"}
	for name, want := range map[string]bool{"One": true, "OneMore": true, "": false, "*any": false, "$keys": false, "# x": false, "One: tool.start 5s @f\n  cwd": false,
		"more": false, "cwd": false, "On": false, "\nOne": false, "one": false, "  cwd # more": false} {
		if d.has(name) != want || (d.event(name) != nil) != want {
			t.Errorf("%q is an event: %v", name, !want)
		}
	}
	e := d.event("One")
	if e.Type != ToolStart || e.Limit != 5_000 || e.Forms.form(WishDeny) != "a=1" || e.Forms.form(WishAsk) != "" {
		t.Errorf("%+v", e)
	}
	if carried := slices.Collect(e.each("+")); !slices.Equal(carried, []string{"a"}) {
		t.Errorf("%v is carried", carried)
	}
	if keys := slices.Collect(e.Keys); len(keys) != 1 || keys[0].Field != Cwd {
		t.Errorf("%+v", keys)
	}
}
