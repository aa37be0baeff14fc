package mapping

import "strings"

// Every answer is exit 0 with one JSON object. The schema of each event is
// closed: one unknown key, wrong type or unsupported value voids the whole
// answer, and the action goes on (0.169.0). Exit 2 is not used: a shell wrapper
// on Windows turns it into 1, and six events do not know it.

// A failed hook: the user reads "hook exited with code 1", the action goes on.
const codexFault Form = "#exit=1 #stderr=$reason"

// codexPreTool: a bare approval, an ask, continue:false and suppressOutput are
// errors here, and the call goes on.
var codexPreTool = Forms{
	Deny:    `hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason`,
	Rewrite: `hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.updatedInput=$input`,
	Context: "hookSpecificOutput.additionalContext=$context",
	Message: "systemMessage=$message",
	Also:    []Alternative{{WishDeny, `decision="block" reason=$reason`}},
}

// codexPermission: updatedInput, updatedPermissions, interrupt:true and
// continue:false are errors here, and the user is asked.
var codexPermission = Forms{
	Allow:   `hookSpecificOutput.decision.behavior="allow"`,
	Deny:    `hookSpecificOutput.decision.behavior="deny" hookSpecificOutput.decision.message=$reason`,
	Message: "systemMessage=$message",
}

// codexPostTool: the reason of a block replaces the result. continue:false does
// the same and ends nothing; updatedMCPToolOutput is an error.
var codexPostTool = Forms{
	Deny:    `decision="block" reason=$reason`,
	Context: "hookSpecificOutput.additionalContext=$context",
	Output:  `decision="block" reason=$output_text`,
	Message: "systemMessage=$message",
}

var codexPrompt = Forms{
	Deny:    `decision="block" reason=$reason`,
	Context: "hookSpecificOutput.additionalContext=$context",
	Stop:    "continue=false stopReason=$stop",
	Message: "systemMessage=$message",
}

// codexSession: a decision is no key of SessionStart; what prevents the first
// model call is the stop.
var codexSession = Forms{
	Deny:    "continue=false stopReason=$reason",
	Context: "hookSpecificOutput.additionalContext=$context",
	Stop:    "continue=false stopReason=$stop",
	Message: "systemMessage=$message",
}

// codexStop: hookSpecificOutput is no key here; continue:false beats a block.
var codexStop = Forms{
	Deny:    `decision="block" reason=$reason`,
	Stop:    "continue=false stopReason=$stop",
	Message: "systemMessage=$message",
}

// codexPreCompact: neither a decision nor exit 2 prevents a compaction.
var codexPreCompact = Forms{
	Deny:    "continue=false stopReason=$reason",
	Stop:    "continue=false stopReason=$stop",
	Message: "systemMessage=$message",
}

var codexPostCompact = Forms{
	Stop:    "continue=false stopReason=$stop",
	Message: "systemMessage=$message",
}

// codexSubagent: continue:false is taken and ignored.
var codexSubagent = Forms{
	Context: "hookSpecificOutput.additionalContext=$context",
	Message: "systemMessage=$message",
}

var codexInterrupt = Forms{Message: "systemMessage=$message"}

const (
	codexNothingLeft = "[a hook removed the result]"
	codexNoCommand   = "Codex takes no command that is not a string"
)

// codexFix keeps a new result or a new input from voiding the answer.
func codexFix(c *Call, a *Answer) string {
	if a.Output != "" {
		// A blank reason voids a block, and the result goes through as it was.
		said := strings.TrimSpace(text(a.Output))
		switch {
		case a.Decision != Deny && said == "":
			a.Output = quote(codexNothingLeft)
		case a.Decision == Deny:
			// One text takes the place of the result; it holds both.
			if said != "" && said != a.Reason {
				a.Reason += "\n" + said
			}
			a.Output = ""
		}
	}
	if command := valueOf(a.Input, "command"); a.Input != "" && c.Tool != nil && c.Tool.Rewrite == Merge && !isKind(command, "string") {
		a.Decision, a.Reason, a.Input = Deny, cannotChange+codexNoCommand, ""
	}
	return ""
}
