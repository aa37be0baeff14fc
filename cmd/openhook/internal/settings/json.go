package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

var bom = []byte("\xEF\xBB\xBF")

// A jsonText is a JSON file in its own style, with or without comments.
type jsonText struct {
	data    []byte // without byte order mark
	root    hujson.Value
	newline string
	indent  string // of one level
	oneLine bool   // the whole file is one line
}

func parseJSON(data []byte) (*jsonText, error) {
	t := &jsonText{data: data, newline: "\n", indent: "  "}
	if err := checkDepth(data); err != nil {
		return nil, err
	}
	root, err := parseWithNewline(data, hujson.Parse)
	if err != nil {
		return nil, jsonError(err)
	}
	t.root = root
	t.oneLine = !bytes.Contains(bytes.TrimSpace(data), []byte("\n"))
	if bytes.Contains(data, []byte("\r\n")) {
		t.newline = "\r\n"
	}
	for line := range bytes.Lines(data) {
		if rest := bytes.TrimLeft(line, " \t"); len(rest) < len(line) && rest[0] == '"' {
			t.indent = string(line[:len(line)-len(rest)])
			break
		}
	}
	return t, nil
}

// parseWithNewline parses data that may end in a comment without a line break.
func parseWithNewline[T any](data []byte, read func([]byte) (T, error)) (T, error) {
	v, err := read(bytes.Clone(data))
	if err != nil {
		if v, err := read(append(bytes.Clone(data), '\n')); err == nil {
			return v, nil
		}
	}
	return v, err
}

func (t *jsonText) line(at int) int { return 1 + bytes.Count(t.data[:at], []byte("\n")) }

// insertJSON adds an entry to the end of the list under keys, and creates missing objects. Each
// edit applies to the result of the one before.
func insertJSON(data []byte, keys []string, entry string) ([]byte, []Edit, error) {
	t, err := parseJSON(data)
	if err != nil {
		return nil, nil, err
	}
	at := &t.root
	for i, key := range keys {
		object, err := t.object(at, keys[:i])
		if err != nil {
			return nil, nil, err
		}
		next, err := t.member(object, key)
		if err != nil {
			return nil, nil, err
		}
		if next == nil {
			inner := "[" + entry + "]"
			for j := len(keys) - 1; j > i; j-- {
				inner = "{" + quote(keys[j]) + ": " + inner + "}"
			}
			return t.insert(at, quote(key)+": ", inner)
		}
		at = next
	}
	if _, ok := at.Value.(*hujson.Array); !ok {
		return nil, nil, fmt.Errorf("line %d: %s is not a list", t.line(at.StartOffset), nameOf(keys))
	}
	return t.insert(at, "", entry)
}

// insertNeeds adds a member at the top level if its key is missing.
func insertNeeds(data []byte, needs setup.Pair) ([]byte, []Edit, error) {
	t, err := parseJSON(data)
	if err != nil {
		return nil, nil, err
	}
	object, err := t.object(&t.root, nil)
	if err != nil {
		return nil, nil, err
	}
	if have, err := t.member(object, needs.Name); have != nil || err != nil {
		return data, nil, err
	}
	return t.insert(&t.root, quote(needs.Name)+": ", needs.Value)
}

// object returns the value under keys as an object.
func (t *jsonText) object(v *hujson.Value, keys []string) (*hujson.Object, error) {
	if o, ok := v.Value.(*hujson.Object); ok {
		return o, nil
	}
	return nil, fmt.Errorf("line %d: %s is not an object", t.line(v.StartOffset), nameOf(keys))
}

func nameOf(keys []string) string {
	if len(keys) == 0 {
		return "the file"
	}
	return quote(keys[len(keys)-1])
}

// member returns the value of a key. A repeated key is an error, because clients may read either
// one.
func (t *jsonText) member(o *hujson.Object, key string) (*hujson.Value, error) {
	var found *hujson.Value
	for i := range o.Members {
		m := &o.Members[i]
		if name, ok := m.Name.Value.(hujson.Literal); !ok || name.String() != key {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("line %d: %s occurs twice", t.line(m.Name.StartOffset), quote(key))
		}
		found = &m.Value
	}
	return found, nil
}

// A span is the place of an element with its key.
type span struct{ start, end int }

// elements returns the spans of an object's or list's elements.
func elements(v *hujson.Value) (all []span) {
	switch c := v.Value.(type) {
	case *hujson.Object:
		for i := range c.Members {
			all = append(all, span{c.Members[i].Name.StartOffset, c.Members[i].Value.EndOffset})
		}
	case *hujson.Array:
		for i := range c.Elements {
			all = append(all, span{c.Elements[i].StartOffset, c.Elements[i].EndOffset})
		}
	}
	return all
}

// insert adds an element to the end of a container in the file's style.
func (t *jsonText) insert(in *hujson.Value, key, value string) ([]byte, []Edit, error) {
	all := elements(in)
	open, end := in.StartOffset+1, in.EndOffset-1
	indent := t.indentOf(in.StartOffset) + t.indent
	inline := false
	if n := len(all); n > 0 {
		inline = !bytes.Contains(t.data[open:all[n-1].start], []byte("\n"))
		if own := t.data[t.lineStart(all[n-1].start):all[n-1].start]; len(bytes.TrimSpace(own)) == 0 {
			indent = string(own)
		}
	}
	if t.oneLine {
		key = strings.TrimSuffix(key, " ")
	}
	element := key + t.format(value, indent, inline)
	glue := t.newline + indent
	switch {
	case t.oneLine:
		glue = ""
	case inline:
		glue = " "
	}
	if len(all) == 0 {
		tail := ""
		if !t.oneLine && !bytes.Contains(t.data[open:end], []byte("\n")) {
			tail = t.newline + t.indentOf(in.StartOffset)
		}
		return t.apply(Edit{open, glue + element + tail})
	}
	last := all[len(all)-1].end
	comma := skipExtra(t.data, last)
	if t.data[comma] == ',' { // the file has trailing commas
		at := t.afterComment(comma + 1)
		if at != comma+1 {
			glue = t.newline + indent
		}
		return t.apply(Edit{at, glue + element + ","})
	}
	if at := t.afterComment(last); at != last {
		return t.apply(Edit{last, ","}, Edit{at + 1, t.newline + indent + element})
	}
	return t.apply(Edit{last, "," + glue + element})
}

func (t *jsonText) apply(edits ...Edit) ([]byte, []Edit, error) {
	data := t.data
	for _, e := range edits {
		data = e.apply(data)
	}
	return data, edits, nil
}

// format lays a value out in the file's style.
func (t *jsonText) format(value, indent string, inline bool) string {
	var b bytes.Buffer
	switch {
	case t.oneLine:
		if json.Compact(&b, []byte(value)) != nil {
			return value
		}
	case inline:
		return value
	default:
		if json.Indent(&b, []byte(value), indent, t.indent) != nil {
			return value
		}
	}
	return strings.ReplaceAll(b.String(), "\n", t.newline)
}

func (t *jsonText) lineStart(at int) int { return bytes.LastIndexByte(t.data[:at], '\n') + 1 }

// indentOf returns the indentation of the line at an offset.
func (t *jsonText) indentOf(at int) string {
	line := t.data[t.lineStart(at):at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// afterComment returns the end of the line if only a comment follows. The comment belongs to the
// element before it.
func (t *jsonText) afterComment(at int) int {
	end := len(t.data)
	if i := bytes.IndexByte(t.data[at:], '\n'); i >= 0 {
		end = at + i
	}
	rest := bytes.TrimSpace(t.data[at:end])
	whole := bytes.HasPrefix(rest, []byte("//")) ||
		bytes.HasPrefix(rest, []byte("/*")) && bytes.Index(rest, []byte("*/")) == len(rest)-2
	if !whole {
		return at
	}
	return at + len(bytes.TrimRight(t.data[at:end], "\r"))
}
