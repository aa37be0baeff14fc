package mapping

import "strings"

// A Field is one value of a call, under any client's name for it.
type Field uint8

const (
	NoField Field = iota
	NativeEvent
	SessionID
	Time // RFC 3339 string or epoch milliseconds
	Cwd
	Project // the project's root; the agent's cwd may wander
	Model
	TranscriptPath
	PermissionMode
	AgentID
	AgentType
	AgentParentID
	AgentTranscript
	ToolName
	ToolCallID
	ToolInput
	InputCut // true: the client sent only the beginning of the input
	ToolOutput
	MCPServer
	MCPTool
	MCPURL
	MCPCommand
	Status  // success, error
	Success // true, false; becomes Status
	DurationMS
	ErrorText
	Prompt
	Synthetic
	EndReason
	StopActive
	LastMessage
	NotificationKind
	Text
	Title
	Trigger
	Instructions
	InputTokens
	OutputTokens
	CacheReadTokens
	CacheWriteTokens
	FilePath
	FilePaths // an array of paths or of objects with a path

	fieldCount
)

var fieldNames = [fieldCount]string{
	"-", "event", "session_id", "time", "cwd", "project", "model", "transcript_path", "permission_mode",
	"agent_id", "agent_type", "agent_parent_id", "agent_transcript_path",
	"tool_name", "tool_call_id", "tool_input", "tool_input_truncated", "tool_output",
	"mcp_server", "mcp_tool", "mcp_url", "mcp_command", "status", "success", "duration_ms", "error",
	"prompt", "synthetic", "reason", "stop_hook_active", "last_message", "kind", "message", "title", "trigger",
	"custom_instructions", "input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens",
	"file_path", "files",
}

// Name returns the name of a field in tables. It is also the field's name in the envelope's
// data, if the field is there by itself.
func (f Field) Name() string { return fieldNames[f] }

// fieldOf returns the field of a name, NoField if there is none.
func fieldOf(name string) Field {
	for f := range fieldNames {
		if fieldNames[f] == name {
			return Field(f)
		}
	}
	return NoField
}

// Event types of OpenHook v0.1 and the extension types that the shim acts on.
const (
	SessionStart      = "session.start"
	SessionEnd        = "session.end"
	PromptSubmit      = "prompt.submit"
	ToolStart         = "tool.start"
	ToolEnd           = "tool.end"
	PermissionRequest = "permission.request"
	AgentStop         = "agent.stop"
	SubagentStop      = "subagent.stop"
	AgentNotification = "agent.notification"
)

// Canonical tools.
const (
	Shell     = "shell"
	FileRead  = "file_read"
	FileWrite = "file_write"
	FileEdit  = "file_edit"
	Search    = "search"
	Find      = "find"
	WebSearch = "web_search"
	WebFetch  = "web_fetch"
	Agent     = "agent"
	MCP       = "mcp"
)

// canonicalEvent returns the Hook Interchange name of an event type, "" if that
// registry has none.
func canonicalEvent(typ string) string {
	switch typ {
	case ToolStart:
		return "before_tool_execute"
	case ToolEnd:
		return "after_tool_execute"
	case PromptSubmit:
		return "before_prompt"
	case "tool.select":
		return "before_tool_selection"
	case "context.compact":
		return "before_compact"
	case "context.compacted":
		return "after_compact"
	case "model.request":
		return "before_model"
	case "model.response":
		return "after_model"
	case "file.change", "file.create", "file.save", "file.delete":
		return "file_" + strings.TrimPrefix(typ, "file.") + "d"
	case "task.start":
		return "before_task"
	case "task.end":
		return "after_task"
	case "agent.error":
		return "error_occurred"
	case AgentNotification:
		return "notification"
	case SessionStart, SessionEnd, PermissionRequest, "permission.denied", AgentStop,
		"config.change", "subagent.start", SubagentStop:
		return strings.ReplaceAll(typ, ".", "_")
	}
	return ""
}

// CanonicalEvent returns the Hook Interchange name of an event type, "" if that
// registry has none.
func CanonicalEvent(typ string) string { return canonicalEvent(typ) }

// snake turns a native event name into the last part of a vendor type.
func snake(native string) string {
	b := make([]byte, 0, len(native)+4)
	for i := 0; i < len(native); i++ {
		switch c := native[i]; {
		case c >= 'A' && c <= 'Z':
			if i > 0 && native[i-1] >= 'a' && native[i-1] <= 'z' {
				b = append(b, '_')
			}
			b = append(b, c|0x20)
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			b = append(b, c)
		default:
			b = append(b, '_')
		}
	}
	if len(b) == 0 {
		return "unnamed"
	}
	return string(b)
}

// VendorType returns the type of an event for which OpenHook has no type.
//
//go:noinline
func VendorType(source, native string) string { return "vendor." + source + "." + snake(native) }

// OpOf returns what a canonical tool does to its files.
func OpOf(canon string) string {
	switch canon {
	case FileWrite:
		return "create"
	case FileEdit:
		return "update"
	case FileRead, Search, Find:
		return "read"
	}
	return ""
}
