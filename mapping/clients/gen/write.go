package main

import (
	"go/format"
	"strconv"
	"strings"
)

const module = "github.com/openhook/openhook-shim/"

// head is the beginning of a file of a package.
func head(name string, imports ...string) string {
	var b strings.Builder
	b.WriteString("// Code generated from *.table by mapping/clients/gen; DO NOT EDIT.\n\npackage " + name + "\n\n")
	for _, path := range imports {
		b.WriteString("import " + strconv.Quote(module+path) + "\n\n")
	}
	return b.String()
}

// dialectsGo writes the dialects, which are all that a hook call needs.
func dialectsGo(name string, tables []*table) ([]byte, error) {
	var b strings.Builder
	if name == "mapping" {
		b.WriteString(head(name))
	} else {
		b.WriteString(head(name, "mapping"))
	}
	start := b.Len()
	for _, t := range tables {
		for _, d := range t.dialects {
			t.dialectGo(&b, d)
		}
	}
	text := b.String()
	if name == "mapping" {
		text = text[:start] + strings.ReplaceAll(text[start:], "mapping.", "")
	}
	return format.Source([]byte(text))
}

func (t *table) dialectGo(b *strings.Builder, d *dialect) {
	put := func(name, value string) { b.WriteString("\t" + name + ": " + value + ",\n") }
	b.WriteString("var " + d.variable + " = mapping.Dialect{\n")
	name := strconv.Quote(t.client)
	if own := d.set["name"]; own != "" {
		name = own
	}
	put("Name", name)
	putMarks := func(name string, marks []string) {
		if len(marks) == 0 {
			return
		}
		b.WriteString("\t" + name + ": []mapping.Mark{\n")
		for _, m := range marks {
			b.WriteString("\t\t" + strconv.Quote(m) + ",\n")
		}
		b.WriteString("\t},\n")
	}
	putMarks("Marks", d.marks)
	putMarks("Traces", d.traces)
	if d.argument != "" {
		put("Argv", strconv.Quote(d.argument))
	}
	putList := func(name string, all []string) {
		if len(all) > 0 {
			for i, s := range all {
				all[i] = strconv.Quote(s)
			}
			put(name, "[]string{"+strings.Join(all, ", ")+"}")
		}
	}
	putList("Env", d.env)
	if len(d.fields) > 0 {
		put("Fields", raw("\n  "+strings.Join(d.fields, " ")+"\n"))
	}
	for _, key := range dialectWords {
		if value := d.set[key]; value != "" && goName[key] != "" {
			put(goName[key], value)
		}
	}
	for _, f := range dialectFlags {
		if d.set["!"+f] != "" {
			put(goName["!"+f], "true")
		}
	}
	putList("Synthetic", d.prompts)
	for _, c := range d.code {
		b.WriteString("\t" + c + ",\n")
	}
	if len(d.events) > 0 {
		put("Events", eventsOf(d))
	}
	if len(d.answers) > 0 {
		put("Forms", raw("\n"+lines(d.answers, "", ":")))
	}
	if len(d.tools) > 0 {
		put("Tools", raw("\n"+lines(d.tools, "", ": ")))
	}
	b.WriteString("}\n\n")
	if len(d.events) > 0 {
		text := "\n" + lines(d.keys, "$", ": ") + lines(d.events, "", ": ")
		b.WriteString("const " + eventsOf(d) + " mapping.Table = " + raw(text) + "\n\n")
	}
}

// eventsOf names the constant of a dialect's events.
func eventsOf(d *dialect) string {
	return strings.ToLower(d.variable[:1]) + d.variable[1:] + "Events"
}

// raw writes a text as Go, with its line breaks where that can be.
func raw(text string) string {
	if strings.Contains(text, "`") {
		return strconv.Quote(text)
	}
	return "`" + text + "`"
}

func lines(all entries, before, after string) string {
	var b strings.Builder
	for _, e := range all {
		b.WriteString(before + e.name + after + e.body + "\n")
	}
	return b.String()
}

// setupsGo writes what only the companion reads.
func setupsGo(tables []*table) ([]byte, error) {
	var b strings.Builder
	b.WriteString(head("setup", "mapping/clients"))
	b.WriteString("// Abouts returns the facts of every client.\nfunc Abouts() []About {\n\treturn []About{\n")
	for _, t := range tables {
		b.WriteString("\t\t{\n\t\t\tSource: " + strconv.Quote(t.client) + ",\n")
		for _, key := range headWords[1:] {
			if value := t.facts[key]; value != "" {
				b.WriteString("\t\t\t" + title(key) + ": " + strconv.Quote(value) + ",\n")
			}
		}
		b.WriteString("\t\t},\n")
	}
	b.WriteString("\t}\n}\n\n// Setups returns how each client is told of hooks.\n" +
		"func Setups() []Setup {\n\treturn []Setup{\n")
	for _, t := range tables {
		b.WriteString("\t\t" + t.base + "Setup,\n")
	}
	b.WriteString("\t}\n}\n\n")
	for _, t := range tables {
		if t.setup != nil {
			t.setupGo(&b)
		}
	}
	return format.Source([]byte(b.String()))
}

func (t *table) setupGo(b *strings.Builder) {
	b.WriteString("var " + t.base + "Setup = Setup{\n\tSource: " + strconv.Quote(t.client) + ",\n")
	for _, f := range t.setup.fields {
		b.WriteString("\t" + f + ",\n")
	}
	block := func(name, of string, all []string) {
		if len(all) > 0 {
			b.WriteString("\t" + name + ": []" + of + "{\n\t\t" + strings.Join(all, ",\n\t\t") + ",\n\t},\n")
		}
	}
	block("Files", "HookFile", t.setup.files)
	block("Old", "OldEvents", t.setup.old)
	b.WriteString("}\n\n")
	for _, l := range t.setup.layouts {
		b.WriteString("var " + layoutVariable(t.base, l.name) + " = Layout{\n\t" +
			strings.Join(l.fields, ",\n\t") + ",\n}\n\n")
	}
}
