package client

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// cxDoes is the effect of a block on an event: decision "block", exit 2 with a reason
// on stderr, or their equivalents there.
type cxDoes int

const (
	cxNothing  cxDoes = iota
	cxStops           // the action does not happen
	cxReplaces        // too late to stop: the reason takes the place of the result
	cxGoesOn          // the agent may not stop
)

// cxText is the effect of stdout that is not JSON.
type cxText int

const (
	cxIgnored cxText = iota
	cxContext
	cxFailure
)

type cxEvent struct {
	name  string
	block cxDoes
	exit2 string // what an exit 2 must write to stderr; "": exit 2 fails like any other code
	text  cxText
	ends  bool   // continue:false is obeyed
	shows bool   // an exit code shows stderr to the user, if there is any
	top   string // the keys of an answer, as in ccTop; "": stdout is not read
	inner string // the keys of its hookSpecificOutput beside hookEventName
	label string // how an error calls the output; "": the name
}

const (
	cxAll     = "continue:bool stopReason:string systemMessage:string suppressOutput:bool "
	cxBlock   = "decision:block|block reason:string " // the bar marks a word
	cxOut     = "hookSpecificOutput:object "
	cxAddText = "additionalContext:string "
	cxVerdict = "behavior:allow|deny message:string updatedInput:any updatedPermissions:any interrupt:bool"
)

// cxEvents are the events of 0.169.0 with an answer. SessionEnd and notify have none.
var cxEvents = []cxEvent{
	{name: "SessionStart", text: cxContext, ends: true, top: cxAll + cxOut, inner: cxAddText},
	{name: "UserPromptSubmit", block: cxStops, exit2: "a reason", text: cxContext, ends: true, top: cxAll + cxBlock + cxOut, inner: cxAddText},
	{name: "PreToolUse", block: cxStops, exit2: "a reason", top: cxAll + "decision:block|approve reason:string " + cxOut, label: "pre-tool-use",
		inner: cxAddText + "permissionDecision:allow|deny|ask permissionDecisionReason:string updatedInput:any"},
	{name: "PermissionRequest", block: cxStops, exit2: "a denial reason", top: cxAll + cxOut, inner: "decision:object", label: "permission-request"},
	{name: "PostToolUse", block: cxReplaces, exit2: "feedback", top: cxAll + cxBlock + cxOut, inner: cxAddText + "updatedMCPToolOutput:any"},
	{name: "PreCompact", ends: true, shows: true, top: cxAll, label: "PreCompact hook"},
	{name: "PostCompact", ends: true, shows: true, top: cxAll, label: "PostCompact hook"},
	{name: "SubagentStart", text: cxContext, top: cxAll + cxOut, inner: cxAddText}, // continue:false is taken and ignored
	{name: "SubagentStop", block: cxGoesOn, exit2: "a reason", text: cxFailure, ends: true, top: cxAll + cxBlock},
	{name: "Stop", block: cxGoesOn, exit2: "a reason", text: cxFailure, ends: true, top: cxAll + cxBlock},
	{name: "Interrupt", text: cxFailure, top: "systemMessage:string"},
	{name: "PreModelRequest", shows: true},
	{name: "PostModelRequest", shows: true},
}

// cxNames are the legal words of hookEventName. The word may be that of another event.
const cxNames = "SessionStart SessionEnd UserPromptSubmit PreToolUse PermissionRequest PostToolUse PreCompact PostCompact " +
	"SubagentStart SubagentStop Stop Interrupt PreModelRequest PostModelRequest"

// cxRun is one hook call: the payload, the answer and its effect.
type cxRun struct {
	Effect
	ev      cxEvent
	payload ccObject
	answer  ccObject
	out     ccObject // its hookSpecificOutput
	stop    bool     // its continue is false
}

// Codex models Codex CLI 0.169.0. User is what its app and TUI show. codex exec shows
// no message, reason or error of a hook.
func Codex(r Reply) Effect {
	i := slices.IndexFunc(cxEvents, func(ev cxEvent) bool { return ev.name == r.Event })
	if i < 0 {
		return Effect{}
	}
	c := cxRun{ev: cxEvents[i], payload: ccParse(r.Payload)}
	stderr, stdout := strings.TrimSpace(string(r.Stderr)), strings.TrimSpace(string(r.Stdout))
	switch {
	case r.Late:
		c.fail("hook timed out")
	case r.Exit > 128:
		c.fail("hook exited without a status code")
	case r.Exit == 2 && c.ev.exit2 != "" && stderr == "":
		c.fail(c.ev.name + " hook exited with code 2 but did not write " + c.ev.exit2 + " to stderr")
	case r.Exit == 2 && c.ev.exit2 != "": // stdout does not count
		c.block(stderr)
	case r.Exit != 0 && c.ev.shows && stderr != "":
		c.fail(stderr)
	case r.Exit != 0:
		c.fail(fmt.Sprintf("hook exited with code %d", r.Exit))
	case stdout == "" || c.ev.top == "":
	case stdout[0] == '{' || stdout[0] == '[': // a byte order mark in front makes it text
		c.read(stdout)
	case c.ev.text == cxContext:
		c.context(stdout)
	case c.ev.text == cxFailure:
		c.fail(c.ev.name + " hook returned non-JSON stdout")
	}
	return c.Effect
}

// read applies an answer that fits the event's closed schema. Any other answer is void.
func (c *cxRun) read(stdout string) {
	c.answer = ccParse([]byte(stdout))
	c.out = c.answer.object("hookSpecificOutput")
	verdict := c.out.object("decision")
	if c.answer == nil || !cxFits(c.answer, c.ev.top) ||
		c.out != nil && (!cxFits(c.out, "hookEventName:string "+c.ev.inner) || !slices.Contains(strings.Fields(cxNames), c.out.text("hookEventName"))) ||
		cxHas(c.out, "decision") && (!cxFits(verdict, cxVerdict) || !cxHas(verdict, "behavior")) {
		c.fail("hook returned invalid " + cmp.Or(c.ev.label, c.ev.name) + " JSON output")
		return
	}
	c.stop = string(c.answer["continue"]) == "false"
	c.tellUser(c.answer.text("systemMessage"))
	if problem := c.problem(); problem != "" {
		c.fail(c.ev.name + " hook returned " + problem)
		return
	}
	c.context(c.out.text("additionalContext"))
	decision, reason := c.decision()
	switch {
	case c.stop && c.ev.ends: // beats a block
		c.Ends = true
		c.Stopped = c.ev.block == cxStops || c.ev.name == "SessionStart" || c.ev.name == "PreCompact"
		if c.Stopped {
			c.Model = "" // no request is made that could carry it
		}
		c.tellUser(c.answer.text("stopReason"))
	case c.stop && c.ev.block == cxReplaces: // the loop goes on
		stop := c.answer.text("stopReason")
		if !cxHas(c.answer, "stopReason") {
			stop = c.ev.name + " hook stopped execution"
		}
		c.tellUser(stop)
		c.Output = cmp.Or(reason, stop)
	case decision == "deny":
		c.block(reason)
	case c.ev.name == "PermissionRequest":
		c.Approved = decision == "allow"
	case decision == "allow": // the user is still asked where the client would ask
		c.rewrite(c.out["updatedInput"])
	}
}

// decision returns one word for all spellings of a decision.
func (c *cxRun) decision() (decision, reason string) {
	verdict := c.out.object("decision")
	switch {
	case c.ev.name == "PermissionRequest":
		return verdict.text("behavior"), cmp.Or(strings.TrimSpace(verdict.text("message")), "PermissionRequest hook denied approval")
	case cxHas(c.out, "permissionDecision") || cxHas(c.out, "permissionDecisionReason") || cxHas(c.out, "updatedInput"):
		return c.out.text("permissionDecision"), strings.TrimSpace(c.out.text("permissionDecisionReason"))
	case c.answer.text("decision") == "block":
		decision = "deny"
	case c.answer.text("decision") == "approve":
		decision = "approve"
	}
	return decision, strings.TrimSpace(c.answer.text("reason"))
}

// problem returns why an answer that fits the schema does not count.
func (c *cxRun) problem() string {
	strict := c.ev.name == "PreToolUse" || c.ev.name == "PermissionRequest"
	verdict := c.out.object("decision")
	decision, reason := c.decision()
	switch {
	case strict && c.stop:
		return "unsupported continue:false"
	case strict && cxHas(c.answer, "stopReason"):
		return "unsupported stopReason"
	case (strict || c.ev.block == cxReplaces) && string(c.answer["suppressOutput"]) == "true":
		return "unsupported suppressOutput"
	case cxHas(c.out, "updatedMCPToolOutput"):
		return "unsupported updatedMCPToolOutput"
	case cxHas(verdict, "updatedInput") || cxHas(verdict, "updatedPermissions"):
		return "unsupported updatedInput or updatedPermissions"
	case string(verdict["interrupt"]) == "true":
		return "unsupported interrupt:true"
	case cxHas(c.out, "updatedInput") && decision != "allow":
		return "updatedInput without permissionDecision:allow"
	case strict && verdict == nil && decision == "allow" && !cxHas(c.out, "updatedInput"):
		return "unsupported permissionDecision:allow"
	case decision == "ask":
		return "unsupported permissionDecision:ask"
	case decision == "approve":
		return "unsupported decision:approve"
	case c.stop: // the reason of a block is not looked at
	case decision == "deny" && reason == "":
		return "a block without a reason"
	case cxHas(c.out, "permissionDecisionReason") && decision == "",
		(c.ev.name == "PreToolUse" || c.ev.block == cxReplaces) && cxHas(c.answer, "reason") && decision == "":
		return "a reason without a decision"
	}
	return ""
}

func (c *cxRun) block(reason string) {
	c.tellUser(reason)
	switch {
	case c.ev.block == cxReplaces:
		c.Output = reason
	case c.ev.block == cxGoesOn:
		c.GoesOn = true
		c.tellModel(reason) // in a user message <hook_prompt …>
	case c.ev.name == "UserPromptSubmit": // no request, nothing is read
		c.Stopped, c.Model = true, ""
	case c.ev.name == "PermissionRequest":
		c.Stopped = true
		c.tellModel(reason)
	case c.takesCommand():
		c.Stopped = true
		c.tellModel("Command blocked by PreToolUse hook: " + reason + ". Command: " + c.payload.object("tool_input").text("command"))
	default:
		c.Stopped = true
		c.tellModel("Tool call blocked by PreToolUse hook: " + reason + ". Tool: " + c.payload.text("tool_name"))
	}
}

// takesCommand reports whether the client takes only the command from a new input.
func (c *cxRun) takesCommand() bool {
	tool := c.payload.text("tool_name")
	return tool == "Bash" || tool == "apply_patch"
}

func (c *cxRun) rewrite(input json.RawMessage) {
	if !c.takesCommand() {
		c.Input = string(input)
		return
	}
	command := ccParse(input)["command"]
	if command == nil || ccKind(command) != "string" {
		c.Stopped = true
		c.tellModel("hook returned updatedInput without string field `command`")
		return
	}
	c.Input = `{"command":` + string(command) + `}`
}

// context reaches the model as a developer message. The client cuts it above 2,500
// tokens.
func (c *cxRun) context(text string) {
	c.tellUser(text)
	if tokens := (len(text) + 3) / 4; tokens > 2_500 {
		text = fmt.Sprintf("Warning: truncated output (original token count: %d)\n%s", tokens, strings.ToValidUTF8(text[:5_000], ""))
	}
	c.tellModel(text)
}

func (c *cxRun) fail(why string) {
	c.Failed = true
	c.tellUser(why)
}

func (c *cxRun) tellUser(text string) { c.User = cxJoin(c.User, text) }

func (c *cxRun) tellModel(text string) { c.Model = cxJoin(c.Model, text) }

func cxJoin(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}

// cxHas reports whether a key is there with a value other than null.
func cxHas(o ccObject, name string) bool { return o[name] != nil && string(o[name]) != "null" }

// cxFits reports whether o holds only known fields of their kind.
func cxFits(o ccObject, fields string) bool {
	known := 0
	for f := range strings.FieldsSeq(fields) {
		name, _, _ := strings.Cut(f, ":")
		if o[name] != nil {
			known++
		}
		if cxHas(o, name) && !o.valid(f) {
			return false
		}
	}
	return o != nil && known == len(o)
}
