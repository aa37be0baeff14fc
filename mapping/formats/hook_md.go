package formats

import "github.com/openhook/openhook-shim/mapping"

// hookMDRefine gives an event after the end of a turn another type than the gate before it, because
// the agent has stopped already. A hook of the format runs on agent.stop in both cases, because
// no tool sends both.
func hookMDRefine(c *mapping.Call) {
	switch c.Native {
	case "after_agent", "post-agent-turn", "post-agent-turn-stop":
		c.Type, c.Values[mapping.LastMessage] = "agent.response", ""
	}
}
