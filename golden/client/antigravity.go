package client

import (
	"encoding/json"
	"strings"
)

// agyFields are the keys of each event's answer. The client reads it as protojson, so
// any other key makes the answer an error.
var agyFields = map[string]string{
	"PreToolUse":     " decision reason overwrite permissionOverrides allowTool denyReason ",
	"PostToolUse":    " ",
	"PreInvocation":  " injectSteps ",
	"PostInvocation": " injectSteps terminationBehavior ",
	"Stop":           " decision reason ",
	"SessionStart":   " injectSteps ",
}

// Antigravity models agy from the vendor's guide (docs) and from measurements of others
// with 1.0.3 to 1.3.3 (secondary). We have no recording. Where builds differ, the model
// is the strictest of them. Any exit code but 0 and any unreadable answer fail the hook
// (1.1.27 then blocks the call, 1.3.x runs it). {} on PreToolUse refuses. An approval
// overrides nothing (1.1.2 to 1.2.7).
func Antigravity(r Reply) Effect {
	fields, known := agyFields[r.Event]
	stdout := strings.TrimSpace(string(r.Stdout))
	switch {
	case !known: // unknown keys in hooks.json are discarded, so nothing runs
		return Effect{}
	case r.Late:
		return agyFailed(r.Event, "signal: killed")
	case r.Exit != 0:
		return agyFailed(r.Event, "command failed")
	case stdout == "":
		return Effect{}
	}
	var answer map[string]json.RawMessage
	if json.Unmarshal([]byte(stdout), &answer) != nil || answer == nil {
		return agyFailed(r.Event, "failed to unmarshal result from hook")
	}
	for key := range answer {
		if !strings.Contains(fields, " "+key+" ") {
			return agyFailed(r.Event, "unknown field "+key)
		}
	}
	word := func(key string) (s string) {
		json.Unmarshal(answer[key], &s)
		return s
	}
	var e Effect
	switch r.Event {
	case "PreToolUse":
		switch word("decision") {
		case "allow":
			e.Input = string(answer["overwrite"])
		case "ask", "force_ask":
			e.Asked, e.Model = true, word("reason")
		case "deny", "deny_unless_prior_grant":
			e.Stopped, e.Model = true, word("reason")
		case "":
			if string(answer["allowTool"]) != "true" { // a refusal with an empty reason (1.0.3 to 1.2.7)
				e.Stopped, e.Model = true, word("denyReason")
			}
		default:
			return agyFailed(r.Event, "invalid value for enum")
		}
	case "Stop":
		if word("decision") == "continue" {
			e.GoesOn, e.Model = true, word("reason")
		}
	default:
		var ok bool
		if e.Model, ok = agySteps(answer["injectSteps"]); !ok {
			return agyFailed(r.Event, "invalid step")
		}
		switch word("terminationBehavior") {
		case "terminate":
			e.Ends = true
		case "force_continue":
			e.GoesOn = true
		case "":
		default:
			return agyFailed(r.Event, "invalid value for enum")
		}
	}
	return e
}

// agySteps returns the text of injected steps.
func agySteps(raw json.RawMessage) (text string, ok bool) {
	if raw == nil {
		return "", true
	}
	var steps []map[string]json.RawMessage
	if json.Unmarshal(raw, &steps) != nil {
		return "", false
	}
	for _, step := range steps {
		for key, value := range step {
			var s string
			switch {
			case key == "toolCall":
			case (key == "userMessage" || key == "ephemeralMessage") && json.Unmarshal(value, &s) == nil:
				text = strings.TrimPrefix(text+"\n"+s, "\n")
			default:
				return "", false
			}
		}
	}
	return text, true
}

// agyFailed is the effect of a failed hook: it blocks the call (1.1.27), aborts the
// turn before a model call (synara#1143), or replaces a tool's result (preflight#793).
func agyFailed(event, why string) Effect {
	e := Effect{Failed: true}
	switch event {
	case "PreToolUse":
		e.Stopped, e.Model = true, why
	case "PreInvocation":
		e.Ends = true
	case "PostToolUse":
		e.Output = why
	}
	return e
}
