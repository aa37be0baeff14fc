package mapping

import (
	"strconv"
	"strings"
)

// Codex CLI, the hooks engine. Recorded with @openai/codex 0.169.0 (2026-11-20).
var codex = Dialect{
	Name:  "codex",
	Fault: codexFault,
	Marks: []Mark{
		// Every session that is kept on disk, whatever the event.
		"transcript_path~/rollout-2 transcript_path~sessions/ hook_event_name:string",
		// An ephemeral one has a null path. Claude Code 2.1.328 sends a turn_id on
		// MessageDisplay, beside a prompt_id and without a model.
		"turn_id:string hook_event_name:string model:string session_id:string !prompt_id !timestamp !client_type !conversation_id",
		// SessionStart has no turn_id; Claude Code always has a path there.
		"source:string hook_event_name=SessionStart model:string permission_mode:string !transcript_path !prompt_id !timestamp !client_type",
		// SessionEnd has next to nothing: the one reason, and an id that is a UUIDv7.
		"reason=other hook_event_name=SessionEnd session_id~-7 cwd:string !transcript_path !prompt_id !timestamp !client_type",
	},
	// Set by the npm launcher, not for hooks; CODEX_HOME is the user's and would
	// claim other clients' payloads.
	Env: []string{"CODEX_MANAGED_BY_NPM"},
	Fields: `
  session_id
` + // in a subagent that of the root
		`  -=turn_id|""
  agent_id
  agent_type
  transcript_path|null
  cwd
  event=hook_event_name
  model|""
  permission_mode|"default"
`,
	Forms:  codexForms,
	Events: codexEvents,
	Tools: `
` +
		// Beside command Codex reads no key of a new input.
		`Bash: shell !merge command
apply_patch: file_edit !merge patch=command@patch
view_image: file_read file_path=path
spawn_agent: agent prompt=message
`,
	Frame:  "hookSpecificOutput.hookEventName=$event",
	MCP:    MCPNaming{Prefix: "mcp__", Sep: "__"},
	Refine: codexRefine,
	Fix:    codexFix,
}

const codexEvents Table = `
$tool:
  tool_name
  tool_input
  tool_call_id=tool_use_id
` + // none on PermissionRequest
	`$tool-end: tool_name tool_input tool_output=tool_response tool_call_id=tool_use_id
$stop: agent_transcript_path stop_hook_active|false last_message=last_assistant_message|null
SessionStart: session.start 600s @session !text reason=source
UserPromptSubmit: prompt.submit 600s @prompt !text prompt
PreToolUse: tool.start 600s @pre-tool $tool
PermissionRequest: permission.request 600s @permission $tool
PostToolUse: tool.end 600s @post-tool $tool-end
PreCompact: context.compact 600s @pre-compact trigger
PostCompact: context.compacted 600s @post-compact trigger
SubagentStart: subagent.start 600s @subagent !text
` +
	// Its transcript_path is the parent's.
	`SubagentStop: subagent.stop 600s @stop !goes-on $stop
Stop: agent.stop 600s @stop !goes-on $stop
` +
	// These two have 1 s, at most 3 s, whatever the settings say.
	`Interrupt: agent.interrupt 1s @interrupt
SessionEnd: session.end 1s reason{other:completed}
` +
	// Around every model call; no answer counts, an exit code is only shown.
	`PreModelRequest: model.request 600s
PostModelRequest: model.response 600s status{completed:success,failed:error} error
  input_tokens=token_usage.input_tokens output_tokens=token_usage.output_tokens
  cache_read_tokens=token_usage.cached_input_tokens cache_write_tokens=token_usage.cache_write_input_tokens
`

// codexNotify is the older notify program: the payload is the last argument,
// stdin is empty, and nobody waits or reads an answer.
var codexNotify = Dialect{
	Name:  "codex",
	Fault: codexFault,
	Marks: []Mark{codexTurnComplete},
	Argv:  codexTurnComplete,
	Fields: `
  -=type|"agent-turn-complete"
  session_id=thread-id
` + // not sent by the first versions; a subagent's is its own
		`  -=turn-id|""
  cwd
  last_message=last-assistant-message|null
`,
	Events: `
notify: agent.stop +client +input-messages
`,
	EventName: codexNotifyName,
}

const codexTurnComplete Mark = "type=agent-turn-complete !hook_event_name !openhook"

func codexNotifyName(p *Payload, _ string) string {
	if p.text("type") == "agent-turn-complete" {
		return "notify"
	}
	return ""
}

// codexRefine reads from a result how the tool ended, where the result says so:
// that of Bash is bare output. A subagent's prompt is its parent's, not a person's.
func codexRefine(c *Call) {
	switch out := c.values[ToolOutput]; {
	case c.Type == PromptSubmit && c.values[AgentID] != "":
		c.values[Synthetic] = "true"
	case c.Canon == MCP:
		if failed := valueOf(out, "isError"); isKind(failed, "bool") {
			c.values[Status] = codexStatus(failed == "false")
		}
	case c.text(ToolName) == "apply_patch":
		if code, ok := strings.CutPrefix(out, `"Exit code: `); ok {
			c.values[Status] = codexStatus(strings.HasPrefix(code, `0\n`) || code == `0"`)
		}
	}
}

func codexStatus(well bool) string {
	if well {
		return `"success"`
	}
	return `"error"`
}

var codexAbout = About{
	Source: "codex", Product: "Codex CLI", Version: "0.169.0", Date: "2026-11-20", Known: "recorded",
	Note: "Hooks do nothing until they are trusted with /hooks. Reads and web searches have no hook of their own.",
}

var codexSetup = Setup{
	Source: "codex", Signs: "codex ~/.codex", Program: "codex", Moved: "CODEX_HOME=~/.codex", WindowsShell: CmdExe,
	Files: []HookFile{
		{Scope: UserScope, Path: "~/.codex/hooks.json", Layout: &codexLayout, Install: true},
		{Scope: UserScope, Path: "~/.codex/config.toml", Layout: &codexTOML},
		{Scope: ProjectScope, Path: ".codex/hooks.json", Layout: &codexLayout, Install: true},
		{Scope: ProjectScope, Path: ".codex/config.toml", Layout: &codexTOML},
	},
	Leave:   "notify PreModelRequest PostModelRequest", // notify is no hook; the others come with every request
	Longest: "SessionEnd=3 Interrupt=3 *=600",
	Trust:   "~/.codex/config.toml hooks.state", Trusted: codexTrusted,
	Todo:    "run /hooks in Codex and trust it: until then Codex does not call it, and says nothing",
	Project: "trust the project and, in /hooks, each hook",
	Restart: true,
}

// A key or a type that 0.169.0 does not know voids the whole file.
var (
	codexLayout = Layout{Root: "hooks", Entry: groupEntry, Unit: 1000, Only: "description hooks"}
	codexTOML   = Layout{Syntax: TOML, Root: "hooks", Unit: 1000, Off: "features.hooks=false"}
)

// codexTrusted is what 0.169.0 takes the hash of, after it has filled in what the file
// leaves out (found by the hashes that hooks/list of its app-server says).
func codexTrusted(event, matcher, hook string) string {
	timeout, err := strconv.Atoi(valueOf(hook, "timeout"))
	if short := event == "session_end" || event == "interrupt"; err != nil {
		timeout = map[bool]int{true: 1, false: 600}[short]
	} else if short {
		timeout = min(timeout, 3)
	}
	b := []byte(`{"event_name":` + quote(event) + `,"hooks":[{"async":` + firstOf(valueOf(hook, "async"), "false") + `,"command":`)
	b = append(b, quote(text(valueOf(hook, "command")))...)
	if status := valueOf(hook, "statusMessage"); status != "" {
		b = append(b, `,"statusMessage":`+quote(text(status))...)
	}
	b = append(b, `,"timeout":`+strconv.Itoa(max(timeout, 1))+`,"type":"command"}]`...)
	if matcher != "" && event != "stop" && event != "user_prompt_submit" {
		b = append(b, `,"matcher":`+quote(text(matcher))...)
	}
	return string(append(b, '}'))
}
