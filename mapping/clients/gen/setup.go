package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// A setup is how a client is told of hooks, as Go.
type setup struct {
	fields  []string // NAME: VALUE
	files   []string
	old     []string
	layouts []*layout
}

type layout struct {
	name   string
	line   int
	fields []string
	used   bool
}

// readSetup reads [setup].
func (t *table) readSetup(s *section) {
	t.setup = &setup{}
	for _, r := range s.rows { // before the files that name them
		if w := r.words(); w[0].text == "layout" && len(w) > 1 {
			t.setup.layouts = append(t.setup.layouts, &layout{name: w[1].text, line: r.line})
		}
	}
	given := map[string]bool{}
	for _, r := range s.rows {
		key := r.take()
		if !t.oneOf(r.line, "row of [setup]", key.text, setupWords) {
			continue
		}
		switch key.text {
		case "user", "project", "local", "system":
			t.hookFile(key.text, r)
		case "layout":
			t.layout(r)
		case "entry", "flat", "new":
			t.inLayout(key.text, r)
		case "old":
			t.old(r)
		default:
			if given[key.text] {
				t.add(r.line, "a second ", key.text)
			}
			given[key.text] = true
			t.setupRow(key.text, r)
		}
	}
	for _, l := range t.setup.layouts {
		if !l.used && !slices.Contains(t.all.layoutsUsed, t.client+"/"+l.name) {
			t.add(l.line, "nobody uses the layout ", l.name)
		}
	}
}

func (t *table) setupRow(key string, r *row) {
	field := func(name, value string) { t.setup.fields = append(t.setup.fields, name+": "+value) }
	quoted := func(name, value string) { field(name, strconv.Quote(value)) }
	switch key {
	case "finds":
		quoted("Signs", r.text())
	case "program":
		quoted("Program", r.text())
	case "moved":
		quoted("Moved", r.text())
	case "shell", "windows-shell":
		shells := map[string]string{"posix": "Posix", "cmd": "CmdExe", "powershell": "PowerShell",
			"git-bash": "GitBash"}
		if w := r.take(); t.oneOf(w.line, "shell", w.text, shellWords) {
			field(map[string]string{"shell": "Shell", "windows-shell": "WindowsShell"}[key], shells[w.text])
		}
	case "leave":
		quoted("Leave", strings.Join(t.events(r), " "))
	case "covered", "about":
		var all []string
		for w := range r.rest {
			event, by, _ := strings.Cut(w.text, "=")
			t.oneOf(w.line, "event", event, t.eventNames())
			if key == "about" {
				t.oneOf(w.line, "tool", by, toolWords)
			} else {
				t.oneOf(w.line, "event", by, t.eventNames())
			}
			all = append(all, pair(event, by))
		}
		field(title(key), "[]Pair{"+strings.Join(all, ", ")+"}")
	case "matcher-also":
		if w := r.take(); t.oneOf(w.line, "client", w.text, keysOf(t.all.bases)) {
			quoted("MatcherAlso", w.text)
		}
	case "longest":
		var all []string
		for w := range r.rest {
			event, seconds, _ := strings.Cut(w.text, "=")
			if event != "*" {
				t.oneOf(w.line, "event", event, t.eventNames())
			}
			if n, err := strconv.Atoi(seconds); err != nil || n <= 0 {
				t.add(w.line, "longest is EVENT=SECONDS: ", w.text)
			}
			all = append(all, "{"+strconv.Quote(event)+", "+seconds+"}")
		}
		field("Longest", "[]Limit{"+strings.Join(all, ", ")+"}")
	case "trust":
		quoted("Trust", r.text())
	case "trusted":
		t.function(r.line, r.text())
		field("Trusted", r.text())
	case "todo":
		quoted("Todo", r.text())
	case "project-todo":
		quoted("Project", r.text())
	case "flags":
		names := map[string]string{
			"gui": "GUI", "restart": "Restart", "once": "Once", "no-slashes": "NoSlashes", "no-links": "NoLinks",
			"exit-2-denies": "Exit2Denies", "needs-event": "NeedsEvent", "file-matcher": "FileMatcher",
		}
		for w := range r.rest {
			if f := t.flag(w, setupFlags); f != "" {
				field(names[f], "true")
			}
		}
	}
}

// events reads names of events.
func (t *table) events(r *row) []string {
	var all []string
	names := t.eventNames()
	for w := range r.rest {
		t.oneOf(w.line, "event", w.text, names)
		all = append(all, w.text)
	}
	return all
}

// old reads what a client knew before a version: OURS or OURS=THEIRS.
func (t *table) old(r *row) {
	version := r.take()
	var all []string
	for w := range r.rest {
		event, was, renamed := strings.Cut(w.text, "=")
		t.oneOf(w.line, "event", event, t.eventNames())
		if renamed {
			t.native(w.line, was)
		}
		all = append(all, w.text)
	}
	t.setup.old = append(t.setup.old, "{"+strconv.Quote(version.text)+", "+strconv.Quote(strings.Join(all, " "))+"}")
}

func (t *table) hookFile(scope string, r *row) {
	path := r.take()
	t.part(path.line, path.text)
	code := "{Scope: " + title(scope) + "Scope, Path: " + strconv.Quote(unquote(path.text))
	var hasLayout bool
	for w := range r.rest {
		if w.text[0] == '!' {
			if f := t.flag(w, list("install cloud")); f != "" {
				code += ", " + title(f) + ": true"
			}
			continue
		}
		key, value, _ := strings.Cut(w.text, "=")
		if !t.oneOf(w.line, "key of a settings file", key, fileWords) {
			continue
		}
		switch key {
		case "layout":
			hasLayout = true
			code += ", Layout: &" + t.layoutName(word{value, w.line})
		case "of":
			if t.all.bases[value] == "" {
				t.misspelt(w.line, "client", value, keysOf(t.all.bases)...)
			}
		case "mac", "windows", "off":
			t.part(w.line, value)
		case "dialect":
			if t.oneOf(w.line, "dialect", value, t.variables()) {
				code += ", Dialect: &clients." + value
			}
		}
		switch key {
		case "layout", "dialect":
		case "off":
			path, member, ok := strings.Cut(unquote(value), " ")
			if !ok {
				t.add(w.line, "off is a file and its key: ", w.text)
			}
			code += ", Off: Pair" + pair(path, member)
		default:
			code += ", " + title(key) + ": " + strconv.Quote(unquote(value))
		}
	}
	if !hasLayout {
		t.add(r.line, "a settings file needs a layout")
	}
	t.setup.files = append(t.setup.files, code+"}")
}

// variables lists the dialects of a file.
func (t *table) variables() []string {
	var all []string
	for _, d := range t.dialects {
		all = append(all, d.variable)
	}
	return all
}

// layoutName returns the Go name of a layout, of another client with CLIENT/NAME.
func (t *table) layoutName(w word) string {
	client, name, foreign := strings.Cut(w.text, "/")
	if foreign {
		t.oneOf(w.line, "layout", name, t.all.layouts[client])
		return layoutVariable(t.all.bases[client], name)
	}
	var names []string
	for _, l := range t.setup.layouts {
		if l.name == w.text {
			l.used = true
			return layoutVariable(t.base, l.name)
		}
		names = append(names, l.name)
	}
	t.misspelt(w.line, "layout", w.text, names...)
	return "?"
}

func layoutVariable(base, name string) string { return base + title(name) + "Layout" }

func (t *table) layoutOf(w word) *layout {
	var names []string
	for _, l := range t.setup.layouts {
		if l.name == w.text {
			return l
		}
		names = append(names, l.name)
	}
	t.misspelt(w.line, "layout", w.text, names...)
	return &layout{}
}

func (t *table) layout(r *row) {
	l := t.layoutOf(r.take())
	add := func(name, value string) { l.fields = append(l.fields, name+": "+value) }
	for w := range r.rest {
		if w.text[0] == '!' {
			if f := t.flag(w, layoutFlags); f != "" {
				add(title(f), "true")
			}
			continue
		}
		key, value, _ := strings.Cut(w.text, "=")
		if !t.oneOf(w.line, "key of a layout", key, layoutWords) {
			continue
		}
		value = strings.ReplaceAll(value, ",", " ")
		switch key {
		case "syntax":
			if t.oneOf(w.line, "syntax", value, syntaxWords) {
				add("Syntax", map[string]string{"json": "JSON", "toml": "TOML", "script": "Script",
					"plugin": "Plugin"}[value])
			}
		case "unit":
			if ms, ok := map[string]string{"1s": "1000", "1ms": "1"}[value]; ok {
				add("Unit", ms)
			} else {
				t.misspelt(w.line, "unit", value, "1s", "1ms")
			}
		case "flat-events":
			for _, event := range strings.Fields(value) {
				t.oneOf(w.line, "event", event, t.eventNames())
			}
			add("FlatEvents", strconv.Quote(value))
		case "closed", "needs", "off":
			path, v, ok := strings.Cut(value, "=")
			if !ok || !json.Valid([]byte(v)) {
				t.add(w.line, key, " is KEY=JSON: ", w.text)
			}
			t.path(w.line, path)
			t.part(w.line, v)
			add(goLayout[key], "Pair"+pair(path, v))
		case "no-star":
			t.oneOf(w.line, "kind of events", value, list("all camelCase"))
			add("NoStar", strconv.Quote(value))
		case "entry":
			if t.oneOf(w.line, "entry by that name", value, list("group")) {
				add("Entry", "groupEntry")
			}
		case "closed-since":
			add("ClosedSince", strconv.Quote(value))
		default:
			for _, name := range strings.Fields(value) {
				t.path(w.line, name)
			}
			add(goLayout[key], strconv.Quote(value))
		}
	}
}

var goLayout = map[string]string{
	"root": "Root", "event-key": "EventKey", "closed": "Closed", "needs": "Needs", "only": "Only",
	"windows-command": "WindowsCommand", "entry-only": "EntryOnly", "keys": "Keys", "absent": "Absent", "off": "Off",
	"entry": "Entry", "flat": "Flat", "new": "New",
}

// inLayout reads JSON that a layout holds.
func (t *table) inLayout(key string, r *row) {
	l := t.layoutOf(r.take())
	_, value, _ := strings.Cut(r.text(), " ")
	value = strings.TrimSpace(value)
	plain := value
	for _, name := range list("$command $timeout $event $name $powershell") {
		plain = strings.ReplaceAll(plain, name, "0")
	}
	if !json.Valid([]byte(plain)) {
		t.add(r.line, key, " is JSON with $command, $timeout, $event, $name or $powershell")
	}
	known := strings.NewReplacer("$command", "", "$timeout", "", "$event", "", "$name", "", "$powershell", "")
	t.part(r.line, known.Replace(value))
	l.fields = append(l.fields, goLayout[key]+": "+strconv.Quote(value))
}

// pair is a Pair as Go, without its type.
func pair(name, value string) string {
	return "{" + strconv.Quote(name) + ", " + strconv.Quote(value) + "}"
}

func unquote(s string) string {
	var plain string
	if json.Unmarshal([]byte(s), &plain) == nil {
		return plain
	}
	return s
}
