package mapping

import (
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// windsurfMCP stands for the tool until its name is put together.
const windsurfMCP = "mcp_tool_use"

// windsurfRefine names an MCP tool, and says what a write does.
func windsurfRefine(c *Call) {
	if c.Event.Tool == windsurfMCP {
		c.Canon = MCP
		c.values[ToolName] = jsontext.Quote("mcp:" + c.text(MCPServer) + "/" + c.text(MCPTool))
		return
	}
	edit := jsontext.Child(c.input, "edits.0")
	if c.Canon != FileEdit || edit == "" || jsontext.Child(c.input, "edits.1") != "" {
		return
	}
	before, after := jsontext.ValueOf(edit, "old_string"), jsontext.ValueOf(edit, "new_string")
	if after == "" {
		return
	}
	if jsontext.Text(before) == "" {
		// A new file is an edit of nothing.
		c.Canon = FileWrite
		c.input = jsontext.Replace(c.input, "content", after)
		return
	}
	c.input = jsontext.Replace(jsontext.Replace(c.input, "old_string", before), "new_string", after)
}
