package golden

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// formsOf returns the answer's object and its hookSpecificOutput, and checks what
// holds for both clients below: one object on stdout and exit 0, or a failure
// that says so on stderr. What they read on exit 2 has words of their own in front.
func formsOf(t *testing.T, c *mapping.Call, fault bool, r mapping.Reply) (answer, out map[string]any) {
	t.Helper()
	switch {
	case r.Exit == 1 && fault && len(r.Stdout) == 0 && len(r.Stderr) > 0:
		return nil, nil
	case r.Exit != 0 || len(r.Stderr) > 0:
		t.Errorf("exit %d, stdout %q, stderr %q", r.Exit, r.Stdout, r.Stderr)
	case len(r.Stdout) == 0:
		return nil, nil
	}
	if json.Unmarshal(r.Stdout, &answer) != nil || len(answer) == 0 {
		t.Fatalf("%q is no answer", r.Stdout)
	}
	if out, _ = answer["hookSpecificOutput"].(map[string]any); out != nil && (out["hookEventName"] != c.Native || len(out) < 2) {
		t.Errorf("not this event's, or nothing beside its name: %s", r.Stdout)
	}
	return answer, out
}

func onlyKeys(t *testing.T, of map[string]any, keys ...string) {
	t.Helper()
	for key := range of {
		if !slices.Contains(keys, key) {
			t.Errorf("%s goes out in %v", key, of)
		}
	}
}

// Auggie 0.36.0 ignores a flat decision (pretooluse_legacy_block), Cursor's
// permission (pretooluse_cursor_deny), an object behind a text
// (pretooluse_logs_then_json), JSON beside exit 1 (pretooluse_exit1_json), one
// without the event's name (pretooluse_no_event_name), an ask, a context before a
// tool (pretooluse_ctx_nested), a block after it (posttooluse_block) and any on
// Stop; continue:false loses its reason (pretooluse_cont_false), and a partial
// input its other keys (pretooluse_upd_partial). None of it is ever sent.
func TestAugmentForms(t *testing.T) {
	everyReply(t, "augment", func(t *testing.T, c *mapping.Call, fault bool, r mapping.Reply) {
		answer, out := formsOf(t, c, fault, r)
		onlyKeys(t, answer, "hookSpecificOutput", "systemMessage")
		switch c.Native {
		case "PreToolUse":
			onlyKeys(t, out, "hookEventName", "permissionDecision", "permissionDecisionReason", "updatedInput")
			if d := out["permissionDecision"]; d != nil && d != "allow" && d != "deny" {
				t.Errorf("permissionDecision %v", d)
			}
			if out["permissionDecision"] == "deny" && (out["permissionDecisionReason"] == nil || out["updatedInput"] != nil) {
				t.Errorf("a deny: %s", r.Stdout)
			}
			wholeInput(t, c, out["updatedInput"])
		case "PostToolUse":
			onlyKeys(t, out, "hookEventName", "additionalContext")
		default:
			onlyKeys(t, out)
		}
	})
}

// VS Code reads no flat permissionDecision, no flat decision on Stop, and no
// continue:false where something starts; a stopReason stops whatever stands beside it.
func TestVSCodeCopilotForms(t *testing.T) {
	everyReply(t, "vscode-copilot", func(t *testing.T, c *mapping.Call, fault bool, r mapping.Reply) {
		answer, out := formsOf(t, c, fault, r)
		if answer["continue"] != nil && answer["continue"] != false || answer["continue"] == nil && answer["stopReason"] != nil {
			t.Errorf("continue: %s", r.Stdout)
		}
		switch c.Native {
		case "PreToolUse":
			onlyKeys(t, answer, "hookSpecificOutput", "systemMessage", "continue", "stopReason")
			onlyKeys(t, out, "hookEventName", "permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext")
			wholeInput(t, c, out["updatedInput"])
		case "PostToolUse", "UserPromptSubmit":
			onlyKeys(t, answer, "hookSpecificOutput", "systemMessage", "continue", "stopReason", "decision", "reason")
			onlyKeys(t, out, "hookEventName", "additionalContext")
		case "Stop", "SubagentStop":
			onlyKeys(t, answer, "hookSpecificOutput", "systemMessage", "continue", "stopReason")
			onlyKeys(t, out, "hookEventName", "decision", "reason")
		case "PreCompact":
			onlyKeys(t, answer, "systemMessage", "continue", "stopReason")
		default:
			onlyKeys(t, answer, "hookSpecificOutput", "systemMessage")
			onlyKeys(t, out, "hookEventName", "additionalContext")
		}
	})
}

// wholeInput checks that a new input has every key of the old one.
func wholeInput(t *testing.T, c *mapping.Call, updated any) {
	t.Helper()
	if updated == nil {
		return
	}
	var payload struct {
		Input map[string]any `json:"tool_input"`
	}
	input, _ := updated.(map[string]any)
	if err := json.Unmarshal(c.Payload.Raw, &payload); err != nil || input == nil {
		t.Fatalf("%v, %v", err, updated)
	}
	for key := range payload.Input {
		if _, ok := input[key]; !ok {
			t.Errorf("the new input lacks %s: %v", key, input)
		}
	}
}
