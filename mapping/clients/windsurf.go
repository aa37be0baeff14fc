package clients

import (
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// windsurfMCP replaces the tool until its name is known.
const windsurfMCP = "mcp_tool_use"

// windsurfRefine names an MCP tool, and finds what a write does.
func windsurfRefine(c *mapping.Call) {
	if c.Event.Tool == windsurfMCP {
		c.Canon = mapping.MCP
		c.Values[mapping.ToolName] = jsontext.Quote("mcp:" + c.Text(mapping.MCPServer) + "/" + c.Text(mapping.MCPTool))
		return
	}
	edit := jsontext.Child(c.Input, "edits.0")
	if c.Canon != mapping.FileEdit || edit == "" || jsontext.Child(c.Input, "edits.1") != "" {
		return
	}
	before, after := jsontext.ValueOf(edit, "old_string"), jsontext.ValueOf(edit, "new_string")
	if after == "" {
		return
	}
	if jsontext.Text(before) == "" {
		// A new file is an edit of nothing.
		c.Canon = mapping.FileWrite
		c.Input = jsontext.Replace(c.Input, "content", after)
		return
	}
	c.Input = jsontext.Replace(jsontext.Replace(c.Input, "old_string", before), "new_string", after)
}
