package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// opencodeRefine completes a call by what depends on other values.
func opencodeRefine(c *Call) {
	if c.text(Project) == "/" { // no git repository (1.18.33)
		c.values[Project] = ""
	}
	switch c.Native {
	case "session.created":
		c.values[EndReason] = `"startup"`
		if c.text(AgentParentID) != "" {
			c.Type, c.values[EndReason], c.values[AgentID] = "subagent.start", "", c.values[SessionID]
		}
	case "session.deleted", "dispose":
		c.values[EndReason] = `"completed"`
		if id := c.Payload.text("properties.info.model.id"); id != "" { // as chat.message has it
			c.values[Model] = jsontext.Quote(c.Payload.text("properties.info.model.providerID") + "/" + id)
		}
	case "tool.execute.after":
		// A command that fails is a tool that succeeds (1.18.33).
		if exit := c.Payload.get("tool_response.metadata.exit"); jsontext.IsKind(exit, "number") && exit != "0" {
			c.values[Status] = `"error"`
		}
		if c.values[ToolOutput] == "" && c.text(Status) == "error" {
			c.Event = c.Dialect.entry("*failed")
		}
	}
	opencodeMCP(c)
	if c.Type == PermissionRequest {
		opencodeAsked(c)
	}
}

// opencodeMCP takes back what an underscore made of the client's own tools. With
// more than one of them nobody can tell where the server's name ends.
func opencodeMCP(c *Call) {
	name := c.text(ToolName)
	switch t := c.Dialect.tool(name, new(Tool)); {
	case c.Canon != MCP:
		return
	case t != nil:
		c.Tool, c.Canon, c.input = t, t.Canon, canonicalInput(t, t.Canon, c.values[ToolInput])
	case strings.Count(name, "_") < 2:
		return
	}
	c.values[MCPServer], c.values[MCPTool] = "", ""
}

// opencodeAsked finds the files that a permission is asked for.
func opencodeAsked(c *Call) {
	switch {
	case c.Canon == FileEdit && c.values[FilePaths] != "": // a patch: filepath is "a, b"
		c.input, c.Tool = c.Tool.whole(c.values[ToolInput]), nil
	case c.Canon == FileRead && jsontext.ValueOf(c.input, "file_path") == "": // in patterns alone, below the worktree
		if p := jsontext.Text(c.Payload.get("properties.patterns.0")); p != "" {
			c.input = jsontext.Replace(c.input, "file_path", jsontext.Quote(absolute(p, c.Project())))
		}
	}
}
