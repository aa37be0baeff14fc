package mapping

import (
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// looseTool finds a tool that the client names and the payload does not. It also finds the
// input of an unknown client's tool: all members that not every event carries.
func (c *Call) looseTool() {
	ours := c.Dialect == &unknown && (c.Type == ToolStart || c.Type == PermissionRequest)
	if c.Values[ToolInput] == "" && !ours {
		return
	}
	if c.Values[ToolInput] == "" {
		var b []byte
		carried := c.carried()
		for _, m := range c.Payload.members {
			if !slices.Contains(carried, m.Key) {
				b = jsontext.AppendMember(b, m.Key, m.Raw)
			}
		}
		if b == nil {
			return
		}
		c.Values[ToolInput] = jsontext.View(append(b, '}'))
	}
	if c.Values[ToolName] == "" {
		name := c.Native
		if ours {
			name = FirstOf(c.Payload.Text("name"), name)
		}
		c.Values[ToolName] = jsontext.Quote(name)
	}
}

// carried lists the keys of the payload that every event carries.
func (c *Call) carried() []string {
	keys := []string{"name"}
	for k := range c.Dialect.Fields.All {
		if k.Field != ToolInput {
			key, _, _ := strings.Cut(k.Path, ".")
			keys = append(keys, key)
		}
	}
	return keys
}
