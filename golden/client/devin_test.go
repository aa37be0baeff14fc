package client

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const dvDir = "../devin-cli/payload/"

func dvPayload(t *testing.T, event string) []byte {
	t.Helper()
	files, _ := filepath.Glob(dvDir + event + ".*json")
	if len(files) == 0 {
		t.Fatalf("no payload of %s", event)
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestDevinNoted is what is known of Devin CLI, with its grade: docs is
// docs.devin.ai (2026-08), captures are others' on 3000.6.14, shims is how those
// who wrote hooks for it answer. Nothing is recorded by us.
func TestDevinNoted(t *testing.T) {
	const reason = "WHY"
	block, approve := `{"decision":"block","reason":"WHY"}`, `{"decision":"approve","reason":"WHY"}`
	context := func(event string) string {
		return `{"hookSpecificOutput":{"hookEventName":"` + event + `","additionalContext":"CTX"}}`
	}
	for _, c := range []struct {
		grade, event, stdout, stderr string
		exit                         int
		want                         Effect
	}{
		{"docs", "PreToolUse", "", "", 0, Effect{}},
		{"docs", "PreToolUse", block, "", 0, Effect{Stopped: true, Model: reason}},
		{"docs", "PreToolUse", approve, "", 0, Effect{Approved: true}},
		{"docs", "PreToolUse", "", reason + "\n", 2, Effect{Stopped: true, Model: reason}},
		{"docs", "PreToolUse", "", reason, 1, Effect{Failed: true}},
		{"docs", "PreToolUse", "", "", 127, Effect{Failed: true}},
		{"captures", "PreToolUse", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"new"}}}`, "", 0,
			Effect{Input: `{"command":"new","shell_id":"main"}`}},
		{"shims", "PreToolUse", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"WHY"}}`, "", 0, Effect{}},
		{"docs", "PreToolUse", `{"decision":"ask"}`, "", 0, Effect{}},
		{"docs", "PreToolUse", `{"continue":false,"stopReason":"WHY"}`, "", 0, Effect{}},
		{"docs", "PreToolUse", context("PreToolUse"), "", 0, Effect{}},
		{"docs", "PermissionRequest", block, "", 0, Effect{Stopped: true, Model: reason}},
		{"docs", "PermissionRequest", approve, "", 0, Effect{Approved: true}},
		{"docs", "PermissionRequest", "", "", 0, Effect{}},
		{"docs", "UserPromptSubmit", context("UserPromptSubmit"), "", 0, Effect{Model: "CTX"}},
		{"docs", "UserPromptSubmit", block, "", 0, Effect{Stopped: true, User: reason}},
		{"docs", "UserPromptSubmit", "", reason, 2, Effect{Stopped: true, User: reason}},
		{"docs", "SessionStart", context("SessionStart"), "", 0, Effect{Model: "CTX"}},
		{"captures", "SessionStart", `{"additionalContext":"CTX"}`, "", 0, Effect{}},
		{"docs", "SessionStart", "", reason, 2, Effect{Failed: true}},
		{"docs", "PostToolUse", context("PostToolUse"), "", 0, Effect{Model: "CTX"}},
		{"docs", "PostToolUse", block, "", 0, Effect{}},
		{"captures", "Stop", block, "", 0, Effect{GoesOn: true, Model: reason}},
		{"docs", "Stop", "", reason, 2, Effect{GoesOn: true, Model: reason}},
		{"docs", "Stop", "", "", 0, Effect{}},
		{"docs", "SessionEnd", block, "", 0, Effect{}},
		{"shims", "PostCompaction", context("PostCompaction"), "", 0, Effect{}},
		{"docs", "Later", block, reason, 2, Effect{}},
	} {
		payload := []byte("{}")
		if c.event != "Later" {
			payload = dvPayload(t, c.event)
		}
		got := DevinCLI(Reply{Event: c.event, Payload: payload, Stdout: []byte(c.stdout), Stderr: []byte(c.stderr), Exit: c.exit})
		if got != c.want {
			t.Errorf("%s (%s): %s, exit %d:\n got %+v\nwant %+v", c.event, c.grade, c.stdout, c.exit, got, c.want)
		}
	}
	if late := DevinCLI(Reply{Event: "PreToolUse", Payload: dvPayload(t, "PreToolUse"), Stdout: []byte(block), Exit: 2, Late: true}); late != (Effect{Failed: true}) {
		t.Errorf("too late: %+v", late)
	}
}

// TestDevinNeverSent puts every combination of wishes to every payload: what the
// documents do not name must not be sent, as nobody knows what it does.
func TestDevinNeverSent(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	known := map[string][]string{
		"SessionStart":      {"hookSpecificOutput.additionalContext"},
		"UserPromptSubmit":  {"decision", "reason", "hookSpecificOutput.additionalContext"},
		"PreToolUse":        {"decision", "reason", "hookSpecificOutput.updatedInput"},
		"PermissionRequest": {"decision", "reason"},
		"PostToolUse":       {"hookSpecificOutput.additionalContext"},
		"Stop":              {"decision", "reason"},
	}
	for name, payload := range payloads(t, dvDir, 8) {
		event := eventOf(name)
		c := callOf(t, payload)
		if c.Dialect.Name != "devin-cli" {
			t.Fatalf("%s is %s's", name, c.Dialect.Name)
		}
		for _, answer := range fdAnswers() {
			for _, native := range [...]bool{false, true} {
				r, _ := answerOf(c, saying(answer), native, false)
				if r.Exit == 1 && len(r.Stdout) == 0 {
					continue // a failed hook, and said so
				}
				if r.Exit != 0 || len(r.Stdout) > 0 && (!json.Valid(r.Stdout) || strings.Contains(string(r.Stdout), "null")) {
					t.Fatalf("%s, %s: exit %d, %s", event, answer, r.Exit, r.Stdout)
				}
				doc := ccParse(r.Stdout)
				for key := range doc {
					keys := []string{key}
					if key == "hookSpecificOutput" {
						if keys = nil; doc.object(key).text("hookEventName") != event {
							t.Fatalf("%s, %s: no event is named: %s", event, answer, r.Stdout)
						}
						for inner := range doc.object(key) {
							if inner != "hookEventName" {
								keys = append(keys, key+"."+inner)
							}
						}
					}
					for _, k := range keys {
						if !slices.Contains(known[event], k) {
							t.Fatalf("%s, %s: %s is sent: %s", event, answer, k, r.Stdout)
						}
					}
				}
				if d := doc.text("decision"); d != "" && d != "block" && (d != "approve" || event == "Stop" || event == "UserPromptSubmit") {
					t.Fatalf("%s, %s: decision %s", event, answer, d)
				}
			}
		}
	}
}
