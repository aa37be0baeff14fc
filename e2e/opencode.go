//go:build e2e

package main

import (
	_ "embed"
	"path/filepath"
	"slices"

	"github.com/openhook/openhook-shim/e2e/model"
)

// OpenCode has no hooks in its settings: our plugin stands in.
var openCode = &client{
	name: "opencode", title: "OpenCode", by: "opencode serve",
	program: func(r *run) []string {
		return []string{r.installed("opencode-linux-x64/bin/opencode")}
	},
	env: func(r *run) []string {
		// It waits for ever on a proxy that does not answer.
		return []string{"HTTP_PROXY=", "HTTPS_PROXY=", "OPENCODE_DISABLE_MODELS_FETCH=1",
			"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1"}
	},
	configure: func(r *run) error {
		permission := object{}
		if r.careful {
			permission["bash"] = "ask"
		}
		return put(r.project, "opencode.json", encode(object{"$schema": "https://opencode.ai/config.json",
			"autoupdate": false, "share": "disabled",
			"model": "mock/mock-model", "small_model": "mock/mock-model", "permission": permission,
			"mcp": object{"e2e": object{"type": "local", "command": r.server(), "enabled": true}},
			"provider": object{"mock": object{"npm": "@ai-sdk/openai-compatible", "name": "Mock",
				"options": object{"baseURL": r.model.URL() + "/v1", "apiKey": "made-up"},
				"models": object{"mock-model": object{"name": "mock", "tool_call": true,
					"limit": object{"context": 200000, "output": 4096}}}}}}))
	},
	hooks: func(r *run) error {
		plugin, err := filepath.Abs(filepath.Join("plugins", "opencode", "openhook.js"))
		if err != nil {
			return err
		}
		command := r.command()
		options := object{"shim": command[0], "flags": command[1:]}
		if i := slices.Index(command, "--"); i > 0 {
			options = object{"shim": command[0], "flags": command[1:i], "hook": command[i+1:]}
		}
		return add(r.project, "opencode.json", object{"plugin": []any{[]any{plugin, options}}})
	},
	drive: serveOpenCode,
	call: func(r *run, s step) *model.Call {
		note, old := r.paths()
		switch s.do {
		case "read":
			return &model.Call{Name: "read", Args: object{"filePath": old}}
		case "write":
			return &model.Call{Name: "write", Args: object{"filePath": note, "content": s.text}}
		case "edit":
			return &model.Call{Name: "edit", Args: object{"filePath": old, "oldString": "before", "newString": s.text}}
		case "mcp":
			return &model.Call{Name: "e2e_echo", Args: object{"text": s.text}}
		}
		return &model.Call{Name: "bash", Args: object{"command": s.text, "description": "run it"}}
	},
}
