package mapping

import (
	"strings"

	"github.com/tidwall/gjson"
)

// Every answer is one JSON object on stdout and exit 0, which counts whatever
// else happens: with exit 2 an object without a decision cancels the block, with
// an empty stderr there is none, and 3 to 255 deny (0.61.0).

// geminiNone keeps stdout from being empty, in which case stderr is the answer.
const geminiNone Form = "#stdout={}"

// A plain text would do too, but counts as decision allow, which lifts the deny
// of another hook before and after a model call (0.61.0, source).
const geminiFault Form = "systemMessage=$reason"

const geminiForms Table = `
` +
	// Allow and approve skip no dialog, a context is ignored. An ask shows the message, not the reason;
	// without a terminal it hangs for ever, and it overrules a deny of the client's own policy (0.61.0,
	// source).
	`tool:
  deny decision="deny" reason=$reason
  ask decision="ask" systemMessage=$reason
  rewrite hookSpecificOutput.tool_input=$input
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +deny decision="deny" reason=$reason
  +deny decision="block" reason=$reason
  +message #stdout=$message
` +
	// A deny replaces the result by an error that reads as its reason.
	`tool-end:
  deny decision="deny" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  output decision="deny" reason=$output_text
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +deny decision="deny" reason=$reason
  +deny decision="block" reason=$reason
  +message #stdout=$message
prompt:
  deny decision="deny" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +deny decision="deny" reason=$reason
  +deny decision="block" reason=$reason
  +message #stdout=$message
stop:
  deny decision="deny" reason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +deny decision="deny" reason=$reason
  +deny decision="block" reason=$reason
  +message #stdout=$message
before-model:
  deny decision="deny" reason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +deny decision="deny" reason=$reason
  +deny decision="block" reason=$reason
  +message #stdout=$message
` +
	// After a decision deny the text is shown and the tool runs all the same (0.61.0, case am-deny);
	// only continue:false holds the chunk back.
	`after-model:
  deny continue=false stopReason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +deny decision="deny" reason=$reason
  +deny decision="block" reason=$reason
  +message #stdout=$message
session-start:
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
  quiet suppressOutput=true
  +message #stdout=$message
message:
  message systemMessage=$message
  quiet suppressOutput=true
  +message #stdout=$message
`

// geminiFix keeps apart what would hide or void each other in one answer.
func geminiFix(c *Call, a *Answer) string {
	switch c.Native {
	case "BeforeTool":
		if a.Decision == Ask && a.Message != "" {
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
		case a.Decision == Deny && c.Native == "BeforeAgent":
			a.Message = a.Reason + "\n" + a.Message
		}
	}
	return geminiPowers(c, a)
}

// geminiResult puts into one text what the model is to get where the result is
// replaced: beside a deny a context is dropped, and so it is on a tool that
// failed, of which the model gets the error alone (0.61.0, at-deny-ctx,
// at-ctx-failed).
func geminiResult(c *Call, a *Answer) {
	output := text(a.Output)
	failure := c.text(ErrorText)
	switch {
	case a.Stop:
	case a.Decision == Deny:
		if output == a.Reason {
			output = "" // a hook that speaks this dialect
		}
		a.Reason = joinTexts(a.Reason, output, a.Context)
		a.Output, a.Context = "", ""
	case a.Output != "":
		a.Output = quote(joinTexts(firstOf(output, "(empty)"), a.Context))
		a.Context, a.Native = "", ""
	case a.Context != "" && failure != "" && a.Native == "":
		a.Output = quote(joinTexts(failure, a.Context))
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

// geminiPowers drops a power of a shape that makes the client throw: with it a
// deny before the model call is void, and a tool configuration takes those of all
// other hooks along (0.61.0, bm-deny-badsynth, ts-badnames).
func geminiPowers(c *Call, a *Answer) string {
	own := child(valueOf(a.Native, c.Source), "hookSpecificOutput")
	if response := child(own, "llm_response"); response != "" && !isModelResponse(response) {
		a.Native = ""
		return "llm_response is dropped: it needs candidates[].content.parts[]"
	}
	if names := child(own, "toolConfig.allowedFunctionNames"); names != "" && names[0] != '[' {
		a.Native = ""
		return "toolConfig is dropped: its allowedFunctionNames must be an array"
	}
	return ""
}

func isModelResponse(raw string) bool {
	candidates := child(raw, "candidates")
	if !isKind(candidates, "array") {
		return false
	}
	whole := true
	gjson.Parse(candidates).ForEach(func(_, one gjson.Result) bool {
		whole = isKind(child(one.Raw, "content.parts"), "array")
		return whole
	})
	return whole
}
