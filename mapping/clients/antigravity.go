package clients

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// Names for shapes that two events share, so that the event is unknown. They are no events,
// and *any stands for them.
const (
	antigravityTool  = "?ToolUse"
	antigravityModel = "?Invocation"
)

// antigravityEvent finds the event by the shape. The hint is used if the shape fits several
// events. Recent builds also send toolCall after a tool (preflight#793).
func antigravityEvent(p *mapping.Payload, hint string) string {
	switch {
	case p.Get("invocationNum") != "" || p.Get("initialNumSteps") != "":
		if hint == "PreInvocation" || hint == "PostInvocation" {
			return hint
		}
		if p.Get("modelOutput") != "" || p.Get("modelThinking") != "" {
			return "PostInvocation"
		}
		return antigravityModel
	case p.Get("executionNum") != "" || p.Get("terminationReason") != "" || p.Get("fullyIdle") != "":
		return "Stop"
	case p.Get("error") != "":
		return "PostToolUse"
	case p.Get("toolCall") != "":
		if hint == "PreToolUse" || hint == "PostToolUse" {
			return hint
		}
		return antigravityTool
	case p.Get("stepIdx") != "":
		return "PostToolUse"
	case hint == "" && p.Get("conversationId") != "":
		return "SessionStart"
	}
	return hint
}

// antigravityRefine completes a call with facts that depend on the shape.
func antigravityRefine(c *mapping.Call) {
	switch c.Native {
	case antigravityTool:
		c.Native, c.Type = "PreToolUse", mapping.ToolStart
	case antigravityModel:
		c.Native, c.Type, c.Event = "PreInvocation", "model.request", c.Dialect.Entry("*quiet")
	case "SessionStart":
		c.Values[mapping.EndReason] = `"startup"`
	case "PostToolUse":
		c.Values[mapping.Status] = `"success"`
		if c.Text(mapping.ErrorText) != "" {
			c.Values[mapping.Status] = `"error"`
		}
	case "Stop":
		if n := c.Payload.Text("executionNum"); n != "" {
			c.Values[mapping.StopActive] = "true"
			if n == "0" {
				c.Values[mapping.StopActive] = "false"
			}
		}
		switch strings.ToLower(c.Payload.Text("terminationReason")) {
		case "model_stop", "no_tool_call":
			c.Values[mapping.Status] = `"success"`
		case "error", "max_steps_exceeded":
			c.Values[mapping.Status] = `"error"`
		}
	}
	// The hook runs in the folder of hooks.json, which may be outside the project.
	if !mapping.IsAbsolute(mapping.FromSlashDrive(c.Text(mapping.Cwd))) {
		c.SetCwd("")
	}
	if id := c.Text(mapping.ToolCallID); id != "" {
		c.Values[mapping.ToolCallID] = jsontext.Quote(id)
	}
	if c.Text(mapping.ToolName) == "call_mcp_tool" {
		c.Values[mapping.MCPServer] = antigravityName(c, "ServerName")
		c.Values[mapping.MCPTool] = antigravityName(c, "ToolName")
	}
}

// antigravityName returns a name among the arguments, which may be JSON in a
// string ("\"github\"").
func antigravityName(c *mapping.Call, key string) string {
	raw := jsontext.ValueOf(c.Values[mapping.ToolInput], key)
	if s := jsontext.Text(raw); len(s) > 1 && s[0] == '"' && mapping.Valid([]byte(s)) == nil {
		return s
	}
	return raw
}
