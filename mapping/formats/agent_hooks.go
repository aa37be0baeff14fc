package formats

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// LogEvent returns the call as one line in the Agent Hooks event format. It holds the hashes and
// lengths of prompts, inputs and results, and the contents only if r.Content is true.
func LogEvent(c *mapping.Call, r mapping.Record) []byte {
	r.ForLog = true
	return agentEvent(c, c.EventFor(&AgentHooks), r)
}

// agentEvent returns the event for a hook, with the full input, or for the log. Types that
// section 7 does not have get a vendor's, its section 10.3.
func agentEvent(c *mapping.Call, e *mapping.Event, r mapping.Record) []byte {
	typ := e.Native
	switch {
	case c.Type == mapping.PermissionRequest: // by the vendors' events in section 8
		typ = "Agent.Notification"
	case typ[0] == '*':
		typ = "vendor." + c.Source + "." + c.Native
	}
	w := jsontext.Writer{Buf: make([]byte, 0, 1024)}
	w.Put(`{"spec_version":"0.1.0","event_id":`).Quote(r.ID).
		Put(`,"event_type":`).Quote(typ).
		Put(`,"timestamp":`).Put(c.Values[mapping.Time]).
		Put(`,"source":{"tool":`).Quote(c.Source).
		Put(`},"session_id":`).Quote(c.Text(mapping.SessionID))
	if r.User != "" {
		w.Put(`,"user":{"id":`).Quote(r.User).Put("}")
	}
	w.Put(`,"actor":{"type":`).Quote(actor(c)).Put("}")
	if c.Text(mapping.PermissionMode) == "plan" {
		w.Put(`,"agent_mode":"plan"`)
	}
	w.Put(`,"data":{`)
	eventData(c, &w, &r)
	w.Put(`},"metadata":{"com.github.openhook":{`)
	metadata(c, &w, &r)
	return jsontext.Flat(w.Put("}}}\n").Pieces())
}

func actor(c *mapping.Call) string {
	switch {
	case c.Type == mapping.PromptSubmit && c.Values[mapping.Synthetic] != "true":
		return "user"
	case c.Values[mapping.ToolName] != "" || strings.HasPrefix(c.Type, "agent.") ||
		strings.HasPrefix(c.Type, "subagent."):
		return "ai_agent"
	}
	return "system"
}

// action writes the tool, its input and its result.
func (o *openObject) action(c *mapping.Call, r *mapping.Record) {
	w := o.key("action").Put(`{"name":`).Quote(actionName(c)).Put(`,"input":`)
	if r.Content || !r.ForLog {
		w.Put(c.Input)
	} else {
		w.Put(`{"hash":"sha256:`).Put(r.Hash(jsontext.BytesOf(c.Input))).
			Put(`","size":`).Put(strconv.Itoa(len(c.Input))).Put("}")
	}
	if s := c.Text(mapping.Status); s != "" {
		w.Put(`,"result":{"success":`).Put(strconv.FormatBool(s == "success"))
		if out := c.Values[mapping.ToolOutput]; r.Content && out != "" {
			w.Put(`,"output":`).Quote(jsontext.Text(out))
		}
		if e := c.Text(mapping.ErrorText); !r.ForLog && e != "" {
			w.Put(`,"error_message":`).Quote(e)
		}
		w.Put("}")
	}
	w.Put("}")
}

// files writes the paths of the files that the tool touches.
func (o *openObject) files(all []mapping.File) {
	if len(all) == 0 {
		return
	}
	w := o.key("files").Put("[")
	for i, f := range all {
		if i > 0 {
			w.Put(",")
		}
		w.Quote(f.Path)
	}
	w.Put("]")
}

// eventData writes what section 7 has for the type.
func eventData(c *mapping.Call, w *jsontext.Writer, r *mapping.Record) {
	o := openObject{w: w}
	if c.Values[mapping.ToolName] != "" {
		o.action(c, r)
		o.files(c.Files)
	}
	o.hashed("prompt", c.Values[mapping.Prompt], r)
	o.hashed("response", c.Values[mapping.LastMessage], r)
	if r.ForLog {
		o.hashed("message", c.Values[mapping.Text], r)
		o.hashed("error", c.Values[mapping.ErrorText], r)
	} else {
		o.text("message", c.Text(mapping.Text))
		if c.Values[mapping.ToolName] == "" {
			o.text("error_message", c.Text(mapping.ErrorText))
		}
	}
	switch reason := c.Text(mapping.EndReason); c.Type {
	case mapping.SessionStart:
		o.word("start_reason", reason, "startup", "new", "resume", "resume", "", "restart")
	case mapping.SessionEnd:
		o.word("end_reason", reason, "user_exit", "exit", "timeout", "idle_timeout", "error", "error", "", "completed")
	case mapping.PermissionRequest:
		o.key("type").Quote("ToolPermission")
	case "agent.notification":
		o.word("type", c.Text(mapping.NotificationKind), "permission", "ToolPermission", "idle", "IdleTimeout", "",
			"ErrorAlert")
	case "agent.error":
		o.key("error_type").Quote("UnhandledException")
	}
	for _, f := range [...]struct {
		field mapping.Field
		name  string
	}{{mapping.Model, "model_id"}, {mapping.InputTokens, "input_tokens"}, {mapping.OutputTokens, "output_tokens"},
		{mapping.DurationMS, "duration_ms"}, {mapping.Trigger, "trigger"}} {
		switch v := c.Values[f.field]; {
		case v == "" || v == `""`:
		case v[0] == '"' && len(v) < 256, v[0] >= '0' && v[0] <= '9': // nothing that could hold more
			o.key(f.name).Put(v)
		}
	}
	if outcome := outcomes[r.Given.Decision]; outcome != "" && r.ForLog && c.Deniable() {
		o.key("decision").Put(`{"outcome":`).Quote(outcome).Put(`,"reason":`).Quote(r.Given.Reason).Put("}")
	}
}

var outcomes = [...]string{mapping.Allow: "allow", mapping.Ask: "ask", mapping.Deny: "deny"}

// actionName is the standard name of section 7.5, else the client's own.
func actionName(c *mapping.Call) string {
	switch c.Canon {
	case mapping.Shell:
		return "shell"
	case mapping.FileRead:
		return "read_file"
	case mapping.FileWrite, mapping.FileEdit:
		return "write_file"
	case mapping.WebSearch, mapping.WebFetch:
		return "web_search"
	case mapping.MCP:
		return "mcp:" + mapping.FirstOf(c.Text(mapping.MCPTool), c.Text(mapping.ToolName))
	}
	return c.Text(mapping.ToolName)
}

// metadata writes what the format has no place for. Ids are made of what both
// ends of a call send, so that they join without anybody remembering.
func metadata(c *mapping.Call, w *jsontext.Writer, r *mapping.Record) {
	o := openObject{w: w}
	o.text("version", r.Version)
	o.text("native_event", c.Native)
	o.text("type", c.Type)
	o.text("cwd", c.Cwd())
	if !r.ForLog {
		return
	}
	// Not every tool's session ids are unique beyond one machine and user.
	session := r.Host + "\n" + r.User + "\n" + c.Text(mapping.SessionID)
	about := mapping.FirstOf(c.Text(mapping.ToolCallID), c.Text(mapping.ToolName)+c.Input+c.Values[mapping.Prompt])
	if c.Values[mapping.ToolName]+c.Values[mapping.Prompt] == "" {
		about = r.ID
	}
	o.text("host", r.Host)
	o.text("trace_id", r.Hash([]byte(session))[:32])
	o.text("span_id", r.Hash([]byte(session + "\n" + about))[:16])
	o.text("key", r.Hash([]byte(session + "\n" + c.Type + "\n" + c.Canon + "\n" + about))[:32])
	o.text("enforced", effectOf(r.Given))
	if wanted := effectOf(r.Wanted); wanted != effectOf(r.Given) {
		o.text("wanted", wanted)
	}
	o.text("hook", r.Hooks)
	o.text("failed", r.Failed)
	o.text("warnings", strings.Join(r.Warnings, "\n"))
	o.key("duration_ms").Put(strconv.FormatInt(r.Millis, 10))
	if r.Hooks != "" {
		o.key("exit").Put(strconv.Itoa(r.Exit))
	}
	if r.Observe {
		o.key("observe").Put("true")
	}
}

// effectOf returns the effect of an answer in a word.
func effectOf(a mapping.Answer) string {
	switch {
	case a.Decision != mapping.NoOpinion && a.Input != "":
		return outcomes[a.Decision] + ", rewrite"
	case a.Decision != mapping.NoOpinion:
		return outcomes[a.Decision]
	case a.Input != "":
		return "rewrite"
	case a.Stop:
		return "stop"
	case a.Output != "":
		return "output"
	case a.Context != "":
		return "context"
	}
	return "none"
}

// openObject writes members of an object whose brace is open.
type openObject struct {
	w    *jsontext.Writer
	some bool
}

func (o *openObject) key(name string) *jsontext.Writer {
	if o.some {
		o.w.Put(",")
	}
	o.some = true
	return o.w.Quote(name).Put(":")
}

// text writes a member with a text, unless the text is empty.
//
//go:noinline
func (o *openObject) text(name, value string) {
	if value != "" {
		o.key(name).Quote(value)
	}
}

// hashed writes the hash and the length of a text, in characters. It also writes the text if the
// log holds contents.
func (o *openObject) hashed(name, raw string, r *mapping.Record) {
	if raw == "" {
		return
	}
	s := jsontext.Text(raw)
	o.key(name + "_hash").Quote("sha256:" + r.Hash(jsontext.BytesOf(s)))
	o.key(name + "_length").Put(strconv.Itoa(utf8.RuneCountInString(s)))
	if r.Content {
		o.key(name).Quote(s)
	}
}

// word writes the second word of the pair that begins with said; "" is any other word.
func (o *openObject) word(name, said string, pairs ...string) {
	for i := 0; said != "" && i < len(pairs); i += 2 {
		if pairs[i] == said || pairs[i] == "" {
			o.key(name).Quote(pairs[i+1])
			return
		}
	}
}
