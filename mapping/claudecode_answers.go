package mapping

import "strings"

// Every decision goes out as exit 0 with one JSON object: no command line in
// front of the reason, and obeyed alike by 2.0.60, 2.1.88 and 2.1.328.

// A failed hook is any exit code but 0 and 2 with an empty stdout: the user sees
// a notice and onFailure:"block" (2.1.295) works.
const claudeFault Form = "#exit=1 #stderr=$reason"

var claudePreTool = Forms{
	Allow:   `hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason`,
	Deny:    `hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason`,
	Ask:     `hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason`,
	Rewrite: "hookSpecificOutput.updatedInput=$input",
	Context: "hookSpecificOutput.additionalContext=$context",
	Stop:    "continue=false stopReason=$stop",
	Message: "systemMessage=$message",
	Quiet:   "suppressOutput=true",
	Also:    []Alternative{{WishAllow, `decision="approve" reason=$reason`}, {WishDeny, `decision="block" reason=$reason`}},
}

var claudePermission = Forms{
	Allow:   `hookSpecificOutput.decision.behavior="allow"`,
	Deny:    `hookSpecificOutput.decision.behavior="deny" hookSpecificOutput.decision.message=$reason`,
	Rewrite: "hookSpecificOutput.decision.updatedInput=$input",
	// continue:false is ignored here (2.1.328, case pr-continue-false).
	Stop:    "hookSpecificOutput.decision.interrupt=true",
	Message: "systemMessage=$message",
	Quiet:   "suppressOutput=true",
}

var claudePostTool = Forms{
	Deny:    `decision="block" reason=$reason`,
	Context: "hookSpecificOutput.additionalContext=$context",
	Output:  "hookSpecificOutput.updatedToolOutput=$output hookSpecificOutput.updatedMCPToolOutput=$mcp_output",
	Stop:    "continue=false stopReason=$stop",
	Message: "systemMessage=$message",
	Quiet:   "suppressOutput=true",
}

var claudePostFailure = Forms{
	Deny:    `decision="block" reason=$reason`,
	Context: "hookSpecificOutput.additionalContext=$context",
	Message: "systemMessage=$message",
	Quiet:   "suppressOutput=true",
}

var claudePrompt = Forms{
	Deny:    `decision="block" reason=$reason`,
	Context: "hookSpecificOutput.additionalContext=$context",
	Stop:    "continue=false stopReason=$stop",
	Message: "systemMessage=$message",
	Quiet:   "suppressOutput=true",
}

// A block or a stop ends the turn.
var claudeBatch = Forms{
	Deny:    `decision="block" reason=$reason`,
	Context: "hookSpecificOutput.additionalContext=$context",
	Stop:    "continue=false stopReason=$stop",
	Message: "systemMessage=$message",
}

var claudeStop = Forms{
	Deny:    `decision="block" reason=$reason`,
	Stop:    "continue=false stopReason=$stop",
	Message: "systemMessage=$message",
}

var claudeBlock = Forms{
	Deny:    `decision="block" reason=$reason`,
	Message: "systemMessage=$message",
}

var claudeExpand = Forms{
	Deny:    `decision="block" reason=$reason`,
	Context: "hookSpecificOutput.additionalContext=$context",
	Message: "systemMessage=$message",
}

var claudeModel = Forms{
	Allow:   `hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason`,
	Deny:    `hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason`,
	Ask:     `hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason`,
	Message: "systemMessage=$message",
}

// An approval would answer the server in the user's name with nothing, so there is none.
var claudeElicitation = Forms{
	Deny:    `hookSpecificOutput.action="decline"`,
	Message: "systemMessage=$message",
}

var claudeContext = Forms{
	Context: "hookSpecificOutput.additionalContext=$context",
	Message: "systemMessage=$message",
}

var claudeMessage = Forms{Message: "systemMessage=$message"}

// Any exit code but 0 means that no worktree is made.
var claudeWorktree = Forms{Deny: "#exit=1 #stderr=$reason"}

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
