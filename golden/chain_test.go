package golden

import (
	"bytes"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// A hook below two shims, the inner one with --format, reads what it would below one.
func TestChain(t *testing.T) {
	none := func(string) string { return "" }
	decode := func(data []byte, event string) *mapping.Call {
		p, err := mapping.Parse(bytes.Clone(data), none)
		if err != nil {
			return nil
		}
		h := mapping.Hints{Event: event, Getenv: none, Cwd: "/p", Now: "2026-11-20T10:00:00.000Z"}
		return clients.Registry.Read(p, h)
	}
	n := 0
	for _, provider := range Providers() {
		for file, payload := range Payloads(provider) {
			outer := decode(payload, Event(file))
			if outer == nil {
				continue
			}
			envelope := bytes.Join(outer.Envelope("550e8400-e29b-41d4-a716-446655440000", mapping.Options{}), nil)
			inner := decode(envelope, "")
			for _, name := range [...]string{"hook-md", "claude-code"} {
				d := clients.Registry.Source(name, "")
				if outer.Dialect.Name == name {
					continue
				}
				e, same := outer.EventFor(d), inner.EventFor(d)
				if (e == nil) != (same == nil) {
					t.Errorf("%s/%s: %s has the event once only", provider, file, name)
				}
				if e == nil || same == nil {
					continue
				}
				if outer.EventCount(d) != inner.EventCount(d) {
					t.Errorf("%s/%s: %s runs %d times instead of %d", provider, file, name, inner.EventCount(d), outer.EventCount(d))
					continue
				}
				for i := range outer.EventCount(d) {
					want := bytes.Join(outer.EncodeEvent(d, e, i, mapping.Record{}), nil)
					if got := bytes.Join(inner.EncodeEvent(d, same, i, mapping.Record{}), nil); !bytes.Equal(got, want) {
						t.Errorf("%s/%s, %s:\n%s instead of\n%s", provider, file, name, got, want)
					}
					n++
				}
			}
		}
	}
	if n < 500 {
		t.Errorf("%d events", n)
	}
}
