package clients

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// cursorCall completes a call with facts that no key shows.
func cursorCall(c *mapping.Call) {
	if c.Values[mapping.Project] == "" {
		c.Values[mapping.Project] = c.Payload.Get("workspace_roots.0")
	}
	switch c.Native {
	case "beforeMCPExecution", "afterMCPExecution":
		// They name the tool alone, which preToolUse calls MCP:tool. A tool of a
		// server may be called Shell.
		if name := strings.TrimPrefix(c.Text(mapping.ToolName), c.Dialect.MCP.Prefix); name != "" {
			c.Values[mapping.ToolName], c.Values[mapping.MCPTool] = jsontext.Quote(c.Dialect.MCP.Prefix+name), ""
			c.Tool, c.Canon = nil, ""
			c.ReadTool()
		}
	case "postToolUse":
		if c.Canon != mapping.MCP {
			// A new result counts for MCP tools alone.
			c.Event.Forms = c.Dialect.FormsNamed("context")
		}
	case "afterFileEdit":
		// A new file is one edit of nothing.
		edits := c.Payload.Get("edits")
		if jsontext.Child(edits, "0.old_string") != `""` || jsontext.Child(edits, "1") != "" {
			c.Canon = mapping.FileEdit
		}
	case "stop", "subagentStop":
		switch c.Payload.Get("loop_count") {
		case "":
		case "0":
			c.Values[mapping.StopActive] = "false"
		default:
			c.Values[mapping.StopActive] = "true"
		}
	}
	if c.Type == mapping.ToolEnd && c.Canon == mapping.MCP {
		switch jsontext.ValueOf(mapping.HeldObject(c.Values[mapping.ToolOutput]), "isError") {
		case "true":
			c.Values[mapping.Status] = `"error"`
		case "false":
			c.Values[mapping.Status] = `"success"`
		}
	}
}

// cursorAnswer removes the parts of an answer that the client would take for an error, or
// ignore silently (SDK 1.0.32).
func cursorAnswer(c *mapping.Call, a *mapping.Answer) (warning string) {
	own := jsontext.ValueOf(a.Native, c.Source)
	for _, list := range [...]string{jsontext.Child(own, "env"), jsontext.Child(own, "pluginPaths")} {
		gjson.Parse(list).ForEach(func(_, v gjson.Result) bool {
			if v.Type != gjson.String || list[0] == '[' && strings.TrimSpace(v.Str) == "" {
				a.Native, warning = "", "the shim drops env and pluginPaths because they hold something other than text"
			}
			return warning == ""
		})
	}
	if a.Input == "" || c.Canon == mapping.MCP {
		return warning
	}
	jsontext.EachKey(a.Input, func(key, raw string) {
		want := "string"
		if key == "timeout" {
			want = "number"
		}
		if !jsontext.IsKind(raw, want) {
			a.Decision, a.Reason = mapping.Deny, mapping.CannotChange+"this client ignores a "+key+" of that type"
		}
	})
	if a.Decision == mapping.Deny {
		a.Input = ""
	}
	return warning
}
