package clients

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

func qwenRefine(c *mapping.Call) {
	switch c.Native {
	case "UserPromptSubmit":
		// The model is called with tool results. That alone has no text: a person's
		// prompt may lack submitted_prompt too (ACP, Vim mode; 0.24.4, docs).
		if c.Text(mapping.Prompt) == "" && c.Payload.Get("submitted_prompt") == "" {
			c.Values[mapping.Synthetic] = "true"
			c.Type = mapping.VendorType(c.Source, c.Native)
		}
	case "TodoCreated", "TodoCompleted":
		if c.Payload.Text("phase") == "postWrite" {
			c.Event = c.Dialect.Entry("*written")
		}
	case "InstructionsLoaded":
		c.AddFile(c.Payload.Text("file_path"), "read")
	}
}

const (
	qwenLongest     = 1_000_000 // bytes of stdout; what is above 1 MiB is cut off
	qwenReason      = 30_000    // a deny holds its reason three times
	qwenExpansion   = 10_000    // what the client keeps of a context there
	qwenNothingLeft = "[a hook removed the result]"
	qwenTooLong     = "this client reads no input that is so long"
)

// qwenFix keeps an answer within the client's limits. Beside a new result the client drops a
// context, so that both become one text (0.24.4, source).
func qwenFix(c *mapping.Call, a *mapping.Answer) string {
	for _, text := range [...]*string{&a.Reason, &a.StopReason, &a.Message} {
		*text = mapping.Shorten(*text, qwenReason)
	}
	if len(a.Input) > qwenLongest {
		a.Decision, a.Reason, a.Input = mapping.Deny, mapping.CannotChange+qwenTooLong, ""
	}
	if c.Native == "UserPromptExpansion" {
		a.Context = mapping.Shorten(a.Context, qwenExpansion)
	}
	if a.Output != "" {
		output := mapping.FirstOf(jsontext.Text(a.Output), qwenNothingLeft)
		// A hook that speaks this dialect says both in one word.
		if more := strings.TrimSpace(strings.TrimPrefix(a.Context, output)); more != "" {
			output = more + "\n\n" + output
		}
		a.Output, a.Context = jsontext.Quote(mapping.Shorten(output, c.Dialect.MaxContext)), ""
	}
	return ""
}
