//go:build e2e

package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/openhook/openhook-shim/e2e/model"
)

var kimi = &client{
	name: "kimi", title: "Kimi Code", by: "kimi -p", newNode: true,
	program: func(r *run) []string {
		return []string{r.nodejs(), r.installed("@moonshot-ai/kimi-code/dist/main.mjs")}
	},
	env: func(r *run) []string { return nil },
	configure: func(r *run) error {
		config := fmt.Sprintf(`default_model = "mock/m"
telemetry = false
[providers.mock]
type = "openai"
base_url = "%s/v1"
api_key = "made-up"
[models."mock/m"]
provider = "mock"
model = "mock-model"
max_context_size = 200000
capabilities = ["tool_use"]
`, r.model.URL())
		if err := put(r.home, ".kimi-code/mcp.json", encode(object{"mcpServers": mcpServers(r)})); err != nil {
			return err
		}
		return put(r.home, ".kimi-code/config.toml", config)
	},
	hooks: func(r *run) error {
		config, err := os.ReadFile(filepath.Join(r.home, ".kimi-code/config.toml"))
		if err != nil {
			return err
		}
		for _, e := range []string{"SessionStart", "SessionEnd", "UserPromptSubmit", "PreToolUse", "PostToolUse",
			"PostToolUseFailure", "Stop"} {
			config = fmt.Appendf(config, "[[hooks]]\nevent = %q\ncommand = %q\ntimeout = 30\n", e, r.line())
		}
		return put(r.home, ".kimi-code/config.toml", string(config))
	},
	drive:     once(func(r *run) []string { return []string{"-p", "do the work"} }),
	neverAsks: "kimi -p runs every tool unasked",
	cannot: map[string]string{
		"session end seen":     "kimi -p sends no SessionEnd",
		"context after a tool": "nothing waits for a hook on PostToolUse, and kimi -p may end before it has run",
		"result replaced":      "nothing waits for a hook on PostToolUse, and kimi -p may end before it has run",
	},
	call: func(r *run, s step) *model.Call {
		switch s.do {
		case "read":
			return &model.Call{Name: "Read", Args: object{"path": "old.txt"}}
		case "write":
			return &model.Call{Name: "Write", Args: object{"path": "note.txt", "content": s.text}}
		case "edit":
			return &model.Call{Name: "Edit", Args: object{"path": "old.txt", "old_string": "before",
				"new_string": s.text}}
		case "mcp":
			return &model.Call{Name: "mcp__e2e__echo", Args: object{"text": s.text}}
		}
		return &model.Call{Name: "Bash", Args: object{"command": s.text, "description": "run it"}}
	},
}
