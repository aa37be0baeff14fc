package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// For returns the event of dialect f that a hook written for f expects in place
// of this call, nil if f has none. If several events of f fit, one that names lists comes first.
func (c *Call) EventFor(f *Dialect, names ...string) *Event {
	if f == c.Dialect {
		return c.Event
	}
	var fit, near *Event // the first with the call's status, and the first with any
	for e := range f.AllEvents {
		if e.Type != c.Type || e.Type == "" || e.Tool != "" {
			continue // an event about one tool beside those for all says nothing more
		}
		listed := lists(names, e.Native)
		if e.Status == "" || e.Status == c.Text(Status) {
			if listed || len(names) == 0 {
				return e
			}
			if fit == nil {
				fit = e
			}
		}
		if near == nil || listed && e.Status == near.Status && !lists(names, near.Native) {
			near = e
		}
	}
	switch {
	case fit != nil:
		return fit
	case near != nil:
		return near
	}
	return f.Entry("*vendor")
}

// MatchesFor says what Matches does, for a hook that is written for f: events may also list names of
// f's own events, which then mean nothing else.
func (c *Call) MatchesFor(f *Dialect, events, tools []string, closed bool) bool {
	if f == nil || f == c.Dialect {
		return c.Matches(events, tools, closed)
	}
	if e := c.EventFor(f, events...); e != nil && lists(events, e.Native) {
		return c.Matches(nil, tools, closed)
	}
	var others []string
	for _, name := range events {
		if f.Entry(name) != nil {
			name = "" // matches nothing
		}
		others = append(others, name)
	}
	return c.Matches(others, tools, closed)
}

func lists(all []string, s string) bool {
	for _, one := range all {
		if one == s {
			return true
		}
	}
	return false
}

// Runs returns how many events f's client would send for this call. One that
// touches several files is several events: f's own tools touch one.
func (c *Call) EventCount(f *Dialect) int {
	if f != c.Dialect && f.Encode == nil && c.touchesFiles() {
		return len(c.Files)
	}
	return 1
}

// EncodeEvent returns what f's client would send for this call, as event e of f, the
// i-th of Runs, in pieces that end in a line break.
func (c *Call) EncodeEvent(f *Dialect, e *Event, i int, r Record) [][]byte {
	switch {
	case f == c.Dialect:
		return [][]byte{c.Payload.Raw, []byte("\n")}
	case f.Encode != nil:
		return [][]byte{f.Encode(c, e, r)}
	}
	one := *c
	one.Input = c.shown(i)
	if c.touchesFiles() && (len(c.Files) > 1 || c.in("patch") != "") {
		one.Canon = c.Files[i].tool()
	}
	event := one.encodeEvent(f, e)
	if f.Spaced {
		return [][]byte{jsontext.Spaced(event)}
	}
	return event
}

// shown is the input of the i-th of Runs, in canonical keys: what is done to the one
// file stands where a tool that writes or edits one has it, a patch or several edits
// too.
func (c *Call) shown(i int) string {
	if !c.touchesFiles() {
		return c.Input
	}
	file, patch := c.Files[i], c.in("patch")
	b := jsontext.AppendMember(nil, "file_path", jsontext.Quote(file.Path)) // first, as hooks without a parser look for it
	hidden := "file_path"
	add := func(key, value string) {
		if patch != "" || c.in(key) == "" {
			b = jsontext.AppendMember(b, key, jsontext.Quote(value))
		}
	}
	removed, added := "", ""
	if patch != "" {
		hidden = patchKeys
		removed, added = c.patched(jsontext.Text(patch), file.Path)
	} else if c.Canon == FileEdit {
		removed, added = c.edited()
		added = FirstOf(added, jsontext.Text(c.in("content")))
	}
	switch {
	case c.Canon == FileRead:
	case file.Op == "create" && (patch != "" || c.Canon == FileWrite):
		add("content", added)
	case c.Canon == FileEdit || patch != "":
		add("old_string", removed)
		add("new_string", added)
	}
	jsontext.Each(c.Input, func(key, value string) {
		if !hasWord(hidden, key) {
			b = jsontext.AppendMember(b, key, value)
		}
	})
	return jsontext.View(append(b, '}'))
}

// edited returns what several edits take out of a file and put in its place, each
// with a line break. Whatever is not what was there counts as new.
func (c *Call) edited() (removed, added string) {
	for _, edit := range Entries(list(c.in("edits"))) {
		jsontext.Each(edit, func(key, raw string) {
			switch key = strings.ToLower(key); {
			case raw[0] != '"':
			case strings.HasPrefix(key, "old"), strings.HasPrefix(key, "target"):
				removed += jsontext.Text(raw) + "\n"
			default:
				added += jsontext.Text(raw) + "\n"
			}
		})
	}
	return removed, added
}

// patchKeys are what a patch is shown as: a model's own keys of these names would
// hide what it does.
const patchKeys = "file_path content old_string new_string"

func hasWord(words, word string) bool {
	for one, rest := NextWord(words); one != ""; one, rest = NextWord(rest) {
		if one == word {
			return true
		}
	}
	return false
}

// patched returns what an apply_patch text takes out of a file and puts in its place;
// of any other text, which stands beside the file's name, all.
func (c *Call) patched(patch, path string) (removed, added string) {
	var out, in []byte
	found, on := false, false
	for line := range strings.Lines(patch) {
		if header, ok := strings.CutPrefix(trimBlank(line), "***"); ok {
			verb, name, named := strings.Cut(header, ":")
			switch here := named && c.located(trimBlank(name)) == path; {
			case here:
				found, on = true, true
			case !named, line[0] == ' ', strings.HasPrefix(trimBlank(verb), "Move"): // perhaps a line of the file
			default:
				on = false
			}
			continue
		}
		if !on {
			continue
		}
		switch line[0] {
		case '-':
			out = append(out, line[1:]...)
		case '+':
			in = append(in, line[1:]...)
		case ' ':
			out, in = append(out, line[1:]...), append(in, line[1:]...)
		}
	}
	if !found || c.in("file_path") != "" {
		return "", patch
	}
	return jsontext.View(out), jsontext.View(in)
}

// ProjectVariable names the variable in which a dialect's hooks find the project's
// root, "" if there is none.
func (d *Dialect) ProjectVariable() string {
	if d == nil {
		return ""
	}
	for k := range d.Fields.All {
		if name, ok := strings.CutPrefix(k.Path, "$"); ok && k.Field == Project {
			return name
		}
	}
	return ""
}

// touchesFiles says whether the call is one of a file tool and names its files.
func (c *Call) touchesFiles() bool {
	return len(c.Files) > 0 && (c.Canon == FileRead || c.Canon == FileWrite || c.Canon == FileEdit)
}

// tool is the canonical tool for what is done to one file of several.
func (f File) tool() string {
	switch f.Op {
	case "read":
		return FileRead
	case "create":
		return FileWrite
	}
	return FileEdit
}

func (c *Call) encodeEvent(f *Dialect, e *Event) [][]byte {
	var o jsontext.ObjectWriter
	for i, keys := range [...]func(func(Key) bool){f.Fields.All, e.Keys} {
		for k := range keys {
			if i == 0 && e.Flags&Bare != 0 && k.Field != SessionID && k.Field != TranscriptPath {
				k.Literal = ""
			}
			if raw := c.nativeValue(f, e, k); raw != "" {
				o.Member(k.Path, raw)
			}
		}
	}
	return o.Done()
}

// nativeValue returns the call's value for a key of f, "" to leave it out.
func (c *Call) nativeValue(f *Dialect, e *Event, k Key) string {
	if strings.HasPrefix(k.Path, "$") {
		return ""
	}
	raw := c.Values[k.Field]
	switch k.Field {
	case NativeEvent:
		raw = jsontext.Quote(e.Native)
	case Cwd:
		raw = jsontext.Quote(c.cwd)
	case ToolName:
		raw = c.nativeTool(f)
	case ToolInput:
		raw = c.inputFor(f)
	case Success:
		switch c.Text(Status) {
		case "success":
			raw = "true"
		case "error":
			raw = "false"
		}
	}
	switch k.As {
	case Strings:
		raw = stringsOf(raw)
	case Seconds:
		raw = seconds(raw)
	}
	if k.Words != "" {
		if word, ok := k.native(jsontext.Text(raw)); ok {
			raw = jsontext.Quote(word)
		}
	}
	if raw == "" || raw == `""` {
		return k.Literal
	}
	return raw
}

// nativeTool returns f's name of the tool, as a JSON string.
func (c *Call) nativeTool(f *Dialect) string {
	if c.Values[ToolName] == "" {
		return ""
	}
	if c.Canon == MCP && c.Values[MCPTool] != "" && f.MCP != (MCPNaming{}) {
		name := f.MCP.Prefix + c.Text(MCPTool)
		if f.MCP.Sep != "" {
			name = f.MCP.Prefix + c.Text(MCPServer) + f.MCP.Sep + c.Text(MCPTool)
		}
		return jsontext.Quote(name)
	}
	if t := f.ToolFor(c.Canon); t != nil {
		return jsontext.Quote(t.Native)
	}
	return c.Values[ToolName]
}

// doing returns the first of f's tools that does what a canonical tool does.
func (f *Dialect) ToolFor(canon string) *Tool {
	for name, rest := range f.Tools.all {
		if t := new(Tool).read(name, rest); canon != "" && t.Canon == canon {
			return t
		}
	}
	return nil
}

// inputFor returns the tool's input in f's keys.
func (c *Call) inputFor(f *Dialect) string {
	t := f.ToolFor(c.Canon)
	if t == nil || c.Values[ToolName] == "" {
		return c.Input
	}
	var b []byte
	jsontext.Each(c.Input, func(key, raw string) {
		if k := t.canonical(key); k != nil {
			key = k.Native
			if k.listed() {
				first := t.native(key)
				if jsontext.ValueOf(c.Input, key) != "" || first != k && jsontext.ValueOf(c.Input, first.Canon) != "" {
					return // the list comes too, or has come already
				}
				raw = t.newList(key, c.Input)
			}
		}
		b = jsontext.AppendMember(b, key, raw)
	})
	if b == nil {
		return "{}"
	}
	return string(append(b, '}'))
}

// stringsOf returns an object whose values are strings; one that is none is
// written as JSON in a string.
func stringsOf(raw string) string {
	var b []byte
	jsontext.Each(raw, func(key, value string) {
		if value[0] != '"' {
			value = jsontext.Quote(value)
		}
		b = jsontext.AppendMember(b, key, value)
	})
	if b == nil {
		return raw
	}
	return string(append(b, '}'))
}
