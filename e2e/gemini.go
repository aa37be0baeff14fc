//go:build e2e

package main

import "github.com/openhook/openhook-shim/e2e/model"

var geminiCLI = &client{
	name: "gemini-cli", title: "Gemini CLI", by: "gemini -p",
	program: func(r *run) []string {
		return []string{r.nodejs(), r.installed("@google/gemini-cli/bundle/gemini.js")}
	},
	env: func(r *run) []string {
		return []string{"GEMINI_API_KEY=made-up", "GOOGLE_GEMINI_BASE_URL=" + r.model.URL(),
			"GEMINI_CLI_TRUST_WORKSPACE=true", "GEMINI_CLI_NO_RELAUNCH=true"}
	},
	configure: func(r *run) error {
		return put(r.home, ".gemini/settings.json", geminiSettings(r, "gemini-api-key"))
	},
	hooks: func(r *run) error {
		return add(r.home, ".gemini/settings.json", object{"hooks": claudeHooks(r.line(), 30000,
			"SessionStart", "SessionEnd", "BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent")})
	},
	drive: once(func(r *run) []string { return geminiArgs(r, "-m", "gemini-2.5-flash") }),
	cannot: map[string]string{
		"allowed without asking": "without --yolo gemini -p offers no such tool, and asks no hook",
	},
	call: func(r *run, s step) *model.Call {
		note, old := r.paths()
		switch s.do {
		case "read":
			return &model.Call{Name: "read_file", Args: object{"file_path": old}}
		case "write":
			return &model.Call{Name: "write_file", Args: object{"file_path": note, "content": s.text}}
		case "edit":
			return &model.Call{Name: "replace", Args: object{"file_path": old, "instruction": "edit it",
				"old_string": "before", "new_string": s.text}}
		case "mcp":
			return &model.Call{Name: "mcp_e2e_echo", Args: object{"text": s.text}}
		}
		return &model.Call{Name: "run_shell_command", Args: object{"command": s.text, "description": "run it"}}
	},
}

// geminiSettings and geminiArgs are what Gemini CLI and its fork have in common.
func geminiSettings(r *run, auth string) string {
	return encode(object{"mcpServers": mcpServers(r),
		"security":  object{"auth": object{"selectedType": auth}},
		"general":   object{"enableAutoUpdate": false, "disableAutoUpdate": true},
		"privacy":   object{"usageStatisticsEnabled": false},
		"telemetry": object{"enabled": false}})
}

func geminiArgs(r *run, more ...string) []string {
	args := append([]string{"-p", "do the work"}, more...)
	if !r.careful {
		args = append(args, "--yolo")
	}
	return args
}
