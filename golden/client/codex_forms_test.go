package client

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// cxNever lists the forms that 0.169.0 was seen to ignore or to take for an
// error: a key, or with a value that value of it. The row is where it was seen,
// 0 where the schema alone says so; the form is then sent on none of the events.
var cxNever = []struct {
	row                int
	events, key, value string
}{
	{7, "PreToolUse", "hookSpecificOutput.permissionDecision", `"allow"`}, // but beside updatedInput
	{0, "PreToolUse", "hookSpecificOutput.permissionDecision", `"ask"`},
	{24, "PreToolUse", "decision", `"approve"`},
	{25, "PreToolUse", "decision", `"deny"`},
	{6, "PreToolUse", "hookSpecificOutput.permissionDecisionReason", `"  "`},
	{20, "PreToolUse", "continue", ""},
	{20, "PreToolUse", "stopReason", ""},
	{19, "PreToolUse", "suppressOutput", ""},
	{35, "PreToolUse", "hookSpecificOutput.foo", ""},
	{98, "PermissionRequest", "suppressOutput", ""},
	{100, "PermissionRequest", "decision", ""},
	{100, "PermissionRequest", "reason", ""},
	{101, "PermissionRequest", "continue", ""},
	{101, "PermissionRequest", "stopReason", ""},
	{94, "PermissionRequest", "hookSpecificOutput.decision.interrupt", ""},
	{0, "PermissionRequest", "hookSpecificOutput.decision.updatedInput", ""},
	{0, "PermissionRequest", "hookSpecificOutput.decision.updatedPermissions", ""},
	{0, "PermissionRequest", "hookSpecificOutput.additionalContext", ""},
	{54, "PostToolUse", "hookSpecificOutput.updatedMCPToolOutput", ""},
	{0, "PostToolUse", "suppressOutput", ""},
	{116, "PostToolUse", "continue", ""}, // the loop goes on
	{69, "UserPromptSubmit", "hookSpecificOutput.updatedPrompt", ""},
	{63, "UserPromptSubmit", "suppressOutput", ""},
	{0, "SessionStart SubagentStart PostCompact Interrupt", "decision", ""},
	{126, "PreCompact", "decision", ""},
	{0, "PreCompact PostCompact Stop SubagentStop Interrupt", "hookSpecificOutput", ""},
	{137, "SubagentStart", "continue", ""},
	{83, "Stop", "suppressOutput", ""},
	{0, "Interrupt", "continue", ""},
	{88, "SessionEnd", "systemMessage", ""},
	{132, "PreModelRequest", "decision", ""},
	{134, "PreModelRequest", "continue", ""},
}

func cxAt(doc []byte, key string) string {
	name, rest, nested := strings.Cut(key, ".")
	v := ccParse(doc)[name]
	if nested {
		return cxAt(v, rest)
	}
	return string(v)
}

// cxSent tells whether an answer holds the form.
func cxSent(doc []byte, key, value string) bool {
	v := cxAt(doc, key)
	if value == `"allow"` && cxAt(doc, "hookSpecificOutput.updatedInput") != "" {
		return false
	}
	return v != "" && (value == "" || v == value)
}

func TestCodexNeverSeen(t *testing.T) {
	rows := cxRows(t)
	for _, n := range cxNever {
		if n.row == 0 {
			continue
		}
		r := rows[n.row-1]
		e := Codex(r.reply(t))
		if r.Event != n.events || !cxSent([]byte(r.Stdout), n.key, n.value) {
			t.Errorf("row %d is not about %s on %s: %s", n.row, n.key, n.events, r.Stdout)
		}
		if !e.Failed && e != (Effect{}) && r.Event != "PostToolUse" {
			t.Errorf("row %d did something: %+v", n.row, e)
		}
	}
}

// TestCodexNeverSent puts every combination of wishes to every payload.
func TestCodexNeverSent(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	wishes := [][]string{
		{``, `"decision":"allow"`, `"decision":"ask"`, `"decision":"deny"`, `"hookSpecificOutput":{"hookEventName":"x","permissionDecision":"ask","decision":{"behavior":"allow","interrupt":true},"foo":1}`},
		{``, `"reason":"  "`, `"reason":"WHY"`},
		{``, `"continue":false`},
		{``, `"updated_input":{"command":"new","path":"/new","text":"new"}`, `"updated_input":{"command":"new"}`, `"updated_input":{"patch":7}`},
		{``, `"updated_output":" "`, `"updated_output":{"content":[]}`},
		{``, `"context":"CTX","system_message":"MSG","suppress_output":true`},
		{``, `"foo":null,"stopReason":" ","native":{"codex":{"foo":1,"suppressOutput":true,"hookSpecificOutput":{"updatedPermissions":[]}}}`},
	}
	done := map[string]bool{}
	for name, payload := range payloads(t, cxDir+"payload/", 20) {
		event := eventOf(name)
		c := callOf(t, payload)
		if kind := event + c.Text(mapping.ToolName); !done[kind] {
			done[kind] = true
		} else {
			continue
		}
		for _, answer := range combine(wishes...) {
			for _, native := range [...]bool{false, true} {
				r, _ := answerOf(c, saying(answer), native, false)
				r.Event, r.Payload = event, payload
				if r.Exit == 1 && len(r.Stdout) == 0 {
					continue // a failed hook, and said so
				}
				if e := Codex(r); r.Exit != 0 || e.Failed || len(r.Stdout) > 0 && (!json.Valid(r.Stdout) || strings.Contains(string(r.Stdout), "null")) {
					t.Fatalf("%s, %s: exit %d, %s%+v", event, answer, r.Exit, r.Stdout, e)
				}
				for _, n := range cxNever {
					if slices.Contains(strings.Fields(n.events), event) && cxSent(r.Stdout, n.key, n.value) {
						t.Fatalf("%s, %s: %s is sent: %s", event, answer, n.key, r.Stdout)
					}
				}
			}
		}
	}
}

// TestCodexEvents puts the same few replies to every event.
func TestCodexEvents(t *testing.T) {
	heard := func(e Effect) bool { return e.Model != "" && !e.Failed }
	blocks := func(e Effect) bool { return e.Stopped || e.GoesOn || e.Ends || e.Output != "" }
	probes := []struct {
		name   string
		reply  Reply // {} in Stdout is the event
		effect func(Effect) bool
		events string // those it has the effect on
	}{
		{"nothing", Reply{}, func(e Effect) bool { return e != Effect{} }, ""},
		{"late", Reply{Late: true, Exit: 2, Stderr: []byte("WHY")}, blocks, ""},
		{"text", Reply{Stdout: []byte("TEXT")}, heard, "SessionStart UserPromptSubmit SubagentStart"},
		{"text", Reply{Stdout: []byte("TEXT")}, func(e Effect) bool { return e.Failed }, "Stop SubagentStop Interrupt"},
		{"context", Reply{Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"{}","additionalContext":"CTX"}}`)}, heard,
			"SessionStart UserPromptSubmit SubagentStart PreToolUse PostToolUse"},
		{"continue:false", Reply{Stdout: []byte(`{"continue":false,"stopReason":"WHY"}`)}, func(e Effect) bool { return e.Ends },
			"SessionStart UserPromptSubmit PreCompact PostCompact Stop SubagentStop"},
		{"block", Reply{Stdout: []byte(`{"decision":"block","reason":"WHY"}`)}, blocks, "UserPromptSubmit PreToolUse PostToolUse Stop SubagentStop"},
		{"exit 2", Reply{Exit: 2, Stderr: []byte("WHY")}, blocks, "UserPromptSubmit PreToolUse PermissionRequest PostToolUse Stop SubagentStop"},
		{"suppressOutput", Reply{Stdout: []byte(`{"suppressOutput":true}`)}, func(e Effect) bool { return e.Failed },
			"PreToolUse PermissionRequest PostToolUse Interrupt"},
		{"message", Reply{Stdout: []byte(`{"systemMessage":"MSG"}`)}, func(e Effect) bool { return e != Effect{User: "MSG"} },
			"SessionEnd PreModelRequest PostModelRequest notify"},
	}
	for _, event := range strings.Fields(cxNames + " notify") {
		for _, p := range probes {
			reply := p.reply
			reply.Event, reply.Payload = event, cxPayload(t, event, false)
			reply.Stdout = []byte(strings.Replace(string(reply.Stdout), "{}", event, 1))
			want := slices.Contains(strings.Fields(p.events), event)
			if e := Codex(reply); p.effect(e) != want {
				t.Errorf("%s, %s: want %v, got %+v", event, p.name, want, e)
			}
		}
	}
	files, _ := filepath.Glob(cxDir + "payload/*.json")
	if len(files) == 0 {
		t.Error("no payloads")
	}
	for _, f := range files {
		if name, _, _ := strings.Cut(filepath.Base(f), "."); !slices.Contains(strings.Fields(cxNames+" notify"), name) {
			t.Errorf("%s: an event the model does not know", f)
		}
	}
}
