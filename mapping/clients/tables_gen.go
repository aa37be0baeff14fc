// Code generated from *.table by mapping/clients/gen; DO NOT EDIT.

package clients

import "github.com/openhook/openhook-shim/mapping"

var ClaudeCode = mapping.Dialect{
	Name: "claude-code",
	Marks: []mapping.Mark{
		"transcript_path:string !timestamp !client_type !conversation_id named",
	},
	Traces: []mapping.Mark{
		"transcript_path~/.claude/projects/ !hookEventName",
		"transcript_path:string permission_mode:string hook_event_name:string !timestamp !hookEventName !turn_id !client_type",
		"transcript_path:string prompt_id:string hook_event_name:string !timestamp !hookEventName !turn_id !client_type",
		"permission_mode:string prompt_id:string hook_event_name:string !timestamp !hookEventName !turn_id !client_type",
		"session_id:string cwd:string permission_mode:string tool_use_id:string !timestamp !hookEventName !turn_id !client_type named",
	},
	Env: []string{"CLAUDE_CODE_SESSION_ID"},
	Fields: `
  session_id|"" transcript_path|"" cwd|"" -=prompt_id|"" permission_mode|"default" agent_id agent_type event=hook_event_name project=$CLAUDE_PROJECT_DIR
`,
	MCP:       mapping.MCPNaming{Prefix: "mcp__", Sep: "__"},
	Frame:     "hookSpecificOutput.hookEventName=$event",
	Valid:     "continue:bool suppressOutput:bool stopReason:string decision=approve|block reason:string systemMessage:string hookSpecificOutput:object hookSpecificOutput.hookEventName=$event hookSpecificOutput.permissionDecision=allow|deny|ask|defer hookSpecificOutput.permissionDecisionReason:string hookSpecificOutput.updatedInput:object hookSpecificOutput.additionalContext:string hookSpecificOutput.decision:object hookSpecificOutput.decision.behavior=allow|deny hookSpecificOutput.decision.message:string hookSpecificOutput.decision.updatedInput:object",
	Fault:     "#exit=1 #stderr=$reason",
	AsFormat:  true,
	Synthetic: []string{"<task-notification>"},
	Refine:    claudeRefine,
	Fix:       claudeOutput,
	Events:    claudeCodeEvents,
	Forms: `
pre-tool:
  allow hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason
  deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  ask hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason
  rewrite hookSpecificOutput.updatedInput=$input
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +allow decision="approve" reason=$reason
  +deny decision="block" reason=$reason
pre-tool-2.0:
  allow hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason
  deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  rewrite hookSpecificOutput.updatedInput=$input
  stop continue=false stopReason=$stop
  message systemMessage=$message
  +allow decision="approve" reason=$reason
  +deny decision="block" reason=$reason
post-tool-2.0:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
permission:
  allow hookSpecificOutput.decision.behavior="allow"
  deny hookSpecificOutput.decision.behavior="deny" hookSpecificOutput.decision.message=$reason
  rewrite hookSpecificOutput.decision.updatedInput=$input
  stop hookSpecificOutput.decision.interrupt=true
  message systemMessage=$message
  quiet suppressOutput=true
post-tool:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  output hookSpecificOutput.updatedToolOutput=$output hookSpecificOutput.updatedMCPToolOutput=$mcp_output
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
post-failure:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
  quiet suppressOutput=true
prompt:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
batch:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
stop:
  deny decision="block" reason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
block:
  deny decision="block" reason=$reason
  message systemMessage=$message
expand:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
model:
  allow hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason
  deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  ask hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason
  message systemMessage=$message
elicitation:
  deny hookSpecificOutput.action="decline"
  message systemMessage=$message
context:
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
message:
  message systemMessage=$message
worktree:
  deny #exit=1 #stderr=$reason
`,
	Tools: `
Bash|PowerShell|Monitor: shell
Read: file_read
Write: file_write
Edit|MultiEdit: file_edit
NotebookEdit: file_edit file_path=notebook_path new_string=new_source
Grep: search
Glob: find
WebSearch: web_search
WebFetch: web_fetch
Agent: agent
Task: agent
`,
}

const claudeCodeEvents mapping.Table = `
$tool: tool_name tool_input tool_call_id=tool_use_id|"" mcp_server=mcp_server.name
$tool-end: tool_name tool_input tool_output=tool_response|{} tool_call_id=tool_use_id|"" duration_ms@millis mcp_server=mcp_server.name
$tool-failure: tool_name tool_input tool_call_id=tool_use_id|"" error|"" -=is_interrupt|false duration_ms@millis mcp_server=mcp_server.name
$stop: stop_hook_active|false agent_transcript_path last_message=last_assistant_message|"" -=background_tasks|[] -=session_crons|[]
SessionStart: session.start 600s @context !text !bare reason=source|"startup" model title=session_title own:hookSpecificOutput.sessionTitle:string own:hookSpecificOutput.initialUserMessage:string own:hookSpecificOutput.watchPaths:array own:hookSpecificOutput.reloadSkills:bool
Setup: session.setup 600s @message !bare trigger
SessionEnd: session.end 1500ms !bare reason{clear:user_exit,resume:user_exit,logout:user_exit,prompt_input_exit:user_exit,bypass_permissions_disabled:error,other:completed}|"other"
UserPromptSubmit: prompt.submit 30s @prompt !text prompt|"" title=session_title own:hookSpecificOutput.suppressOriginalPrompt:bool own:hookSpecificOutput.sessionTitle:string
UserPromptExpansion: prompt.expand 600s @expand prompt +expansion_type +command_name +command_args +command_source own:hookSpecificOutput.suppressOriginalPrompt:bool
PreToolUse: tool.start 600s @pre-tool $tool
PermissionRequest: permission.request 600s @permission !with-allow tool_name tool_input mcp_server=mcp_server.name +permission_suggestions
PermissionDenied: permission.denied 600s @message $tool +reason own:hookSpecificOutput.retry:bool
PostToolUse: tool.end 600s @post-tool !success $tool-end
PostToolUseFailure: tool.end 600s @post-failure !error $tool-failure +is_interrupt
PostToolBatch: tool.batch 600s @batch -=tool_calls|[] +tool_calls
Stop: agent.stop 600s @stop !goes-on $stop +background_tasks +session_crons
StopFailure: agent.error 600s !bare error|"" last_message=last_assistant_message|"" +error_details
SubagentStart: subagent.start 600s @context !bare
SubagentStop: subagent.stop 600s @stop !goes-on $stop +background_tasks +session_crons
TeammateIdle: - 600s @block !goes-on +teammate_name +team_name
TaskCreated: task.create 600s @block !bare +task_id +task_subject +task_description +teammate_name +team_name
TaskCompleted: task.complete 600s @block !bare +task_id +task_subject +task_description +teammate_name +team_name
PreCompact: context.compact 600s @block !bare trigger|"auto" custom_instructions|null
PostCompact: context.compacted 600s @message !bare trigger|"auto" +compact_summary
PreModelSwitch: - 30s @model model=to_model +from_model +to_model +requested_model +source +context_tokens +prompt_cache_warm +cache_ttl +estimated_cache_write_usd +pricing
PostModelSwitch: - 600s @context !text model=to_model +from_model +to_model +requested_model +source +context_tokens +prompt_cache_warm +cache_ttl +estimated_cache_write_usd +pricing
Notification: agent.notification 600s @message !bare message|"" title kind=notification_type{permission_prompt:permission,elicitation_dialog:permission,agent_needs_input:permission,idle_prompt:idle,agent_completed:done,elicitation_response:other,auth_success:other} +notification_type
Elicitation: - 600s @elicitation mcp_server=mcp_server_name message +mode +url +elicitation_id +requested_schema own:hookSpecificOutput.content:object
ElicitationResult: - 600s @elicitation mcp_server=mcp_server_name +mode +elicitation_id +action +content own:hookSpecificOutput.content:object
ConfigChange: config.change 600s @block !bare file_path +source
InstructionsLoaded: - 600s file_path +memory_type +load_reason +globs +trigger_file_path +parent_file_path
CwdChanged: - 600s +old_cwd +new_cwd own:hookSpecificOutput.watchPaths:array
FileChanged: file.change 600s !bare file_path +event own:hookSpecificOutput.watchPaths:array
DirectoryAdded: - 600s @message +directory +source
WorktreeCreate: - 600s @worktree !raw +name
WorktreeRemove: - 600s +worktree_path
*PreToolUse: tool.start 600s @pre-tool-2.0 !with-allow $tool
*PostToolUse: tool.end 600s @post-tool-2.0 !success $tool-end
MessageDisplay: - 600s +turn_id +message_id +index +final +delta own:hookSpecificOutput.displayContent:string
`

var Cursor = mapping.Dialect{
	Name: "cursor",
	Marks: []mapping.Mark{
		"cursor_version:string",
		"conversation_id:string !timestamp !agent_action_name named",
	},
	Traces: []mapping.Mark{
		"conversation_id:string generation_id:string",
		"generation_id:string workspace_roots:array",
	},
	Env: []string{"CURSOR_VERSION", "CURSOR_PROJECT_DIR"},
	Fields: `
  session_id session_id=conversation_id model{unknown:} tool_name tool_input tool_call_id=tool_use_id cwd cwd=workspace_roots.0 event=hook_event_name -=cursor_version|"1.0.0" transcript_path project=$CURSOR_PROJECT_DIR
`,
	MCP:        mapping.MCPNaming{Prefix: "MCP:", Sep: ""},
	None:       "#stdout={}",
	Fault:      "#exit=1 #stderr=$reason",
	Rewrite:    mapping.Never,
	MaxContext: 10000,
	Refine:     cursorCall,
	Fix:        cursorAnswer,
	Events:     cursorEvents,
	Forms: `
unknown:
  deny #exit=2 #stderr=$reason
pre-tool:
  allow permission="allow"
  deny permission="deny" user_message=$reason agent_message=$reason
  rewrite permission="allow" updated_input=$input
  context additional_context=$context
  +ask permission="ask" user_message=$reason agent_message=$reason
  +context additionalContext=$context
gate:
  allow permission="allow"
  deny permission="deny" user_message=$reason agent_message=$reason
  +ask permission="ask" user_message=$reason agent_message=$reason
read:
  allow permission="allow"
  deny permission="deny" user_message=$reason
  +ask permission="ask" user_message=$reason agent_message=$reason
subagent:
  allow permission="allow"
  deny permission="deny" user_message=$reason
  context additional_context=$context
  +ask permission="ask" user_message=$reason agent_message=$reason
prompt:
  deny continue=false user_message=$reason
  context additional_context=$context
  stop continue=false user_message=$reason
  +context additionalContext=$context
start:
  deny continue=false user_message=$reason
  context additional_context=$context
  stop continue=false user_message=$reason
  +context additionalContext=$context
post-tool:
  context additional_context=$context
  output updated_mcp_tool_output=$mcp_output
  +context additionalContext=$context
context:
  context additional_context=$context
  +context additionalContext=$context
stop:
  deny followup_message=$reason
  +deny decision="block" reason=$reason
compact:
  message user_message=$message
`,
	Tools: `
Shell: shell !merge command cwd timeout
Read: file_read !merge file_path
Write: file_write !merge file_path
Delete: - !merge !delete file_path
Grep: search !merge pattern path=file_path
List|ReadLints: - !merge file_path
Fetch: web_fetch !merge url
ListMcpResources: - !merge server
FetchMcpResource: - !merge !create server uri download_path@files
WriteShellStdin: shell !never
ComputerUse|RecordScreen: - !never
Task: agent !never
WebSearch: web_search !never
WebFetch: web_fetch !never
StrReplace|Edit: file_edit !never file_path file_path=path
TabRead: file_read !never
TabWrite: file_edit !never
`,
}

const cursorEvents mapping.Table = `
*any: - 60s @unknown
sessionStart: session.start 60s @start +is_background_agent +composer_mode own:env:object
sessionEnd: session.end 60s duration_ms@millis error=error_message reason{aborted:user_exit,window_close:user_exit,user_close:user_exit} +is_background_agent +final_status
beforeSubmitPrompt: prompt.submit 60s @prompt prompt +attachments +composer_mode
preToolUse: tool.start 60s @pre-tool +agent_message +parent_tool_call_id
postToolUse: tool.end 60s @post-tool !success tool_output duration_ms=duration@millis +parent_tool_call_id
postToolUseFailure: tool.end 60s @context !error error=error_message duration_ms=duration@millis +failure_type +is_interrupt +parent_tool_call_id
beforeShellExecution: tool.start 60s @gate tool:Shell input:command input:cwd +sandbox +parent_tool_call_id
afterShellExecution: tool.end 60s tool:Shell input:command input:cwd tool_output=output duration_ms=duration@millis +sandbox +parent_tool_call_id
beforeMCPExecution: tool.start 60s @gate mcp_server=mcp_server_name mcp_url=url mcp_url=mcp_server_url mcp_command=command +parent_tool_call_id
afterMCPExecution: tool.end 60s mcp_server=mcp_server_name mcp_url=mcp_server_url tool_output=result_json duration_ms=duration@millis +parent_tool_call_id
beforeReadFile: tool.start 60s @read tool:Read input:file_path +content +attachments +parent_tool_call_id
afterFileEdit: file.write 60s tool:Write input:file_path input:edits file_path +parent_tool_call_id
beforeTabFileRead: - 60s @read tool:TabRead input:file_path +content
afterTabFileEdit: - 60s tool:TabWrite input:file_path input:edits
subagentStart: subagent.start 60s @subagent agent_id=subagent_id agent_type=subagent_type agent_parent_id=parent_conversation_id tool_call_id +task +subagent_model +is_parallel_worker +git_branch
subagentStop: subagent.stop 60s @stop !goes-on agent_id=subagent_id agent_type=subagent_type agent_parent_id=parent_conversation_id status duration_ms@millis last_message=summary error=error_message agent_transcript_path files=modified_files +task +description +message_count +tool_call_count +git_branch +child_conversation_id +loop_count
preCompact: context.compact 60s @compact trigger +context_usage_percent +context_tokens +context_window_size +message_count +messages_to_compact +is_first_compaction
stop: agent.stop 60s @stop !goes-on status input_tokens output_tokens cache_read_tokens cache_write_tokens +loop_count
afterAgentResponse: agent.response 60s message=text input_tokens output_tokens cache_read_tokens cache_write_tokens
afterAgentThought: agent.thought 60s message=text duration_ms@millis
workspaceOpen: - 60s own:pluginPaths:array
`

var Codex = mapping.Dialect{
	Name: "codex",
	Marks: []mapping.Mark{
		"transcript_path~/rollout-2 transcript_path~sessions/ hook_event_name:string",
		"turn_id:string hook_event_name:string model:string session_id:string !prompt_id !timestamp !client_type !conversation_id",
		"source:string hook_event_name=SessionStart model:string permission_mode:string !transcript_path !prompt_id !timestamp !client_type",
		"reason=other hook_event_name=SessionEnd session_id~-7 cwd:string !transcript_path !prompt_id !timestamp !client_type",
	},
	Traces: []mapping.Mark{
		"transcript_path~/rollout-2",
		"transcript_path~/.codex/",
		"turn_id:string model:string permission_mode:string",
	},
	Env: []string{"CODEX_MANAGED_BY_NPM"},
	Fields: `
  session_id -=turn_id|"" agent_id agent_type transcript_path|null cwd event=hook_event_name model|"" permission_mode|"default"
`,
	MCP:    mapping.MCPNaming{Prefix: "mcp__", Sep: "__"},
	Frame:  "hookSpecificOutput.hookEventName=$event",
	Fault:  "#exit=1 #stderr=$reason",
	Refine: codexRefine,
	Fix:    codexFix,
	Events: codexEvents,
	Forms: `
pre-tool:
  deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  rewrite hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.updatedInput=$input
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
  +deny decision="block" reason=$reason
permission:
  allow hookSpecificOutput.decision.behavior="allow"
  deny hookSpecificOutput.decision.behavior="deny" hookSpecificOutput.decision.message=$reason
  message systemMessage=$message
post-tool:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  output decision="block" reason=$output_text
  message systemMessage=$message
prompt:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
session:
  deny continue=false stopReason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
stop:
  deny decision="block" reason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
pre-compact:
  deny continue=false stopReason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
post-compact:
  stop continue=false stopReason=$stop
  message systemMessage=$message
subagent:
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
interrupt:
  message systemMessage=$message
`,
	Tools: `
Bash: shell !merge command
apply_patch: file_edit !merge patch=command@patch
view_image: file_read file_path=path
spawn_agent: agent prompt=message
`,
}

const codexEvents mapping.Table = `
$tool: tool_name tool_input tool_call_id=tool_use_id
$tool-end: tool_name tool_input tool_output=tool_response tool_call_id=tool_use_id
$stop: agent_transcript_path stop_hook_active|false last_message=last_assistant_message|null
SessionStart: session.start 600s @session !text reason=source
UserPromptSubmit: prompt.submit 600s @prompt !text prompt
PreToolUse: tool.start 600s @pre-tool $tool
PermissionRequest: permission.request 600s @permission $tool
PostToolUse: tool.end 600s @post-tool $tool-end
PreCompact: context.compact 600s @pre-compact trigger
PostCompact: context.compacted 600s @post-compact trigger
SubagentStart: subagent.start 600s @subagent !text
SubagentStop: subagent.stop 600s @stop !goes-on $stop
Stop: agent.stop 600s @stop !goes-on $stop
Interrupt: agent.interrupt 1s @interrupt
SessionEnd: session.end 1s reason{other:completed}
PreModelRequest: model.request 600s
PostModelRequest: model.response 600s status{completed:success,failed:error} error input_tokens=token_usage.input_tokens output_tokens=token_usage.output_tokens cache_read_tokens=token_usage.cached_input_tokens cache_write_tokens=token_usage.cache_write_input_tokens
`

var CodexNotify = mapping.Dialect{
	Name: "codex",
	Marks: []mapping.Mark{
		"type=agent-turn-complete !hook_event_name !openhook",
	},
	Argv: "type=agent-turn-complete !hook_event_name !openhook",
	Fields: `
  -=type|"agent-turn-complete" session_id=thread-id -=turn-id|"" cwd last_message=last-assistant-message|null
`,
	Fault:     "#exit=1 #stderr=$reason",
	EventName: codexNotifyName,
	Events:    codexNotifyEvents,
}

const codexNotifyEvents mapping.Table = `
notify: agent.stop +client +input-messages
`

var GeminiCLI = mapping.Dialect{
	Name: "gemini-cli",
	Marks: []mapping.Mark{
		"hook_event_name^Before|After",
		"hook_event_name=PreCompress",
		"timestamp:string transcript_path~/.gemini/ !permission_mode named",
		"timestamp:string transcript_path~/chats/session- !permission_mode !model named",
		"timestamp:string transcript_path= !permission_mode !model !conversation_id named",
		"transcript_path~/.gemini/tmp/ !hookEventName named",
		"hook_event_name=Notification notification_type=ToolPermission !permission_mode",
		"hook_event_name=SessionStart source=startup|clear timestamp:string !transcript_path !permission_mode !model",
		"hook_event_name=SessionEnd reason=exit|clear|logout|prompt_input_exit timestamp:string !transcript_path !permission_mode",
	},
	Traces: []mapping.Mark{
		"transcript_path~/.gemini/tmp/",
		"transcript_path~/chats/session- timestamp:string hook_event_name:string !permission_mode !model",
	},
	Env: []string{"GEMINI_SESSION_ID"},
	Fields: `
  session_id transcript_path|"" cwd event=hook_event_name time=timestamp session_id=$GEMINI_SESSION_ID project=$GEMINI_PROJECT_DIR
`,
	MCP:    mapping.MCPNaming{Prefix: "mcp_", Sep: "_"},
	Frame:  "hookSpecificOutput.hookEventName=$event",
	None:   "#stdout={}",
	Fault:  "systemMessage=$reason",
	Stderr: mapping.StderrQuiet,
	Refine: geminiStatus,
	Fix:    geminiFix,
	Events: geminiCLIEvents,
	Forms: `
tool:
  deny decision="deny" reason=$reason
  ask decision="ask" systemMessage=$reason
  rewrite hookSpecificOutput.tool_input=$input
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +deny decision="deny" reason=$reason
  +deny decision="block" reason=$reason
  +message #stdout=$message
tool-end:
  deny decision="deny" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  output decision="deny" reason=$output_text
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +deny decision="deny" reason=$reason
  +deny decision="block" reason=$reason
  +message #stdout=$message
prompt:
  deny decision="deny" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +deny decision="deny" reason=$reason
  +deny decision="block" reason=$reason
  +message #stdout=$message
stop:
  deny decision="deny" reason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +deny decision="deny" reason=$reason
  +deny decision="block" reason=$reason
  +message #stdout=$message
before-model:
  deny decision="deny" reason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +deny decision="deny" reason=$reason
  +deny decision="block" reason=$reason
  +message #stdout=$message
after-model:
  deny continue=false stopReason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +deny decision="deny" reason=$reason
  +deny decision="block" reason=$reason
  +message #stdout=$message
session-start:
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
  quiet suppressOutput=true
  +message #stdout=$message
message:
  message systemMessage=$message
  quiet suppressOutput=true
  +message #stdout=$message
`,
	Tools: `
run_shell_command: shell cwd=dir_path
read_file: file_read
read_many_files: file_read include@files
write_file: file_write
replace: file_edit
grep_search: search path=dir_path
search_file_content: search path=dir_path
glob|list_directory: find path=dir_path
google_web_search: web_search
web_fetch: web_fetch
invoke_agent: agent
`,
}

const geminiCLIEvents mapping.Table = `
$tool: tool_name tool_input mcp_server=mcp_context.server_name mcp_tool=mcp_context.tool_name mcp_command=mcp_context.command mcp_url=mcp_context.url
$tool-end: tool_name tool_input tool_output=tool_response error=tool_response.error.message mcp_server=mcp_context.server_name mcp_tool=mcp_context.tool_name mcp_command=mcp_context.command mcp_url=mcp_context.url
SessionStart: session.start 60s @session-start reason=source
SessionEnd: session.end 60s @message reason{exit:user_exit,clear:user_exit,logout:user_exit,prompt_input_exit:user_exit,other:completed}
BeforeAgent: prompt.submit 60s @prompt prompt
BeforeTool: tool.start 60s @tool !ask-unsafe $tool +original_request_name
AfterTool: tool.end 60s @tool-end !success $tool-end +original_request_name own:hookSpecificOutput.tailToolCallRequest:object
AfterAgent: agent.stop 60s @stop !goes-on prompt last_message=prompt_response stop_hook_active|false own+:hookSpecificOutput.clearContext:bool
BeforeModel: model.request 60s @before-model model=llm_request.model own:hookSpecificOutput.llm_request:object own+:hookSpecificOutput.llm_response:object
AfterModel: model.response 60s @after-model model=llm_request.model message=llm_response.text input_tokens=llm_response.usageMetadata.promptTokenCount output_tokens=llm_response.usageMetadata.candidatesTokenCount own:hookSpecificOutput.llm_response:object
BeforeToolSelection: tool.select 60s !mute model=llm_request.model own:hookSpecificOutput.toolConfig:object
PreCompress: context.compact 60s @message trigger
Notification: agent.notification 60s @message message kind=notification_type{ToolPermission:permission} +notification_type +details
`

var CopilotNative = mapping.Dialect{
	Name: "copilot-cli",
	Marks: []mapping.Mark{
		"sessionId:string timestamp:number !hookEventName !taskId !conversationId",
		"timestamp:number cwd:string !sessionId !session_id !hook_event_name !hookEventName !hookName !event !event_name !type !taskId !conversationId !conversation_id named",
	},
	Traces: []mapping.Mark{
		"hookName=permissionRequest toolName:string",
		"cwd:string toolName:string toolArgs !hook_event_name !taskId !conversationId",
		"timestamp:number cwd:string toolName:string !taskId !hookEventName",
		"timestamp:number sessionId:string !taskId !hookEventName !conversationId !workspaceRoot",
		"sessionId:string cwd:string !timestamp !hookEventName !taskId !conversationId !workspaceRoot !permissionMode named",
	},
	Env: []string{"COPILOT_HOOK_DIR", "COPILOT_PROJECT_DIR"},
	Fields: `
  session_id=sessionId time=timestamp cwd transcript_path=transcriptPath agent_id=agentId agent_type=agentType agent_parent_id=parentAgentId project=$COPILOT_PROJECT_DIR
`,
	MCP:        mapping.MCPNaming{Prefix: "", Sep: "-"},
	Fault:      "#stderr=$reason",
	MaxContext: 1048576,
	EventName:  copilotEvent,
	Refine:     copilotRefine,
	Fix:        copilotFix,
	Events:     copilotNativeEvents,
	Forms: `
any:
  deny permissionDecision="deny" permissionDecisionReason=$reason behavior="deny" message=$reason decision="block" reason=$reason
  message #line.type="progress" #line.message=$message
pre-tool:
  allow permissionDecision="allow" permissionDecisionReason=$reason
  deny permissionDecision="deny" permissionDecisionReason=$reason
  ask permissionDecision="ask" permissionDecisionReason=$reason
  rewrite modifiedArgs=$input
  context additionalContext=$context
  message #line.type="progress" #line.message=$message
permission:
  allow behavior="allow"
  deny behavior="deny" message=$reason
  stop interrupt=true
  message #line.type="progress" #line.message=$message
prompt:
  deny decision="block" reason=$reason
  context additionalContext=$context
  message #line.type="progress" #line.message=$message
post-tool:
  deny decision="block" reason=$reason
  context additionalContext=$context
  output modifiedResult.resultType="success" modifiedResult.textResultForLlm=$output_text
  message #line.type="progress" #line.message=$message
stop:
  deny decision="block" reason=$reason
  message #line.type="progress" #line.message=$message
context:
  context additionalContext=$context
  message #line.type="progress" #line.message=$message
message:
  message #line.type="progress" #line.message=$message
`,
	Tools: `
bash|powershell: shell
write_bash|write_powershell: shell command=input
create: file_write file_path=path content=file_text old_string=old_str new_string=new_str patch=diff
edit: file_edit file_path=path content=file_text old_string=old_str new_string=new_str patch=diff
apply_patch: file_edit file_path=path content=file_text old_string=old_str new_string=new_str patch=diff
str_replace_editor: file_edit file_path=path content=file_text old_string=old_str new_string=new_str patch=diff
view: file_read file_path=path content=file_text old_string=old_str new_string=new_str patch=diff
grep|rg: search
glob: find
task: agent
web_fetch: web_fetch
web_search: web_search
`,
}

const copilotNativeEvents mapping.Table = `
$stop: stop_hook_active|false
$native-tool: tool_name=toolName tool_input=toolArgs tool_input=toolInput tool_output=toolResult status=toolResult.resultType{failure:error,denied:error,rejected:error} error
$mcp: tool_call_id=toolCallId mcp_server=serverName mcp_tool=toolName tool_name=toolName tool_input=arguments
$native-agent: agent_id agent_type agent_parent_id=parent_agent_id agent_type=agentType agent_type=agentName last_message=response stop_hook_active
$notification: message title kind=notification_type{permission_prompt:permission,elicitation_dialog:permission,agent_idle:idle,agent_completed:done,shell_completed:done,shell_detached_completed:done}
*any: - 30s @any
sessionStart: session.start 30s @context reason=source{new:startup} prompt=initialPrompt
sessionEnd: session.end 30s @message reason{complete:completed,abort:user_exit}
userPromptSubmitted: prompt.submit 30s @prompt prompt own:modifiedPrompt:string own:handled:bool own:responseContent:string
userPromptTransformed: - 30s @message prompt +transformedPrompt own:modifiedTransformedPrompt:string
preToolUse: tool.start 30s @pre-tool $native-tool
permissionRequest: permission.request 30s @permission $native-tool +permissionSuggestions
preMcpToolCall: - 30s $mcp own:metaToUse:object
postToolUse: tool.end 30s @post-tool !success $native-tool
postToolUseFailure: tool.end 30s @context !error $native-tool
agentStop: agent.stop 30s @stop !goes-on $stop +stopReason
subagentStart: subagent.start 30s @context $native-agent +agentName +agentDisplayName +agentDescription +stopReason
subagentStop: subagent.stop 30s @stop !goes-on $native-agent +agentName +agentDisplayName +agentDescription +stopReason own:modifiedResponse:string
preCompact: context.compact 30s @message trigger custom_instructions=customInstructions
errorOccurred: agent.error 30s @message error=error.message +errorContext +recoverable
notification: agent.notification 30s @context $notification +notification_type
`

var CopilotPascal = mapping.Dialect{
	Name: "copilot-cli",
	Marks: []mapping.Mark{
		"timestamp:string session_id:string first=hook_event_name|session_id|cwd !transcript_path !permission_mode !tool_use_id !tool_response !hookEventName !sessionId !model !turn_id !conversation_id !client_type named",
		"timestamp:string session_id:string transcript_path~/session-state/ !permission_mode !tool_use_id !hookEventName named",
		"timestamp:string session_id:string stop_reason:string !permission_mode !hookEventName named",
		"transcript_path~/session-state/ !permission_mode !tool_use_id !hookEventName named",
		"session_id:string stop_reason:string !permission_mode !hookEventName !prompt_id named",
	},
	Traces: []mapping.Mark{
		"transcript_path~/session-state/ hook_event_name:string",
		"timestamp:string session_id:string cwd:string hook_event_name:string !transcript_path !permission_mode !hookEventName !client_type !conversation_id !turn_id",
		"timestamp:string cwd:string !session_id !transcript_path !permission_mode !hookEventName !client_type !conversation_id !turn_id named",
	},
	Env: []string{"COPILOT_HOOK_DIR", "COPILOT_PROJECT_DIR"},
	Fields: `
  event=hook_event_name session_id time=timestamp cwd transcript_path agent_id agent_type agent_parent_id=parent_agent_id project=$COPILOT_PROJECT_DIR
`,
	MCP:        mapping.MCPNaming{Prefix: "", Sep: "-"},
	Fault:      "#stderr=$reason",
	MaxContext: 1048576,
	Refine:     copilotRefine,
	Fix:        copilotFix,
	Events:     copilotPascalEvents,
	Forms: `
pre-tool:
  allow permissionDecision="allow" permissionDecisionReason=$reason
  deny permissionDecision="deny" permissionDecisionReason=$reason
  ask permissionDecision="ask" permissionDecisionReason=$reason
  rewrite modifiedArgs=$input
  context additionalContext=$context
  message #line.type="progress" #line.message=$message
  +allow hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason
  +deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  +ask hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason
  +rewrite hookSpecificOutput.updatedInput=$input
  +context hookSpecificOutput.additionalContext=$context
any:
  deny permissionDecision="deny" permissionDecisionReason=$reason behavior="deny" message=$reason decision="block" reason=$reason
  message #line.type="progress" #line.message=$message
permission:
  allow behavior="allow"
  deny behavior="deny" message=$reason
  stop interrupt=true
  message #line.type="progress" #line.message=$message
prompt:
  deny decision="block" reason=$reason
  context additionalContext=$context
  message #line.type="progress" #line.message=$message
post-tool:
  deny decision="block" reason=$reason
  context additionalContext=$context
  output modifiedResult.resultType="success" modifiedResult.textResultForLlm=$output_text
  message #line.type="progress" #line.message=$message
stop:
  deny decision="block" reason=$reason
  message #line.type="progress" #line.message=$message
context:
  context additionalContext=$context
  message #line.type="progress" #line.message=$message
message:
  message #line.type="progress" #line.message=$message
`,
	Tools: `
Bash: shell
Write: file_write file_path=path content=file_text old_string=old_str new_string=new_str patch=diff
Edit: file_edit file_path=path content=file_text old_string=old_str new_string=new_str patch=diff
Read: file_read file_path=path content=file_text old_string=old_str new_string=new_str patch=diff
Grep: search
Glob: find
Agent: agent
WebFetch: web_fetch
WebSearch: web_search
bash|powershell: shell
write_bash|write_powershell: shell command=input
create: file_write file_path=path content=file_text old_string=old_str new_string=new_str patch=diff
edit: file_edit file_path=path content=file_text old_string=old_str new_string=new_str patch=diff
apply_patch: file_edit file_path=path content=file_text old_string=old_str new_string=new_str patch=diff
str_replace_editor: file_edit file_path=path content=file_text old_string=old_str new_string=new_str patch=diff
view: file_read file_path=path content=file_text old_string=old_str new_string=new_str patch=diff
grep|rg: search
glob: find
task: agent
web_fetch: web_fetch
web_search: web_search
`,
}

const copilotPascalEvents mapping.Table = `
$tool: tool_name tool_input tool_output=tool_result status=tool_result.result_type{failure:error,denied:error,rejected:error} error
$stop: stop_hook_active|false
$agent: agent_type agent_type=agent_name last_message=last_assistant_message stop_hook_active
$native-tool: tool_name=toolName tool_input=toolArgs tool_input=toolInput tool_output=toolResult status=toolResult.resultType{failure:error,denied:error,rejected:error} error
$mcp: tool_call_id=toolCallId mcp_server=serverName mcp_tool=toolName tool_name=toolName tool_input=arguments
$native-agent: agent_id agent_type agent_parent_id=parent_agent_id agent_type=agentType agent_type=agentName last_message=response stop_hook_active
$notification: message title kind=notification_type{permission_prompt:permission,elicitation_dialog:permission,agent_idle:idle,agent_completed:done,shell_completed:done,shell_detached_completed:done}
*any: - 30s @any
SessionStart: session.start 30s @context reason=source{new:startup} prompt=initial_prompt
SessionEnd: session.end 30s @message reason{complete:completed,abort:user_exit}
UserPromptSubmit: prompt.submit 30s @prompt prompt own:modifiedPrompt:string own:handled:bool own:responseContent:string
PreToolUse: tool.start 30s @pre-tool $tool
PostToolUse: tool.end 30s @post-tool !success $tool
PostToolUseFailure: tool.end 30s @context !error $tool
Stop: agent.stop 30s @stop !goes-on $stop +stop_reason
SubagentStop: subagent.stop 30s @stop !goes-on $agent +agent_name +agent_display_name +stop_reason own:modifiedResponse:string
PreCompact: context.compact 30s @message trigger custom_instructions
ErrorOccurred: agent.error 30s @message error=error.message +error_context +recoverable
PermissionRequest: permission.request 30s @permission $native-tool
SubagentStart: subagent.start 30s @context $native-agent
Notification: agent.notification 30s @context $notification
PreMcpToolCall: - 30s $mcp
`

var KiroIDE = mapping.Dialect{
	Name: "kiro",
	Marks: []mapping.Mark{
		"toolName:string toolArgs !hook_event_name !hookName !sessionId !conversationId !timestamp !cwd",
		"USER_PROMPT:string !hook_event_name",
	},
	Traces: []mapping.Mark{
		"toolName:string toolSuccess:bool",
		"toolArgs toolSuccess:bool",
	},
	Env: []string{"USER_PROMPT"},
	Fields: `
  session_id=$KIRO_SESSION_ID
`,
	MCP:        mapping.MCPNaming{Prefix: "@", Sep: "/"},
	PayloadEnv: "USER_PROMPT",
	Stderr:     mapping.StderrQuiet,
	EventName:  kiroIDEEvent,
	Refine:     kiroRefine,
	Fix:        mapping.DenyAlone,
	Events:     kiroIDEEvents,
	Forms: `
deny:
  deny #exit=2 #stderr=$reason
context:
  context #stdout=$context
prompt:
  deny #exit=2 #stderr=$reason
  context #stdout=$context
`,
	Tools: `
execute_bash|execute_cmd|execute_pwsh|shell|executeBash|executePwsh: shell cwd=working_dir description=summary
fs_read|read|read_file|read_files|read_code|readFile|readCode: file_read file_path=path operations@files paths@files
fs_write|write|fsWrite: file_write file_path=path content=file_text content=text old_string=old_str new_string=new_str
str_replace|strReplace: file_edit file_path=path old_string=oldStr new_string=newStr
fs_append|fsAppend: file_edit file_path=path new_string=text
delete_file|deleteFile: file_edit !delete file_path=targetFile
grep|grep_search|grepSearch: search
glob|file_search|fileSearch: find
web_search: web_search
web_fetch: web_fetch
use_subagent|subagent|invoke_sub_agent|orchestrate_subagent: agent
delegate: agent prompt=task
`,
}

const kiroIDEEvents mapping.Table = `
$ide-tool: tool_name=toolName tool_input=toolArgs tool_output=toolResult success=toolSuccess
promptSubmit: prompt.submit @prompt !text prompt=USER_PROMPT prompt
preToolUse: tool.start @prompt !text $ide-tool
postToolUse: tool.end $ide-tool
agentStop: agent.stop
fileEdited: file.save @context !text
fileCreated: file.create @context !text
fileDeleted: file.delete @context !text
preTaskExecution: task.start @context !text
postTaskExecution: task.end @context !text
userTriggered: - @context !text
`

var KiroCLI = mapping.Dialect{
	Name: "kiro",
	Marks: []mapping.Mark{
		"hook_event_name=agentSpawn",
		"cwd:string !transcript_path !conversation_id !cursor_version !generation_id !timestamp !toolName !sessionId named",
	},
	Traces: []mapping.Mark{
		"hook_event_name^agent|userPrompt|preTool|postTool !conversation_id !transcript_path !timestamp !sessionId !toolName named",
	},
	Env: []string{"KIRO_SESSION_ID"},
	Fields: `
  event=hook_event_name cwd session_id session_id=$KIRO_SESSION_ID
`,
	MCP:        mapping.MCPNaming{Prefix: "@", Sep: "/"},
	Fault:      "#exit=1 #stderr=$reason",
	MaxContext: 10239,
	Stderr:     mapping.StderrQuiet,
	Home:       true,
	Refine:     kiroRefine,
	Fix:        mapping.DenyAlone,
	Events:     kiroCLIEvents,
	Forms: `
deny:
  deny #exit=2 #stderr=$reason
context:
  context #stdout=$context
prompt:
  deny #exit=2 #stderr=$reason
  context #stdout=$context
`,
	Tools: `
execute_bash|execute_cmd|execute_pwsh|shell|executeBash|executePwsh: shell cwd=working_dir description=summary
fs_read|read|read_file|read_files|read_code|readFile|readCode: file_read file_path=path operations@files paths@files
fs_write|write|fsWrite: file_write file_path=path content=file_text content=text old_string=old_str new_string=new_str
str_replace|strReplace: file_edit file_path=path old_string=oldStr new_string=newStr
fs_append|fsAppend: file_edit file_path=path new_string=text
delete_file|deleteFile: file_edit !delete file_path=targetFile
grep|grep_search|grepSearch: search
glob|file_search|fileSearch: find
web_search: web_search
web_fetch: web_fetch
use_subagent|subagent|invoke_sub_agent|orchestrate_subagent: agent
delegate: agent prompt=task
`,
}

const kiroCLIEvents mapping.Table = `
$tool: tool_name tool_input tool_output=tool_response success=tool_response.success
agentSpawn: session.start 30s @context !text prompt
userPromptSubmit: prompt.submit 30s @context !text prompt
preToolUse: tool.start 30s @deny $tool
postToolUse: tool.end 30s $tool +hook_events
stop: agent.stop 30s last_message=assistant_response
`

var KiroV3 = mapping.Dialect{
	Name: "kiro",
	Marks: []mapping.Mark{
		"session_id^sess_ hook_event_name:string cwd:string !transcript_path !permission_mode !tool_use_id !timestamp !client_type !conversation_id !turn_id",
		"hook_event_name=PostFileSave|PostFileCreate|PostFileDelete|PreTaskExec|PostTaskExec",
	},
	Traces: []mapping.Mark{
		"session_id^sess_",
	},
	Env: []string{"KIRO_SESSION_ID"},
	Fields: `
  session_id event=hook_event_name cwd session_id=$KIRO_SESSION_ID
`,
	MCP:       mapping.MCPNaming{Prefix: "@", Sep: "/"},
	Stderr:    mapping.StderrQuiet,
	Synthetic: []string{"A workflow you launched ("},
	Refine:    kiroRefine,
	Fix:       mapping.DenyAlone,
	Events:    kiroV3Events,
	Forms: `
deny:
  deny #exit=2 #stderr=$reason
context:
  context #stdout=$context
prompt:
  deny #exit=2 #stderr=$reason
  context #stdout=$context
`,
	Tools: `
execute_bash|execute_cmd|execute_pwsh|shell|executeBash|executePwsh: shell cwd=working_dir description=summary
fs_read|read|read_file|read_files|read_code|readFile|readCode: file_read file_path=path operations@files paths@files
fs_write|write|fsWrite: file_write file_path=path content=file_text content=text old_string=old_str new_string=new_str
str_replace|strReplace: file_edit file_path=path old_string=oldStr new_string=newStr
fs_append|fsAppend: file_edit file_path=path new_string=text
delete_file|deleteFile: file_edit !delete file_path=targetFile
grep|grep_search|grepSearch: search
glob|file_search|fileSearch: find
web_search: web_search
web_fetch: web_fetch
use_subagent|subagent|invoke_sub_agent|orchestrate_subagent: agent
delegate: agent prompt=task
`,
}

const kiroV3Events mapping.Table = `
$tool: tool_name tool_input tool_output=tool_response success=tool_response.success
SessionStart: session.start 60s @context !text
UserPromptSubmit: prompt.submit 60s @prompt !text prompt
PreToolUse: tool.start 60s @deny $tool
PostToolUse: tool.end 60s $tool
Stop: agent.stop 60s
PostFileSave: file.save 60s
PostFileCreate: file.create 60s
PostFileDelete: file.delete 60s
PreTaskExec: task.start 60s @deny
PostTaskExec: task.end 60s
`

var Windsurf = mapping.Dialect{
	Name: "windsurf",
	Marks: []mapping.Mark{
		"agent_action_name:string",
		"trajectory_id:string execution_id:string !hook_event_name",
	},
	Fields: `
  event=agent_action_name session_id=trajectory_id|"" session_id=execution_id|"" time=timestamp model=model_name cwd=tool_info.cwd cwd=tool_info.worktree_path
`,
	MCP:    mapping.MCPNaming{Prefix: "mcp:", Sep: "/"},
	Fault:  "#exit=1 #stderr=$reason",
	Stderr: mapping.StderrQuiet,
	Refine: windsurfRefine,
	Events: windsurfEvents,
	Forms: `
exit2:
  deny #exit=2 #stderr=$reason
`,
	Tools: `
read_code: file_read
write_code: file_edit
run_command: shell command=command_line
`,
}

const windsurfEvents mapping.Table = `
$mcp: mcp_server=tool_info.mcp_server_name mcp_tool=tool_info.mcp_tool_name tool_input=tool_info.mcp_tool_arguments tool_output=tool_info.mcp_result
pre_user_prompt: prompt.submit @exit2 prompt=tool_info.user_prompt
pre_read_code: tool.start @exit2 tool:read_code input:tool_info.file_path
post_read_code: tool.end @exit2 !success tool:read_code input:tool_info.file_path
pre_write_code: tool.start @exit2 tool:write_code input:tool_info.file_path input:tool_info.edits
post_write_code: tool.end @exit2 !success tool:write_code input:tool_info.file_path input:tool_info.edits
pre_run_command: tool.start @exit2 tool:run_command input:tool_info.command_line input:tool_info.cwd
post_run_command: tool.end @exit2 !success tool:run_command input:tool_info.command_line input:tool_info.cwd
pre_mcp_tool_use: tool.start @exit2 tool:mcp_tool_use $mcp
post_mcp_tool_use: tool.end @exit2 !success tool:mcp_tool_use $mcp
post_cascade_response: agent.stop last_message=tool_info.response
post_cascade_response_with_transcript: agent.response transcript_path=tool_info.transcript_path
post_setup_worktree: - project=tool_info.root_workspace_path project=$ROOT_WORKSPACE_PATH +tool_info.worktree_path +tool_info.root_workspace_path
`

var Cline = mapping.Dialect{
	Name: "cline",
	Marks: []mapping.Mark{
		"hookName~_ clineVersion !hook_event_name",
		"hookName~_ taskId !hook_event_name",
	},
	Traces: []mapping.Mark{
		"clineVersion:string taskId:string",
	},
	Fields: `
  -=clineVersion|"" time=timestamp session_id=sessionContext.rootSessionId session_id=taskId|"" cwd=workspaceRoots.0 cwd=workspaceInfo.rootPath agent_id agent_parent_id=parent_agent_id|null event=hookName{agent_start:TaskStart,agent_resume:TaskResume,agent_end:TaskComplete,agent_abort:TaskCancel,agent_error:TaskError,prompt_submit:UserPromptSubmit,tool_call:PreToolUse,tool_result:PostToolUse,session_shutdown:SessionShutdown}
`,
	MCP:        mapping.MCPNaming{Prefix: "", Sep: "__"},
	None:       "#stdout={}",
	Fault:      "#stdout={} #stderr=$reason",
	MaxContext: 50000,
	AnswerPart: clineAnswerPart,
	Refine:     clineRefine,
	Events:     clineEvents,
	Forms: `
pre-tool:
  deny cancel=true errorMessage=$reason
  rewrite overrideInput=$input
  context contextModification=$context
  stop cancel=true errorMessage=$stop
  +context context=$context
post-tool:
  context contextModification=$context
  stop cancel=true errorMessage=$stop
  +context context=$context
cancel:
  deny cancel=true errorMessage=$reason
  stop cancel=true errorMessage=$stop
`,
	Tools: `
run_commands: shell command=commands@commands command@commands command=cmd@commands command=shell_command@commands command=script@commands
read_files: file_read file_path=files@files.path file_path=path@files file_path=file_paths@files file_path=paths@files file_path=file_path@files file_path=filePath@files
editor: file_edit file_path=path old_string=old_text new_string=new_text
editor: file_write file_path=path content=new_text
apply_patch: file_edit patch=input@patch
search_codebase: search pattern=queries@lines
fetch_web_content: web_fetch url=requests@lines.url prompt=requests@lines.prompt
spawn_agent: agent prompt=task
execute_command: shell
read_file: file_read file_path=path
write_to_file: file_write file_path=path
replace_in_file: file_edit file_path=path patch=diff
search_files: search pattern=regex
web_fetch: web_fetch
web_search: web_search
use_mcp_tool: mcp
`,
}

const clineEvents mapping.Table = `
*any: - @cancel
TaskStart: agent.start @cancel !unheard
TaskResume: agent.start @cancel !unheard
UserPromptSubmit: prompt.submit @cancel !unheard prompt=userPromptSubmit.prompt
PreToolUse: tool.start 120s @pre-tool tool_call_id=tool_call.id tool_name=tool_call.name tool_input=tool_call.input tool_name=preToolUse.toolName tool_input=preToolUse.parameters@strings
PostToolUse: tool.end 120s @post-tool tool_call_id=tool_result.id tool_name=tool_result.name tool_input=tool_result.input tool_output=tool_result.output error=tool_result.error duration_ms=tool_result.durationMs@millis tool_name=postToolUse.toolName tool_input=postToolUse.parameters@strings tool_output=postToolUse.result success=postToolUse.success duration_ms=postToolUse.executionTimeMs@millis
TaskComplete: agent.stop last_message=turn.outputText status=turn.status{completed:success,failed:error,aborted:error}
TaskError: agent.error error=error.message
TaskCancel: agent.interrupt reason
SessionShutdown: agent.interrupt reason
`

var ClineVSCode = mapping.Dialect{
	Name: "cline",
	Marks: []mapping.Mark{
		"hookName:string clineVersion !hook_event_name",
		"hookName:string taskId !hook_event_name",
	},
	Fields: `
  -=clineVersion|"" event=hookName time=timestamp session_id=taskId|"" cwd=workspaceRoots.0 model=model.slug{unknown:}
`,
	MCP:        mapping.MCPNaming{Prefix: "", Sep: "__"},
	None:       "#stdout={}",
	Fault:      "#stdout={} #stderr=$reason",
	MaxContext: 50000,
	AnswerPart: clineAnswerPart,
	Refine:     clineRefine,
	Events:     clineVSCodeEvents,
	Forms: `
pre-tool:
  deny cancel=true errorMessage=$reason
  context contextModification=$context
  stop cancel=true errorMessage=$stop
post-tool:
  context contextModification=$context
  stop cancel=true errorMessage=$stop
cancel:
  deny cancel=true errorMessage=$reason
  stop cancel=true errorMessage=$stop
`,
	Tools: `
run_commands: shell command=commands@commands command@commands command=cmd@commands command=shell_command@commands command=script@commands
read_files: file_read file_path=files@files.path file_path=path@files file_path=file_paths@files file_path=paths@files file_path=file_path@files file_path=filePath@files
editor: file_edit file_path=path old_string=old_text new_string=new_text
editor: file_write file_path=path content=new_text
apply_patch: file_edit patch=input@patch
search_codebase: search pattern=queries@lines
fetch_web_content: web_fetch url=requests@lines.url prompt=requests@lines.prompt
spawn_agent: agent prompt=task
execute_command: shell
read_file: file_read file_path=path
write_to_file: file_write file_path=path
replace_in_file: file_edit file_path=path patch=diff
search_files: search pattern=regex
web_fetch: web_fetch
web_search: web_search
use_mcp_tool: mcp
`,
}

const clineVSCodeEvents mapping.Table = `
*any: - @cancel
TaskStart: session.start 30s @cancel prompt=taskStart.taskMetadata.initialTask
TaskResume: session.start 30s @cancel
UserPromptSubmit: prompt.submit 30s @cancel prompt=userPromptSubmit.prompt
PreToolUse: tool.start 30s @pre-tool tool_name=preToolUse.toolName tool_input=preToolUse.parameters@strings
PostToolUse: tool.end 30s @post-tool tool_name=postToolUse.toolName tool_input=postToolUse.parameters@strings tool_output=postToolUse.result success=postToolUse.success duration_ms=postToolUse.executionTimeMs@millis
TaskComplete: session.end 30s last_message=taskComplete.taskMetadata.result
TaskCancel: session.end 30s
PreCompact: context.compact 30s @cancel +preCompact
Notification: agent.notification 30s message=notification.message kind=notification.event{user_attention:permission,task_complete:done}
`

var QwenCode = mapping.Dialect{
	Name: "qwen-code",
	Marks: []mapping.Mark{
		"timestamp:string hook_event_name:string permission_mode:string !hookEventName !workspaceRoot !client_type !conversation_id",
		"timestamp:string hook_event_name:string transcript_path~/.qwen/ !hookEventName",
		"timestamp:string hook_event_name:string prompt_id~######## !hookEventName",
		"transcript_path~/.qwen/ hook_event_name:string !hookEventName",
	},
	Traces: []mapping.Mark{
		"transcript_path~/.qwen/",
		"timestamp:string permission_mode:string transcript_path:string !client_type !conversation_id",
	},
	Env: []string{"QWEN_CODE_SESSION_ID"},
	Fields: `
  session_id|"" transcript_path|"" cwd event=hook_event_name time=timestamp permission_mode|"default" agent_id agent_type session_id=$QWEN_CODE_SESSION_ID model=$QWEN_CODE_MODEL project=$QWEN_PROJECT_DIR
`,
	MCP:        mapping.MCPNaming{Prefix: "mcp__", Sep: "__"},
	Frame:      "hookSpecificOutput.hookEventName=$event",
	Fault:      "#exit=1 #stderr=$reason",
	MaxContext: 100000,
	Stderr:     mapping.StderrQuiet,
	Refine:     qwenRefine,
	Fix:        qwenFix,
	Events:     qwenCodeEvents,
	Forms: `
pre-tool:
  deny decision="deny" reason=$reason hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason continue=false stopReason=$reason
  ask decision="ask" reason=$reason hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason
  +deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  +deny decision="deny" reason=$reason
  +deny decision="block" reason=$reason
  +deny continue=false stopReason=$stop
  +ask hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason
  +ask decision="ask" reason=$reason
permission:
  allow hookSpecificOutput.decision.behavior="allow"
  deny hookSpecificOutput.decision.behavior="deny" hookSpecificOutput.decision.message=$reason
  rewrite hookSpecificOutput.decision.updatedInput=$input
post-tool:
  context hookSpecificOutput.additionalContext=$context
  output continue=false stopReason=$output_text
batch:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  +deny continue=false stopReason=$stop
prompt:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
expand:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  +deny continue=false stopReason=$stop
stop:
  deny decision="block" reason=$reason
  message systemMessage=$message
subagent-stop:
  deny decision="block" reason=$reason
block:
  deny decision="block" reason=$reason
context:
  context hookSpecificOutput.additionalContext=$context
`,
	Tools: `
run_shell_command|monitor: shell cwd=directory
read_file|zoom_image|display_image: file_read
write_file: file_write
edit: file_edit
notebook_edit: file_edit file_path=notebook_path new_string=new_source
grep_search: search
glob: find
list_directory: find
web_search: web_search
web_fetch: web_fetch
agent: agent
task: agent
`,
}

const qwenCodeEvents mapping.Table = `
$tool: tool_name tool_input tool_call_id tool_call_id=tool_use_id
$tool-end: tool_name tool_input tool_output=tool_response tool_call_id tool_call_id=tool_use_id error duration_ms@millis
$stop: stop_hook_active|false agent_transcript_path last_message=last_assistant_message input_tokens
*any: - 60s @block
*written: - 60s +todo_id +todo_content +todo_status +previous_status +all_todos +phase
SessionStart: session.start 60s @context !text reason=source{branch:fork} model
SessionEnd: session.end 60s reason{clear:user_exit,logout:user_exit,prompt_input_exit:user_exit,bypass_permissions_disabled:error,other:completed}
SessionDelete: - 60s +deleted_session_id
UserPromptSubmit: prompt.submit 60s @prompt !text prompt +submitted_prompt
UserPromptExpansion: prompt.expand 60s @expand !text prompt +command_name +command_args
PreToolUse: tool.start 60s @pre-tool !mute $tool
PermissionRequest: permission.request 60s @permission !with-allow !mute $tool +permission_suggestions
PermissionDenied: permission.denied 60s $tool +reason
PostToolUse: tool.end 60s @post-tool !success $tool-end
PostToolUseFailure: tool.end 60s @context !error $tool-end +is_interrupt
PostToolBatch: tool.batch 15s @batch !too-late +tool_calls
Stop: agent.stop 60s @stop !goes-on $stop +background_tasks +crons +context_usage +context_limit
StopFailure: agent.error 60s error last_message=last_assistant_message +error_details
SubagentStart: subagent.start 60s @context
SubagentStop: subagent.stop 60s @subagent-stop !goes-on $stop +background_tasks +crons
PreCompact: context.compact 60s trigger custom_instructions
PostCompact: context.compacted 60s trigger +compact_summary
Notification: agent.notification 60s message title kind=notification_type{permission_prompt:permission,elicitation_dialog:permission,idle_prompt:idle,auth_success:other} +notification_type
TodoCreated: - 60s @block +todo_id +todo_content +todo_status +previous_status +all_todos +phase
TodoCompleted: - 60s @block +todo_id +todo_content +todo_status +previous_status +all_todos +phase
InstructionsLoaded: - 60s +file_path +memory_type +load_reason +trigger_file_path +parent_file_path
MessageDisplay: - 60s +message_id +displayed_text +is_final
`

var Droid = mapping.Dialect{
	Name: "factory-droid",
	Marks: []mapping.Mark{
		"transcript_path~/.factory/sessions/ hook_event_name:string !timestamp !client_type !conversation_id !hookEventName",
		"permission_mode=off|spec|auto-low|auto-medium|auto-high !tool_use_id !timestamp !client_type !conversation_id !hookEventName named",
		"tool_name=Execute|Create transcript_path:string !tool_use_id !timestamp !client_type !conversation_id !hookEventName named",
	},
	Traces: []mapping.Mark{
		"transcript_path~/.factory/sessions/",
		"permission_mode=off|spec|auto-low|auto-medium|auto-high hook_event_name:string !timestamp !tool_use_id",
	},
	Env: []string{"DROID_PROJECT_DIR"},
	Fields: `
  session_id transcript_path|"" cwd permission_mode|"off" event=hook_event_name project=$DROID_PROJECT_DIR
`,
	MCP:       mapping.MCPNaming{Prefix: "", Sep: "___"},
	Frame:     "hookSpecificOutput.hookEventName=$event",
	Fault:     "#stderr=$reason",
	Synthetic: []string{"# Task Tool Invocation\n"},
	Refine:    droidRefine,
	Events:    droidEvents,
	Forms: `
pre-tool:
  allow hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason
  deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  rewrite hookSpecificOutput.updatedInput=$input
  stop continue=false stopReason=$stop
  quiet suppressOutput=true
  +stop #exit=3 #stderr=$stop
post-tool:
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +stop #exit=3 #stderr=$stop
prompt:
  deny continue=false stopReason=$reason #stderr=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  quiet suppressOutput=true
  +deny #exit=3 #stderr=$reason
session:
  context hookSpecificOutput.additionalContext=$context
  quiet suppressOutput=true
stop:
  deny decision="block" reason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
  quiet suppressOutput=true
  +stop #exit=3 #stderr=$stop
compact:
  deny #exit=2 #stderr=$reason
  +deny #exit=3 #stderr=$reason
`,
	Tools: `
Execute: shell
Read: file_read
Create: file_write
Edit: file_edit old_string=old_str new_string=new_str
MultiEdit: file_edit edits=changes
ApplyPatch: file_edit patch=input@patch
Grep: search
Glob: find pattern=patterns@lines path=folder
LS: find path=directory_path
WebSearch: web_search
FetchUrl: web_fetch
Task: agent
`,
}

const droidEvents mapping.Table = `
SessionStart: session.start 60s @session !text reason=source agent_parent_id=calling_session_id +previous_session_id
SessionEnd: session.end 60s reason{clear:user_exit,logout:user_exit,other:completed} duration_ms=session_duration_ms@millis +message_count
UserPromptSubmit: prompt.submit 60s @prompt !text prompt +has_images own:hookSpecificOutput.updatedInput.prompt:string
PreToolUse: tool.start 60s @pre-tool tool_name tool_input
PostToolUse: tool.end 60s @post-tool !success tool_name tool_input tool_output=tool_response
Notification: agent.notification 60s message kind=notification_type{permission_prompt:permission,idle_prompt:idle} +notification_type
Stop: agent.stop 60s @stop !goes-on stop_hook_active|false duration_ms=elapsed_time@millis +tool_execution_count
SubagentStop: subagent.stop 60s stop_hook_active|false last_message=task_result error=task_error +task_name
PreCompact: context.compact 60s @compact trigger custom_instructions +message_count +estimated_tokens
`

var Devin = mapping.Dialect{
	Name: "devin-cli",
	Marks: []mapping.Mark{
		"prompt_id:string !cwd hook_event_name:string session_id:string !transcript_path !permission_mode !timestamp !client_type !conversation_id !turn_id !hookEventName",
		"source:string !cwd hook_event_name=SessionStart session_id:string !transcript_path !model !permission_mode !timestamp !client_type !conversation_id !turn_id !hookEventName",
		"hook_event_name=PostCompaction",
	},
	Traces: []mapping.Mark{
		"prompt_id:string session_id:string !cwd !transcript_path !permission_mode !timestamp !client_type !conversation_id !turn_id !hookEventName",
		"prompt_id:string hook_event_name:string !cwd !transcript_path !permission_mode !timestamp !client_type !conversation_id !turn_id !hookEventName",
	},
	Env: []string{"DEVIN_PROJECT_DIR"},
	Fields: `
  event=hook_event_name session_id -=prompt_id|"" project=$DEVIN_PROJECT_DIR
`,
	MCP:    mapping.MCPNaming{Prefix: "mcp__", Sep: "__"},
	Frame:  "hookSpecificOutput.hookEventName=$event",
	Fault:  "#exit=1 #stderr=$reason",
	Refine: devinRefine,
	Events: devinEvents,
	Forms: `
pre-tool:
  allow decision="approve" reason=$reason
  deny decision="block" reason=$reason
  rewrite hookSpecificOutput.updatedInput=$input
permission:
  allow decision="approve" reason=$reason
  deny decision="block" reason=$reason
prompt:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
context:
  context hookSpecificOutput.additionalContext=$context
stop:
  deny decision="block" reason=$reason
`,
	Tools: `
exec: shell
read: file_read
write: file_write
edit: file_edit
apply_patch: file_edit !never
notebook_read: file_read file_path=notebook_path
notebook_edit: file_edit file_path=notebook_path
grep: search
glob: find
webfetch: web_fetch
run_subagent: agent prompt=task description=title
`,
}

const devinEvents mapping.Table = `
$tool: tool_name tool_input tool_call_id=tool_use_id
SessionStart: session.start @context reason=source
SessionEnd: session.end reason{other:completed}
UserPromptSubmit: prompt.submit @prompt prompt
PreToolUse: tool.start @pre-tool $tool
PostToolUse: tool.end @context tool_name tool_input tool_call_id=tool_use_id tool_output=tool_response success=tool_response.success error=tool_response.error
PermissionRequest: permission.request @permission $tool
Stop: agent.stop @stop !goes-on stop_hook_active|false last_message=last_assistant_message
PostCompaction: context.compacted +summary
`

var Augment = mapping.Dialect{
	Name: "augment",
	Marks: []mapping.Mark{
		"conversation_id:string workspace_roots:array !cursor_version !generation_id named",
		"conversation_id:string hook_event_name:string is_mcp_tool:bool !cursor_version",
		"conversation_id:string hook_event_name:string workspace_roots:array !cursor_version !generation_id !session_id !transcript_path",
	},
	Traces: []mapping.Mark{
		"conversation_id:string workspace_roots:array !cursor_version !generation_id",
		"conversation_id:string hook_event_name^Pre|Post|Session|Stop|Notification|Prompt !cursor_version !generation_id",
		"workspace_roots:array hook_event_name^Pre|Post|Session|Stop|Notification|Prompt !cursor_version !generation_id !conversation_id",
	},
	Env: []string{"AUGMENT_HOOK_EVENT"},
	Fields: `
  event=hook_event_name session_id=conversation_id cwd=workspace_roots.0 session_id=$AUGMENT_CONVERSATION_ID project=$AUGMENT_PROJECT_DIR time=context.timestamp time=mcp_metadata.timestamp time=conversation.timestamp model=context.modelName
`,
	MCP:    mapping.MCPNaming{Prefix: "", Sep: "_"},
	Frame:  "hookSpecificOutput.hookEventName=$event",
	Valid:  "hookSpecificOutput.hookEventName=$event",
	Fault:  "#exit=1 #stderr=$reason",
	Refine: augmentRefine,
	Events: augmentEvents,
	Forms: `
message:
  message systemMessage=$message
pre-tool:
  allow hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason
  deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  rewrite hookSpecificOutput.updatedInput=$input
  message systemMessage=$message
post-tool:
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
  +context additionalContext=$context
`,
	Tools: `
launch-process: shell
write-process: shell command=input_text
view: file_read file_path=path
save-file: file_write file_path=path content=file_content
str-replace-editor: file_edit file_path=path old_string=str_replace_entries@lines.old_str new_string=str_replace_entries@lines.new_str new_string=insert_line_entries@lines.new_str
apply_patch: file_edit patch=input@patch
remove-files: file_edit file_path=file_paths@files !delete
codebase-retrieval: search pattern=information_request
web-fetch: web_fetch
web-search: web_search
`,
}

const augmentEvents mapping.Table = `
$tool: tool_name tool_input
$tool-end: tool_name tool_input tool_output error=tool_error
SessionStart: session.start 60s @message
PromptSubmit: prompt.submit 60s @message prompt=user_prompt
PreToolUse: tool.start 60s @pre-tool $tool
PostToolUse: tool.end 60s @post-tool !success $tool-end
Stop: agent.stop 60s @message last_message=conversation.agentTextResponse last_message=_exchange.exchange.response_text status=agent_stop_cause{end_turn:success,interrupted:error,max_iterations:error,empty_completion:error,error:error} +agent_stop_cause
Notification: agent.notification 60s @message message=notification_message kind=notification_type{info:other} +notification_type
SessionEnd: session.end 60s @message
`

var VSCodeCopilot = mapping.Dialect{
	Name: "vscode-copilot",
	Marks: []mapping.Mark{
		"hookEventName:string sessionId:string !workspaceRoot !hook_event_name !taskId",
		"hook_event_name:string transcript_path~copilot-chat/transcripts/ !permission_mode !hookEventName",
		"timestamp:string transcript_path:string !permission_mode !prompt_id !stop_reason !custom_instructions !client_type !conversation_id !hookEventName named",
		"timestamp:string tool_use_id:string !permission_mode !prompt_id !client_type !conversation_id !hookEventName named",
		"source=new hook_event_name=SessionStart timestamp:string model:string !permission_mode !hookEventName",
		"timestamp:string first=timestamp session_id:string !permission_mode !prompt_id !client_type !conversation_id !hookEventName named",
	},
	Traces: []mapping.Mark{
		"transcript_path~copilot-chat/transcripts/",
	},
	Fields: `
  time=timestamp event=hook_event_name event=hookEventName session_id session_id=sessionId transcript_path model agent_id agent_type cwd
`,
	MCP:    mapping.MCPNaming{Prefix: "mcp_", Sep: "_"},
	Frame:  "hookSpecificOutput.hookEventName=$event",
	Fault:  "#exit=1 #stderr=$reason",
	URIs:   true,
	Fix:    vscodeFix,
	Events: vSCodeCopilotEvents,
	Forms: `
context:
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
post-compact:
  stop continue=false stopReason=$stop
  message systemMessage=$message
pre-tool:
  allow hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason
  deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  ask hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason
  rewrite hookSpecificOutput.updatedInput=$input
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
  +stop stopReason=$reason
block:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  stop continue=false stopReason=$stop
  message systemMessage=$message
  +stop stopReason=$reason
  +context additionalContext=$context
stop:
  deny hookSpecificOutput.decision="block" hookSpecificOutput.reason=$reason
  stop continue=false stopReason=$stop
  message systemMessage=$message
  +stop stopReason=$reason
`,
	Tools: `
run_in_terminal: shell description=explanation
create_file: file_write file_path=filePath
replace_string_in_file: file_edit file_path=filePath old_string=oldString new_string=newString
multi_replace_string_in_file: file_edit file_path=replacements@files.filePath old_string=replacements@lines.oldString new_string=replacements@lines.newString
insert_edit_into_file: file_edit file_path=filePath new_string=code
edit_notebook_file: file_edit file_path=filePath new_string=newCode
apply_patch: file_edit patch=input@patch
read_file: file_read file_path=filePath
list_dir: find
file_search: find pattern=query
grep_search|semantic_search: search pattern=query
fetch_webpage: web_fetch url=urls@lines prompt=query
runSubagent: agent
`,
}

const vSCodeCopilotEvents mapping.Table = `
$tool: tool_name tool_input tool_call_id=tool_use_id mcp_server=mcp_server.name
$tool-end: tool_name tool_input tool_output=tool_response tool_call_id=tool_use_id error duration_ms@millis mcp_server=mcp_server.name
$stop: stop_hook_active|false agent_transcript_path last_message=last_assistant_message
SessionStart: session.start 30s @context reason=source{new:startup}
UserPromptSubmit: prompt.submit 30s @block prompt
PreToolUse: tool.start 30s @pre-tool $tool
PostToolUse: tool.end 30s @block !success $tool-end
PreCompact: context.compact 30s @post-compact trigger custom_instructions
SubagentStart: subagent.start 30s @context
SubagentStop: subagent.stop 30s @stop !goes-on $stop
Stop: agent.stop 30s @stop !goes-on $stop
`

var Antigravity = mapping.Dialect{
	Name: "antigravity",
	Marks: []mapping.Mark{
		"conversationId:string workspacePaths:array !hook_event_name !hookEventName",
		"conversationId:string artifactDirectoryPath:string !hook_event_name !hookEventName",
	},
	Traces: []mapping.Mark{
		"workspacePaths:array toolCall:object",
		"workspacePaths:array transcriptPath:string",
		"artifactDirectoryPath:string",
	},
	Env: []string{"ANTIGRAVITY_CONVERSATION_ID"},
	Fields: `
  session_id=conversationId session_id=$ANTIGRAVITY_CONVERSATION_ID project=workspacePaths.0 cwd=workspacePaths.0 cwd=toolCall.args.Cwd transcript_path=transcriptPath model=modelName tool_name=toolCall.name tool_input=toolCall.args tool_call_id=stepIdx
`,
	MCP:       mapping.MCPNaming{Prefix: "mcp_", Sep: "_"},
	Fault:     "#stderr=$reason",
	Home:      true,
	EventName: antigravityEvent,
	Refine:    antigravityRefine,
	Events:    antigravityEvents,
	Forms: `
pre-tool:
  allow decision="allow"
  deny decision="deny" reason=$reason
  ask decision="ask" reason=$reason
  rewrite overwrite=$input
  +ask decision="force_ask" reason=$reason
  +deny decision="deny_unless_prior_grant" reason=$reason
  +deny allowTool=false denyReason=$reason
deny:
  deny decision="deny" reason=$reason
inject:
  context injectSteps.0.ephemeralMessage=$context
post-model:
  context injectSteps.0.ephemeralMessage=$context
  stop terminationBehavior="terminate"
stop:
  deny decision="continue" reason=$reason
`,
	Tools: `
run_command: shell command=CommandLine cwd=Cwd
send_command_input: shell command=Input
view_file: file_read file_path=AbsolutePath
write_to_file: file_write file_path=TargetFile content=CodeContent
replace_file_content: file_edit file_path=TargetFile old_string=TargetContent new_string=ReplacementContent
multi_replace_file_content: file_edit file_path=TargetFile edits=ReplacementChunks
list_dir: find path=DirectoryPath
find_by_name: find
grep_search: search pattern=Query path=SearchPath
search_web: web_search
read_url_content: web_fetch url=Url
invoke_subagent: agent
call_mcp_tool: mcp
`,
}

const antigravityEvents mapping.Table = `
*any: - 30s @deny
*quiet: model.request 30s +invocationNum +initialNumSteps
PreToolUse: tool.start 30s @pre-tool !with-allow !ask-unsafe
PostToolUse: tool.end 30s tool:unknown error
PreInvocation: model.request 30s @inject +invocationNum +initialNumSteps own:injectSteps:array
PostInvocation: model.response 30s @post-model +invocationNum +initialNumSteps +modelOutput +modelThinking own:injectSteps:array
Stop: agent.stop 30s @stop !goes-on last_message=finalModelOutput error +executionNum +terminationReason +fullyIdle
SessionStart: session.start 30s @inject own:injectSteps:array
`

var Crush = mapping.Dialect{
	Name: "crush",
	Marks: []mapping.Mark{
		"event:string cwd:string tool_name:string !matcher_context !working_dir !hook_event_name !source_tool",
	},
	Traces: []mapping.Mark{
		"event=PreToolUse tool_name:string session_id:string tool_input !matcher_context !working_dir !hook_event_name !source_tool",
		"event=PreToolUse cwd:string tool_input !matcher_context !working_dir !hook_event_name !source_tool",
	},
	Env: []string{"CRUSH_EVENT"},
	Fields: `
  event session_id cwd project=$CRUSH_PROJECT_DIR tool_name tool_input
`,
	MCP:     mapping.MCPNaming{Prefix: "mcp_", Sep: "_"},
	Frame:   "version=1",
	Fault:   "#exit=1 #stderr=$reason",
	Stderr:  mapping.StderrQuiet,
	AnyCase: true,
	Fix:     mapping.DenyAlone,
	Events:  crushEvents,
	Forms: `
pre-tool:
  allow decision="allow"
  deny #exit=2 #stderr=$reason
  rewrite updated_input=$input
  context context=$context
  stop #exit=49
  +stop #exit=49 #stderr=$stop
  +deny #exit=49 #stderr=$reason
  +stop halt=true reason=$stop
  +allow hookSpecificOutput.permissionDecision="allow"
  +rewrite hookSpecificOutput.updatedInput=$input
  +context hookSpecificOutput.additionalContext=$context
`,
	Tools: `
bash: shell
view: file_read
write: file_write
edit|multiedit: file_edit
grep: search
glob|ls: find
agent: agent
agentic_fetch: web_fetch
`,
}

const crushEvents mapping.Table = `
PreToolUse: tool.start 30s @pre-tool
`

var Goose = mapping.Dialect{
	Name: "goose",
	Marks: []mapping.Mark{
		"event:string matcher_context !hook_event_name !source_tool",
		"event:string working_dir:string !hook_event_name !source_tool",
		"session_id:string !cwd !tool_name !type !timestamp !hook_event_name !source_tool named",
	},
	Traces: []mapping.Mark{
		"working_dir:string matcher_context",
		"working_dir:string tool_name:string tool_input session_id:string",
	},
	Env: []string{"PLUGIN_ROOT"},
	Fields: `
  event session_id cwd=working_dir tool_name tool_input tool_call_id
`,
	Fault:  "#exit=1 #stderr=$reason",
	Stderr: mapping.StderrQuiet,
	Events: gooseEvents,
	Forms: `
exit2:
  deny #exit=2 #stderr=$reason
`,
	Tools: `
developer__shell: shell
developer__write: file_write file_path=path old_string=before new_string=after
developer__edit: file_edit file_path=path old_string=before new_string=after
developer__tree: find
shell: shell
write: file_write file_path=path old_string=before new_string=after
edit: file_edit file_path=path old_string=before new_string=after
tree: find
`,
}

const gooseEvents mapping.Table = `
SessionStart: session.start 30s
SessionEnd: session.end 30s
UserPromptSubmit: prompt.submit 30s prompt=message
PreToolUse: tool.start 30s @exit2
PreToolUseResult: permission.result 30s +decision +policy_evaluated +blocked_by +reason +cause
PostToolUse: tool.end 30s !success
PostToolUseFailure: tool.end 30s !error
Stop: agent.stop 30s @exit2 !goes-on last_message=last_assistant_message
BeforeReadFile: - 30s +matcher_context
AfterFileEdit: file.write 30s file_path=matcher_context
BeforeShellExecution: - 30s +matcher_context
AfterShellExecution: - 30s +matcher_context
`

var Vibe = mapping.Dialect{
	Name: "mistral-vibe",
	Marks: []mapping.Mark{
		"hook_event_name=pre_tool|post_tool|post_agent|before_tool|after_tool|post_agent_turn !hookName !event_type !cursor_version",
	},
	Traces: []mapping.Mark{
		"transcript_path~/.vibe/",
		"parent_session_id transcript_path cwd:string hook_event_name:string",
		"tool_status:string tool_output_text",
	},
	Fields: `
  event=hook_event_name{pre_tool:pre_tool,before_tool:pre_tool,after_tool:post_tool,post_agent_turn:post_agent} session_id transcript_path cwd agent_parent_id=parent_session_id tool_name tool_call_id tool_input
`,
	Fault:  "#exit=1 #stderr=$reason",
	Home:   true,
	Fix:    vibeOutput,
	Events: vibeEvents,
	Forms: `
pre-tool:
  deny decision="deny" reason=$reason
  rewrite hook_specific_output.tool_input=$input
  message system_message=$message
post-tool:
  deny decision="deny" reason=$reason
  context hook_specific_output.additional_context=$context
  output decision="deny" reason=$output_text
  message system_message=$message
post-agent:
  deny decision="deny" reason=$reason
  message system_message=$message
`,
	Tools: `
bash: shell
read_file: file_read file_path=path
write_file: file_write file_path=path
search_replace: file_edit patch=content
edit: file_edit
grep: search
`,
}

const vibeEvents mapping.Table = `
pre_tool: tool.start 60s @pre-tool
post_tool: tool.end 60s @post-tool status=tool_status{failure:error,cancelled:error} tool_output tool_output=tool_output_text error=tool_error duration_ms@millis
post_agent: agent.stop 60s @post-agent !goes-on
`

var OpenCode = mapping.Dialect{
	Name: "opencode",
	Marks: []mapping.Mark{
		"source_tool=opencode",
	},
	Traces: []mapping.Mark{
		"hook_event_name:string worktree:string named",
	},
	Env: []string{"OPENCODE"},
	Fields: `
  -=source_tool|"opencode" event=hook_event_name session_id|"" session_id=properties.sessionID cwd project=worktree transcript_path
`,
	MCP:    mapping.MCPNaming{Prefix: "", Sep: "_"},
	Fault:  "#exit=1 #stderr=$reason",
	Refine: opencodeRefine,
	Events: openCodeEvents,
	Forms: `
any:
  deny decision="deny" reason=$reason
before:
  deny decision="deny" reason=$reason
  rewrite updated_input=$input
  stop continue=false reason=$stop
  message system_message=$message
after:
  deny decision="deny" reason=$reason
  context context=$context
  output updated_output=$output updated_output=$mcp_output
  stop continue=false reason=$stop
  message system_message=$message
prompt:
  deny decision="deny" reason=$reason
  context context=$context
  stop continue=false reason=$stop
  message system_message=$message
permission:
  allow decision="allow"
  deny decision="deny" reason=$reason
  stop continue=false reason=$stop
  message system_message=$message
idle:
  deny decision="deny" reason=$reason
  message system_message=$message
context:
  context context=$context
  message system_message=$message
message:
  message system_message=$message
`,
	Tools: `
bash: shell cwd=workdir
read: file_read file_path=filePath
write: file_write file_path=filePath
edit: file_edit file_path=filePath old_string=oldString new_string=newString file_path=filepath
apply_patch: file_edit patch=patchText@patch
multiedit: file_edit file_path=filePath
patch: file_edit patch=patchText@patch
glob: find
grep: search
webfetch: web_fetch
websearch: web_search
task: agent
plan_enter|plan_exit: -
external_directory: -
doom_loop: -
`,
}

const openCodeEvents mapping.Table = `
*any: - @any
*failed: tool.end @message
chat.message: prompt.submit @prompt prompt agent_type=agent model +message_id
tool.execute.before: tool.start @before tool_name tool_input tool_call_id
tool.execute.after: tool.end @after tool_name tool_input tool_call_id status tool_output=tool_response error duration_ms@millis
permission.asked: permission.request @permission tool_name=properties.permission tool_input=properties.metadata tool_call_id=properties.tool.callID files=properties.metadata.files +properties.id +properties.patterns +properties.always
permission.replied: permission.result @message +properties.requestID +properties.reply
session.created: session.start @context time=properties.info.time.created title=properties.info.title agent_type=properties.info.agent agent_parent_id=properties.info.parentID
session.idle: agent.stop @idle !goes-on stop_hook_active
session.deleted: session.end @message title=properties.info.title agent_type=properties.info.agent agent_parent_id=properties.info.parentID input_tokens=properties.info.tokens.input output_tokens=properties.info.tokens.output cache_read_tokens=properties.info.tokens.cache.read cache_write_tokens=properties.info.tokens.cache.write
dispose: session.end @message
session.error: agent.error @message error=properties.error.data.message error=properties.error.name
session.compacted: context.compacted @message
experimental.session.compacting: context.compact @context
file.edited: file.write @message file_path=properties.file
`

var Tagged = mapping.Dialect{
	Name: "tagged",
	Fields: `
  -=source_tool|"opencode" event=hook_event_name session_id|"" session_id=properties.sessionID cwd project=worktree transcript_path
`,
	MCP:    mapping.MCPNaming{Prefix: "", Sep: "_"},
	Fault:  "#exit=1 #stderr=$reason",
	Refine: taggedRefine,
	Events: taggedEvents,
	Forms: `
any:
  deny decision="deny" reason=$reason
before:
  deny decision="deny" reason=$reason
  rewrite updated_input=$input
  stop continue=false reason=$stop
  message system_message=$message
after:
  deny decision="deny" reason=$reason
  context context=$context
  output updated_output=$output updated_output=$mcp_output
  stop continue=false reason=$stop
  message system_message=$message
prompt:
  deny decision="deny" reason=$reason
  context context=$context
  stop continue=false reason=$stop
  message system_message=$message
permission:
  allow decision="allow"
  deny decision="deny" reason=$reason
  stop continue=false reason=$stop
  message system_message=$message
idle:
  deny decision="deny" reason=$reason
  message system_message=$message
context:
  context context=$context
  message system_message=$message
message:
  message system_message=$message
`,
	Tools: `
bash: shell cwd=workdir
read: file_read file_path=filePath
write: file_write file_path=filePath
edit: file_edit file_path=filePath old_string=oldString new_string=newString file_path=filepath
apply_patch: file_edit patch=patchText@patch
multiedit: file_edit file_path=filePath
patch: file_edit patch=patchText@patch
glob: find
grep: search
webfetch: web_fetch
websearch: web_search
task: agent
plan_enter|plan_exit: -
external_directory: -
doom_loop: -
`,
}

const taggedEvents mapping.Table = `
*any: - @any
*failed: tool.end @message
chat.message: prompt.submit @prompt prompt agent_type=agent model +message_id
tool.execute.before: tool.start @before tool_name tool_input tool_call_id
tool.execute.after: tool.end @after tool_name tool_input tool_call_id status tool_output=tool_response error duration_ms@millis
permission.asked: permission.request @permission tool_name=properties.permission tool_input=properties.metadata tool_call_id=properties.tool.callID files=properties.metadata.files +properties.id +properties.patterns +properties.always
permission.replied: permission.result @message +properties.requestID +properties.reply
session.created: session.start @context time=properties.info.time.created title=properties.info.title agent_type=properties.info.agent agent_parent_id=properties.info.parentID
session.idle: agent.stop @idle !goes-on stop_hook_active
session.deleted: session.end @message title=properties.info.title agent_type=properties.info.agent agent_parent_id=properties.info.parentID input_tokens=properties.info.tokens.input output_tokens=properties.info.tokens.output cache_read_tokens=properties.info.tokens.cache.read cache_write_tokens=properties.info.tokens.cache.write
dispose: session.end @message
session.error: agent.error @message error=properties.error.data.message error=properties.error.name
session.compacted: context.compacted @message
experimental.session.compacting: context.compact @context
file.edited: file.write @message file_path=properties.file
`

var Kimi = mapping.Dialect{
	Name: "kimi",
	Marks: []mapping.Mark{
		"client_type^kimi",
		"session_id^session_ !transcript_path !permission_mode !timestamp named",
		"tool_call_id:string !tool_use_id !transcript_path !permission_mode !timestamp !conversation_id named",
		"agent_name:string !transcript_path !permission_mode !timestamp named",
		"error_type:string error_message:string !transcript_path !permission_mode !timestamp named",
		"trigger:string token_count:number !transcript_path !permission_mode !timestamp named",
		"trigger:string estimated_token_count:number !transcript_path !permission_mode !timestamp named",
		"sink:string notification_type:string !transcript_path !permission_mode !timestamp named",
	},
	Fields: `
  event=hook_event_name session_id cwd title=session_title
`,
	MCP:    mapping.MCPNaming{Prefix: "mcp__", Sep: "__"},
	Fault:  "#exit=1 #stderr=$reason",
	Stderr: mapping.StderrQuiet,
	Home:   true,
	Refine: kimiRefine,
	Fix:    mapping.DenyAlone,
	Events: kimiEvents,
	Forms: `
block:
  deny #exit=2 #stderr=$reason
  +deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
prompt:
  deny #exit=2 #stderr=$reason
  context message=$context
  +deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  +context hookSpecificOutput.message=$context
`,
	Tools: `
Bash: shell
Read: file_read file_path=path
Write: file_write file_path=path
Edit: file_edit file_path=path
ReadMediaFile: file_read file_path=path
Grep: search
Glob: find path path=directory
FetchURL: web_fetch
WebSearch: web_search
Agent|AgentSwarm: agent
Shell: shell
ReadFile: file_read file_path=path
WriteFile: file_write file_path=path
StrReplaceFile: file_edit file_path=path edits=edit
SearchWeb: web_search
`,
}

const kimiEvents mapping.Table = `
$tool: tool_name tool_input tool_call_id tool_output error=error.message
$permission: agent_id{main:} tool_name tool_input tool_call_id
SessionStart: session.start 30s reason=source model +profile
SessionEnd: session.end 30s reason{exit:user_exit,archive:completed}
SessionHeartbeat: - 30s +uptime_ms
UserPromptSubmit: prompt.submit 30s @prompt !text prompt +is_steer
UserPromptQueued: - 30s prompt +prompt_id +queue_length
TurnStarted: agent.start 30s prompt +turn_id +origin_kind +origin_name
PreToolUse: tool.start 30s @block $tool
PostToolUse: tool.end 30s !success $tool
PostToolUseFailure: tool.end 30s !error $tool
PermissionRequest: permission.request 30s $permission +id +turn_id +action +display
PermissionResult: permission.result 30s $permission +id +turn_id +action +display +decision
Stop: agent.stop 30s @block !goes-on stop_hook_active
StopFailure: agent.error 30s error=error_message +error_type
Interrupt: agent.interrupt 30s reason +turn_id
SubagentStart: subagent.start 30s agent_type=agent_name prompt
SubagentStop: subagent.stop 30s agent_type=agent_name last_message=response
TaskStarted: - 30s +task_id +kind +description +status +detached +started_at
Notification: agent.notification 30s agent_id{main:} kind=notification_type{task.completed:done,permission_prompt:permission} title message=body +sink +notification_type +severity +source_kind +source_id
PreCompact: context.compact 30s trigger +token_count
PostCompact: context.compacted 30s trigger +estimated_token_count
`

var Grok = mapping.Dialect{
	Name: "grok",
	Marks: []mapping.Mark{
		"hookEventName:string workspaceRoot:string",
		"hookEventName:string hook_event_name:string sessionId:string session_id:string",
	},
	Traces: []mapping.Mark{
		"workspaceRoot:string sessionId:string",
	},
	Env: []string{"GROK_HOOK_EVENT"},
	Fields: `
  session_id=sessionId cwd project=workspaceRoot time=timestamp transcript_path=transcriptPath permission_mode=permissionMode agent_id=subagentId agent_type=subagentType session_id transcript_path permission_mode project=$GROK_WORKSPACE_ROOT
`,
	MCP:        mapping.MCPNaming{Prefix: "", Sep: "__"},
	Frame:      "hookSpecificOutput.hookEventName=$event",
	Fault:      "#exit=1 #stderr=$reason",
	MaxContext: 40000,
	Home:       true,
	EventName:  grokName,
	Refine:     grokRefine,
	Fix:        grokFix,
	Events:     grokEvents,
	Forms: `
block:
  deny decision="block" reason=$reason
context:
  context hookSpecificOutput.additionalContext=$context
pre-tool:
  deny decision="deny" reason=$reason
  ask decision="ask" reason=$reason
  rewrite hookSpecificOutput.updatedInput=$input
  context hookSpecificOutput.additionalContext=$context
  +deny decision="block" reason=$reason
  +deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
  +deny hookSpecificOutput.permissionDecision="block" hookSpecificOutput.permissionDecisionReason=$reason
  +ask hookSpecificOutput.permissionDecision="ask" hookSpecificOutput.permissionDecisionReason=$reason
post-tool:
  deny decision="block" reason=$reason
  context hookSpecificOutput.additionalContext=$context
  output hookSpecificOutput.updatedToolOutput=$output hookSpecificOutput.updatedMCPToolOutput=$mcp_output
stop:
  deny decision="block" reason=$reason
  stop continue=false stopReason=$stop
`,
	Tools: `
run_terminal_command|run_terminal_cmd|monitor: shell
read_file: file_read file_path=target_file
search_replace: file_edit
write: file_write
grep: search
list_dir: find path=target_directory
web_search: web_search
web_fetch: web_fetch
spawn_subagent|task: agent
bash: shell
read|hashline_read: file_read file_path=target_file file_path=filePath file_path
edit: file_edit file_path=filePath old_string=oldString new_string=newString
hashline_edit: file_edit
hashline_grep|grep_files: search
glob: find
apply_patch: file_edit patch@patch
`,
}

const grokEvents mapping.Table = `
$tool: tool_name=toolName tool_call_id=toolUseId tool_input=toolInput tool_input_truncated=toolInputTruncated tool_output=toolResult error duration_ms=durationMs@millis tool_name tool_call_id=tool_use_id tool_input tool_output=tool_response
$stop: stop_hook_active=stopHookActive last_message=lastAssistantMessage
*unheard: - 600s +promptId +reason +backgroundTasks +sessionCrons
SessionStart: session.start 5s reason=source{new:startup,load:resume} model=modelId
SessionEnd: session.end 1500ms reason{shutdown:completed,channel_closed:completed}
UserPromptSubmit: prompt.submit 30s @block prompt +promptId
PreToolUse: tool.start 5s @pre-tool !ask-unsafe $tool
PostToolUse: tool.end 600s @post-tool $tool +isBackgrounded +toolResultTruncated
PostToolUseFailure: tool.end 5s @context !error $tool +isInterrupt
PermissionDenied: permission.denied 5s $tool
Notification: agent.notification 5s title message kind=notificationType{permission_prompt:permission,idle_prompt:idle,task_complete:done} +notificationType +level
Stop: agent.stop 600s @stop !goes-on $stop +reason +backgroundTasks +sessionCrons
SubagentStop: subagent.stop 600s @stop !goes-on $stop +phase +backgroundTasks +sessionCrons
StopFailure: agent.error 5s error last_message=lastAssistantMessage +errorDetails
StopCancelled: agent.interrupt 5s reason last_message=lastAssistantMessage +cancelledBy +cancelTrigger +reasonDetails
SubagentStart: subagent.start 5s +description
PreCompact: context.compact 5s trigger=source
PostCompact: context.compacted 5s trigger=source
`
