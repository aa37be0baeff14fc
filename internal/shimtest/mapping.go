package shimtest

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// PreTool is a recorded payload of Claude Code before a command.
const PreTool = "PreToolUse.Bash.json"

// Denied says whether Claude Code denies the tool call.
func Denied(got Result) bool {
	return client.ClaudeCode(client.Reply{Event: "PreToolUse", Stdout: []byte(got.Stdout), Stderr: []byte(got.Stderr),
		Exit: got.Exit}).Stopped
}

// Decode reads a payload like the shim does that runs in a folder.
func Decode(t testing.TB, dir string, payload []byte) *mapping.Call {
	t.Helper()
	getenv := func(string) string { return "" }
	p, err := mapping.Parse(slices.Clone(payload), getenv)
	if err != nil {
		t.Fatal(err)
	}
	h := mapping.Hints{Getenv: getenv, Cwd: dir, Now: "2026-11-20T10:00:00.000Z"}
	return clients.Registry.Read(p, h)
}

// Answer does with a hook's output what the shim does.
func Answer(c *mapping.Call, p mapping.HookOutput, closed bool) (r mapping.Reply, fault bool) {
	a, err := c.DecodeAnswer(p, mapping.BlockOn{})
	if err != nil || a.Unread && closed {
		return mapping.Fault(c, closed, "openhook-shim: failed"), true
	}
	a, _ = mapping.Degrade(c, a, mapping.Policy{})
	return mapping.Encode(c, &a), false
}

// HasRequired checks an envelope by section 2.1 of OpenHook.
func HasRequired(t testing.TB, e gjson.Result) {
	t.Helper()
	for _, field := range []string{"openhook", "id", "source", "type", "time", "session_id"} {
		if e.Get(field).Type != gjson.String {
			t.Errorf("no %s in %.200s", field, e.Raw)
		}
	}
	if e.Get("openhook").Str != "0.1" || e.Get("source").Str != strings.ToLower(e.Get("source").Str) {
		t.Errorf("%.200s", e.Raw)
	}
}
