//go:build e2e

package main

import (
	"os"
	"path/filepath"

	"github.com/openhook/openhook-shim/e2e/model"
)

var copilotCLI = &client{
	name: "copilot-cli", title: "Copilot CLI", by: "copilot -p",
	program: func(r *run) []string {
		return []string{r.nodejs(), r.installed("@github/copilot/npm-loader.js")}
	},
	env: func(r *run) []string {
		return []string{"COPILOT_OFFLINE=true", "COPILOT_PROVIDER_BASE_URL=" + r.model.URL() + "/v1",
			"COPILOT_PROVIDER_API_KEY=made-up",
			"COPILOT_MODEL=gpt-4.1", "COPILOT_AUTO_UPDATE=false"}
	},
	configure: func(r *run) error {
		// It unpacks 235 MB there when it finds nothing.
		unpacked := filepath.Join(r.install, "unpacked")
		if err := os.MkdirAll(unpacked, 0o755); err != nil {
			return err
		}
		return os.Symlink(unpacked, filepath.Join(r.home, ".cache"))
	},
	hooks: func(r *run) error {
		hooks := object{}
		for _, e := range []string{"sessionStart", "sessionEnd", "userPromptSubmitted", "preToolUse",
			"permissionRequest", "postToolUse", "agentStop"} {
			hooks[e] = []any{object{"type": "command", "bash": r.line(), "timeoutSec": 30}}
		}
		return put(r.home, ".copilot/hooks/openhook.json", encode(object{"version": 1, "hooks": hooks}))
	},
	drive: once(func(r *run) []string {
		server := r.server()
		args := []string{"-p", "do the work", "--additional-mcp-config", encode(object{"mcpServers": object{
			"e2e": object{"command": server[0], "args": server[1:], "tools": []any{"*"}}}})}
		if !r.careful {
			args = append(args, "--allow-all-tools")
		}
		return args
	}),
	call: func(r *run, s step) *model.Call {
		note, old := r.paths()
		switch s.do {
		case "read":
			return &model.Call{Name: "view", Args: object{"path": old}}
		case "write":
			return &model.Call{Name: "create", Args: object{"path": note, "file_text": s.text}}
		case "edit":
			return &model.Call{Name: "edit", Args: object{"path": old, "old_str": "before", "new_str": s.text}}
		case "mcp":
			return &model.Call{Name: "e2e-echo", Args: object{"text": s.text}}
		}
		return &model.Call{Name: "bash", Args: object{"command": s.text, "description": "run it"}}
	},
}
