package settings

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

const ourCommand = "/usr/local/bin/openhook-shim --timeout 54s -- /home/u/my-hook.sh"

func ours(h Hook) bool { return strings.Contains(h.Command, "openhook-shim") }

func ourEntries(events ...string) (all []Entry) {
	for _, e := range events {
		all = append(all, Entry{Event: e, Command: ourCommand, PowerShell: ourCommand, Timeout: 60000})
	}
	return all
}

// A writer makes settings as people write them: comments, odd spacing, CRLF, commas
// at the end, a byte order mark, hooks of others.
type writer struct {
	*rand.Rand
	strings.Builder
	nl, unit string
	comments bool
	flat     bool
}

func (w *writer) space(depth int) {
	switch {
	case w.flat:
		w.WriteString(strings.Repeat(" ", w.IntN(2)))
	case w.IntN(6) == 0:
		w.WriteString(" ")
	default:
		if w.comments && w.IntN(5) == 0 {
			w.WriteString(" // it's \"odd\", {[")
		}
		w.WriteString(w.nl + strings.Repeat(w.unit, depth))
		if w.comments && w.IntN(6) == 0 {
			w.WriteString("/* a } comment */" + w.nl + strings.Repeat(w.unit, depth))
		}
	}
}

func (w *writer) list(open, shut string, depth, n int, one func(i int)) {
	w.WriteString(open)
	for i := range n {
		w.space(depth + 1)
		one(i)
		if i+1 < n || w.comments && w.IntN(4) == 0 {
			w.WriteString(",")
		}
	}
	if n > 0 || w.IntN(2) == 0 {
		w.space(depth)
	}
	w.WriteString(shut)
}

func (w *writer) member(key string) { fmt.Fprintf(w, "%q:%s", key, strings.Repeat(" ", w.IntN(2))) }

func (w *writer) group(depth int) {
	w.list("{", "}", depth, 2, func(i int) {
		if i == 0 {
			w.member("matcher")
			w.WriteString(`"Bash"`)
			return
		}
		w.member("hooks")
		w.list("[", "]", depth+1, 1+w.IntN(2), func(int) {
			fmt.Fprintf(w, `{"type":"command","command":"other %d \"x\\y"}`, w.IntN(9))
		})
	})
}

// settings writes an object with hooks under root, "" for none around them.
func (w *writer) settings(root string, events []string) {
	hooks := func(depth int) {
		w.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
		some := events[:w.IntN(len(events)+1)]
		w.list("{", "}", depth, len(some), func(i int) {
			w.member(some[i])
			w.list("[", "]", depth+1, w.IntN(3), func(int) { w.group(depth + 2) })
		})
	}
	if root == "" {
		hooks(0)
		return
	}
	keys := []string{"model", "a.b", "permissions", "version"}[:w.IntN(4)]
	at := w.IntN(len(keys) + 2)
	n := len(keys)
	if at <= n {
		n++
	}
	w.list("{", "}", 0, n, func(i int) {
		switch {
		case i == at:
			w.member(root)
			hooks(1)
			return
		case i > at:
			i--
		}
		w.member(keys[i])
		w.WriteString([]string{`"x"`, `1`, `{"hooks":{"PreToolUse":[]}}`, `[ 1,2 ]`}[w.IntN(4)])
	})
}

func jsonLayouts() (all []setup.Layout) {
	for _, s := range setup.Setups() {
		for _, f := range s.Files {
			if f.Install && f.Layout.Syntax == setup.JSON && f.Layout.EventKey == "" && !f.Layout.Named {
				l := *f.Layout
				l.Only, l.Absent = "", "" // what is written here has other keys too
				all = append(all, l)
			}
		}
	}
	return all
}

func newWriter(seed uint64) *writer {
	r := rand.New(rand.NewPCG(seed, 1))
	w := &writer{Rand: r, nl: []string{"\n", "\r\n"}[r.IntN(2)], unit: []string{"  ", "\t", "    "}[r.IntN(3)],
		comments: r.IntN(2) == 0, flat: r.IntN(6) == 0}
	w.comments = w.comments && !w.flat
	if r.IntN(4) == 0 {
		w.WriteString("\uFEFF")
	}
	return w
}

// What is put in can be taken out, to the byte; and nothing else is touched, whether
// the very texts are found again or not.
func TestInsertAndRemove(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	layouts := jsonLayouts()
	for seed := range uint64(4000) {
		w := newWriter(seed)
		l := layouts[w.IntN(len(layouts))]
		w.settings(l.Root, []string{"PreToolUse", "PostToolUse", "Stop", "Foo"})
		w.WriteString(strings.Repeat(w.nl, w.IntN(2)))
		roundTrip(t, seed, &l, []byte(w.String()), ourEntries("PreToolUse", "Stop", "SessionEnd")[:1+w.IntN(3)])
	}
}

func roundTrip(t *testing.T, seed uint64, l *setup.Layout, before []byte, entries []Entry) {
	t.Helper()
	after, edits, err := Insert(l, before, true, entries)
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, before)
	}
	were, _ := Read(l, "", before)
	are, err := Read(l, "", after)
	if err != nil || len(are) != len(were)+len(entries) {
		t.Fatalf("seed %d: %d hooks became %d, %v\n%s\n---\n%s", seed, len(were), len(are), err, before, after)
	}
	for i, h := range strip(are) {
		if h.Command != were[i].Command || h.Event != were[i].Event {
			t.Fatalf("seed %d: another's hook was touched\n%s\n---\n%s", seed, before, after)
		}
	}
	back, err := Remove(l, after, edits, ours)
	if err != nil || !bytes.Equal(back, before) {
		t.Fatalf("seed %d: %v\n%q\n%q\n%q", seed, err, before, after, back)
	}
	// The same where the texts are not known any more: nothing of others is lost.
	back, err = Remove(l, after, nil, ours)
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, after)
	}
	left, err := Read(l, "", back)
	if err != nil || len(left) != len(were) {
		t.Fatalf("seed %d: %d hooks, %d left, %v\n%s\n---\n%s\n---\n%s", seed, len(were), len(left), err, before,
			after, back)
	}
	for _, mark := range map[setup.Syntax][]string{setup.JSON: {"/*", "//"}, setup.TOML: {"#"}}[l.Syntax] {
		if bytes.Count(back, []byte(mark)) != bytes.Count(before, []byte(mark)) {
			t.Fatalf("seed %d: a comment is lost\n%s\n---\n%s\n---\n%s", seed, before, after, back)
		}
	}
}

func strip(hooks []Hook) (others []Hook) {
	for _, h := range hooks {
		if !ours(h) {
			others = append(others, h)
		}
	}
	return others
}

// The same hook may be there already, from another hand.
func TestInsertTheSameAgain(t *testing.T) {
	l := layoutOf(t, "claude-code")
	data, _, err := Insert(l, nil, false, append(ourEntries("Stop"), Entry{Event: "Stop", Command: "other"}))
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := Insert(l, data, true, ourEntries("Stop"))
	if err != nil {
		t.Fatal(err)
	}
	hooks, err := Read(l, "", again)
	if err != nil || len(hooks) != 3 || hooks[1].Command != "other" || hooks[2].Command != ourCommand {
		t.Errorf("%+v, %v", hooks, err)
	}
}
