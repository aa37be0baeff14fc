package mapping

import (
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// openhookRefine takes from an envelope what it says itself: who sent it, what it is
// and which files it is about.
func openhookRefine(c *Call) {
	c.Source, c.Type = firstOf(c.Payload.text("source"), "openhook"), c.Native
	c.Canon = firstOf(c.Canon, c.Payload.text("data.tool"))
	for _, f := range entries(c.values[FilePaths]) {
		if jsontext.IsObject(f) {
			c.addFile(jsontext.Text(jsontext.ValueOf(f, "path")), jsontext.Text(jsontext.ValueOf(f, "op")))
		}
	}
}
