package golden

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/golden/client"
)

// -update rewrites what the shim said. An effect is only filled in where a case
// has none yet; one that is there the client model must confirm.
var update = flag.Bool("update", false, "rewrite what the shim said in the golden cases")

func TestCases(t *testing.T) {
	for _, provider := range Providers() {
		names, err := filepath.Glob(filepath.Join(provider, "cases", "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			cases := readCases(t, name)
			for i := range cases {
				if testing.Short() && i%5 != 0 && !*update {
					continue
				}
				t.Run(provider+"/"+cases[i].Name, func(t *testing.T) {
					if !*update { // which writes the file when all are done
						t.Parallel()
					}
					cases[i].replay(t, provider)
				})
			}
			if *update {
				writeCases(t, name, cases)
			}
		}
	}
}

// A payload that no case names proves nothing.
func TestPayloadsHaveCases(t *testing.T) {
	for _, provider := range Providers() {
		used := map[string]bool{}
		names, _ := filepath.Glob(filepath.Join(provider, "cases", "*.json"))
		for _, name := range names {
			for _, c := range readCases(t, name) {
				used[c.Payload] = true
			}
		}
		for file := range Payloads(provider) {
			if !used[file] {
				t.Errorf("%s/payload/%s: no case has it; add one to %[1]s/cases/envelopes.json", provider, file)
			}
		}
	}
}

func readCases(t *testing.T, name string) []Case {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var cases []Case
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&cases); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(cases) == 0 {
		t.Fatalf("%s holds no case", name)
	}
	return cases
}

func writeCases(t *testing.T, name string, cases []Case) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(cases); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (c *Case) replay(t *testing.T, provider string) {
	payload, err := os.ReadFile(filepath.Join(provider, "payload", c.Payload))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	seen := filepath.Join(dir, "seen")
	steps := []string{"save", seen, "out", c.Hook.Stdout, "err", c.Hook.Stderr, "exit", itoa(c.Hook.Exit)}
	r := call(c.Payload, payload, run{Dir: dir, Env: c.Env, Flags: c.Flags, Steps: steps})
	got := r.do(t)

	read, _ := os.ReadFile(seen)
	now := *c
	now.Stdout, now.Stderr, now.Exit = got.Stdout, placeless(got.Stderr, dir), got.Exit
	if c.Envelope != nil {
		now.Envelope = stable(t, []byte(placeless(string(read), dir)), provider)
	} else if c.Reads != "" {
		now.Reads = placeless(string(read), dir)
	}
	obey := client.Of(provider)
	if obey == nil {
		t.Fatalf("no model of %s", provider)
	}
	effect := obey(client.Reply{Event: Event(c.Payload), Payload: payload,
		Stdout: []byte(got.Stdout), Stderr: []byte(got.Stderr), Exit: got.Exit})
	if *update {
		*c = now
		if c.Effect == nil {
			c.Effect = &effect
		}
	}
	if now.Stdout != c.Stdout || now.Stderr != c.Stderr || now.Exit != c.Exit {
		t.Errorf("the shim said\n%s%s(exit %d), want\n%s%s(exit %d)", now.Stdout, now.Stderr, now.Exit, c.Stdout, c.Stderr, c.Exit)
	}
	if !sameJSON(now.Envelope, c.Envelope) || now.Reads != c.Reads {
		t.Errorf("what the hook read differs from the case (-) so (+):\n%s", diff(indented(c.Envelope)+c.Reads, indented(now.Envelope)+now.Reads))
	}
	if c.Effect == nil || effect != *c.Effect {
		now, _ := json.Marshal(effect)
		want, _ := json.Marshal(c.Effect)
		t.Errorf("the client does\n%s\nwant\n%s\nif the first is what the client was seen to do, put it into the case", now, want)
	}
}

// placeless takes out the folder of the run, in which the shim takes the agent to
// be where the client does not say.
func placeless(s, dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		s = strings.ReplaceAll(s, real, "DIR")
	}
	return strings.ReplaceAll(s, dir, "DIR")
}

// stable takes out of an envelope what differs from run to run, and the native
// payload, which has a test of its own.
func stable(t *testing.T, envelope []byte, provider string) json.RawMessage {
	var e map[string]any
	if err := json.Unmarshal(envelope, &e); err != nil {
		t.Fatalf("the hook read no envelope: %v\n%s", err, envelope)
	}
	delete(e, "id")
	ext := e["extensions"].(map[string]any)
	native, _ := ext[provider].(map[string]any)
	if native["timestamp"] == nil {
		delete(e, "time")
	}
	delete(ext, provider)
	delete(ext["openhook-shim"].(map[string]any), "version")
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(b.Bytes())
}

func sameJSON(a, b json.RawMessage) bool {
	var x, y any
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
