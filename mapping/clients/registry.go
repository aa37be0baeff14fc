package clients

import (
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/formats"
)

// Registry holds every dialect in the order of detection. Dialects with a mark of their own come
// first, then those that copy a common shape.
var Registry = mapping.Registry{Tagged: &Tagged, Dialects: []*mapping.Dialect{
	&formats.OpenHook,
	&OpenCode,
	&Cursor,
	&Augment,
	&Windsurf,
	&Grok,
	&Kimi,
	&Cline,
	&ClineVSCode,
	&CopilotNative,
	&Antigravity,
	&Codex,
	&CodexNotify,
	&Droid,
	&QwenCode,
	&GeminiCLI,
	&CopilotPascal,
	&KiroIDE,
	&KiroCLI,
	&KiroV3,
	&Devin,
	&VSCodeCopilot,
	&Goose,
	&Crush,
	&Vibe,
	&formats.HookMD,
	&formats.AgentHooks,
	&formats.HookContract,
	&ClaudeCode,
}}
