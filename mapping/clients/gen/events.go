package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// key reads FIELD=PATH(THEIRS>OURS,…):AS|JSON and returns it in compact text.
func (t *table) key(w word) (string, bool) {
	field, rest, renamed := strings.Cut(w.text, "=")
	if !renamed {
		i := strings.IndexAny(w.text, "(:|")
		if i < 0 {
			i = len(w.text)
		}
		field, rest = w.text[:i], w.text
	}
	rest, literal, fallback := strings.Cut(rest, "|")
	rest, as, carried := strings.Cut(rest, ":")
	path, words, mapped := strings.Cut(rest, "(")
	if field == "-" {
		if !fallback {
			t.add(w.line, "a key without a field needs what the client sends: ", w.text)
		}
	} else if !t.oneOf(w.line, "field", field, fieldWords) {
		return "", false
	}
	t.path(w.line, path)
	if renamed && path == field {
		t.add(w.line, path, " is spelt alike; write the field alone")
	}
	compact := field
	if renamed {
		compact += "=" + path
	}
	if mapped {
		words, ok := strings.CutSuffix(words, ")")
		if !ok {
			t.add(w.line, "a ( without its ): ", w.text)
		}
		compact += "{" + t.mapping(w.line, field, words) + "}"
	}
	if carried && t.oneOf(w.line, "way to carry a value", as, valueWords) {
		as = "@" + as
	}
	if fallback {
		if !json.Valid([]byte(literal)) {
			t.add(w.line, "behind | stands JSON: ", w.text)
		}
		t.json(w.line, literal)
		t.without(w.line, literal, " @")
		compact += "|" + literal
	}
	return compact + as, true
}

// mapping reads THEIRS>OURS,… and returns it in compact text.
func (t *table) mapping(line int, field, words string) string {
	var compact []string
	var theirs []string
	for pair := range strings.SplitSeq(words, ",") {
		their, our, ok := strings.Cut(pair, ">")
		if !ok {
			t.add(line, strconv.Quote(pair), " is not THEIRS>OURS")
		}
		t.part(line, their)
		t.without(line, pair, ":|@} ")
		if slices.Contains(theirs, their) {
			t.add(line, their, " twice")
		}
		theirs = append(theirs, their)
		switch ours := meanings[field]; {
		case ours != nil:
			t.oneOf(line, "word of ours for "+field, our, ours)
		case field == "event":
			t.ourEvents = append(t.ourEvents, word{our, line})
		case our != "":
			t.add(line, "there is no list of words for ", field)
		}
		compact = append(compact, their+":"+our)
	}
	return strings.Join(compact, ",")
}

// event reads a row of [events].
func (t *table) event(d *dialect, r *row) {
	first := r.take()
	switch first.text {
	case "keys":
		name := r.take().text
		t.once(&d.keys, entry{name: name, line: first.line}, "keys")
		d.keys[len(d.keys)-1].body = t.carries(d, r, true)
		return
	case "default":
		first.text = "*any"
	case "variant":
		first.text = "*" + r.take().text
		if t.codeless(first.text[1:]) {
			t.add(first.line, "no code names the variant ", strings.TrimPrefix(first.text, "*"))
		}
	default:
		t.path(first.line, first.text)
		t.without(first.line, first.text, ": ")
	}
	typ, wait, answers := r.take(), r.take(), r.take()
	if typ.text != "-" {
		t.oneOf(typ.line, "type", typ.text, typeWords)
	}
	body := typ.text
	if wait.text != "-" {
		number := strings.TrimSuffix(strings.TrimSuffix(wait.text, "s"), "m")
		ms := strings.HasSuffix(wait.text, "ms")
		if n, err := strconv.Atoi(number); err != nil || n <= 0 || !ms && n > 600 ||
			!strings.HasSuffix(wait.text, "s") {
			t.add(wait.line, "a wait is - or a number with ms or s, 600s at most: ", strconv.Quote(wait.text))
		}
		body += " " + wait.text
	}
	if answers.text != "-" {
		if answers.text == "" {
			t.add(r.line, "an event has a name, a type, a wait and answers; - is none")
		}
		t.answersUsed = append(t.answersUsed, use{d, answers})
		body += " @" + answers.text
	}
	t.once(&d.events, entry{name: first.text, line: first.line}, "event")
	if more := t.carries(d, r, false); more != "" {
		body += " " + more
	}
	d.events[len(d.events)-1].body = body
}

// carries reads the last column of an event.
func (t *table) carries(d *dialect, r *row, keys bool) string {
	var compact []string
	own := ""
	for w := range r.rest {
		switch c := w.text[0]; {
		case w.text == "native":
			own = "own:"
		case w.text == "native-with-deny":
			own = "own+:"
		case c == '.' && own == "":
			t.add(w.line, "in front of ", w.text, " stands native or native-with-deny")
		case c == '.':
			path, kind, _ := strings.Cut(w.text[1:], ":")
			t.path(w.line, path)
			t.oneOf(w.line, "kind", kind, kindWords)
			compact = append(compact, own+path+":"+kind)
		case c == '@':
			t.keysUsed = append(t.keysUsed, use{d, word{w.text[1:], w.line}})
			compact = append(compact, "$"+w.text[1:])
		case c == '+':
			t.path(w.line, w.text[1:])
			compact = append(compact, w.text)
		case c == '!' && !keys:
			if f := t.flag(w, flagWords); f != "" {
				compact = append(compact, "!"+f)
			}
		case strings.HasPrefix(w.text, "tool="), strings.HasPrefix(w.text, "input="):
			what, path, _ := strings.Cut(w.text, "=")
			t.path(w.line, path)
			compact = append(compact, what+":"+path)
		default:
			if k, ok := t.key(w); ok {
				compact = append(compact, k)
			}
		}
	}
	return strings.Join(compact, " ")
}

// once adds an entry, whose name nothing before it may have.
func (t *table) once(to *entries, e entry, what string) {
	if to.has(e.name) {
		t.add(e.line, what, " ", strings.TrimPrefix(e.name, "*"), " twice")
	}
	*to = append(*to, e)
}
