// Code generated from *.table by mapping/clients/gen; DO NOT EDIT.

package formats

import "github.com/openhook/openhook-shim/mapping"

var AgentHooks = mapping.Dialect{
	Name: "agent-hooks",
	Marks: []mapping.Mark{
		"event_type:string spec_version:string event_id:string",
	},
	Fields: `
  event=event_type time=timestamp session_id agent_id=actor.id agent_type=actor.name permission_mode=agent_mode
`,
	MCP:    mapping.MCPNaming{Prefix: "mcp:", Sep: ""},
	Fault:  "#exit=1 #stderr=$reason",
	Format: true,
	Encode: agentEvent,
	Refine: agentRefine,
	Events: agentHooksEvents,
	Forms: `
gate:
  deny decision.outcome="deny" decision.reason=$reason #exit=2 #stderr=$reason
  ask decision.outcome="ask" decision.reason=$reason
  +deny data.decision.outcome="deny" data.decision.reason=$reason
  +deny decision.outcome="deny" decision.reason=$reason
  +deny outcome="deny" reason=$reason
  +ask data.decision.outcome="ask" data.decision.reason=$reason
  +ask decision.outcome="ask" decision.reason=$reason
  +ask outcome="ask" reason=$reason
`,
	Tools: `
shell: shell
read_file: file_read
write_file: file_write
code_edit: file_edit
web_search: web_search
`,
}

const agentHooksEvents mapping.Table = `
$action: tool_name=data.action.name tool_input=data.action.input files=data.files
Session.Start: session.start reason=data.start_reason model=data.model_id
Session.End: session.end duration_ms=data.usage.duration_ms reason=data.end_reason{exit:user_exit,idle_timeout:timeout,manual_reset:user_exit} model=data.model_id
Session.Abort: session.end reason=data.end_reason
Prompt.Submitted: prompt.submit @gate prompt=data.prompt_text prompt=data.prompt
Action.Before: tool.start @gate $action
Action.After: tool.end $action success=data.action.result.success tool_output=data.action.result.output error=data.action.result.error_message duration_ms=data.duration_ms
Agent.Notification: agent.notification message=data.message kind=data.type{ToolPermission:permission,IdleTimeout:idle,ErrorAlert:other}
Agent.Response: agent.stop last_message=data.response
Agent.Error: agent.error error=data.error_message
Agent.Plan.Start: subagent.start
Agent.Plan.End: subagent.stop
Model.Requested: model.request model=data.model_id
Model.Responded: model.response model=data.model_id input_tokens=data.input_tokens output_tokens=data.output_tokens duration_ms=data.latency_ms
Context.Compaction: context.compact trigger=data.trigger
Model.Failed: -
Agent.Decision: -
Context.UntilCompaction: -
Retry.Triggered: -
Retry.Loop.Detected: -
Retry.Loop.Aborted: -
Policy.Violation: -
Policy.Blocked: -
Policy.Override: -
*vendor: -
`

var HookContract = mapping.Dialect{
	Name: "hook-contract",
	Marks: []mapping.Mark{
		"!session_id !cwd tool_name:string tool_input:object !hook_event_name !hookEventName !event !event_type !type !timestamp !sessionId !conversation_id !tool_use_id !transcript_path",
	},
	Fault:     "decision=\"allow\" #stderr=$reason",
	Format:    true,
	EventName: contractEvent,
	Events:    hookContractEvents,
	Forms: `
gate:
  deny decision="deny" reason=$reason
  message message=$message
  none decision="allow"
  +context lint_command=$command
life:
  message message=$message
  none #stdout={}
  +context lint_command=$command
`,
	Tools: `
Shell: shell
Write: file_write file_path=path content=contents
Read: file_read file_path=path
Edit: file_edit file_path=path
MultiEdit: file_edit file_path=path edits
Grep: search
`,
}

const hookContractEvents mapping.Table = `
$life: event=tool_name session_id=tool_input.session_id|"" cwd=tool_input.cwd|""
preToolUse: tool.start @gate tool_name tool_input
postToolUse: tool.end @gate tool_name tool_input
SessionStart: session.start @life $life
beforeSubmitPrompt: prompt.submit @gate $life prompt=tool_input.prompt|""
Stop: agent.stop @life event=tool_name transcript_path=tool_input.transcript_path|"" -=tool_input.file_path|"" stop_hook_active=tool_input.stop_hook_active|false session_id=tool_input.session_id cwd=tool_input.cwd
PreCompact: context.compact @life $life trigger=tool_input.trigger
SessionEnd: session.end @life $life transcript_path=tool_input.transcript_path reason=tool_input.reason
`

var HookMD = mapping.Dialect{
	Name: "hook-md",
	Marks: []mapping.Mark{
		"event_type:string work_dir:string",
	},
	Fields: `
  event=event_type time=timestamp session_id|"" cwd=work_dir|"" -=context|{}
`,
	Fault:  "#exit=1 #stderr=$reason",
	Stderr: mapping.StderrQuiet,
	Format: true,
	Spaced: true,
	Fix:    mapping.DenyAlone,
	Refine: hookMDRefine,
	Events: hookMDEvents,
	Forms: `
gate:
  deny #exit=2 #stderr=$reason
  rewrite updated_input=$input
  context context=$context
  +rewrite modified_input=$input
  +context additional_context=$context
`,
	Tools: `
Shell: shell
ReadFile: file_read file_path=path
WriteFile: file_write file_path=path
StrReplaceFile: file_edit file_path=path
Grep: search
Glob: find
SearchWeb: web_search
FetchURL: web_fetch
Task: agent
`,
}

const hookMDEvents mapping.Table = `
$tool: tool_name tool_input tool_call_id=tool_use_id|""
$subagent: agent_type=subagent_name|"" agent_type=subagent_type|"" prompt=task_description|"" agent_id
$final: -=final_message.role|"assistant" last_message=final_message.content|""
$ended: reason=exit_reason{user_exit:user_exit}|"user_exit" duration_ms=duration_seconds@seconds
$stop: -=stop_reason|"no_tool_calls" $final stop_hook_active
session_start: session.start @gate model|"" reason=args.source
session_end: session.end @gate $ended
before_agent: prompt.submit @gate prompt|""
before_stop: agent.stop @gate !goes-on $stop $final
after_agent: agent.stop @gate message last_message=message
before_tool: tool.start @gate $tool
after_tool: tool.end @gate !success $tool tool_output
after_tool_failure: tool.end @gate !error $tool error
subagent_start: subagent.start @gate $subagent
subagent_stop: subagent.stop @gate !goes-on $subagent $final
pre_compact: context.compact @gate trigger
pre-session: session.start @gate model|"" reason=args.source
post-session: session.end @gate $ended
pre-agent-turn: prompt.submit @gate prompt|""
pre-agent-turn-stop: agent.stop @gate !goes-on $stop $final
post-agent-turn: agent.stop @gate message last_message=message
post-agent-turn-stop: agent.stop @gate message last_message=message
pre-tool-call: tool.start @gate $tool
post-tool-call: tool.end @gate !success $tool tool_output
post-tool-call-failure: tool.end @gate !error $tool error
pre-subagent: subagent.start @gate $subagent
post-subagent: subagent.stop @gate !goes-on $subagent $final
pre-context-compact: context.compact @gate trigger
post-context-compact: context.compacted @gate trigger
`

var OpenHook = mapping.Dialect{
	Name: "openhook",
	Marks: []mapping.Mark{
		"openhook:string type:string",
	},
	Fields: `
  event=type session_id time cwd model=data.model transcript_path=data.transcript_path permission_mode=data.permission_mode tool_name=data.tool_name tool_call_id=data.tool_call_id tool_input=data.tool_input tool_input_truncated=data.tool_input_truncated tool_output=data.tool_output mcp_server=data.mcp.server mcp_tool=data.mcp.tool mcp_url=data.mcp.url mcp_command=data.mcp.command status=data.status duration_ms=data.duration_ms error=data.error prompt=data.prompt synthetic=data.synthetic stop_hook_active=data.stop_hook_active last_message=data.last_message reason=data.reason agent_id=data.agent.id agent_type=data.agent.type agent_parent_id=data.agent.parent_id agent_transcript_path=data.agent_transcript_path kind=data.kind message=data.message title=data.title trigger=data.trigger custom_instructions=data.custom_instructions file_path=data.file_path files=data.files
`,
	Fault:    "#exit=1 #stderr=$reason",
	Envelope: true,
	Refine:   openhookRefine,
	Events:   openHookEvents,
	Forms: `
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
`,
}

const openHookEvents mapping.Table = `
*any: - @all
agent.stop: agent.stop @all !goes-on
subagent.stop: subagent.stop @all !goes-on
`
