package clients

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// geminiStatus reads from a response whether the tool failed: it holds an error then. A
// command with another exit code than 0 has none.
func geminiStatus(c *mapping.Call) {
	if c.Type == mapping.ToolEnd && c.Payload.Get("tool_response.error") != "" {
		c.Values[mapping.Status] = `"error"`
	}
}

// geminiFix separates wishes that would hide or void each other in one answer.
func geminiFix(c *mapping.Call, a *mapping.Answer) string {
	switch c.Native {
	case "BeforeTool":
		if a.Decision == mapping.Ask && a.Message != "" {
			a.Message = a.Reason + "\n" + a.Message // the dialog shows the message only
		}
	case "AfterTool":
		geminiResult(c, a)
	case "BeforeModel":
		if a.Stop {
			a.Native = "" // not looked at (0.61.0, bm-cont-synth)
		}
	case "BeforeAgent", "AfterAgent":
		// The message is shown in place of the reason (0.61.0, ba-deny-sys, aa-cont-sys).
		switch {
		case a.Message == "":
		case a.Stop:
			a.Message = a.StopReason + "\n" + a.Message
		case a.Decision == mapping.Deny && c.Native == "BeforeAgent":
			a.Message = a.Reason + "\n" + a.Message
		}
	}
	return geminiPowers(c, a)
}

// geminiResult puts all text for the model into one text where the result is replaced. Beside
// a deny the client drops a context. It also drops one on a tool that failed: the model gets
// the error alone (0.61.0, at-deny-ctx, at-ctx-failed).
func geminiResult(c *mapping.Call, a *mapping.Answer) {
	output := jsontext.Text(a.Output)
	failure := c.Text(mapping.ErrorText)
	switch {
	case a.Stop:
	case a.Decision == mapping.Deny:
		if output == a.Reason {
			output = "" // a hook that speaks this dialect
		}
		a.Reason = joinTexts(a.Reason, output, a.Context)
		a.Output, a.Context = "", ""
	case a.Output != "":
		a.Output = jsontext.Quote(joinTexts(mapping.FirstOf(output, "(empty)"), a.Context))
		a.Context, a.Native = "", ""
	case a.Context != "" && failure != "" && a.Native == "":
		a.Output = jsontext.Quote(joinTexts(failure, a.Context))
		a.Context = ""
	}
}

func joinTexts(all ...string) string {
	joined := ""
	for _, s := range all {
		if s != "" {
			joined = strings.TrimPrefix(joined+"\n\n"+s, "\n\n")
		}
	}
	return joined
}

// geminiPowers drops a native member whose shape makes the client throw. With it a deny before
// the model call is void, and a tool configuration voids those of all other hooks (0.61.0,
// bm-deny-badsynth, ts-badnames).
func geminiPowers(c *mapping.Call, a *mapping.Answer) string {
	own := jsontext.Child(jsontext.ValueOf(a.Native, c.Source), "hookSpecificOutput")
	if response := jsontext.Child(own, "llm_response"); response != "" && !isModelResponse(response) {
		a.Native = ""
		return "llm_response is dropped: it needs candidates[].content.parts[]"
	}
	if names := jsontext.Child(own, "toolConfig.allowedFunctionNames"); names != "" && names[0] != '[' {
		a.Native = ""
		return "toolConfig is dropped: its allowedFunctionNames must be an array"
	}
	return ""
}

func isModelResponse(raw string) bool {
	candidates := jsontext.Child(raw, "candidates")
	if !jsontext.IsKind(candidates, "array") {
		return false
	}
	whole := true
	gjson.Parse(candidates).ForEach(func(_, one gjson.Result) bool {
		whole = jsontext.IsKind(jsontext.Child(one.Raw, "content.parts"), "array")
		return whole
	})
	return whole
}
