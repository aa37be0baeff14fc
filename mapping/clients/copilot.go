package clients

import (
	"strconv"
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// Limits of 1.0.102. It cuts stdout off at 10 MiB. The rest is no JSON and so no answer: the
// tool runs. A character may take six bytes in JSON.
const (
	copilotMostInput = 3 << 20
	copilotMostText  = 64 << 10
	copilotMostAfter = 10 << 10 // additionalContext of postToolUse, cut off without a mark
)

func copilotFix(c *mapping.Call, a *mapping.Answer) (warning string) {
	if a.Message != "" && !copilotStripsProgress(c) {
		// Two objects on stdout are no answer: in 1.0.40 the tool runs.
		if a.Decision > mapping.Allow {
			a.Reason += "\n" + a.Message
		} else {
			warning = "this client shows no message before 1.0.55"
		}
		a.Message = ""
	}
	if a.Decision == mapping.Ask && copilotBefore(c, 4) {
		a.Decision, a.Reason = mapping.Deny, mapping.AskReason(a.Reason)
	}
	if a.Input != "" && (copilotBefore(c, 24) || len(a.Input) > copilotMostInput) {
		a.Decision, a.Reason, a.Input = mapping.Deny,
			mapping.CannotChange+"this client is too old for it, or it is too long", ""
	}
	switch {
	case c.Type == mapping.ToolEnd:
		copilotResult(c, a)
	case c.Type == mapping.PromptSubmit && a.Decision == mapping.Deny:
		a.Context = "" // nothing reaches the model
	}
	a.Reason = mapping.Shorten(a.Reason, copilotMostText)
	a.Message = mapping.Shorten(a.Message, copilotMostText)
	return warning
}

func copilotResult(c *mapping.Call, a *mapping.Answer) {
	if a.Decision == mapping.Deny && a.Context != "" {
		// Beside a block the context is dropped (1.0.102).
		a.Reason, a.Context = a.Reason+"\n"+a.Context, ""
	}
	if a.Output != "" {
		switch s := jsontext.Text(a.Output); {
		case s == "":
			a.Output = `"(no output)"` // without a text the old result stays
		case len(s) > c.Dialect.MaxContext:
			a.Output = jsontext.Quote(mapping.Shorten(s, c.Dialect.MaxContext))
		}
	}
	if c.Text(mapping.Status) != "error" {
		a.Context = mapping.Shorten(a.Context, copilotMostAfter)
	}
}

// copilotStripsProgress reports whether the client knows progress lines, which it does since
// 1.0.55. If it does not send its version, its payload shows whether it may be older.
func copilotStripsProgress(c *mapping.Call) bool {
	if c.Payload.Get(copilotVersion) != "" {
		return !copilotBefore(c, 55)
	}
	switch {
	case jsontext.IsObject(mapping.HeldObject(c.Values[mapping.ToolInput])) &&
		!jsontext.IsObject(c.Values[mapping.ToolInput]):
		// up to 1.0.78
		return false
	case c.Values[mapping.AgentID] == "" && strings.HasPrefix(c.Type, "subagent."): // 1.0.40
		return false
	case c.Payload.Get("tool_name") != "" && c.Tool != nil && c.Tool.Native != "" && c.Tool.Native[0] >= 'a':
		// up to 1.0.61
		return false
	}
	return !c.KeepsGoing() || c.Values[mapping.StopActive] != "" // up to 1.0.71
}

const copilotVersion = "$COPILOT_CLI_BINARY_VERSION"

// copilotBefore reports whether the client is known to be older than 1.0.patch.
func copilotBefore(c *mapping.Call, patch int) bool {
	v := c.Payload.Text(copilotVersion)
	rest, ok := strings.CutPrefix(v, "1.0.")
	if !ok {
		return strings.HasPrefix(v, "0.")
	}
	rest, _, _ = strings.Cut(rest, "-")
	n, err := strconv.Atoi(rest)
	return err == nil && n < patch
}
