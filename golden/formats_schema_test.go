package golden

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// compiled is a schema of testdata/schema, written from the draft's text.
func compiled(t *testing.T, name string) func(event []byte) error {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	s, err := c.Compile(filepath.Join("testdata", "schema", name))
	if err != nil {
		t.Fatal(err)
	}
	return func(event []byte) error {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(event))
		if err == nil {
			err = s.Validate(doc)
		}
		return err
	}
}

const someID = "550e8400-e29b-41d4-a716-446655440000"

// eachCall decodes every recorded payload of every provider.
func eachCall(t *testing.T, f func(provider, file string, c *mapping.Call)) {
	t.Helper()
	for _, provider := range Providers() {
		for file, payload := range Payloads(provider) {
			getenv := func(string) string { return "" }
			p, err := mapping.Parse(bytes.Clone(payload), getenv)
			if err != nil {
				continue
			}
			h := mapping.Hints{Event: Event(file), Source: provider, Getenv: getenv, Cwd: "/p", Now: "2026-11-20T10:00:00.000Z"}
			f(provider, file, clients.Registry.Read(p, h))
		}
	}
}

// noInput says whether a client sends no input of a tool after it, as Kimi Code 2.1.0
// and Kiro's IDE up to 1.0.242.
func noInput(c *mapping.Call) bool {
	envelope := bytes.Join(c.Envelope(someID, mapping.Options{NoNative: true}), nil)
	return c.Type == mapping.ToolEnd && gjson.GetBytes(envelope, "data.tool_input").Raw == "{}"
}

// What every recorded call becomes in every format is one line that its schema takes.
func TestFormatsFitTheirSchemas(t *testing.T) {
	record := mapping.Record{ID: someID, Version: "1", Hash: hexHash}
	for _, name := range []string{"hook-contract", "hook-md", "agent-hooks"} {
		schema := name + ".json"
		if name == "agent-hooks" {
			schema = "agent-hooks-event-v1.json"
		}
		fits, d, seen := compiled(t, schema), clients.Registry.Source(name, ""), map[string]bool{}
		eachCall(t, func(provider, file string, c *mapping.Call) {
			first := c.EventFor(d)
			if first == nil {
				return
			}
			all := []*mapping.Event{first}
			for named := range d.AllEvents { // a hook may name another of the same type
				if e := c.EventFor(d, named.Native); e.Native == named.Native && e.Native != first.Native {
					all = append(all, e)
				}
			}
			for _, e := range all {
				seen[e.Native] = true
				for run := range c.EventCount(d) {
					event := bytes.Join(c.EncodeEvent(d, e, run, record), nil)
					if bytes.Count(event, []byte("\n")) != 1 || !bytes.HasSuffix(event, []byte("}\n")) {
						t.Errorf("%s, %s/%s: not one line: %q", name, provider, file, event)
					}
					if err := fits(event); err != nil && !(noInput(c) && strings.Contains(err.Error(), "missing propert")) {
						t.Errorf("%s, %s/%s: %v\n%s", name, provider, file, err, event)
					}
					if name == "agent-hooks" {
						fitsDefinitions(t, event)
						if prompt := c.Text(mapping.Prompt); len(prompt) > 12 && strings.Contains(string(event), prompt) && c.Type == mapping.PromptSubmit {
							t.Errorf("%s/%s: the prompt stands in %s", provider, file, event)
						}
					}
				}
			}
		})
		for e := range d.AllEvents {
			if !seen[e.Native] && e.Type != "" && !slices.Contains([]string{"Session.Abort"}, e.Native) {
				t.Errorf("%s: no payload becomes %s", name, e.Native)
			}
		}
	}
}

func TestEnvelopesFitTheirSchema(t *testing.T) {
	for _, strict := range []bool{false, true} {
		name := "openhook-0.1.json"
		if strict {
			name = "openhook-0.1-strict.json"
		}
		fits := compiled(t, name)
		eachCall(t, func(provider, file string, c *mapping.Call) {
			envelope := bytes.Join(c.Envelope(someID, mapping.Options{Version: "1", Strict: strict}), nil)
			if err := fits(envelope); err != nil {
				t.Errorf("%s/%s: %v\n%.400s", provider, file, err, envelope)
			}
		})
	}
}

// An envelope of one of the five types, without cwd, is what the newer text of OpenHook
// v0.1 takes (open-hook, spec/schemas at 284bf25: closed at the top, closed types).
func TestNewerOpenHook(t *testing.T) {
	types := []string{"session.start", "session.end", "prompt.submit", "tool.start", "tool.end"}
	source := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	n := 0
	eachCall(t, func(provider, file string, c *mapping.Call) {
		if !slices.Contains(types, c.Type) {
			return
		}
		n++
		envelope := bytes.Join(c.Envelope(someID, mapping.Options{Version: "1"}), nil)
		keys, kinds := keysOf(envelope)
		for _, key := range keys {
			want := "String"
			switch key {
			case "data", "extensions":
				want = "{"
			case "openhook", "id", "source", "type", "time", "session_id", "context", "cwd":
			default:
				t.Errorf("%s/%s: %s", provider, file, key)
			}
			if kinds[key] != want {
				t.Errorf("%s/%s: %s is %s", provider, file, key, kinds[key])
			}
		}
		data := gjson.GetBytes(envelope, "data")
		if name := gjson.GetBytes(envelope, "source").Str; !source.MatchString(name) {
			t.Errorf("%s/%s: source %s", provider, file, name)
		}
		for _, key := range []string{"duration_ms", "input_tokens", "output_tokens", "prompt_length"} {
			if v := data.Get(key); v.Exists() && (v.Type != gjson.Number || v.Num < 0 || v.Num != float64(v.Int())) {
				t.Errorf("%s/%s: %s is %s", provider, file, key, v.Raw)
			}
		}
		reasons := []string{"", "user_exit", "timeout", "error", "completed"}
		if reason := data.Get("reason").Str; c.Type == mapping.SessionEnd && !slices.Contains(reasons, reason) {
			t.Errorf("%s/%s: %s", provider, file, reason)
		}
		if status := data.Get("status").Str; c.Type == mapping.ToolEnd && !slices.Contains([]string{"", "success", "error"}, status) {
			t.Errorf("%s/%s: %s", provider, file, status)
		}
	})
	if n < 300 {
		t.Errorf("%d envelopes", n)
	}
}

// keysOf are an object's keys in order, each with the kind of its value.
func keysOf(object []byte) (keys []string, kinds map[string]string) {
	kinds = map[string]string{}
	gjson.ParseBytes(object).ForEach(func(k, v gjson.Result) bool {
		kind := v.Type.String()
		if v.IsObject() || v.IsArray() {
			kind = v.Raw[:1]
		}
		keys, kinds[k.Str] = append(keys, k.Str), strings.TrimPrefix(strings.TrimPrefix(kind, "True"), "False")
		return true
	})
	return keys, kinds
}

// What stands for an event in Claude Code's words has the keys that 2.1.328 was
// recorded to send, of the same kinds and in the same order, and all that it always
// sends but what nobody else knows.
func TestClaudeEventsAreAsRecorded(t *testing.T) {
	d := clients.Registry.Source("claude-code", "")
	type recorded struct {
		order  []string
		kinds  map[string]string
		always map[string]int
		n      int
	}
	events := map[string]*recorded{}
	for file, payload := range Payloads("claude-code") {
		if strings.Contains(file, ".v2.") || strings.Contains(file, "minimal") || strings.Contains(file, "served") || strings.Contains(file, "windows") || !json.Valid(payload) {
			continue
		}
		r := events[Event(file)]
		if r == nil {
			r = &recorded{kinds: map[string]string{}, always: map[string]int{}}
			events[Event(file)] = r
		}
		keys, kinds := keysOf(payload)
		r.n++
		for _, k := range keys {
			r.kinds[k] += kinds[k] + " "
			r.always[k]++
		}
		if len(keys) > len(r.order) {
			r.order = keys
		}
	}
	// Not known of any other client: effort and prompt_id's event. A duration and MCP
	// servers are sent where the client says them.
	unknown := []string{"effort", "duration_ms", "agent_id", "agent_type", "agent_transcript_path", "prompt_id", "source", "permission_suggestions", "task_id", "task_subject", "file_path", "event", "compact_summary", "notification_type", "tool_response", "reason"}
	seen := map[string]int{}
	eachCall(t, func(provider, file string, c *mapping.Call) {
		e := c.EventFor(d)
		if e == nil || provider == "claude-code" || events[e.Native] == nil {
			return
		}
		r := events[e.Native]
		for run := range c.EventCount(d) {
			event := bytes.Join(c.EncodeEvent(d, e, run, mapping.Record{}), nil)
			keys, kinds := keysOf(event)
			at := -1
			for _, k := range keys {
				i := slices.Index(r.order, k)
				if i >= 0 && i < at {
					t.Errorf("%s/%s as %s: %s is out of order: %.300s", provider, file, e.Native, k, event)
				}
				at = max(at, i)
				if want, ok := r.kinds[k]; ok && !strings.Contains(want, kinds[k]) && k != "tool_response" {
					t.Errorf("%s/%s as %s: %s is %q, recorded %q", provider, file, e.Native, k, kinds[k], want)
				}
			}
			for k, n := range r.always {
				if n == r.n && !slices.Contains(keys, k) && !slices.Contains(unknown, k) {
					t.Errorf("%s/%s as %s: no %s in %.300s", provider, file, e.Native, k, event)
				}
			}
			seen[e.Native]++
		}
	})
	if len(seen) < 12 {
		t.Errorf("only %v", seen)
	}
}
