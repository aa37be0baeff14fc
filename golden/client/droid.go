package client

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// fdEvent is an event and the parts of an answer that the client reads on it: c
// continue, d permissionDecision, u updatedInput, p updatedInput.prompt, b decision, x
// additionalContext, m systemMessage, t plain text as context.
type fdEvent struct{ name, answer string }

// fdEvents are the nine events of 0.215.0.
var fdEvents = []fdEvent{
	{"SessionStart", "x t"},         // d-ss-ctx, d-ss-flat, d3-ss-continue-false
	{"UserPromptSubmit", "c p x t"}, // d4-ups-decision-block, d4-ups-updated-prompt
	{"PreToolUse", "c d u"},         // d-updated-only, d-sysmsg
	{"PostToolUse", "c x m"},        // d3-post-block, d2-post-updated
	{"Stop", "c b m"},               // d-stop-hso-block, d3-stop-ctx
	{"PreCompact", ""},              // source: the exit code alone
	{"Notification", ""},            // source
	{"SubagentStop", ""},            // d2-substop-block, d4-substop-exit2: not even an exit code counts
	{"SessionEnd", ""},              // d4-sessionend-exit2
}

// fdTop are the keys that make an object an answer. Without any of them it is a text.
var fdTop = []string{"continue", "stopReason", "suppressOutput", "systemMessage", "decision", "reason", "hookSpecificOutput"}

// fdRun is one hook call: the payload, the answer and its effect.
type fdRun struct {
	Effect
	ev      fdEvent
	payload ccObject
	answer  ccObject // nil: stdout is no answer
	out     ccObject // its hookSpecificOutput
	stderr  string
	exit    int
	heard   bool // the exit code meant something
}

// FactoryDroid models Factory Droid 0.215.0 from its recordings and the JavaScript of
// its hook runner. User has the box with a hook's output only if the hook failed.
func FactoryDroid(r Reply) Effect {
	i := slices.IndexFunc(fdEvents, func(ev fdEvent) bool { return ev.name == r.Event })
	if i < 0 {
		return Effect{}
	}
	c := fdRun{ev: fdEvents[i], payload: ccParse(r.Payload), stderr: string(r.Stderr), exit: r.Exit}
	if r.Late { // d-timeout; what it printed before counts
		c.exit = 1
	}
	stdout := strings.TrimSpace(string(r.Stdout))
	if strings.HasPrefix(stdout, "{") { // at any exit code: d-exit1-deny
		c.answer = ccParse([]byte(stdout))
		c.out = c.answer.object("hookSpecificOutput")
	}
	switch c.ev.name {
	case "PreToolUse":
		c.preTool()
	case "UserPromptSubmit":
		c.prompt()
	case "PostToolUse":
		c.postTool()
	case "Stop":
		c.stop()
	case "PreCompact":
		if c.exit == 2 || c.exit == 3 {
			c.Stopped = true
			c.tellUser(c.stderr)
		}
	}
	if c.reads("t") && !c.Stopped {
		c.tellModel(c.context(stdout))
	}
	if c.exit != 0 && !c.heard && !c.Stopped && !c.Ends && !c.GoesOn {
		c.Failed = true
		c.tellUser(c.stderr)
	}
	return c.Effect
}

func (c *fdRun) reads(part string) bool { return slices.Contains(strings.Fields(c.ev.answer), part) }

// halts reports continue:false. Only the literal false counts.
func (c *fdRun) halts() bool { return c.reads("c") && string(c.answer["continue"]) == "false" }

// preTool follows the order of the runner: continue, exit 3, the decision, exit 2, a
// new input, exit 1.
func (c *fdRun) preTool() {
	decision := c.out.text("permissionDecision")
	switch {
	case c.halts(): // d-continue-false: the tool does not run, no further request
		c.Stopped, c.Ends = true, true
		c.tellUser(cmp.Or(c.answer.text("stopReason"), "Hook requested to stop execution"))
		return
	case c.exit == 3:
		c.Stopped, c.Ends = true, true
		c.tellUser(cmp.Or(c.stderr, "Agent aborted by PreToolUse hook"))
		return
	case decision == "deny": // d2-deny-nohen: hookEventName is not looked at
		c.Stopped = true
		c.tellModel(cmp.Or(c.out.text("permissionDecisionReason"), "Tool execution denied by hook"))
		return
	case c.exit == 2: // d3-pre-exit2-allow: beats an approval
		c.Stopped = true
		c.tellModel(cmp.Or(c.stderr, "Tool execution blocked by hook"))
		return
	}
	c.Approved = decision == "allow" // d-ask: any other word does nothing
	c.Input = c.merged()
	if c.exit == 1 { // d-exit1: in front of the tool's result
		c.tellModel(c.stderr)
	}
}

// merged returns the tool's input with the hook's keys in it, "" if there are none.
func (c *fdRun) merged() string {
	updated := c.out.object("updatedInput")
	if updated == nil {
		return ""
	}
	input := c.payload.object("tool_input")
	if input == nil {
		input = ccObject{}
	}
	changed := c.payload.text("tool_name") == "Execute" && updated["command"] != nil &&
		updated.text("command") != input.text("command")
	for key, value := range updated {
		input[key] = value
	}
	if changed { // d3-rewrite-auto-low: what the model said of the risk is gone, and low autonomy refuses
		delete(input, "riskLevel")
		delete(input, "riskLevelReason")
	}
	return fdJSON(input)
}

func (c *fdRun) prompt() {
	switch {
	case c.exit == 2 || c.halts():
		c.Stopped = true
		c.tellUser(cmp.Or(c.stderr, c.answer.text("stopReason"), c.answer.text("systemMessage"), "User prompt submission blocked by hook"))
	case c.exit == 3:
		c.Stopped = true
		c.tellUser(cmp.Or(c.stderr, "User prompt submission aborted by hook"))
	case c.out.object("updatedInput")["prompt"] != nil: // d4-ups-updated-prompt
		if p := c.out.object("updatedInput")["prompt"]; ccKind(p) == "string" {
			c.Input = fdJSON(ccObject{"prompt": p})
		}
	}
}

// context is the text that SessionStart and UserPromptSubmit give the model.
func (c *fdRun) context(stdout string) string {
	switch ctx := c.out.text("additionalContext"); {
	case c.exit != 0: // d3-ss-plain-exit1, d4-ups-exit1
		return ""
	case ctx != "":
		return ctx
	case slices.ContainsFunc(fdTop, func(key string) bool { return c.answer[key] != nil }): // d3-ss-sysmsg
		return ""
	}
	return stdout // d-ss-flat, d3-ss-empty-object, d4-ups-broken: an object like any text
}

func (c *fdRun) postTool() {
	if c.halts() { // before anything else is read: d3-post-ctx-continue-false
		c.Ends = true
		c.tellUser(c.answer.text("stopReason"))
		return
	}
	ctx := c.out.text("additionalContext")
	if m := c.answer.text("systemMessage"); m != "" {
		c.tellUser("Hook warning: " + m)
	}
	switch {
	case c.exit == 3:
		c.Ends = true
		c.tellUser(c.stderr)
		return // no request that could carry the context
	case c.exit == 2:
		c.heard = true
		c.tellModel(ctx)
		c.tellModel("[Hook Feedback] " + cmp.Or(c.stderr, "Hook reported an issue")) // the last words are not recorded
		return
	}
	c.tellModel(ctx)
}

// stop applies an answer on Stop. A block counts beside continue:false and beats it
// (d3-stop-block-continue-false).
func (c *fdRun) stop() {
	if c.halts() {
		c.Ends = true
		c.tellUser(cmp.Or(c.answer.text("stopReason"), "Hook requested immediate stop"))
	}
	c.tellUser(c.answer.text("systemMessage"))
	if c.exit == 3 { // d3-stop-exit3
		c.Ends = true
		c.tellUser(cmp.Or(c.stderr, "Agent aborted by Stop hook"))
	}
	reason := ""
	if c.answer.text("decision") == "block" {
		reason = c.answer.text("reason") // without one nothing happens, even at exit 2
	} else if c.exit == 2 {
		reason = cmp.Or(c.stderr, "Stop hook requested continuation")
	}
	if reason != "" {
		c.GoesOn, c.Ends = true, false
		c.tellModel(reason)
	}
}

func (c *fdRun) tellModel(text string) { c.Model = cxJoin(c.Model, text) }

func (c *fdRun) tellUser(text string) { c.User = cxJoin(c.User, strings.TrimSpace(text)) }

// fdJSON writes an object with its keys sorted.
func fdJSON(o ccObject) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(o) != nil {
		return ""
	}
	return strings.TrimSpace(b.String())
}
