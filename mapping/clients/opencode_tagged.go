package clients

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping"
)

// taggedRefine reads a payload that a plugin sends for a client without command hooks. It has the
// shape of OpenCode's, and takes the same answers.
func taggedRefine(c *mapping.Call) {
	c.Source = c.Payload.Tag()
	if c.Event.Native == "*any" && strings.HasPrefix(c.Type, "vendor.") {
		c.Type = mapping.VendorType(c.Source, c.Native)
	}
	opencodeRefine(c)
}
