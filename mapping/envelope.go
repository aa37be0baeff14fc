package mapping

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// Options are choices of the command line for the envelope.
type Options struct {
	Version  string // of the shim, for extensions
	Strict   bool   // OpenHook v0.1 to the letter: no context URI beside cwd
	NoNative bool   // leave the native payload out
}

// Envelope returns the OpenHook v0.1 envelope of a call: one line of JSON in pieces that are
// written one after another. Large values are spans of the payload, not copies.
func (c *Call) Envelope(id string, o Options) [][]byte {
	if c.Dialect.Envelope {
		return [][]byte{c.Payload.Raw, []byte("\n")}
	}
	room := 4096
	if n := len(c.Payload.Raw); n < jsontext.CopyLimit { // it stands there once, and most of it in data
		room = 2048 + 2*n
	}
	w := jsontext.Writer{Buf: c.Payload.scratch(room)}
	w.Put(`{"openhook":"0.1","id":`).Quote(id).
		Put(`,"source":`).Quote(c.Source).
		Put(`,"type":`).Quote(c.Type).
		Put(`,"time":`).Put(c.Values[Time]).
		Put(`,"session_id":`).Quote(c.Text(SessionID))
	if c.cwd != "" {
		w.Put(`,"cwd":`).Quote(c.cwd)
		if !o.Strict {
			w.Put(`,"context":"`)
			w.Buf = appendURI(w.Buf, c.cwd)
			w.Put(`"`)
		}
	}
	w.Put(`,"data":{`)
	c.data(&w)
	w.Put(`},"extensions":{"openhook-shim":{"version":`).Quote(o.Version)
	if event := canonicalEvent(c.Type); event != "" {
		w.Put(`,"event":`).Quote(event)
	}
	w.Put(`,"native_event":`).Quote(c.Native).
		Put(`,"can":[`)
	sep := ""
	for _, wish := range envelopeWishes {
		if name := c.can(wish); name != "" {
			w.Put(sep).Quote(name)
			sep = ","
		}
	}
	w.Put("]}")
	if !o.NoNative {
		w.Put(",").Quote(c.Source).Put(":").Put(jsontext.View(c.Payload.Raw))
	}
	return w.Put("}}\n").Pieces()
}

// A fieldName is a field and its name in data.
type fieldName struct {
	field Field
	name  string
}

// plainData are the fields that go into data unchanged, under their own names.
var plainData = [...]Field{
	Model, TranscriptPath, PermissionMode, ToolName, ToolCallID, InputCut, Status, DurationMS, ErrorText, Synthetic,
	EndReason, StopActive, LastMessage, AgentTranscript, NotificationKind, Text, Title, Trigger, Instructions, FilePath,
}

var agentData = [...]fieldName{{AgentID, "id"}, {AgentType, "type"}, {AgentParentID, "parent_id"}}

var usageData = [...]fieldName{
	{InputTokens, "input_tokens"}, {OutputTokens, "output_tokens"},
	{CacheReadTokens, "cache_read_tokens"}, {CacheWriteTokens, "cache_write_tokens"},
}

var mcpData = [...]fieldName{{MCPServer, "server"}, {MCPTool, "tool"}, {MCPURL, "url"}, {MCPCommand, "command"}}

// data writes the members of the envelope's data.
func (c *Call) data(w *jsontext.Writer) {
	first := true
	key := func(name string) *jsontext.Writer {
		if !first {
			w.Put(",")
		}
		first = false
		return w.Quote(name).Put(":")
	}
	object := func(name string, fields []fieldName) {
		sep := "{"
		for _, f := range fields {
			if v := c.Values[f.field]; v != "" && v != `""` {
				if sep == "{" {
					key(name)
				}
				w.Put(sep).Quote(f.name).Put(":").Put(v)
				sep = ","
			}
		}
		if sep == "," {
			w.Put("}")
		}
	}
	if p := c.Values[Prompt]; p != "" {
		key("prompt_length").Put(strconv.Itoa(utf8.RuneCountInString(jsontext.Text(p))))
		key("prompt").Put(p)
	}
	for _, f := range plainData {
		if v := c.Values[f]; v != "" && v != `""` {
			key(f.Name()).Put(v)
		}
	}
	if c.Canon != "" {
		key("tool").Quote(c.Canon)
	}
	object("mcp", mcpData[:])
	object("agent", agentData[:])
	object("usage", usageData[:])
	if c.Type == SessionEnd {
		for _, f := range usageData[:2] {
			if v := c.Values[f.field]; v != "" {
				key(f.name).Put(v)
			}
		}
	}
	if len(c.Files) > 0 {
		key("files").Put("[")
		for i, f := range c.Files {
			if i > 0 {
				w.Put(",")
			}
			w.Put(`{"path":`).Quote(f.Path).Put(`,"op":`).Quote(f.Op).Put("}")
		}
		w.Put("]")
	}
	if list := c.guess.list(); list != "" {
		key("inferred").Put(list)
	}
	for name := range c.Event.wordsWith("+") {
		if v := c.Payload.Get(name); v != "" {
			key(name[strings.LastIndexByte(name, '.')+1:]).Put(v)
		}
	}
	if c.Values[ToolName] != "" {
		key("tool_input").Put(c.Input)
	}
	if v := c.Values[ToolOutput]; v != "" {
		key("tool_output").Put(v)
	}
}

// Can returns the wishes that this client obeys on this event.
func (c *Call) Can() (names []string) {
	for _, w := range envelopeWishes {
		if name := c.can(w); name != "" {
			names = append(names, name)
		}
	}
	return names
}

var envelopeWishes = [...]Wish{WishAllow, WishDeny, WishAsk, WishRewrite, WishContext, WishOutput, WishStop,
	WishMessage, WishQuiet}

// can returns the effect of a wish in a word, "" if it has none.
func (c *Call) can(w Wish) string {
	switch {
	case c.Event.Forms.form(w) == "", c.Event.Flags&NobodyWaits != 0, w == WishAsk && c.Event.Flags&AskUnsafe != 0:
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
