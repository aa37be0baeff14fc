package client

import (
	"slices"
	"strings"
)

// windsurfPre are the events that exit 2 blocks.
var windsurfPre = []string{"pre_user_prompt", "pre_read_code", "pre_write_code", "pre_run_command", "pre_mcp_tool_use"}

// windsurfPost are the events after which the working agent reads the stderr of an exit
// 2.
var windsurfPost = []string{"post_read_code", "post_write_code", "post_run_command", "post_mcp_tool_use"}

// Windsurf models Cascade from its documentation
// (docs.windsurf.com/windsurf/cascade/hooks, exit codes), because we have no recording.
// The client shows stdout if show_output is set, and never reads it.
func Windsurf(r Reply) Effect {
	stderr := strings.TrimSpace(string(r.Stderr))
	switch {
	case r.Late || r.Exit != 0 && r.Exit != 2: // the action proceeds
		return Effect{Failed: true, User: stderr}
	case r.Exit == 0:
		return Effect{User: strings.TrimSpace(string(r.Stdout))}
	case r.Event == "pre_user_prompt": // no turn begins, so the agent reads nothing
		return Effect{Stopped: true, User: stderr}
	case slices.Contains(windsurfPre, r.Event):
		return Effect{Stopped: true, Model: stderr, User: stderr}
	case slices.Contains(windsurfPost, r.Event):
		return Effect{Model: stderr, User: stderr}
	}
	return Effect{Failed: true, User: stderr}
}
