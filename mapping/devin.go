package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

const devinPatch = "apply_patch"

// devinRefine finds the text of a patch: which key holds it is not documented.
func devinRefine(c *Call) {
	if c.text(ToolName) != devinPatch {
		return
	}
	jsontext.Each(c.input, func(_, raw string) {
		if patch := jsontext.Text(raw); strings.Contains(patch, "*** Begin Patch") {
			c.addPatch(patch)
			if jsontext.ValueOf(c.input, "patch") == "" {
				c.input = strings.TrimSuffix(c.input, "}") + `,"patch":` + raw + "}"
			}
		}
	})
}
