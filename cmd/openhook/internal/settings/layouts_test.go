package settings

import (
	"fmt"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// layoutOf is the one that install writes for a client.
func layoutOf(t testing.TB, source string) *setup.Layout {
	t.Helper()
	s := SetupOf(source)
	if s == nil {
		t.Fatalf("there is no %s", source)
	}
	for _, f := range s.Files {
		if f.Install {
			return f.Layout
		}
	}
	t.Fatalf("nothing is installed for %s", source)
	return nil
}

// kiro writes Kiro's list of hooks, each of which names its event.
func (w *writer) kiro() {
	entry := func(int) {
		keys := []string{"name", "trigger", "action"}
		w.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		w.list("{", "}", 2, len(keys), func(i int) {
			w.member(keys[i])
			w.WriteString(map[string]string{
				"name":    `"a } name, \"[\""`,
				"trigger": []string{`"PreToolUse"`, `"Stop"`, `"Foo"`}[w.IntN(3)],
				"action":  fmt.Sprintf(`{"type": "command", "command": "other %d \"x\\y"}`, w.IntN(9)),
			}[keys[i]])
		})
	}
	keys := []string{"description", "version", "hooks"}
	w.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	keys = keys[:w.IntN(len(keys)+1)] // the others may be missing
	w.list("{", "}", 0, len(keys), func(i int) {
		w.member(keys[i])
		switch keys[i] {
		case "hooks":
			w.list("[", "]", 1, w.IntN(3), entry)
		case "version":
			w.WriteString(`"v1"`)
		default:
			w.WriteString(`"of \"hooks\": ["`)
		}
	})
}

// antigravity writes objects by name, each with events for keys.
func (w *writer) antigravity() {
	names := []string{"lint", "a.b", Name}
	w.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	names = names[:w.IntN(len(names)+1)]
	w.list("{", "}", 0, len(names), func(i int) {
		w.member(names[i])
		keys := []string{"PreToolUse", "Stop", "Foo", "enabled"}
		w.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		keys = keys[:w.IntN(len(keys)+1)]
		w.list("{", "}", 1, len(keys), func(i int) {
			w.member(keys[i])
			switch keys[i] {
			case "enabled":
				w.WriteString("true")
			case "Stop": // it takes no groups
				w.list("[", "]", 2, w.IntN(3), func(int) {
					fmt.Fprintf(w, `{"type":"command","command":"other %d"}`, w.IntN(9))
				})
			default:
				w.list("[", "]", 2, w.IntN(3), func(int) { w.group(3) })
			}
		})
	})
}

// The two layouts that no other client has.
func TestInsertAndRemoveListsAndNames(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, c := range [...]struct {
		source string
		write  func(*writer)
	}{
		{"kiro", (*writer).kiro},
		{"antigravity", (*writer).antigravity},
	} {
		l := layoutOf(t, c.source)
		for seed := range uint64(2000) {
			w := newWriter(seed)
			c.write(w)
			w.WriteString(strings.Repeat(w.nl, w.IntN(2)))
			roundTrip(t, seed, l, []byte(w.String()), ourEntries("PreToolUse", "Stop", "SessionEnd")[:1+w.IntN(3)])
		}
	}
}
