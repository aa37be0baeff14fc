package client

import (
	"cmp"
	"slices"
	"strings"
)

// auNames are the events that hookSpecificOutput may name. PromptSubmit is not one of
// them.
var auNames = []string{"PreToolUse", "PostToolUse", "Stop", "SessionStart", "SessionEnd", "Notification"}

// Augment models Auggie 0.36.0. A comment names its evidence by the case in
// ../augment/observed-answers.json. The effects of lifecycle events were recorded next
// to these cases.
func Augment(r Reply) Effect {
	stdout, stderr := strings.TrimSpace(string(r.Stdout)), strings.TrimSpace(string(r.Stderr))
	tool := ccParse(r.Payload).text("tool_name")
	switch {
	case r.Late:
		return Effect{Failed: true, User: "Failed with non-blocking status code -1"}
	case r.Exit == 2 && r.Event == "PreToolUse": // …_exit2_json, …_exit2_stdout: stdout is not read
		return Effect{Stopped: true, Model: "[hook:PreToolUse]: " + cmp.Or(stderr, "Hook blocked execution (no error message provided)") + auBlocked(tool)}
	case r.Exit == 2 && r.Event == "PostToolUse" && stderr != "": // posttooluse_exit2_stderr
		return Effect{Model: "[hook:PostToolUse]: " + stderr}
	case r.Exit == 2: // neither SessionStart, PromptSubmit nor Stop is held up
		return Effect{User: stderr}
	case r.Exit != 0: // pretooluse_exit1_json: JSON does not count
		return Effect{Failed: true, User: stderr}
	case !strings.HasPrefix(stdout, "{"): // posttooluse_plain, pretooluse_logs_then_json
		return Effect{User: stdout}
	}
	answer := ccParse([]byte(stdout))
	out := answer.object("hookSpecificOutput")
	if answer == nil || answer["hookSpecificOutput"] != nil && !slices.Contains(auNames, out.text("hookEventName")) {
		return Effect{} // pretooluse_broken, pretooluse_no_event_name
	}
	if out != nil && out.text("hookEventName") != r.Event {
		out = nil // not recorded: be strict
	}
	e := Effect{User: answer.text("systemMessage")}
	switch r.Event {
	case "PreToolUse":
		if blocked := string(answer["continue"]) == "false"; blocked || out.text("permissionDecision") == "deny" {
			e = Effect{Stopped: true, Model: "Tool execution blocked by hook: " + tool} // pretooluse_cont_false, …_deny_noreason
			if why := out.text("permissionDecisionReason"); why != "" && !blocked {
				e.Model = why + auBlocked(tool)
			}
			return e
		}
		if out.text("permissionDecision") == "allow" { // an ask is ignored
			e.Approved = true
			e.User = strings.TrimPrefix(e.User+"\n"+out.text("permissionDecisionReason"), "\n")
		}
		e.Input = string(out["updatedInput"]) // pretooluse_upd_noperm; …_upd_partial: no merge
	case "PostToolUse": // …_block, …_legacy_block and …_cont_false do nothing
		e.Model = cmp.Or(out.text("additionalContext"), answer.text("additionalContext"))
	}
	e.User = strings.TrimSpace(e.User)
	return e
}

func auBlocked(tool string) string {
	return "\n\nPreToolUse:" + tool + " hook returned blocking error"
}
