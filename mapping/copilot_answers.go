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

// A line of its own before the answer; the client takes it off stdout and shows it.
const copilotProgress Form = `#line.type="progress" #line.message=$message`

var copilotPreTool = Forms{
	Allow:   `permissionDecision="allow" permissionDecisionReason=$reason`,
	Deny:    `permissionDecision="deny" permissionDecisionReason=$reason`,
	Ask:     `permissionDecision="ask" permissionDecisionReason=$reason`,
	Rewrite: "modifiedArgs=$input", // updatedInput beside it is ignored
	Context: "additionalContext=$context",
	Message: copilotProgress,
}

var copilotPascalPreTool = Forms{
	Allow:   `permissionDecision="allow" permissionDecisionReason=$reason`,
	Deny:    `permissionDecision="deny" permissionDecisionReason=$reason`,
	Ask:     `permissionDecision="ask" permissionDecisionReason=$reason`,
	Rewrite: "modifiedArgs=$input",
	Context: "additionalContext=$context",
	Message: copilotProgress,
	Also: []Alternative{
		{WishAllow, `hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason`},
		{WishDeny, `hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason`},
		{WishAsk, `hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason`},
		{WishRewrite, "hookSpecificOutput.updatedInput=$input"},
		{WishContext, "hookSpecificOutput.additionalContext=$context"},
	},
}

// copilotPermission: no answer is the client's own question, there is no word for
// it. permissionDecision and updatedInput are ignored here.
var copilotPermission = Forms{
	Allow:   `behavior="allow"`,
	Deny:    `behavior="deny" message=$reason`,
	Stop:    "interrupt=true", // counts beside a deny, which a stop is here
	Message: copilotProgress,
}

// copilotPrompt: a block without a reason is ignored, and so is exit 2.
var copilotPrompt = Forms{
	Deny:    `decision="block" reason=$reason`,
	Context: "additionalContext=$context",
	Message: copilotProgress,
}

// copilotPostTool: the model reads the reason of a block in place of the result,
// and the context after it.
var copilotPostTool = Forms{
	Deny:    `decision="block" reason=$reason`,
	Context: "additionalContext=$context",
	Output:  `modifiedResult.resultType="success" modifiedResult.textResultForLlm=$output_text`,
	Message: copilotProgress,
}

var copilotStop = Forms{
	Deny:    `decision="block" reason=$reason`,
	Message: copilotProgress,
}

var copilotContext = Forms{
	Context: "additionalContext=$context",
	Message: copilotProgress,
}

var copilotMessage = Forms{Message: copilotProgress}

// copilotUnnamed stands for an event that nobody has seen yet. Each deny counts
// where it belongs and is ignored elsewhere.
var copilotUnnamed = Event{
	Forms: &Forms{
		Deny:    `permissionDecision="deny" permissionDecisionReason=$reason behavior="deny" message=$reason decision="block" reason=$reason`,
		Message: copilotProgress,
	},

	Limit: 30_000,
}

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

const (
	copilotPromptPowers Mark = "modifiedPrompt:string handled:bool responseContent:string"
	copilotAgentPowers  Mark = "modifiedResponse:string"
)
