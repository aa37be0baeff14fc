package main

import (
	"slices"
	"strconv"
	"strings"
)

// tool reads a row of [tools].
func (t *table) tool(d, common *dialect, r *row) {
	names, canon := r.take(), r.take()
	if names.text == "keys" {
		t.once(&d.toolKeys, entry{name: canon.text, line: canon.line, body: t.toolKeys(d, common, r)}, "keys")
		return
	}
	if canon.text != "-" {
		t.oneOf(canon.line, "tool", canon.text, toolWords)
	}
	for name := range strings.SplitSeq(names.text, ",") {
		t.native(names.line, name)
		t.without(names.line, name, ":| ")
		for _, other := range d.tools {
			c, _, _ := strings.Cut(other.body, " ")
			for o := range strings.SplitSeq(other.name, "|") {
				if o == name && c == canon.text {
					t.add(names.line, "tool ", name, " twice")
				}
			}
		}
	}
	body := canon.text + t.toolKeys(d, common, r)
	if canon.text == "" {
		t.add(r.line, "a tool has names, one of ours or -, and keys: ", strconv.Quote(names.text))
	}
	d.tools = append(d.tools, entry{name: strings.ReplaceAll(names.text, ",", "|"), line: names.line, body: body})
}

// toolKeys reads the last column of a tool.
func (t *table) toolKeys(d, common *dialect, r *row) string {
	body := ""
	for w := range r.rest {
		if w.text[0] == '!' {
			if f := t.flag(w, toolFlags); f != "" {
				body += " !" + f
			}
			continue
		}
		if name, ok := strings.CutPrefix(w.text, "@"); ok {
			body += t.sharedKeys(d, common, word{name, w.line})
			continue
		}
		body += " " + t.toolKey(w, strings.Contains(body, " !merge"))
	}
	return body
}

// toolKey reads OURS=THEIRS:AS and returns it in compact text.
func (t *table) toolKey(w word, merged bool) string {
	key, how, carried := strings.Cut(w.text, ":")
	our, their, renamed := strings.Cut(key, "=")
	if renamed && our == their && !carried {
		t.add(w.line, our, " is spelt alike; write the key alone")
	}
	if !renamed && (carried || merged) && !slices.Contains(inputKeys, our) {
		t.native(w.line, our) // a list of files, or what the client takes of a new input
	} else {
		t.oneOf(w.line, "key of a tool's input", our, inputKeys)
	}
	if renamed {
		t.path(w.line, their)
	}
	if carried {
		as, member, _ := strings.Cut(how, ".")
		t.oneOf(w.line, "way to carry a value", as, inputWords)
		if member != "" {
			t.path(w.line, member)
		}
		key += "@" + how
	}
	return key
}

// sharedKeys returns what a row of keys holds, the dialect's own or its file's.
func (t *table) sharedKeys(d, common *dialect, w word) string {
	for _, owner := range [...]*dialect{d, common} {
		for _, e := range owner.toolKeys {
			if e.name == w.text {
				owner.used[w.text] = true
				return e.body
			}
		}
	}
	t.misspelt(w.line, "keys", w.text, append(d.toolKeys.names(), common.toolKeys.names()...)...)
	return ""
}
