//go:build e2e

package main

import (
	"fmt"

	"github.com/openhook/openhook-shim/e2e/model"
)

var augment = &client{
	name: "augment", title: "Auggie", by: "auggie --print",
	program: func(r *run) []string {
		return []string{r.nodejs(), r.installed("@augmentcode/auggie/augment.mjs")}
	},
	env: func(r *run) []string {
		return []string{"AUGMENT_DISABLE_AUTO_UPDATE=1",
			fmt.Sprintf(`AUGMENT_SESSION_AUTH={"accessToken":"made-up","tenantURL":"%s/","scopes":["read","write"]}`,
				r.model.URL())}
	},
	configure: func(r *run) error {
		return put(r.home, "mcp.json", encode(object{"mcpServers": mcpServers(r)}))
	},
	hooks: func(r *run) error {
		return put(r.home, ".augment/settings.json", encode(object{"hooks": claudeHooks(r.line(), 30000,
			"SessionStart", "SessionEnd", "PromptSubmit", "PreToolUse", "PostToolUse", "Stop")}))
	},
	drive: once(func(r *run) []string {
		return []string{"--print", "do the work", "--mcp-config", r.home + "/mcp.json"}
	}),
	neverAsks: "auggie --print runs every tool unasked",
	call: func(r *run, s step) *model.Call {
		switch s.do {
		case "read":
			return &model.Call{Name: "view", Args: object{"type": "file", "path": "old.txt"}}
		case "write":
			return &model.Call{Name: "save-file", Args: object{"path": "note.txt", "file_content": s.text,
				"add_last_line_newline": false,
				"instructions_reminder": "LIMIT THE FILE CONTENT TO AT MOST 300 LINES. IF MORE CONTENT NEEDS TO BE ADDED USE THE str-replace-editor TOOL TO EDIT THE FILE AFTER IT HAS BEEN CREATED."}}
		case "edit":
			return &model.Call{Name: "str-replace-editor", Args: object{"command": "str_replace", "path": "old.txt",
				"instruction_reminder": "ALWAYS BREAK DOWN EDITS INTO SMALLER CHUNKS OF AT MOST 150 LINES EACH.",
				"str_replace_entries": []any{object{"old_str": "before", "new_str": s.text,
					"old_str_start_line_number": 1, "old_str_end_line_number": 1}}}}
		case "mcp":
			return &model.Call{Name: "echo_e2e", Args: object{"text": s.text}}
		}
		return &model.Call{Name: "launch-process",
			Args: object{"command": s.text, "wait": true, "max_wait_seconds": 10, "cwd": r.project}}
	},
}
