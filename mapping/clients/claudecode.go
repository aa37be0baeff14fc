package clients

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// claudeRefine detects 2.0.60. That version ignores an ask where a rule allows the tool, a new
// input without an approval, context before a tool and another result. It sends no prompt_id
// and, unlike 2.1.88, no line break after its payload.
func claudeRefine(c *mapping.Call) {
	if c.Payload.Line || c.Payload.Get("prompt_id") != "" {
		return
	}
	if old := c.Dialect.Entry("*" + c.Native); old != nil {
		c.Event = old
	}
}

// claudeOutput gives a new result the shape of the tool's own, because 2.1.328 ignores any
// other. Results of MCP tools may have any shape.
func claudeOutput(c *mapping.Call, a *mapping.Answer) string {
	if a.Output == "" || c.Canon == mapping.MCP || jsontext.IsObject(a.Output) {
		return ""
	}
	old, said := c.Values[mapping.ToolOutput], a.Output
	a.Output = ""
	if said[0] == '"' {
		switch {
		case jsontext.ValueOf(old, "stdout") != "":
			a.Output = jsontext.Replace(jsontext.Replace(old, "stdout", said), "stderr", `""`)
		case jsontext.ValueOf(jsontext.ValueOf(old, "file"), "content") != "":
			a.Output = jsontext.Replace(old, "file", jsontext.Replace(jsontext.ValueOf(old, "file"), "content", said))
		case strings.HasPrefix(old, `"`):
			a.Output = said
		}
	}
	if a.Output == "" {
		return "the new result must have the shape of " + c.Text(mapping.ToolName) + "'s own"
	}
	return ""
}
