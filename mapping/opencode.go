package mapping

import "strings"

// OpenCode has no command hooks: plugins/opencode/openhook.js, a plugin of ours,
// calls the shim. Recorded with 1.18.33 (2026-11-20); the rules stand in
// docs/opencode.md.
var opencode = Dialect{
	Name:   "opencode",
	Fault:  canonicalFault,
	Marks:  []Mark{"source_tool=opencode"},
	Env:    []string{"OPENCODE"},
	Fields: opencodeFields,
	Forms:  opencodeForms,
	Events: opencodeEvents,
	Tools:  opencodeTools,
	MCP:    MCPNaming{Sep: "_"},
	Refine: opencodeRefine,
}

const opencodeFields Keys = `
  -=source_tool|"opencode"
  event=hook_event_name
  session_id|""
  session_id=properties.sessionID
  cwd
  project=worktree
  transcript_path # OpenCode has none; other people's plugins write one
`

// The plugin ends the shim after its own timeout, which it hands on as --timeout.
const opencodeEvents Table = `
` +
	// What somebody else's plugin sends.
	`*any: - @any
` +
	// tool.execute.after of a call that failed or was denied: the plugin makes it of an event (1.18.33
	// runs no hook), so nothing can be added.
	`*failed: tool.end @message
chat.message: prompt.submit @prompt prompt agent_type=agent model +message_id
tool.execute.before: tool.start @before tool_name tool_input tool_call_id
tool.execute.after: tool.end @after tool_name tool_input tool_call_id status tool_output=tool_response error
  duration_ms@millis
` +
	// metadata holds the input of bash, webfetch, websearch, glob and grep, the path of an edit, and
	// nothing for the other tools (1.18.33).
	`permission.asked: permission.request @permission tool_name=properties.permission tool_input=properties.metadata
  tool_call_id=properties.tool.callID files=properties.metadata.files +properties.id +properties.patterns
  +properties.always
permission.replied: permission.result @message +properties.requestID +properties.reply
session.created: session.start @context time=properties.info.time.created title=properties.info.title
  agent_type=properties.info.agent agent_parent_id=properties.info.parentID
` +
	// Of a subagent, too: nothing in the payload tells. A new prompt makes it go on.
	`session.idle: agent.stop @idle !goes-on stop_hook_active
session.deleted: session.end @message title=properties.info.title agent_type=properties.info.agent
  agent_parent_id=properties.info.parentID input_tokens=properties.info.tokens.input
  output_tokens=properties.info.tokens.output cache_read_tokens=properties.info.tokens.cache.read
  cache_write_tokens=properties.info.tokens.cache.write
dispose: session.end @message
session.error: agent.error @message error=properties.error.data.message error=properties.error.name
session.compacted: context.compacted @message
experimental.session.compacting: context.compact @context
file.edited: file.write @message file_path=properties.file
`

// Tools without a canonical name are listed where an underscore would make them a
// server's.
const opencodeTools Tools = `
bash: shell cwd=workdir
read: file_read file_path=filePath
write: file_write file_path=filePath
edit: file_edit file_path=filePath old_string=oldString new_string=newString file_path=filepath
` + // the last on permission.asked
	`apply_patch: file_edit patch=patchText@patch
multiedit: file_edit file_path=filePath
` + // up to 1.0, as patch
	`patch: file_edit patch=patchText@patch
glob: find
grep: search
webfetch: web_fetch
websearch: web_search
task: agent
plan_enter|plan_exit: -
external_directory: -
` + // these two are permissions
	`doom_loop: -
`

// opencodeRefine completes a call by what depends on other values.
func opencodeRefine(c *Call) {
	if c.text(Project) == "/" { // no git repository (1.18.33)
		c.values[Project] = ""
	}
	switch c.Native {
	case "session.created":
		c.values[EndReason] = `"startup"`
		if c.text(AgentParentID) != "" {
			c.Type, c.values[EndReason], c.values[AgentID] = "subagent.start", "", c.values[SessionID]
		}
	case "session.deleted", "dispose":
		c.values[EndReason] = `"completed"`
		if id := c.Payload.text("properties.info.model.id"); id != "" { // as chat.message has it
			c.values[Model] = quote(c.Payload.text("properties.info.model.providerID") + "/" + id)
		}
	case "tool.execute.after":
		// A command that fails is a tool that succeeds (1.18.33).
		if exit := c.Payload.get("tool_response.metadata.exit"); isKind(exit, "number") && exit != "0" {
			c.values[Status] = `"error"`
		}
		if c.values[ToolOutput] == "" && c.text(Status) == "error" {
			c.Event = c.Dialect.entry("*failed")
		}
	}
	opencodeMCP(c)
	if c.Type == PermissionRequest {
		opencodeAsked(c)
	}
}

// opencodeMCP takes back what an underscore made of the client's own tools. With
// more than one of them nobody can tell where the server's name ends.
func opencodeMCP(c *Call) {
	name := c.text(ToolName)
	switch t := c.Dialect.tool(name, new(Tool)); {
	case c.Canon != MCP:
		return
	case t != nil:
		c.Tool, c.Canon, c.input = t, t.Canon, canonicalInput(t, t.Canon, c.values[ToolInput])
	case strings.Count(name, "_") < 2:
		return
	}
	c.values[MCPServer], c.values[MCPTool] = "", ""
}

// opencodeAsked finds the files that a permission is asked for.
func opencodeAsked(c *Call) {
	switch {
	case c.Canon == FileEdit && c.values[FilePaths] != "": // a patch: filepath is "a, b"
		c.input, c.Tool = c.Tool.whole(c.values[ToolInput]), nil
	case c.Canon == FileRead && valueOf(c.input, "file_path") == "": // in patterns alone, below the worktree
		if p := text(c.Payload.get("properties.patterns.0")); p != "" {
			c.input = replace(c.input, "file_path", quote(absolute(p, c.Project())))
		}
	}
}

var opencodeAbout = About{
	Source: "opencode", Product: "OpenCode, by its adapter plugin", Version: "1.18.33", Date: "2026-11-20", Known: "recorded",
	Note: "It has no command hooks: see opencode.md for the plugin.",
}

var opencodeSetup = Setup{
	Source: "opencode", Signs: "opencode ~/.config/opencode ~/.local/share/opencode", Program: "opencode", Moved: "XDG_CONFIG_HOME=~/.config",
	Files: []HookFile{
		{Scope: UserScope, Path: "~/.config/opencode/plugins/*.js", Layout: &opencodeLayout, Install: true},
		{Scope: UserScope, Path: "~/.config/opencode/plugin/*.js", Layout: &opencodeLayout},
		{Scope: ProjectScope, Path: ".opencode/plugins/*.js", Layout: &opencodeLayout, Install: true},
		{Scope: ProjectScope, Path: ".opencode/plugin/*.js", Layout: &opencodeLayout},
	},
	Restart: true,
}

var opencodeLayout = Layout{Syntax: Plugin}
