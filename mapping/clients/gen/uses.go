package main

import (
	"slices"
	"strings"
	"time"
)

// complete gives every dialect what its file says for all.
func (t *table) complete(common *dialect) {
	if len(t.dialects) == 0 {
		t.add(1, "no [dialect NAME]")
	}
	for _, d := range t.dialects {
		for key, value := range common.set {
			if _, own := d.set[key]; !own {
				d.set[key] = value
			}
		}
		d.marks = append(d.marks, common.marks...)
		d.traces = append(d.traces, common.traces...)
		d.env = append(d.env, common.env...)
		d.fields = append(d.fields, common.fields...)
		d.prompts = append(d.prompts, common.prompts...)
		if d.argument == "" {
			d.argument = common.argument
		}
		for _, c := range common.code {
			place, _, _ := strings.Cut(c, " ")
			if !slices.ContainsFunc(d.code, func(own string) bool { return strings.HasPrefix(own, place) }) {
				d.code = append(d.code, c)
			}
		}
		d.tools = append(d.tools, common.tools...)
		d.events = under(d.events, common.events)
		d.keys = under(d.keys, common.keys)
		d.answers = under(d.answers, common.answers)
	}
}

// under appends the entries that are not there yet.
func under(own, common entries) entries {
	for _, e := range common {
		if !own.has(e.name) {
			own = append(own, e)
		}
	}
	return own
}

// uses finds names that stand for nothing, and what nobody names.
func (t *table) uses(common *dialect) {
	check := func(all []use, what string, of func(*dialect) entries) {
		named := map[string]bool{}
		for _, u := range all {
			owners := []*dialect{u.in}
			if u.in == common {
				owners = t.dialects
			}
			named[u.text] = true
			for _, d := range owners {
				if !of(d).has(u.text) {
					t.misspelt(u.line, what, u.text, of(d).names()...)
				}
			}
		}
		for _, d := range append(t.dialects, common) {
			for _, e := range of(d) {
				if !named[e.name] {
					named[e.name] = true
					t.add(e.line, "nobody uses the ", what, " ", e.name)
				}
			}
		}
	}
	check(t.keysUsed, "keys", func(d *dialect) entries { return d.keys })
	check(t.answersUsed, "answers", func(d *dialect) entries { return d.answers })
	for _, d := range append(t.dialects, common) {
		for _, e := range d.toolKeys {
			if !d.used[e.name] {
				t.add(e.line, "nobody uses the keys ", e.name)
			}
		}
		for _, p := range d.phrases {
			if !p.used {
				t.add(p.line, "nobody uses the phrase ", p.name)
			}
		}
	}
	events := t.eventNames()
	for _, w := range t.ourEvents {
		t.oneOf(w.line, "event", w.text, events)
	}
}

// missing finds what a client's table leaves out: one with settings files has facts.
func (t *table) missing() {
	if t.setup == nil {
		return
	}
	for _, key := range [...]string{"product", "version", "date", "known"} {
		if t.facts[key] == "" {
			t.add(1, "a client has a row ", key)
		}
	}
	if _, err := time.Parse(time.DateOnly, t.facts["date"]); err != nil {
		t.add(1, "a date is YYYY-MM-DD")
	}
}
