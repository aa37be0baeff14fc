package mapping

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// Members are what encoding/json sees, for any valid object.
func FuzzMembers(f *testing.F) {
	for _, s := range [...]string{`{}`, ` { "a" : 1 , "b":[1,{"c":"}"}],"\u0061":"\\\"","d":-1e9 } `, `{"a\"":{},"":null,"x":"\\"}`, `[1,"]",[2],{"a":[]}]`, `{"a":"\ud800"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = bytes.ToValidUTF8(trim(data), []byte("\uFFFD")) // as Parse does
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

// A guard reads what the client runs.
func TestLookup(t *testing.T) {
	const doc = ` {"a":1,"a":{"b":"x","b":"y","\u0062":"z\ud800\u003b"},"l":[{"p":"\u0031"},{"p":null}],"n":null,"":{"":"e"},"t":true,"a.b":5} `
	for path, want := range map[string]string{
		"a.b": "z\uFFFD;", "l.0.p": "1", "l.1": `{"p":null}`, "l.#": "2", "l.#.p": `["\u0031",null]`, `a\.b`: "5", "t": "true", ".": "e", "l.@reverse.1.p": "1",
	} {
		if got, ok := Lookup(trim([]byte(doc)), path); got != want || !ok {
			t.Errorf("%s is %q, %v, want %q", path, got, ok, want)
		}
	}
	for _, path := range [...]string{"n", "l.1.p", "l.2", "l.x", "a.b.c", "x", "t.x", "l.#.x.y.z|0", "@nothing"} {
		if got, ok := Lookup(trim([]byte(doc)), path); ok {
			t.Errorf("%s is %q", path, got)
		}
	}
}

// Parse accepts what encoding/json accepts, as one object, and finds in it what
// encoding/json finds.
func FuzzParse(f *testing.F) {
	for _, s := range [...]string{
		claudeBash, claudeMCP, claudeStart, "", " ", "\uFEFF", "\uFEFF \r\n{}\uFEFF", "null", "[]", "{", "{}{}", `{"a":1,"a":null}`, `{"a":1,"\u0061":2}`,
		"{\r\n\"a\"\n:\n1\n}", `{"a":01}`, `{"a":-}`, `{"a":1.}`, `{"a":1e+}`, `{"a":"\x"}`, `{"a":"\ud800\u0041"}`, "{\"a\":\"\xff\"}", "{\"\xff\":\"\x00\"}", "{\"a\":tru}", "{\u00a0}",
		`{"a":` + strings.Repeat("[", 9_999) + strings.Repeat("]", 9_999) + `}`, `{"a":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + `}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var want map[string]json.RawMessage
		clean := bytes.ToValidUTF8(trim(bytes.Clone(data)), []byte("\uFFFD"))
		accepted := json.Unmarshal(clean, &want) == nil && want != nil
		p, err := Parse(bytes.Clone(data), func(string) string { return "" })
		if accepted != (err == nil) {
			t.Fatalf("Parse says %v, encoding/json accepts: %v", err, accepted)
		}
		if Complete(data) != json.Valid(trim(bytes.Clone(data))) {
			t.Fatalf("Complete says %v", Complete(data))
		}
		if err != nil {
			return
		}
		if !json.Valid(p.Raw) || bytes.ContainsAny(p.Raw, "\r\n") {
			t.Fatalf("Raw is no line of JSON: %q", p.Raw)
		}
		for key, raw := range want {
			value := oneLine(string(raw))
			if value == "null" {
				value = ""
			}
			if got := p.member(key); got != value {
				t.Fatalf("%q is %q, encoding/json says %q", key, got, value)
			}
			var s string
			if json.Unmarshal(raw, &s) == nil && value != "" && text(value) != s {
				t.Fatalf("%s reads %q, encoding/json says %q", value, text(value), s)
			}
		}
		for _, m := range p.members {
			if _, ok := want[m.key]; !ok {
				t.Fatalf("a key %q that encoding/json does not see", m.key)
			}
		}
	})
}

// Texts are decoded and written as encoding/json does it.
func FuzzText(f *testing.F) {
	for _, s := range [...]string{
		"", "x", `\n\t\r\b\f\/\\\"`, `\ud83d\ude00`, `\ud800`, `\ud800\u0041`, `\ud800\n`, `\ud800\ud800\udc00`, `\udc00\ud800`, `\uD83D\uDE00\uFFFD`, `é\u00e9`, "\xff\xfe", "\u2028<&>", "\x00\x1f\x7f", `\u0000`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		ours, err := appendString(nil, s), error(nil)
		var back, want string
		theirs, _ := json.Marshal(s)
		json.Unmarshal(theirs, &want)
		if err = json.Unmarshal(ours, &back); err != nil || back != want || !utf8.Valid(ours) {
			t.Fatalf("%q is written %s, which reads %q, %v", s, ours, back, err)
		}
		if got := text(string(ours)); got != want {
			t.Fatalf("%s reads %q, want %q", ours, got, want)
		}
		raw := `"` + strings.ToValidUTF8(s, "\uFFFD") + `"`
		if json.Unmarshal([]byte(raw), &want) != nil {
			return
		}
		if got := text(raw); got != want {
			t.Fatalf("%s reads %q, encoding/json says %q", raw, got, want)
		}
		for _, max := range [...]int{0, 1, 7, len(want)} {
			if got := textUpTo(raw, max); len(got) < min(max, len(want)) || got[:min(max, len(want))] != want[:min(max, len(want))] {
				t.Fatalf("%s up to %d reads %q", raw, max, got)
			}
		}
	})
}
