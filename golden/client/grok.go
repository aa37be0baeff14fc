package client

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
)

// gkHeard are the events of 1.0.41 with an answer that the client reads. Of the others
// it notes only a failure.
var gkHeard = []struct {
	name string
	obey func(*gkRun)
}{
	{"PreToolUse", (*gkRun).gate},
	{"PostToolUse", (*gkRun).result},
	{"PostToolUseFailure", (*gkRun).failure},
	{"UserPromptSubmit", (*gkRun).prompt},
	{"Stop", (*gkRun).stop},
	{"SubagentStop", (*gkRun).stop},
}

// gkStdout is how many bytes of stdout the client reads. It cuts the rest, which breaks
// longer JSON.
const gkStdout = 1 << 20

// gkRun is one hook call: the payload, the answer and its effect.
type gkRun struct {
	Effect
	Reply
	payload     ccObject
	out, stderr string
}

// Grok models Grok Build 1.0.41. User is what its scrollback shows. Headless it shows
// nothing of a hook.
func Grok(r Reply) Effect {
	c := gkRun{Reply: r, payload: ccParse(r.Payload), stderr: strings.TrimSpace(string(r.Stderr))}
	if len(r.Stdout) > gkStdout {
		r.Stdout = append(r.Stdout[:gkStdout:gkStdout], " [truncated]"...)
	}
	c.out = strings.TrimSpace(string(r.Stdout))
	if r.Late {
		c.fail("timed out")
		return c.Effect
	}
	for _, h := range gkHeard {
		if h.name == r.Event && !c.unheard() {
			h.obey(&c)
			return c.Effect
		}
	}
	if r.Exit != 0 {
		c.fail(c.exited())
	}
	return c.Effect
}

// unheard reports a call whose answer the client ignores: a prompt of a subagent, a
// prompt that wakes the agent up, or a Stop for another reason than the end of a turn.
func (c *gkRun) unheard() bool {
	id := c.payload.text("promptId")
	switch c.Event {
	case "UserPromptSubmit":
		return c.payload.text("subagentType") != "" || strings.HasPrefix(id, "task-completed-") || strings.HasPrefix(id, "subagent-completed-")
	case "Stop":
		return c.payload["reason"] != nil && c.payload.text("reason") != "end_turn"
	}
	return false
}

// gate applies an answer on PreToolUse.
func (c *gkRun) gate() {
	answer := ccParse([]byte(c.out))
	specific := answer.object("hookSpecificOutput")
	const known = "decision reason hookSpecificOutput updatedInput permissionDecision permissionDecisionReason continue additionalContext"
	reads := gkOptional(answer, "decision:string reason:string hookSpecificOutput:object") &&
		gkOptional(specific, "permissionDecision:string permissionDecisionReason:string")
	document := false
	for key := range strings.FieldsSeq(known) {
		document = document || cxHas(answer, key)
	}
	first, _, _ := strings.Cut(c.stderr, "\n")
	first = strings.TrimSpace(first)
	decision, reason := "allow", ""
	if document && reads {
		decision = cmp.Or(strings.TrimSpace(specific.text("permissionDecision")), strings.TrimSpace(answer.text("decision")), "allow")
		reason = cmp.Or(strings.TrimSpace(specific.text("permissionDecisionReason")), strings.TrimSpace(answer.text("reason")))
	}
	switch {
	case decision == "deny" || decision == "block":
		c.deny(cmp.Or(reason, first, "denied by hook 'hook'"))
	case c.Exit == 2:
		c.deny(cmp.Or(first, "denied by hook 'hook' (exit code 2)"))
	case decision != "allow" && decision != "approve" && decision != "ask" && decision != "defer":
		c.fail("unknown decision value")
	case c.Exit != 0 && !(document && reads):
		c.fail(c.exited())
	case c.Exit != 0 || decision == "defer": // what else it says is dropped
	default:
		if c.Asked = decision == "ask"; c.Asked {
			c.User = cxJoin(c.User, gkClip(reason, 256))
		}
		c.rewrite(specific["updatedInput"])
		if !c.Stopped {
			c.tell("Context from PreToolUse", specific.text("additionalContext"))
		}
	}
}

func (c *gkRun) deny(reason string) { c.Stopped, c.Model = true, "Hook denied: "+gkClip(reason, 256) }

// rewrite takes a new input that fits the tool. Any other new input is a deny.
func (c *gkRun) rewrite(input json.RawMessage) {
	if input == nil || string(input) == "null" {
		return
	}
	next, old := ccParse(input), ccParse(c.payload["toolInput"])
	switch {
	case next == nil:
		c.fail("updatedInput is no object")
		return
	case old["tool_name"] != nil && next["tool_name"] == nil:
		c.deny("the updatedInput failed the tool's schema: use exactly one of {tool_name,tool_input}, {tool_name,tool_input_file}, or {file}")
		return
	case old["tool_name"] != nil && next.text("tool_name") != old.text("tool_name"):
		c.deny("the updatedInput may not change which tool runs")
		return
	}
	for key, value := range old {
		if next[key] != nil && ccKind(next[key]) != ccKind(value) {
			c.deny("the updatedInput failed the tool's schema: invalid type: integer `" + string(next[key]) + "`, expected a string")
			return
		}
	}
	for key := range old {
		if next[key] == nil { // all of what the tools take is required, but for what a model seldom sends
			c.deny("the updatedInput failed the tool's schema: missing field `" + key + "`")
			return
		}
	}
	c.Input = string(input)
}

// failure reads only the context.
func (c *gkRun) failure() {
	if c.Exit != 0 {
		c.fail(c.exited())
		return
	}
	c.tell("Context from PostToolUseFailure", ccParse([]byte(c.out)).object("hookSpecificOutput").text("additionalContext"))
}

// prompt applies an answer on UserPromptSubmit. The user reads the reason, the model
// reads nothing.
func (c *gkRun) prompt() {
	answer := ccParse([]byte(c.out))
	readable := gkOptional(answer, "decision:string reason:string")
	switch decision := answer.text("decision"); {
	case readable && decision == "block":
		c.Stopped, c.User = true, cmp.Or(strings.TrimSpace(answer.text("reason")), c.stderr, "Prompt blocked by hook 'hook'")
	case c.Exit == 2:
		c.Stopped, c.User = true, cmp.Or(c.stderr, "Prompt blocked by hook 'hook' (exit code 2)")
	case readable && decision != "" && decision != "approve":
		c.fail("unknown decision value")
	case c.Exit != 0:
		c.fail(c.exited())
	}
}

// stop applies an answer on Stop and SubagentStop. An object counts at any exit code.
func (c *gkRun) stop() {
	answer := ccParse([]byte(c.out))
	context := strings.TrimSpace(answer.object("hookSpecificOutput").text("additionalContext"))
	switch decision := answer.text("decision"); {
	case answer != nil && gkOptional(answer, "decision:string reason:string continue:bool stopReason:string hookSpecificOutput:object"):
		switch {
		case decision != "" && decision != "block" && decision != "approve":
			c.fail("unknown decision value")
		case string(answer["continue"]) == "false": // beats a block
			c.Ends, c.User = true, cxJoin(c.User, answer.text("stopReason"))
		case decision == "block":
			c.goOn("Stop hook feedback:\n- " + cmp.Or(strings.TrimSpace(answer.text("reason")), "Blocked by stop hook 'hook'") + "\n")
		case context != "":
			c.goOn(context)
		}
	case c.Exit == 2:
		c.goOn("Stop hook feedback:\n- " + cmp.Or(c.stderr, "Blocked by stop hook 'hook' (exit code 2)") + "\n")
	case c.Exit != 0:
		c.fail(c.exited())
	}
}

func (c *gkRun) goOn(model string) { c.GoesOn, c.Model = true, model }

func (c *gkRun) tell(from, text string) {
	if text = strings.TrimSpace(text); text != "" {
		c.Model = cxJoin(c.Model, "<system-reminder>\n"+from+" hook 'hook':\n"+gkClip(text, 10_000)+"\n</system-reminder>")
	}
}

func (c *gkRun) fail(why string) {
	c.Failed, c.User = true, cxJoin(c.User, why)
}

func (c *gkRun) exited() string {
	first, _, _ := strings.Cut(c.stderr, "\n")
	return strings.TrimSuffix(fmt.Sprintf("exit code %d: %s", c.Exit, gkClip(first, 256)), ": ")
}
