package settings

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/tailscale/hujson"
	"github.com/tidwall/gjson"
)

// ReplaceElements replaces our elements of a list by the wanted ones, in order. The list is under
// a key at the top level of a JSON file. Further wanted elements go to the end. An equal element
// and everything else stay the same, byte for byte.
func ReplaceElements(data []byte, key string, ours func(gjson.Result) bool, want []string) ([]byte, error) {
	bare := bytes.TrimPrefix(data, bom)
	head := bytes.Clone(data[:len(data)-len(bare)])
	for {
		out, err := replaceOne(bare, key, ours, want)
		if err != nil {
			return nil, err
		}
		if out == nil {
			return append(head, bare...), nil
		}
		bare = out
	}
}

// replaceOne makes the first necessary change, nil if there is none.
func replaceOne(data []byte, key string, ours func(gjson.Result) bool, want []string) ([]byte, error) {
	t, err := parseJSON(data)
	if err != nil {
		return nil, err
	}
	object, err := t.object(&t.root, nil)
	if err != nil {
		return nil, err
	}
	list, err := t.member(object, key)
	if err != nil {
		return nil, err
	}
	var places []int
	if list != nil {
		array, ok := list.Value.(*hujson.Array)
		if !ok {
			return nil, fmt.Errorf("line %d: %s is not a list", t.line(list.StartOffset), quote(key))
		}
		for i := range array.Elements {
			if ours(standardized(&array.Elements[i])) {
				places = append(places, i)
			}
		}
	}
	for i, at := range places {
		if i >= len(want) {
			return t.removeElement(step{list, places[len(places)-1]}), nil
		}
		if one := elements(list)[at]; compact(t.data[one.start:one.end]) != compact([]byte(want[i])) {
			inline := !bytes.Contains(t.data[one.start:one.end], []byte("\n"))
			text := t.format(want[i], t.indentOf(one.start), inline)
			return bytes.Join([][]byte{t.data[:one.start], []byte(text), t.data[one.end:]}, nil), nil
		}
	}
	if len(places) < len(want) {
		out, _, err := insertJSON(data, []string{key}, want[len(places)])
		return out, err
	}
	return nil, nil
}

// compact returns JSON without space.
func compact(data []byte) string {
	var b bytes.Buffer
	if json.Compact(&b, data) != nil {
		return string(data)
	}
	return b.String()
}
