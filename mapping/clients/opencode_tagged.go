package clients

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping"
)

// taggedRefine reads a payload that somebody's plugin sends for a client without
// command hooks, in the shape and for the answers of OpenCode's.
func taggedRefine(c *mapping.Call) {
	c.Source = c.Payload.Tag()
	if c.Event.Native == "*any" && strings.HasPrefix(c.Type, "vendor.") {
		c.Type = mapping.VendorType(c.Source, c.Native)
	}
	opencodeRefine(c)
}
