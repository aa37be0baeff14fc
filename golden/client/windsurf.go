package client

import (
	"slices"
	"strings"
)

// windsurfPre are the events that exit 2 blocks.
var windsurfPre = []string{"pre_user_prompt", "pre_read_code", "pre_write_code", "pre_run_command", "pre_mcp_tool_use"}

// windsurfPost are those after which the agent, still at work, is told what exit
// 2 says on stderr.
var windsurfPost = []string{"post_read_code", "post_write_code", "post_run_command", "post_mcp_tool_use"}

// Windsurf models Cascade as its documentation has it
// (docs.windsurf.com/windsurf/cascade/hooks, exit codes); no run of it is on
// record. What stdout holds is shown where show_output is set, and never read.
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
