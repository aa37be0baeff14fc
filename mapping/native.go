package mapping

import (
	"strconv"
	"strings"
)

// For returns the event of dialect f that a hook written for f expects in place
// of this call, nil if f has none.
func (c *Call) For(f *Dialect) *Event {
	if f == c.Dialect {
		return c.Event
	}
	var near *Event
	for i := range f.Events {
		e := &f.Events[i]
		if e.Type != c.Type || e.Type == "" || e.details().Tool != "" {
			continue // an event about one tool beside those for all says nothing more
		}
		if e.details().Status == "" || e.details().Status == c.text(Status) {
			return e
		}
		if near == nil {
			near = e
		}
	}
	return near
}

// EncodeEvents returns what f's client would send for this call, as event e of
// f, each event in pieces that end in a line break. A call that touches several
// files is several events: f's own tools touch one.
func (c *Call) EncodeEvents(f *Dialect, e *Event) [][][]byte {
	if f == c.Dialect {
		return [][][]byte{{c.Payload.Raw, []byte("\n")}}
	}
	if !c.touchesFiles() {
		return [][][]byte{c.encodeEvent(f, e)}
	}
	all := make([][][]byte, 0, len(c.Files))
	for _, file := range c.Files {
		one := *c
		b := appendMember(nil, "file_path", quote(file.Path)) // first, as hooks without a parser look for it
		each(c.input, func(key, value string) {
			if key != "file_path" {
				b = appendMember(b, key, value)
			}
		})
		one.input = string(append(b, '}'))
		if len(c.Files) > 1 {
			one.Canon = file.tool()
		}
		all = append(all, one.encodeEvent(f, e))
	}
	return all
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
	var o objectWriter
	for _, keys := range [...][]Key{f.Fields, e.Keys} {
		for _, k := range keys {
			if raw := c.nativeValue(f, e, k); raw != "" {
				o.member(k.Path, raw)
			}
		}
	}
	return o.done()
}

// nativeValue returns the call's value for a key of f, "" to leave it out.
func (c *Call) nativeValue(f *Dialect, e *Event, k Key) string {
	if strings.HasPrefix(k.Path, "$") {
		return ""
	}
	raw := c.values[k.Field]
	switch k.Field {
	case NativeEvent:
		raw = quote(e.Native)
	case Cwd:
		raw = quote(c.cwd)
	case ToolName:
		raw = c.nativeTool(f)
	case ToolInput:
		raw = c.inputFor(f)
	case Success:
		switch c.text(Status) {
		case "success":
			raw = "true"
		case "error":
			raw = "false"
		}
	}
	if k.As == Strings {
		raw = stringsOf(raw)
	}
	if w := k.words(func(w Word) bool { return w.Canon == text(raw) }); w != nil {
		raw = quote(w.Native)
	}
	if raw == "" || raw == `""` {
		if k.Spelling == nil {
			return ""
		}
		return k.Spelling.Literal
	}
	return raw
}

// nativeTool returns f's name of the tool, as a JSON string.
func (c *Call) nativeTool(f *Dialect) string {
	if c.values[ToolName] == "" {
		return ""
	}
	if c.Canon == MCP && c.values[MCPTool] != "" {
		name := f.MCP.Prefix + c.text(MCPTool)
		if f.MCP.Sep != "" {
			name = f.MCP.Prefix + c.text(MCPServer) + f.MCP.Sep + c.text(MCPTool)
		}
		return quote(name)
	}
	if t := f.doing(c.Canon); t != nil {
		return quote(t.Native)
	}
	return c.values[ToolName]
}

// doing returns the first of f's tools that does what a canonical tool does.
func (f *Dialect) doing(canon string) *Tool {
	for name, rest := range f.Tools.all {
		if t := toolOf(name, rest); canon != "" && t.Canon == canon {
			return t
		}
	}
	return nil
}

// inputFor returns the tool's input in f's keys.
func (c *Call) inputFor(f *Dialect) string {
	t := f.doing(c.Canon)
	if t == nil || c.values[ToolName] == "" {
		return c.input
	}
	var b []byte
	each(c.input, func(key, raw string) {
		if k := t.canonical(key); k != nil {
			key = k.Native
			if k.listed() {
				first := t.native(key)
				if valueOf(c.input, key) != "" || first != k && valueOf(c.input, first.Canon) != "" {
					return // the list comes too, or has come already
				}
				raw = t.newList(key, c.input)
			}
		}
		b = appendMember(b, key, raw)
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
	each(raw, func(key, value string) {
		if value[0] != '"' {
			value = quote(value)
		}
		b = appendMember(b, key, value)
	})
	if b == nil {
		return raw
	}
	return string(append(b, '}'))
}

// DecodeNative reads what a hook printed that was given event e of dialect f. In
// contrast to an OpenHook hook its JSON counts at any exit code, as in Claude
// Code.
func (c *Call) DecodeNative(f *Dialect, e *Event, p Printed, blockOn BlockOn) (Answer, error) {
	if e.Flags&RawOutput != 0 && p.Exit == 0 {
		return Answer{Raw: p.Stdout}, nil
	}
	if f.Said != nil {
		p.Stdout = []byte(f.Said(view(p.Stdout)))
	}
	out := trim(p.Stdout)
	doc := ""
	if isObject(view(out)) && !p.Cut && valid(out) == nil {
		doc = view(out)
	}
	if p.Exit == 2 || blockOn.has(p.Exit) {
		return c.blocked(p, out), nil
	}
	var a Answer
	for _, alt := range alternatives(e.Forms) {
		alt.Form.read(alt.Wish, doc, p, &a)
	}
	if doc != "" {
		// A deny in words that this client does not know is a deny.
		strict, _ := understand(doc)
		a = a.strictest(strict)
		a.Native = `{` + quote(f.Name) + `:` + doc + `}`
	} else if len(out) > 0 {
		if b, found, err := stricter(view(out)); found || err != nil {
			return b, err
		}
		if p.Cut && out[0] == '{' && c.Deniable() {
			return Answer{Decision: Deny, Reason: "the hook " + errCut.Error()}, nil
		}
		if out[0] == '{' {
			return Answer{}, errBroken
		}
		if p.Exit == 0 && e.Flags&TextIsContext != 0 {
			a.Context = view(out)
		}
	}
	if a.Decision == Allow && c.echoes() {
		a.Decision = NoOpinion
	}
	if a.Input != "" && f != c.Dialect {
		a.Input = canonicalInput(f.doing(c.Canon), c.Canon, a.Input)
	}
	if p.Exit != 0 && doc == "" && a.Decision == NoOpinion && !a.Stop {
		return Answer{}, exitError(p.Exit)
	}
	return a, nil
}

// alternatives lists every form of an event with its wish.
func alternatives(f *Forms) []Alternative {
	if f == nil {
		return nil
	}
	all := make([]Alternative, 0, 16)
	for w := WishAllow; w <= WishQuiet; w++ {
		if form := f.form(w); form != "" {
			all = append(all, Alternative{w, form})
		}
	}
	return append(all, f.Also...)
}

// read looks for a form in what a hook printed and notes its wish.
func (f Form) read(w Wish, doc string, p Printed, a *Answer) {
	switch w {
	case WishContext:
		a.Context = firstOf(a.Context, text(f.capture("$context", doc, p)))
		return
	case WishMessage:
		a.Message = firstOf(a.Message, text(f.capture("$message", doc, p)))
		return
	case WishRewrite:
		if raw := object(f.capture("$input", doc, p)); isObject(raw) {
			a.Input = raw
		}
		return
	case WishOutput:
		if f.literal() && !f.matches(doc, p) {
			return // the key that holds it may mean something else without them
		}
		a.Output = firstOf(a.Output, f.capture("$output", doc, p), f.capture("$mcp_output", doc, p), f.capture("$output_text", doc, p))
		return
	}
	if !f.matches(doc, p) {
		return
	}
	reason := text(firstOf(f.capture("$reason", doc, p), f.capture("$stop", doc, p)))
	switch w {
	case WishStop:
		a.Stop, a.StopReason = true, reason
	case WishQuiet:
		a.Quiet = true
	default:
		if d := [...]Decision{Allow, Deny, Ask}[w]; d > a.Decision {
			a.Decision, a.Reason = d, reason
		}
	}
}

// literal says whether a form holds anything but variables.
func (f Form) literal() bool {
	for s := range f.sets {
		if !strings.HasPrefix(s.value, "$") {
			return true
		}
	}
	return false
}

// matches says whether all of a form's literals are there; a form without any is
// known by its reason (Cursor's followup_message).
func (f Form) matches(doc string, p Printed) bool {
	for s := range f.sets {
		switch {
		case strings.HasPrefix(s.value, "$"):
		case s.path == "#exit":
			if strconv.Itoa(p.Exit) != s.value {
				return false
			}
		case text(child(doc, s.path)) != text(s.value):
			return false
		}
	}
	return f.literal() || f.capture("$reason", doc, p) != ""
}

// capture returns what stands where a form has a variable, as raw JSON.
func (f Form) capture(variable, doc string, p Printed) string {
	for s := range f.sets {
		if s.value != variable {
			continue
		}
		raw := ""
		switch s.path {
		case "#stdout":
			if doc == "" && p.Exit == 0 {
				raw = quote(view(trim(p.Stdout)))
			}
		case "#stderr":
			raw = quote(view(trim(p.Stderr)))
		default:
			raw = child(doc, s.path)
		}
		if raw != "" && raw != "null" && raw != `""` {
			return raw
		}
	}
	return ""
}
