package client

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// copilotEvent is one event under both of its keys in the settings.
type copilotEvent struct {
	native, pascal string
	decision       string // the key that decides, a dialog apart
	reason         string // the key of its reason
	context        bool   // additionalContext reaches the model
	instead        string // a string under this key takes the place of a prompt or response
	deaf           bool   // progress lines are not shown
}

var copilotEvents = []copilotEvent{
	{native: "sessionStart", pascal: "SessionStart", context: true},
	{native: "sessionEnd", pascal: "SessionEnd"},
	{native: "userPromptSubmitted", pascal: "UserPromptSubmit", decision: "decision", reason: "reason", context: true, instead: "modifiedPrompt"},
	{native: "userPromptTransformed", instead: "modifiedTransformedPrompt"},
	{native: "preToolUse", pascal: "PreToolUse", decision: "permissionDecision", reason: "permissionDecisionReason", context: true},
	{native: "permissionRequest", pascal: "PermissionRequest"},
	{native: "preMcpToolCall", pascal: "PreMcpToolCall", deaf: true}, // z-mcp-prog
	{native: "postToolUse", pascal: "PostToolUse", decision: "decision", reason: "reason", context: true},
	{native: "postToolUseFailure", pascal: "PostToolUseFailure", context: true},
	{native: "agentStop", pascal: "Stop", decision: "decision", reason: "reason"},
	{native: "subagentStart", pascal: "SubagentStart", context: true},
	{native: "subagentStop", pascal: "SubagentStop", decision: "decision", reason: "reason", instead: "modifiedResponse"},
	{native: "preCompact", pascal: "PreCompact"},
	{native: "errorOccurred", pascal: "ErrorOccurred"},
	{native: "notification", pascal: "Notification", context: true},
}

// copilotRun is one hook call: the payload, the answer and its effect.
type copilotRun struct {
	Effect
	ev      copilotEvent
	payload copilotObject
	answer  copilotObject // nil: none
	old     bool          // the payload is one of 1.0.78 or older
}

// Copilot models Copilot CLI 1.0.102, and 1.0.40 if the payload is that of an old
// version. A new prompt or a subagent's new response is Input and Output. "ask" is
// Asked; -p answers it with no and gives the reason to the model. A comment names its
// evidence by the row in ../copilot-cli/observed-*.jsonl.
func Copilot(r Reply) Effect {
	i := slices.IndexFunc(copilotEvents, func(ev copilotEvent) bool { return r.Event == ev.native || r.Event == ev.pascal })
	if i < 0 || r.Late { // pre-timeout, y-perm-timeout, y-ups-timeout: every event goes on
		return Effect{}
	}
	c := copilotRun{ev: copilotEvents[i], payload: copilotParse(r.Payload)}
	c.old = c.payload.old()
	// z-big-reason-11M: what comes after 10 MiB is cut off.
	out := string(r.Stdout[:min(len(r.Stdout), 10<<20)])
	if !c.old { // o-prog-deny: the line is still there, and two objects are no answer
		out = c.progress(out)
	}
	out = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(out), "\ufeff")) // x-bom, x-stdin-trailing
	c.answer = copilotParse([]byte(out))
	broken := out != "" && !json.Valid([]byte(out))
	stderr := strings.TrimSpace(string(r.Stderr))

	switch c.ev.native {
	case "preToolUse":
		c.preToolUse(r)
	case "permissionRequest":
		c.permission(r, broken)
	case "postToolUseFailure":
		switch r.Exit {
		case 0:
			c.obey()
		case 2: // pf-exit2-json: stderr alone
			c.Model = stderr
		}
	default:
		switch r.Exit {
		case 0:
			c.obey()
		case 2: // post-exit2-json, stop-exit2-json: stdout counts as ever
			c.show(stderr)
			c.obey()
		}
	}
	return c.Effect
}

// progress removes the lines for the user from stdout.
func (c *copilotRun) progress(out string) string {
	var rest []string
	for line := range strings.Lines(out) {
		o := copilotParse(bytes.TrimSpace([]byte(line)))
		if o.text("type") != "progress" {
			rest = append(rest, line)
		} else if !c.ev.deaf {
			c.show(o.text("message"))
		}
	}
	return strings.Join(rest, "")
}

func (c *copilotRun) preToolUse(r Reply) {
	decision, reason := c.answer.text(c.ev.decision), c.answer[c.ev.reason]
	input := c.answer["modifiedArgs"]
	if hso := copilotParse(c.answer["hookSpecificOutput"]); hso != nil && c.payload["hook_event_name"] != nil && decision == "" {
		// cpre-hso-allow-noallow, cpre-hso-ctx; the native dialect ignores it (pre-hso-updated)
		decision, reason, input = hso.text(c.ev.decision), hso[c.ev.reason], hso["updatedInput"]
		c.hear(hso["additionalContext"])
	}
	switch {
	case r.Exit == 2 && !c.old:
		c.stop(cmp.Or(copilotText(reason), "hook exited with code 2"))
	case r.Exit != 0 && !c.old:
		c.Failed = true
		c.stop("hook errored")
		return
	case r.Exit != 0: // o-exit1, o-exit2
		return
	case decision == "deny":
		if reason == nil {
			c.stop("No reason provided")
		} else {
			c.stop(copilotText(reason)) // y-empty-reason
		}
	case decision == "ask":
		c.Asked = true
		c.Model = copilotText(reason)
		c.show(c.Model)
	case decision == "allow":
		c.Approved = true
	}
	c.hear(c.answer["additionalContext"])
	if input != nil && !c.Stopped { // x-nulls: null is an input too
		c.Input = string(input)
		if s := copilotText(input); input[0] == '"' { // pre-modargs-string
			c.Input = s
		}
	}
}

func (c *copilotRun) permission(r Reply, broken bool) {
	switch behavior := c.answer.text("behavior"); {
	case r.Exit != 0 && r.Exit != 2 || broken: // perm-exit1, y-perm-plain, z-perm-two
		c.Failed = true
		c.stop("Permission request hook failed")
	case r.Exit == 2 || behavior == "deny":
		c.stop(cmp.Or(c.answer.text("message"), "Permission denied by hook."))
		if string(c.answer["interrupt"]) == "true" { // perm-deny-interrupt: no further model call
			c.Ends, c.Model = true, ""
		}
	case behavior == "allow":
		c.Approved = true
	}
}

// obey applies an answer on an event with no fatal exit code.
func (c *copilotRun) obey() {
	reason := c.answer.text(c.ev.reason)
	if c.ev.decision != "" && c.answer.text(c.ev.decision) == "block" && c.answer.isString(c.ev.reason) {
		switch {
		case c.ev.native == "postToolUse": // y-post-block-ctx, z-post-mod-block: the rest is dropped
			c.Output = "Tool result blocked: " + reason
			c.show(c.Output)
			return
		case reason == "": // y-ups-block-noreason, stop-block-noreason
		case c.ev.native == "userPromptSubmitted": // z-ups-block-handled, z-ups-block-ctx
			c.Stopped = true
			c.show(reason)
			return
		default: // z-substop-block-mod
			c.GoesOn, c.Model = true, reason
			return
		}
	}
	if c.ev.native == "userPromptSubmitted" && string(c.answer["handled"]) == "true" && c.answer.isString("responseContent") {
		c.Stopped = true
		c.show(c.answer.text("responseContent"))
		return
	}
	if c.ev.context {
		c.hear(c.answer["additionalContext"])
	}
	if c.ev.instead != "" && c.answer.isString(c.ev.instead) {
		if c.ev.native == "subagentStop" {
			c.Output = c.answer.text(c.ev.instead)
		} else {
			c.Input = c.answer.text(c.ev.instead)
		}
	}
	if result := copilotParse(c.answer["modifiedResult"]); c.ev.native == "postToolUse" && result.isString("textResultForLlm") {
		c.Output = result.text("textResultForLlm") // y-post-modpartial; z-post-mod-notext: without a text nothing changes
	}
}

func (c *copilotRun) stop(reason string) {
	c.Stopped = true
	c.Model = reason
	c.show(reason)
}

// hear adds a context. Any value is text for the client (x-nulls, z-pre-ctx-num).
func (c *copilotRun) hear(raw json.RawMessage) {
	text := copilotText(raw)
	if c.ev.native == "postToolUse" && len(text) > 10<<10 { // z-post-ctx-12k
		text = text[:10<<10]
	}
	c.Model = strings.Trim(c.Model+"\n"+text, "\n")
}

func (c *copilotRun) show(text string) { c.User = strings.Trim(c.User+"\n"+text, "\n") }

// copilotObject is a JSON object with its values as they were sent.
type copilotObject map[string]json.RawMessage

// copilotParse returns nil unless b is one JSON object.
func copilotParse(b []byte) (o copilotObject) {
	if json.Unmarshal(b, &o) != nil {
		return nil
	}
	return o
}

func (o copilotObject) isString(name string) bool { return len(o[name]) > 0 && o[name][0] == '"' }

func (o copilotObject) text(name string) (s string) {
	if o.isString(name) {
		_ = json.Unmarshal(o[name], &s)
	}
	return s
}

// copilotText returns a string's text, any other value as JSON.
func copilotText(raw json.RawMessage) (s string) {
	if json.Unmarshal(raw, &s) != nil || string(raw) == "null" {
		return string(raw)
	}
	return s
}

// old reports a payload that 1.0.102 does not send: a tool's input as a JSON string,
// Claude's event with Copilot's tool name, or a stop without its count.
func (o copilotObject) old() bool {
	lower := o["tool_name"] != nil && slices.Contains([]string{"bash", "create", "edit", "view", "grep", "glob", "task"}, o.text("tool_name"))
	stop := (o["stopReason"] != nil || o["stop_reason"] != nil) && o["stop_hook_active"] == nil
	agent := (o["agentName"] != nil || o["agent_name"] != nil) && o["agentId"] == nil && o["agent_id"] == nil
	return lower || stop || agent || copilotParse([]byte(o.text("toolArgs"))) != nil
}
