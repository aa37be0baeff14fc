package clients

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// copilotSearch is grep, rg or glob with paths, a string or an array (1.0.102),
// in place of path.
var copilotSearch = mapping.Tool{Keys: []mapping.ToolKey{{Canon: "path", Native: "paths", As: mapping.Lines}}}

// A copilotShape identifies an event of the native dialect by keys that only it has.
type copilotShape struct {
	event string
	mark  mapping.Mark
}

// copilotShapes are tried in this order.
var copilotShapes = [...]copilotShape{
	{"notification", "hook_event_name=Notification"},
	{"permissionRequest", "hookName=permissionRequest"},
	{"preMcpToolCall", "serverName:string toolCallId"},
	{"postToolUse", "toolResult"},
	{"postToolUseFailure", "toolName:string error:string"},
	{"preToolUse", "toolName:string"},
	{"errorOccurred", "error:object"},
	{"preCompact", "trigger:string"},
	{"subagentStop", "agentName:string response"},
	{"subagentStop", "agentName:string stopReason:string"}, // 1.0.40 sends no response
	{"subagentStart", "agentName:string"},
	{"agentStop", "stopReason:string"},
	{"userPromptTransformed", "transformedPrompt"},
	{"userPromptSubmitted", "prompt"},
	{"sessionStart", "source:string"},
	{"sessionEnd", "reason:string"},
}

func copilotEvent(p *mapping.Payload, _ string) string {
	var d mapping.Dialect
	for i := range copilotShapes {
		if d.Fits(copilotShapes[i].mark, p) {
			return copilotShapes[i].event
		}
	}
	return ""
}

func copilotRefine(c *mapping.Call) {
	if c.Values[mapping.AgentID] != "" {
		// Inside a subagent the session's id is the subagent's own (1.0.102).
		if parent := c.Values[mapping.AgentParentID]; parent != "" &&
			c.Values[mapping.SessionID] == c.Values[mapping.AgentID] {
			c.Values[mapping.SessionID] = parent
		}
		if c.Type == mapping.PromptSubmit {
			c.Values[mapping.Synthetic] = "true" // the main agent wrote it, or a hook that made the subagent go on
		}
	}
	if c.Values[mapping.ToolName] == "" {
		return
	}
	copilotMCP(c)
	in := mapping.HeldObject(c.Values[mapping.ToolInput])
	switch c.Canon {
	case mapping.FileEdit:
		if strings.HasPrefix(in, `"`) {
			// The input of apply_patch is the patch itself, no object (1.0.78, 1.0.102).
			c.Input = `{"patch":` + in + `}`
			c.AddPatch(jsontext.Text(in))
		} else if c.Type == mapping.PermissionRequest {
			// Every change of a file is called edit; only the head of the diff says that
			// the file is new or goes.
			head, _, _ := strings.Cut(jsontext.Text(jsontext.ValueOf(in, "diff")), "\n@@")
			if strings.Contains(head, "\n--- a/dev/null") {
				c.Tool.Op = "create"
			} else if strings.HasSuffix(head, "\n+++ b/dev/null") {
				c.Tool.Op = "delete"
			}
		}
	case mapping.Search, mapping.Find:
		if jsontext.ValueOf(in, "paths") != "" {
			c.Tool = &copilotSearch
			c.Input = mapping.CanonicalInput(c.Tool, c.Canon, in)
		}
	}
}

// copilotMCP splits the name of an MCP tool. It is SERVER-TOOL. Every byte of both that is no
// letter, digit or _ has become - (1.0.102), so that only a name with one - shows the end of
// the server. permissionRequest has SERVER/TOOL: the server as in the settings, and the tool
// without a slash.
func copilotMCP(c *mapping.Call) {
	if c.Payload.Get("serverName") != "" {
		return
	}
	name := c.Text(mapping.ToolName)
	if i := strings.LastIndexByte(name, '/'); c.Type == mapping.PermissionRequest && i > 0 && i+1 < len(name) {
		c.Canon = mapping.MCP
		c.Values[mapping.MCPServer], c.Values[mapping.MCPTool] = jsontext.Quote(name[:i]), jsontext.Quote(name[i+1:])
	} else if strings.Count(name, "-") > 1 && c.Canon == mapping.MCP {
		c.Values[mapping.MCPServer], c.Values[mapping.MCPTool] = "", ""
	}
}
