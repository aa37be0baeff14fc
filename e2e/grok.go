//go:build e2e

package main

import (
	"fmt"

	"github.com/openhook/openhook-shim/e2e/model"
)

var grok = &client{
	name: "grok", title: "Grok Build", by: "grok -p", packed: "@xai-official/grok-*/bin/grok.br",
	program: func(r *run) []string {
		return []string{r.installed("@xai-official/grok-*/bin/grok")}
	},
	env: func(r *run) []string { return []string{"XAI_API_KEY=made-up"} },
	configure: func(r *run) error {
		server := r.server()
		config := fmt.Sprintf(`[models]
default = "mock"
[model.mock]
model = "mock-model"
base_url = "%s/v1"
name = "Mock"
api_key = "made-up"
api_backend = "chat_completions"
context_window = 200000
[mcp_servers.e2e]
command = %q
args = [%q, %q]
`, r.model.URL(), server[0], server[1], server[2])
		return put(r.home, ".grok/config.toml", config)
	},
	hooks: func(r *run) error {
		return put(r.home, ".grok/hooks/openhook.json", encode(object{"hooks": claudeHooks(r.line(), 30,
			"SessionStart", "SessionEnd", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop")}))
	},
	drive: once(func(r *run) []string {
		args := []string{"-p", "do the work", "-m", "mock"}
		if !r.careful {
			args = append(args, "--always-approve")
		}
		return args
	}),
	cannot: map[string]string{
		"1 MB write seen whole": "above 128 KiB the hook gets the beginning, with tool_input_truncated",
	},
	call: func(r *run, s step) *model.Call {
		note, old := r.paths()
		switch s.do {
		case "read":
			return &model.Call{Name: "read_file", Args: object{"target_file": old}}
		case "write":
			return &model.Call{Name: "search_replace",
				Args: object{"file_path": note, "old_string": "", "new_string": s.text}}
		case "edit":
			return &model.Call{Name: "search_replace",
				Args: object{"file_path": old, "old_string": "before", "new_string": s.text}}
		case "mcp":
			return &model.Call{Name: "use_tool", Args: object{"tool_name": "e2e__echo",
				"tool_input": object{"text": s.text}}}
		}
		return &model.Call{Name: "run_terminal_command", Args: object{"command": s.text, "description": "run it"}}
	},
}
