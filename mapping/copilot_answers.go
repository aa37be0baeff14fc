package mapping

import (
	"strconv"
	"strings"
)

// One flat object works in both dialects; hookSpecificOutput is read on the
// PascalCase PreToolUse only, systemMessage and continue nowhere (1.0.102). A key
// is left out, never null: a null replaces the tool's input by null.

// copilotFault: any exit code but 0 denies a tool call, so a failed hook is exit 0
// with an empty stdout. stderr is not shown then.
const copilotFault Form = "#stderr=$reason"

// A message is a line of its own before the answer; the client takes it off stdout
// and shows it.
const copilotForms Table = `
` +
	// Each deny counts where it belongs and is ignored elsewhere.
	`any:
  deny permissionDecision="deny" permissionDecisionReason=$reason behavior="deny" message=$reason decision="block" reason=$reason
  message #line.type="progress" #line.message=$message
pre-tool:
  allow permissionDecision="allow" permissionDecisionReason=$reason
  deny permissionDecision="deny" permissionDecisionReason=$reason
  ask permissionDecision="ask" permissionDecisionReason=$reason
` +
	// updatedInput beside it is ignored
	`  rewrite modifiedArgs=$input
  context additionalContext=$context
  message #line.type="progress" #line.message=$message
` +
	// No answer is the client's own question, there is no word for it. permissionDecision and
	// updatedInput are ignored here.
	`permission:
  allow behavior="allow"
  deny behavior="deny" message=$reason
` +
	// counts beside a deny, which a stop is here
	`  stop interrupt=true
  message #line.type="progress" #line.message=$message
` +
	// A block without a reason is ignored, and so is exit 2.
	`prompt:
  deny decision="block" reason=$reason
  context additionalContext=$context
  message #line.type="progress" #line.message=$message
` +
	// The model reads the reason of a block in place of the result, and the context after it.
	`post-tool:
  deny decision="block" reason=$reason
  context additionalContext=$context
  output modifiedResult.resultType="success" modifiedResult.textResultForLlm=$output_text
  message #line.type="progress" #line.message=$message
stop:
  deny decision="block" reason=$reason
  message #line.type="progress" #line.message=$message
context:
  context additionalContext=$context
  message #line.type="progress" #line.message=$message
message:
  message #line.type="progress" #line.message=$message
`

const copilotPascalForms Table = `
pre-tool:
  allow permissionDecision="allow" permissionDecisionReason=$reason
  deny permissionDecision="deny" permissionDecisionReason=$reason
  ask permissionDecision="ask" permissionDecisionReason=$reason
  rewrite modifiedArgs=$input
  context additionalContext=$context
  message #line.type="progress" #line.message=$message
  +allow hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason
  +deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  +ask hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason
  +rewrite hookSpecificOutput.updatedInput=$input
  +context hookSpecificOutput.additionalContext=$context
`

// Limits of 1.0.102. It cuts stdout off at 10 MiB, and what is then no JSON is no
// answer: the tool runs. A character may take six bytes in JSON.
const (
	copilotMost      = 1 << 20
	copilotMostInput = 3 << 20
	copilotMostText  = 64 << 10
	copilotMostAfter = 10 << 10 // additionalContext of postToolUse, cut off without a mark
)

func copilotFix(c *Call, a *Answer) (warning string) {
	if a.Message != "" && !copilotStripsProgress(c) {
		// Two objects on stdout are no answer: in 1.0.40 the tool runs.
		if a.Decision > Allow {
			a.Reason += "\n" + a.Message
		} else {
			warning = "this client shows no message before 1.0.55"
		}
		a.Message = ""
	}
	if a.Decision == Ask && copilotBefore(c, 4) {
		a.Decision, a.Reason = Deny, askReason(a.Reason)
	}
	if a.Input != "" && (copilotBefore(c, 24) || len(a.Input) > copilotMostInput) {
		a.Decision, a.Reason, a.Input = Deny, cannotChange+"this client is too old for it, or it is too long", ""
	}
	switch {
	case c.Type == ToolEnd:
		copilotResult(c, a)
	case c.Type == PromptSubmit && a.Decision == Deny:
		a.Context = "" // nothing reaches the model
	}
	a.Reason = cut(a.Reason, copilotMostText)
	a.Message = cut(a.Message, copilotMostText)
	return warning
}

func copilotResult(c *Call, a *Answer) {
	if a.Decision == Deny && a.Context != "" {
		// Beside a block the context is dropped (1.0.102).
		a.Reason, a.Context = a.Reason+"\n"+a.Context, ""
	}
	if a.Output != "" {
		switch s := text(a.Output); {
		case s == "":
			a.Output = `"(no output)"` // without a text the old result stays
		case len(s) > copilotMost:
			a.Output = quote(cut(s, copilotMost))
		}
	}
	if c.text(Status) != "error" {
		a.Context = cut(a.Context, copilotMostAfter)
	}
}

// copilotStripsProgress says whether the client knows progress lines, as it does
// since 1.0.55. Where it does not say its version, its payload shows whether it
// may be older.
func copilotStripsProgress(c *Call) bool {
	if c.Payload.get(copilotVersion) != "" {
		return !copilotBefore(c, 55)
	}
	switch {
	case isObject(object(c.values[ToolInput])) && !isObject(c.values[ToolInput]): // up to 1.0.78
		return false
	case c.values[AgentID] == "" && strings.HasPrefix(c.Type, "subagent."): // 1.0.40
		return false
	case c.Payload.get("tool_name") != "" && c.Tool != nil && c.Tool.Native != "" && c.Tool.Native[0] >= 'a': // up to 1.0.61
		return false
	}
	return !c.KeepsGoing() || c.values[StopActive] != "" // up to 1.0.71
}

const copilotVersion = "$COPILOT_CLI_BINARY_VERSION"

// copilotBefore says whether the client is known to be older than 1.0.patch.
func copilotBefore(c *Call, patch int) bool {
	v := c.Payload.text(copilotVersion)
	rest, ok := strings.CutPrefix(v, "1.0.")
	if !ok {
		return strings.HasPrefix(v, "0.")
	}
	rest, _, _ = strings.Cut(rest, "-")
	n, err := strconv.Atoi(rest)
	return err == nil && n < patch
}
