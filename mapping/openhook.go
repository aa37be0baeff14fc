package mapping

// openhook is the OpenHook v0.1 envelope itself as a client: a shim below
// another shim, or a tool that speaks it. It is passed on as it is and answered
// in canonical words.
var openhook = Dialect{
	Name:  "openhook",
	Fault: canonicalFault,
	Marks: []Mark{"openhook:string type:string"},
	Fields: `
  event=type session_id time cwd model=data.model transcript_path=data.transcript_path
  permission_mode=data.permission_mode tool_name=data.tool_name tool_call_id=data.tool_call_id
  tool_input=data.tool_input tool_input_truncated=data.tool_input_truncated tool_output=data.tool_output
  mcp_server=data.mcp.server mcp_tool=data.mcp.tool mcp_url=data.mcp.url mcp_command=data.mcp.command
  status=data.status duration_ms=data.duration_ms error=data.error prompt=data.prompt synthetic=data.synthetic
  stop_hook_active=data.stop_hook_active last_message=data.last_message reason=data.reason
  agent_id=data.agent.id agent_type=data.agent.type agent_parent_id=data.agent.parent_id
  agent_transcript_path=data.agent_transcript_path kind=data.kind message=data.message title=data.title
  trigger=data.trigger custom_instructions=data.custom_instructions file_path=data.file_path files=data.files
`,
	Forms: canonicalForms,
	Events: `
*any: - @all
agent.stop: agent.stop @all !goes-on
subagent.stop: subagent.stop @all !goes-on
`,
	// The envelope says itself who sent it and what it is.
	Refine: func(c *Call) {
		c.Source, c.Type = firstOf(c.Payload.text("source"), "openhook"), c.Native
		c.Canon = firstOf(c.Canon, c.Payload.text("data.tool"))
		for _, f := range entries(c.values[FilePaths]) {
			if isObject(f) {
				c.addFile(text(valueOf(f, "path")), text(valueOf(f, "op")))
			}
		}
	},
}

const canonicalFault Form = "#exit=1 #stderr=$reason"

const canonicalForms Table = `
all:
  allow decision="allow" reason=$reason
  deny decision="deny" reason=$reason
  ask decision="ask" reason=$reason
  rewrite updated_input=$input
  context context=$context
  output updated_output=$output updated_output=$mcp_output
  stop continue=false reason=$stop
  message system_message=$message
  quiet suppress_output=true
`
