package clients

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

const devinPatch = "apply_patch"

// devinRefine finds the text of a patch, because its key is not documented.
func devinRefine(c *mapping.Call) {
	if c.Text(mapping.ToolName) != devinPatch {
		return
	}
	jsontext.EachKey(c.Input, func(_, raw string) {
		if patch := jsontext.Text(raw); strings.Contains(patch, "*** Begin Patch") {
			c.AddPatch(patch)
			if jsontext.ValueOf(c.Input, "patch") == "" {
				c.Input = strings.TrimSuffix(c.Input, "}") + `,"patch":` + raw + "}"
			}
		}
	})
}
