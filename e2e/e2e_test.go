//go:build e2e

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

func TestTablesFitTogether(t *testing.T) {
	var all []string
	for _, s := range scenarios {
		if slices.Contains(all, s.name) {
			t.Errorf("two scenarios are called %q", s.name)
		}
		all = append(all, s.name)
		if s.form != "" && (len(s.events) == 0 || len(s.instead) == 0 && s.form != "deny") {
			t.Errorf("%s: says nothing of where %q is missing", s.name, s.form)
		}
		if len(s.obeyed) == 0 {
			t.Errorf("%s: nothing is looked at", s.name)
		}
	}
	pins := gjson.GetBytes(pins, "dependencies").Map()
	for _, c := range clients {
		if _, ok := pins[c.name]; !ok {
			t.Errorf("%s is not pinned", c.name)
		}
		delete(pins, c.name)
		for name := range c.cannot {
			if !slices.Contains(all, name) {
				t.Errorf("%s cannot %q, which is no scenario", c.name, name)
			}
		}
	}
	if delete(pins, "node"); len(pins) != 0 {
		t.Errorf("pinned for nobody: %v", pins)
	}
}

func TestSpec(t *testing.T) {
	s := pinned("claude-code-2.0.60")
	if s != "@anthropic-ai/claude-code@2.0.60" || s.version() != "2.0.60" || s.latest() != "@anthropic-ai/claude-code@latest" {
		t.Errorf("%q, %q, %q", s, s.version(), s.latest())
	}
}

// judged is a run of one tool call whose hook wants a rewrite.
var judged = scenario{name: "command rewritten", events: []string{"tool.start"}, form: "rewrite",
	obeyed: []check{changed}, instead: []check{not(ran)}, insteadText: "denied"}

func TestJudge(t *testing.T) {
	const able, unable = `["deny","rewrite"]`, `["deny"]`
	for _, c := range []struct {
		name, can, file, excuse string
		verdict                 verdict
		why                     string
	}{
		{"it was done", able, "changed.txt", "", obeyed, ""},
		{"it was not", able, "", "", failed, "the new command did not run"},
		{"the form is missing", unable, "", "", impossible, "no rewrite on PreToolUse; denied"},
		{"the form is missing and the old command ran", unable, "ran.txt", "", failed, "impossible, but then: the command ran"},
		{"the table is wrong", unable, "changed.txt", "", failed, "it was obeyed, although PreToolUse can no rewrite by its table"},
		{"there is an excuse", able, "", "because", impossible, "because; denied"},
		{"the excuse is stale", able, "changed.txt", "because", failed, "it was obeyed, although: because"},
		{"the event never came", "", "", "", failed, "the new command did not run"},
	} {
		s := &seen{files: map[string]string{}}
		if c.can != "" {
			s.calls = []gjson.Result{gjson.Parse(`{"type":"tool.start","extensions":{"openhook-shim":{"native_event":"PreToolUse","can":` + c.can + `}}}`)}
		}
		if c.file != "" {
			s.files[c.file] = ""
		}
		r := run{scenario: judged, client: &client{cannot: map[string]string{}}}
		if c.excuse != "" {
			r.client.cannot[judged.name] = c.excuse
		}
		if v, why := r.judge(s); v != c.verdict || why != c.why {
			t.Errorf("%s: %s, %q", c.name, v, why)
		}
	}
}

func TestHook(t *testing.T) {
	dir := t.TempDir()
	for _, d := range []string{"calls", "answers"} {
		if err := os.Mkdir(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := put(dir, "answers/tool.start", deny); err != nil {
		t.Fatal(err)
	}
	for event, exit := range map[string]int{"tool.start": 2, "tool.end": 0} {
		cmd := exec.Command("sh", "hook.sh", dir)
		cmd.Env, cmd.Stdin = append(os.Environ(), "OPENHOOK_TYPE="+event), strings.NewReader(`{"type":"`+event+`"}`)
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != exit || exit == 2 && !strings.Contains(string(out), reason) {
			t.Errorf("%s: exit %d, %s", event, code, out)
		}
	}
	r := run{hooks: dir, project: t.TempDir()}
	s, err := r.look(nil)
	if err != nil || len(s.of("tool.start")) != 1 || len(s.of("tool.end")) != 1 {
		t.Errorf("%v, %v", s, err)
	}
}

func TestMCP(t *testing.T) {
	log := filepath.Join(t.TempDir(), "echoes")
	in := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":"2","method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"}}}
`
	var out bytes.Buffer
	if err := serveMCP(strings.NewReader(in), &out, log); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 || gjson.Get(lines[0], "result.protocolVersion").Str != "2025-06-18" || gjson.Get(lines[1], "id").Str != "2" {
		t.Errorf("%s", out.String())
	}
	if called, err := os.ReadFile(log); err != nil || !strings.Contains(string(called), `"hi"`) {
		t.Errorf("%s, %v", called, err)
	}
}

// TestPages holds what people read against the run that it is said to come from.
func TestPages(t *testing.T) {
	t.Chdir("..")
	p, err := readProof()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(p.Clients, clients, func(a clientProof, b *client) bool { return a.Name == b.name }) {
		t.Error("proof.json is not of all clients")
	}
	for _, c := range p.Clients {
		if c.NotRun == "" && !slices.EqualFunc(c.Cells, scenarios, func(a cell, b scenario) bool { return a.Scenario == b.name }) {
			t.Errorf("proof.json is not of all scenarios for %s", c.Name)
		}
		if c.NotRun == "" && c.Version != pinned(c.Name).version() {
			t.Errorf("proof.json has %s %s, pinned is %s", c.Name, c.Version, pinned(c.Name).version())
		}
	}
	page, err := os.ReadFile(pageFile)
	if err != nil || string(page) != p.page() {
		t.Errorf("%s is not what %s makes: %v", pageFile, proofFile, err)
	}
	readme, err := os.ReadFile(readmeFile)
	if err != nil {
		t.Fatal(err)
	}
	if want, err := p.withSummary(string(readme)); err != nil || string(readme) != want {
		t.Errorf("%s is not what %s makes: %v", readmeFile, proofFile, err)
	}
}

func TestChanges(t *testing.T) {
	old := proof{Clients: []clientProof{{Name: "a", Version: "1", Cells: []cell{{"x", obeyed, ""}, {"y", obeyed, ""}}}}}
	now := proof{Clients: []clientProof{{Name: "a", Version: "2", Cells: []cell{{"x", obeyed, ""}, {"y", failed, "it ran"}}}}}
	if got, want := now.changesSince(old), "a: 2, was 1\n  y: failed it ran, was obeyed \n"; got != want {
		t.Errorf("%q", got)
	}
	if now.bad() != true || old.bad() != false || !(proof{Clients: []clientProof{{NotRun: "no npm"}}}).bad() {
		t.Error("bad")
	}
}
