package mapping

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// Parse accepts what encoding/json accepts, as one object, and finds in it what
// encoding/json finds.
func FuzzParse(f *testing.F) {
	for _, s := range [...]string{
		claudeBash, claudeMCP, claudeStart, "", " ", "\uFEFF", "\uFEFF \r\n{}\uFEFF", "null", "[]", "{", "{}{}",
		`{"a":1,"a":null}`, `{"a":1,"\u0061":2}`,
		"{\r\n\"a\"\n:\n1\n}", `{"a":01}`, `{"a":-}`, `{"a":1.}`, `{"a":1e+}`, `{"a":"\x"}`, `{"a":"\ud800\u0041"}`,
		"{\"a\":\"\xff\"}", "{\"\xff\":\"\x00\"}", "{\"a\":tru}", "{\u00a0}",
		`{"a":` + strings.Repeat("[", 9_999) + strings.Repeat("]", 9_999) + `}`,
		`{"a":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + `}`,
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
			value := jsontext.OneLine(string(raw))
			if value == "null" {
				value = ""
			}
			if got := p.member(key); got != value {
				t.Fatalf("%q is %q, encoding/json says %q", key, got, value)
			}
			var s string
			if json.Unmarshal(raw, &s) == nil && value != "" && jsontext.Text(value) != s {
				t.Fatalf("%s reads %q, encoding/json says %q", value, jsontext.Text(value), s)
			}
		}
		for _, m := range p.members {
			if _, ok := want[m.Key]; !ok {
				t.Fatalf("a key %q that encoding/json does not see", m.Key)
			}
		}
	})
}
