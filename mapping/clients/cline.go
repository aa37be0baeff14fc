package clients

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// clineRefine completes a call with facts that depend on the input.
func clineRefine(c *mapping.Call) {
	raw := c.Tool.AsObject(c.Values[mapping.ToolInput])
	switch {
	case c.Type == mapping.SessionStart:
		c.Values[mapping.EndReason] = `"startup"`
		if c.Native == "TaskResume" {
			c.Values[mapping.EndReason] = `"resume"`
		}
	case c.Native == "TaskComplete" && c.Type == mapping.SessionEnd:
		c.Values[mapping.EndReason] = `"completed"`
	case c.Native == "TaskCancel" && c.Type == mapping.SessionEnd:
		c.Values[mapping.EndReason] = `"user_exit"`
	case c.Type == mapping.ToolEnd:
		clineStatus(c)
	}
	switch c.Text(mapping.ToolName) {
	case "editor": // without the text to replace or a line it makes a file (3.0.65)
		if isNull(jsontext.ValueOf(raw, "old_text")) && isNull(jsontext.ValueOf(raw, "insert_line")) {
			c.Canon, c.Tool = mapping.FileWrite, c.Dialect.ToolFor(mapping.FileWrite)
			c.Input = mapping.CanonicalInput(c.Tool, c.Canon, raw)
		}
	case "use_mcp_tool": // extension 3.x, which has one tool for all servers
		c.Values[mapping.MCPServer] = jsontext.ValueOf(raw, "server_name")
		c.Values[mapping.MCPTool] = jsontext.ValueOf(raw, "tool_name")
		if args := mapping.HeldObject(jsontext.ValueOf(raw, "arguments")); jsontext.IsObject(args) {
			c.Input = args
		}
	}
}

// isNull reports whether there is no value; the extension sends null as "null".
func isNull(raw string) bool { return raw == "" || raw == "null" || raw == `"null"` }

// clineStatus finds failures that postToolUse.success does not show: it is true for a command
// that failed (3.0.65).
func clineStatus(c *mapping.Call) {
	for _, out := range mapping.Entries(c.Payload.Get("tool_result.output")) {
		if jsontext.ValueOf(out, "success") == "false" {
			c.Values[mapping.Status] = `"error"`
			if c.Values[mapping.ErrorText] == "" && jsontext.IsKind(jsontext.ValueOf(out, "error"), "string") {
				c.Values[mapping.ErrorText] = jsontext.ValueOf(out, "error")
			}
		}
	}
	// The extension leaves out what is false, as proto3 does (4.1, hook-factory.ts).
	if c.Text(mapping.ErrorText) != "" || jsontext.IsObject(c.Payload.Get("postToolUse")) &&
		c.Values[mapping.Success] == "" {
		c.Values[mapping.Status] = `"error"`
	}
}

// clineAnswerPart returns the last line that is marked as the answer, like the CLI (3.0.65).
// Without such a line it returns the object at the end, like the extension (4.1).
func clineAnswerPart(stdout string) string {
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
			if tries++; mapping.Valid([]byte(said)) == nil {
				return said
			}
		}
		end = start - 1
	}
	return stdout
}
