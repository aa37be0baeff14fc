package client

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

const clineDir = "../cline/"

// clineRow is one recorded run: what the client must get for an effect that was seen.
type clineRow struct {
	Event    string
	Payload  string          `json:"stdin_file"`
	Stdout   json.RawMessage `json:"native_stdout_must"` // an object, or "empty or {}"
	Exit     any             `json:"native_exit_must"`   // a number, or "any"
	Observed string
	Others   []json.RawMessage `json:"alternatives"` // seen to do the same
	Negative struct {          // seen to do nothing
		Exit           int
		Stderr, Result string
	} `json:"negative_observation"`
}

// clineSight is what a row saw, and the words it says so in.
type clineSight struct {
	row, words string
	want       Effect
}

var clineSeen = []clineSight{
	{"observed-post-context.json", "model got user message", Effect{Model: "post ctx"}},
	{"observed-pre-context.json", "with the text after the tool result", Effect{Model: "remember the rule"}},
	{"observed-pre-exit1.json", "tool ran", Effect{}},
	{"observed-pre-exit2.json", "turn aborted, tool not run, model not asked again", Effect{Stopped: true, Ends: true}},
	{"observed-pre-raw-exit2-is-not-a-block.json", "let the tool run", Effect{Stopped: true, Ends: true}},
	{"observed-pre-rewrite.json", "the rewritten command ran", Effect{Input: `{"commands":["echo rewritten-input"]}`}},
	{"observed-prompt-block-impossible.json", "ignored (hook is detached), the run went on", Effect{}},
}

func TestClineRecorded(t *testing.T) {
	files, err := filepath.Glob(clineDir + "observed-*.json")
	if err != nil || len(files) != len(clineSeen) {
		t.Errorf("%d rows, %d are known: %v", len(files), len(clineSeen), err)
	}
	for _, seen := range clineSeen {
		raw, err := os.ReadFile(clineDir + seen.row)
		if err != nil {
			t.Error(err)
			continue
		}
		var row clineRow
		if err := json.Unmarshal(raw, &row); err != nil {
			t.Fatalf("%s: %v", seen.row, err)
		}
		if !strings.Contains(row.Observed, seen.words) {
			t.Errorf("%s saw %q, not %q", seen.row, row.Observed, seen.words)
		}
		outs := append([]json.RawMessage{row.Stdout}, row.Others...)
		if string(row.Stdout) == `"empty or {}"` {
			outs = []json.RawMessage{nil, []byte("{}")}
		}
		exits := []int{0, 1, 2, 127, 137} // the CLI ignores them
		if n, ok := row.Exit.(float64); ok {
			exits = []int{int(n)}
		}
		for _, out := range outs {
			for _, exit := range exits {
				reply := Reply{Event: row.Event, Payload: clineFile(t, row.Payload), Stdout: out, Exit: exit}
				got := Cline(reply)
				var compact []byte
				if got.Input != "" {
					var v any
					json.Unmarshal([]byte(got.Input), &v)
					compact, _ = json.Marshal(v)
					got.Input = string(compact)
				}
				if got != seen.want {
					t.Errorf("%s, exit %d, %s: %+v, want %+v", seen.row, exit, out, got, seen.want)
				}
			}
		}
		if n := row.Negative; n.Result != "" {
			reply := Reply{Event: row.Event, Payload: clineFile(t, row.Payload), Stderr: []byte(n.Stderr), Exit: n.Exit}
			if got := Cline(reply); n.Result != "tool ran" || got != (Effect{}) {
				t.Errorf("%s, what was seen to do nothing (%s): %+v", seen.row, n.Result, got)
			}
		}
	}
	for _, f := range files {
		if !slices.ContainsFunc(clineSeen, func(s clineSight) bool { return s.row == filepath.Base(f) }) {
			t.Errorf("%s: row without an expectation", f)
		}
	}
}

// TestClineRules covers the rules that have no row: captured for the
// CLI, read in the source for the extension.
func TestClineRules(t *testing.T) {
	const (
		cli, post, start      = "PreToolUse.run_commands.json", "PostToolUse.run_commands.json", "TaskStart.json"
		vs, vsPost            = "PreToolUse.vscode.json", "PostToolUse.vscode.json"
		vsStart, vsPrompt     = "TaskStart.vscode.json", "UserPromptSubmit.vscode.json"
		vsCancel, vsCompleted = "TaskCancel.vscode.json", "TaskComplete.vscode.json"
	)
	cancel := `{"cancel":true,"errorMessage":"WHY"}`
	long := strings.Repeat("é", 60_000)
	denied := Effect{Stopped: true, Ends: true}
	told := Effect{Stopped: true, Ends: true, User: "WHY"}
	failed := Effect{Failed: true}
	for _, c := range [...]struct {
		name, payload, stdout string
		exit                  int
		want                  Effect
	}{
		{"captured: exit 2 alone", cli, "", 2, Effect{}},
		{"captured: exit 2 with a cancel", cli, cancel, 2, denied},
		{"captured: exit 127", cli, "", 127, Effect{}},
		{"captured: killed", cli, "", 137, Effect{}},
		{"captured: {}", cli, "{}", 0, Effect{}},
		{"captured: text", cli, "hello", 0, Effect{}},
		{"captured: broken JSON", cli, `{"cancel":true`, 0, Effect{}},
		{"captured: text and JSON", cli, "hello\n" + cancel, 0, Effect{}},
		{"captured: text and a marked line", cli, "hello\nHOOK_CONTROL\t" + cancel + "\nbye", 0, denied},
		{"captured: the last marked line counts", cli, "HOOK_CONTROL\t" + cancel + "\nHOOK_CONTROL\t{}", 0, Effect{}},
		{"captured: cancel as a string", cli, `{"cancel":"true","errorMessage":""}`, 0, Effect{}},
		{"captured: shouldContinue", cli, `{"shouldContinue":false}`, 0, Effect{}},
		{"captured: Claude's words", cli, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"},"decision":"block","reason":"WHY"}`, 0, Effect{}},
		{"captured: review", cli, `{"review":true}`, 0, Effect{}},
		{"captured: errorMessage alone is context", cli, `{"errorMessage":"WHY"}`, 0, Effect{Model: "WHY"}},
		{"captured: context wins", cli, `{"context":"A","contextModification":"B"}`, 0, Effect{Model: "A"}},
		{"captured: override and context", cli, `{"overrideInput":{"commands":["x"]},"context":"A"}`, 0, Effect{Model: "A", Input: `{"commands":["x"]}`}},
		{"captured: context is cut", cli, `{"context":"` + long + `"}`, 0, Effect{Model: long[:2*clineContext]}},
		{"captured: cancel after the tool", post, cancel, 0, Effect{Ends: true}},
		{"captured: no new input after the tool", post, `{"overrideInput":{"commands":["x"]}}`, 0, Effect{}},
		{"captured: detached", start, `{"cancel":true,"context":"A","errorMessage":"WHY"}`, 2, Effect{}},
		{"captured: detached", "TaskComplete.json", cancel, 0, Effect{}},
		{"captured: detached", "TaskError.json", cancel, 0, Effect{}},
		{"captured: detached", "SessionShutdown.json", cancel, 0, Effect{}},
		{"source: a cancel", vs, cancel, 0, told},
		{"source: a cancel with exit 2", vs, cancel, 2, failed},
		{"source: exit 2", vs, "", 2, failed},
		{"source: exit 1", vs, "{}", 1, failed},
		{"source: {}", vs, "{}", 0, Effect{}},
		{"source: nothing", vs, "", 0, Effect{}},
		{"source: text", vs, "hello", 0, Effect{}},
		{"source: the last {…} in text", vs, "hello {\n" + cancel + "\nbye", 0, told},
		{"source: the last {…} over several lines", vs, "hello\n{\n\"cancel\":true,\n\"errorMessage\":\"WHY\"\n}\n", 0, told},
		{"source: cancel as a string", vs, `{"cancel":"true"}`, 0, Effect{}},
		{"source: shouldContinue voids the answer", vs, `{"shouldContinue":false,"cancel":true}`, 0, Effect{}},
		{"source: null voids the answer", vs, `{"cancel":true,"errorMessage":null}`, 0, Effect{}},
		{"source: no new input", vs, `{"overrideInput":{"commands":"x"}}`, 0, Effect{}},
		{"source: the CLI's context", vs, `{"context":"A"}`, 0, Effect{}},
		{"source: context", vs, `{"contextModification":"A"}`, 0, Effect{Model: "A"}},
		{"source: context after the tool", vsPost, `{"contextModification":"A"}`, 0, Effect{Model: "A"}},
		{"source: errorMessage alone", vs, `{"errorMessage":"A"}`, 0, Effect{User: "A"}},
		{"source: cancel after the tool", vsPost, cancel, 0, Effect{Ends: true, User: "WHY"}},
		{"source: cancel of a task", vsStart, cancel, 0, told},
		{"source: cancel of a prompt", vsPrompt, cancel, 0, told},
		{"source: context of a task is discarded", vsStart, `{"contextModification":"A"}`, 0, Effect{}},
		{"source: context of a prompt is discarded", vsPrompt, `{"contextModification":"A"}`, 0, Effect{}},
		{"source: too late to cancel", vsCancel, cancel, 0, Effect{}},
		{"source: too late to cancel", vsCompleted, cancel, 0, Effect{}},
	} {
		reply := Reply{Payload: clineFile(t, c.payload), Stdout: []byte(c.stdout), Stderr: []byte("ERR"), Exit: c.exit}
		if got := Cline(reply); got != c.want {
			t.Errorf("%s: %.200v, want %.200v", c.name, got, c.want)
		}
	}
	for _, c := range [...]struct {
		payload string
		want    Effect
	}{{cli, Effect{}}, {vs, failed}} {
		if got := Cline(Reply{Payload: clineFile(t, c.payload), Stdout: []byte(cancel), Late: true}); got != c.want {
			t.Errorf("%s, late: %+v", c.payload, got)
		}
	}
	for version, want := range map[string]Effect{"3.57.0": told, "4.1.13": {}} {
		for _, event := range [...]string{"TaskResume", "PreCompact"} {
			payload := `{"clineVersion":"` + version + `","hookName":"` + event + `","taskId":"1"}`
			if got := Cline(Reply{Payload: []byte(payload), Stdout: []byte(cancel)}); got != want {
				t.Errorf("%s of %s: %+v", event, version, got)
			}
		}
	}
}

// TestClineNever proves that no answer which Cline was seen to ignore, or to take
// for something else, is ever sent: a deny by exit code, a cancel that is not
// true, errorMessage without a cancel (it becomes context), review, context in
// place of contextModification, shouldContinue, Claude's words, null, text, a
// new input for the extension.
func TestClineNever(t *testing.T) {
	files, _ := filepath.Glob(clineDir + "payload/*.json")
	if len(files) < 20 {
		t.Errorf("%d payloads", len(files))
	}
	long := strings.Repeat("x", 60_000)
	said := []mapping.HookOutput{{}, {Exit: 1, Stderr: []byte("boom")}, {Exit: 2}, {Exit: 2, Stderr: []byte("no")}, {Exit: 137}, {Stdout: []byte("text")}, {Stdout: []byte("{broken")}}
	for _, s := range [...]string{`{}`, `{"decision":"allow"}`, `{"decision":"ask","reason":"r"}`, `{"decision":"deny"}`, `{"decision":"deny","reason":"r"}`,
		`{"continue":false}`, `{"system_message":"m"}`, `{"suppress_output":true}`, `{"context":"` + long + `"}`, `{"updated_output":"o"}`,
		`{"updated_input":{"command":"x"}}`, `{"decision":"allow","updated_input":{"command":"x"},"context":"c","system_message":"m"}`,
		`{"native":{"cline":{"cancel":false,"review":true,"errorMessage":"m","context":"c","overrideInput":{"commands":["x"]},"shouldContinue":false}}}`} {
		said = append(said, mapping.HookOutput{Stdout: []byte(s)})
	}
	for _, file := range files {
		payload := clineFile(t, filepath.Base(file))
		tools := strings.Contains(file, "ToolUse")
		vs := strings.Contains(file, ".vscode")
		for _, p := range said {
			for _, closed := range [...]bool{false, true} {
				r, _ := answerOf(callOf(t, payload), p, false, closed)
				var answer map[string]any
				if err := json.Unmarshal(r.Stdout, &answer); err != nil || r.Exit != 0 || answer == nil {
					t.Errorf("%s: exit %d, %q: %v", file, r.Exit, r.Stdout, err)
					continue
				}
				_, reason := answer["errorMessage"].(string)
				_, canceled := answer["cancel"]
				context, hasContext := answer["contextModification"].(string)
				input, hasInput := answer["overrideInput"].(map[string]any)
				for _, key := range slices.Sorted(maps.Keys(answer)) {
					ok := false
					switch key {
					case "cancel":
						ok = answer[key] == true && reason
					case "errorMessage":
						ok = reason && canceled
					case "contextModification":
						ok = hasContext && tools && len(context) <= clineContext
					case "overrideInput":
						ok = hasInput && len(input) > 0 && !vs && !canceled && strings.Contains(file, "PreToolUse")
					}
					if !ok {
						t.Errorf("%s, %.80q: %s in %.200s", file, p.Stdout, key, r.Stdout)
					}
				}
			}
		}
	}
}

func clineFile(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(clineDir + "payload/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
