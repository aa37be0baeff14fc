package payload

import (
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/golden"
)

func TestMapStrings(t *testing.T) {
	shout := func(s string) string { return strings.ReplaceAll(s, "ls", "LS \"x\"") }
	for _, c := range [...]struct{ in, want string }{
		{`{"ls":"ls", "n":1.50,"a":["ls",null,"ls -l"]}`,
			`{"ls":"LS \"x\"", "n":1.50,"a":["LS \"x\"",null,"LS \"x\" -l"]}`},
		{`{"args":"{\"ls\":\"ls\"}"}`, `{"args":"{\"ls\":\"LS \\\"x\\\"\"}"}`},
		{`{"a" : "x"}`, `{"a" : "x"}`},
		{`{"a":"\u006cs"}`, `{"a":"LS \"x\""}`},
		{`{"a":"{no json ls"}`, `{"a":"{no json LS \"x\""}`},
		{`{"a":"open`, `{"a":"open`},
		{`{"a":"\`, `{"a":"\`},
		{``, ``},
	} {
		if got := string(mapStrings([]byte(c.in), shout)); got != c.want {
			t.Errorf("%s: %s, want %s", c.in, got, c.want)
		}
	}
}

// Where nothing is replaced, every recording stays byte for byte.
func TestMapNothing(t *testing.T) {
	for _, provider := range golden.Providers() {
		for file, data := range golden.Payloads(provider) {
			if got := mapStrings(data, func(s string) string { return s }); string(got) != string(data) {
				t.Errorf("%s/%s changed", provider, file)
			}
		}
	}
}

func TestMove(t *testing.T) {
	for _, c := range [...]struct{ in, want string }{
		{"/a/b", "/new"}, {"/a/b/c", "/new/c"}, {"/a/bc", "/a/bc"}, {"file:///a/b/c", "file:///new/c"},
		{"file:///x", "file:///x"}, {"", ""},
	} {
		if got := moveFolder(c.in, "/a/b", "/new"); got != c.want {
			t.Errorf("%s: %s, want %s", c.in, got, c.want)
		}
	}
}

func FuzzMapStrings(f *testing.F) {
	f.Add([]byte(`{"a":"b","c":["d\\"]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		mapStrings(data, func(s string) string { return s + "x" })
	})
}
