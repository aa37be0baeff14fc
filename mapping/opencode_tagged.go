package mapping

import "strings"

// taggedRefine reads a payload that somebody's plugin sends for a client without
// command hooks, in the shape and for the answers of OpenCode's.
func taggedRefine(c *Call) {
	c.Source = c.Payload.tag()
	if c.Event.Native == "*any" && strings.HasPrefix(c.Type, "vendor.") {
		c.Type = vendorType(c.Source, c.Native)
	}
	opencodeRefine(c)
}
