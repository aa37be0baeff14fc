package golden

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
	"github.com/openhook/openhook-shim/mapping/formats"
)

func hexHash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// definitions are what the schema says of parts of data, which it ties to none.
func fitsDefinitions(t *testing.T, event []byte) {
	t.Helper()
	data := gjson.GetBytes(event, "data")
	if o := data.Get("decision.outcome"); o.Exists() && !slices.Contains([]string{"allow", "deny", "ask"}, o.Str) {
		t.Errorf("%s", event)
	}
	if action := data.Get("action"); action.Exists() && (action.Get("name").Type != gjson.String || !action.Get("input").IsObject()) {
		t.Errorf("%s", event)
	}
	if s := data.Get("action.result.success"); s.Exists() && !s.IsBool() {
		t.Errorf("%s", event)
	}
}

// Every recorded call becomes a line that its schema takes, and that holds
// nothing of what was written, typed or printed unless that is asked for.
func TestEventsFitTheirSchema(t *testing.T) {
	fits := compiled(t, "agent-hooks-event-v1.json")
	types := map[string]int{}
	for _, provider := range Providers() {
		for file, payload := range Payloads(provider) {
			getenv := func(string) string { return "" }
			p, err := mapping.Parse(bytes.Clone(payload), getenv)
			if err != nil {
				continue
			}
			h := mapping.Hints{Event: strings.SplitN(file, ".", 2)[0], Source: provider, Getenv: getenv, Cwd: "/p", Now: "2026-11-20T10:00:00.000Z"}
			call := clients.Registry.Read(p, h)
			for _, content := range []bool{false, true} {
				event := formats.LogEvent(call, mapping.Record{ID: "550e8400-e29b-41d4-a716-446655440000", Version: "1", Host: "h", User: "u", Hooks: "x", Hash: hexHash,
					Given: mapping.Answer{Decision: mapping.Deny, Reason: "no"}, Wanted: mapping.Answer{Decision: mapping.Ask}, Warnings: []string{"a", "b"}, Content: content})
				if err := fits(event); err != nil || bytes.Count(event, []byte("\n")) != 1 {
					t.Fatalf("%s/%s: %v\n%s", provider, file, err, event)
				}
				fitsDefinitions(t, event)
				types[gjson.GetBytes(event, "event_type").Str]++
				for _, field := range []mapping.Field{mapping.Prompt, mapping.LastMessage, mapping.ErrorText} {
					if said := call.Text(field); len(said) > 12 && bytes.Contains(event, []byte(said)) != content && !strings.ContainsAny(said, "\"\\\n\t<>&") {
						t.Errorf("%s/%s: content %v, %s is there", provider, file, content, field.Name())
					}
				}
			}
		}
	}
	for _, want := range []string{"Session.Start", "Session.End", "Prompt.Submitted", "Action.Before", "Action.After", "Agent.Response", "Agent.Notification",
		"Agent.Error", "Agent.Plan.Start", "Agent.Plan.End", "Model.Requested", "Model.Responded", "Context.Compaction"} {
		if types[want] == 0 {
			t.Errorf("no %s", want)
		}
	}
}
