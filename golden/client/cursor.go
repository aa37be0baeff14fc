package client

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// The client's messages, as far as a recording shows them.
const (
	cuCommand = `Hook "[hook command]"` // stands for the command line, which a Reply does not hold
	cuClosed  = "Tool blocked because this hook is configured to fail closed (block when it fails). "
	cuSafety  = " The command was blocked for safety."
	cuHooks   = "\n\nTo view or modify configured hooks, go to Cursor Settings > Hooks."
	cuNote    = "\n\nAgent note: Do not suggest workarounds to the blocked tool."
)

// cuKind is what the hook of an event decides.
type cuKind int

const (
	cuNothing cuKind = iota
	cuGate           // permission: an action
	cuPrompt         // continue: a prompt
	cuStart          // continue: a run
	cuStop           // followup_message: the end of a turn
)

type cuEvent struct {
	name   string
	kind   cuKind
	told   string // what the model reads before the reason of a deny; "" it reads nothing
	ctx    bool   // additional_context reaches the model
	limit  bool   // and is dropped when it is longer than 10,000
	fields string // those that are checked, as in ccTop
}

const (
	cuMessages = "user_message:string agent_message:string"
	cuContext  = " additional_context:string"
)

// cuEvents are the 21 events of SDK 1.0.32. The SDK and the IDE differ: the SDK drops
// the answer to beforeSubmitPrompt and the context of sessionStart, and the IDE does
// not wait for sessionStart. The effect is that of the program that acts. Only an ask
// is that of the programs that do not.
var cuEvents = []cuEvent{
	{name: "sessionStart", kind: cuStart, ctx: true, fields: "env:object continue:bool user_message:string" + cuContext},
	{name: "sessionEnd"},
	{name: "beforeSubmitPrompt", kind: cuPrompt, ctx: true, fields: "continue:bool user_message:string" + cuContext},
	{name: "preToolUse", kind: cuGate, told: "preToolUse", ctx: true, limit: true, fields: "permission:allow|deny|ask updated_input:object " + cuMessages + cuContext},
	{name: "postToolUse", ctx: true, limit: true, fields: cuContext},
	{name: "postToolUseFailure", ctx: true, limit: true, fields: cuContext},
	{name: "beforeShellExecution", kind: cuGate, told: "Command execution", fields: "permission:allow|deny|ask " + cuMessages},
	{name: "afterShellExecution"},
	{name: "beforeMCPExecution", kind: cuGate, told: "MCP tool execution", fields: "permission:allow|deny|ask " + cuMessages},
	{name: "afterMCPExecution"},
	{name: "beforeReadFile", kind: cuGate, told: "File read", fields: "permission:allow|deny user_message:string"},
	{name: "afterFileEdit"},
	{name: "beforeTabFileRead", kind: cuGate, fields: "permission:allow|deny user_message:string"},
	{name: "afterTabFileEdit"},
	{name: "subagentStart", kind: cuGate, ctx: true, fields: "permission:allow|deny|ask user_message:string"},
	{name: "subagentStop", kind: cuStop, fields: "followup_message:string"},
	{name: "preCompact", fields: "user_message:string"},
	{name: "stop", kind: cuStop, fields: "followup_message:string"},
	{name: "afterAgentResponse"},
	{name: "afterAgentThought"},
	{name: "workspaceOpen", fields: "pluginPaths:array"},
}

// cuHonoured are the keys of a new input that each tool takes, one by one. MCP tools
// take all keys. Other keys stay as they were.
var cuHonoured = []struct{ tool, keys string }{
	{"Shell", "command:string cwd:string timeout:number"},
	{"Read", "file_path:string"},
	{"Write", "file_path:string"}, // not content
	{"Delete", "file_path:string"},
	{"List", "file_path:string"},
	{"ReadLints", "file_path:string"},
	{"Grep", "pattern:string file_path:string"},
	{"Fetch", "url:string"},
	{"ListMcpResources", "server:string"},
	{"FetchMcpResource", "server:string uri:string download_path:string"},
}

// cuCall is one hook call: the payload and its effect.
type cuCall struct {
	Effect
	ev      cuEvent
	payload ccObject
	closed  bool
}

// Cursor models Cursor's hook engine like @cursor/sdk 1.0.32 runs it, for a hook
// without failClosed. A comment names its evidence by the case in
// ../cursor/observed-answers.json.
func Cursor(r Reply) Effect { return cuRun(r, false) }

func cuRun(r Reply, failClosed bool) Effect {
	c := cuCall{payload: ccParse([]byte(strings.TrimLeft(string(r.Payload), "\ufeff"))), closed: failClosed}
	i := slices.IndexFunc(cuEvents, func(ev cuEvent) bool { return ev.name == r.Event })
	if i < 0 { // a newer build: exit 2 is the one thing that every event understands
		return Effect{Stopped: r.Exit == 2, Failed: r.Exit != 0 && r.Exit != 2}
	}
	c.ev = cuEvents[i]
	stdout := strings.TrimSpace(strings.TrimPrefix(string(r.Stdout), "\ufeff")) // pretooluse_bom
	stderr := strings.TrimSpace(string(r.Stderr))
	switch {
	case r.Late: // bse-timeout_sleep: what it printed is not read
		return c.fail(" execution failed: Hook script timed out after [limit]")
	case r.Exit == 2: // …_exit2_stdout, …_exit2_jsonallow: JSON is text here
		if stderr != "" {
			stderr = "Hook blocked with message: " + stderr
		}
		return c.block(cmp.Or(stdout, stderr, cuCommand+" blocked this action (exit code 2) but provided no reason."))
	case r.Exit != 0 && r.Exit < 128: // …_exit1_jsondeny; after a signal the exit code is null and stdout decides
		if stderr != "" {
			stderr = ": " + stderr
		}
		return c.fail(" failed with exit code " + strconv.Itoa(r.Exit) + stderr)
	case stdout == "" && !failClosed:
		return Effect{}
	case stdout == "":
		return c.fail(" returned no output.")
	}
	raw := cuLast(stdout)
	if raw == nil {
		return c.invalid(" returned invalid JSON.", " returned invalid JSON.")
	}
	answer := ccParse(raw)
	if answer == nil || !answer.valid(c.ev.fields) || !cuTexts(answer, c.ev.fields) {
		return c.invalid(" returned an invalid response for this hook step.", " returned invalid response.")
	}
	c.obey(answer)
	return c.Effect
}

// cuLast returns the JSON in an output: the whole output, or the last object that
// reaches to its end (…_two_json, …_nested_json).
func cuLast(s string) []byte {
	if json.Valid([]byte(s)) {
		return []byte(s)
	}
	if strings.HasSuffix(s, "}") {
		for i := len(s) - 1; i >= 0; i-- {
			if s[i] == '{' && json.Valid([]byte(s[i:])) {
				return []byte(s[i:])
			}
		}
	}
	return nil
}

// cuTexts reports whether env and pluginPaths hold only texts, if the event reads them.
func cuTexts(a ccObject, fields string) bool {
	if strings.Contains(fields, "env:") {
		for _, v := range a.object("env") {
			if ccKind(v) != "string" {
				return false
			}
		}
	}
	var paths []json.RawMessage
	if strings.Contains(fields, "pluginPaths:") {
		_ = json.Unmarshal(a["pluginPaths"], &paths)
	}
	return !slices.ContainsFunc(paths, func(p json.RawMessage) bool { return ccKind(p) != "string" || string(p) == `""` })
}

// fail is a hook that counts for nothing, or blocks where it is failClosed.
func (c *cuCall) fail(why string) Effect {
	if c.closed {
		c.block(cuClosed + cuCommand + why)
	}
	c.Failed = true
	return c.Effect
}

// invalid is an answer that cannot be read: gates are closed even without failClosed.
func (c *cuCall) invalid(open, closed string) Effect {
	switch {
	case c.closed:
		return c.fail(closed)
	case c.ev.kind == cuGate:
		c.block(cuCommand + open + cuSafety)
	}
	c.Failed = true
	return c.Effect
}

// block is a deny in whatever way the event can be denied.
func (c *cuCall) block(reason string) Effect {
	switch c.ev.kind {
	case cuGate:
		c.Stopped = true
		switch c.ev.told {
		case "": // subagentstart_deny_both: it goes to the backend; the documentation shows it to the user
			c.User = reason
		case "preToolUse":
			c.Model = cmp.Or(reason, c.payload.text("tool_name")+" blocked by preToolUse hook") + cuNote
		default:
			head := c.ev.told + " was blocked by a hook"
			if reason == "" {
				head += "." // …_deny_agent: agent_message goes nowhere
			} else {
				head += ": " + reason
			}
			c.Model = head + cuHooks + cuNote
		}
	case cuPrompt, cuStart:
		c.Stopped, c.Ends, c.User = true, c.ev.kind == cuStart, reason
	}
	return c.Effect
}

// obey does what a valid answer asks for.
func (c *cuCall) obey(a ccObject) {
	switch c.ev.kind {
	case cuGate:
		permission := a.text("permission") // allow: …_allow skips no prompt; ask: …_ask runs
		if permission == "deny" || permission == "ask" && c.ev.name == "subagentStart" {
			c.block(a.text("user_message"))
		}
	case cuPrompt, cuStart: // …_block: permission and decision are not read
		if string(a["continue"]) == "false" {
			c.block(a.text("user_message"))
		}
	case cuStop: // stop_cont_false does nothing
		next := a.text("followup_message")
		if next == "" && a.text("decision") == "block" {
			next = a.text("reason")
		}
		c.GoesOn, c.Model = next != "", next
	}
	// …_ctx_camel: top-level camelCase counts where the other is missing.
	if ctx := strings.TrimSpace(cmp.Or(a.text("additional_context"), a.text("additionalContext"))); c.ev.ctx && ctx != "" &&
		c.ev.kind <= cuStart && !(c.Stopped && c.ev.kind != cuGate) {
		switch {
		case !c.ev.limit || len(utf16.Encode([]rune(ctx))) <= 10_000:
			c.Model = strings.TrimPrefix(c.Model+"\n"+ctx, "\n")
		case c.closed && c.ev.kind == cuGate:
			c.fail("")
		}
	}
	switch c.ev.name {
	case "preToolUse":
		if input := ccParse(a["updated_input"]); input != nil && !c.Stopped {
			c.Input = c.merged(input)
		}
	case "postToolUse": // posttooluse_mcpout_str
		if v := a["updated_mcp_tool_output"]; v != nil && strings.HasPrefix(c.payload.text("tool_name"), "MCP:") {
			c.Output = cmp.Or(a.text("updated_mcp_tool_output"), string(v))
		}
	case "preCompact":
		c.User = a.text("user_message")
	}
}

// merged is the input that the tool runs with, "" if it is the one it had.
func (c *cuCall) merged(updated ccObject) string {
	tool := c.payload.text("tool_name")
	i := slices.IndexFunc(cuHonoured, func(h struct{ tool, keys string }) bool { return h.tool == tool })
	input, changed := c.payload.object("tool_input"), false
	for name, value := range updated {
		if i >= 0 && slices.Contains(strings.Fields(cuHonoured[i].keys), name+":"+ccKind(value)) || strings.HasPrefix(tool, "MCP:") {
			changed = changed || string(input[name]) != string(value)
			if input == nil {
				input = ccObject{}
			}
			input[name] = value
		}
	}
	if !changed {
		return ""
	}
	b, _ := json.Marshal(input)
	return string(b)
}
