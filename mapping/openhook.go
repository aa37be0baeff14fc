package mapping

// openhook is the OpenHook v0.1 envelope itself as a client: a shim below
// another shim, or a tool that speaks it. It is passed on as it is and answered
// in canonical words.
var openhook = Dialect{
	Name:  "openhook",
	Fault: canonicalFault,
	Marks: []Mark{"openhook:string type:string"},
	Fields: []Key{
		{Field: NativeEvent, Path: "type"},
		{Field: SessionID, Path: "session_id"},
		{Field: Time, Path: "time"},
		{Field: Cwd, Path: "cwd"},
		{Field: Model, Path: "data.model"},
		{Field: TranscriptPath, Path: "data.transcript_path"},
		{Field: PermissionMode, Path: "data.permission_mode"},
		{Field: ToolName, Path: "data.tool_name"},
		{Field: ToolCallID, Path: "data.tool_call_id"},
		{Field: ToolInput, Path: "data.tool_input"},
		{Field: ToolOutput, Path: "data.tool_output"},
		{Field: MCPServer, Path: "data.mcp.server"},
		{Field: MCPTool, Path: "data.mcp.tool"},
		{Field: Status, Path: "data.status"},
		{Field: DurationMS, Path: "data.duration_ms"},
		{Field: Prompt, Path: "data.prompt"},
		{Field: StopActive, Path: "data.stop_hook_active"},
		{Field: LastMessage, Path: "data.last_message"},
		{Field: FilePaths, Path: "data.files"},
	},
	Events: []Event{
		{Native: AgentStop, Type: AgentStop, Forms: &canonicalForms, Flags: KeepsGoing},
		{Native: SubagentStop, Type: SubagentStop, Forms: &canonicalForms, Flags: KeepsGoing},
	},
	Any: &Event{Forms: &canonicalForms},
	// The envelope says itself who sent it and what it is.
	Refine: func(c *Call) {
		c.Source, c.Type = firstOf(c.Payload.text("source"), "openhook"), c.Native
	},
}

const canonicalFault Form = "#exit=1 #stderr=$reason"

var canonicalForms = Forms{
	Allow:   `decision="allow" reason=$reason`,
	Deny:    `decision="deny" reason=$reason`,
	Ask:     `decision="ask" reason=$reason`,
	Rewrite: "updated_input=$input",
	Context: "context=$context",
	Output:  "updated_output=$output updated_output=$mcp_output",
	Stop:    "continue=false reason=$stop",
	Message: "system_message=$message",
	Quiet:   "suppress_output=true",
}
