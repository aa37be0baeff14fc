// Package effectwords says in words what an AI coding tool does with an answer.
package effectwords

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
)

// Of returns what the client of a call does with a reply, nil if nobody has
// modelled that client.
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

// Describe spells an effect out.
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
