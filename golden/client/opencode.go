package client

import (
	"encoding/json"
	"strings"
)

// ocEvent is what the plugin can do on an event.
type ocEvent struct {
	deny    ocDeny
	ends    bool // continue:false ends the turn
	rewrite bool
	output  bool
	context bool
	allow   bool
}

type ocDeny int

const (
	ocNothing ocDeny = iota
	ocThrows         // the error is the tool's result: the model reads the reason
	ocRefuses        // no model call; the reason is in a toast
	ocTells          // behind the tool's result
	ocRejects        // the model reads OpenCode's own words, and the turn ends
	ocPrompts        // the reason is the next prompt
)

var ocEvents = map[string]ocEvent{
	"tool.execute.before":             {deny: ocThrows, ends: true, rewrite: true},
	"tool.execute.after":              {deny: ocTells, ends: true, output: true, context: true},
	"chat.message":                    {deny: ocRefuses, ends: true, context: true},
	"permission.asked":                {deny: ocRejects, ends: true, allow: true},
	"session.idle":                    {deny: ocPrompts},
	"session.created":                 {context: true}, // beside the first prompt
	"experimental.session.compacting": {context: true},
}

const ocRejected = "The user rejected permission to use this specific tool call."

// OpenCode models OpenCode 1.18.33 with plugins/opencode/openhook.js.
func OpenCode(r Reply) Effect {
	p := ccParse(r.Payload)
	ev := ocEvents[p.text("hook_event_name")]
	if p.text("hook_event_name") == "tool.execute.after" && p.text("status") == "error" && p["tool_response"] == nil {
		ev = ocEvent{} // made of an event: the result has gone its way
	}
	out := strings.TrimSpace(string(r.Stdout))
	var a map[string]json.RawMessage
	if out == "" {
		out = "{}"
	}
	err := json.Unmarshal([]byte(out), &a)
	if r.Late || r.Exit != 0 && r.Exit != 2 || r.Exit == 0 && (err != nil || a == nil) {
		return Effect{Failed: true} // in OpenCode's log
	}
	text := func(key string) (s string) { json.Unmarshal(a[key], &s); return }
	reason, decision := text("reason"), text("decision")
	if r.Exit == 2 {
		decision = "deny"
		if reason == "" {
			reason = strings.TrimSpace(string(r.Stderr))
		}
	}
	if reason == "" {
		reason = "Blocked by a hook"
	}
	stop := string(a["continue"]) == "false"
	e := Effect{User: text("system_message"), Ends: stop && ev.ends}
	deny := decision == "deny" || decision == "block" || decision == "ask" || stop
	switch {
	case deny && ev.deny == ocThrows && stop: // the turn is aborted before the model reads anything
		e.Stopped, e.User = true, strings.TrimSpace(e.User+"\n"+reason)
	case deny && ev.deny == ocThrows:
		e.Stopped, e.Model = true, reason
	case deny && ev.deny == ocRefuses:
		e.Stopped, e.User = true, strings.TrimSpace(e.User+"\n"+reason)
	case deny && ev.deny == ocTells:
		e.Model = reason
	case ev.deny == ocRejects && (decision == "deny" || stop):
		e.Stopped, e.Ends, e.Model = true, true, ocRejected
	case ev.deny == ocPrompts && decision == "deny" && !stop:
		e.GoesOn, e.Model = true, reason
	case ev.allow && decision == "allow":
		e.Approved = true
	}
	if e.Stopped {
		return e
	}
	if input := a["updated_input"]; ev.rewrite && input != nil {
		e.Input = string(input)
	}
	if output := a["updated_output"]; ev.output && output != nil {
		e.Output = string(output)
		if s := text("updated_output"); s != "" {
			e.Output = s
		}
	}
	if ev.context {
		e.Model = strings.TrimSpace(e.Model + "\n" + text("context"))
	}
	return e
}
