//go:build e2e

package main

import (
	"path/filepath"

	"github.com/openhook/openhook-shim/e2e/model"
)

var claudeCode = &client{
	name: "claude-code", title: "Claude Code", by: "claude -p",
	program: func(r *run) []string {
		return []string{r.installed("@anthropic-ai/claude-code-*/claude")}
	},
	env:       claudeEnv,
	configure: claudeConfigure,
	hooks:     claudePutHooks,
	call:      claudeCall,
	drive:     once(claudeArgs),
}

// Before 2.1.101 one event name that it does not know voids the whole file.
var claudeCodeOld = &client{
	name: "claude-code-2.0.60", title: "Claude Code", by: "claude -p",
	program: func(r *run) []string {
		return []string{r.nodejs(), r.installed("@anthropic-ai/claude-code/cli.js")}
	},
	env:       claudeEnv,
	configure: claudeConfigure,
	hooks:     claudePutHooks,
	call:      claudeCall,
	drive:     once(claudeArgs),
	versionOf: "claude-code",
	cannot: map[string]string{
		"command rewritten": "it takes a new input only together with an approval",
	},
}

func claudeEnv(r *run) []string {
	return []string{"ANTHROPIC_BASE_URL=" + r.model.URL(), "ANTHROPIC_API_KEY=sk-ant-made-up-000000000000000000000",
		"DISABLE_TELEMETRY=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1"}
}

func claudeConfigure(r *run) error {
	if err := put(r.home, "mcp.json", encode(object{"mcpServers": mcpServers(r)})); err != nil {
		return err
	}
	// As people have it: hooks are put into a file that is there.
	return put(r.home, ".claude/settings.json",
		"{\n  \"$schema\": \"https://json.schemastore.org/claude-code-settings.json\"\n}\n")
}

func claudePutHooks(r *run) error {
	return add(r.home, ".claude/settings.json", object{"hooks": claudeHooks(r.line(), 30,
		"SessionStart", "SessionEnd", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop")})
}

func claudeArgs(r *run) []string {
	args := []string{"-p", "do the work", "--model", "claude-sonnet-5", "--mcp-config",
		filepath.Join(r.home, "mcp.json")}
	if !r.careful {
		args = append(args, "--permission-mode", "acceptEdits", "--allowedTools", "Bash,Write,Edit,Read,mcp__e2e__echo")
	}
	return args
}

func claudeCall(r *run, s step) *model.Call {
	note, old := r.paths()
	switch s.do {
	case "write":
		return &model.Call{Name: "Write", Args: object{"file_path": note, "content": s.text}}
	case "read":
		return &model.Call{Name: "Read", Args: object{"file_path": old}}
	case "edit":
		return &model.Call{Name: "Edit", Args: object{"file_path": old, "old_string": "before", "new_string": s.text}}
	case "mcp":
		return &model.Call{Name: "mcp__e2e__echo", Args: object{"text": s.text}}
	}
	return &model.Call{Name: "Bash", Args: object{"command": s.text, "description": "run it"}}
}
