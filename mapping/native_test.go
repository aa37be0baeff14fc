package mapping

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// One value serves both ways: what a dialect encodes it also reads.
func TestEveryDialectBothWays(t *testing.T) {
	// Which client it is may lie in what no encoder makes up, such as the path of
	// a transcript; TestDetect has that.
	source := decoded(t, claudeBash, Hints{})
	for _, d := range registry.Dialects {
		e := source.EventFor(d)
		if e == nil || d.Tool(jsontext.Text(source.nativeTool(d)), new(Tool)) == nil {
			continue // it has no tool.start for a shell, or is no client
		}
		t.Run(d.Name, func(t *testing.T) {
			// An event there and back.
			native := bytes.Join(source.EncodeEvent(d, e, 0, record), nil)
			p, err := Parse(native, func(string) string { return "" })
			if err != nil {
				t.Fatal(err)
			}
			back := registry.Decode(d, p, Hints{Event: e.Native})
			if back.Type != ToolStart || back.Canon != Shell ||
				back.Cwd() != "/p" && (slices.ContainsFunc(slices.Collect(d.Fields.All), isCwd) ||
					slices.ContainsFunc(slices.Collect(e.Keys), isCwd)) {
				t.Fatalf("%s is read as %s %s %s in %s", native, back.Source, back.Type, back.Canon, back.Cwd())
			}
			if got := jsontext.Text(jsontext.ValueOf(back.Input, "command")); got != "ls" {
				t.Errorf("the command of %s is %q", native, got)
			}
			// A message on a line of its own is the client's progress, not an answer.
			ownLine := strings.HasPrefix(string(e.Forms.form(WishMessage)), "#line")
			// An answer there and back.
			for _, want := range [...]Answer{
				{Decision: Allow}, {Decision: Deny, Reason: "R"}, {Decision: Ask, Reason: "R"}, {Context: "C"},
				{Message: "M"},
				{Stop: true, Decision: Deny, Reason: "R", StopReason: "R"}, {Decision: Deny, Reason: "R", Context: "C"},
				{},
			} {
				sent, _ := Degrade(back, want, Policy{})
				r := Encode(back, &sent)
				got, err := back.DecodeNative(d, back.Event,
					HookOutput{Stdout: r.Stdout, Stderr: r.Stderr, Exit: r.Exit}, BlockOn{})
				if got.Native = ""; err != nil || got.Decision != sent.Decision || got.Context != sent.Context ||
					got.Message != sent.Message && !ownLine || sent.Stop && !got.Stop {
					t.Errorf("%s%s(exit %d) is read as %+v, %v, sent as %+v", r.Stdout, r.Stderr, r.Exit, got, err,
						sent)
				}
				if sent.Decision == Deny && !strings.HasSuffix(got.Reason, "R") {
					t.Errorf("the reason of %s%s is %q", r.Stdout, r.Stderr, got.Reason)
				}
			}
		})
	}
}

// A hook that was written for Claude Code, behind every dialect that has a form
// for its words.
func TestClaudeFormat(t *testing.T) {
	for _, c := range [...]struct {
		name    string
		printed HookOutput
		want    Decision
		failed  bool
	}{
		{"deny", HookOutput{Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R"}}`)}, Deny, false},
		{"deny at exit 1", HookOutput{Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R"}}`), Exit: 1}, Deny, false},
		{"deny with the wrong event", HookOutput{Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"Stop","permissionDecision":"deny"}}`)}, Deny, false},
		{"block", HookOutput{Stdout: []byte(`{"decision":"block","reason":"R"}`)}, Deny, false},
		{"approve", HookOutput{Stdout: []byte(`{"decision":"approve"}`)}, Allow, false},
		{"exit 2", HookOutput{Stderr: []byte("R"), Exit: 2}, Deny, false},
		{"exit 2 with an approval", HookOutput{Stdout: []byte(`{"decision":"approve"}`), Exit: 2}, Deny, false},
		{"exit 1", HookOutput{Stderr: []byte("R"), Exit: 1}, NoOpinion, true},
		{"text", HookOutput{Stdout: []byte("fine")}, NoOpinion, false},
		{"broken", HookOutput{Stdout: []byte(`{"decision":`)}, NoOpinion, true},
		{"null", HookOutput{Stdout: []byte(`{"decision":null}`)}, NoOpinion, false},
		{"nothing", HookOutput{}, NoOpinion, false},
	} {
		for _, payload := range [...]string{claudeBash,
			`{"cursor_version":"1","conversation_id":"c","hook_event_name":"preToolUse","tool_name":"Shell","tool_input":{"command":"ls"}}`} {
			call := decoded(t, payload, Hints{})
			got, err := call.DecodeNative(claudeCode(), call.EventFor(claudeCode()), c.printed, BlockOn{})
			if got.Decision != c.want || (err != nil) != c.failed {
				t.Errorf("%s, %s: %+v, %v", call.Source, c.name, got, err)
			}
		}
	}
}

func TestWhatAClaudeHookReads(t *testing.T) {
	const cursor = `{"conversation_id":"c","model":"m","tool_name":"Shell","tool_input":{"command":"ls"},"tool_use_id":"u","cwd":"/p","session_id":"c","hook_event_name":"preToolUse","cursor_version":"1","transcript_path":null}`
	const want = `{"session_id":"c","transcript_path":"","cwd":"/p","prompt_id":"","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"u"}` + "\n"
	call := decoded(t, cursor, Hints{})
	got := string(bytes.Join(call.EncodeEvent(claudeCode(), call.EventFor(claudeCode()), 0, record), nil))
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	own := decoded(t, claudeBash, Hints{})
	if got := string(bytes.Join(own.EncodeEvent(claudeCode(), own.Event, 0, record), nil)); got != claudeBash {
		t.Errorf("its own payload becomes %s", got)
	}
}

func isCwd(k Key) bool { return k.Field == Cwd }
