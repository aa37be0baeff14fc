package clients

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

func codexNotifyName(p *mapping.Payload, _ string) string {
	if p.Text("type") == "agent-turn-complete" {
		return "notify"
	}
	return ""
}

// codexRefine reads from a result how the tool ended, if the result tells: that of Bash is
// bare output. A subagent's prompt is its parent's, not a person's.
func codexRefine(c *mapping.Call) {
	switch out := c.Values[mapping.ToolOutput]; {
	case c.Type == mapping.PromptSubmit && c.Values[mapping.AgentID] != "":
		c.Values[mapping.Synthetic] = "true"
	case c.Canon == mapping.MCP:
		if failed := jsontext.ValueOf(out, "isError"); jsontext.IsKind(failed, "bool") {
			c.Values[mapping.Status] = codexStatus(failed == "false")
		}
	case c.Text(mapping.ToolName) == "apply_patch":
		if code, ok := strings.CutPrefix(out, `"Exit code: `); ok {
			c.Values[mapping.Status] = codexStatus(strings.HasPrefix(code, `0\n`) || code == `0"`)
		}
	}
}

func codexStatus(well bool) string {
	if well {
		return `"success"`
	}
	return `"error"`
}

const (
	codexNothingLeft = "[a hook removed the result]"
	codexNoCommand   = "Codex takes no command that is not a string"
)

// codexFix keeps a new result or a new input from voiding the answer.
func codexFix(c *mapping.Call, a *mapping.Answer) string {
	if a.Output != "" {
		// A blank reason voids a block, and the result goes through as it was.
		said := strings.TrimSpace(jsontext.Text(a.Output))
		switch {
		case a.Decision != mapping.Deny && said == "":
			a.Output = jsontext.Quote(codexNothingLeft)
		case a.Decision == mapping.Deny:
			// One text takes the place of the result; it holds both.
			if said != "" && said != a.Reason {
				a.Reason += "\n" + said
			}
			a.Output = ""
		}
	}
	if command := jsontext.ValueOf(a.Input, "command"); a.Input != "" && c.Tool != nil &&
		c.Tool.Rewrite == mapping.Merge && !jsontext.IsKind(command, "string") {
		a.Decision, a.Reason, a.Input = mapping.Deny, mapping.CannotChange+codexNoCommand, ""
	}
	return ""
}
