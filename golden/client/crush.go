package client

import (
	"encoding/json"
	"strings"
)

// Crush models charmbracelet/crush@37f36e9 from its source (internal/hooks). We have no
// recording. Its only event is PreToolUse.
func Crush(r Reply) Effect {
	stderr := strings.TrimSpace(string(r.Stderr))
	if r.Event != "PreToolUse" {
		return Effect{}
	}
	switch {
	case r.Late:
		return Effect{Failed: true}
	case r.Exit == 2:
		if stderr == "" {
			stderr = "blocked by hook"
		}
		return Effect{Stopped: true, Model: stderr}
	case r.Exit == 49:
		if stderr == "" {
			stderr = "turn halted by hook"
		}
		return Effect{Stopped: true, Ends: true, User: stderr}
	case r.Exit != 0: // logged, not shown
		return Effect{Failed: true}
	}
	stdout := strings.TrimSpace(string(r.Stdout))
	if stdout == "" {
		return Effect{}
	}
	var answer struct {
		Version      json.RawMessage  `json:"version"`
		Decision     string           `json:"decision"`
		Halt         bool             `json:"halt"`
		Reason       string           `json:"reason"`
		Context      json.RawMessage  `json:"context"`
		UpdatedInput json.RawMessage  `json:"updated_input"`
		Claude       *json.RawMessage `json:"hookSpecificOutput"`
	}
	if json.Unmarshal([]byte(stdout), &answer) != nil {
		return Effect{Failed: true}
	}
	decision, reason, context, input := answer.Decision, answer.Reason, crushText(answer.Context), answer.UpdatedInput
	if answer.Claude != nil { // then every other key is ignored
		var c struct {
			Decision string          `json:"permissionDecision"`
			Reason   string          `json:"permissionDecisionReason"`
			Input    json.RawMessage `json:"updatedInput"`
			Context  string          `json:"additionalContext"`
		}
		if json.Unmarshal(*answer.Claude, &c) != nil {
			return Effect{Failed: true}
		}
		answer.Halt = false
		decision, reason, context, input = c.Decision, c.Reason, c.Context, c.Input
	}
	var e Effect
	switch decision {
	case "allow": // skips the permission step
		e.Approved = true
	case "deny":
		e.Stopped, e.Model = true, reason
	}
	if answer.Halt {
		e.Stopped, e.Ends, e.Approved, e.Model, e.User = true, true, false, "", reason
	}
	if !e.Stopped {
		e.Model = strings.TrimPrefix(e.Model+"\n"+context, "\n")
		if len(input) > 0 && input[0] == '{' {
			e.Input = string(input)
		}
	}
	return e
}

// crushText reads a string or a list of strings.
func crushText(raw json.RawMessage) string {
	var one string
	var all []string
	if json.Unmarshal(raw, &one) == nil {
		return one
	}
	json.Unmarshal(raw, &all)
	return strings.Join(all, "\n")
}
