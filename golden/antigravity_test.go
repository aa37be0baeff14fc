package golden

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// With --event every answer of the event can be given; TestEffects has them
// without it.
func TestAntigravityWithEvent(t *testing.T) {
	for file, payload := range Payloads("antigravity") {
		for _, s := range sayings {
			t.Run(file+"/"+s.name, func(t *testing.T) {
				c := antigravityCall(t, payload, Event(file))
				if c.Native != Event(file) {
					t.Fatalf("%s of %s", c.Native, c.Source)
				}
				for _, closed := range [...]bool{false, true} {
					r, fault := answer(c, s.printed, closed)
					e := obey(t, "antigravity", file, payload, r)
					switch {
					case e.Approved || e.Failed:
						t.Errorf("%+v", e)
					case fault && closed:
						if c.Deniable() != e.Stopped {
							t.Errorf("fail-closed: %+v", e)
						}
					case s.wants != nil:
						s.wants(t, c, e)
					}
				}
			})
		}
	}
}

// Whatever a hook says, with --event and without: exit 0, never {} (a refusal on
// PreToolUse), never a key that the event lacks, and without --event where two
// events look alike nothing but a deny.
func TestAntigravityForms(t *testing.T) {
	keys := map[string][]string{
		"PreToolUse": {"decision", "reason", "overwrite"}, "PreInvocation": {"injectSteps"}, "SessionStart": {"injectSteps"},
		"PostInvocation": {"injectSteps", "terminationBehavior"}, "Stop": {"decision", "reason"},
	}
	for file, payload := range Payloads("antigravity") {
		for _, hint := range [...]string{"", Event(file)} {
			for _, s := range sayings {
				t.Run(file+"/"+hint+"/"+s.name, func(t *testing.T) {
					c := antigravityCall(t, payload, hint)
					for _, closed := range [...]bool{false, true} {
						r, _ := answer(c, s.printed, closed)
						if r.Exit != 0 {
							t.Errorf("exit %d", r.Exit)
						}
						out := strings.TrimSpace(string(r.Stdout))
						if out == "" {
							continue
						}
						var said map[string]json.RawMessage
						if json.Unmarshal(r.Stdout, &said) != nil || len(said) == 0 {
							t.Fatalf("stdout %q", out)
						}
						for key := range said {
							if !slices.Contains(keys[c.Native], key) {
								t.Errorf("%s has no %s: %s", c.Native, key, out)
							}
						}
						if hint == "" && (c.Native == "PreToolUse" || c.Native == "PreInvocation") && string(said["decision"]) != `"deny"` {
							t.Errorf("said without --event: %s", out)
						}
						if said["overwrite"] != nil && string(said["decision"]) != `"allow"` {
							t.Errorf("a rewrite alone is a refusal: %s", out)
						}
					}
				})
			}
		}
	}
}

func antigravityCall(t *testing.T, payload []byte, event string) *mapping.Call {
	t.Helper()
	getenv := func(string) string { return "" }
	p, err := mapping.Parse(slices.Clone(payload), getenv)
	if err != nil {
		t.Fatal(err)
	}
	h := mapping.Hints{Event: event, Getenv: getenv, Cwd: "/home/dev/.gemini/config", Now: "2026-11-20T10:00:00.000Z"}
	return clients.Registry.Read(p, h)
}
