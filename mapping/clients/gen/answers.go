package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// form reads PLACE=VALUE words and returns them in compact text.
func (t *table) form(r *row) string {
	var compact, parents []string
	for w := range r.rest {
		place, value, ok := strings.Cut(w.text, "=")
		if !ok || value == "" {
			t.add(w.line, strconv.Quote(w.text), " is not PLACE=VALUE")
			continue
		}
		path, inside := strings.CutPrefix(place, ".")
		if head, rest, dot := strings.Cut(place, "."); !inside && t.oneOf(w.line, "place", head, placeWords) {
			path = "#" + place
			if dot {
				t.path(w.line, rest)
			}
			if dot != (head == "line") {
				t.add(w.line, "only line has a path: ", w.text)
			}
		} else if inside {
			t.path(w.line, path)
			parent := path[:strings.LastIndexByte(path, '.')+1]
			if n := len(parents); n == 0 || parents[n-1] != parent {
				if parent != "" && slices.Contains(parents, parent) {
					t.add(w.line, "apart from the others of .", parent, " ", w.text)
				}
				parents = append(parents, parent)
			}
		}
		if part, ok := strings.CutPrefix(value, "{"); ok && value != "{}" {
			part = strings.TrimSuffix(part, "}")
			t.oneOf(w.line, "part of an answer", part, partWords)
			value = "$" + part
		} else {
			var s string
			switch {
			case !json.Valid([]byte(value)):
				t.add(w.line, "a value is JSON or one of {", strings.Join(partWords, "} {"), "}: ", w.text)
			case json.Unmarshal([]byte(value), &s) == nil:
				t.part(w.line, s)
			}
			t.without(w.line, value, " ")
		}
		compact = append(compact, path+"="+value)
	}
	return strings.Join(compact, " ")
}

// phrase reads a row of [phrases].
func (t *table) phrase(d *dialect, r *row) {
	name := r.take()
	for _, p := range d.phrases {
		if p.name == name.text {
			t.add(name.line, "phrase ", p.name, " twice")
		}
	}
	d.phrases = append(d.phrases, &phrase{name: name.text, form: t.form(r), line: r.line})
}

// answer reads a row of [answers].
func (t *table) answer(d, common *dialect, r *row) {
	name := r.take()
	var lines, wishes []string
	also := ""
	for w := range r.rest {
		if w.text == "also" {
			also = "+"
			continue
		}
		wish, phrase, named := strings.Cut(w.text, "=")
		if !named {
			phrase = wish
		}
		if !t.oneOf(w.line, "wish", wish, wishWords) {
			continue
		}
		if also == "" {
			at := slices.Index(wishWords, wish)
			if n := len(wishes); n > 0 && slices.Index(wishWords, wishes[n-1]) >= at {
				t.add(w.line, "wishes stand in the order ", strings.Join(wishWords, " "), ": ", wish)
			}
			wishes = append(wishes, wish)
		}
		form, ok := t.phraseOf(d, common, word{phrase, w.line})
		if !ok {
			continue
		}
		if also == "" {
			for s := range strings.FieldsSeq(form) {
				path, _, _ := strings.Cut(s, "=")
				if slices.Contains(d.frame, path) || slices.Contains(common.frame, path) {
					t.add(w.line, path, " is the frame, which is written by itself")
				}
			}
		}
		lines = append(lines, "\n  "+also+wish+" "+form)
	}
	if slices.Contains(wishes, "ask") && !slices.Contains(wishes, "deny") {
		t.add(name.line, name.text, " can ask but not deny")
	}
	t.once(&d.answers, entry{name: name.text, line: name.line, body: strings.Join(lines, "")}, "answers")
}

// phraseOf finds a phrase: the dialect's own, its file's, then those of like.
func (t *table) phraseOf(d, common *dialect, w word) (string, bool) {
	var names []string
	for _, own := range [...]*dialect{d, common} {
		for _, p := range own.phrases {
			if p.name == w.text {
				p.used = true
				return p.form, true
			}
			names = append(names, p.name)
		}
	}
	for _, own := range [...]*dialect{d, common} {
		if own.like.text == "" {
			continue
		}
		for _, p := range t.all.phrases[own.like.text] {
			if p.name == w.text {
				return p.form, true
			}
			names = append(names, p.name)
		}
	}
	if !t.badLike {
		t.misspelt(w.line, "phrase", w.text, names...)
	}
	return "", false
}
