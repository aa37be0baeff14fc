package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// augmentRefine tells tools of MCP servers, which are called TOOL_SERVER, from
// its own, and reads what became of a call.
func augmentRefine(c *Call) {
	switch name := c.text(ToolName); {
	case c.Payload.get("is_mcp_tool") == "true":
		c.Canon, c.Tool, c.input = MCP, nil, canonicalInput(nil, MCP, c.values[ToolInput])
		c.values[MCPServer], c.values[MCPTool] = "", jsontext.Quote(name)
		if i := strings.LastIndexByte(name, '_'); i > 0 && i+1 < len(name) {
			c.values[MCPServer], c.values[MCPTool] = jsontext.Quote(name[i+1:]), jsontext.Quote(name[:i])
		}
	case c.Canon == MCP:
		c.Canon, c.values[MCPServer], c.values[MCPTool] = "", "", ""
		if c.Tool = c.Dialect.tool(name, &c.toolRoom); c.Tool != nil {
			c.Canon = c.Tool.Canon
		}
		c.input = canonicalInput(c.Tool, c.Canon, c.values[ToolInput])
	}
	if c.Type == ToolEnd && c.values[ErrorText] != "" {
		c.values[Status] = `"error"`
	}
	c.augmentChanges("file_changes")
	c.augmentChanges("conversation.agentCodeResponse")
}

// augmentChanges lists the files that the client says have changed.
func (c *Call) augmentChanges(key string) {
	raw := c.Payload.get(key)
	if !jsontext.IsKind(raw, "array") {
		return
	}
	for _, change := range entries(raw) {
		op := jsontext.Text(jsontext.ValueOf(change, "changeType"))
		if op == "edit" && c.Canon == FileWrite {
			c.Tool.Op = "update" // save-file on a file that was there
		}
		if op != "create" && op != "delete" {
			op = "update"
		}
		c.addFile(jsontext.Text(jsontext.ValueOf(change, "path")), op)
	}
}
