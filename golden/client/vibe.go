package client

import (
	"encoding/json"
	"strings"
)

// MistralVibe models mistralai/mistral-vibe@ac8f1a0 (2.18.4) from its source
// (vibe/core/hooks), with the names of 2.21.0 too. We have no recording. strict is not
// set, which is its default.
func MistralVibe(r Reply) Effect {
	stdout := strings.TrimSpace(string(r.Stdout))
	if r.Late || r.Exit != 0 { // exit 2 as well: a warning, the tool runs
		return Effect{Failed: true, User: strings.TrimSpace(string(r.Stderr))}
	}
	if stdout == "" {
		return Effect{}
	}
	var answer struct {
		Decision string `json:"decision"`
		Reason   string `json:"reason"`
		Message  string `json:"system_message"`
		Specific struct {
			Input   json.RawMessage `json:"tool_input"`
			Context string          `json:"additional_context"`
		} `json:"hook_specific_output"`
	}
	if json.Unmarshal([]byte(stdout), &answer) != nil || answer.Decision != "" && answer.Decision != "allow" && answer.Decision != "deny" {
		return Effect{Failed: true, User: "invalid response"}
	}
	e := Effect{User: answer.Message}
	deny := answer.Decision == "deny"
	switch r.Event {
	case "pre_tool", "before_tool":
		switch {
		case deny:
			e.Stopped, e.Model = true, answer.Reason
		case len(answer.Specific.Input) > 0 && string(answer.Specific.Input) != "null":
			e.Input = string(answer.Specific.Input)
		}
	case "post_tool", "after_tool":
		if deny {
			e.Output = answer.Reason
		}
		e.Model = answer.Specific.Context
	case "post_agent", "post_agent_turn": // up to 3 times a hook
		if deny {
			e.GoesOn, e.Model = true, answer.Reason
		}
	}
	return e
}
