package mapping

import (
	"strconv"
	"strings"
)

const grokForms Table = `
block:
  deny decision="block" reason=$reason
context:
  context hookSpecificOutput.additionalContext=$context
` +
	// An approval is only no objection, continue:false is ignored. Of two decisions permissionDecision
	// counts, so that one is never sent. An ask shows a dialog; a headless client with --always-approve
	// answers it with yes.
	`pre-tool:
  deny decision="deny" reason=$reason
  ask decision="ask" reason=$reason
  rewrite hookSpecificOutput.updatedInput=$input
  context hookSpecificOutput.additionalContext=$context
  +deny decision="block" reason=$reason
  +deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  +deny hookSpecificOutput.permissionDecision="block" hookSpecificOutput.permissionDecisionReason=$reason
  +ask hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason
post-tool:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  output hookSpecificOutput.updatedToolOutput=$output hookSpecificOutput.updatedMCPToolOutput=$mcp_output
` +
	// "deny" is no word here, nor on UserPromptSubmit and PostToolUse. continue:false beats a block;
	// additionalContext makes the agent go on.
	`stop:
  deny decision="block" reason=$reason
  stop continue=false stopReason=$stop
`

// Of stdout the client keeps 1 MiB; a deny that does not fit is broken JSON, and
// the tool runs (1.0.41). A text of grokText bytes fits whatever it is made of,
// and holds more than the 256 or 10,000 characters that the client passes on.
const (
	grokText  = 40_000
	grokWrite = 500_000
)

// grokFix keeps an answer within what the client can read, and gives new inputs
// and results the shape that it takes.
func grokFix(c *Call, a *Answer) (warning string) {
	a.Reason, a.StopReason = cut(a.Reason, grokText), cut(a.StopReason, grokText)
	if a.Input != "" && c.Canon == MCP {
		// It is the input of the tool that calls the MCP tool.
		if outer := object(firstOf(c.Payload.get("toolInput"), c.Payload.get("tool_input"))); valueOf(outer, "tool_input") != "" {
			a.Input = replace(outer, "tool_input", a.Input)
		}
	}
	if len(a.Input) > grokWrite {
		a.Decision, a.Reason, a.Input = Deny, cannotChange+"the new input is longer than this client can read", ""
	}
	if a.Output != "" {
		if a.Output = grokOutput(c, a.Output); a.Output == "" {
			warning = "the new result must have the shape of " + c.text(ToolName) + "'s own"
		}
	}
	if c.Type == ToolStart && a.Context != "" {
		warning = alone(c, a)
	}
	return warning
}

// grokOutput returns a new result in the shape of the tool's own, which is the
// only one that the client takes; "" if it has none. Results of MCP tools may
// have any.
func grokOutput(c *Call, said string) string {
	old := c.values[ToolOutput]
	kind := valueOf(old, "type")
	switch {
	case len(said) > grokWrite:
		return ""
	case c.Canon == MCP, kind != "" && valueOf(said, "type") == kind:
		return said
	case said[0] != '"':
		return ""
	}
	if shown := grokShown(old, said); shown != old {
		return shown
	}
	return ""
}

// grokTexts are the members of a result that the model reads, beside those that
// are named after what happened, in upper case.
const grokTexts = " output_for_prompt text content content_concise raw_output tool_output_for_prompt tool_output_for_prompt_concise summary_for_prompt message "

// grokShown returns a result in which the model reads something else.
func grokShown(result, said string) string {
	shown := result
	each(result, func(name, raw string) {
		switch {
		case raw[0] == '"' && (name > "" && name < "a" || strings.Contains(grokTexts, " "+name+" ")):
			raw = said
		case raw[0] == '[' && name == "stdout": // bytes
			bytes := []byte{'['}
			for _, b := range []byte(text(said)) {
				bytes = append(strconv.AppendInt(bytes, int64(b), 10), ',')
			}
			bytes[len(bytes)-1] = ']'
			raw = string(bytes)
		case raw[0] == '[' && (name == "output" || name == "file_matches"):
			raw = "[]"
		case isObject(raw):
			raw = grokShown(raw, said)
		default:
			return
		}
		shown = replace(shown, name, raw)
	})
	return shown
}

// grokWhole completes an input of which the client sent the beginning: above
// 128 KiB it is the text of the JSON up to there. A guard that sees the
// beginning sees more than one that sees nothing; that it is not all stands in
// tool_input_truncated. A member that was cut within its name is left out.
func grokWhole(s string) string {
	s = strings.TrimSuffix(s, " [truncated]")
	for n := len(s); n > 0 && n > len(s)-40; n-- {
		for _, end := range [...]string{`"}`, "}", `"}}`, "}}", `"}]}`, "}]}", `"]}`, "]}"} {
			if whole := s[:n] + end; isObject(whole) && valid([]byte(whole)) == nil {
				return oneLine(whole)
			}
		}
	}
	return "{}"
}
