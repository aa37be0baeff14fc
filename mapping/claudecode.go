package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// claudeRefine tells 2.0.60, which ignores an ask where a rule allows the tool, a
// new input without an approval, context before a tool and another result. It
// sends no prompt_id and, unlike 2.1.88, no line break after its payload.
func claudeRefine(c *Call) {
	if c.Payload.Line || c.Payload.get("prompt_id") != "" {
		return
	}
	if old := c.Dialect.entry("*" + c.Native); old != nil {
		c.Event = old
	}
}

// claudeOutput gives a new result the shape of the tool's own, without which
// 2.1.328 ignores it. Results of MCP tools may have any shape.
func claudeOutput(c *Call, a *Answer) string {
	if a.Output == "" || c.Canon == MCP || jsontext.IsObject(a.Output) {
		return ""
	}
	old, said := c.values[ToolOutput], a.Output
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
		return "the new result must have the shape of " + c.text(ToolName) + "'s own"
	}
	return ""
}
