package mapping

import (
	"strconv"
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

func codexNotifyName(p *Payload, _ string) string {
	if p.text("type") == "agent-turn-complete" {
		return "notify"
	}
	return ""
}

// codexRefine reads from a result how the tool ended, where the result says so:
// that of Bash is bare output. A subagent's prompt is its parent's, not a person's.
func codexRefine(c *Call) {
	switch out := c.values[ToolOutput]; {
	case c.Type == PromptSubmit && c.values[AgentID] != "":
		c.values[Synthetic] = "true"
	case c.Canon == MCP:
		if failed := jsontext.ValueOf(out, "isError"); jsontext.IsKind(failed, "bool") {
			c.values[Status] = codexStatus(failed == "false")
		}
	case c.text(ToolName) == "apply_patch":
		if code, ok := strings.CutPrefix(out, `"Exit code: `); ok {
			c.values[Status] = codexStatus(strings.HasPrefix(code, `0\n`) || code == `0"`)
		}
	}
}

func codexStatus(well bool) string {
	if well {
		return `"success"`
	}
	return `"error"`
}

// codexTrusted is what 0.169.0 takes the hash of, after it has filled in what the file
// leaves out (found by the hashes that hooks/list of its app-server says).
func codexTrusted(event, matcher, hook string) string {
	timeout, err := strconv.Atoi(jsontext.ValueOf(hook, "timeout"))
	if short := event == "session_end" || event == "interrupt"; err != nil {
		timeout = map[bool]int{true: 1, false: 600}[short]
	} else if short {
		timeout = min(timeout, 3)
	}
	b := []byte(`{"event_name":` + jsontext.Quote(event) + `,"hooks":[{"async":` + firstOf(jsontext.ValueOf(hook, "async"), "false") + `,"command":`)
	b = append(b, jsontext.Quote(jsontext.Text(jsontext.ValueOf(hook, "command")))...)
	if status := jsontext.ValueOf(hook, "statusMessage"); status != "" {
		b = append(b, `,"statusMessage":`+jsontext.Quote(jsontext.Text(status))...)
	}
	b = append(b, `,"timeout":`+strconv.Itoa(max(timeout, 1))+`,"type":"command"}]`...)
	if matcher != "" && event != "stop" && event != "user_prompt_submit" {
		b = append(b, `,"matcher":`+jsontext.Quote(jsontext.Text(matcher))...)
	}
	return string(append(b, '}'))
}

const (
	codexNothingLeft = "[a hook removed the result]"
	codexNoCommand   = "Codex takes no command that is not a string"
)

// codexFix keeps a new result or a new input from voiding the answer.
func codexFix(c *Call, a *Answer) string {
	if a.Output != "" {
		// A blank reason voids a block, and the result goes through as it was.
		said := strings.TrimSpace(jsontext.Text(a.Output))
		switch {
		case a.Decision != Deny && said == "":
			a.Output = jsontext.Quote(codexNothingLeft)
		case a.Decision == Deny:
			// One text takes the place of the result; it holds both.
			if said != "" && said != a.Reason {
				a.Reason += "\n" + said
			}
			a.Output = ""
		}
	}
	if command := jsontext.ValueOf(a.Input, "command"); a.Input != "" && c.Tool != nil && c.Tool.Rewrite == Merge && !jsontext.IsKind(command, "string") {
		a.Decision, a.Reason, a.Input = Deny, cannotChange+codexNoCommand, ""
	}
	return ""
}
