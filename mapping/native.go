package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// EventFor returns the event of dialect f that a hook written for f expects for this call,
// nil if f has none. If several events of f fit, one that names lists comes first.
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

// MatchesFor reports what Matches does, for a hook that is written for f. events may also
// list names of f's own events, which then mean nothing else.
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

// EventCount returns how many events f's client would send for this call. A call that
// touches several files is several events, because f's own tools touch one file.
func (c *Call) EventCount(f *Dialect) int {
	if f != c.Dialect && f.Encode == nil && c.touchesFiles() {
		return len(c.Files)
	}
	return 1
}

// EncodeEvent returns the payload that f's client would send for this call, as event e of
// f. i counts from 0 up to EventCount. The pieces end in a line break.
func (c *Call) EncodeEvent(f *Dialect, e *Event, i int, r Record) [][]byte {
	switch {
	case f == c.Dialect:
		return [][]byte{c.Payload.Raw, []byte("\n")}
	case f.Encode != nil:
		return [][]byte{f.Encode(c, e, r)}
	}
	one := *c
	one.Input = c.singleFileInput(f, i)
	if c.touchesFiles() && (len(c.Files) > 1 || c.in("patch") != "") {
		one.Canon = c.Files[i].tool()
	}
	event := one.encodeEvent(f, e)
	if f.Spaced {
		return [][]byte{jsontext.Spaced(event)}
	}
	return event
}

// singleFileInput returns the input of the i-th event, in canonical keys. The change to its
// file is under the keys of a tool that writes or edits one file. This is also true of a
// patch and of several edits. A list of edits stays a list if a tool of f takes one.
func (c *Call) singleFileInput(f *Dialect, i int) string {
	if !c.touchesFiles() {
		return c.Input
	}
	file, patch := c.Files[i], c.in("patch")
	// The path is first, because hooks without a parser look for it.
	b := jsontext.AppendMember(nil, "file_path", jsontext.Quote(file.Path))
	hidden := "file_path"
	add := func(key, value string) {
		if patch != "" || c.in(key) == "" {
			b = jsontext.AppendMember(b, key, jsontext.Quote(value))
		}
	}
	removed, added := "", ""
	if patch != "" {
		hidden = patchKeys
		removed, added = c.patchChanges(jsontext.Text(patch), file.Path)
	} else if c.Canon == FileEdit {
		if c.nativeToolFor(f).canonical("edits") != nil {
			return jsontext.View(appendOthers(b, c.Input, hidden))
		}
		removed, added = c.editChanges()
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
	return jsontext.View(appendOthers(b, c.Input, hidden))
}

// appendOthers ends an object with the members of another that are not hidden.
func appendOthers(b []byte, object, hidden string) []byte {
	jsontext.EachKey(object, func(key, value string) {
		if !hasWord(hidden, key) {
			b = jsontext.AppendMember(b, key, value)
		}
	})
	return append(b, '}')
}

// editChanges returns the text that several edits remove from a file and the text that
// they add, each with a line break. All text that is not the old one counts as new.
func (c *Call) editChanges() (removed, added string) {
	for _, edit := range Entries(list(c.in("edits"))) {
		jsontext.EachKey(edit, func(key, raw string) {
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

// patchKeys are the keys that show a patch. A model's own keys of these names would hide
// the patch.
const patchKeys = "file_path content old_string new_string"

func hasWord(words, word string) bool {
	for one, rest := NextWord(words); one != ""; one, rest = NextWord(rest) {
		if one == word {
			return true
		}
	}
	return false
}

// patchChanges returns the text that an apply_patch text removes from a file and the text
// that it adds. Any other text counts as added as a whole.
func (c *Call) patchChanges(patch, path string) (removed, added string) {
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

// touchesFiles reports whether the call is one of a file tool and names its files.
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
			if i == 0 && e.Flags&OmitsEmpty != 0 && k.Field != SessionID && k.Field != TranscriptPath {
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
	if t := c.nativeToolFor(f); t != nil {
		return jsontext.Quote(t.Native)
	}
	return c.Values[ToolName]
}

// nativeToolFor returns the tool of f that stands for the call's, nil if f has none. A
// list of edits is for the tool that takes one, if f has such a tool.
func (c *Call) nativeToolFor(f *Dialect) *Tool {
	if c.Canon == FileEdit && list(c.in("edits")) != "" && c.in("patch") == "" {
		for name, rest := range f.Tools.rows {
			if t := new(Tool).parseRow(name, rest); t.Canon == FileEdit && t.canonical("edits") != nil {
				return t
			}
		}
	}
	return f.ToolFor(c.Canon)
}

// ToolFor returns the first of f's tools for a canonical tool.
func (f *Dialect) ToolFor(canon string) *Tool {
	for name, rest := range f.Tools.rows {
		if t := new(Tool).parseRow(name, rest); canon != "" && t.Canon == canon {
			return t
		}
	}
	return nil
}

// inputFor returns the tool's input in f's keys.
func (c *Call) inputFor(f *Dialect) string {
	t := c.nativeToolFor(f)
	if t == nil || c.Values[ToolName] == "" {
		return c.Input
	}
	var b []byte
	jsontext.EachKey(c.Input, func(key, raw string) {
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
	jsontext.EachKey(raw, func(key, value string) {
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
