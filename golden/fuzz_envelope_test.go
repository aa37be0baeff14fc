package golden

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// Whatever a client sends: a valid JSON object in, one line of valid JSON out,
// of OpenHook's shape, with the native payload in it byte for byte.
func FuzzEnvelope(f *testing.F) {
	for _, r := range recordings() {
		f.Add(r.payload, "", "")
		f.Add(r.payload, r.provider, Event(r.file))
	}
	for _, odd := range [...]string{
		`{"a":1,"a":2,"\u0061":3}`, "\xEF\xBB\xBF\r\n{\r\n\"a\"\r\n:\n1\n}\r\n", "{\"a\":\"\xff\xfe\xed\xa0\x80\"}", `{"a.b":{"*":[{"#":"|"}]},"@this":"\ud800\u0041"}`,
		`{"source_tool":"x","hook_event_name":"PreToolUse","tool_input":"{\n\"command\":\"ls\"}","tool_name":"bash"}`,
		`{"openhook":"0.1","type":"tool.start","source":"x"}`, `{"timestamp":1e12,"sessionId":5,"cwd":["/"],"prompt":{"a":"b"},"tool_name":7,"tool_input":[1]}`,
		`{"hook_event_name":"PreToolUse","transcript_path":"/t","tool_name":"Write","tool_input":"\u007b\"file_path\":1}"}`,
		`{"hook_event_name":"SessionEnd","duration_ms":-1,"timestamp":"2026-02-30T25:61:00Z"}`,
	} {
		f.Add([]byte(odd), "", "")
	}
	f.Fuzz(func(t *testing.T, payload []byte, source, event string) {
		native := trimmed(payload)
		valid := bytes.HasPrefix(native, []byte("{")) && json.Valid(native)
		getenv := func(string) string { return "" }
		p, err := mapping.Parse(bytes.Clone(payload), getenv)
		if valid != (err == nil) {
			t.Fatalf("%v, and encoding/json says %v", err, valid)
		}
		if err != nil {
			return
		}
		native = bytes.Map(func(r rune) rune {
			if r == '\n' || r == '\r' {
				return ' '
			}
			return r
		}, bytes.ToValidUTF8(native, []byte("\uFFFD")))
		h := mapping.Hints{Source: source, Event: event, Getenv: getenv, Cwd: "/p", Now: "2026-11-20T10:00:00.000Z"}
		c := clients.Registry.Read(p, h)
		envelope := bytes.Join(c.Envelope("id", mapping.Options{Version: "v"}), nil)
		if !json.Valid(envelope) || !utf8.Valid(envelope) || bytes.IndexByte(envelope, '\n') != len(envelope)-1 {
			t.Fatalf("no line of JSON: %s", envelope)
		}
		if c.Dialect.Name == "openhook" { // an envelope already
			if !bytes.Equal(bytes.TrimSuffix(envelope, []byte("\n")), native) {
				t.Fatalf("an envelope is changed: %s", envelope)
			}
		} else {
			checkEnvelope(t, c, envelope, native)
		}
		for _, v := range c.Environ(120 << 10) {
			if strings.Contains(v, "\x00") || len(v) > 128<<10 {
				t.Fatalf("a variable that cannot be set: %.100q", v)
			}
		}
		for _, d := range clients.Registry.Dialects {
			if event := c.EventFor(d); event != nil {
				for i := range c.EventCount(d) {
					one := c.EncodeEvent(d, event, i, mapping.Record{Hash: hexHash})
					if b := bytes.Join(one, nil); !json.Valid(b) || bytes.IndexByte(b, '\n') != len(b)-1 {
						t.Fatalf("no line of JSON in the words of %s: %s", d.Name, b)
					}
				}
			}
		}
	})
}

// checkEnvelope: the fields have the types that docs/contract.md gives them.
func checkEnvelope(t *testing.T, c *mapping.Call, envelope, native []byte) {
	t.Helper()
	wrong := func(what string, err error) {
		t.Helper()
		t.Fatalf("%s: %v: %s", what, err, envelope)
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(envelope, &top); err != nil {
		wrong("it is no object", err)
	}
	texts := map[string]string{}
	for _, key := range [...]string{"openhook", "id", "source", "type", "time", "session_id", "cwd", "context"} {
		var s *string
		if raw := top[key]; raw != nil {
			if err := json.Unmarshal(raw, &s); err != nil || s == nil {
				wrong(key+" is no string", err)
			}
			texts[key] = *s
		} else if key != "cwd" && key != "context" {
			wrong("no "+key, nil)
		}
	}
	if texts["openhook"] != "0.1" || texts["id"] == "" || texts["type"] == "" || texts["source"] != c.Source || c.Source == "" {
		wrong("a required field", nil)
	}
	if _, err := time.Parse(time.RFC3339, texts["time"]); err != nil {
		wrong("time", err)
	}
	if texts["cwd"] != "" && !strings.HasPrefix(texts["context"], "file://") {
		wrong("context", nil)
	}
	var data struct {
		Input  map[string]json.RawMessage  `json:"tool_input"`
		Length *uint                       `json:"prompt_length"`
		Tool   *string                     `json:"tool"`
		Files  []struct{ Path, Op string } `json:"files"`
		MCP    map[string]json.RawMessage  `json:"mcp"`
		Agent  map[string]json.RawMessage  `json:"agent"`
		Usage  map[string]json.RawMessage  `json:"usage"`
	}
	if err := json.Unmarshal(top["data"], &data); err != nil || top["data"][0] != '{' {
		wrong("data", err)
	}
	for _, f := range data.Files {
		if f.Path == "" || !strings.Contains(" read create update delete ", " "+f.Op+" ") {
			wrong("a file", nil)
		}
	}
	var extensions map[string]json.RawMessage
	if err := json.Unmarshal(top["extensions"], &extensions); err != nil || len(extensions) != 2 {
		wrong("extensions", err)
	}
	if got := extensions[c.Source]; !bytes.Equal(got, native) {
		wrong("the native payload is "+string(got), nil)
	}
	var own struct {
		Version, Event, Native string
		Can                    []string
	}
	if err := json.Unmarshal(extensions["openhook-shim"], &own); err != nil || own.Version != "v" || own.Can == nil {
		wrong("our extension", err)
	}
}
