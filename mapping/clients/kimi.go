package clients

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// kimiRefine joins the parts of a prompt, like the client's own matchers, and finds its
// author.
func kimiRefine(c *mapping.Call) {
	if parts := c.Values[mapping.Prompt]; strings.HasPrefix(parts, "[") {
		var texts []string
		for _, part := range mapping.Entries(parts) {
			if jsontext.ValueOf(part, "type") == `"text"` {
				texts = append(texts, jsontext.Text(jsontext.ValueOf(part, "text")))
			}
		}
		c.Values[mapping.Prompt] = jsontext.Quote(strings.Join(texts, " "))
	}
	if c.Values[mapping.ErrorText] == "" {
		c.Values[mapping.ErrorText] = c.Payload.Get("error") // kimi-cli sends the text alone
	}
	if origin := c.Payload.Text("origin_kind"); c.Native == "TurnStarted" && origin != "" && origin != "user" {
		c.Values[mapping.Synthetic] = "true"
	}
	mapping.OtherKind(c)
}
