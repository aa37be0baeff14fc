package golden

import (
	"bytes"
	"encoding/json"
	"sort"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// A share is how many trials of one source kept it, lost it, or got another's.
type share struct{ all, kept, unknown, other int }

// shares are counted by source.
type shares map[string]*share

func (s shares) add(want, got string) {
	for _, source := range [...]string{want, "all"} {
		if s[source] == nil {
			s[source] = new(share)
		}
		one := s[source]
		one.all++
		switch got {
		case want:
			one.kept++
		case "unknown":
			one.unknown++
		default:
			one.other++
		}
	}
}

func (s shares) print(t *testing.T) {
	var names []string
	for name := range s {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		t.Logf("%-15s %4d of %4d keep the source (%.1f%%), %d become unknown, %d another's",
			name, s[name].kept, s[name].all, 100*float64(s[name].kept)/float64(s[name].all), s[name].unknown, s[name].other)
	}
}

// eachRecorded calls f for every payload that comes on stdin as an object.
func eachRecorded(f func(provider, file string, payload []byte, source string)) {
	for _, provider := range Providers() {
		for file, payload := range Payloads(provider) {
			if strings.Contains(file, ".argv.") || !json.Valid(payload) {
				continue
			}
			if source := sourceOf(file, payload); source != "" && source != "unknown" {
				f(provider, file, payload, source)
			}
		}
	}
}

func sourceOf(file string, payload []byte) string {
	p, err := mapping.Parse(bytes.Clone(payload), noVariable)
	if err != nil {
		return ""
	}
	return clients.Registry.Detect(p, mapping.Hints{Getenv: noVariable}).Name
}

func noVariable(string) string { return "" }

// eventKeys are where clients name their events.
var eventKeys = [...]string{"hook_event_name", "hookEventName", "hookName", "agent_action_name", "event", "event_type", "type"}

// TestNewEvents gives every recorded payload an event that no table has: it must keep
// its source.
func TestNewEvents(t *testing.T) {
	count := shares{}
	eachRecorded(func(provider, file string, payload []byte, source string) {
		var fields map[string]json.RawMessage
		if json.Unmarshal(payload, &fields) != nil {
			return
		}
		renamed := payload
		for _, key := range eventKeys {
			var name string
			if json.Unmarshal(fields[key], &name) == nil && name != "" {
				renamed = withMember(renamed, key, likewise(name))
			}
		}
		if bytes.Equal(renamed, payload) {
			return // it does not name its event
		}
		got := sourceOf(file, renamed)
		count.add(source, got)
		if got != source {
			t.Logf("%s/%s: %s", provider, file, got)
		}
	})
	count.print(t)
	// Kiro's CLI sends nothing but the event's name that would tell it.
	if s := count["all"]; s.all < 450 || 100*s.kept < 94*s.all || s.other > 0 || count["kiro"].unknown > 20 {
		t.Errorf("%d of %d keep the source, %d become another's", s.kept, s.all, s.other)
	}
}

// likewise is a new name in the spelling of another one.
func likewise(name string) string {
	switch {
	case strings.Contains(name, "_"):
		return "something_new"
	case strings.Contains(name, "."):
		return "something.new"
	case name[0] >= 'a' && name[0] <= 'z':
		return "somethingNew"
	}
	return "SomethingNew"
}

// TestDroppedKey leaves out every top-level key of every recorded payload in turn.
func TestDroppedKey(t *testing.T) {
	count := shares{}
	lost, others := map[string]int{}, map[string]int{}
	eachRecorded(func(provider, file string, payload []byte, source string) {
		for _, key := range topKeys(payload) {
			got := sourceOf(file, without(payload, key))
			count.add(source, got)
			switch got {
			case source:
			case "unknown":
				lost[source+" without "+key]++
			default:
				others[source+" without "+key+" as "+got]++
				t.Logf("%s/%s without %s: %s", provider, file, key, got)
			}
		}
	})
	count.print(t)
	for what, n := range lost {
		t.Logf("%4d unknown: %s", n, what)
	}
	for what, n := range others {
		t.Logf("%4d other: %s", n, what)
	}
	if s := count["all"]; s.all < 4000 || 100*s.kept < 92*s.all || s.other > 0 {
		t.Errorf("%d of %d keep the source, %d become another's", s.kept, s.all, s.other)
	}
}

// topKeys returns the keys of an object, in order.
func topKeys(payload []byte) (keys []string) {
	d := json.NewDecoder(bytes.NewReader(payload))
	d.Token()
	for d.More() {
		key, _ := d.Token()
		keys = append(keys, key.(string))
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return keys
		}
	}
	return keys
}

// without returns an object without a key; the line break behind it stays.
func without(payload []byte, key string) []byte { return edited(payload, key, nil) }

// withMember returns an object with another text for a key.
func withMember(payload []byte, key, text string) []byte {
	value, _ := json.Marshal(text)
	return edited(payload, key, value)
}

func edited(payload []byte, key string, value json.RawMessage) []byte {
	d := json.NewDecoder(bytes.NewReader(payload))
	d.Token()
	b := []byte("{")
	for d.More() {
		name, _ := d.Token()
		var old json.RawMessage
		if d.Decode(&old) != nil {
			break
		}
		if name == key {
			if old = value; value == nil {
				continue
			}
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		quoted, _ := json.Marshal(name)
		b = append(append(append(b, quoted...), ':'), old...)
	}
	b = append(b, '}')
	if bytes.HasSuffix(payload, []byte("\n")) {
		b = append(b, '\n')
	}
	return b
}
