package clients

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// augmentRefine separates tools of MCP servers, called TOOL_SERVER, from the client's own,
// and reads the result of a call.
func augmentRefine(c *mapping.Call) {
	switch name := c.Text(mapping.ToolName); {
	case c.Payload.Get("is_mcp_tool") == "true":
		c.Canon, c.Tool, c.Input = mapping.MCP, nil,
			mapping.CanonicalInput(nil, mapping.MCP, c.Values[mapping.ToolInput])
		c.Values[mapping.MCPServer], c.Values[mapping.MCPTool] = "", jsontext.Quote(name)
		if i := strings.LastIndexByte(name, '_'); i > 0 && i+1 < len(name) {
			c.Values[mapping.MCPServer] = jsontext.Quote(name[i+1:])
			c.Values[mapping.MCPTool] = jsontext.Quote(name[:i])
		}
	case c.Canon == mapping.MCP:
		c.Canon, c.Values[mapping.MCPServer], c.Values[mapping.MCPTool] = "", "", ""
		if c.Tool = c.Dialect.Tool(name, new(mapping.Tool)); c.Tool != nil {
			c.Canon = c.Tool.Canon
		}
		c.Input = mapping.CanonicalInput(c.Tool, c.Canon, c.Values[mapping.ToolInput])
	}
	if c.Type == mapping.ToolEnd && c.Values[mapping.ErrorText] != "" {
		c.Values[mapping.Status] = `"error"`
	}
	augmentChanges(c, "file_changes")
	augmentChanges(c, "conversation.agentCodeResponse")
}

// augmentChanges lists the changed files that the client names.
func augmentChanges(c *mapping.Call, key string) {
	raw := c.Payload.Get(key)
	if !jsontext.IsKind(raw, "array") {
		return
	}
	for _, change := range mapping.Entries(raw) {
		op := jsontext.Text(jsontext.ValueOf(change, "changeType"))
		if op == "edit" && c.Canon == mapping.FileWrite {
			c.Tool.Op = "update" // save-file on a file that was there
		}
		if op != "create" && op != "delete" {
			op = "update"
		}
		c.AddFile(jsontext.Text(jsontext.ValueOf(change, "path")), op)
	}
}
