package clients

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// opencodeRefine completes a call with facts that depend on other values.
func opencodeRefine(c *mapping.Call) {
	if c.Text(mapping.Project) == "/" { // no git repository (1.18.33)
		c.Values[mapping.Project] = ""
	}
	switch c.Native {
	case "session.created":
		c.Values[mapping.EndReason] = `"startup"`
		if c.Text(mapping.AgentParentID) != "" {
			c.Type, c.Values[mapping.EndReason] = "subagent.start", ""
			c.Values[mapping.AgentID] = c.Values[mapping.SessionID]
		}
	case "session.deleted", "dispose":
		c.Values[mapping.EndReason] = `"completed"`
		if id := c.Payload.Text("properties.info.model.id"); id != "" { // as chat.message has it
			c.Values[mapping.Model] = jsontext.Quote(c.Payload.Text("properties.info.model.providerID") + "/" + id)
		}
	case "tool.execute.after":
		// A command that fails is a tool that succeeds (1.18.33).
		if exit := c.Payload.Get("tool_response.metadata.exit"); jsontext.IsKind(exit, "number") && exit != "0" {
			c.Values[mapping.Status] = `"error"`
		}
		if c.Values[mapping.ToolOutput] == "" && c.Text(mapping.Status) == "error" {
			c.Event = c.Dialect.Entry("*failed")
		}
	}
	opencodeMCP(c)
	if c.Type == mapping.PermissionRequest {
		opencodeAsked(c)
	}
}

// opencodeMCP restores names of the client's own tools that an underscore made MCP tools. With
// several underscores the end of the server's name is unknown.
func opencodeMCP(c *mapping.Call) {
	name := c.Text(mapping.ToolName)
	switch t := c.Dialect.Tool(name, new(mapping.Tool)); {
	case c.Canon != mapping.MCP:
		return
	case t != nil:
		c.Tool, c.Canon, c.Input = t, t.Canon, mapping.CanonicalInput(t, t.Canon, c.Values[mapping.ToolInput])
	case strings.Count(name, "_") < 2:
		return
	}
	c.Values[mapping.MCPServer], c.Values[mapping.MCPTool] = "", ""
}

// opencodeAsked finds the files of a permission request.
func opencodeAsked(c *mapping.Call) {
	switch {
	case c.Canon == mapping.FileEdit && c.Values[mapping.FilePaths] != "": // a patch: filepath is "a, b"
		c.Input, c.Tool = c.Tool.AsObject(c.Values[mapping.ToolInput]), nil
	case c.Canon == mapping.FileRead && jsontext.ValueOf(c.Input, "file_path") == "":
		// in patterns alone, below the worktree
		if p := jsontext.Text(c.Payload.Get("properties.patterns.0")); p != "" {
			c.Input = jsontext.Replace(c.Input, "file_path", jsontext.Quote(mapping.Absolute(p, c.Project())))
		}
	}
}
