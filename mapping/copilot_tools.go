package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// copilotSearch is grep, rg or glob with paths, a string or an array (1.0.102),
// in place of path.
var copilotSearch = Tool{Keys: []ToolKey{{Canon: "path", Native: "paths", As: Lines}}}

// A copilotShape tells an event of the native dialect by what only it carries.
type copilotShape struct {
	event string
	mark  Mark
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

func copilotEvent(p *Payload, _ string) string {
	var d Dialect
	for i := range copilotShapes {
		if d.fits(copilotShapes[i].mark, p) {
			return copilotShapes[i].event
		}
	}
	return ""
}

func copilotRefine(c *Call) {
	if c.values[AgentID] != "" {
		// Inside a subagent the session's id is the subagent's own (1.0.102).
		if parent := c.values[AgentParentID]; parent != "" && c.values[SessionID] == c.values[AgentID] {
			c.values[SessionID] = parent
		}
		if c.Type == PromptSubmit {
			c.values[Synthetic] = "true" // the main agent wrote it, or a hook that made the subagent go on
		}
	}
	if c.values[ToolName] == "" {
		return
	}
	copilotMCP(c)
	in := object(c.values[ToolInput])
	switch c.Canon {
	case FileEdit:
		if strings.HasPrefix(in, `"`) {
			// The input of apply_patch is the patch itself, no object (1.0.78, 1.0.102).
			c.input = `{"patch":` + in + `}`
			c.addPatch(jsontext.Text(in))
		} else if c.Type == PermissionRequest {
			// Every change of a file is called edit; only the head of the diff says that
			// the file is new or goes.
			head, _, _ := strings.Cut(jsontext.Text(jsontext.ValueOf(in, "diff")), "\n@@")
			if strings.Contains(head, "\n--- a/dev/null") {
				c.Tool.Op = "create"
			} else if strings.HasSuffix(head, "\n+++ b/dev/null") {
				c.Tool.Op = "delete"
			}
		}
	case Search, Find:
		if jsontext.ValueOf(in, "paths") != "" {
			c.Tool = &copilotSearch
			c.input = canonicalInput(c.Tool, c.Canon, in)
		}
	}
}

// copilotMCP takes the name of an MCP tool apart. It is SERVER-TOOL, where all of
// either that is no letter, digit or _ has become - (1.0.102), so only a name
// with one of them says where the server ends. permissionRequest has SERVER/TOOL;
// there the server is as in the settings, the tool without a slash.
func copilotMCP(c *Call) {
	if c.Payload.get("serverName") != "" {
		return
	}
	name := c.text(ToolName)
	if i := strings.LastIndexByte(name, '/'); c.Type == PermissionRequest && i > 0 && i+1 < len(name) {
		c.Canon, c.values[MCPServer], c.values[MCPTool] = MCP, jsontext.Quote(name[:i]), jsontext.Quote(name[i+1:])
	} else if strings.Count(name, "-") > 1 && c.Canon == MCP {
		c.values[MCPServer], c.values[MCPTool] = "", ""
	}
}
