package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// Names for shapes that two events share and nobody told apart. They are no
// events, so *any stands in.
const (
	antigravityTool  = "?ToolUse"
	antigravityModel = "?Invocation"
)

// antigravityEvent tells the event from the shape; the hint counts where that
// leaves a choice. Recent builds send toolCall after a tool too (preflight#793).
func antigravityEvent(p *Payload, hint string) string {
	switch {
	case p.get("invocationNum") != "" || p.get("initialNumSteps") != "":
		if hint == "PreInvocation" || hint == "PostInvocation" {
			return hint
		}
		if p.get("modelOutput") != "" || p.get("modelThinking") != "" {
			return "PostInvocation"
		}
		return antigravityModel
	case p.get("executionNum") != "" || p.get("terminationReason") != "" || p.get("fullyIdle") != "":
		return "Stop"
	case p.get("error") != "":
		return "PostToolUse"
	case p.get("toolCall") != "":
		if hint == "PreToolUse" || hint == "PostToolUse" {
			return hint
		}
		return antigravityTool
	case p.get("stepIdx") != "":
		return "PostToolUse"
	case hint == "" && p.get("conversationId") != "":
		return "SessionStart"
	}
	return hint
}

// antigravityRefine completes a call by what depends on the shape.
func antigravityRefine(c *Call) {
	switch c.Native {
	case antigravityTool:
		c.Native, c.Type = "PreToolUse", ToolStart
	case antigravityModel:
		c.Native, c.Type, c.Event = "PreInvocation", "model.request", c.Dialect.entry("*quiet")
	case "SessionStart":
		c.values[EndReason] = `"startup"`
	case "PostToolUse":
		c.values[Status] = `"success"`
		if c.text(ErrorText) != "" {
			c.values[Status] = `"error"`
		}
	case "Stop":
		if n := c.Payload.text("executionNum"); n != "" {
			c.values[StopActive] = "true"
			if n == "0" {
				c.values[StopActive] = "false"
			}
		}
		switch strings.ToLower(c.Payload.text("terminationReason")) {
		case "model_stop", "no_tool_call":
			c.values[Status] = `"success"`
		case "error", "max_steps_exceeded":
			c.values[Status] = `"error"`
		}
	}
	// The hook runs in the folder of hooks.json, which says nothing of the project.
	if !isAbs(slashDrive(c.text(Cwd))) {
		c.cwd = ""
	}
	if id := c.text(ToolCallID); id != "" {
		c.values[ToolCallID] = jsontext.Quote(id)
	}
	if c.text(ToolName) == "call_mcp_tool" {
		c.values[MCPServer], c.values[MCPTool] = antigravityName(c, "ServerName"), antigravityName(c, "ToolName")
	}
}

// antigravityName returns a name among the arguments, which may be JSON in a
// string ("\"github\"").
func antigravityName(c *Call, key string) string {
	raw := jsontext.ValueOf(c.values[ToolInput], key)
	if s := jsontext.Text(raw); len(s) > 1 && s[0] == '"' && valid([]byte(s)) == nil {
		return s
	}
	return raw
}
