package client

import (
	"cmp"
	"encoding/json"
	"strings"
)

// VSCodeCopilot models the extension host of VS Code (session target Local) from its
// source of 2026-09 and -10. We have no recording.
func VSCodeCopilot(r Reply) Effect {
	stderr := strings.TrimSpace(string(r.Stderr))
	switch {
	case r.Exit == 2 && !r.Late: // stdout is not read
		return vsBlock(r, stderr)
	case r.Exit != 0 || r.Late: // a timeout has no exit code, which counts as 1
		return Effect{Failed: true, User: stderr}
	}
	answer := ccParse(r.Stdout) // JSON.parse of all of it, other text is ignored
	if answer == nil || !vsNamed(answer, r.Event) {
		return Effect{}
	}
	out := answer.object("hookSpecificOutput")
	if !vsNamed(out, r.Event) {
		out = nil
	}
	e := vsOutput(r, answer, out)
	starts := r.Event == "SessionStart" || r.Event == "SubagentStart"
	if (string(answer["continue"]) == "false" || answer["stopReason"] != nil) && !starts {
		e.Ends, e.GoesOn, e.Model = true, false, ""
		e.Stopped = e.Stopped || r.Event == "UserPromptSubmit" || r.Event == "PreToolUse"
		e.User = strings.TrimPrefix(e.User+"\n"+answer.text("stopReason"), "\n")
	}
	if e.Stopped {
		e.Input, e.Approved, e.Asked = "", false, false
	}
	e.User = strings.Trim(e.User+"\n"+answer.text("systemMessage"), "\n")
	return e
}

// vsNamed reports whether the event in an answer is the current one, or the one for
// which the current one is the subagent's.
func vsNamed(o ccObject, event string) bool {
	name := o.text("hookEventName")
	return o["hookEventName"] == nil || name == event ||
		name == "Stop" && event == "SubagentStop" || name == "SessionStart" && event == "SubagentStart"
}

// vsBlock is exit 2.
func vsBlock(r Reply, reason string) Effect {
	switch r.Event {
	case "PreToolUse":
		return Effect{Stopped: true, Model: "Tried to use " + ccParse(r.Payload).text("tool_name") + " - " + reason}
	case "UserPromptSubmit":
		return Effect{Stopped: true, User: reason}
	case "PostToolUse":
		return Effect{Model: reason}
	case "Stop", "SubagentStop": // an empty stderr is no block
		return Effect{GoesOn: reason != "", Model: reason}
	}
	return Effect{}
}

func vsOutput(r Reply, answer, out ccObject) (e Effect) {
	blocks := answer.text("decision") == "block"
	switch r.Event {
	case "PreToolUse": // a flat permissionDecision is not read
		why := out.text("permissionDecisionReason")
		e.Model = out.text("additionalContext")
		switch out.text("permissionDecision") {
		case "allow":
			e.Approved = true
		case "deny":
			e.Stopped = true
			e.Model = strings.Trim(why+"\n"+e.Model, "\n")
		case "ask":
			e.Asked, e.User = true, why
		}
		if vsFits(out["updatedInput"], ccParse(r.Payload)["tool_input"]) {
			e.Input = string(out["updatedInput"])
		}
	case "UserPromptSubmit":
		e.Model = cmp.Or(out.text("additionalContext"), answer.text("additionalContext"))
		if blocks { // the request is aborted
			e = Effect{Stopped: true, User: answer.text("reason")}
		}
	case "PostToolUse":
		e.Model = out.text("additionalContext")
		if blocks {
			e.Model = strings.Trim(answer.text("reason")+"\n"+e.Model, "\n")
		}
	case "SessionStart", "SubagentStart":
		e.Model = out.text("additionalContext")
	case "Stop", "SubagentStop": // the documentation's flat decision is not read
		if why := out.text("reason"); out.text("decision") == "block" && why != "" {
			e.GoesOn, e.Model = true, why
		}
	}
	return e
}

// vsFits stands for the tool's schema: the input that the tool accepted shows its
// shape. The client drops a new input that does not fit, and the call runs unchanged.
func vsFits(updated, own json.RawMessage) bool {
	known := ccParse(own)
	for name, value := range ccParse(updated) {
		if known[name] != nil && ccKind(known[name]) != ccKind(value) {
			return false
		}
	}
	return ccParse(updated) != nil
}
