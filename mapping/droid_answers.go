package mapping

// Nearly every answer is exit 0 with one JSON object: with 1 the model reads
// stderr in front of the tool's result, with 3 the agent ends (0.215.0). No
// opinion is an empty stdout: {} on SessionStart and UserPromptSubmit is a text
// for the model. An ask is taken and ignored, so there is no form for it.

// A failed hook: at exit 0 its stderr is shown in the hook's box, if anywhere.
const droidFault Form = "#stderr=$reason"

const droidForms Table = `
` +
	// additionalContext is dropped here, systemMessage only logged.
	`pre-tool:
  allow hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason
  deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  rewrite hookSpecificOutput.updatedInput=$input
  stop continue=false stopReason=$stop
  quiet suppressOutput=true
  +stop #exit=3 #stderr=$stop
` +
	// A decision is ignored here. What the model is told goes out as context; at exit 2 it would read
	// stderr instead, and the user a failed hook.
	`post-tool:
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +stop #exit=3 #stderr=$stop
` +
	// A decision is ignored here. The user reads stderr in place of the stopReason if there is any, so
	// the reason stands in both.
	`prompt:
  deny continue=false stopReason=$reason #stderr=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  quiet suppressOutput=true
  +deny #exit=3 #stderr=$reason
` +
	// Of an answer only the context is read; nothing can be prevented.
	`session:
  context hookSpecificOutput.additionalContext=$context
  quiet suppressOutput=true
` +
	// A block beats continue:false, so they never go out together. A block without a reason does
	// nothing; hookSpecificOutput is not read.
	`stop:
  deny decision="block" reason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
` +
	// how a hook that was written for Droid ends the agent
	`  +stop #exit=3 #stderr=$stop
` +
	// Only the exit code is read.
	`compact:
  deny #exit=2 #stderr=$reason
  +deny #exit=3 #stderr=$reason
`
