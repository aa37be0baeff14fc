package mapping

import "strings"

// Augment's Auggie CLI. Recorded with @augmentcode/auggie 0.36.0 (2026-11-20);
// "source" is that package's. Its extensions read the same settings.
var augment = Dialect{
	Name:  "augment",
	Fault: claudeFault,
	Marks: []Mark{
		// Cursor sends the same ids, with camelCase names and a cursor_version.
		"conversation_id:string workspace_roots:array !cursor_version !generation_id named",
		"conversation_id:string hook_event_name:string is_mcp_tool:bool !cursor_version",
		// An event to come; Cursor's have a generation_id, or a session_id.
		"conversation_id:string hook_event_name:string workspace_roots:array !cursor_version !generation_id !session_id !transcript_path",
	},
	Env: []string{"AUGMENT_HOOK_EVENT"},
	Fields: `
  event=hook_event_name
  session_id=conversation_id
  cwd=workspace_roots.0
  session_id=$AUGMENT_CONVERSATION_ID
  project=$AUGMENT_PROJECT_DIR
` +
		// Only with includeUserContext, includeMCPMetadata and includeConversationData.
		`  time=context.timestamp
  time=mcp_metadata.timestamp
  time=conversation.timestamp
  model=context.modelName
`,
	Forms: augmentForms,
	Events: `
$tool: tool_name tool_input
$tool-end: tool_name tool_input tool_output error=tool_error
` +
		// No context reaches the model, though the documentation says so (0.36.0).
		`SessionStart: session.start 60s @message
PromptSubmit: prompt.submit 60s @message prompt=user_prompt
` +
		// Its tool_output is the text "[undefined]".
		`PreToolUse: tool.start 60s @pre-tool $tool
PostToolUse: tool.end 60s @post-tool !success $tool-end
` +
		// Neither a block nor exit 2 makes the agent go on, though the documentation says so (0.36.0).
		`Stop: agent.stop 60s @message last_message=conversation.agentTextResponse
  last_message=_exchange.exchange.response_text
  status=agent_stop_cause{end_turn:success,interrupted:error,max_iterations:error,empty_completion:error,error:error}
  +agent_stop_cause
Notification: agent.notification 60s @message message=notification_message kind=notification_type{info:other}
  +notification_type
SessionEnd: session.end 60s @message
`,
	Tools: `
launch-process: shell
write-process: shell command=input_text
` + // to a command that waits
		`view: file_read file_path=path
save-file: file_write file_path=path content=file_content
str-replace-editor: file_edit file_path=path old_string=str_replace_entries@lines.old_str new_string=str_replace_entries@lines.new_str new_string=insert_line_entries@lines.new_str
apply_patch: file_edit patch=input@patch
remove-files: file_edit file_path=file_paths@files !delete
codebase-retrieval: search pattern=information_request
web-fetch: web_fetch
web-search: web_search
`,
	Frame:  "hookSpecificOutput.hookEventName=$event",
	MCP:    MCPNaming{Sep: "_"}, // the tool comes first, see augmentRefine
	Refine: augmentRefine,
}

var augmentSaveKeys = []ToolKey{{Canon: "file_path", Native: "path"}, {Canon: "content", Native: "file_content"}}

// augmentOverwrite is save-file on a file that was there.
var augmentOverwrite = Tool{Native: "save-file", Canon: FileWrite, Op: "update", Keys: augmentSaveKeys}

const augmentForms Table = `
message:
  message systemMessage=$message
` +
	// An ask is ignored and the call runs, a context is lost, and continue:false blocks this one call
	// without its reason. Flat decisions and exit codes but 0 and 2 count for nothing (0.36.0).
	`pre-tool:
  allow hookSpecificOutput.permissionDecision="allow" hookSpecificOutput.permissionDecisionReason=$reason
  deny hookSpecificOutput.permissionDecision="deny" hookSpecificOutput.permissionDecisionReason=$reason
` +
	// replaces the whole input (0.36.0)
	`  rewrite hookSpecificOutput.updatedInput=$input
  message systemMessage=$message
` +
	// The reason of a block is lost, flat or not (0.36.0).
	`post-tool:
  context hookSpecificOutput.additionalContext=$context
  message systemMessage=$message
  +context additionalContext=$context
`

// augmentRefine tells tools of MCP servers, which are called TOOL_SERVER, from
// its own, and reads what became of a call.
func augmentRefine(c *Call) {
	switch name := c.text(ToolName); {
	case c.Payload.get("is_mcp_tool") == "true":
		c.Canon, c.Tool, c.input = MCP, nil, canonicalInput(nil, MCP, c.values[ToolInput])
		c.values[MCPServer], c.values[MCPTool] = "", quote(name)
		if i := strings.LastIndexByte(name, '_'); i > 0 && i+1 < len(name) {
			c.values[MCPServer], c.values[MCPTool] = quote(name[i+1:]), quote(name[:i])
		}
	case c.Canon == MCP:
		c.Canon, c.values[MCPServer], c.values[MCPTool] = "", "", ""
		if c.Tool = c.Dialect.tool(name, &c.toolRoom); c.Tool != nil {
			c.Canon = c.Tool.Canon
		}
		c.input = canonicalInput(c.Tool, c.Canon, c.values[ToolInput])
	}
	if c.Type == ToolEnd && c.values[ErrorText] != "" {
		c.values[Status] = `"error"`
	}
	c.augmentChanges("file_changes")
	c.augmentChanges("conversation.agentCodeResponse")
}

// augmentChanges lists the files that the client says have changed.
func (c *Call) augmentChanges(key string) {
	raw := c.Payload.get(key)
	if !isKind(raw, "array") {
		return
	}
	for _, change := range entries(raw) {
		op := text(valueOf(change, "changeType"))
		if op == "edit" && c.Canon == FileWrite {
			c.Tool = &augmentOverwrite
		}
		if op != "create" && op != "delete" {
			op = "update"
		}
		c.addFile(text(valueOf(change, "path")), op)
	}
}

var augmentAbout = About{
	Source: "augment", Product: "Augment (Auggie CLI)", Version: "0.36.0", Date: "2026-11-20", Known: "recorded",
	Note: "An ask is sent as a deny; what is said after a tool reaches the model as context.",
}

var augmentSetup = Setup{
	Source: "augment", Signs: "auggie ~/.augment", Program: "auggie", WindowsShell: CmdExe,
	Files: []HookFile{
		{Scope: SystemScope, Path: "/etc/augment/settings.json", Layout: &augmentLayout, Install: true},
		{Scope: UserScope, Path: "~/.augment/settings.json", Layout: &augmentLayout, Install: true},
		{Scope: LocalScope, Path: ".augment/settings.local.json", Layout: &augmentLayout},
		{Scope: ProjectScope, Path: ".augment/settings.json", Layout: &augmentLayout, Install: true},
	},
	Longest: "*=600", Once: true,
	Todo:    "Augment runs hooks only for tenants whose enable_hooks is on, which is the server's to say",
	Restart: true,
}

var augmentLayout = Layout{Root: "hooks", Entry: groupEntry, Unit: 1}
