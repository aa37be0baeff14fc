package mapping

import "strings"

// Every answer is one JSON object on stdout and exit 0. An exit 2 counts only
// with a text on stderr, and if that text is an object it is the answer
// (0.24.4). No opinion is silence, for {} is an answer, and where two hooks
// answer, a top-level ask is lost, and a permission that neither of them decides
// is denied (0.24.4, source).

// A failed hook is any exit code but 0 and 2 without an object: the action goes
// on, Stop alone shows the text. Versions with failMode:"closed" deny for it.
const qwenFault Form = "#exit=1 #stderr=$reason"

const qwenForms Table = `
` +
	// An approval skips nothing and lifts another hook's deny (0.24.4, q-x-two); only continue:false
	// survives one (q-x-two-cont), and here it does no more than block the tool. A new input and a
	// context are ignored.
	`pre-tool:
  deny decision="deny" reason=$reason hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason continue=false stopReason=$reason
` +
	// Without a terminal it is a deny.
	`  ask decision="ask" reason=$reason hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason
  +deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  +deny decision="deny" reason=$reason
  +deny decision="block" reason=$reason
  +deny continue=false stopReason=$stop
  +ask hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason
  +ask decision="ask" reason=$reason
` +
	// Exit 2 and a top-level decision decide nothing here.
	`permission:
  allow hookSpecificOutput.decision.behavior="allow"
  deny hookSpecificOutput.decision.behavior="deny" hookSpecificOutput.decision.message=$reason
  rewrite hookSpecificOutput.decision.updatedInput=$input
` +
	// A block does nothing here, and continue:false ends nothing, it takes the place of the result.
	`post-tool:
  context hookSpecificOutput.additionalContext=$context
  output continue=false stopReason=$output_text
` +
	// A block takes the place of the last result.
	`batch:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  +deny continue=false stopReason=$stop
` +
	// On the call that brings tool results a stop ends the turn.
	`prompt:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
expand:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  +deny continue=false stopReason=$stop
` +
	// continue:false makes the agent go on, so there is no stop. This is the one event that shows a
	// message.
	`stop:
  deny decision="block" reason=$reason
  message systemMessage=$message
subagent-stop:
  deny decision="block" reason=$reason
` +
	// Todos know the word block, not deny, and so not exit 2 (0.24.4, source).
	`block:
  deny decision="block" reason=$reason
context:
  context hookSpecificOutput.additionalContext=$context
`

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
		output := firstOf(text(a.Output), qwenNothingLeft)
		// A hook that speaks this dialect says both in one word.
		if more := strings.TrimSpace(strings.TrimPrefix(a.Context, output)); more != "" {
			output = more + "\n\n" + output
		}
		a.Output, a.Context = quote(cut(output, c.Dialect.MaxContext)), ""
	}
	return ""
}
