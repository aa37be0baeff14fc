package mapping

import "strings"

// Every answer is exit 0 with one JSON object. The schema of each event is
// closed: one unknown key, wrong type or unsupported value voids the whole
// answer, and the action goes on (0.169.0). Exit 2 is not used: a shell wrapper
// on Windows turns it into 1, and six events do not know it.

// A failed hook: the user reads "hook exited with code 1", the action goes on.
const codexFault Form = "#exit=1 #stderr=$reason"

const codexForms Table = `
` +
	// A bare approval, an ask, continue:false and suppressOutput are errors here, and the call goes on.
	`pre-tool:
  deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  rewrite hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.updatedInput=$input
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
  +deny decision="block" reason=$reason
` +
	// updatedInput, updatedPermissions, interrupt:true and continue:false are errors here, and the user
	// is asked.
	`permission:
  allow hookSpecificOutput.decision.behavior="allow"
  deny hookSpecificOutput.decision.behavior="deny" hookSpecificOutput.decision.message=$reason
  message systemMessage=$message
` +
	// The reason of a block replaces the result. continue:false does the same and ends nothing;
	// updatedMCPToolOutput is an error.
	`post-tool:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  output decision="block" reason=$output_text
  message systemMessage=$message
prompt:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
` +
	// A decision is no key of SessionStart; what prevents the first model call is the stop.
	`session:
  deny continue=false stopReason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
` +
	// hookSpecificOutput is no key here; continue:false beats a block.
	`stop:
  deny decision="block" reason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
` +
	// Neither a decision nor exit 2 prevents a compaction.
	`pre-compact:
  deny continue=false stopReason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
post-compact:
  stop continue=false stopReason=$stop
  message systemMessage=$message
` +
	// continue:false is taken and ignored.
	`subagent:
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
interrupt:
  message systemMessage=$message
`

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
