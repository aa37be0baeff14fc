package shimtest

// FaultEvents are, for each provider, an event that can be denied and one that
// cannot.
var FaultEvents = map[string][]string{
	"antigravity":    {"PreToolUse.run_command.json", "PostToolUse.ok.json"},
	"augment":        {"PreToolUse.launch-process.json", "PromptSubmit.json"},
	"claude-code":    {"PreToolUse.Bash.json", "SessionStart.startup-headless.json"},
	"cline":          {"PreToolUse.run_commands.json", "TaskComplete.json"},
	"codex":          {"PreToolUse.bash.json", "Interrupt.json"},
	"copilot-cli":    {"preToolUse.camel-bash.json", "sessionEnd.camel.json"},
	"crush":          {"PreToolUse.bash.after-schema.json"},
	"cursor":         {"preToolUse.Shell.json", "afterFileEdit.new.json"},
	"devin-cli":      {"PreToolUse.exec.json", "SessionStart.json"},
	"factory-droid":  {"PreToolUse.Execute.json", "SessionStart.json"},
	"gemini-cli":     {"BeforeTool.run_shell_command.json", "SessionStart.startup.json"},
	"goose":          {"PreToolUse.shell.after-schema.json", "PostToolUse.shell.after-schema.json"},
	"grok":           {"PreToolUse.run_terminal_command.json", "SessionStart.json"},
	"kimi":           {"PreToolUse.Bash.json", "SessionStart.startup.json"},
	"kiro":           {"preToolUse.fs_read.json", "stop.headless.json"},
	"mistral-vibe":   {"pre_tool.bash.after-schema.json", "post_tool.bash.after-schema.json"},
	"opencode":       {"tool.execute.before.bash.json", "session.deleted.json"},
	"qwen-code":      {"PreToolUse.run_shell_command.json", "SessionStart.startup.json"},
	"vscode-copilot": {"PreToolUse.run_in_terminal.json", "SessionStart.json"},
	"windsurf":       {"pre_run_command.json", "post_cascade_response.json"},
}
