package mapping

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestDecodeAnswer(t *testing.T) {
	for _, c := range [...]struct {
		name    string
		printed HookOutput
		block   BlockOn
		want    Answer
		err     error
	}{
		{name: "nothing"},
		{name: "empty object", printed: HookOutput{Stdout: []byte("{}")}},
		{name: "an envelope printed back", printed: HookOutput{Stdout: []byte(`{"openhook":"0.1","data":{"decision":"allow"}}`)}},
		{name: "all keys", printed: HookOutput{Stdout: []byte(`{"decision":"allow","reason":"r","continue":true,"context":"c","updated_input":{"a":1},"updated_output":[2],"suppress_output":true,"system_message":"m","native":{"x":{}}}`)},
			want: Answer{Decision: Allow, Reason: "r", Context: "c", Input: `{"a":1}`, Output: "[2]", Quiet: true,
				Message: "m", Native: `{"x":{}}`}},
		{name: "Claude's keys", printed: HookOutput{Stdout: []byte(`{"continue":false,"stopReason":"s","systemMessage":"m","suppressOutput":true,"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"r","additionalContext":"c","updatedInput":{"a":1}}}`)},
			want: Answer{Decision: Ask, Reason: "r", Stop: true, StopReason: "s", Context: "c", Input: `{"a":1}`,
				Quiet: true, Message: "m"}},
		{name: "Claude's PermissionRequest", printed: HookOutput{Stdout: []byte(`{"hookSpecificOutput":{"decision":{"behavior":"deny","message":"r"}}}`)},
			want: Answer{Decision: Deny, Reason: "r"}},
		{name: "the Hook contract's keys", printed: HookOutput{Stdout: []byte(`{"decision":"deny","message":"m","lint_command":"make fix"}`)},
			want: Answer{Decision: Deny, Reason: "m", Message: "m", Context: "Run: make fix"}},
		{name: "flat permissionDecision", printed: HookOutput{Stdout: []byte(`{"permissionDecision":"deny"}`)},
			want: Answer{Decision: Deny}},
		{name: "the stricter of two words", printed: HookOutput{Stdout: []byte(`{"decision":"deny","permissionDecision":"allow"}`)}, want: Answer{Decision: Deny}},
		{name: "nulls", printed: HookOutput{Stdout: []byte(`{"decision":null,"reason":null,"updated_input":null,"continue":null}`)}},
		{name: "an unknown word", printed: HookOutput{Stdout: []byte(`{"decision":"yes"}`)}, err: errWords},
		{name: "a number", printed: HookOutput{Stdout: []byte(`{"decision":1}`)}, err: errWords},
		{name: "an unknown word beside a deny", printed: HookOutput{Stdout: []byte(`{"decision":"yes","permissionDecision":"deny"}`)}, want: Answer{Decision: Deny}},
		{name: "continue that is no bool", printed: HookOutput{Stdout: []byte(`{"continue":"false"}`)},
			want: Answer{Stop: true}},
		{name: "continue that is 0", printed: HookOutput{Stdout: []byte(`{"continue":0}`)}, want: Answer{Stop: true}},
		{name: "a list of words", printed: HookOutput{Stdout: []byte(`{"decision":["deny"]}`)},
			want: Answer{Decision: Deny}},
		{name: "a decision that is an object of no known key",
			printed: HookOutput{Stdout: []byte(`{"decision":{"value":"deny"}}`)}, err: errWords},
		{name: "an approval twice", printed: HookOutput{Stdout: []byte(`{"decision":"allow","decision":"allow"}`)},
			want: Answer{Ignored: "x"}},
		{name: "a context twice", printed: HookOutput{Stdout: []byte(`{"context":"a","context":"b","reason":"r"}`)},
			want: Answer{Reason: "r"}},
		{name: "a new input twice", printed: HookOutput{Stdout: []byte(`{"updated_input":{"a":1},"updated_input":{"a":1}}`)},
			want: Answer{Decision: Deny, Reason: CannotChange +
				"the shim ignores updated_input: the key occurs twice"}},
		{name: "an envelope that approves", printed: HookOutput{Stdout: []byte(`{"openhook":"0.1","decision":"allow","context":"c"}`)}},
		{name: "an envelope that denies", printed: HookOutput{Stdout: []byte(`{"openhook":"0.1","decision":"deny"}`)},
			want: Answer{Decision: Deny}},
		{name: "an approval in UTF-16", printed: HookOutput{Stdout: []byte("\xff\xfe{\x00\"\x00d\x00e\x00c\x00i\x00s\x00i\x00o\x00n\x00\"\x00:\x00\"\x00a\x00l\x00l\x00o\x00w\x00\"\x00}\x00")}, want: Answer{Decision: Allow}},
		{name: "behind a comma", printed: HookOutput{Stdout: []byte(`{"a":1},{"decision":"deny"}`)},
			want: Answer{Decision: Deny}},
		{name: "behind a level and a time", printed: HookOutput{Stdout: []byte(`10:00:00 INFO {"decision":"deny"}`)},
			want: Answer{Decision: Deny}},
		{name: "plain text", printed: HookOutput{Stdout: []byte("all fine\n")}},
		{name: "broken", printed: HookOutput{Stdout: []byte(`{"decision":"allow"`)}, err: errBroken},
		{name: "broken below text", printed: HookOutput{Stdout: []byte("log\n" + `{"decision":"allow"`)},
			err: errBroken},
		{name: "a deny in broken JSON", printed: HookOutput{Stdout: []byte(`{"decision": "deny", "reason": "not allowed: rm "a b""}`)}, want: Answer{Decision: Deny, Reason: inBrokenJSON}},
		{name: "an ask in broken JSON", printed: HookOutput{Stdout: []byte("log\n" + `{"hookSpecificOutput":{"permissionDecision":"ask",}}`)}, want: Answer{Decision: Ask, Reason: inBrokenJSON}},
		{name: "a stop in broken JSON", printed: HookOutput{Stdout: []byte(`{"continue": false, "stopReason": "x" y"}`)}, want: Answer{Stop: true, StopReason: inBrokenJSON}},
		{name: "a brace below text", printed: HookOutput{Stdout: []byte("func main() {\n{ x }\n")}},
		{name: "deny below text", printed: HookOutput{Stdout: []byte("log\n  " + `{"decision":"deny","reason":"r"}`)},
			want: Answer{Decision: Deny, Reason: "r"}},
		{name: "deny over lines", printed: HookOutput{Stdout: []byte("log\n{\n" + `"decision":"deny",` + "\n" +
			`"reason":"}"` + "\n}\nmore")}, want: Answer{Decision: Deny, Reason: "}"}},
		{name: "allow below text", printed: HookOutput{Stdout: []byte("log\n" +
			`{"decision":"allow","continue":false,"context":"c"}`)}, want: Answer{Stop: true}},
		{name: "deny inside a line", printed: HookOutput{Stdout: []byte(`log {"decision":"deny"}`)}},
		{name: "deny below a broken line", printed: HookOutput{Stdout: []byte("{ unbalanced\n" +
			`{"decision":"deny","reason":"r"}`)}, want: Answer{Decision: Deny, Reason: "r"}},
		{name: "exit 2", printed: HookOutput{Stdout: []byte(`{"decision":"allow","updated_input":{"a":1}}`),
			Stderr: []byte(" r\n"), Exit: 2}, want: Answer{Decision: Deny, Reason: "r"}},
		{name: "exit 2 with its reason in JSON", printed: HookOutput{Stdout: []byte(`{"reason":"r"}`), Exit: 2},
			want: Answer{Decision: Deny, Reason: "r"}},
		{name: "exit 2 with its reason in text", printed: HookOutput{Stdout: []byte("r\n"), Exit: 2},
			want: Answer{Decision: Deny, Reason: "r"}},
		{name: "exit 2 without a reason", printed: HookOutput{Exit: 2, Hook: "guard.sh"},
			want: Answer{Decision: Deny, Reason: "Blocked by guard.sh"}},
		{name: "exit 1", printed: HookOutput{Stdout: []byte(`{"decision":"deny"}`), Exit: 1}, err: exitError(1)},
		{name: "exit 1 that blocks", printed: HookOutput{Stderr: []byte("r"), Exit: 1},
			block: BlockOn{Codes: []int{1, 3}}, want: Answer{Decision: Deny, Reason: "r"}},
		{name: "exit 4 that does not", printed: HookOutput{Exit: 4}, block: BlockOn{Codes: []int{1, 3}},
			err: exitError(4)},
		{name: "any exit", printed: HookOutput{Stderr: []byte("r"), Exit: 9}, block: BlockOn{Any: true},
			want: Answer{Decision: Deny, Reason: "r"}},
		{name: "any exit, but no program", printed: HookOutput{Exit: 127}, block: BlockOn{Any: true},
			err: exitError(127)},
		{name: "any exit, but a signal", printed: HookOutput{Exit: 137}, block: BlockOn{Any: true},
			err: exitError(137)},
		{name: "too large", printed: HookOutput{Stdout: []byte(`{"decision":"allow","x":"`), Cut: true},
			want: Answer{Decision: Deny, Reason: "the hook printed more than the shim reads"}},
	} {
		got, err := decoded(t, claudeBash, Hints{}).DecodeAnswer(c.printed, c.block)
		if err != c.err || err == nil && got.Decision != c.want.Decision || err == nil && !same(got, c.want) {
			t.Errorf("%s: %+v, %v, want %+v, %v", c.name, got, err, c.want, c.err)
		}
	}
}

func same(a, b Answer) bool {
	return a.Decision == b.Decision && a.Reason == b.Reason && a.Stop == b.Stop && a.StopReason == b.StopReason &&
		a.Context == b.Context &&
		a.Message == b.Message && a.Input == b.Input && a.Output == b.Output && a.Quiet == b.Quiet &&
		a.Native == b.Native && string(a.Raw) == string(b.Raw)
}

func TestPlainTextIsContext(t *testing.T) {
	got, err := decoded(t, claudeStart, Hints{}).DecodeAnswer(HookOutput{Stdout: []byte("On branch main\n")}, BlockOn{})
	if err != nil || got.Context != "On branch main" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestManyBrokenObjectsAreReadInTime(t *testing.T) {
	// Each line begins an object that never ends: reading on from every one of
	// them would take hours.
	out := strings.Repeat("{\"a\":[\n", 2<<20) + `{"decision":"deny"}`
	if a, err := decoded(t, claudeBash, Hints{}).DecodeAnswer(HookOutput{Stdout: []byte(out)}, BlockOn{}); a.Decision != Deny || err != nil {
		t.Errorf("the deny below them is lost: %+v, %v", a, err)
	}
}

// Nor do many objects in one line, whole or not, with words before or behind them.
func TestManyObjectsInALineAreReadInTime(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, one := range [...]string{`{"a":`, `{} `, `{a} `, "[{ ", `{"a":"`, "`{\"a\":1}` ", `{"a":{}} `, "\b{",
		"\x1b]{", `"\"{`} {
		for _, lead := range [...]string{"", "x ", "x: ", "\t"} {
			for _, tail := range [...]string{"", " x", "\nx"} {
				size := 1 << 18
				if lead != "" && tail != "" {
					size = 1 << 15 // the two together change the reading, not the time
				}
				out := lead + strings.Repeat(one, size/len(one)) + tail + "\n" + `{"decision":"deny"}`
				if a, _ := decoded(t, claudeBash, Hints{}).DecodeAnswer(HookOutput{Stdout: []byte(out)}, BlockOn{}); a.Decision != Deny && one != "\x1b]{" {
					t.Errorf("the deny below many %q is lost: %+v", one, a)
				}
			}
		}
	}
}

// No number of log lines that look like objects costs a deny.
func TestDenyBelowManyBraces(t *testing.T) {
	for _, line := range [...]string{"{debug x=1}\n", "{\n", "{\"a\n", "{{ .Template }}\n", "  {\"a\":}\n"} {
		for _, deny := range [...]string{`{"decision":"deny"}`, "{\"decision\":\n\"deny\"}"} {
			out := strings.Repeat(line, 100) + deny + "\n" + line
			a, err := decoded(t, claudeBash, Hints{}).DecodeAnswer(HookOutput{Stdout: []byte(out)}, BlockOn{})
			if a.Decision != Deny && err == nil {
				t.Errorf("%q below 100 of %q is lost", deny, line)
			}
		}
	}
}

// What a hook prints is passed on as UTF-8 and on one line, whatever it was.
func TestReplyIsClean(t *testing.T) {
	for _, printed := range [...]HookOutput{
		{Stderr: []byte("no \xff\xfe"), Exit: 2}, {Stdout: []byte("no \xff"), Exit: 2},
		{Stdout: []byte("{\"decision\":\"deny\",\"reason\":\"\xff\"}")},
		{Stdout: []byte("{\"updated_input\":{\"command\":\"\xff\"}}")}, {Exit: 2, Hook: "\xff.sh"},
		{Stdout: []byte("{\"updated_input\":{\r\n\"command\":\"x\"\n}}")},
	} {
		for _, payload := range [...]string{claudeBash,
			`{"hook_event_name":"preToolUse","cwd":"/p","tool_name":"execute_bash","tool_input":{"command":"ls"}}`} {
			c := decoded(t, payload, Hints{})
			a, err := c.DecodeAnswer(printed, BlockOn{})
			if err != nil {
				t.Fatal(err)
			}
			a, _ = Degrade(c, a, Policy{})
			if r := Encode(c, &a); !utf8.Valid(r.Stdout) || !utf8.Valid(r.Stderr) ||
				bytes.Count(append(r.Stdout, r.Stderr...), []byte("\n")) != 1 {
				t.Errorf("%+v becomes %q, %q", printed, r.Stdout, r.Stderr)
			}
		}
	}
}

// A hook in the client's own words approves no more than it would without us.
func TestNativeApproval(t *testing.T) {
	const codexAsks = `{"session_id":"s","turn_id":"t","transcript_path":"/x/rollout-1.jsonl","cwd":"/p","hook_event_name":"PermissionRequest","model":"m","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"ls"}}`
	const allow = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`
	for _, test := range [...]struct {
		says string
		exit int
		want Decision
	}{
		{allow, 0, Allow},
		{allow, 1, NoOpinion},
		// Codex takes none: it fails the answer
		{strings.Replace(allow, `"allow"`, `"allow","updatedInput":{"command":"x"}`, 1), 0, NoOpinion},
		{strings.Replace(allow, `{"hookS`, `{"decision":"dney","hookS`, 1), 0, NoOpinion},
	} {
		c := decoded(t, codexAsks, Hints{})
		if a, err := c.DecodeNative(c.Dialect, c.Event, HookOutput{Stdout: []byte(test.says), Exit: test.exit},
			BlockOn{}); c.Source != "codex" || a.Decision != test.want || err != nil {
			t.Errorf("%s, exit %d, to %s: %+v, %v", test.says, test.exit, c.Source, a, err)
		}
	}
}

func TestDegrade(t *testing.T) {
	const (
		claudeStop = `{"session_id":"s","transcript_path":"/t.jsonl","hook_event_name":"Stop","stop_hook_active":false}`
		claudeEnd  = `{"session_id":"s","transcript_path":"/t.jsonl","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_response":{"stdout":"secret","stderr":"","interrupted":false}}` + "\n"
		claudePerm = `{"session_id":"s","transcript_path":"/t.jsonl","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls"}}`
		cursorBash = `{"cursor_version":"1","conversation_id":"c","hook_event_name":"preToolUse","tool_name":"Shell","tool_input":{"command":"ls","cwd":"/p"}}`
		cursorFile = `{"cursor_version":"1","conversation_id":"c","hook_event_name":"preToolUse","tool_name":"Write","tool_input":{"file_path":"/p/a","content":"x"}}`
		kiroBash   = `{"hook_event_name":"preToolUse","cwd":"/p","tool_name":"execute_bash","tool_input":{"command":"ls"}}`
	)
	for _, c := range [...]struct {
		name, payload string
		policy        Policy
		answer        Answer
		want          Reply
		warns         string
	}{
		{"a new input is merged into the whole", claudeBash, Policy{}, Answer{Input: `{"command":"pwd"}`},
			Reply{Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"pwd","timeout":5}}}`)}, ""},
		{"an input that changes nothing", claudeBash, Policy{}, Answer{Input: `{"command":"ls"}`}, Reply{}, ""},
		{"only the keys that count", cursorBash, Policy{}, Answer{Input: `{"command":"pwd","cwd":"/p"}`},
			Reply{Stdout: []byte(`{"permission":"allow","updated_input":{"command":"pwd"}}`)}, ""},
		{"a content that Cursor ignores", cursorFile, Policy{}, Answer{Input: `{"content":"y"}`},
			Reply{Stdout: []byte(`deny`)}, ""},
		{"the same, dropped", cursorFile, Policy{Rewrite: ToDrop}, Answer{Input: `{"content":"y"}`},
			Reply{Stdout: []byte(`{}`)}, "drops the new input"},
		{"a new input where there is no form", kiroBash, Policy{}, Answer{Input: `{"command":"pwd"}`},
			Reply{Exit: 2, Stderr: []byte("takes no new input")}, ""},
		{"a new input on a stop", claudeStop, Policy{}, Answer{Input: `{"command":"pwd"}`}, Reply{},
			"drops the new input"},
		{"a new input after the call", claudeEnd, Policy{}, Answer{Input: `{"command":"pwd"}`}, Reply{},
			"drops the new input"},
		{"a new permission request without an approval", claudePerm, Policy{}, Answer{Input: `{"command":"pwd"}`},
			Reply{Stdout: []byte(`"behavior":"deny"`)}, ""},
		{"ask where nobody asks", cursorBash, Policy{}, Answer{Decision: Ask, Reason: "sure?"},
			Reply{Stdout: []byte(`sure?`)}, ""},
		{"ask = deny", claudeBash, Policy{Ask: ToDeny}, Answer{Decision: Ask, Reason: "sure?"},
			Reply{Stdout: []byte(`"permissionDecision":"deny"`)}, ""},
		{"ask = allow", claudeBash, Policy{Ask: ToAllow}, Answer{Decision: Ask, Reason: "sure?"}, Reply{}, ""},
		{"ask on a permission request", claudePerm, Policy{}, Answer{Decision: Ask}, Reply{}, ""},
		{"ask on an end", claudeEnd, Policy{}, Answer{Decision: Ask}, Reply{}, "cannot ask the user"},
		{"a stop beats a block", claudeStop, Policy{},
			Answer{Decision: Deny, Reason: "on", Stop: true, StopReason: "s"},
			Reply{Stdout: []byte(`{"continue":false,"stopReason":"s"}`)}, ""},
		{"no context on a stop", claudeStop, Policy{}, Answer{Context: "c"}, Reply{}, "the agent would go on"},
		{"2.0.60 ignores an ask", claude20, Policy{}, Answer{Decision: Ask},
			Reply{Stdout: []byte(`"permissionDecision":"deny"`)}, ""},
		{"2.0.60 ignores a new input without an approval", claude20, Policy{}, Answer{Input: `{"command":"pwd"}`},
			Reply{Stdout: []byte(`"permissionDecision":"deny"`)}, ""},
		{"2.0.60 takes one with an approval", claude20, Policy{}, Answer{Decision: Allow, Input: `{"command":"pwd"}`},
			Reply{Stdout: []byte(`"updatedInput":{"command":"pwd"`)}, ""},
		{"a new result in the tool's shape", claudeEnd, Policy{}, Answer{Output: `"***"`},
			Reply{Stdout: []byte(`"updatedToolOutput":{"stdout":"***","stderr":"","interrupted":false}`)}, ""},
		{"a new result in no shape", claudeEnd, Policy{}, Answer{Output: `7`}, Reply{}, "shape"},
		{"context where there is none", kiroBash, Policy{}, Answer{Context: "c"}, Reply{}, "no context"},
		{"the same as a deny", kiroBash, Policy{Context: ToDeny}, Answer{Context: "c"},
			Reply{Exit: 2, Stderr: []byte("This client cannot pass on a hook's context: c")}, ""},
		{"a deny without a reason", kiroBash, Policy{}, Answer{Decision: Deny, Reason: " \n"},
			Reply{Exit: 2, Stderr: []byte("Blocked by a hook that gave no reason")}, ""},
		{"powers that the event lists", claudeStart, Policy{}, Answer{Native: `{"claude-code":{"continue":false,"hookSpecificOutput":{"sessionTitle":"T","watchPaths":"no array","additionalContext":"x"}}}`},
			Reply{Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"SessionStart","sessionTitle":"T"}}`)}, ""},
	} {
		call := decoded(t, c.payload, Hints{})
		a, warnings := Degrade(call, c.answer, c.policy)
		got := Encode(call, &a)
		if got.Exit != c.want.Exit || !holds(got.Stdout, c.want.Stdout) || !holds(got.Stderr, c.want.Stderr) {
			t.Errorf("%s: %s%s(exit %d), want %s%s(exit %d)", c.name, got.Stdout, got.Stderr, got.Exit, c.want.Stdout,
				c.want.Stderr, c.want.Exit)
		}
		if all := strings.Join(warnings, "\n"); !strings.Contains(all, c.warns) || c.warns == "" && all != "" {
			t.Errorf("%s: warns %q, want %q", c.name, all, c.warns)
		}
	}
}

func holds(got, want []byte) bool {
	return len(want) == 0 && len(got) == 0 || len(want) > 0 && strings.Contains(string(got), string(want))
}

func TestCut(t *testing.T) {
	if got := Shorten(strings.Repeat("é", 100), 50); len(got) > 50 || !strings.HasSuffix(got, cutMark) ||
		strings.Contains(got, "\uFFFD") {
		t.Errorf("%q", got)
	}
	if got := Shorten("short", 50); got != "short" {
		t.Errorf("%q", got)
	}
}

// What a hook reports in words of its own is no decision.
func TestOutcomeIsNoDecision(t *testing.T) {
	call := decoded(t, claudeBash, Hints{})
	for _, said := range [...]string{`{"outcome":"passed"}`, `{"decision":{"outcome":"passed"}}`} {
		if a, err := call.DecodeAnswer(HookOutput{Stdout: []byte(said)}, BlockOn{}); err != nil || !a.IsEmpty() {
			t.Errorf("%s: %+v, %v", said, a, err)
		}
	}
}

// A guard's owner wants no silence where a word decides and nobody reads it.
func TestUnreadDecisions(t *testing.T) {
	start := decoded(t, claudeBash, Hints{})
	text := decoded(t, claudeStart, Hints{})
	for printed, unread := range map[string]bool{
		"decision: deny":                               true,
		"deny":                                         true,
		"DENY!\n":                                      true,
		`"{""decision"":""deny""}"`:                    true,
		"<pre>{\"decision\":\"deny\"}</pre>":           true,
		"result {\n\"decision\":\n\"deny\"\n}":         true,
		`done({"decision":"deny"})`:                    true,
		`The hook prints {"decision":"deny"} to block`: true,
		"decision: allow":                              true,
		"the build was allowed":                        false,
		"I deny nothing":                               false,
		"12 files checked":                             false,
		`{"files":12}`:                                 false,
		"":                                             false,
	} {
		a, err := start.DecodeAnswer(HookOutput{Stdout: []byte(printed)}, BlockOn{})
		if err != nil || a.Unread != unread || a.Decision != NoOpinion || (a.Ignored != "") != unread {
			t.Errorf("%q: %+v, %v", printed, a, err)
		}
		a, err = text.DecodeAnswer(HookOutput{Stdout: []byte(printed)}, BlockOn{})
		if err != nil || a.Unread {
			t.Errorf("%q, where text is context: %+v, %v", printed, a, err)
		}
	}
}
