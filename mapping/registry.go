package mapping

//go:generate go run ./clients/gen -fmt
//go:generate go run ../internal/gen/pages ../docs

// registry holds every dialect in the order of detection: first those with a
// mark that only they send, then those that copy a common shape.
var registry = [...]*Dialect{
	&openhook,
	&opencode,
	&cursor,
	&augment,
	&windsurf,
	&grok,
	&kimi,
	&cline,
	&clineVSCode,
	&copilotNative,
	&antigravity,
	&codex,
	&codexNotify,
	&droid,
	&qwenCode,
	&geminiCLI,
	&copilotPascal,
	&kiroIDE,
	&kiroCLI,
	&kiroV3,
	&devin,
	&vscodeCopilot,
	&goose,
	&crush,
	&vibe,
	&hookMD,
	&agentHooks,
	&hookContract,
	&claudeCode,
}

// Dialects returns every dialect that is known, in the order of detection.
func Dialects() []*Dialect { return registry[:] }

// Formats returns what --format takes beside openhook and native, the most common
// first, which is the last to be detected.
func Formats() (names []string) {
	for i := len(registry) - 1; i >= 0; i-- {
		if d := registry[i]; d.Format || d.AsFormat {
			names = append(names, d.Name)
		}
	}
	return names
}
