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

// What section 8 says of events that no row of section 7 describes, and what the line
// takes from the payload: the client's version, the agent, the tokens, a vendor's data.
func TestLogTakesWhatIsSent(t *testing.T) {
	for _, c := range []struct {
		provider, file string
		want           map[string]string
	}{
		{"cursor", "afterAgentResponse.scripted.json", map[string]string{"event_type": "Agent.Response", "source.version": "1.0.0",
			"data.message_hash": ""}},
		{"cursor", "afterAgentThought.scripted.json", map[string]string{"event_type": "Model.Responded", "data.message_hash": ""}},
		{"cursor", "afterFileEdit.new.json", map[string]string{"event_type": "Action.After", "data.action.name": "write_file"}},
		{"cursor", "preCompact.scripted.json", map[string]string{"event_type": "Context.Compaction", "data.trigger": "auto",
			"data.tokens_before": "171000", "data.tokens_limit": "200000", "data.percentage_used": "85.5"}},
		{"cursor", "subagentStart.scripted.json", map[string]string{"event_type": "Agent.Plan.Start", "actor.type": "ai_agent"}},
		{"claude-code", "FileChanged.unlink.json", map[string]string{"event_type": "vendor.claude-code.FileChanged",
			"data.file_path": "~/project/.env", "data.event": "unlink", "data.cwd": ""}},
	} {
		payload := Payloads(c.provider)[c.file]
		if payload == nil {
			t.Errorf("no %s/%s", c.provider, c.file)
			continue
		}
		none := func(string) string { return "" }
		p, err := mapping.Parse(bytes.Clone(payload), none)
		if err != nil {
			t.Fatal(err)
		}
		call := clients.Registry.Read(p, mapping.Hints{Getenv: none, Cwd: "/p", Now: "2026-11-20T10:00:00.000Z"})
		line := formats.LogEvent(call, mapping.Record{ID: someID, Version: "1", Home: "/home/dev", Hash: hexHash})
		for path, want := range c.want {
			if got := gjson.GetBytes(line, path).String(); got != want {
				t.Errorf("%s: %s is %q, want %q, in %s", c.file, path, got, want, line)
			}
		}
		if id := call.Text(mapping.AgentID); gjson.GetBytes(line, "actor.id").Str != id {
			t.Errorf("%s: the agent is %s, in %s", c.file, id, line)
		}
		if said := call.Text(mapping.Text); len(said) > 3 && bytes.Contains(line, []byte(said)) ||
			said != "" && !gjson.GetBytes(line, "data.response_hash").Exists() {
			t.Errorf("%s: %s", c.file, line)
		}
	}
}

// No recorded call puts the user, the host, the home folder or an address into its line
// unless the switch asks for personal data.
func TestLogIsNotPersonal(t *testing.T) {
	eachCall(t, func(provider, file string, c *mapping.Call) {
		line := string(formats.LogEvent(c, mapping.Record{ID: someID, Version: "1", Host: "some-host", User: "some-user",
			Home: "/home/dev", Hooks: "/home/dev/hook.sh", Hash: hexHash}))
		for _, personal := range []string{"some-host", "some-user", "/home/dev", "@example", "email"} {
			if strings.Contains(line, personal) {
				t.Errorf("%s/%s: %s is in %s", provider, file, personal, line)
			}
		}
	})
}
