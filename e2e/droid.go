//go:build e2e

package main

import "github.com/openhook/openhook-shim/e2e/model"

var factoryDroid = &client{
	name: "factory-droid", title: "Factory Droid", by: "droid exec",
	program: func(r *run) []string {
		return []string{r.installed("@factory/cli-*/bin/droid")}
	},
	env: func(r *run) []string {
		return []string{"FACTORY_AIRGAP_ENABLED=true", "FACTORY_DISABLE_KEYRING=true",
			"FACTORY_DROID_AUTO_UPDATE_ENABLED=false"}
	},
	configure: func(r *run) error {
		settings := object{"customModels": []any{object{"model": "mock-model", "id": "custom:mock-0",
			"displayName": "Mock",
			"baseUrl":     r.model.URL() + "/v1", "apiKey": "made-up", "provider": "generic-chat-completion-api",
			"maxOutputTokens": 4096}}}
		if err := put(r.home, ".factory/settings.json", encode(settings)); err != nil {
			return err
		}
		return put(r.home, ".factory/mcp.json", encode(object{"mcpServers": mcpServers(r)}))
	},
	hooks: func(r *run) error {
		// With an outer "hooks" key nothing fires, silently.
		return put(r.home, ".factory/hooks.json", encode(claudeHooks(r.line(), 30,
			"SessionStart", "SessionEnd", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop")))
	},
	drive: once(func(r *run) []string {
		return []string{"exec", "-m", "custom:mock-0", "--auto",
			map[bool]string{true: "low", false: "high"}[r.careful], "do the work"}
	}),
	cannot: map[string]string{
		"context with the prompt": "droid exec sends no UserPromptSubmit",
		"prompt rejected":         "droid exec sends no UserPromptSubmit",
	},
	call: func(r *run, s step) *model.Call {
		note, old := r.paths()
		switch s.do {
		case "read":
			return &model.Call{Name: "Read", Args: object{"file_path": old}}
		case "write":
			return &model.Call{Name: "Create", Args: object{"file_path": note, "content": s.text}}
		case "edit":
			return &model.Call{Name: "Edit", Args: object{"file_path": old, "old_str": "before", "new_str": s.text}}
		case "mcp":
			return &model.Call{Name: "e2e___echo", Args: object{"text": s.text}}
		}
		return &model.Call{Name: "Execute", Args: object{"command": s.text, "summary": "run it", "riskLevel": "high",
			"riskLevelReason": "it is a test"}}
	},
}
