package clients

import (
	"github.com/openhook/openhook-shim/mapping"
)

// droidRefine reads from a subagent's end how it ended: it has a result or an error.
func droidRefine(c *mapping.Call) {
	switch {
	case c.Type != mapping.SubagentStop:
	case c.Values[mapping.ErrorText] != "":
		c.Values[mapping.Status] = `"error"`
	case c.Values[mapping.LastMessage] != "":
		c.Values[mapping.Status] = `"success"`
	}
}
