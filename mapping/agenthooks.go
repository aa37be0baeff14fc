package mapping

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Record is what a line of the log says of a call beside what the client sent.
type Record struct {
	ID, Version string
	Host, User  string
	Hooks       string // the commands that ran
	Exit        int    // of the last one
	Millis      int64  // how long all of it took
	Wanted      Answer // what the hooks said
	Given       Answer // what the client was told
	Failed      string // why there is no answer
	Warnings    []string
	Observe     bool
	Content     bool                // contents are logged, not their hashes alone
	Hash        func([]byte) string // SHA-256, hexadecimal
}

// AgentEvent returns the call as one line in the Agent Hooks event format 0.1.0,
// its section 6.1. Prompts, inputs and results are hashed and measured; they stand
// there themselves only where r.Content says so.
func (c *Call) AgentEvent(r Record) []byte {
	w := writer{buf: make([]byte, 0, 1024)}
	w.put(`{"spec_version":"0.1.0","event_id":`).string(r.ID).
		put(`,"event_type":`).string(c.agentType()).
		put(`,"timestamp":`).put(c.values[Time]).
		put(`,"source":{"tool":`).string(c.Source).
		put(`},"session_id":`).string(c.text(SessionID))
	if r.User != "" {
		w.put(`,"user":{"id":`).string(r.User).put("}")
	}
	w.put(`,"actor":{"type":`).string(c.actor()).put("}")
	if c.text(PermissionMode) == "plan" {
		w.put(`,"agent_mode":"plan"`)
	}
	w.put(`,"data":{`)
	c.eventData(&w, &r)
	w.put(`},"metadata":{"com.github.openhook":{`)
	c.metadata(&w, &r)
	w.put("}}}\n")
	return w.buf
}

// agentTypes are the types of section 7 that stand for ours. A permission request
// is a notification there, by the vendors' events in section 8.
const agentTypes Table = `
session.start: Session.Start
session.end: Session.End
prompt.submit: Prompt.Submitted
tool.start: Action.Before
tool.end: Action.After
permission.request: Agent.Notification
agent.notification: Agent.Notification
agent.stop: Agent.Response
agent.error: Agent.Error
subagent.start: Agent.Plan.Start
subagent.stop: Agent.Plan.End
model.request: Model.Requested
model.response: Model.Responded
context.compact: Context.Compaction
`

func (c *Call) agentType() string {
	if t, ok := agentTypes.entry(c.Type); ok {
		return strings.TrimSpace(t)
	}
	return "vendor." + c.Source + "." + c.Native
}

func (c *Call) actor() string {
	switch {
	case c.Type == PromptSubmit && c.values[Synthetic] != "true":
		return "user"
	case c.values[ToolName] != "" || strings.HasPrefix(c.Type, "agent.") || strings.HasPrefix(c.Type, "subagent."):
		return "ai_agent"
	}
	return "system"
}

// eventData writes what section 7 has for the type.
func (c *Call) eventData(w *writer, r *Record) {
	o := openObject{w: w}
	if c.values[ToolName] != "" {
		o.key("action").put(`{"name":`).string(c.actionName()).put(`,"input":`)
		if r.Content {
			w.put(c.input)
		} else {
			w.put(`{"hash":"sha256:`).put(r.Hash(bytesOf(c.input))).put(`","size":`).put(strconv.Itoa(len(c.input))).put("}")
		}
		if s := c.text(Status); s != "" {
			w.put(`,"result":{"success":`).put(strconv.FormatBool(s == "success"))
			if out := c.values[ToolOutput]; r.Content && out != "" {
				w.put(`,"output":`).string(text(out))
			}
			w.put("}")
		}
		w.put("}")
		if len(c.Files) > 0 {
			o.key("files").put("[")
			for i, f := range c.Files {
				if i > 0 {
					w.put(",")
				}
				w.string(f.Path)
			}
			w.put("]")
		}
	}
	o.hashed("prompt", c.values[Prompt], r)
	o.hashed("response", c.values[LastMessage], r)
	o.hashed("message", c.values[Text], r)
	o.hashed("error", c.values[ErrorText], r)
	switch reason := c.text(EndReason); c.Type {
	case SessionStart:
		o.word("start_reason", reason, "startup", "new", "resume", "resume", "", "restart")
	case SessionEnd:
		o.word("end_reason", reason, "user_exit", "exit", "timeout", "idle_timeout", "error", "error", "", "completed")
	case PermissionRequest:
		o.key("type").string("ToolPermission")
	case "agent.notification":
		o.word("type", c.text(NotificationKind), "permission", "ToolPermission", "idle", "IdleTimeout", "", "ErrorAlert")
	case "agent.error":
		o.key("error_type").string("UnhandledException")
	}
	for _, f := range [...]named{{Model, "model_id"}, {InputTokens, "input_tokens"}, {OutputTokens, "output_tokens"},
		{DurationMS, "duration_ms"}, {Trigger, "trigger"}} {
		switch v := c.values[f.field]; {
		case v == "" || v == `""`:
		case v[0] == '"' && len(v) < 256, v[0] >= '0' && v[0] <= '9': // nothing that could hold more
			o.key(f.name).put(v)
		}
	}
	if outcome := outcomes[r.Given.Decision]; outcome != "" && c.Deniable() {
		o.key("decision").put(`{"outcome":`).string(outcome).put(`,"reason":`).string(r.Given.Reason).put("}")
	}
}

var outcomes = [...]string{Allow: "allow", Ask: "ask", Deny: "deny"}

// actionName is the standard name of section 7.5, else the client's own.
func (c *Call) actionName() string {
	switch c.Canon {
	case Shell:
		return "shell"
	case FileRead:
		return "read_file"
	case FileWrite, FileEdit:
		return "write_file"
	case WebSearch, WebFetch:
		return "web_search"
	case MCP:
		return "mcp:" + firstOf(c.text(MCPTool), c.text(ToolName))
	}
	return c.text(ToolName)
}

// metadata writes what the format has no place for. Ids are made of what both
// ends of a call send, so that they join without anybody remembering.
func (c *Call) metadata(w *writer, r *Record) {
	// Not every tool's session ids are unique beyond one machine and user.
	session := r.Host + "\n" + r.User + "\n" + c.text(SessionID)
	about := firstOf(c.text(ToolCallID), c.text(ToolName)+c.input+c.values[Prompt])
	if c.values[ToolName]+c.values[Prompt] == "" {
		about = r.ID
	}
	o := openObject{w: w}
	o.text("version", r.Version)
	o.text("native_event", c.Native)
	o.text("type", c.Type)
	o.text("host", r.Host)
	o.text("cwd", c.cwd)
	o.text("trace_id", r.Hash([]byte(session))[:32])
	o.text("span_id", r.Hash([]byte(session + "\n" + about))[:16])
	o.text("key", r.Hash([]byte(session + "\n" + c.Type + "\n" + c.Canon + "\n" + about))[:32])
	o.text("enforced", r.Given.does())
	if wanted := r.Wanted.does(); wanted != r.Given.does() {
		o.text("wanted", wanted)
	}
	o.text("hook", r.Hooks)
	o.text("failed", r.Failed)
	o.text("warnings", strings.Join(r.Warnings, "\n"))
	o.key("duration_ms").put(strconv.FormatInt(r.Millis, 10))
	if r.Hooks != "" {
		o.key("exit").put(strconv.Itoa(r.Exit))
	}
	if r.Observe {
		o.key("observe").put("true")
	}
}

// does says in a word what an answer does.
func (a Answer) does() string {
	switch {
	case a.Decision != NoOpinion && a.Input != "":
		return outcomes[a.Decision] + ", rewrite"
	case a.Decision != NoOpinion:
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
	w    *writer
	some bool
}

func (o *openObject) key(name string) *writer {
	if o.some {
		o.w.put(",")
	}
	o.some = true
	return o.w.string(name).put(":")
}

// text writes one that is text, if there is any.
//
//go:noinline
func (o *openObject) text(name, value string) {
	if value != "" {
		o.key(name).string(value)
	}
}

// hashed writes the hash and the length of a text, in characters, and the text
// itself where contents are logged.
func (o *openObject) hashed(name, raw string, r *Record) {
	if raw == "" {
		return
	}
	s := text(raw)
	o.key(name + "_hash").string("sha256:" + r.Hash(bytesOf(s)))
	o.key(name + "_length").put(strconv.Itoa(utf8.RuneCountInString(s)))
	if r.Content {
		o.key(name).string(s)
	}
}

// word writes the other one of a pair of words; "" stands for any other word.
func (o *openObject) word(name, said string, pairs ...string) {
	for i := 0; said != "" && i < len(pairs); i += 2 {
		if pairs[i] == said || pairs[i] == "" {
			o.key(name).string(pairs[i+1])
			return
		}
	}
}
