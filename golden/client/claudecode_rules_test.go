package client

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestClaudeCodeInteractive holds the model against the runs in a terminal.
func TestClaudeCodeInteractive(t *testing.T) {
	const hso = `{"hookSpecificOutput":{"hookEventName":`
	pre := func(fields string) string { return hso + `"PreToolUse",` + fields + `}}` }
	cases := []struct {
		name, payload, stdout, stderr string
		want                          Effect
	}{
		{"tui-pre-ask", "PreToolUse.Bash", `{"systemMessage":"SYS-MSG",` + pre(`"permissionDecision":"ask","permissionDecisionReason":"WHY"`)[1:], "",
			Effect{Asked: true, Model: "WHY", User: "WHY\nSYS-MSG"}},
		{"tui-pre-deny", "PreToolUse.Bash", `{"systemMessage":"SYS-MSG",` + pre(`"permissionDecision":"deny","permissionDecisionReason":"WHY"`)[1:], "",
			Effect{Stopped: true, Model: "WHY", User: "WHY\nSYS-MSG"}},
		{"tui-pre-exit1", "PreToolUse.Bash", "", "ERR\n", Effect{Failed: true, User: "ERR"}},
		{"tui-pre-contfalse", "PreToolUse.Bash", `{"continue":false,"stopReason":"WHY"}`, "", Effect{Ends: true, User: "WHY"}},
		{"tui-pre-allow", "PreToolUse.Bash", pre(`"permissionDecision":"allow","permissionDecisionReason":"WHY"`), "", Effect{Approved: true}},
		{"tui-q-hook", "PreToolUse.AskUserQuestion", pre(`"permissionDecision":"allow","updatedInput":{"questions":[],"answers":{"Q":"A"}}`), "",
			Effect{Approved: true, Input: `{"questions":[],"answers":{"Q":"A"}}`}},
		{"tui-pr-allow", "PermissionRequest.Bash-headless", hso + `"PermissionRequest","decision":{"behavior":"allow"}}}`, "", Effect{Approved: true}},
		{"tui-pr-deny", "PermissionRequest.Bash-headless", hso + `"PermissionRequest","decision":{"behavior":"deny","message":"WHY"}}}`, "",
			Effect{Stopped: true, Model: "WHY", User: "WHY"}},
		{"tui-pr-exit2", "PermissionRequest.Bash-headless", "", "ERR", Effect{}},
		{"tui-ups-block", "UserPromptSubmit.headless", `{"decision":"block","reason":"WHY"}`, "",
			Effect{Stopped: true, User: "WHY\nOriginal prompt: [[SCN:main]] please do the work"}},
		{"tui-stop-block", "Stop", `{"decision":"block","reason":"WHY"}`, "", Effect{GoesOn: true, Model: "WHY", User: "WHY"}},
		{"tui-stop-contfalse", "Stop", `{"continue":false,"stopReason":"WHY"}`, "", Effect{Ends: true, User: "WHY"}},
		{"tui-ss-ctx-sys", "SessionStart.startup-interactive", `{"systemMessage":"SYS-MSG",` + (hso + `"SessionStart","additionalContext":"CTX"}}`)[1:], "",
			Effect{Model: "CTX", User: "SYS-MSG"}},
		{"tui-ss-exit2", "SessionStart.startup-interactive", "", "ERR", Effect{Failed: true, User: "[hook command]: ERR"}},
		{"tui-compact-block", "PreCompact.manual", "", "ERR", Effect{Stopped: true, User: "[hook command]: ERR"}},
		{"tui-compact-text", "PreCompact.manual", "KEEP-THIS\n", "", Effect{Model: "KEEP-THIS"}},
		{"tui-model-deny", "PreModelSwitch.command", hso + `"PreModelSwitch","permissionDecision":"deny","permissionDecisionReason":"WHY"}}`, "",
			Effect{Stopped: true, User: "WHY"}},
	}
	beyond := []string{
		"tui-pre-defer", // ignored there; the model gives what -p does (pre-A-defer)
		"tui-untrusted", // no hook runs, so there is no reply
	}

	type row struct {
		Case, Event string
		Exit        int
	}
	rows := readRows[row](t, ccDir+"observed-interactive.jsonl")
	for _, c := range cases {
		i := slices.IndexFunc(rows, func(r row) bool { return r.Case == c.name })
		if i < 0 {
			t.Errorf("%s: no such row", c.name)
			continue
		}
		reply := Reply{Event: rows[i].Event, Exit: rows[i].Exit, Payload: ccFile(t, c.payload+".json"), Stdout: []byte(c.stdout), Stderr: []byte(c.stderr)}
		if got := ClaudeCode(reply); got != c.want {
			t.Errorf("%s:\n got %+v\nwant %+v", c.name, got, c.want)
		}
		rows = slices.Delete(rows, i, i+1)
	}
	for _, name := range beyond {
		i := slices.IndexFunc(rows, func(r row) bool { return r.Case == name })
		if i < 0 {
			t.Errorf("%s: no such row to leave out", name)
			continue
		}
		rows = slices.Delete(rows, i, i+1)
	}
	for _, r := range rows {
		t.Errorf("%s: row without a case", r.Case)
	}
}

// TestClaudeCodeNoted covers rules noted for 2.1.328 that have no recorded row.
func TestClaudeCodeNoted(t *testing.T) {
	const hso = `{"hookSpecificOutput":{"hookEventName":`
	long := strings.Repeat("é", 12_000)
	failed := Effect{Failed: true, User: ccNoAnswer}
	cases := []struct {
		name, event, stdout, stderr string
		exit                        int
		want                        Effect
	}{
		{"null for a known field", "PreToolUse", hso + `"PreToolUse","permissionDecision":"deny","permissionDecisionReason":null}}`, "", 0, failed},
		{"null beside a block", "PreToolUse", `{"decision":"block","reason":"WHY","systemMessage":null}`, "", 0, failed},
		{"updatedInput is a string", "PreToolUse", hso + `"PreToolUse","updatedInput":"ls"}}`, "", 0, failed},
		{"text after JSON, ends in }", "PreToolUse", `{"decision":"block"} {done}`, "", 0, failed},
		{"text after JSON", "PreToolUse", `{"decision":"block"} done`, "", 0, Effect{}},
		{"byte order mark", "PreToolUse", "\ufeff" + `{"decision":"block","reason":"WHY"}`, "", 0, Effect{Stopped: true, Model: "WHY", User: "WHY"}},
		{"long reason", "PreToolUse", `{"decision":"block","reason":"` + long + `"}`, "", 0, Effect{Stopped: true, Model: long, User: long}},
		{"continue:false and deny", "PreToolUse", `{"continue":false,"decision":"block","reason":"WHY"}`, "", 0, Effect{Stopped: true, Ends: true, User: "WHY"}},
		{"legacy approve", "PreToolUse", `{"decision":"approve"}`, "", 0, Effect{Approved: true}},
		{"exit 2 with context", "PreToolUse", hso + `"PreToolUse","additionalContext":"CTX"}}`, "ERR", 2,
			Effect{Stopped: true, Model: "[hook command]: ERR\nCTX", User: "[hook command]: ERR"}},
		{"exit 2, other event", "PreToolUse", hso + `"Stop"}}`, "ERR", 2, Effect{Stopped: true,
			Model: "[hook command]: its output could not be processed", User: "[hook command]: its output could not be processed"}},
		{"exit 2 with allow and a reason", "PreToolUse", hso + `"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"WHY"}}`, "ERR", 2,
			Effect{Stopped: true, Model: "[hook command]: ERR", User: "[hook command]: ERR"}},
		{"deny with updatedInput", "PreToolUse", hso + `"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"WHY","updatedInput":{"a":1}}}`, "", 0,
			Effect{Stopped: true, Model: "WHY", User: "WHY"}},
		{"exit 3", "PostToolUse", "", "ERR", 3, Effect{Failed: true, User: "ERR"}},
		{"exit 2", "PostToolUse", "", "ERR", 2, Effect{Model: "[hook command]: ERR"}},
		{"string for Bash", "PostToolUse", hso + `"PostToolUse","updatedToolOutput":"X"}}`, "", 0, Effect{}},
		{"object of another shape for Bash", "PostToolUse", hso + `"PostToolUse","updatedToolOutput":{"output":"X"}}}`, "", 0, Effect{}},
		{"MCP output for Bash", "PostToolUse", hso + `"PostToolUse","updatedMCPToolOutput":"X"}}`, "", 0, Effect{}},
		{"context", "Stop", hso + `"Stop","additionalContext":"CTX"}}`, "", 0, Effect{GoesOn: true, Model: "CTX"}},
		{"missing script", "Stop", "", "sh: 0: can't open x.sh", 2, Effect{Failed: true, User: "sh: 0: can't open x.sh"}},
		{"missing script", "PreCompact", "", "No such file", 2, Effect{Stopped: true, User: "[hook command]: No such file"}},
		{"continue:false", "UserPromptSubmit", `{"continue":false,"stopReason":"WHY"}`, "", 0, Effect{Stopped: true, Ends: true, User: "WHY"}},
		{"hidden prompt", "UserPromptSubmit", `{"decision":"block","reason":"WHY",` + (hso + `"UserPromptSubmit","suppressOriginalPrompt":true}}`)[1:], "", 0,
			Effect{Stopped: true, User: "WHY"}},
		{"text", "PostModelSwitch", "CTX", "", 0, Effect{Model: "CTX"}},
		{"summary", "PostCompact", "DONE", "", 0, Effect{User: "DONE"}},
		{"retry", "PermissionDenied", hso + `"PermissionDenied","retry":true}}`, "", 0, Effect{Model: "the call may be retried"}},
		{"updatedInput", "PermissionRequest", hso + `"PermissionRequest","decision":{"behavior":"allow","updatedInput":{"a":1}}}}`, "", 0,
			Effect{Approved: true, Input: `{"a":1}`}},
		{"wrong behavior", "PermissionRequest", hso + `"PermissionRequest","decision":{"behavior":"ask"}}}`, "", 0, Effect{Failed: true}},
		{"decline", "Elicitation", hso + `"Elicitation","action":"decline"}}`, "", 0, Effect{Stopped: true}},
		{"exit 2", "Elicitation", "", "ERR", 2, Effect{Stopped: true}},
		{"override", "ElicitationResult", hso + `"ElicitationResult","action":"accept","content":{"a":1}}}`, "", 0, Effect{Approved: true, Input: `{"a":1}`}},
		{"exit 2", "ConfigChange", "", "ERR", 2, Effect{Stopped: true}},
		{"exit 2", "TeammateIdle", "", "ERR", 2, Effect{GoesOn: true, Model: "[hook command]: ERR"}},
		{"block", "UserPromptExpansion", `{"decision":"block","reason":"WHY"}`, "", 0, Effect{Stopped: true, User: "WHY\nOriginal prompt: "}},
		{"context", "SubagentStart", hso + `"SubagentStart","additionalContext":"CTX"}}`, "", 0, Effect{Model: "CTX"}},
		{"replaced", "MessageDisplay", hso + `"MessageDisplay","displayContent":"X"}}`, "", 0, Effect{User: "X"}},
		{"message", "DirectoryAdded", `{"systemMessage":"SYS"}`, "", 0, Effect{User: "SYS"}},
		{"log before the path", "WorktreeCreate", "made it\n/tmp/wt\n", "", 0, Effect{}},
		{"empty", "WorktreeCreate", "", "", 0, Effect{Stopped: true, Ends: true, Failed: true, User: "worktree directory  does not exist or is not a directory."}},
	}
	for _, c := range cases {
		tool := ""
		if c.event == "PostToolUse" {
			tool = "Bash"
		}
		payload := []byte("{}")
		if c.event != "UserPromptExpansion" {
			payload = ccPayload(t, c.event, tool)
		}
		got := ClaudeCode(Reply{Event: c.event, Exit: c.exit, Payload: payload, Stdout: []byte(c.stdout), Stderr: []byte(c.stderr)})
		if got != c.want {
			t.Errorf("%s, %s:\n got %.400v\nwant %.400v", c.event, c.name, got, c.want)
		}
	}
	agent := Reply{Event: "WorktreeCreate", Exit: 1, Payload: []byte(`{"prompt_id":"p"}`), Stderr: []byte("ERR")}
	if got, want := ClaudeCode(agent), (Effect{Stopped: true, Failed: true, Model: "ERR"}); got != want {
		t.Errorf("WorktreeCreate of an agent:\n got %+v\nwant %+v", got, want)
	}
	policy := Reply{Event: "ConfigChange", Exit: 2, Payload: []byte(`{"source":"policy_settings"}`)}
	if ClaudeCode(policy).Stopped {
		t.Error("ConfigChange: policy settings cannot be held back")
	}
}

// TestClaudeCodeEvents puts the same few replies to all 33 events.
func TestClaudeCodeEvents(t *testing.T) {
	heard := func(e Effect) bool { return e.Model+e.User != "" && !e.Failed }
	blocks := func(e Effect) bool {
		return !e.Failed && (e.Stopped || e.GoesOn || e.Ends || e.Model != "")
	}
	probes := []struct {
		name   string
		reply  Reply // {} in Stdout is the event
		effect func(Effect) bool
		events string // those it has the effect on
	}{
		{"nothing", Reply{}, func(e Effect) bool { return e != Effect{} }, "WorktreeCreate"},
		{"late", Reply{Late: true, Exit: 2}, func(e Effect) bool { return e.Stopped || !e.Failed }, "WorktreeCreate"},
		{"text", Reply{Stdout: []byte("TEXT")}, heard,
			"SessionStart UserPromptSubmit PreCompact PostCompact PostModelSwitch"},
		{"context", Reply{Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"{}","additionalContext":"CTX"}}`)}, heard,
			"SessionStart UserPromptSubmit UserPromptExpansion PreToolUse PostToolUse PostToolUseFailure PostToolBatch " +
				"Stop SubagentStop SubagentStart PostModelSwitch"},
		{"continue:false", Reply{Stdout: []byte(`{"continue":false}`)}, func(e Effect) bool { return e.Ends && !e.Failed },
			"UserPromptSubmit PreToolUse PostToolUse PostToolBatch Stop SubagentStop"},
		{"decision block", Reply{Stdout: []byte(`{"decision":"block","reason":"WHY"}`)}, blocks,
			"UserPromptSubmit UserPromptExpansion PreToolUse PostToolUse PostToolUseFailure PostToolBatch Stop SubagentStop " +
				"TeammateIdle TaskCreated TaskCompleted PreCompact ConfigChange"},
		{"exit 2", Reply{Exit: 2, Stderr: []byte("WHY")}, blocks,
			"UserPromptSubmit UserPromptExpansion PreToolUse PostToolUse PostToolUseFailure PostToolBatch Stop SubagentStop " +
				"TeammateIdle TaskCreated TaskCompleted PreCompact PreModelSwitch Elicitation ElicitationResult ConfigChange"},
		{"exit 2, no script", Reply{Exit: 2, Stderr: []byte("x: No such file or directory")}, blocks,
			"UserPromptSubmit UserPromptExpansion PreToolUse PostToolUse PostToolUseFailure PostToolBatch " +
				"TaskCreated PreCompact PreModelSwitch Elicitation ElicitationResult ConfigChange"},
		{"reason to the model", Reply{Exit: 2, Stderr: []byte("WHY")}, func(e Effect) bool { return e.Model != "" },
			"PreToolUse PostToolUse PostToolUseFailure Stop SubagentStop TeammateIdle TaskCreated TaskCompleted"},
		{"systemMessage hidden", Reply{Stdout: []byte(`{"systemMessage":"SYS"}`)}, func(e Effect) bool { return e.User != "SYS" },
			"SessionEnd StopFailure InstructionsLoaded WorktreeCreate WorktreeRemove"},
	}
	seen := map[string]bool{}
	for _, ev := range ccEvents {
		seen[ev.name] = true
		for _, p := range probes {
			reply := p.reply
			reply.Event, reply.Payload = ev.name, []byte("{}\n")
			reply.Stdout = []byte(strings.Replace(string(reply.Stdout), "{}", ev.name, 1))
			want := slices.Contains(strings.Fields(p.events), ev.name)
			if e := ClaudeCode(reply); p.effect(e) != want {
				t.Errorf("%s, %s: want %v, got %+v", ev.name, p.name, want, e)
			}
		}
	}
	if len(seen) != 33 || len(ccEvents) != 33 {
		t.Errorf("%d events, 2.1.328 has 33", len(seen))
	}
	files, _ := filepath.Glob(ccDir + "payload/*.json")
	if len(files) == 0 {
		t.Error("no payloads")
	}
	for _, f := range files {
		if name, _, _ := strings.Cut(filepath.Base(f), "."); !seen[name] {
			t.Errorf("%s: an event the model does not know", f)
		}
	}
}

// TestClaudeCode20 covers the rows of 2.0.60 in observed-old-versions.jsonl.
func TestClaudeCode20(t *testing.T) {
	const hso = `{"hookSpecificOutput":{"hookEventName":`
	for _, c := range []struct {
		name, payload, stdout, stderr string
		exit                          int
		stopped, ran                  bool // ran: as if no hook were there
	}{
		{"deny", "PreToolUse.Bash.v2.0.60", hso + `"PreToolUse","permissionDecision":"deny"}}`, "", 0, true, false},
		{"exit 2 beside an approval", "PreToolUse.Bash.v2.0.60", hso + `"PreToolUse","permissionDecision":"allow"}}`, "ERR", 2, false, false},
		{"exit 1 beside a deny", "PreToolUse.Bash.v2.0.60", hso + `"PreToolUse","permissionDecision":"deny"}}`, "", 1, true, false},
		{"exit 2", "PreToolUse.Bash.v2.0.60", "", "ERR", 2, true, false},
		{"exit 2 beside another event", "PreToolUse.Bash.v2.0.60", hso + `"Stop"}}`, "ERR", 2, false, true},
		{"a new input without an approval", "PreToolUse.Bash.v2.0.60", hso + `"PreToolUse","updatedInput":{"command":"ls"}}}`, "", 0, false, true},
		{"context", "PreToolUse.Bash.v2.0.60", hso + `"PreToolUse","additionalContext":"CTX"}}`, "", 0, false, true},
		{"ask", "PreToolUse.Bash.v2.0.60", hso + `"PreToolUse","permissionDecision":"ask"}}`, "", 0, false, true},
		{"context at a stop", "Stop.v2.0.60", hso + `"Stop","additionalContext":"CTX"}}`, "", 0, false, true},
		{"another result", "PostToolUse.Bash.v2.0.60", hso + `"PostToolUse","updatedToolOutput":{"stdout":"new"}}}`, "", 0, false, true},
		{"2.1.88: ask", "PreToolUse.Write.v2.1.88", hso + `"PreToolUse","permissionDecision":"ask"}}`, "", 0, false, false},
	} {
		event, _, _ := strings.Cut(c.payload, ".")
		e := ClaudeCode(Reply{Event: event, Payload: ccFile(t, c.payload+".json"), Stdout: []byte(c.stdout), Stderr: []byte(c.stderr), Exit: c.exit})
		if e.Stopped != c.stopped || (e == Effect{}) != c.ran {
			t.Errorf("%s: %+v", c.name, e)
		}
	}
}
