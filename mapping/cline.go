package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// clineRefine completes a call by what depends on the input.
func clineRefine(c *Call) {
	raw := c.Tool.whole(c.values[ToolInput])
	switch {
	case c.Type == SessionStart:
		c.values[EndReason] = `"startup"`
		if c.Native == "TaskResume" {
			c.values[EndReason] = `"resume"`
		}
	case c.Native == "TaskComplete" && c.Type == SessionEnd:
		c.values[EndReason] = `"completed"`
	case c.Native == "TaskCancel" && c.Type == SessionEnd:
		c.values[EndReason] = `"user_exit"`
	case c.Type == ToolEnd:
		clineStatus(c)
	}
	switch c.text(ToolName) {
	case "editor": // without the text to replace or a line it makes a file (3.0.65)
		if isNull(jsontext.ValueOf(raw, "old_text")) && isNull(jsontext.ValueOf(raw, "insert_line")) {
			c.Canon, c.Tool = FileWrite, c.Dialect.doing(FileWrite)
			c.input = canonicalInput(c.Tool, c.Canon, raw)
		}
	case "use_mcp_tool": // extension 3.x, which has one tool for all servers
		c.values[MCPServer], c.values[MCPTool] = jsontext.ValueOf(raw, "server_name"), jsontext.ValueOf(raw, "tool_name")
		if args := object(jsontext.ValueOf(raw, "arguments")); jsontext.IsObject(args) {
			c.input = args
		}
	}
}

// isNull says whether there is no value; the extension sends null as "null".
func isNull(raw string) bool { return raw == "" || raw == "null" || raw == `"null"` }

// clineStatus finds failures that postToolUse.success does not tell: it is true
// for a command that failed (3.0.65).
func clineStatus(c *Call) {
	for _, out := range entries(c.Payload.get("tool_result.output")) {
		if jsontext.ValueOf(out, "success") == "false" {
			c.values[Status] = `"error"`
			if c.values[ErrorText] == "" && jsontext.IsKind(jsontext.ValueOf(out, "error"), "string") {
				c.values[ErrorText] = jsontext.ValueOf(out, "error")
			}
		}
	}
	// The extension leaves out what is false, as proto3 does (4.1, hook-factory.ts).
	if c.text(ErrorText) != "" || jsontext.IsObject(c.Payload.get("postToolUse")) && c.values[Success] == "" {
		c.values[Status] = `"error"`
	}
}

// clineSaid returns the last line that is marked as the answer, which the CLI
// (3.0.65) looks for, else the object at the end, as the extension (4.1) does.
func clineSaid(stdout string) string {
	for end := len(stdout); end > 0; {
		start := strings.LastIndexByte(stdout[:end], '\n') + 1
		if said, ok := strings.CutPrefix(strings.TrimSpace(stdout[start:end]), "HOOK_CONTROL\t"); ok {
			return said
		}
		end = start - 1
	}
	tries := 0
	for end := len(stdout); end > 0 && tries < 64; {
		start := strings.LastIndexByte(stdout[:end], '\n') + 1
		if said := strings.TrimSpace(stdout[start:]); strings.HasPrefix(said, "{") {
			if tries++; valid([]byte(said)) == nil {
				return said
			}
		}
		end = start - 1
	}
	return stdout
}
