//go:build e2e

package main

import (
	"fmt"
	"strings"

	"github.com/openhook/openhook-shim/e2e/model"
)

var codex = &client{
	name: "codex", title: "Codex CLI", by: "codex exec",
	program: func(r *run) []string {
		return []string{r.installed("@openai/codex-*/vendor/*/bin/codex")}
	},
	env: func(r *run) []string {
		return []string{"CODEX_HOME=" + r.home + "/.codex", "MOCK_API_KEY=made-up"}
	},
	configure: func(r *run) error {
		server := r.server()
		// gpt-5.5 has apply_patch, a model that it does not know has not.
		config := fmt.Sprintf(`model = "gpt-5.5"
model_provider = "mock"
sandbox_mode = %q
[model_providers.mock]
name = "mock"
base_url = "%s/v1"
wire_api = "responses"
env_key = "MOCK_API_KEY"
[projects.%q]
trust_level = "trusted"
[mcp_servers.e2e]
command = %q
args = [%q, %q]
`, map[bool]string{true: "read-only", false: "danger-full-access"}[r.careful], r.model.URL(), r.project, server[0], server[1], server[2])
		return put(r.home, ".codex/config.toml", config)
	},
	hooks: func(r *run) error {
		hooks := claudeHooks(r.line(), 30, "SessionStart", "UserPromptSubmit", "PreToolUse", "PermissionRequest",
			"PostToolUse", "Stop")
		hooks["SessionEnd"] = claudeHooks(r.line(), 3, "SessionEnd")["SessionEnd"]
		return put(r.home, ".codex/hooks.json", encode(object{"hooks": hooks}))
	},
	drive: once(func(r *run) []string {
		args := []string{"exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust"}
		if !r.careful {
			args = append(args, "--dangerously-bypass-approvals-and-sandbox")
		}
		return append(args, "do the work")
	}),
	call: func(r *run, s step) *model.Call {
		switch s.do {
		case "read":
			return nil
		case "write":
			lines := strings.ReplaceAll(strings.TrimSuffix(s.text, "\n"), "\n", "\n+")
			return &model.Call{Name: "apply_patch", Raw: "*** Begin Patch\n*** Add File: note.txt\n+" + lines +
				"\n*** End Patch\n"}
		case "edit":
			return &model.Call{Name: "apply_patch", Raw: "*** Begin Patch\n*** Update File: old.txt\n@@\n-before\n+" +
				s.text + "\n*** End Patch\n"}
		case "mcp":
			return &model.Call{Name: "echo", Namespace: "mcp__e2e", Args: object{"text": s.text}}
		}
		return &model.Call{Name: "exec_command", Args: object{"cmd": s.text}}
	},
}
