package mapping

// The events that a HOOK.md hook reads (Agent Hooks specification, sections 1, 2
// and 5). The draft has no key for a prompt, a result or an error, which stand
// here under the names that the other drafts have.
var hookMD = Dialect{
	Name:   "hook-md",
	Format: true,
	Fault:  canonicalFault,
	Marks:  []Mark{"event_type:string work_dir:string"},
	Fields: `
  event=event_type time=timestamp session_id|"" cwd=work_dir|"" -=context|{}
`,
	Events: `
$tool: tool_name tool_input tool_call_id=tool_use_id|""
$subagent: agent_type=subagent_name|"" agent_type=subagent_type|"" prompt=task_description|"" agent_id
$final: -=final_message.role|"assistant" last_message=final_message.content|""
session_start: session.start @gate model|"" reason=args.source
session_end: session.end @gate reason=exit_reason{user_exit:user_exit}|"user_exit"
before_agent: prompt.submit @gate prompt|""
after_agent: agent.response @gate message
before_tool: tool.start @gate $tool
after_tool: tool.end @gate !success $tool tool_output
after_tool_failure: tool.end @gate !error $tool error
subagent_start: subagent.start @gate $subagent
subagent_stop: subagent.stop @gate !goes-on $subagent $final
pre_compact: context.compact @gate trigger
before_stop: agent.stop @gate !goes-on -=stop_reason|"no_tool_calls" $final stop_hook_active
`,
	// "JSON configuration objects to instruct the Agent to allow, deny, modify input,
	// or add context": the draft names no key but decision.
	Forms: `
gate:
  deny #exit=2 #stderr=$reason
  rewrite updated_input=$input
  context context=$context
`,
	Fix:    alone, // stdout counts at exit 0 alone
	Stderr: StderrQuiet,
	// The names of section 4 are Kimi's.
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
