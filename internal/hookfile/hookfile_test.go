package hookfile

import (
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile("../../docs/openhook.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What the schema for editors takes and what is read are the same.
func TestParse(t *testing.T) {
	s := schema(t)
	for _, c := range []struct {
		name, file string
		says       string // error, or the only warning
		fits       bool   // the schema
	}{
		{"nothing", `{"hooks":[]}`, "", true},
		{"the least", `{"openhook":"0.1","hooks":[{"command":"x"}]}`, "", true},
		{"everything", `{"$schema":"s","openhook":"0.1","hooks":[{"command":"x","events":["tool.*"],"async":true,"tools":["shell"],
			"priority":1000,"fail_closed":true,"block_on":[1,3],"env":{"A":"b=c"},"cwd":"sub","degrade":{"ask":"deny","rewrite":"drop","context":"deny"},
			"platform":{"windows":"w","osx":"o","linux":"l"}}]}`, "", true},
		{"a duration", `{"hooks":[{"command":"x","timeout":"500ms","block_on":"any"}]}`, "", true},
		{"a format", `{"hooks":[{"command":"x","format":"hook-md"},{"command":"x","format":"openhook"},{"command":"x","format":"native"}]}`, "", true},
		{"an unknown format", "{\"hooks\":[\n{\"command\":\"x\",\n\"format\":\"hook-mx\"}]}",
			"line 3: format hook-mx is unknown; use openhook, native or one of claude-code, hook-contract, agent-hooks, hook-md", false},
		{"a client that is no format", `{"hooks":[{"command":"x","format":"cursor"}]}`,
			"line 1: format cursor is unknown; use openhook, native or one of claude-code, hook-contract, agent-hooks, hook-md", false},
		{"no format", `{"hooks":[{"command":"x","format":["hook-md"]}]}`,
			"line 1: format [\"hook-md\"] is unknown; use openhook, native or one of claude-code, hook-contract, agent-hooks, hook-md", false},
		{"one exit code", `{"hooks":[{"command":"x","block_on":7}]}`, "", true},
		{"a version to come", `{"openhook":"0.2","hooks":[]}`, "line 1: openhook 0.2: the shim reads it like 0.1",
			false},
		{"an unknown key", "{\"hooks\":[\n{\"command\":\"x\",\"evnets\":[]}]}", "line 2: unknown key evnets", false},
		{"an unknown key of the file", `{"hooks":[],"more":1}`, "line 1: unknown key more", false},
		{"an unknown system", `{"hooks":[{"command":"x","platform":{"plan9":"y"}}]}`, "line 1: unknown platform plan9",
			true},
		{"no JSON", `{"hooks":[}`, "is not JSON", false},
		{"two documents", `{"hooks":[]}{}`, "is not JSON", false},
		{"no object", "\n[]", "line 2: must be an object", false},
		{"no list", `{"hooks":{}}`, "line 1: hooks must be a list", false},
		{"no hook", `{"hooks":[1]}`, "line 1: a hook must be an object", false},
		{"no command", `{"hooks":[{"events":[]}]}`, "line 1: a hook has no command", false},
		{"an empty command", `{"hooks":[{"command":""}]}`, "line 1: command must be a text", false},
		{"events", `{"hooks":[{"command":"x","events":"tool.start"}]}`, "line 1: events must be a list of texts",
			false},
		{"tools", `{"hooks":[{"command":"x","tools":[1]}]}`, "line 1: tools must be a list of texts", false},
		{"async", `{"hooks":[{"command":"x","async":"yes"}]}`, "line 1: async must be true or false", false},
		{"fail_closed", `{"hooks":[{"command":"x","fail_closed":1}]}`, "line 1: fail_closed must be true or false",
			false},
		{"timeout 0", `{"hooks":[{"command":"x","timeout":0}]}`, "line 1: timeout must be a number of seconds", false},
		{"timeout true", `{"hooks":[{"command":"x","timeout":true}]}`, "line 1: timeout must be a number of seconds",
			false},
		{"priority -1", `{"hooks":[{"command":"x","priority":-1}]}`,
			"line 1: priority must be a whole number from 0 to 1000", false},
		{"priority 1.5", `{"hooks":[{"command":"x","priority":1.5}]}`,
			"line 1: priority must be a whole number from 0 to 1000", false},
		{"priority text", `{"hooks":[{"command":"x","priority":"1"}]}`,
			"line 1: priority must be a whole number from 0 to 1000", false},
		{"block_on 0", `{"hooks":[{"command":"x","block_on":0}]}`,
			"line 1: block_on must be any or exit codes from 1 to 255", false},
		{"block_on none", `{"hooks":[{"command":"x","block_on":[]}]}`,
			"line 1: block_on must be any or exit codes from 1 to 255", false},
		{"degrade text", `{"hooks":[{"command":"x","degrade":"ask=deny"}]}`, "line 1: degrade must be an object",
			false},
		{"degrade word", `{"hooks":[{"command":"x","degrade":{"ask":"drop"}}]}`, "line 1: degrade must have", false},
		{"env list", `{"hooks":[{"command":"x","env":["A=b"]}]}`, "line 1: env must be an object of texts", false},
		{"env number", `{"hooks":[{"command":"x","env":{"A":1}}]}`, "line 1: env must be an object of texts", false},
		{"env ours", `{"hooks":[{"command":"x","env":{"openhook_type":"x"}}]}`,
			"line 1: env must not set openhook_type", false},
		{"cwd", `{"hooks":[{"command":"x","cwd":1}]}`, "line 1: cwd must be a folder below the file's", false},
		{"cwd above", `{"hooks":[{"command":"x","cwd":"a/../.."}]}`, "line 1: cwd must be a folder below the file's",
			true},
		{"cwd elsewhere", `{"hooks":[{"command":"x","cwd":"/etc"}]}`, "line 1: cwd must be a folder below the file's",
			true},
		{"for another system alone", `{"hooks":[{"platform":{"windows":"y"}}]}`, "", true},
		{"a NUL", `{"hooks":[{"command":"a\u0000b"}]}`, "line 1: command must be a text", true},
		{"platform", `{"hooks":[{"command":"x","platform":"y"}]}`, "line 1: platform must be an object", false},
	} {
		hooks, warnings, err := Parse([]byte(c.file), "linux", &clients.Registry)
		said := strings.Join(warnings, "\n")
		if err != nil {
			said = err.Error()
		}
		if c.says == "" && said != "" || !strings.HasPrefix(said, c.says) || len(warnings) > 1 {
			t.Errorf("%s: %q, want %q", c.name, said, c.says)
		}
		if err != nil && !c.fits && len(hooks) > 1 {
			t.Errorf("%s: %v", c.name, hooks)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(c.file))
		if fits := err == nil && s.Validate(doc) == nil; fits != c.fits {
			t.Errorf("%s: the schema says %v", c.name, fits)
		}
	}
}

func TestValues(t *testing.T) {
	const file = "\ufeff" + `{"hooks":[{"timeout":1.5,"priority":0,"block_on":[1,3],"env":{"A":"b=c"},"cwd":"sub","degrade":{"ask":"deny"},
		"platform":{"windows":"w","linux":"l","osx":"o"},"command":"x"},
		{"command":"y"}]}`
	for goos, command := range map[string]string{"linux": "l", "windows": "w", "darwin": "o", "plan9": "x"} {
		hooks, _, err := Parse([]byte(file), goos, &clients.Registry)
		if err != nil || len(hooks) != 2 || hooks[0].Command != command || hooks[1].Line != 3 ||
			hooks[1].Priority != DefaultPriority {
			t.Fatalf("%s: %+v, %v", goos, hooks, err)
		}
		h := hooks[0]
		if h.Timeout != 1500*time.Millisecond || h.Priority != 0 || len(h.BlockOn.Codes) != 2 || h.Env[0] != "A=b=c" ||
			h.Cwd != "sub" ||
			h.Policy != (mapping.Policy{Ask: mapping.ToDeny}) {
			t.Errorf("%+v", h)
		}
	}
}

func TestCheck(t *testing.T) {
	files := map[string]string{"/p/.openhook.json": "{}", "/p/a.sh": "a"}
	read := func(name string) ([]byte, error) {
		if s, ok := files[name]; ok {
			return []byte(s), nil
		}
		return nil, fs.ErrNotExist
	}
	const path = "/p/.openhook.json"
	record := Record(path, true, []string{"/p/a.sh", "/p/none.sh"}, read)
	for _, c := range []struct {
		name, record, path string
		change             map[string]string
		trust              Trust
		changed            string
	}{
		{"as it was", record, path, nil, Allowed, ""},
		{"no record", "", path, nil, Unknown, ""},
		{"of another", record, "/q/.openhook.json", nil, Unknown, ""},
		{"refused", Record(path, false, nil, read), path, nil, Refused, ""},
		{"of a version to come", "openhook trust 2\nallow " + path + "\n", path, nil, Unknown, ""},
		{"the file", record, path, map[string]string{path: "{ }"}, Changed, path},
		{"a script", record, path, map[string]string{"/p/a.sh": "b"}, Changed, "/p/a.sh"},
		{"a new script", record, path, map[string]string{"/p/none.sh": ""}, Changed, "/p/none.sh"},
		{"cut off", record[:len(record)/2], path, nil, Changed, path},
		{"without the file itself", "openhook trust 1\nallow " + path + "\n", path, nil, Changed, path},
	} {
		read := func(name string) ([]byte, error) {
			if s, ok := c.change[name]; ok {
				return []byte(s), nil
			}
			return read(name)
		}
		if trust, changed := Check(c.record, c.path, read); trust != c.trust || c.trust == Changed && changed == "" ||
			c.changed != "" && c.name != "cut off" && changed != c.changed {
			t.Errorf("%s: %v, %q", c.name, trust, changed)
		}
	}
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct{ goos, env, user, record string }{
		{"linux", "HOME=/h", "/h/.config/openhook/hooks.json", "/h/.local/state/openhook/trust/"},
		{"linux", "HOME=/h XDG_CONFIG_HOME=/c XDG_STATE_HOME=/s", "/c/openhook/hooks.json", "/s/openhook/trust/"},
		{"linux", "HOME=/h XDG_CONFIG_HOME=c", "/h/.config/openhook/hooks.json", "/h/.local/state/openhook/trust/"},
		{"linux", "HOME=h", "", ""},
		{"windows", `APPDATA=C:\a LOCALAPPDATA=C:\l`, `C:\a/openhook/hooks.json`, `C:\l/openhook/trust/`},
		{"windows", "HOME=/h", "", ""},
	} {
		getenv := func(name string) string {
			for e := range strings.FieldsSeq(c.env) {
				if value, ok := strings.CutPrefix(e, name+"="); ok {
					return value
				}
			}
			return ""
		}
		if user, record := UserFile(c.goos, getenv), RecordFile(c.goos, getenv, "/p"); user != c.user ||
			c.record == "" && record != "" || !strings.HasPrefix(record, c.record) {
			t.Errorf("%s %s: %q, %q", c.goos, c.env, user, record)
		}
	}
}
