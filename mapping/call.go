package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// A Call is one event of one client, decoded. Its values are spans of the payload wherever
// possible.
type Call struct {
	Dialect  *Dialect
	Event    *Event
	Payload  *Payload
	Source   string // the envelope's source
	Native   string // the event's native name, as sent or derived
	Type     string
	Tool     *Tool  // nil: not one of the table's tools
	Canon    string // canonical tool, "" none
	Files    []File
	registry *Registry
	Values   [fieldCount]string // raw JSON, in our words
	Input    string             // tool_input in canonical keys, raw JSON object
	parts    jsontext.Members   // of partsOf, which was the input at that time
	partsOf  string
	ownEvent Event // the usual target of Event

	ownTool Tool // the usual target of Tool
	cwd     string
	guess   *guess        // nil: the table describes the call
	listed  map[File]bool // of Files, if there are many
}

// A File is a file that a call touches. Op is read, create, update or delete.
type File struct{ Path, Op string }

// Read detects the dialect of a payload and decodes it.
func (r *Registry) Read(p *Payload, h Hints) *Call { return r.Decode(r.Detect(p, h), p, h) }

// Decode reads the payload as an event of d.
func (r *Registry) Decode(d *Dialect, p *Payload, h Hints) *Call {
	c := &Call{registry: r, Dialect: d, Payload: p, Source: d.Name}
	c.Native = d.nameOf(p, h)
	if IsName(c.Native) {
		c.Event = c.ownEvent.parseRow(d, c.Native)
	}
	known := c.Event
	if known == nil {
		if c.Event = d.Entry("*any"); c.Event == nil {
			c.Event = &unnamed
		}
		if known = r.familiar(c.Native); known == nil {
			known = c.newEvent()
		}
	}
	if known != nil {
		c.readFields(known.words, known.table)
	}
	c.readFields(string(d.Fields), "")
	c.Type = c.typeOf(known)
	if c.Values[Time] = instant(c.Values[Time]); c.Values[Time] == "" {
		c.Values[Time] = jsontext.Quote(h.Now)
	}
	for _, cwd := range [...]string{c.Text(Cwd), c.Text(Project), h.Cwd} {
		if cwd = FromSlashDrive(cwd); IsAbsolute(cwd) {
			c.cwd = cwd
			break
		}
	}
	c.readEventTool()
	if c.Values[ToolName] == "" || d == &unknown {
		c.looseTool()
	}
	if c.Values[ToolName] != "" {
		c.ReadTool()
	}
	for _, s := range d.Synthetic {
		if strings.HasPrefix(c.Text(Prompt), s) {
			c.Values[Synthetic] = "true"
		}
	}
	if d.Refine != nil {
		d.Refine(c)
	}
	c.readFiles()
	c.infer()
	return c
}

// OtherKind replaces the kind of a notification by "other", unless it is one of the three
// that hooks know.
func OtherKind(c *Call) {
	switch c.Text(NotificationKind) {
	case "", "permission", "idle", "done":
	default:
		c.Values[NotificationKind] = `"other"`
	}
}

// readEventTool fills in the tool of an event that is about one tool only.
func (c *Call) readEventTool() {
	e := c.Event
	if e.Tool != "" && c.Values[ToolName] == "" {
		c.Values[ToolName] = jsontext.Quote(e.Tool)
	}
	if c.Values[ToolInput] != "" {
		return
	}
	var b []byte
	for key := range e.wordsWith("input:") {
		if raw := c.Payload.Get(key); raw != "" {
			b = jsontext.AppendMember(b, key[strings.LastIndexByte(key, '.')+1:], raw)
		}
	}
	if b != nil {
		c.Values[ToolInput] = string(append(b, '}'))
	}
}

// readFields fills the fields of the keys among some words. The groups of keys are in
// table.
func (c *Call) readFields(words string, table Table) {
	for word, rest := NextWord(words); word != ""; word, rest = NextWord(rest) {
		if word[0] == '$' {
			group, _ := table.Entry(word)
			c.readFields(group, "")
		} else if isKey(word) {
			c.readField(keyOf(word))
		}
	}
}

// readField fills the field of a key. If several keys are for one field, the first value
// that is more than "" counts.
func (c *Call) readField(k Key) {
	if k.Field == NoField || k.Field == NativeEvent {
		return
	}
	if have := c.Values[k.Field]; have != "" && have != `""` {
		return
	}
	raw := c.Payload.Get(k.Path)
	if raw == "" {
		return
	}
	if k.Words != "" {
		if word, ok := k.canon(jsontext.Text(raw)); ok {
			raw = jsontext.Quote(word)
		}
	}
	switch k.As {
	case Millis:
		raw = millis(raw, 1)
	case Seconds:
		raw = millis(raw, 1000)
	}
	c.Values[k.Field] = raw
}

func (c *Call) typeOf(e *Event) string {
	if c.Values[Status] == "" && e != nil && e.Status != "" {
		c.Values[Status] = jsontext.Quote(e.Status)
	}
	switch c.Values[Success] {
	case "true":
		c.Values[Status] = `"success"`
	case "false":
		c.Values[Status] = `"error"`
	}
	if e == nil {
		return VendorType(c.Source, c.Native)
	}
	return TypeOf(c.Source, e)
}

// TypeOf returns the OpenHook type of a client's event.
func TypeOf(source string, e *Event) string {
	if e.Type == "" {
		return VendorType(source, e.Native)
	}
	return e.Type
}

// familiar finds an event by its native name in any dialect, so that an unlisted client
// still gets a type that hooks know.
func (r *Registry) familiar(native string) *Event {
	for i := len(r.Dialects) - 1; i >= 0; i-- { // the last is the one that most clients copy
		if e := r.Dialects[i].event(native); e != nil && e.Type != "" {
			return e
		}
	}
	return nil
}

// newEvent returns the most likely event for a new name of a known client, nil if the name
// does not tell. The event may be about any tool.
func (c *Call) newEvent() *Event {
	known := c.Dialect.kin(c.Native)
	if known == nil {
		if e := c.Dialect.ofType(ToolStart); e != nil {
			c.readFields(e.words, e.table)
		}
		return nil
	}
	if known.Type == AgentStop || known.Type == SubagentStop { // a deny there must be counted
		c.ownEvent = *c.Event
		c.ownEvent.Flags |= KeepsGoing
		c.Event = &c.ownEvent
	}
	return known
}

// Text returns a field as plain text, "" if the call has none.
//
//go:noinline
func (c *Call) Text(f Field) string { return jsontext.Text(c.Values[f]) }

// in returns the raw value of a key of the tool's input, in canonical keys.
func (c *Call) in(key string) string {
	if c.partsOf != c.Input {
		c.parts, c.partsOf = jsontext.Split(c.Input), c.Input
	}
	return c.parts.Value(key)
}

// Cwd returns the absolute path in which the agent works, "" if unknown.
func (c *Call) Cwd() string { return c.cwd }

// SetCwd sets the absolute path in which the agent works, "" if unknown.
func (c *Call) SetCwd(path string) { c.cwd = path }

// Deniable reports whether this client can obey a deny on this event, and the deny would
// prevent something and not keep the agent running.
//
//go:noinline
func (c *Call) Deniable() bool {
	return c.Event.Forms.form(WishDeny) != "" && c.Event.Flags&(KeepsGoing|NobodyWaits) == 0 && !c.tooLate()
}

// tooLate reports whether a deny prevents nothing and only tells the model.
func (c *Call) tooLate() bool { return c.Type == ToolEnd || c.Event.Flags&TooLate != 0 }

// KeepsGoing reports whether a deny makes the agent go on.
func (c *Call) KeepsGoing() bool { return c.Event.Flags&KeepsGoing != 0 }

// Continued notes that the agent was already kept going, if the client does not send it.
func (c *Call) Continued() { c.Values[StopActive] = "true" }
