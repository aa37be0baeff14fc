package mapping

import (
	"strconv"
	"testing"
)

// registry is that of package clients, which imports this one: clients_test.go sets it.
var registry *Registry

// SetRegistry sets what the tests of this package find clients in.
func SetRegistry(r *Registry) { registry = r }

// claudeCode is the dialect of most hooks.
func claudeCode() *Dialect { return registry.Source("claude-code", "") }

// decoded is a payload as the shim would decode it.
func decoded(t testing.TB, payload string, h Hints) *Call {
	t.Helper()
	if h.Getenv == nil {
		h.Getenv = func(string) string { return "" }
	}
	if h.Now == "" {
		h.Now = "2026-11-20T10:00:00.000Z"
	}
	p, err := Parse([]byte(payload), h.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	return registry.Read(p, h)
}

const (
	claude20    = `{"session_id":"s","transcript_path":"/t.jsonl","cwd":"/p","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","timeout":5},"tool_use_id":"u"}`
	claudeBash  = claude20 + "\n" // from 2.1 on a line break ends it
	claudeMCP   = `{"session_id":"s","transcript_path":"/t.jsonl","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"mcp__my__lab__echo","tool_input":{"text":"hi"},"mcp_server":{"name":"my__lab","source":"x"}}`
	claudeStart = `{"session_id":"s","transcript_path":"/t.jsonl","cwd":"/p","hook_event_name":"SessionStart","source":"startup"}`
)

// record is what an event in the format of the log needs.
var record = Record{ID: "550e8400-e29b-41d4-a716-446655440000", Version: "1",
	Hash: func(b []byte) string { return strconv.Itoa(len(b)) }}
