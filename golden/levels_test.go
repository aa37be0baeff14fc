package golden

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/internal/shimtest"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// sent returns the envelopes that all recorded calls of a type become, as the
// shim writes them, by provider.
func sent(t *testing.T, kind string) map[string][]gjson.Result {
	t.Helper()
	all := map[string][]gjson.Result{}
	for _, provider := range Providers() {
		for file, payload := range Payloads(provider) {
			none := func(string) string { return "" }
			p, err := mapping.Parse(bytes.Clone(payload), none)
			if err != nil {
				continue
			}
			h := mapping.Hints{Source: provider, Event: strings.SplitN(file, ".", 2)[0], Getenv: none, Cwd: "/p", Now: "2026-11-20T10:00:00.000Z"}
			call := clients.Registry.Read(p, h)
			if call.Type == kind {
				line := bytes.Join(call.Envelope("550e8400-e29b-41d4-a716-446655440000", mapping.Options{Version: "1"}), nil)
				all[provider] = append(all[provider], gjson.ParseBytes(line))
			}
		}
	}
	return all
}

// Level 1 of section 6: session.end, with all required fields.
func TestLevel1(t *testing.T) {
	ends := sent(t, mapping.SessionEnd)
	if len(ends) < 8 {
		t.Errorf("%d providers end a session", len(ends))
	}
	for _, envelopes := range ends {
		for _, e := range envelopes {
			shimtest.HasRequired(t, e)
		}
	}
}

// Level 2: the other four, and the transcript's path at the end where there is one.
func TestLevel2(t *testing.T) {
	for _, kind := range []string{mapping.SessionStart, mapping.PromptSubmit, mapping.ToolStart, mapping.ToolEnd} {
		all := sent(t, kind)
		if len(all) < 8 {
			t.Errorf("%d providers send %s", len(all), kind)
		}
		for _, envelopes := range all {
			for _, e := range envelopes {
				shimtest.HasRequired(t, e)
			}
		}
	}
	for provider, envelopes := range sent(t, mapping.SessionEnd) {
		for _, e := range envelopes {
			native := e.Get("extensions." + provider)
			there := native.Get("transcript_path").Str
			if there != "" && e.Get("data.transcript_path").Str != there {
				t.Errorf("%s: %.300s", provider, e.Raw)
			}
		}
	}
}

// The README names the tools of which no event has a type that a level needs.
func TestLevelsNameTheirGaps(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	without := func(types ...string) string {
		var names []string
		for _, name := range Providers() {
			for _, typ := range types {
				if !hasType(name, typ) && !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
		slices.Sort(names)
		return strings.Join(names, ", ")
	}
	for row, want := range map[string]string{
		"| 1 minimal |":    "| " + without(mapping.SessionEnd) + " |",
		"| 2 observable |": "| of the first two: " + without(mapping.SessionStart, mapping.PromptSubmit) + " |",
	} {
		_, rest, _ := strings.Cut(string(readme), row)
		if line, _, _ := strings.Cut(rest, "\n"); !strings.Contains(line, want) {
			t.Errorf("%s %s: want %s", row, line, want)
		}
	}
}

func hasType(source, typ string) bool {
	for _, d := range clients.Registry.Dialects {
		if d.Name != source {
			continue
		}
		for e := range d.AllEvents {
			if e.Type == typ {
				return true
			}
		}
	}
	return false
}
