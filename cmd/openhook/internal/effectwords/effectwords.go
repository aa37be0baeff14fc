// Package effectwords words the effect of an answer in an AI coding tool.
package effectwords

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
)

// Of returns the effect of a reply in the client of a call, nil if openhook has no model of the
// client.
func Of(c *mapping.Call, r mapping.Reply) *client.Effect {
	obey := client.Of(c.Source)
	if obey == nil {
		return nil
	}
	payload := c.Payload.Raw
	if c.Payload.Line {
		payload = append(slices.Clone(payload), '\n')
	}
	e := obey(client.Reply{Event: c.Native, Payload: payload, Stdout: r.Stdout, Stderr: r.Stderr, Exit: r.Exit})
	return &e
}

// Describe words every part of an effect.
func Describe(e *client.Effect) string {
	if e == nil {
		return "unknown: openhook has no model of this tool"
	}
	var all []string
	add := func(is bool, words string) {
		if is {
			all = append(all, words)
		}
	}
	text := func(text, words string) {
		if text != "" {
			all = append(all, words+fmt.Sprintf(" %q", text))
		}
	}
	add(e.Stopped, "the action does not happen")
	add(e.Approved, "the tool does not ask for permission")
	add(e.Asked, "the tool asks the user")
	add(e.GoesOn, "the agent goes on")
	add(e.Ends, "the agent ends here")
	if e.Input != "" {
		all = append(all, "the call runs with "+e.Input)
	}
	text(e.Output, "the model gets this result:")
	text(e.Model, "the model reads")
	text(e.User, "the user reads")
	add(e.Failed, "the tool counts the hook as failed")
	if len(all) == 0 {
		return "none: the tool's own rules decide"
	}
	return strings.Join(all, "; ")
}

// Outcome names what happens to the action, without the texts for users and models.
// Tools with the same outcome do the same.
func Outcome(typ string, e client.Effect) string {
	stops := typ == mapping.AgentStop || typ == mapping.SubagentStop
	switch {
	case e.Stopped && typ == mapping.PromptSubmit:
		return "not sent"
	case e.Stopped && typ == "context.compact":
		return "not compacted"
	case e.Stopped && (typ == mapping.ToolStart || typ == mapping.PermissionRequest):
		return "not run"
	case e.Stopped:
		return "stopped"
	case e.GoesOn:
		return "goes on"
	case e.Ends && !stops:
		return "the agent ends"
	case stops:
		return "ends"
	case e.Asked || typ == mapping.PermissionRequest && !e.Approved:
		return "asks the user"
	case e.Input != "" && e.Approved:
		return "runs changed, without asking"
	case e.Input != "":
		return "runs changed"
	case e.Approved:
		return "runs without asking"
	case typ == mapping.ToolStart:
		return "runs"
	case typ == mapping.PromptSubmit:
		return "is sent"
	}
	return "goes on"
}

// Sentence describes the outcome together with all texts. quote may shorten a text.
func Sentence(typ string, e client.Effect, quote func(string) string) string {
	parts := []string{Outcome(typ, e)}
	if e.Input != "" && !e.Stopped {
		parts[0] += ": " + quote(e.Input)
	}
	if e.Stopped && e.Ends {
		parts = append(parts, "the agent ends")
	}
	tell := func(who, text string) {
		if strings.HasPrefix(text, "the ") {
			parts = append(parts, who+" "+text)
		} else if text != "" {
			parts = append(parts, who+": "+text)
		}
	}
	tell("the model gets instead", quote(e.Output))
	if model, user := quote(e.Model), quote(e.User); model == user {
		tell("model and user read", model)
	} else {
		tell("the model reads", model)
		tell("the user reads", user)
	}
	if e.Failed {
		parts = append(parts, "the tool counts the hook as failed")
	}
	return strings.Join(parts, "; ")
}
