// Package effect says in words what an AI coding tool does with an answer.
package effect

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

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

// Words spells an effect out.
func Words(e *client.Effect) string {
	if e == nil {
		return "not known: nobody has modelled this tool"
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
	add(e.Stopped, "it does not happen")
	add(e.Approved, "nobody is asked for permission")
	add(e.Asked, "the user is asked")
	add(e.GoesOn, "the agent goes on")
	add(e.Ends, "the agent ends here")
	if e.Input != "" {
		all = append(all, "it runs with "+e.Input)
	}
	text(e.Output, "the model gets as the result")
	text(e.Model, "the model reads")
	text(e.User, "the user reads")
	add(e.Failed, "it counts as a failed hook")
	if len(all) == 0 {
		return "none: the tool's own rules decide"
	}
	return strings.Join(all, "; ")
}

// Clean makes text from elsewhere safe for a terminal: control characters and
// those that turn the direction of writing are spelt out.
func Clean(s string) string {
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}
