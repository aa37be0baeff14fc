package mapping

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Options of the envelope.
type Options struct {
	Version  string // of the shim, for extensions
	Strict   bool   // OpenHook v0.1 to the letter: no context URI beside cwd
	NoNative bool   // leave the native payload out
}

// Envelope returns the OpenHook v0.1 envelope of a call as pieces to be written
// one after another: one line of JSON that ends in a line break. Large values are
// spans of the payload, not copies.
func (c *Call) Envelope(id string, o Options) [][]byte {
	if c.Dialect == &openhook {
		return [][]byte{c.Payload.Raw, []byte("\n")}
	}
	room := 4096
	if n := len(c.Payload.Raw); n < long { // it stands there once, and most of it in data
		room = 2048 + 2*n
	}
	w := writer{buf: c.Payload.take(room)}
	w.put(`{"openhook":"0.1","id":`).string(id).
		put(`,"source":`).string(c.Source).
		put(`,"type":`).string(c.Type).
		put(`,"time":`).put(c.values[Time]).
		put(`,"session_id":`).string(c.text(SessionID))
	if c.cwd != "" {
		w.put(`,"cwd":`).string(c.cwd)
		if !o.Strict {
			w.put(`,"context":"`)
			w.buf = appendURI(w.buf, c.cwd)
			w.put(`"`)
		}
	}
	w.put(`,"data":{`)
	c.data(&w)
	w.put(`},"extensions":{"openhook-shim":{"version":`).string(o.Version)
	if event := canonicalEvent(c.Type); event != "" {
		w.put(`,"event":`).string(event)
	}
	w.put(`,"native_event":`).string(c.Native).
		put(`,"can":[`)
	sep := ""
	for _, wish := range shownWishes {
		if name := c.can(wish); name != "" {
			w.put(sep).string(name)
			sep = ","
		}
	}
	w.put("]}")
	if !o.NoNative {
		w.put(",").string(c.Source).put(":").put(view(c.Payload.Raw))
	}
	return w.put("}}\n").pieces()
}

// A named field is a field and its name in data.
type named struct {
	field Field
	name  string
}

// plainData are the fields that go into data as they are, under their own names.
var plainData = [...]Field{
	Model, TranscriptPath, PermissionMode, ToolName, ToolCallID, InputCut, Status, DurationMS, ErrorText, Synthetic,
	EndReason, StopActive, LastMessage, AgentTranscript, NotificationKind, Text, Title, Trigger, Instructions, FilePath,
}

var agentData = [...]named{{AgentID, "id"}, {AgentType, "type"}, {AgentParentID, "parent_id"}}

var usageData = [...]named{
	{InputTokens, "input_tokens"}, {OutputTokens, "output_tokens"},
	{CacheReadTokens, "cache_read_tokens"}, {CacheWriteTokens, "cache_write_tokens"},
}

var mcpData = [...]named{{MCPServer, "server"}, {MCPTool, "tool"}, {MCPURL, "url"}, {MCPCommand, "command"}}

// data writes the members of the envelope's data.
func (c *Call) data(w *writer) {
	first := true
	key := func(name string) *writer {
		if !first {
			w.put(",")
		}
		first = false
		return w.string(name).put(":")
	}
	object := func(name string, fields []named) {
		sep := "{"
		for _, f := range fields {
			if v := c.values[f.field]; v != "" && v != `""` {
				if sep == "{" {
					key(name)
				}
				w.put(sep).string(f.name).put(":").put(v)
				sep = ","
			}
		}
		if sep == "," {
			w.put("}")
		}
	}
	if p := c.values[Prompt]; p != "" {
		key("prompt_length").put(strconv.Itoa(utf8.RuneCountInString(text(p))))
		key("prompt").put(p)
	}
	for _, f := range plainData {
		if v := c.values[f]; v != "" && v != `""` {
			key(f.Name()).put(v)
		}
	}
	if c.Canon != "" {
		key("tool").string(c.Canon)
	}
	object("mcp", mcpData[:])
	object("agent", agentData[:])
	object("usage", usageData[:])
	if c.Type == SessionEnd {
		for _, f := range usageData[:2] {
			if v := c.values[f.field]; v != "" {
				key(f.name).put(v)
			}
		}
	}
	if len(c.Files) > 0 {
		key("files").put("[")
		for i, f := range c.Files {
			if i > 0 {
				w.put(",")
			}
			w.put(`{"path":`).string(f.Path).put(`,"op":`).string(f.Op).put("}")
		}
		w.put("]")
	}
	for name := range c.Event.each("+") {
		if v := c.Payload.get(name); v != "" {
			key(name[strings.LastIndexByte(name, '.')+1:]).put(v)
		}
	}
	if c.values[ToolName] != "" {
		key("tool_input").put(c.input)
	}
	if v := c.values[ToolOutput]; v != "" {
		key("tool_output").put(v)
	}
}

// Can names what this client obeys on this event, as its forms show.
func (c *Call) Can() (names []string) {
	for _, w := range shownWishes {
		if name := c.can(w); name != "" {
			names = append(names, name)
		}
	}
	return names
}

var shownWishes = [...]Wish{WishAllow, WishDeny, WishAsk, WishRewrite, WishContext, WishOutput, WishStop, WishMessage, WishQuiet}

// can returns what a wish achieves, "" if nothing.
func (c *Call) can(w Wish) string {
	switch {
	case c.Event.Forms.form(w) == "", c.Event.Flags&Unheard != 0, w == WishAsk && c.Event.Flags&AskUnsafe != 0:
		return ""
	case w == WishDeny && c.Event.Flags&KeepsGoing != 0:
		return "go_on"
	case w == WishDeny && c.tooLate():
		return "feedback"
	case w == WishQuiet:
		return "suppress"
	}
	return w.name()
}
