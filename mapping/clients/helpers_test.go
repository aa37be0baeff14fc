package clients

import (
	"strconv"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// decoded is a payload as the shim would decode it.
func decoded(t testing.TB, payload string, h mapping.Hints) *mapping.Call {
	t.Helper()
	if h.Getenv == nil {
		h.Getenv = func(string) string { return "" }
	}
	if h.Now == "" {
		h.Now = "2026-11-20T10:00:00.000Z"
	}
	p, err := mapping.Parse([]byte(payload), h.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	return Registry.Read(p, h)
}

// claudeBash is a payload of another client. From 2.1 on a line break ends it.
const claudeBash = `{"session_id":"s","transcript_path":"/t.jsonl","cwd":"/p","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","timeout":5},"tool_use_id":"u"}` + "\n"

// record is what an event in the format of the log needs.
var record = mapping.Record{ID: "550e8400-e29b-41d4-a716-446655440000", Version: "1",
	Hash: func(b []byte) string { return strconv.Itoa(len(b)) }}
