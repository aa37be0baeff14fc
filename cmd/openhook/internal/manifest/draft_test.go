package manifest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// The examples of the Hook Interchange Format (1.0.0-draft), as they are printed there.
func TestDraftExamples(t *testing.T) {
	const section2 = `{ "spec": "hooks/1.0", "hooks": [ { "event": "before_tool_execute", "matcher": "shell", "handler": { "type": "command", "command": "./safety-check.sh", "timeout": 10 }, "blocking": true } ]}`
	path := write(t, "hooks.json", section2)
	if out, errs, err := do(t, "validate", "--strict", path); err != nil || errs != "" ||
		!strings.Contains(out, "1 hook") {
		t.Errorf("%v %s%s", err, out, errs)
	}
	out, _, err := do(t, "convert", path)
	if err != nil || !sameJSON(t, out, section2) {
		t.Errorf("section 2 comes back as %s %v", out, err)
	}
	for _, provider := range providers() {
		files, losses, err := target(t, provider, "linux").Encode(must(t, section2))
		if err != nil || !strings.Contains(string(files[0].Data), "safety-check.sh") ||
			strings.Contains(string(files[0].Data), "--exit-2-warns") {
			t.Errorf("%s: %v %s", provider, err, textOf(losses))
		}
	}
	// Section 5: each line stands in a hook.
	for line, want := range map[string]string{
		`"matcher": "shell"`: "--tools shell ",
		`"matcher": {"pattern": "file_(read|write|edit)"}`:                  "--tools '*file_read*,*file_write*,*file_edit*' ",
		`"matcher": {"mcp": {"server": "github", "tool": "create_issue"}}`:  "--tools mcp__github__create_issue ",
		`"matcher": ["shell", "file_write", {"mcp": {"server": "github"}}]`: "--tools 'shell,file_write,mcp__github__*' ",
	} {
		text := strings.Replace(section2, `"matcher": "shell"`, line, 1)
		m := must(t, text)
		if out, losses := encode(t, "claude-code", m); !strings.Contains(out, want) || len(losses) > 0 {
			t.Errorf("%s: no %s in\n%s\n%s", line, want, textOf(losses), out)
		}
		data, err := m.JSON()
		if err != nil || !json.Valid(data) || !sameJSON(t, gjson.GetBytes(data, "hooks.0.matcher").Raw,
			gjson.Get("{"+line+"}", "matcher").Raw) {
			t.Errorf("%s comes back as %s %v", line, data, err)
		}
	}
	// Section 6: the table of names, where the recorded clients have them.
	for row := range strings.Lines(`before_tool_execute PreToolUse BeforeTool beforeShellExecution preToolUse preToolUse
after_tool_execute PostToolUse AfterTool afterFileEdit postToolUse postToolUse
before_prompt UserPromptSubmit BeforeAgent beforeSubmitPrompt userPromptSubmitted userPromptSubmit
agent_stop Stop AfterAgent stop - stop
`) {
		cells := strings.Fields(row)
		for i, provider := range strings.Fields("claude-code gemini-cli cursor copilot-cli kiro") {
			if cells[i+1] == "-" {
				continue
			}
			if e, ok := eventNamed(provider, cells[i+1]); !ok || e.canonicalName() != cells[0] {
				t.Errorf("%s %s is %v, want %s", provider, cells[i+1], e.canonicalNames, cells[0])
			}
		}
	}
}
