package mapping

// Nearly every answer is exit 0 with one JSON object: with 1 the model reads
// stderr in front of the tool's result, with 3 the agent ends (0.215.0). No
// opinion is an empty stdout: {} on SessionStart and UserPromptSubmit is a text
// for the model. An ask is taken and ignored, so there is no form for it.

// A failed hook: at exit 0 its stderr is shown in the hook's box, if anywhere.
const droidFault Form = "#stderr=$reason"

// droidPreTool: additionalContext is dropped here, systemMessage only logged.
var droidPreTool = Forms{
	Allow:   `hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason`,
	Deny:    `hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason`,
	Rewrite: "hookSpecificOutput.updatedInput=$input",
	Stop:    "continue=false stopReason=$stop",
	Quiet:   "suppressOutput=true",
	Also:    []Alternative{{WishStop, droidAbort}},
}

// droidAbort is how a hook that was written for Droid ends the agent.
const droidAbort Form = "#exit=3 #stderr=$stop"

// droidPostTool: a decision is ignored here. What the model is told goes out as
// context; at exit 2 it would read stderr instead, and the user a failed hook.
var droidPostTool = Forms{
	Context: "hookSpecificOutput.additionalContext=$context",
	Stop:    "continue=false stopReason=$stop",
	Message: "systemMessage=$message",
	Quiet:   "suppressOutput=true",
	Also:    []Alternative{{WishStop, droidAbort}},
}

// droidPrompt: a decision is ignored here. The user reads stderr in place of the
// stopReason if there is any, so the reason stands in both.
var droidPrompt = Forms{
	Deny:    "continue=false stopReason=$reason #stderr=$reason",
	Context: "hookSpecificOutput.additionalContext=$context",
	Stop:    "continue=false stopReason=$stop",
	Quiet:   "suppressOutput=true",
	Also:    []Alternative{{WishDeny, "#exit=3 #stderr=$reason"}},
}

// droidSession: of an answer only the context is read; nothing can be prevented.
var droidSession = Forms{
	Context: "hookSpecificOutput.additionalContext=$context",
	Quiet:   "suppressOutput=true",
}

// droidStop: a block beats continue:false, so they never go out together. A
// block without a reason does nothing; hookSpecificOutput is not read.
var droidStop = Forms{
	Deny:    `decision="block" reason=$reason`,
	Stop:    "continue=false stopReason=$stop",
	Message: "systemMessage=$message",
	Quiet:   "suppressOutput=true",
	Also:    []Alternative{{WishStop, droidAbort}},
}

// droidCompact: only the exit code is read.
var droidCompact = Forms{
	Deny: "#exit=2 #stderr=$reason",
	Also: []Alternative{{WishDeny, "#exit=3 #stderr=$reason"}},
}
