package golden

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
)

// Whatever a client sends: valid JSON in, one line of valid JSON out, with the
// native payload in it.
func FuzzEnvelope(f *testing.F) {
	for _, provider := range Providers() {
		for _, payload := range Payloads(provider) {
			f.Add(payload, "", "")
			f.Add(payload, provider, "PreToolUse")
		}
	}
	f.Add([]byte(`{"a":1,"a":2,"\u0061":3}`), "", "")
	f.Fuzz(func(t *testing.T, payload []byte, source, event string) {
		getenv := func(string) string { return "" }
		p, err := mapping.Parse(slices.Clone(payload), getenv)
		ours := bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(payload), []byte("\uFEFF")))
		if err != nil {
			if bytes.HasPrefix(ours, []byte("{")) && json.Valid(ours) && bytes.Count(payload, []byte("{"))+bytes.Count(payload, []byte("[")) < 10_000 {
				t.Fatalf("%v, but it is valid", err)
			}
			return
		}
		h := mapping.Hints{Source: source, Event: event, Getenv: getenv, Cwd: "/p", Now: "2026-11-20T10:00:00.000Z"}
		c := mapping.Detect(p, h).Decode(p, h)
		envelope := bytes.Join(c.Envelope("id", mapping.Options{Version: "v"}), nil)
		if !json.Valid(envelope) || !utf8.Valid(envelope) || bytes.IndexByte(envelope, '\n') != len(envelope)-1 {
			t.Fatalf("no line of JSON: %s", envelope)
		}
		if !bytes.Contains(envelope, p.Raw) {
			t.Fatalf("the payload is not in it: %s", envelope)
		}
		var e struct {
			OpenHook, ID, Source, Type, Time *string
			SessionID                        *string `json:"session_id"`
			Data                             struct {
				Input json.RawMessage `json:"tool_input"`
			}
		}
		if err := json.Unmarshal(envelope, &e); c.Source == "unknown" && (err != nil || e.Type == nil || e.SessionID == nil || *e.Type == "") {
			t.Fatalf("%v: %s", err, envelope)
		}
		if len(e.Data.Input) > 0 && e.Data.Input[0] != '{' && !bytes.Contains(p.Raw, []byte(`"openhook"`)) {
			t.Fatalf("tool_input is no object: %s", envelope)
		}
		for _, v := range c.Environ(120 << 10) {
			if strings.Contains(v, "\x00") || len(v) > 128<<10 {
				t.Fatalf("a variable that cannot be set: %.100q", v)
			}
		}
		for _, d := range mapping.Dialects() {
			if event := c.For(d); event != nil {
				for one := range c.EncodeEvents(d, event) {
					if native := bytes.Join(one, nil); !json.Valid(native) {
						t.Fatalf("in the words of %s: %s", d.Name, native)
					}
				}
			}
		}
	})
}

// Whatever a hook does: a block prevents what can be prevented, nothing but an
// explicit approval approves, and stdout is what the client parses.
func FuzzAnswer(f *testing.F) {
	for _, provider := range Providers() {
		for _, payload := range Payloads(provider) {
			for i, s := range sayings {
				if (i+len(payload))%7 == 0 {
					f.Add(payload, s.printed.Stdout, s.printed.Stderr, byte(s.printed.Exit), i%2 == 0)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, payload, stdout, stderr []byte, exit byte, closed bool) {
		getenv := func(string) string { return "" }
		p, err := mapping.Parse(slices.Clone(payload), getenv)
		if err != nil {
			return
		}
		h := mapping.Hints{Getenv: getenv, Cwd: "/p", Now: "2026-11-20T10:00:00.000Z"}
		c := mapping.Detect(p, h).Decode(p, h)
		printed := mapping.Printed{Stdout: stdout, Stderr: stderr, Exit: int(exit), Hook: "hook"}
		r, fault := answer(c, printed, closed)
		obey := client.Of(c.Dialect.Name)
		if obey == nil || c.Event.Flags&mapping.RawOutput != 0 {
			return
		}
		if c.Event.Native == "" && c.Deniable() { // no model knows what its client makes of an event that is not in the table
			if (exit == 2 || fault && closed) && r.Exit == 0 && len(r.Stdout) == 0 {
				t.Fatalf("%s, exit %d, fault %v: no block is sent", c.Native, exit, fault)
			}
			return
		}
		e := obey(client.Reply{Event: c.Native, Payload: p.Raw, Stdout: r.Stdout, Stderr: r.Stderr, Exit: r.Exit})
		if e.Approved && !approves(stdout) {
			t.Fatalf("%q approves: %s", stdout, r.Stdout)
		}
		if (exit == 2 || fault && closed) && c.Deniable() && !e.Stopped && !e.Ends {
			t.Fatalf("exit %d, fault %v: it is not prevented: %s%s(exit %d), %+v", exit, fault, r.Stdout, r.Stderr, r.Exit, e)
		}
		if fault && !closed && (e.Stopped || e.Asked || e.GoesOn || e.Ends) {
			t.Fatalf("a broken hook breaks the agent: %s%s(exit %d), %+v", r.Stdout, r.Stderr, r.Exit, e)
		}
		if e.Failed && (exit == 2 || !fault) && c.Deniable() {
			t.Fatalf("the client cannot read %s%s(exit %d)", r.Stdout, r.Stderr, r.Exit)
		}
	})
}

// approves says whether a hook's output is one JSON object that approves.
func approves(stdout []byte) bool {
	var any map[string]json.RawMessage
	if json.Unmarshal(bytes.TrimSpace(bytes.ReplaceAll(stdout, []byte("\uFEFF"), nil)), &any) != nil {
		return false
	}
	words := strings.ToLower(string(stdout))
	return strings.Contains(words, "allow") || strings.Contains(words, "approve") || strings.Contains(words, `\u00`)
}
