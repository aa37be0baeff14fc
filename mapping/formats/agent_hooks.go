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
	typ, id, who := eventType(c, e), r.ID, actor(c)
	if r.Own != "" {
		typ, id, who = r.Own, r.OwnID, "system"
	}
	w := jsontext.Writer{Buf: make([]byte, 0, 1024)}
	o := openObject{w: w.Put("{")}
	o.text("spec_version", "0.1.0")
	o.text("event_id", id)
	o.text("event_type", typ)
	o.key("timestamp").Put(c.Values[mapping.Time])
	source := o.object("source")
	source.text("tool", c.Source)
	source.text("version", clientVersion(c))
	w.Put("}")
	o.key("session_id").Quote(c.Text(mapping.SessionID))
	if r.User != "" && r.Personal {
		user := o.object("user")
		user.text("id", r.User)
		w.Put("}")
	}
	agent := o.object("actor")
	agent.text("type", who)
	if who == "ai_agent" {
		agent.text("id", c.Text(mapping.AgentID))
		agent.text("name", c.Text(mapping.AgentType))
	}
	w.Put("}")
	if c.Text(mapping.PermissionMode) == "plan" {
		o.text("agent_mode", "plan")
	}
	data := o.object("data")
	if r.Own != "" {
		ownData(c, &data, &r)
	} else {
		eventData(c, typ, &data, &r)
	}
	w.Put("}")
	o.object("metadata").w.Put(`"com.github.openhook":{`)
	metadata(c, &w, &r)
	return jsontext.Flat(w.Put("}}}\n").Pieces())
}

// agentRefine takes from an event the client that sent it, in lowercase kebab-case as the
// envelope needs it.
func agentRefine(c *mapping.Call) {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == ' ', r == '_':
			return '-'
		case r >= 'A' && r <= 'Z':
			return r | 0x20
		}
		return r
	}, c.Payload.Text("source.tool"))
	if name == "" || len(name) > 64 || name[0] < 'a' || name[0] > 'z' ||
		strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return
	}
	if strings.HasPrefix(c.Type, "vendor.") {
		native := strings.TrimPrefix(c.Native, "vendor."+name+".")
		c.Type = mapping.VendorType(name, native)
	}
	c.Source = name
}

// eventType is the event's name, by section 8 where no row of the table has it.
func eventType(c *mapping.Call, e *mapping.Event) string {
	switch {
	case c.Type == mapping.PermissionRequest:
		return "Agent.Notification"
	case c.Type == "agent.response":
		return "Agent.Response"
	case c.Type == "agent.thought":
		return "Model.Responded"
	case c.Type == "file.write" && c.Values[mapping.ToolName] != "":
		return "Action.After"
	case e.Native[0] == '*':
		return "vendor." + c.Source + "." + c.Native
	}
	return e.Native
}

// clientVersion is the version of the client, from the key of the payload that is named
// after the client or after nothing: cursor_version, toolVersion, version.
func clientVersion(c *mapping.Call) string {
	version := c.Payload.Text("source.version")
	jsontext.EachKey(jsontext.View(c.Payload.Raw), func(key, raw string) {
		name, ok := strings.CutSuffix(strings.ToLower(key), "version")
		name = strings.TrimRight(name, "_")
		if ok && version == "" && raw[0] == '"' && (name == "tool" || strings.HasPrefix(c.Source, name)) {
			version = jsontext.Text(raw)
		}
	})
	return version
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
func (o *openObject) files(all []mapping.File, r *mapping.Record) {
	if len(all) == 0 {
		return
	}
	w := o.key("files").Put("[")
	for i, f := range all {
		if i > 0 {
			w.Put(",")
		}
		w.Quote(r.WithoutHome(f.Path))
	}
	w.Put("]")
}

// eventData writes what section 7 has for the type.
func eventData(c *mapping.Call, typ string, o *openObject, r *mapping.Record) {
	if c.Values[mapping.ToolName] != "" {
		o.action(c, r)
		o.files(c.Files, r)
	}
	o.hashed("prompt", c.Values[mapping.Prompt], r)
	response, message := c.Values[mapping.LastMessage], c.Values[mapping.Text]
	if c.Type == "agent.response" || c.Type == "agent.thought" {
		response, message = mapping.FirstOf(response, message), ""
	}
	o.hashed("response", response, r)
	if r.ForLog {
		o.hashed("message", message, r)
		o.hashed("error", c.Values[mapping.ErrorText], r)
	} else {
		o.text("message", jsontext.Text(message))
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
	took := "duration_ms"
	if typ == "Model.Responded" {
		took = "latency_ms"
	}
	for _, f := range [...]struct {
		field mapping.Field
		name  string
	}{{mapping.Model, "model_id"}, {mapping.InputTokens, "input_tokens"}, {mapping.OutputTokens, "output_tokens"},
		{mapping.DurationMS, took}, {mapping.Trigger, "trigger"}} {
		o.short(f.name, c.Values[f.field])
	}
	if typ == "Context.Compaction" {
		o.short("tokens_before", c.Payload.Get("context_tokens"))
		o.short("tokens_limit", c.Payload.Get("context_window_size"))
		o.short("percentage_used", c.Payload.Get("context_usage_percent"))
	}
	if strings.HasPrefix(typ, "vendor.") {
		vendorData(c, o, r)
	}
	if outcome := outcomes[r.Given.Decision]; outcome != "" && r.ForLog && c.Deniable() {
		o.key("decision").Put(`{"outcome":`).Quote(outcome).Put(`,"reason":`).Quote(r.WithoutHome(r.Given.Reason)).Put("}")
	}
}

// ownData is the data of what the shim did by itself: a denial, or the end of a loop of
// continuations.
func ownData(c *mapping.Call, o *openObject, r *mapping.Record) {
	if c.Values[mapping.ToolName] != "" {
		o.text("action_name", actionName(c))
	}
	if r.Loop > 0 {
		o.key("iteration_count").Put(strconv.Itoa(r.Loop))
	} else {
		o.text("reason", r.WithoutHome(r.Given.Reason))
	}
}

// vendorData writes what the client sent with an event that section 7 does not have, but
// for what each of its events carries. In the log a text is hashed, unless it is a path or
// a word out of few.
func vendorData(c *mapping.Call, o *openObject, r *mapping.Record) {
	object, shared := jsontext.View(c.Payload.Raw), " "
	if c.Payload.Text("openhook")+c.Payload.Text("spec_version") != "" { // an envelope
		object = mapping.FirstOf(c.Payload.Get("data"), "{}")
	} else {
		for k := range c.Dialect.Fields.All {
			name, _, _ := strings.Cut(k.Path, ".")
			shared += name + " "
		}
	}
	jsontext.EachKey(object, func(name, raw string) {
		text := raw[0] == '"'
		if name == "action" || name == "decision" { // of the format's own
			name = "native_" + name
		}
		switch {
		case strings.Contains(shared, " "+name+" "), raw == "null", o.has(name), o.has(name + "_hash"),
			c.Values[mapping.ToolName] != "" && strings.HasPrefix(name, "tool"),
			!r.Personal && (strings.HasPrefix(name, "user") || strings.Contains(name, "email")):
		case !r.ForLog, r.Content, !text && raw[0] != '{' && raw[0] != '[':
			o.key(name).Put(raw)
		case text && (strings.HasSuffix(name, "path") || strings.HasSuffix(name, "cwd")):
			o.text(name, r.WithoutHome(jsontext.Text(raw)))
		case text && strings.Contains(" event kind source status trigger type ", " "+name+" "):
			o.short(name, raw)
		case text:
			o.hashed(name, raw, r)
		}
	})
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
	o.text("cwd", r.WithoutHome(c.Cwd()))
	if !r.ForLog {
		return
	}
	// Not every tool's session ids are unique beyond one machine and user.
	session := r.Host + "\n" + r.User + "\n" + c.Text(mapping.SessionID)
	about := mapping.FirstOf(c.Text(mapping.ToolCallID), c.Text(mapping.ToolName)+c.Input+c.Values[mapping.Prompt])
	if c.Values[mapping.ToolName]+c.Values[mapping.Prompt] == "" {
		about = r.ID
	}
	if r.Personal {
		o.text("host", r.Host)
	}
	for _, id := range [...]struct{ name, of string }{{"trace_id", ""}, {"span_id", "\n" + about},
		{"key", "\n" + c.Type + r.Own + "\n" + c.Canon + "\n" + about}} {
		hash := r.Hash([]byte(session + id.of))[:32]
		if id.name == "span_id" {
			hash = hash[:16]
		}
		o.text(id.name, hash)
	}
	if r.Own != "" {
		return
	}
	o.text("enforced", effectOf(r.Given))
	if wanted := effectOf(r.Wanted); wanted != effectOf(r.Given) {
		o.text("wanted", wanted)
	}
	o.text("hook", r.WithoutHome(r.Hooks))
	o.text("failed", r.WithoutHome(r.Failed))
	o.text("warnings", r.WithoutHome(strings.Join(r.Warnings, "\n")))
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
	w     *jsontext.Writer
	some  bool
	names string // of the members, each between blanks
}

func (o *openObject) key(name string) *jsontext.Writer {
	if o.some {
		o.w.Put(",")
	}
	o.some = true
	o.names += " " + name + " "
	return o.w.Quote(name).Put(":")
}

// object begins a member that is an object, whose brace the caller closes.
func (o *openObject) object(name string) openObject {
	return openObject{w: o.key(name).Put("{")}
}

// has says whether a member of that name is there.
func (o *openObject) has(name string) bool { return strings.Contains(o.names, " "+name+" ") }

// short writes a number, or a text that is too short to hold more than a word or two.
func (o *openObject) short(name, raw string) {
	switch {
	case raw == "" || raw == `""`:
	case raw[0] == '"' && len(raw) < 256, raw[0] >= '0' && raw[0] <= '9':
		o.key(name).Put(raw)
	}
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
