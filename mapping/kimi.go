package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// kimiRefine reads what a prompt says out of its parts, as the client's own
// matchers do, and who wrote it.
func kimiRefine(c *Call) {
	if parts := c.values[Prompt]; strings.HasPrefix(parts, "[") {
		var texts []string
		for _, part := range entries(parts) {
			if jsontext.ValueOf(part, "type") == `"text"` {
				texts = append(texts, jsontext.Text(jsontext.ValueOf(part, "text")))
			}
		}
		c.values[Prompt] = jsontext.Quote(strings.Join(texts, " "))
	}
	if c.values[ErrorText] == "" {
		c.values[ErrorText] = c.Payload.get("error") // kimi-cli sends the text alone
	}
	if origin := c.Payload.text("origin_kind"); c.Native == "TurnStarted" && origin != "" && origin != "user" {
		c.values[Synthetic] = "true"
	}
	otherKind(c)
}
