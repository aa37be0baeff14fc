package settings

import (
	"bytes"

	"github.com/tailscale/hujson"
	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A step leads from a container to one element.
type step struct {
	in    *hujson.Value
	index int
}

// removeJSON removes all our handlers, and the groups, lists and objects that become empty.
func removeJSON(data []byte, l *setup.Layout, ours func(Hook) bool) ([]byte, error) {
	for {
		t, err := parseJSON(data)
		if err != nil {
			return nil, err
		}
		path := t.findOurs(l, ours)
		if path == nil {
			return data, nil
		}
		for len(path) > 1 && t.isOnlyContent(path[len(path)-1]) {
			path = path[:len(path)-1]
		}
		data = t.removeElement(path[len(path)-1])
		if _, err := parseJSON(data); err != nil {
			return nil, err
		}
	}
}

// isOnlyContent reports whether a container holds only this element: no comment, and of a group's
// keys only the matcher.
func (t *jsonText) isOnlyContent(s step) bool {
	all := elements(s.in)
	for i, m := range members(s.in) {
		if i != s.index && (keyOf(m) != "matcher" || keyOf(members(s.in)[s.index]) != "hooks") {
			return false
		}
	}
	if len(members(s.in)) == 0 && len(all) > 1 {
		return false
	}
	between := []span{{s.in.StartOffset + 1, all[0].start}, {all[len(all)-1].end, s.in.EndOffset - 1}}
	for i := 1; i < len(all); i++ {
		between = append(between, span{all[i-1].end, all[i].start})
	}
	for _, b := range between {
		if len(bytes.Trim(t.data[b.start:b.end], " \t\r\n,")) > 0 {
			return false
		}
	}
	return true
}

// commasAtEnd counts trailing commas in lists and objects, which most clients refuse.
func commasAtEnd(data []byte) (n int) {
	t, err := parseJSON(bytes.TrimPrefix(data, bom))
	if err != nil {
		return 0
	}
	for v := range t.root.All() {
		if all := elements(v); len(all) > 0 && t.data[skipExtra(t.data, all[len(all)-1].end)] == ',' {
			n++
		}
	}
	return n
}

// findOurs returns the path to our first handler, nil if there is none.
func (t *jsonText) findOurs(l *setup.Layout, ours func(Hook) bool) []step {
	switch {
	case l.Named:
		for i, m := range members(&t.root) {
			if path := findEvent(&m.Value, appendStep(nil, &t.root, i), ours); path != nil {
				return path
			}
		}
	case l.Root == "":
		return findEvent(&t.root, nil, ours)
	default:
		for i, m := range members(&t.root) {
			path := appendStep(nil, &t.root, i)
			if keyOf(m) == l.Root && l.EventKey != "" {
				return findHandler("", l.EventKey, &m.Value, path, ours)
			} else if keyOf(m) == l.Root {
				return findEvent(&m.Value, path, ours)
			}
		}
	}
	return nil
}

func members(v *hujson.Value) []hujson.ObjectMember {
	if o, ok := v.Value.(*hujson.Object); ok {
		return o.Members
	}
	return nil
}

func keyOf(m hujson.ObjectMember) string {
	name, _ := m.Name.Value.(hujson.Literal)
	return name.String()
}

// appendStep returns a path with one more step.
func appendStep(path []step, in *hujson.Value, index int) []step {
	return append(path[:len(path):len(path)], step{in, index})
}

func findEvent(events *hujson.Value, path []step, ours func(Hook) bool) []step {
	for i, m := range members(events) {
		if found := findHandler(keyOf(m), "", &m.Value, appendStep(path, events, i), ours); found != nil {
			return found
		}
	}
	return nil
}

func findHandler(event, eventKey string, list *hujson.Value, path []step, ours func(Hook) bool) []step {
	array, ok := list.Value.(*hujson.Array)
	if !ok {
		return nil
	}
	for i := range array.Elements {
		entry := &array.Elements[i]
		here := appendStep(path, list, i)
		value := standardized(entry)
		if eventKey != "" {
			event = value.Get(gjson.Escape(eventKey)).String()
		}
		if !value.Get("hooks").IsArray() {
			if ours(hookOf(event, value, "")) {
				return here
			}
			continue
		}
		for j, m := range members(entry) {
			if keyOf(m) != "hooks" {
				continue
			}
			group := &m.Value
			for k, h := range value.Get("hooks").Array() {
				if ours(hookOf(event, h, "")) {
					return appendStep(appendStep(here, entry, j), group, k)
				}
			}
		}
	}
	return nil
}

// standardized returns a value without comments.
func standardized(v *hujson.Value) gjson.Result {
	c := v.Clone()
	c.Standardize()
	return gjson.ParseBytes(c.Pack())
}

// removeElement removes an element and the comma that only this element needs.
func (t *jsonText) removeElement(s step) []byte {
	all := elements(s.in)
	one := all[s.index]
	from, to := one.start, one.end
	switch comma := skipExtra(t.data, one.end); {
	case len(all) == 1:
		if t.data[comma] == ',' {
			to = comma + 1
		}
		inside := span{s.in.StartOffset + 1, s.in.EndOffset - 1}
		if len(bytes.TrimSpace(t.data[inside.start:from])) == 0 && len(bytes.TrimSpace(t.data[to:inside.end])) == 0 {
			from, to = inside.start, inside.end
		}
	case s.index == len(all)-1:
		from = all[s.index-1].end
		before := skipExtra(t.data, from)
		if before != one.start && len(bytes.TrimSpace(t.data[before+1:one.start])) > 0 { // keep a comment in between
			keep := t.data[before+1 : one.start]
			if rest := bytes.TrimLeft(t.data[to:], " \t"); len(rest) > 0 && (rest[0] == '\n' || rest[0] == '\r') {
				keep = bytes.TrimRight(keep, " \t\r\n")
			}
			return bytes.Join([][]byte{t.data[:before], keep, t.data[to:]}, nil)
		}
	default:
		to = comma + 1
		if len(bytes.TrimSpace(t.data[t.lineStart(from):from])) == 0 {
			if end := bytes.IndexByte(t.data[to:], '\n'); end >= 0 && len(bytes.TrimSpace(t.data[to:to+end])) == 0 {
				from, to = t.lineStart(from), to+end+1
			}
		} else {
			to += len(t.data[to:]) - len(bytes.TrimLeft(t.data[to:], " "))
		}
	}
	return bytes.Join([][]byte{t.data[:from], t.data[to:]}, nil)
}
