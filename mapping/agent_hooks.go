package mapping

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// agentHooks is the Agent Hooks event format 0.1.0, its sections 6.1, 7 and 8.
var agentHooks = Dialect{
	Name:   "agent-hooks",
	Format: true,
	Fault:  canonicalFault,
	Marks:  []Mark{"event_type:string spec_version:string event_id:string"},
	Fields: `
  event=event_type time=timestamp session_id agent_id=actor.id agent_type=actor.name permission_mode=agent_mode
`,
	Events: `
$action: tool_name=data.action.name tool_input=data.action.input files=data.files
Session.Start: session.start reason=data.start_reason model=data.model_id
Session.End: session.end reason=data.end_reason{exit:user_exit,idle_timeout:timeout,manual_reset:user_exit} model=data.model_id
Session.Abort: session.end reason=data.end_reason
Prompt.Submitted: prompt.submit @gate prompt=data.prompt_text prompt=data.prompt
Action.Before: tool.start @gate $action
Action.After: tool.end $action success=data.action.result.success tool_output=data.action.result.output
  error=data.action.result.error_message duration_ms=data.duration_ms
Agent.Notification: agent.notification message=data.message
  kind=data.type{ToolPermission:permission,IdleTimeout:idle,ErrorAlert:other}
Agent.Response: agent.stop last_message=data.response
Agent.Error: agent.error error=data.error_message
Agent.Plan.Start: subagent.start
Agent.Plan.End: subagent.stop
Model.Requested: model.request model=data.model_id
Model.Responded: model.response model=data.model_id input_tokens=data.input_tokens output_tokens=data.output_tokens
Context.Compaction: context.compact trigger=data.trigger
*vendor: -
`,
	// Nothing else can be denied (appendix A).
	Forms: `
gate:
  deny decision.outcome="deny" decision.reason=$reason #exit=2 #stderr=$reason
  ask decision.outcome="ask" decision.reason=$reason
  +deny data.decision.outcome="deny" data.decision.reason=$reason
  +deny decision.outcome="deny" decision.reason=$reason
  +deny outcome="deny" reason=$reason
  +ask data.decision.outcome="ask" data.decision.reason=$reason
  +ask decision.outcome="ask" decision.reason=$reason
  +ask outcome="ask" reason=$reason
`,
	Tools: `
shell: shell
read_file: file_read
write_file: file_write
code_edit: file_edit
web_search: web_search
`,
	MCP:    MCPNaming{Prefix: "mcp:"},
	Encode: (*Call).agentEvent,
}

// A Record is what is known of a call beside what the client sent.
type Record struct {
	ID, Version string
	Content     bool                // contents stand in it, not their hashes alone
	Hash        func([]byte) string // SHA-256, hexadecimal

	// For the log:
	Host, User string
	Hooks      string // the commands that ran
	Exit       int    // of the last one
	Millis     int64  // how long all of it took
	Wanted     Answer // what the hooks said
	Given      Answer // what the client was told
	Failed     string // why there is no answer
	Warnings   []string
	Observe    bool
	log        bool
}

// LogEvent returns the call as one line in the Agent Hooks event format. Prompts,
// inputs and results are hashed and measured; they stand there themselves only where
// r.Content says so.
func (c *Call) LogEvent(r Record) []byte {
	r.log = true
	return c.agentEvent(c.For(&agentHooks), r)
}

// agentEvent is for a hook, which must see the input that it decides on, or for the
// log. Types that section 7 does not have get a vendor's, its section 10.3.
func (c *Call) agentEvent(e *Event, r Record) []byte {
	typ := e.Native
	switch {
	case c.Type == PermissionRequest: // by the vendors' events in section 8
		typ = "Agent.Notification"
	case typ[0] == '*':
		typ = "vendor." + c.Source + "." + c.Native
	}
	w := writer{buf: make([]byte, 0, 1024)}
	w.put(`{"spec_version":"0.1.0","event_id":`).string(r.ID).
		put(`,"event_type":`).string(typ).
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
	return flat(w.put("}}}\n").pieces())
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
		if r.Content || !r.log {
			w.put(c.input)
		} else {
			w.put(`{"hash":"sha256:`).put(r.Hash(bytesOf(c.input))).put(`","size":`).put(strconv.Itoa(len(c.input))).put("}")
		}
		if s := c.text(Status); s != "" {
			w.put(`,"result":{"success":`).put(strconv.FormatBool(s == "success"))
			if out := c.values[ToolOutput]; r.Content && out != "" {
				w.put(`,"output":`).string(text(out))
			}
			if e := c.text(ErrorText); !r.log && e != "" {
				w.put(`,"error_message":`).string(e)
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
	if r.log {
		o.hashed("message", c.values[Text], r)
		o.hashed("error", c.values[ErrorText], r)
	} else {
		o.text("message", c.text(Text))
		if c.values[ToolName] == "" {
			o.text("error_message", c.text(ErrorText))
		}
	}
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
	if outcome := outcomes[r.Given.Decision]; outcome != "" && r.log && c.Deniable() {
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
	o := openObject{w: w}
	o.text("version", r.Version)
	o.text("native_event", c.Native)
	o.text("type", c.Type)
	o.text("cwd", c.cwd)
	if !r.log {
		return
	}
	// Not every tool's session ids are unique beyond one machine and user.
	session := r.Host + "\n" + r.User + "\n" + c.text(SessionID)
	about := firstOf(c.text(ToolCallID), c.text(ToolName)+c.input+c.values[Prompt])
	if c.values[ToolName]+c.values[Prompt] == "" {
		about = r.ID
	}
	o.text("host", r.Host)
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
