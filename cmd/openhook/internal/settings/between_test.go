package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"
	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// An other is a tool that edits the same file.
type other struct {
	*writer
	l *setup.Layout
}

var otherEvents = []string{"PreToolUse", "Stop", "SessionEnd", "Foo"}

func (o *other) entry() Entry {
	command := fmt.Sprintf("/opt/other/%d.sh", o.IntN(1000))
	return Entry{Event: otherEvents[o.IntN(len(otherEvents))], Command: command, PowerShell: command, Timeout: 5000}
}

// append puts a hook behind what is there.
func (o *other) append(data []byte) ([]byte, error) {
	out, _, err := Insert(o.l, data, true, []Entry{o.entry()})
	return out, err
}

// prepend puts a hook in front of everything else of its event.
func (o *other) prepend(data []byte) ([]byte, error) {
	e := o.entry()
	if o.l.Syntax == setup.TOML {
		at := len(data)
		for _, s := range tables(data, o.l.Root) {
			at = min(at, s.start)
		}
		table := fmt.Sprintf("[[hooks]] # other's\n%s = %q\ncommand = %q\n", o.l.EventKey, e.Event, e.Command)
		if at == len(data) {
			table = "\n" + table
		}
		return slices.Concat(data[:at], []byte(table), data[at:]), nil
	}
	bare := bytes.TrimPrefix(data, bom)
	root, err := hujson.Parse(bytes.Clone(bare))
	if err != nil {
		return nil, err
	}
	at := &root
	for _, key := range keysOf(o.l, e.Event) {
		var next *hujson.Value
		object, _ := at.Value.(*hujson.Object)
		for i, m := range object.Members {
			if keyOf(m) == key {
				next = &object.Members[i].Value
			}
		}
		if next == nil {
			return data, nil
		}
		at = next
	}
	entry, err := hujson.Parse([]byte(entryOf(o.l, e)))
	if err != nil {
		return nil, err
	}
	list := at.Value.(*hujson.Array)
	list.Elements = slices.Insert(list.Elements, 0, entry)
	return append(bytes.Clone(data[:len(data)-len(bare)]), root.Pack()...), nil
}

// remove takes out one of the hooks that are not ours.
func (o *other) remove(data []byte) ([]byte, error) {
	hooks, err := Read(o.l, "", data)
	if hooks = strip(hooks); err != nil || len(hooks) == 0 {
		return data, err
	}
	one := hooks[o.IntN(len(hooks))]
	return Remove(o.l, data, nil, func(h Hook) bool { return h.Event == one.Event && h.Command == one.Command })
}

// reformat writes everything anew, without comments and with other spacing.
func (o *other) reformat(data []byte) ([]byte, error) {
	data = bytes.TrimPrefix(data, bom)
	if o.l.Syntax == setup.TOML {
		var tree map[string]any
		if err := toml.Unmarshal(data, &tree); err != nil {
			return nil, err
		}
		return toml.Marshal(tree)
	}
	plain, err := hujson.Standardize(bytes.Clone(data))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if o.IntN(3) == 0 {
		err = json.Compact(&b, plain)
	} else {
		err = json.Indent(&b, plain, "", []string{" ", "\t", "     "}[o.IntN(3)])
	}
	return b.Bytes(), err
}

func (o *other) edit(data []byte) ([]byte, error) {
	return [...]func([]byte) ([]byte, error){o.append, o.prepend, o.remove, o.reformat}[o.IntN(4)](data)
}

func list(hooks []Hook) string {
	var b strings.Builder
	for _, h := range hooks {
		fmt.Fprintf(&b, "%s %q %q\n", h.Event, h.Matcher, h.Command)
	}
	return b.String()
}

// rest is what else stands at the top of a file, but for what we need there.
func rest(t *testing.T, l *setup.Layout, data []byte) string {
	t.Helper()
	doc, err := Tree(l.Syntax, data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	var b strings.Builder
	doc.ForEach(func(key, value gjson.Result) bool {
		if key.String() != l.Root && l.Root != "" && key.String() != l.Needs.Name {
			b.WriteString(key.Raw + ": " + value.Get("@ugly").Raw + "\n")
		}
		return true
	})
	return b.String()
}

// Others edit the file between install and uninstall. What they have put in stays,
// what they have taken out stays away, and of ours nothing is left.
func TestOthersInBetween(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	layouts := jsonLayouts()
	for _, source := range [...]string{"kiro", "antigravity", "kimi", "mistral-vibe"} {
		layouts = append(layouts, *layoutOf(t, source))
	}
	for seed := range uint64(4000) {

		l := &layouts[seed%uint64(len(layouts))]
		w := newWriter(seed)
		switch {
		case l.Syntax == setup.TOML:
			var data []byte
			w, data = newTOML(seed, l)
			w.Reset()
			w.Write(data)
		case l.Named:
			w.antigravity()
		case l.EventKey != "":
			w.kiro()
		default:
			w.settings(l.Root, []string{"PreToolUse", "PostToolUse", "Stop", "Foo"})
		}
		before := []byte(w.String())
		after, edits, err := Insert(l, before, true, ourEntries("PreToolUse", "Stop", "SessionEnd")[:1+w.IntN(3)])
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, before)
		}
		o := &other{w, l}
		edited := after
		for range 1 + w.IntN(3) {
			next, err := o.edit(edited)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, edited)
			}
			edited = next
		}
		hooks, err := Read(l, "", edited)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, edited)
		}
		back, err := Remove(l, edited, edits, ours)
		left, err2 := Read(l, "", back)
		if err != nil || err2 != nil || list(left) != list(strip(hooks)) || rest(t, l, back) != rest(t, l, edited) {
			t.Fatalf("seed %d: %v, %v\n%s\n---\n%s\n---\n%s", seed, err, err2, after, edited, back)
		}
		if l.Syntax == setup.JSON && json.Valid(bytes.TrimPrefix(edited, bom)) &&
			!json.Valid(bytes.TrimPrefix(back, bom)) {
			t.Fatalf("seed %d: no plain JSON any more\n%s\n---\n%s", seed, edited, back)
		}
	}
}

// What others have put beside ours must not get into a comment when ours goes.
func TestRemoveBehindAComment(t *testing.T) {
	for _, c := range [...]struct {
		source   string
		before   string
		old, new string // what another tool changes
		want     string // is left, without space and comments
	}{
		{"claude-code", `{"hooks": {"PreToolUse": [
  {"command": "a"}, // c
  {"command": "b"}, ], "Stop": [
  {"command": "d"}
]}}`, "\n  {\"command\": \"b\"},", "", `{"hooks":{"PreToolUse":[{"command":"a"}],"Stop":[{"command":"d"}]}}`},
		{"claude-code", "{\"a\": 1 // c\n}\n", "\n}\n", ", \"x\": 2\n}\n", `{"a":1,"x":2}`},
		{"claude-code", "{\"a\": 1, // c\n}\n", "\n}\n", " \"x\": 2}\n", `{"a":1,"x":2}`},
		{"kimi", "a = 1 # c", "", "[x]\nb = 2\n", `{"a":1,"x":{"b":2}}`},
		{"kimi", "a = 1", "", "[x]\nb = 2\n", `{"a":1,"x":{"b":2}}`},
	} {
		l := layoutOf(t, c.source)
		after, edits, err := Insert(l, []byte(c.before), true, ourEntries("PreToolUse"))
		if err != nil {
			t.Errorf("%q: %v", c.before, err)
			continue
		}
		edited := string(after) + c.new
		if c.old != "" {
			at := strings.LastIndex(string(after), c.old)
			edited = string(after[:at]) + c.new + string(after[at+len(c.old):])
		}
		back, err := Remove(l, []byte(edited), edits, ours)
		doc, err2 := Tree(l.Syntax, back)
		if got := doc.Get("@ugly").Raw; err != nil || err2 != nil || got != c.want {
			t.Errorf("%v, %v\n%s\n---\n%s\n---\n%s", err, err2, edited, back, got)
		}
	}
}
