package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// A dialect is what one [dialect] says, in the compact text that package mapping
// reads. What stands above the first of them holds for all of a file.
type dialect struct {
	variable string
	line     int
	set      map[string]string // a row of the head: Go
	marks    []string
	traces   []string
	argument string
	fields   []string
	env      []string
	prompts  []string
	frame    []string // its paths
	code     []string // KEY: FUNCTION
	phrases  []*phrase
	like     word
	keys     entries
	events   entries
	answers  entries
	tools    entries
	toolKeys entries
	used     map[string]bool // toolKeys that a tool names
}

// entries are NAME: BODY in the order of the table.
type entries []entry

type entry struct {
	name, body string
	line       int
}

func (e entries) has(name string) bool {
	return slices.ContainsFunc(e, func(o entry) bool { return o.name == name })
}

func (e entries) names() []string {
	var all []string
	for _, o := range e {
		all = append(all, o.name)
	}
	return all
}

// A phrase is what achieves a wish, under a name that answers use.
type phrase struct {
	name, form string
	line       int
	used       bool
}

// head reads the rows in front of a dialect's first section.
func (t *table) head(d *dialect, rows []*row, common bool) {
	for _, r := range rows {
		key := r.take()
		switch {
		case common && slices.Contains(headWords, key.text):
			t.fact(key, r)
			continue
		case key.text == "name" && !common, key.text != "name" && slices.Contains(dialectWords, key.text):
		default:
			words := dialectWords
			if common {
				words = append(slices.Clone(headWords), dialectWords...)
			}
			t.misspelt(r.line, "row of a head", key.text, words...)
			continue
		}
		if _, twice := d.set[key.text]; twice {
			t.add(r.line, "a second ", key.text)
		}
		t.property(d, key.text, r)
	}
}

func (t *table) property(d *dialect, key string, r *row) {
	switch key {
	case "name":
		d.set[key] = strconv.Quote(r.text())
	case "environment":
		for w := range r.rest {
			t.native(w.line, w.text)
			d.env = append(d.env, w.text)
		}
	case "fields":
		for w := range r.rest {
			if k, ok := t.key(w); ok {
				d.fields = append(d.fields, k)
			}
		}
	case "mcp":
		d.set[key] = t.mcp(r)
	case "frame":
		form := t.form(r)
		d.set[key] = strconv.Quote(form)
		for s := range strings.FieldsSeq(form) {
			path, _, _ := strings.Cut(s, "=")
			d.frame = append(d.frame, path)
		}
	case "none", "fault":
		d.set[key] = strconv.Quote(t.form(r))
	case "valid":
		d.set[key] = strconv.Quote(t.valid(r))
	case "new-input":
		if w := r.take(); t.oneOf(w.line, "rule for a new input", w.text, rewriteWords) {
			d.set[key] = "mapping." + title(w.text)
		}
	case "longest-context":
		n, err := strconv.Atoi(r.text())
		if err != nil || n <= 0 {
			t.add(r.line, "longest-context is a number of bytes")
		}
		d.set[key] = strconv.Itoa(n)
	case "argument":
		d.argument = t.mark(r)
	case "variable":
		t.native(r.line, r.text())
		d.set[key] = strconv.Quote(r.text())
	case "machine-prompt":
		var s string
		if json.Unmarshal([]byte(r.text()), &s) != nil {
			t.add(r.line, "machine-prompt is a JSON string")
		}
		d.prompts = append(d.prompts, s)
	case "stderr":
		if w := r.take(); t.oneOf(w.line, "policy for stderr", w.text, list("free quiet")) {
			d.set[key] = "mapping.Stderr" + title(w.text)
		}
	case "flags":
		for w := range r.rest {
			if f := t.flag(w, dialectFlags); f != "" {
				d.set["!"+f] = "true"
			}
		}
	case "code":
		for w := range r.rest {
			hook, function, _ := strings.Cut(w.text, "=")
			if t.oneOf(w.line, "place for code", hook, codeWords) && function == "" {
				t.add(w.line, "code is PLACE=FUNCTION")
			}
			t.function(w.line, function)
			d.code = append(d.code, goName[hook]+": "+function)
		}
	}
}

// valid reads what a client demands of an answer: PATH:kind, PATH=word,word or the
// event's name.
func (t *table) valid(r *row) string {
	var traits []string
	for w := range r.rest {
		path, kind, isKind := strings.Cut(w.text, ":")
		path, words, _ := strings.Cut(path, "=")
		if path = strings.TrimPrefix(path, "."); !strings.HasPrefix(w.text, ".") || path == "" {
			t.add(w.line, strconv.Quote(w.text), " is no path of an answer; one begins with .")
			continue
		}
		for key := range strings.SplitSeq(path, ".") {
			t.native(w.line, key)
		}
		switch {
		case isKind:
			t.oneOf(w.line, "kind", kind, kindWords)
			traits = append(traits, path+":"+kind)
		case words == "{event}":
			traits = append(traits, path+"=$event")
		default:
			for one := range strings.SplitSeq(words, ",") {
				t.part(w.line, one)
				t.native(w.line, one)
			}
			traits = append(traits, path+"="+strings.ReplaceAll(words, ",", "|"))
		}
	}
	return strings.Join(traits, " ")
}

// function checks that a function is there.
func (t *table) function(line int, name string) {
	if !t.all.code[name] {
		t.add(line, "there is no function ", name)
	}
}

// goName is what package mapping calls a row of a head.
var goName = map[string]string{
	"mcp": "MCP", "frame": "Frame", "valid": "Valid", "none": "None", "fault": "Fault", "new-input": "Rewrite",
	"longest-context": "MaxContext", "variable": "PayloadEnv", "stderr": "Stderr",
	"!home": "Home", "!any-case": "AnyCase", "!uris": "URIs", "!envelope": "Envelope", "!format": "Format",
	"!spaced":    "Spaced",
	"!as-format": "AsFormat",
	"refine":     "Refine", "fix": "Fix", "event": "EventName", "said": "AnswerPart", "encode": "Encode",
}

// flag returns the word behind an exclamation mark, "" for one that is not in the list.
func (t *table) flag(w word, list []string) string {
	f, ok := strings.CutPrefix(w.text, "!")
	if !ok {
		t.add(w.line, strconv.Quote(w.text), " is no property; one begins with !")
		return ""
	}
	if !t.oneOf(w.line, "property", f, list) {
		return ""
	}
	return f
}

// mcp reads how tools of MCP servers are named: mcp__{server}__{tool}.
func (t *table) mcp(r *row) string {
	w := r.take()
	prefix, rest, both := strings.Cut(w.text, "{server}")
	sep, end, ok := strings.Cut(rest, "{tool}")
	if !both {
		prefix, end, ok = strings.Cut(w.text, "{tool}")
		sep = ""
	}
	if !ok || end != "" || strings.ContainsAny(prefix+sep, "{}") {
		t.add(w.line, "mcp is the name of a tool with {server} and {tool}, or {tool} alone")
	}
	t.prefix(w.line, prefix)
	code := "mapping.MCPNaming{Prefix: " + strconv.Quote(prefix) + ", Sep: " + strconv.Quote(sep)
	for w := range r.rest {
		if f := t.flag(w, list("merge never")); f != "" {
			code += ", Rewrite: mapping." + title(f)
		}
	}
	return code + "}"
}

// mark reads what is true of a payload.
func (t *table) mark(r *row) string {
	var traits []string
	absent, named := false, false
	for w := range r.rest {
		key, sign, value := w.text, "", ""
		if i := strings.IndexAny(w.text, ":=^~"); i > 0 {
			key, sign, value = w.text[:i], w.text[i:i+1], w.text[i+1:]
		}
		switch {
		case w.text == "without", w.text == "with":
			absent = w.text == "without"
		case w.text == "named":
			named = true
		case absent && sign != "":
			t.add(w.line, "behind without stand keys alone: ", w.text)
		case absent:
			t.anybodys(w.line, key)
			traits = append(traits, "!"+key)
		case sign == ":":
			t.native(w.line, key)
			t.oneOf(w.line, "kind", value, kindWords)
			traits = append(traits, w.text)
		case key == "first" && sign == "=": // the key that the payload begins with
			for one := range strings.SplitSeq(value, ",") {
				t.native(w.line, one)
			}
			traits = append(traits, key+sign+strings.ReplaceAll(value, ",", "|"))
		default:
			t.native(w.line, key)
			if sign != "" && value != "" {
				for one := range strings.SplitSeq(value, ",") {
					t.part(w.line, one)
				}
			}
			t.without(w.line, value, "| ")
			traits = append(traits, key+sign+strings.ReplaceAll(value, ",", "|"))
		}
	}
	if named {
		traits = append(traits, "named")
	}
	if len(traits) == 0 {
		t.add(r.line, "an empty mark")
	}
	return strings.Join(traits, " ")
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
