// Code generated from *.table by mapping/clients/gen; DO NOT EDIT.

package setup

import "github.com/openhook/openhook-shim/mapping/clients"

// Abouts returns the facts of every client.
func Abouts() []About {
	return []About{
		{
			Source:  "claude-code",
			Product: "Claude Code",
			Version: "2.1.328 (and 2.1.88, 2.0.60)",
			Date:    "2026-11-20",
			Known:   "recorded",
			Note:    "Before 2.1.101 one unknown event name in settings.json silently voids the whole file. 2.0.60 cannot be\nasked before a tool, nor take a new input without an approval: both are a deny there.",
		},
		{
			Source:  "cursor",
			Product: "Cursor",
			Version: "SDK 1.0.32; IDE 3.24 and CLI 2026.09.28 by reports",
			Date:    "2026-11-20",
			Known:   "recorded",
			Cloud:   "the repository's .cursor/hooks.json, command hooks alone, and of the events before/afterShellExecution, beforeReadFile, afterFileEdit, preToolUse, postToolUse(Failure), subagentStart/Stop and preCompact",
			Note:    "An unknown event name or a missing \"version\" in hooks.json silently drops the whole file. Hooks of .claude/settings.json run too, with Cursor's payload.",
			Blind:   "the text that is typed into a running shell: WriteShellStdin tells its length alone (SDK 1.0.32, source)\nprompts and the end of a turn under cursor-agent -p",
		},
		{
			Source:  "codex",
			Product: "Codex CLI",
			Version: "0.169.0",
			Date:    "2026-11-20",
			Known:   "recorded",
			Note:    "Hooks do nothing until they are trusted with /hooks. Reads and web searches have no hook of their own.",
			Blind:   "text that is typed into a running command (write_stdin; 0.169.0 runs no hook for it)\nthe folder, the terminal and the time limit of a command: only its text is sent\nweb searches, which run on the server",
		},
		{
			Source:  "gemini-cli",
			Product: "Gemini CLI",
			Version: "0.61.0",
			Date:    "2026-11-20",
			Known:   "recorded",
			Note:    "In an untrusted folder no hook runs. In a GitHub Action most of the environment does not reach the hook.",
			Blind:   "what a sub-agent is asked and answers; its tool calls are sent (0.61.0)",
		},
		{
			Source:  "copilot-cli",
			Product: "GitHub Copilot CLI",
			Version: "1.0.102 (and 1.0.40 to 1.0.92)",
			Date:    "2026-11-20",
			Known:   "recorded",
			Cloud:   "only .github/hooks/*.json of the clone, on Linux; no permissionRequest and no notification; ask is a deny",
			Note:    "Repository hooks are silently skipped with -p in an untrusted folder.",
			Blind:   "a tool call whose arguments are no JSON: it comes as a failed one alone, and does not run (1.0.102)",
		},
		{
			Source:  "kiro",
			Product: "Kiro",
			Version: "CLI 2.21 and V3, IDE 0.12 and 1.2.37",
			Date:    "2026-11-20",
			Known:   "docs",
			Note:    "Three generations with three contracts. Blocking a prompt did not work on IDE 1.0.337.",
			Blind:   "the input of many tools after they have run (IDE up to 1.0.242)\nanything in the CLI 2 while an agent without these hooks is active",
		},
		{
			Source:  "windsurf",
			Product: "Windsurf (Cascade)",
			Version: "2.3.9 and Devin Desktop 3.0.12",
			Date:    "2026-11-20",
			Known:   "docs",
			Cloud:   "enterprise hooks of the dashboard are pushed by the server and run first",
			Note:    "Only exit codes are read. An untrusted workspace runs no hook.",
			Blind:   "tools other than those that read and write code, run commands and call MCP servers: no event is for them",
		},
		{
			Source:  "cline",
			Product: "Cline",
			Version: "CLI 3.0.65; VS Code 4.1.13 from source",
			Date:    "2026-11-20",
			Known:   "recorded",
			Note:    "Hooks are found by file name and run by bash: see cline.md. A deny ends the whole turn.",
			Blind:   "prompts: UserPromptSubmit is never sent (CLI 3.0.65)",
		},
		{
			Source:  "qwen-code",
			Product: "Qwen Code",
			Version: "0.24.4",
			Date:    "2026-11-20",
			Known:   "recorded",
		},
		{
			Source:  "factory-droid",
			Product: "Factory droid",
			Version: "0.215.0",
			Date:    "2026-11-20",
			Known:   "recorded",
			Note:    "An ask is taken and ignored, so it is sent as a deny.",
			Blind:   "the prompt of droid exec, tools that fail, permission dialogs (0.215.0)",
		},
		{
			Source:  "devin-cli",
			Product: "Devin CLI, Devin Local",
			Version: "3000.2.17",
			Date:    "2026-11-20",
			Known:   "docs",
		},
		{
			Source:  "augment",
			Product: "Augment (Auggie CLI)",
			Version: "0.36.0",
			Date:    "2026-11-20",
			Known:   "recorded",
			Note:    "An ask is sent as a deny; what is said after a tool reaches the model as context.",
		},
		{
			Source:  "vscode-copilot",
			Product: "GitHub Copilot in VS Code",
			Version: "microsoft/vscode of 2026-07 and 2026-08",
			Date:    "2026-11-20",
			Known:   "source",
			Cloud:   "the Copilot cloud agent: see copilot-cli",
			Note:    "Hooks of .claude/settings.json and .github/hooks run here too.",
			Blind:   "tools that fail, permission dialogs, notifications and the end of a session (source)",
		},
		{
			Source:  "antigravity",
			Product: "Google Antigravity CLI",
			Version: "1.3 by its hook guide and others' measurements of 1.1.27",
			Date:    "2026-11-20",
			Known:   "docs",
			Note:    "Its payload does not name the event: configure each hook with --event, see antigravity.md.",
		},
		{
			Source:  "crush",
			Product: "Crush",
			Version: "charmbracelet/crush@37f36e9",
			Date:    "2026-11-20",
			Known:   "source",
			Note:    "PreToolUse is its only event.",
			Blind:   "whatever a sub-agent does: only the agent at the top runs hooks (source)",
		},
		{
			Source:  "goose",
			Product: "Goose",
			Version: "block/goose@0825b57",
			Date:    "2026-11-20",
			Known:   "docs",
		},
		{
			Source:  "mistral-vibe",
			Product: "Mistral Vibe",
			Version: "2.18.4, and the names of 2.21.0",
			Date:    "2026-11-20",
			Known:   "source",
		},
		{
			Source:  "opencode",
			Product: "OpenCode, by its adapter plugin",
			Version: "1.18.33",
			Date:    "2026-11-20",
			Known:   "recorded",
			Note:    "It has no command hooks: see opencode.md for the plugin.",
		},
		{
			Source:  "kimi",
			Product: "Kimi Code",
			Version: "2.1.0 (and kimi-cli 1.49.0 from source)",
			Date:    "2026-11-20",
			Known:   "recorded",
			Note:    "Only `PreToolUse`, `UserPromptSubmit` and `Stop` hear an answer; a permission request cannot be answered by a hook.\nWith -p it may end before a hook on `PostToolUse` has run.",
			Blind:   "the end of a session under -p (2.1.0)",
		},
		{
			Source:  "grok",
			Product: "Grok Build",
			Version: "1.0.41",
			Date:    "2026-11-20",
			Known:   "recorded",
			Note:    "An input above 128 KiB arrives as its beginning: `tool_input_truncated` is true and OPENHOOK_CUT names OPENHOOK_FILES, so a guard\nthat must see all of it denies then. Prompts of subagents, and those that wake the agent up, cannot be held back.",
			Blind:   "what an input holds beyond its first 128 KiB; OPENHOOK_CUT is set then (1.0.41)",
		},
	}
}

// Setups returns how each client is told of hooks.
func Setups() []Setup {
	return []Setup{
		claudecodeSetup,
		cursorSetup,
		codexSetup,
		geminiSetup,
		copilotSetup,
		kiroSetup,
		windsurfSetup,
		clineSetup,
		qwenSetup,
		droidSetup,
		devinSetup,
		augmentSetup,
		vscodeSetup,
		antigravitySetup,
		crushSetup,
		gooseSetup,
		vibeSetup,
		opencodeSetup,
		kimiSetup,
		grokSetup,
	}
}

var claudecodeSetup = Setup{
	Source:       "claude-code",
	Signs:        "claude ~/.claude",
	Program:      "claude",
	Moved:        "CLAUDE_CONFIG_DIR=~/.claude",
	WindowsShell: GitBash,
	Leave:        "WorktreeCreate",
	Longest:      []Limit{{"SessionEnd", 60}, {"*", 600}},
	Project:      "accept the folder's trust dialog once",
	Once:         true,
	Exit2Denies:  true,
	Files: []HookFile{
		{Scope: UserScope, Path: "~/.claude/settings.json", Layout: &claudecodeSettingsLayout, Install: true},
		{Scope: ProjectScope, Path: ".claude/settings.json", Layout: &claudecodeSettingsLayout, Install: true},
		{Scope: LocalScope, Path: ".claude/settings.local.json", Layout: &claudecodeSettingsLayout},
		{Scope: SystemScope, Path: "/etc/claude-code/managed-settings.json", Layout: &claudecodeSettingsLayout, Mac: "/Library/Application Support/ClaudeCode/managed-settings.json", Windows: "C:/Program Files/ClaudeCode/managed-settings.json", Install: true},
	},
	Old: []OldEvents{
		{"2.1.101", "PreToolUse PostToolUse PostToolUseFailure UserPromptSubmit Notification Stop SubagentStart SubagentStop PreCompact SessionStart SessionEnd PermissionRequest"},
		{"2.0.60", "PreToolUse PostToolUse UserPromptSubmit Notification Stop SubagentStop PreCompact SessionStart SessionEnd"},
	},
}

var claudecodeSettingsLayout = Layout{
	Root:        "hooks",
	Entry:       groupEntry,
	Unit:        1000,
	Closed:      Pair{"onFailure", "\"block\""},
	ClosedSince: "2.1.295",
	Keys:        "statusMessage async",
	Off:         Pair{"disableAllHooks", "true"},
}

var claudecodeGroupsLayout = Layout{
	Root:  "hooks",
	Entry: groupEntry,
	Unit:  1000,
}

var cursorSetup = Setup{
	Source:       "cursor",
	Signs:        "cursor cursor-agent ~/.cursor",
	Program:      "cursor-agent",
	WindowsShell: PowerShell,
	Leave:        "beforeShellExecution afterShellExecution beforeMCPExecution afterMCPExecution beforeReadFile",
	About:        []Pair{{"afterFileEdit", "file_edit"}, {"beforeMCPExecution", "mcp"}, {"afterMCPExecution", "mcp"}},
	Covered:      []Pair{{"afterFileEdit", "postToolUse"}},
	Longest:      []Limit{{"sessionEnd", 60}, {"*", 600}},
	Project:      "trust the workspace",
	GUI:          true,
	NoSlashes:    true,
	NoLinks:      true,
	Once:         true,
	Exit2Denies:  true,
	Files: []HookFile{
		{Scope: SystemScope, Path: "/etc/cursor/hooks.json", Layout: &cursorHooksLayout, Mac: "/Library/Application Support/Cursor/hooks.json", Windows: "C:/ProgramData/Cursor/hooks.json", Install: true},
		{Scope: ProjectScope, Path: ".cursor/hooks.json", Layout: &cursorHooksLayout, Install: true},
		{Scope: UserScope, Path: "~/.cursor/hooks.json", Layout: &cursorHooksLayout, Install: true},
		{Scope: LocalScope, Path: ".claude/settings.local.json", Layout: &claudecodeSettingsLayout, Of: "claude-code", If: "its setting to include third-party configurations is on"},
		{Scope: ProjectScope, Path: ".claude/settings.json", Layout: &claudecodeSettingsLayout, Of: "claude-code", If: "its setting to include third-party configurations is on"},
		{Scope: UserScope, Path: "~/.claude/settings.json", Layout: &claudecodeSettingsLayout, Of: "claude-code", If: "its setting to include third-party configurations is on"},
	},
}

var cursorHooksLayout = Layout{
	Root:   "hooks",
	Unit:   1000,
	Closed: Pair{"failClosed", "true"},
	Needs:  Pair{"version", "1"},
	Strict: true,
	Entry:  "{\"command\": $command, \"timeout\": $timeout}",
	New:    "{\"version\": 1}",
}

var codexSetup = Setup{
	Source:       "codex",
	Signs:        "codex ~/.codex",
	Program:      "codex",
	Moved:        "CODEX_HOME=~/.codex",
	WindowsShell: CmdExe,
	MatcherAlso:  "claude-code",
	Leave:        "notify PreModelRequest PostModelRequest",
	Longest:      []Limit{{"SessionEnd", 3}, {"Interrupt", 3}, {"*", 600}},
	Trust:        "~/.codex/config.toml hooks.state",
	Trusted:      codexTrusted,
	Todo:         "run /hooks in Codex and trust it: until then Codex does not call it, and says nothing",
	Project:      "trust the project and, in /hooks, each hook",
	Restart:      true,
	Files: []HookFile{
		{Scope: UserScope, Path: "~/.codex/hooks.json", Layout: &codexHooksLayout, Dialect: &clients.Codex, Install: true},
		{Scope: UserScope, Path: "~/.codex/config.toml", Layout: &codexConfigLayout, Dialect: &clients.Codex},
		{Scope: ProjectScope, Path: ".codex/hooks.json", Layout: &codexHooksLayout, Dialect: &clients.Codex, Install: true},
		{Scope: ProjectScope, Path: ".codex/config.toml", Layout: &codexConfigLayout, Dialect: &clients.Codex},
	},
}

var codexHooksLayout = Layout{
	Root:           "hooks",
	Entry:          groupEntry,
	Unit:           1000,
	WindowsCommand: "commandWindows",
	Keys:           "statusMessage",
	Only:           "description hooks",
}

var codexConfigLayout = Layout{
	Syntax:         TOML,
	Root:           "hooks",
	Unit:           1000,
	WindowsCommand: "commandWindows",
	Off:            Pair{"features.hooks", "false"},
}

var geminiSetup = Setup{
	Source:       "gemini-cli",
	Signs:        "gemini ~/.gemini/settings.json ~/.gemini/oauth_creds.json",
	Program:      "gemini",
	WindowsShell: PowerShell,
	Leave:        "BeforeModel AfterModel BeforeToolSelection",
	Longest:      []Limit{{"*", 600}},
	Todo:         "trust the folder you work in: in an untrusted one Gemini CLI runs no hook at all",
	Once:         true,
	Restart:      true,
	Files: []HookFile{
		{Scope: ProjectScope, Path: ".gemini/settings.json", Layout: &geminiSettingsLayout, Install: true},
		{Scope: UserScope, Path: "~/.gemini/settings.json", Layout: &geminiSettingsLayout, Install: true},
		{Scope: SystemScope, Path: "/etc/gemini-cli/settings.json", Layout: &geminiSettingsLayout, Mac: "/Library/Application Support/GeminiCli/settings.json", Windows: "C:/ProgramData/gemini-cli/settings.json", Install: true},
	},
}

var geminiSettingsLayout = Layout{
	Root:  "hooks",
	Entry: groupEntry,
	Unit:  1,
	Off:   Pair{"hooksConfig.enabled", "false"},
	Keys:  "env",
}

var copilotSetup = Setup{
	Source:       "copilot-cli",
	Signs:        "copilot ~/.copilot/config.json ~/.copilot/session-state",
	Program:      "copilot",
	Moved:        "COPILOT_HOME=~/.copilot",
	WindowsShell: PowerShell,
	Leave:        "preMcpToolCall PreMcpToolCall userPromptTransformed SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure Stop SubagentStop PreCompact ErrorOccurred PermissionRequest SubagentStart Notification",
	Longest:      []Limit{{"*", 600}},
	Project:      "trust the folder: with -p Copilot silently skips a repository's hooks in an untrusted one",
	Restart:      true,
	Files: []HookFile{
		{Scope: SystemScope, Path: "/etc/github-copilot/policy.d/*.json", Layout: &copilotHooksLayout, Windows: "C:/ProgramData/GitHub/Copilot/policy.d/*.json", Install: true},
		{Scope: UserScope, Path: "~/.copilot/hooks/*.json", Layout: &copilotHooksLayout, Install: true},
		{Scope: UserScope, Path: "~/.copilot/settings.json", Layout: &copilotHooksLayout},
		{Scope: ProjectScope, Path: ".github/hooks/*.json", Layout: &copilotHooksLayout, Install: true, Cloud: true},
		{Scope: ProjectScope, Path: ".github/copilot/settings.json", Layout: &copilotHooksLayout},
		{Scope: LocalScope, Path: ".github/copilot/settings.local.json", Layout: &copilotHooksLayout},
		{Scope: ProjectScope, Path: ".claude/settings.json", Layout: &claudecodeSettingsLayout, Of: "claude-code"},
		{Scope: LocalScope, Path: ".claude/settings.local.json", Layout: &claudecodeSettingsLayout, Of: "claude-code"},
	},
}

var copilotHooksLayout = Layout{
	Root:   "hooks",
	Unit:   1000,
	Off:    Pair{"disableAllHooks", "true"},
	NoStar: "camelCase",
	Keys:   "env cwd",
	New:    "{\"version\": 1}",
	Entry:  "{\"type\": \"command\", \"bash\": $command, \"powershell\": $powershell, \"timeoutSec\": $timeout}",
}

var kiroSetup = Setup{
	Source:       "kiro",
	Signs:        "kiro kiro-cli ~/.kiro",
	Program:      "kiro-cli",
	WindowsShell: CmdExe,
	Leave:        "promptSubmit preToolUse postToolUse agentStop fileEdited fileCreated fileDeleted preTaskExecution postTaskExecution userTriggered agentSpawn userPromptSubmit stop",
	Longest:      []Limit{{"*", 600}},
	Todo:         "these are hooks of Kiro's IDE 1.0 and of its CLI with --v3; for kiro-cli 2 put the command into your agent's own \"hooks\"",
	GUI:          true,
	Restart:      true,
	FileMatcher:  true,
	Files: []HookFile{
		{Scope: ProjectScope, Path: ".kiro/hooks/*.json", Layout: &kiroHooksLayout, Dialect: &clients.KiroV3, Install: true},
		{Scope: UserScope, Path: "~/.kiro/hooks/*.json", Layout: &kiroHooksLayout, Dialect: &clients.KiroV3, Install: true},
		{Scope: ProjectScope, Path: ".kiro/agents/*.json", Layout: &kiroAgentLayout, Dialect: &clients.KiroCLI},
		{Scope: UserScope, Path: "~/.kiro/agents/*.json", Layout: &kiroAgentLayout, Dialect: &clients.KiroCLI},
	},
}

var kiroHooksLayout = Layout{
	Root:     "hooks",
	EventKey: "trigger",
	Unit:     1000,
	Needs:    Pair{"version", "\"v1\""},
	New:      "{\"version\": \"v1\"}",
	Entry:    "{\"name\": $name, \"trigger\": $event, \"action\": {\"type\": \"command\", \"command\": $command}, \"timeout\": $timeout}",
}

var kiroAgentLayout = Layout{
	Root: "hooks",
	Unit: 1,
}

var windsurfSetup = Setup{
	Source:       "windsurf",
	Signs:        "windsurf ~/.codeium/windsurf",
	WindowsShell: PowerShell,
	Project:      "trust the workspace: in Restricted Mode no hook runs",
	GUI:          true,
	Restart:      true,
	Files: []HookFile{
		{Scope: SystemScope, Path: "/etc/windsurf/hooks.json", Layout: &windsurfHooksLayout, Mac: "/Library/Application Support/Windsurf/hooks.json", Windows: "C:/ProgramData/Windsurf/hooks.json", Install: true},
		{Scope: UserScope, Path: "~/.codeium/windsurf/hooks.json", Layout: &windsurfHooksLayout, Install: true},
		{Scope: UserScope, Path: "~/.codeium/hooks.json", Layout: &windsurfHooksLayout, If: "it is the JetBrains plugin"},
		{Scope: ProjectScope, Path: ".windsurf/hooks.json", Layout: &windsurfHooksLayout, Install: true},
	},
}

var windsurfHooksLayout = Layout{
	Root:  "hooks",
	Keys:  "working_directory",
	Entry: "{\"command\": $command, \"powershell\": $powershell, \"show_output\": true}",
}

var clineSetup = Setup{
	Source:       "cline",
	Signs:        "cline ~/.cline ~/Documents/Cline",
	Program:      "cline",
	WindowsShell: PowerShell,
	GUI:          true,
	Files: []HookFile{
		{Scope: UserScope, Path: "~/Documents/Cline/Hooks/*", Layout: &clineScriptLayout, Install: true},
		{Scope: UserScope, Path: "~/.cline/hooks/*", Layout: &clineScriptLayout, If: "it is the CLI"},
		{Scope: ProjectScope, Path: ".clinerules/hooks/*", Layout: &clineScriptLayout, Install: true},
		{Scope: ProjectScope, Path: ".cline/hooks/*", Layout: &clineScriptLayout, If: "it is the CLI"},
	},
}

var clineScriptLayout = Layout{
	Syntax: Script,
}

var qwenSetup = Setup{
	Source:       "qwen-code",
	Signs:        "qwen ~/.qwen",
	Program:      "qwen",
	WindowsShell: PowerShell,
	MatcherAlso:  "claude-code",
	Longest:      []Limit{{"*", 600}},
	Restart:      true,
	Files: []HookFile{
		{Scope: ProjectScope, Path: ".qwen/settings.json", Layout: &qwenSettingsLayout, Install: true},
		{Scope: UserScope, Path: "~/.qwen/settings.json", Layout: &qwenSettingsLayout, Install: true},
		{Scope: SystemScope, Path: "/etc/qwen-code/settings.json", Layout: &qwenSettingsLayout, Mac: "/Library/Application Support/QwenCode/settings.json", Windows: "C:/ProgramData/qwen-code/settings.json", Install: true},
	},
}

var qwenSettingsLayout = Layout{
	Root:  "hooks",
	Entry: groupEntry,
	Unit:  1000,
	Off:   Pair{"disableAllHooks", "true"},
}

var droidSetup = Setup{
	Source:       "factory-droid",
	Signs:        "droid ~/.factory",
	Program:      "droid",
	WindowsShell: CmdExe,
	Longest:      []Limit{{"*", 600}},
	Project:      "trust the folder",
	Restart:      true,
	Files: []HookFile{
		{Scope: UserScope, Path: "~/.factory/hooks.json", Layout: &droidHooksLayout, Install: true},
		{Scope: UserScope, Path: "~/.factory/settings.json", Layout: &droidSettingsLayout, If: "there is no hooks.json beside it"},
		{Scope: ProjectScope, Path: ".factory/hooks.json", Layout: &droidHooksLayout, Install: true},
		{Scope: ProjectScope, Path: ".factory/settings.json", Layout: &droidSettingsLayout, If: "there is no hooks.json beside it"},
	},
}

var droidHooksLayout = Layout{
	Entry:  groupEntry,
	Unit:   1000,
	Absent: "hooks",
}

var droidSettingsLayout = Layout{
	Root:  "hooks",
	Entry: groupEntry,
	Unit:  1000,
	Off:   Pair{"hooksDisabled", "true"},
}

var devinSetup = Setup{
	Source:       "devin-cli",
	Signs:        "devin ~/.config/devin",
	Program:      "devin",
	Moved:        "XDG_CONFIG_HOME=~/.config",
	WindowsShell: CmdExe,
	Longest:      []Limit{{"*", 600}},
	Todo:         "in Restricted Mode Devin runs no hook",
	Restart:      true,
	Files: []HookFile{
		{Scope: ProjectScope, Path: ".devin/hooks.v1.json", Layout: &devinHooksLayout, Install: true},
		{Scope: ProjectScope, Path: ".devin/config.json", Layout: &claudecodeGroupsLayout},
		{Scope: LocalScope, Path: ".devin/config.local.json", Layout: &claudecodeGroupsLayout},
		{Scope: ProjectScope, Path: ".claude/settings.json", Layout: &claudecodeSettingsLayout, Of: "claude-code", Off: Pair{"~/.config/devin/config.json", "read_config_from.claude"}},
		{Scope: LocalScope, Path: ".claude/settings.local.json", Layout: &claudecodeSettingsLayout, Of: "claude-code", Off: Pair{"~/.config/devin/config.json", "read_config_from.claude"}},
		{Scope: UserScope, Path: "~/.config/devin/config.json", Layout: &claudecodeGroupsLayout, Windows: "$APPDATA/devin/config.json", Install: true},
		{Scope: UserScope, Path: "~/.claude/settings.json", Layout: &claudecodeSettingsLayout, Of: "claude-code", Off: Pair{"~/.config/devin/config.json", "read_config_from.claude"}},
	},
}

var devinHooksLayout = Layout{
	Entry: groupEntry,
	Unit:  1000,
}

var augmentSetup = Setup{
	Source:       "augment",
	Signs:        "auggie ~/.augment",
	Program:      "auggie",
	WindowsShell: CmdExe,
	Longest:      []Limit{{"*", 600}},
	Todo:         "Augment runs hooks only for tenants whose enable_hooks is on, which is the server's to say",
	Once:         true,
	Restart:      true,
	Files: []HookFile{
		{Scope: SystemScope, Path: "/etc/augment/settings.json", Layout: &augmentSettingsLayout, Install: true},
		{Scope: UserScope, Path: "~/.augment/settings.json", Layout: &augmentSettingsLayout, Install: true},
		{Scope: LocalScope, Path: ".augment/settings.local.json", Layout: &augmentSettingsLayout},
		{Scope: ProjectScope, Path: ".augment/settings.json", Layout: &augmentSettingsLayout, Install: true},
	},
}

var augmentSettingsLayout = Layout{
	Root:  "hooks",
	Entry: groupEntry,
	Unit:  1,
}

var vscodeSetup = Setup{
	Source:       "vscode-copilot",
	Signs:        "code code-insiders ~/.vscode ~/.vscode-insiders",
	WindowsShell: PowerShell,
	Longest:      []Limit{{"*", 600}},
	Project:      "trust the workspace",
	GUI:          true,
	Files: []HookFile{
		{Scope: ProjectScope, Path: ".github/hooks/*.json", Layout: &copilotHooksLayout, Of: "copilot-cli", Install: true, Cloud: true},
		{Scope: ProjectScope, Path: ".claude/settings.json", Layout: &claudecodeSettingsLayout, Of: "claude-code"},
		{Scope: LocalScope, Path: ".claude/settings.local.json", Layout: &claudecodeSettingsLayout, Of: "claude-code"},
		{Scope: UserScope, Path: "~/.copilot/hooks/*.json", Layout: &copilotHooksLayout, Of: "copilot-cli", Install: true},
		{Scope: UserScope, Path: "~/.claude/settings.json", Layout: &claudecodeSettingsLayout, Of: "claude-code"},
	},
}

var antigravitySetup = Setup{
	Source:       "antigravity",
	Signs:        "agy ~/.gemini/config ~/.gemini/antigravity ~/.gemini/antigravity-cli",
	Program:      "agy",
	WindowsShell: CmdExe,
	Leave:        "PreInvocation PostInvocation",
	Longest:      []Limit{{"*", 600}},
	GUI:          true,
	Restart:      true,
	NeedsEvent:   true,
	Files: []HookFile{
		{Scope: ProjectScope, Path: ".agents/hooks.json", Layout: &antigravityHooksLayout, Install: true},
		{Scope: UserScope, Path: "~/.gemini/config/hooks.json", Layout: &antigravityHooksLayout, Install: true},
	},
}

var antigravityHooksLayout = Layout{
	Named:      true,
	Unit:       1000,
	FlatEvents: "PreInvocation PostInvocation Stop SessionStart",
	Entry:      "{\"matcher\": \"*\", \"hooks\": [{\"type\": \"command\", \"command\": $command, \"timeout\": $timeout}]}",
	Flat:       "{\"type\": \"command\", \"command\": $command, \"timeout\": $timeout}",
}

var crushSetup = Setup{
	Source:  "crush",
	Signs:   "crush ~/.config/crush",
	Program: "crush",
	Moved:   "XDG_CONFIG_HOME=~/.config",
	Longest: []Limit{{"*", 600}},
	Restart: true,
	Files: []HookFile{
		{Scope: ProjectScope, Path: "crush.json", Layout: &crushConfigLayout},
		{Scope: ProjectScope, Path: ".crush.json", Layout: &crushConfigLayout, Install: true},
		{Scope: UserScope, Path: "~/.config/crush/crush.json", Layout: &crushConfigLayout, Install: true},
	},
}

var crushConfigLayout = Layout{
	Root:  "hooks",
	Unit:  1000,
	Entry: "{\"command\": $command, \"timeout\": $timeout}",
}

var gooseSetup = Setup{
	Source:       "goose",
	Signs:        "goose ~/.config/goose",
	Program:      "goose",
	WindowsShell: CmdExe,
	Leave:        "PreToolUseResult BeforeReadFile AfterFileEdit BeforeShellExecution AfterShellExecution",
	Longest:      []Limit{{"*", 600}},
	GUI:          true,
	Restart:      true,
	Files: []HookFile{
		{Scope: UserScope, Path: "~/.agents/plugins/*/hooks/hooks.json", Layout: &gooseHooksLayout, Install: true},
		{Scope: ProjectScope, Path: ".agents/plugins/*/hooks/hooks.json", Layout: &gooseHooksLayout, Install: true},
	},
}

var gooseHooksLayout = Layout{
	Root:   "hooks",
	Entry:  groupEntry,
	Unit:   1000,
	Closed: Pair{"on_failure", "\"block\""},
	NoStar: "all",
}

var vibeSetup = Setup{
	Source:       "mistral-vibe",
	Signs:        "vibe ~/.vibe",
	Program:      "vibe",
	WindowsShell: CmdExe,
	Longest:      []Limit{{"*", 600}},
	Project:      "trust the folder",
	Restart:      true,
	Files: []HookFile{
		{Scope: ProjectScope, Path: ".vibe/hooks.toml", Layout: &vibeHooksLayout, Install: true},
		{Scope: UserScope, Path: "~/.vibe/hooks.toml", Layout: &vibeHooksLayout, Install: true},
	},
	Old: []OldEvents{
		{"2.21.0", "pre_tool=before_tool post_tool=after_tool post_agent=post_agent_turn"},
	},
}

var vibeHooksLayout = Layout{
	Syntax:   TOML,
	Root:     "hooks",
	EventKey: "type",
	Unit:     1000,
	Closed:   Pair{"strict", "true"},
	Entry:    "{\"name\": $name, \"type\": $event, \"command\": $command, \"timeout\": $timeout}",
}

var opencodeSetup = Setup{
	Source:  "opencode",
	Signs:   "opencode ~/.config/opencode ~/.local/share/opencode",
	Program: "opencode",
	Moved:   "XDG_CONFIG_HOME=~/.config",
	Restart: true,
	Files: []HookFile{
		{Scope: UserScope, Path: "~/.config/opencode/plugins/*.js", Layout: &opencodePluginLayout, Install: true},
		{Scope: UserScope, Path: "~/.config/opencode/plugin/*.js", Layout: &opencodePluginLayout},
		{Scope: ProjectScope, Path: ".opencode/plugins/*.js", Layout: &opencodePluginLayout, Install: true},
		{Scope: ProjectScope, Path: ".opencode/plugin/*.js", Layout: &opencodePluginLayout},
	},
}

var opencodePluginLayout = Layout{
	Syntax: Plugin,
}

var kimiSetup = Setup{
	Source:       "kimi",
	Signs:        "kimi ~/.kimi-code",
	Program:      "kimi",
	Moved:        "KIMI_CODE_HOME=~/.kimi-code",
	WindowsShell: CmdExe,
	Longest:      []Limit{{"*", 600}},
	Once:         true,
	Restart:      true,
	Files: []HookFile{
		{Scope: UserScope, Path: "~/.kimi-code/config.toml", Layout: &kimiConfigLayout, Install: true},
	},
}

var kimiConfigLayout = Layout{
	Syntax:    TOML,
	Root:      "hooks",
	EventKey:  "event",
	Unit:      1000,
	Strict:    true,
	EntryOnly: "event command matcher timeout",
	Entry:     "{\"event\": $event, \"command\": $command, \"timeout\": $timeout}",
}

var grokSetup = Setup{
	Source:       "grok",
	Signs:        "grok ~/.grok",
	Program:      "grok",
	WindowsShell: CmdExe,
	MatcherAlso:  "claude-code",
	Longest:      []Limit{{"SessionEnd", 60}, {"*", 600}},
	Project:      "run /hooks-trust in Grok: until then it silently skips a project's hooks",
	Restart:      true,
	Files: []HookFile{
		{Scope: UserScope, Path: "~/.grok/hooks/*.json", Layout: &claudecodeGroupsLayout, Install: true},
		{Scope: UserScope, Path: "~/.grok/config.toml", Layout: &grokConfigLayout},
		{Scope: UserScope, Path: "~/.claude/settings.json", Layout: &claudecodeSettingsLayout, Of: "claude-code", Off: Pair{"~/.grok/config.toml", "compat.claude.hooks"}},
		{Scope: ProjectScope, Path: ".grok/hooks/*.json", Layout: &claudecodeGroupsLayout, Install: true},
		{Scope: ProjectScope, Path: ".claude/settings.json", Layout: &claudecodeSettingsLayout, Of: "claude-code", Off: Pair{"~/.grok/config.toml", "compat.claude.hooks"}},
		{Scope: LocalScope, Path: ".claude/settings.local.json", Layout: &claudecodeSettingsLayout, Of: "claude-code", Off: Pair{"~/.grok/config.toml", "compat.claude.hooks"}},
		{Scope: SystemScope, Path: "/etc/grok/managed_config.toml", Layout: &grokConfigLayout},
		{Scope: SystemScope, Path: "/etc/grok/requirements.toml", Layout: &grokConfigLayout},
	},
}

var grokConfigLayout = Layout{
	Syntax: TOML,
	Root:   "hooks",
	Unit:   1000,
}
