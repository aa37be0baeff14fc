package jsontext

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// Members are what encoding/json sees, for any valid object.
func FuzzMembers(f *testing.F) {
	for _, s := range [...]string{`{}`, ` { "a" : 1 , "b":[1,{"c":"}"}],"\u0061":"\\\"","d":-1e9 } `,
		`{"a\"":{},"":null,"x":"\\"}`, `[1,"]",[2],{"a":[]}]`, `{"a":"\ud800"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = bytes.ToValidUTF8(bytes.TrimSpace(data), []byte("\uFFFD")) // as for every payload
		if !json.Valid(data) {
			return
		}
		switch data[0] {
		case '{':
			var want map[string]json.RawMessage
			if err := json.Unmarshal(data, &want); err != nil {
				return
			}
			got := map[string]json.RawMessage{}
			EachKey(string(data), func(key, value string) { got[key] = json.RawMessage(value) })
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
			EachElement(string(data), func(value string) {
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

// A guard reads what the client runs.
func TestLookup(t *testing.T) {
	const doc = ` {"a":1,"a":{"b":"x","b":"y","\u0062":"z\ud800\u003b"},"l":[{"p":"\u0031"},{"p":null}],"n":null,"":{"":"e"},"t":true,"a.b":5} `
	for path, want := range map[string]string{
		"a.b": "z\uFFFD;", "l.0.p": "1", "l.1": `{"p":null}`, "l.#": "2", "l.#.p": `["\u0031",null]`, `a\.b`: "5",
		"t": "true", ".": "e", "l.@reverse.1.p": "1",
	} {
		if got, ok := Lookup(bytes.TrimSpace([]byte(doc)), path); got != want || !ok {
			t.Errorf("%s is %q, %v, want %q", path, got, ok, want)
		}
	}
	for _, path := range [...]string{"n", "l.1.p", "l.2", "l.x", "a.b.c", "x", "t.x", "l.#.x.y.z|0", "@nothing"} {
		if got, ok := Lookup(bytes.TrimSpace([]byte(doc)), path); ok {
			t.Errorf("%s is %q", path, got)
		}
	}
}

// Texts are decoded and written as encoding/json does it.
func FuzzText(f *testing.F) {
	for _, s := range [...]string{
		"", "x", `\n\t\r\b\f\/\\\"`, `\ud83d\ude00`, `\ud800`, `\ud800\u0041`, `\ud800\n`, `\ud800\ud800\udc00`,
		`\udc00\ud800`, `\uD83D\uDE00\uFFFD`, `é\u00e9`, "\xff\xfe", "\u2028<&>", "\x00\x1f\x7f", `\u0000`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		ours, err := AppendString(nil, s), error(nil)
		var back, want string
		theirs, _ := json.Marshal(s)
		json.Unmarshal(theirs, &want)
		if err = json.Unmarshal(ours, &back); err != nil || back != want || !utf8.Valid(ours) {
			t.Fatalf("%q is written %s, which reads %q, %v", s, ours, back, err)
		}
		if got := Text(string(ours)); got != want {
			t.Fatalf("%s reads %q, want %q", ours, got, want)
		}
		raw := `"` + strings.ToValidUTF8(s, "\uFFFD") + `"`
		if json.Unmarshal([]byte(raw), &want) != nil {
			return
		}
		if got := Text(raw); got != want {
			t.Fatalf("%s reads %q, encoding/json says %q", raw, got, want)
		}
		for _, max := range [...]int{0, 1, 7, len(want)} {
			if got := TextUpTo(raw, max); len(got) < min(max, len(want)) ||
				got[:min(max, len(want))] != want[:min(max, len(want))] {
				t.Fatalf("%s up to %d reads %q", raw, max, got)
			}
		}
	})
}

// A long text is decoded as far as it is wanted, wherever that cuts it.
func TestTextUpTo(t *testing.T) {
	for _, unit := range [...]string{"x", `\n`, `\\`, `\\\"`, `\u0041`, `\ud83d\ude00`, "é", `\\u0041`, `a\u000ab`} {
		for shift := range 13 {
			raw := `"` + strings.Repeat("x", shift) + strings.Repeat(unit, 400) + `"`
			whole := Text(raw)
			got := TextUpTo(raw, 100)
			if cut := len(got) < len(whole); len(got) < min(100, len(whole)) || got[:100] != whole[:100] ||
				cut && len(got) <= 100 {
				t.Errorf("%s after %d: %d bytes of %d", unit, shift, len(got), len(whole))
			}
		}
	}
}

func TestEndOf(t *testing.T) {
	raw := strings.Clone(`{"a":{"b":1},"c":2}`)
	spans := []string{"", strings.Clone(`{"b":1}`), raw[5:12]}
	for i := range raw {
		want := 0
		if i >= 5 && i < 12 {
			want = 12
		}
		if got := EndOf(raw, i, spans); got != want {
			t.Errorf("at %d: %d, want %d", i, got, want)
		}
	}
}
