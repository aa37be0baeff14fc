package settings

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/tailscale/hujson"
	"github.com/tidwall/gjson"
)

// ReplaceElements makes those elements of a list that are ours the wanted ones, in their order;
// the list stands under a key at the top of a JSON file. Each wanted one, JSON, takes
// the place of one that is ours, further ones come to the end of the list. One that is
// wanted and there stays as it is laid out, as does everything else, byte for byte.
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

// replaceOne makes the first change that is left to make, nil if there is none.
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

// compact is JSON without space.
func compact(data []byte) string {
	var b bytes.Buffer
	if json.Compact(&b, data) != nil {
		return string(data)
	}
	return b.String()
}
