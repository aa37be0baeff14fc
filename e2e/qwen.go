//go:build e2e

package main

import "github.com/openhook/openhook-shim/e2e/model"

var qwenCode = &client{
	name: "qwen-code", title: "Qwen Code", by: "qwen -p", newNode: true,
	program: func(r *run) []string {
		return []string{r.nodejs(), r.installed("@qwen-code/qwen-code/cli-entry.js")}
	},
	env: func(r *run) []string {
		return []string{"OPENAI_API_KEY=made-up", "OPENAI_BASE_URL=" + r.model.URL() + "/v1", "OPENAI_MODEL=mock-model"}
	},
	configure: func(r *run) error {
		return put(r.home, ".qwen/settings.json", geminiSettings(r, "openai"))
	},
	hooks: func(r *run) error {
		return add(r.home, ".qwen/settings.json", object{"hooks": claudeHooks(r.line(), 30,
			"SessionStart", "SessionEnd", "UserPromptSubmit", "PreToolUse", "PermissionRequest", "PostToolUse",
			"Stop")})
	},
	drive: once(func(r *run) []string { return geminiArgs(r) }),
	cannot: map[string]string{
		"session end seen":       "qwen -p sends no SessionEnd",
		"allowed without asking": "without --yolo qwen -p refuses by its rules, and asks no hook",
	},
	call: func(r *run, s step) *model.Call {
		note, old := r.paths()
		switch s.do {
		case "read":
			return &model.Call{Name: "read_file", Args: object{"file_path": old}}
		case "write":
			return &model.Call{Name: "write_file", Args: object{"file_path": note, "content": s.text}}
		case "edit":
			return &model.Call{Name: "edit", Args: object{"file_path": old, "old_string": "before",
				"new_string": s.text}}
		case "mcp":
			return &model.Call{Name: "mcp__e2e__echo", Args: object{"text": s.text}}
		}
		return &model.Call{Name: "run_shell_command",
			Args: object{"command": s.text, "description": "run it", "is_background": false}}
	},
}
