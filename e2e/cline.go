//go:build e2e

package main

import (
	"context"
	"path/filepath"

	"github.com/openhook/openhook-shim/e2e/model"
)

var cline = &client{
	name: "cline", title: "Cline CLI", by: "cline PROMPT",
	program: func(r *run) []string {
		return []string{r.installed("@cline/cli-*/bin/cline")}
	},
	env: func(r *run) []string {
		return []string{"CLINE_GLOBAL_SETTINGS_PATH=" + filepath.Join(r.home, "settings.json")}
	},
	configure: func(r *run) error {
		if err := put(r.home, "settings.json", `{"telemetryOptOut":true,"autoUpdateEnabled":false}`); err != nil {
			return err
		}
		provider := object{"settings": object{"provider": "openai-compatible", "apiKey": "made-up",
			"model": "mock-model", "baseUrl": r.model.URL() + "/v1"},
			"updatedAt": "2026-11-20T00:00:00.000Z", "tokenSource": "manual"}
		if err := put(r.home, ".cline/data/settings/providers.json",
			encode(object{"version": 1, "lastUsedProvider": "openai-compatible",
				"modes": object{}, "providers": object{"openai-compatible": provider}})); err != nil {
			return err
		}
		return put(r.home, ".cline/data/settings/cline_mcp_settings.json", encode(object{"mcpServers": mcpServers(r)}))
	},
	hooks: func(r *run) error {
		for _, e := range []string{"TaskStart", "TaskComplete", "PreToolUse", "PostToolUse", "UserPromptSubmit",
			"SessionShutdown"} {
			if err := put(r.project, ".cline/hooks/"+e, "#!/bin/sh\nexec "+r.line()+"\n"); err != nil {
				return err
			}
		}
		return nil
	},
	drive: func(ctx context.Context, r *run) ([]byte, error) {
		args := []string{"-P", "openai-compatible", "-m", "mock-model", "do the work"}
		if r.careful {
			args = append([]string{"--auto-approve", "false"}, args...)
		}
		return r.exec(ctx, args...)
	},
	cannot: map[string]string{
		"session start seen":      "it has turns alone: TaskStart is agent.start",
		"session end seen":        "it has turns alone: TaskComplete is agent.stop",
		"the model reads why":     "a deny ends the turn",
		"context at the start":    "nothing waits for a hook on TaskStart",
		"context with the prompt": "UserPromptSubmit is never sent",
		"prompt rejected":         "UserPromptSubmit is never sent",
		"1 MB write seen whole":   "the hook got all of it, but its editor takes 6,000 characters",
	},
	call: func(r *run, s step) *model.Call {
		note, old := r.paths()
		switch s.do {
		case "read":
			return &model.Call{Name: "read_files", Args: object{"files": []any{object{"path": old}}}}
		case "write":
			return &model.Call{Name: "editor", Args: object{"path": note, "new_text": s.text}}
		case "edit":
			return &model.Call{Name: "editor", Args: object{"path": old, "old_text": "before", "new_text": s.text}}
		case "mcp":
			return &model.Call{Name: "e2e__echo", Args: object{"text": s.text}}
		}
		return &model.Call{Name: "run_commands", Args: object{"commands": []any{s.text}}}
	},
}
