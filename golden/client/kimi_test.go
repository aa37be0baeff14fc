package client

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

const kmDir = "../kimi/"

var kmWall = regexp.MustCompile(`^Wall time: [0-9.]+ seconds\n`)

// TestKimiRecorded holds the model against every recorded run of 2.1.0.
func TestKimiRecorded(t *testing.T) {
	for _, r := range obRows(t, kmDir+"observed-answers.jsonl", 104) {
		t.Run(r.name(), func(t *testing.T) {
			var want Effect
			switch r.Event {
			case "PreToolUse":
				if want.Stopped = !r.Ran; want.Stopped {
					want.Model = kmWall.ReplaceAllString(strings.Join(r.read("tool"), "\n"), "")
				}
			case "UserPromptSubmit":
				want.Stopped = r.Requests == 0
				want.Model = strings.Join(r.read("user"), "\n")
				_, said, _ := strings.Cut(r.Printed, "UserPromptSubmit hook")
				said, _, _ = strings.Cut(strings.TrimPrefix(said, " blocked"), "\n\n• ")
				want.User = strings.ReplaceAll(strings.TrimSpace(said), "\n  ", "\n")
			case "Stop":
				want.GoesOn = r.Requests == 2
				want.Model = strings.Join(r.read("user"), "\n")
				if n := strings.Count(strings.Join(r.Events, " ")+" ", "Stop "); n != 1 {
					t.Errorf("Stop was fired %d times", n)
				}
			default:
				// A hook of another event changed nothing: no other request, no text of its.
				if requests := map[string]int{"stop": 1, "one": 2, "fail": 2, "sub": 3}[r.Case]; r.Requests != requests || strings.Contains(fmt.Sprint(r.Model, r.Printed), "WHY") {
					t.Errorf("it did something: %+v", r)
				}
			}
			if got := Kimi(r.reply()); got != want {
				t.Errorf("%+v, recorded %+v", got, want)
			}
		})
	}
}

// TestKimiNoted covers rules noted for 2.1.0 that have no recorded row.
func TestKimiNoted(t *testing.T) {
	deny := `{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"WHY"}}`
	for _, c := range []struct {
		name string
		r    Reply
		want Effect
	}{
		{"timeout", Reply{Event: "PreToolUse", Exit: 2, Stderr: []byte("WHY"), Late: true}, Effect{}},
		{"killed", Reply{Event: "PreToolUse", Exit: 137, Stdout: []byte(deny)}, Effect{}},
		{"killed prompt", Reply{Event: "UserPromptSubmit", Exit: 143, Stdout: []byte("text")}, Effect{}},
		{"permission dialog", Reply{Event: "PermissionRequest", Stdout: []byte(deny)}, Effect{}},
		{"permission dialog, exit 2", Reply{Event: "PermissionRequest", Exit: 2, Stderr: []byte("WHY")}, Effect{}},
		{"compaction", Reply{Event: "PreCompact", Exit: 2, Stderr: []byte("WHY")}, Effect{}},
		{"queue", Reply{Event: "UserPromptQueued", Stdout: []byte("text")}, Effect{}},
	} {
		if got := Kimi(c.r); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// TestKimiSends puts many answers to every payload. Nothing stands on stdout but
// the message that is a context for a prompt, and nothing on stderr but a reason:
// 2.1.0 ignores all else (rows 10 to 25, 58 to 75, 81 to 104), and on a prompt it
// takes it for text, {} too (rows 36 to 50).
func TestKimiSends(t *testing.T) {
	done := map[string]bool{}
	for name, payload := range payloads(t, kmDir+"payload/", 15) {
		event := eventOf(name)
		c := callOf(t, payload)
		if kind := event + c.Text(mapping.ToolName) + strings.Join(c.Can(), " "); done[kind] {
			continue
		} else {
			done[kind] = true
		}
		heard := slices.Contains([]string{"PreToolUse", "UserPromptSubmit", "Stop"}, event)
		for _, answer := range obAnswers("kimi") {
			for _, native := range [...]bool{false, true} {
				r, fault := answerOf(c, saying(answer), native, false)
				context := event == "UserPromptSubmit" && strings.HasPrefix(string(r.Stdout), `{"message":"`)
				switch {
				case fault:
					if r.Exit != 1 || len(r.Stdout) > 0 {
						t.Fatalf("%s, %s: a failed hook is exit %d, %s", event, answer, r.Exit, r.Stdout)
					}
				case len(r.Stdout) > 0 && (!context || r.Exit != 0), r.Exit != 0 && (r.Exit != 2 || !heard || len(r.Stderr) == 0), r.Exit == 0 && len(r.Stderr) > 0:
					t.Fatalf("%s, %s: exit %d, %s%s", event, answer, r.Exit, r.Stdout, r.Stderr)
				}
			}
		}
	}
}
