package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

func qwenRefine(c *Call) {
	switch c.Native {
	case "UserPromptSubmit":
		// The model is called with tool results. That alone has no text: a person's
		// prompt may lack submitted_prompt too (ACP, Vim mode; 0.24.4, docs).
		if c.text(Prompt) == "" && c.Payload.get("submitted_prompt") == "" {
			c.values[Synthetic] = "true"
			c.Type = vendorType(c.Source, c.Native)
		}
	case "TodoCreated", "TodoCompleted":
		if c.Payload.text("phase") == "postWrite" {
			c.Event = c.Dialect.entry("*written")
		}
	case "InstructionsLoaded":
		c.addFile(c.Payload.text("file_path"), "read")
	}
}

const (
	qwenLongest     = 1_000_000 // bytes of stdout; what is above 1 MiB is cut off
	qwenReason      = 30_000    // a deny holds its reason three times
	qwenExpansion   = 10_000    // what the client keeps of a context there
	qwenNothingLeft = "[a hook removed the result]"
	qwenTooLong     = "this client reads no input that is so long"
)

// qwenFix keeps an answer within what the client reads. Beside a new result a
// context is dropped, so both are one text (0.24.4, source).
func qwenFix(c *Call, a *Answer) string {
	a.Reason, a.StopReason, a.Message = cut(a.Reason, qwenReason), cut(a.StopReason, qwenReason), cut(a.Message, qwenReason)
	if len(a.Input) > qwenLongest {
		a.Decision, a.Reason, a.Input = Deny, cannotChange+qwenTooLong, ""
	}
	if c.Native == "UserPromptExpansion" {
		a.Context = cut(a.Context, qwenExpansion)
	}
	if a.Output != "" {
		output := firstOf(jsontext.Text(a.Output), qwenNothingLeft)
		// A hook that speaks this dialect says both in one word.
		if more := strings.TrimSpace(strings.TrimPrefix(a.Context, output)); more != "" {
			output = more + "\n\n" + output
		}
		a.Output, a.Context = jsontext.Quote(cut(output, c.Dialect.MaxContext)), ""
	}
	return ""
}
