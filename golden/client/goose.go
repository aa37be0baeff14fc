package client

import (
	"encoding/json"
	"strings"
)

// Goose models block/goose@0825b57 from its guide (docs). We have no recording.
// on_failure is "block", the strictest setting: an output without a decision denies.
func Goose(r Reply) Effect {
	stdout, stderr := strings.TrimSpace(string(r.Stdout)), strings.TrimSpace(string(r.Stderr))
	if r.Event != "PreToolUse" && r.Event != "Stop" {
		return Effect{Failed: r.Late || r.Exit != 0} // nothing of it is read
	}
	var answer struct {
		Decision string `json:"decision"`
		Reason   string `json:"reason"`
	}
	readable := strings.HasPrefix(stdout, "{") && json.Unmarshal([]byte(stdout), &answer) == nil
	switch {
	case r.Late:
	case readable && answer.Decision == "block": // at any exit code
		return gooseBlock(r.Event, answer.Reason)
	case r.Exit == 2:
		return gooseBlock(r.Event, stderr)
	case r.Exit == 0 && (stdout == "" || readable && answer.Decision == "allow"): // either: nothing against it
		return Effect{}
	case r.Exit == 0 && r.Event == "PreToolUse": // a log line, {}, "deny": no decision
		return Effect{Stopped: true, Failed: true}
	}
	return Effect{Failed: true}
}

func gooseBlock(event, reason string) Effect {
	if event == "Stop" {
		return Effect{GoesOn: true, Model: reason}
	}
	return Effect{Stopped: true, Model: reason}
}
