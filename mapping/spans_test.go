package mapping

import (
	"bytes"
	"encoding/json"
	"testing"
)

// Members are what encoding/json sees, for any valid object.
func FuzzMembers(f *testing.F) {
	for _, s := range [...]string{`{}`, ` { "a" : 1 , "b":[1,{"c":"}"}],"\u0061":"\\\"","d":-1e9 } `, `{"a\"":{},"":null,"x":"\\"}`, `[1,"]",[2],{"a":[]}]`, `{"a":"\ud800"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = trim(data)
		if !json.Valid(data) || !isASCII(data) || bytes.Contains(data, []byte(`\ud`)) || bytes.Contains(data, []byte(`\uD`)) {
			return
		}
		switch data[0] {
		case '{':
			var want map[string]json.RawMessage
			if err := json.Unmarshal(data, &want); err != nil {
				return
			}
			got := map[string]json.RawMessage{}
			each(string(data), func(key, value string) { got[key] = json.RawMessage(value) })
			if len(got) != len(want) {
				t.Fatalf("%s: %q, want %q", data, got, want)
			}
			for k, v := range want {
				if !bytes.Equal(got[k], v) {
					t.Fatalf("%s: %q is %q, want %q", data, k, got[k], v)
				}
			}
		case '[':
			var want []json.RawMessage
			if err := json.Unmarshal(data, &want); err != nil {
				return
			}
			i := 0
			eachElement(string(data), func(value string) {
				if i >= len(want) || value != string(want[i]) {
					t.Fatalf("%s: element %d is %q", data, i, value)
				}
				i++
			})
			if i != len(want) {
				t.Fatalf("%s: %d elements, want %d", data, i, len(want))
			}
		}
	})
}

// Keys with bytes that are not UTF-8 or lone surrogates become U+FFFD in
// different numbers.
func isASCII(data []byte) bool {
	for _, b := range data {
		if b >= 0x80 {
			return false
		}
	}
	return true
}
