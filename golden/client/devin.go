package client

import (
	"slices"
	"strings"
)

// dvEvent is an event of Devin CLI and what the client obeys on it: b a decision to
// block, a to approve, x additionalContext, u updatedInput, g a block makes the agent
// go on.
type dvEvent struct{ name, honours string }

// dvEvents are from docs.devin.ai (2026-08) and others' captures on 3000.6.14.
var dvEvents = []dvEvent{
	{"SessionStart", "x"},
	{"SessionEnd", ""},
	{"UserPromptSubmit", "b x"},
	{"PreToolUse", "b a u"},
	{"PostToolUse", "x"},
	{"PermissionRequest", "b a"},
	{"Stop", "b g"},
	{"PostCompaction", ""},
}

// dvRun is one hook call.
type dvRun struct {
	Effect
	ev      dvEvent
	payload ccObject
}

// DevinCLI models Devin CLI from its documents, because we have no recording. What the
// documents do not define does nothing here: permissionDecision, an ask,
// continue:false, systemMessage, plain text.
func DevinCLI(r Reply) Effect {
	i := slices.IndexFunc(dvEvents, func(ev dvEvent) bool { return ev.name == r.Event })
	if i < 0 {
		return Effect{}
	}
	c := dvRun{ev: dvEvents[i], payload: ccParse(r.Payload)}
	stderr := strings.TrimSpace(string(r.Stderr))
	switch {
	case !r.Late && r.Exit == 2 && c.honours("b"):
		c.block(stderr)
	case r.Late || r.Exit != 0: // logged
		c.Failed = true
	default:
		c.obey(ccParse(r.Stdout))
	}
	return c.Effect
}

func (c *dvRun) honours(what string) bool {
	return slices.Contains(strings.Fields(c.ev.honours), what)
}

func (c *dvRun) block(reason string) {
	if c.honours("g") {
		c.GoesOn = true
	} else {
		c.Stopped = true
	}
	if c.ev.name == "UserPromptSubmit" { // no request is made
		c.User = reason
	} else {
		c.Model = reason
	}
}

func (c *dvRun) obey(answer ccObject) {
	out := answer.object("hookSpecificOutput")
	switch decision := answer.text("decision"); {
	case (decision == "block" || decision == "deny") && c.honours("b"):
		c.block(answer.text("reason"))
		return
	case decision == "approve" && c.honours("a"):
		c.Approved = true
	}
	if c.honours("x") {
		c.Model = out.text("additionalContext")
	}
	if updated := out.object("updatedInput"); updated != nil && c.honours("u") {
		input := ccObject{}
		for _, o := range [...]ccObject{c.payload.object("tool_input"), updated} {
			for key, value := range o {
				input[key] = value
			}
		}
		c.Input = fdJSON(input)
	}
}
