package mapping

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// cursorCall: what no key says by itself.
func cursorCall(c *Call) {
	if c.values[Project] == "" {
		c.values[Project] = c.Payload.get("workspace_roots.0")
	}
	switch c.Native {
	case "beforeMCPExecution", "afterMCPExecution":
		// They name the tool alone, which preToolUse calls MCP:tool. A tool of a
		// server may be called Shell.
		if name := strings.TrimPrefix(c.text(ToolName), c.Dialect.MCP.Prefix); name != "" {
			c.values[ToolName], c.values[MCPTool] = jsontext.Quote(c.Dialect.MCP.Prefix+name), ""
			c.Tool, c.Canon = nil, ""
			c.readTool()
		}
	case "postToolUse":
		if c.Canon != MCP {
			// A new result counts for MCP tools alone.
			c.Event.Forms = c.Dialect.forms("context")
		}
	case "afterFileEdit":
		// A new file is one edit of nothing.
		edits := c.Payload.get("edits")
		if jsontext.Child(edits, "0.old_string") != `""` || jsontext.Child(edits, "1") != "" {
			c.Canon = FileEdit
		}
	case "stop", "subagentStop":
		switch c.Payload.get("loop_count") {
		case "":
		case "0":
			c.values[StopActive] = "false"
		default:
			c.values[StopActive] = "true"
		}
	}
	if c.Type == ToolEnd && c.Canon == MCP {
		switch jsontext.ValueOf(object(c.values[ToolOutput]), "isError") {
		case "true":
			c.values[Status] = `"error"`
		case "false":
			c.values[Status] = `"success"`
		}
	}
}

// cursorAnswer holds back what the client would take for an error, or pass over
// without a word (SDK 1.0.32).
func cursorAnswer(c *Call, a *Answer) (warning string) {
	own := jsontext.ValueOf(a.Native, c.Source)
	for _, list := range [...]string{jsontext.Child(own, "env"), jsontext.Child(own, "pluginPaths")} {
		gjson.Parse(list).ForEach(func(_, v gjson.Result) bool {
			if v.Type != gjson.String || list[0] == '[' && strings.TrimSpace(v.Str) == "" {
				a.Native, warning = "", "the shim drops env and pluginPaths because they hold something other than text"
			}
			return warning == ""
		})
	}
	if a.Input == "" || c.Canon == MCP {
		return warning
	}
	jsontext.Each(a.Input, func(key, raw string) {
		want := "string"
		if key == "timeout" {
			want = "number"
		}
		if !jsontext.IsKind(raw, want) {
			a.Decision, a.Reason = Deny, cannotChange+"this client ignores a "+key+" of that type"
		}
	})
	if a.Decision == Deny {
		a.Input = ""
	}
	return warning
}
