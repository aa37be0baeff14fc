// Package client models what each AI coding tool does with a hook's reply. Each model
// follows recordings of the real client, and tests compare it with them. So a test can
// expect an effect and not only bytes.
package client

// Reply is what a client gets back from the command in its hook settings.
type Reply struct {
	Event   string // native event name
	Payload []byte // what the client sent on stdin, JSON
	Stdout  []byte
	Stderr  []byte
	Exit    int  // exit code; 128+n for signal n
	Late    bool // the client's own timeout ended the command
}

// Effect is what the client then does. The zero value is the effect without a hook: the
// client's own rules decide, and neither the model nor the user gets a text.
type Effect struct {
	Stopped  bool   `json:"stopped,omitempty"`  // the action (tool call, prompt, compaction, …) does not happen
	Approved bool   `json:"approved,omitempty"` // the client's own permission step is skipped
	Asked    bool   `json:"asked,omitempty"`    // the user is asked, whatever the client's rules say
	GoesOn   bool   `json:"goes_on,omitempty"`  // the agent goes on although it was about to stop
	Ends     bool   `json:"ends,omitempty"`     // the agent's loop ends here
	Input    string `json:"input,omitempty"`    // the tool input that is used instead, JSON
	Output   string `json:"output,omitempty"`   // what the model gets in place of the tool's own result
	Model    string `json:"model,omitempty"`    // text that reaches the model: reason, feedback, context
	User     string `json:"user,omitempty"`     // text that reaches the user
	Failed   bool   `json:"failed,omitempty"`   // the client counts the hook as failed and says so
}

// Of returns the model of a provider's client, nil if there is none.
func Of(provider string) func(Reply) Effect {
	switch provider {
	case "antigravity":
		return Antigravity
	case "augment":
		return Augment
	case "claude-code":
		return ClaudeCode
	case "cline":
		return Cline
	case "codex":
		return Codex
	case "copilot-cli":
		return Copilot
	case "crush":
		return Crush
	case "cursor":
		return Cursor
	case "devin-cli":
		return DevinCLI
	case "factory-droid":
		return FactoryDroid
	case "gemini-cli":
		return GeminiCLI
	case "goose":
		return Goose
	case "grok":
		return Grok
	case "kimi":
		return Kimi
	case "kiro":
		return Kiro
	case "mistral-vibe":
		return MistralVibe
	case "opencode":
		return OpenCode
	case "qwen-code":
		return QwenCode
	case "vscode-copilot":
		return VSCodeCopilot
	case "windsurf":
		return Windsurf
	}
	return nil
}
