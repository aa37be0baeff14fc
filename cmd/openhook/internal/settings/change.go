package settings

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// Name names openhook's part of a file.
const Name = "openhook"

// An Entry is one hook to insert.
type Entry struct {
	Name       string `json:"name,omitempty"` // no other hook's, where the client wants one; "" is ours
	Event      string `json:"event"`
	Command    string `json:"command"`
	PowerShell string `json:"powershell,omitempty"` // the same for PowerShell, where the client has a key of its own for it
	Timeout    int    `json:"timeout,omitempty"`    // ms
	Closed     bool   `json:"closed,omitempty"`     // with the client's own key for a hook that must not fail
	Matcher    string `json:"matcher,omitempty"`    // in the client's own words, under its own key
	More       string `json:"more,omitempty"`       // JSON of an object: further keys of the handler
	Plain      bool   `json:"plain,omitempty"`      // without keys that the entry does not need
	Handler    string `json:"handler,omitempty"`    // JSON of a handler that is no command, in its place
}

// Insert adds entries to a file's content in JSON or TOML, and keys that the client needs to read
// the file. there is false for a new file.
func Insert(l *setup.Layout, data []byte, there bool, entries []Entry) ([]byte, []Edit, error) {
	bare := bytes.TrimPrefix(data, bom)
	offset := len(data) - len(bare)
	var edits []Edit
	add := func(out []byte, more []Edit, err error) error {
		if err == nil {
			bare, edits = out, append(edits, more...)
		}
		return err
	}
	if l.Syntax == setup.JSON && len(bytes.TrimSpace(bare)) == 0 {
		start := []byte("{\n}\n")
		if l.New != "" {
			var b bytes.Buffer
			if err := json.Indent(&b, []byte(l.New), "", "  "); err != nil {
				return nil, nil, err
			}
			start = append(b.Bytes(), '\n')
		}
		e := Edit{len(bare), string(start)}
		if err := add(e.apply(bare), []Edit{e}, nil); err != nil {
			return nil, nil, err
		}
	}
	if l.Syntax == setup.JSON {
		if err := checkTopKeys(l, bare); err != nil {
			return nil, nil, err
		}
	}
	if l.Syntax == setup.JSON && l.Needs.Name != "" {
		if err := add(insertNeeds(bare, l.Needs)); err != nil {
			return nil, nil, err
		}
	}
	if l.Named {
		if doc, err := Tree(l.Syntax, bare); err == nil && doc.Get(Name+".enabled").Raw == "false" {
			line := 1 + bytes.Count(bare[:doc.Get(Name).Index], []byte("\n"))
			return nil, nil, fmt.Errorf("line %d: %s switches hooks off", line, quote(Name))
		}
	}
	for _, e := range entries {
		var err error
		if l.Syntax == setup.TOML {
			err = add(insertTOML(bare, l.Root, entryOf(l, e)))
		} else {
			err = add(insertJSON(bare, keysOf(l, e.Event), entryOf(l, e)))
		}
		if err != nil {
			return nil, nil, err
		}
	}
	for i := range edits {
		edits[i].At += offset
	}
	out := append(bytes.Clone(data[:offset]), bare...)
	if !holdsEntries(l, data, out, entries) {
		return nil, nil, errors.New("openhook cannot edit a file of this style; add the hook by hand")
	}
	return out, edits, nil
}

// checkTopKeys returns an error for a key at the top level that makes the client ignore the file.
func checkTopKeys(l *setup.Layout, data []byte) error {
	t, err := parseJSON(data)
	if err != nil {
		return err
	}
	for _, m := range members(&t.root) {
		key := keyOf(m)
		if key == l.Absent && key != "" || l.Only != "" && !slices.Contains(strings.Fields(l.Only), key) {
			return fmt.Errorf("line %d: the tool ignores the file because of %s at the top level",
				t.line(m.Name.StartOffset), quote(key))
		}
	}
	return nil
}

// holdsEntries reports whether a file has its old hooks and the new entries.
func holdsEntries(l *setup.Layout, before, after []byte, entries []Entry) bool {
	were, err := Read(l, "", before)
	are, err2 := Read(l, "", after)
	if err != nil || err2 != nil || len(are) != len(were)+len(entries) {
		return false
	}
	for _, e := range entries {
		i := len(are) - 1 // an equal old hook comes first
		for i >= 0 && !(are[i].Event == e.Event && are[i].Command == e.Command && !are[i].Off) {
			i--
		}
		if i < 0 {
			return false
		}
		are = slices.Delete(are, i, i+1)
	}
	for i := range were {
		if are[i].Event != were[i].Event || are[i].Command != were[i].Command || are[i].Matcher != were[i].Matcher {
			return false
		}
	}
	return true
}

// keysOf returns the path to an event's list.
func keysOf(l *setup.Layout, event string) []string {
	switch {
	case l.Named:
		return []string{Name, event}
	case l.EventKey != "":
		return []string{l.Root}
	case l.Root == "":
		return []string{event}
	}
	return []string{l.Root, event}
}

// entryOf fills in the layout's entry.
func entryOf(l *setup.Layout, e Entry) string {
	entry := l.Entry
	for name := range strings.FieldsSeq(l.FlatEvents) {
		if name == e.Event {
			entry = l.Flat
		}
	}
	timeout := ""
	if l.Unit > 0 {
		timeout = strconv.Itoa(max((e.Timeout+l.Unit-1)/l.Unit, 1))
	}
	if l.Closed.Name != "" && e.Closed {
		timeout += ", " + quote(l.Closed.Name) + ": " + l.Closed.Value
	}
	entry = strings.NewReplacer("$command", quote(e.Command), "$powershell", quote(e.PowerShell), "$event",
		quote(e.Event),
		"$name", quote(cmp.Or(e.Name, Name)+" "+e.Event), "$timeout", timeout).Replace(entry)
	return withExtras(entry, e)
}

// withExtras adds the keys that few entries have.
func withExtras(entry string, e Entry) string {
	handler := "" // where it stands in a group
	if gjson.Get(entry, "hooks.0").IsObject() {
		handler = "hooks.0."
	}
	set := func(path, raw string) {
		if out, err := sjson.SetRaw(entry, path, raw); err == nil {
			entry = out
		}
	}
	if e.Plain {
		entry = withoutNeedless(entry, handler, e)
	}
	if e.Handler != "" && handler != "" {
		set("hooks.0", e.Handler)
	} else if e.Handler != "" {
		entry = e.Handler
	}
	if e.Matcher != "" {
		key := "matcher"
		if gjson.Get(entry, "type").String() == e.Event && e.Event != "" { // Mistral Vibe's
			key = "match"
		}
		set(key, quote(e.Matcher))
	}
	gjson.Parse(e.More).ForEach(func(key, value gjson.Result) bool {
		set(handler+gjson.Escape(key.String()), value.Raw)
		return true
	})
	return entry
}

// withoutNeedless removes what only openhook's own entries always have.
func withoutNeedless(entry, handler string, e Entry) string {
	var keys []string
	if e.Timeout == 0 {
		keys = []string{"timeout", "timeoutSec"}
	}
	if e.PowerShell == "" {
		keys = append(keys, "powershell")
	}
	for _, key := range append(keys, "show_output") {
		if out, err := sjson.Delete(entry, handler+key); err == nil {
			entry = out
		}
	}
	return entry
}

// Remove removes our hooks from a file's content: the inserted texts, or each of our hooks if
// another program changed these texts.
func Remove(l *setup.Layout, data []byte, edits []Edit, ours func(Hook) bool) ([]byte, error) {
	if out, ok := Undo(l, data, edits); ok && len(edits) > 0 {
		if hooks, err := Read(l, "", out); err == nil && !containsHook(hooks, ours) {
			return out, nil
		}
		if len(out) == 0 {
			return out, nil
		}
	}
	bare := bytes.TrimPrefix(data, bom)
	if len(bytes.TrimSpace(bare)) == 0 {
		return data, nil
	}
	var out []byte
	var err error
	if l.Syntax == setup.TOML {
		out, err = removeTOML(bare, l, ours)
	} else {
		out, err = removeJSON(bare, l, ours)
	}
	if err != nil {
		return nil, err
	}
	return append(bytes.Clone(data[:len(data)-len(bare)]), out...), nil
}

// IsFresh reports whether a file's content equals that of a new file.
func IsFresh(l *setup.Layout, data []byte) bool {
	doc, err := Tree(l.Syntax, data)
	if err != nil {
		return false
	}
	fresh := gjson.Parse(cmp.Or(l.New, "{}"))
	bare := true
	doc.ForEach(func(key, value gjson.Result) bool {
		switch was := fresh.Get(gjson.Escape(key.String())); {
		case was.Exists() && was.Raw == value.Raw:
		case key.String() == l.Root && strings.Trim(value.Raw, " \t\r\n{}[]") == "":
		default:
			bare = false
		}
		return bare
	})
	return bare && !bytes.Contains(data, []byte("//")) && !bytes.Contains(data, []byte("/*")) &&
		!bytes.Contains(data, []byte("#"))
}

func containsHook(hooks []Hook, is func(Hook) bool) bool {
	for _, h := range hooks {
		if is(h) {
			return true
		}
	}
	return false
}
