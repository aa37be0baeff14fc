package mapping

import "strings"

// Every decision goes out as exit 0 with one JSON object: no command line in
// front of the reason, and obeyed alike by 2.0.60, 2.1.88 and 2.1.328.

// A failed hook is any exit code but 0 and 2 with an empty stdout: the user sees
// a notice and onFailure:"block" (2.1.295) works.
const claudeFault Form = "#exit=1 #stderr=$reason"

const claudeForms Table = `
pre-tool:
  allow hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason
  deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  ask hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason
  rewrite hookSpecificOutput.updatedInput=$input
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +allow decision="approve" reason=$reason
  +deny decision="block" reason=$reason
pre-tool-2.0:
  allow hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason
  deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  rewrite hookSpecificOutput.updatedInput=$input
  stop continue=false stopReason=$stop
  message systemMessage=$message
  +allow decision="approve" reason=$reason
  +deny decision="block" reason=$reason
post-tool-2.0:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
permission:
  allow hookSpecificOutput.decision.behavior="allow"
  deny hookSpecificOutput.decision.behavior="deny" hookSpecificOutput.decision.message=$reason
  rewrite hookSpecificOutput.decision.updatedInput=$input
` +
	// continue:false is ignored here (2.1.328, case pr-continue-false).
	`  stop hookSpecificOutput.decision.interrupt=true
  message systemMessage=$message
  quiet suppressOutput=true
post-tool:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  output hookSpecificOutput.updatedToolOutput=$output hookSpecificOutput.updatedMCPToolOutput=$mcp_output
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
post-failure:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
  quiet suppressOutput=true
prompt:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
` +
	// A block or a stop ends the turn.
	`batch:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
stop:
  deny decision="block" reason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
block:
  deny decision="block" reason=$reason
  message systemMessage=$message
expand:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
model:
  allow hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason
  deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  ask hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason
  message systemMessage=$message
` +
	// An approval would answer the server in the user's name with nothing, so there is none.
	`elicitation:
  deny hookSpecificOutput.action="decline"
  message systemMessage=$message
context:
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
message:
  message systemMessage=$message
` +
	// Any exit code but 0 means that no worktree is made.
	`worktree:
  deny #exit=1 #stderr=$reason
`

// claudeOutput gives a new result the shape of the tool's own, without which
// 2.1.328 ignores it. Results of MCP tools may have any shape.
func claudeOutput(c *Call, a *Answer) string {
	if a.Output == "" || c.Canon == MCP || isObject(a.Output) {
		return ""
	}
	old, said := c.values[ToolOutput], a.Output
	a.Output = ""
	if said[0] == '"' {
		switch {
		case valueOf(old, "stdout") != "":
			a.Output = replace(replace(old, "stdout", said), "stderr", `""`)
		case valueOf(valueOf(old, "file"), "content") != "":
			a.Output = replace(old, "file", replace(valueOf(old, "file"), "content", said))
		case strings.HasPrefix(old, `"`):
			a.Output = said
		}
	}
	if a.Output == "" {
		return "the new result must have the shape of " + c.text(ToolName) + "'s own"
	}
	return ""
}
