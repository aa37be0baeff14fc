package golden

import (
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// lies are what clients set for their hooks and leave behind for whatever is
// started below them: a hook's environment may hold any of them.
var lies = []string{
	"CLAUDECODE=1 CLAUDE_CODE_SESSION_ID=x CLAUDE_PROJECT_DIR=/other CLAUDE_CODE_ENTRYPOINT=cli AI_AGENT=claude-code_2-1-328_harness",
	"CURSOR_TRACE_ID=x CURSOR_VERSION=3.24.9 CURSOR_PROJECT_DIR=/other CLAUDE_PROJECT_DIR=/other CURSOR_AGENT=1",
	"CODEX_HOME=/other CODEX_MANAGED_BY_NPM=1 CLAUDE_PLUGIN_ROOT=/other",
	"GEMINI_SESSION_ID=x GEMINI_PROJECT_DIR=/other GEMINI_CLI=1 CLAUDE_PROJECT_DIR=/other",
	"COPILOT_CLI=1 COPILOT_PROJECT_DIR=/other CLAUDE_PROJECT_DIR=/other COPILOT_MODEL=x",
	"KIRO_SESSION_ID=x TERM_PROGRAM=kiro VSCODE_PID=1 USER_PROMPT=hello",
	"USER_PROMPT={\"toolName\":\"execute_bash\",\"toolArgs\":{\"command\":\"ls\"}}",
	"QWEN_PROJECT_DIR=/other GEMINI_PROJECT_DIR=/other CLAUDE_PROJECT_DIR=/other QWEN_CODE=1",
	"FACTORY_PROJECT_DIR=/other DROID_PLUGIN_ROOT=/other CLAUDE_PROJECT_DIR=/other",
	"GROK_WORKSPACE_ROOT=/other CLAUDE_PROJECT_DIR=/other GROK_SESSION_ID=x",
	"DEVIN_PROJECT_DIR=/other AUGMENT_PROJECT_DIR=/other AUGMENT_CONVERSATION_ID=x",
	"CLINE_BUILD_ENV=production CLINE_CONNECTOR_CLI_LAUNCH={} ROOT_WORKSPACE_PATH=/other KIMI_CLI=1",
	"OPENHOOK_SOURCE=cursor OPENHOOK_TYPE=tool.start OPENHOOK_DEPTH=1",
}

// The payload says who sent it. Neither the environment nor a flag changes that.
func TestDetectionUnderLies(t *testing.T) {
	t.Parallel()
	for _, provider := range Providers() {
		for file, payload := range Payloads(provider) {
			detect := func(h mapping.Hints) *mapping.Dialect {
				if strings.Contains(file, "USER_PROMPT-env") {
					return nil // it is the environment; TestFaults and the cases have it
				}
				h.Now = "2026-11-20T10:00:00.000Z"
				p, err := mapping.Parse(slices.Clone(payload), h.Getenv)
				if err != nil {
					t.Fatalf("%s/%s: %v", provider, file, err)
				}
				return clients.Registry.Detect(p, h)
			}
			none := func(string) string { return "" }
			honest := detect(mapping.Hints{Getenv: none})
			if honest == nil {
				continue
			}
			if honest.Name != provider {
				t.Errorf("%s/%s is taken for %s", provider, file, honest.Name)
			}
			for _, lie := range lies {
				getenv := func(name string) string {
					for one := range strings.FieldsSeq(lie) {
						if value, ok := strings.CutPrefix(one, name+"="); ok {
							return value
						}
					}
					return ""
				}
				if got := detect(mapping.Hints{Getenv: getenv}); got != honest {
					t.Errorf("%s/%s is taken for %s under %s", provider, file, got.Name, lie)
				}
			}
			for _, source := range append(Providers(), "unknown", "nobody") {
				for _, event := range [...]string{"", "PreToolUse", "stop"} {
					if got := detect(mapping.Hints{Getenv: none, Source: source, Event: event}); got != honest {
						t.Errorf("%s/%s is taken for %s under --source %s --event %q", provider, file, got.Name, source, event)
					}
				}
			}
		}
	}
}
