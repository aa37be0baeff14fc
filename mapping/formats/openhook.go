package formats

import (
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// openhookRefine takes from an envelope what it says itself: who sent it, what it is
// and which files it is about.
func openhookRefine(c *mapping.Call) {
	c.Source, c.Type = mapping.FirstOf(c.Payload.Text("source"), "openhook"), c.Native
	c.Canon = mapping.FirstOf(c.Canon, c.Payload.Text("data.tool"))
	for _, f := range mapping.Entries(c.Values[mapping.FilePaths]) {
		if jsontext.IsObject(f) {
			c.AddFile(jsontext.Text(jsontext.ValueOf(f, "path")), jsontext.Text(jsontext.ValueOf(f, "op")))
		}
	}
}
