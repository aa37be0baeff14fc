package golden

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping"
)

func eventSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	s, err := c.Compile(filepath.Join("testdata", "schema", "agent-hooks-event-v1.json"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func hexHash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// definitions are what the schema says of parts of data, which it ties to none.
func fitsDefinitions(t *testing.T, event []byte) {
	t.Helper()
	data := gjson.GetBytes(event, "data")
	if o := data.Get("decision.outcome"); o.Exists() && !slices.Contains([]string{"allow", "deny", "ask"}, o.Str) {
		t.Errorf("%s", event)
	}
	if action := data.Get("action"); action.Exists() && (action.Get("name").Type != gjson.String || !action.Get("input").IsObject()) {
		t.Errorf("%s", event)
	}
	if s := data.Get("action.result.success"); s.Exists() && !s.IsBool() {
		t.Errorf("%s", event)
	}
}

// Every recorded call becomes a line that its schema takes, and that holds
// nothing of what was written, typed or printed unless that is asked for.
func TestEventsFitTheirSchema(t *testing.T) {
	s := eventSchema(t)
	types := map[string]int{}
	for _, provider := range Providers() {
		for file, payload := range Payloads(provider) {
			getenv := func(string) string { return "" }
			p, err := mapping.Parse(bytes.Clone(payload), getenv)
			if err != nil {
				continue
			}
			h := mapping.Hints{Event: strings.SplitN(file, ".", 2)[0], Source: provider, Getenv: getenv, Cwd: "/p", Now: "2026-11-20T10:00:00.000Z"}
			call := mapping.Detect(p, h).Decode(p, h)
			for _, content := range []bool{false, true} {
				event := call.LogEvent(mapping.Record{ID: "550e8400-e29b-41d4-a716-446655440000", Version: "1", Host: "h", User: "u", Hooks: "x", Hash: hexHash,
					Given: mapping.Answer{Decision: mapping.Deny, Reason: "no"}, Wanted: mapping.Answer{Decision: mapping.Ask}, Warnings: []string{"a", "b"}, Content: content})
				doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(event))
				if err == nil {
					err = s.Validate(doc)
				}
				if err != nil || bytes.Count(event, []byte("\n")) != 1 {
					t.Fatalf("%s/%s: %v\n%s", provider, file, err, event)
				}
				fitsDefinitions(t, event)
				types[gjson.GetBytes(event, "event_type").Str]++
				for _, field := range []mapping.Field{mapping.Prompt, mapping.LastMessage, mapping.ErrorText} {
					if said := call.Text(field); len(said) > 12 && bytes.Contains(event, []byte(said)) != content && !strings.ContainsAny(said, "\"\\\n\t<>&") {
						t.Errorf("%s/%s: content %v, %s is there", provider, file, content, field.Name())
					}
				}
			}
		}
	}
	for _, want := range []string{"Session.Start", "Session.End", "Prompt.Submitted", "Action.Before", "Action.After", "Agent.Response", "Agent.Notification",
		"Agent.Error", "Agent.Plan.Start", "Agent.Plan.End", "Model.Requested", "Model.Responded", "Context.Compaction"} {
		if types[want] == 0 {
			t.Errorf("no %s", want)
		}
	}
}

func (r run) logged(t *testing.T, env ...string) (result, []gjson.Result) {
	t.Helper()
	file := filepath.Join(realDirOf(t), "log")
	r.env = append(r.env, append(env, "OPENHOOK_LOG="+file, "USER=someone")...)
	got := r.do(t)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err, got)
	}
	var lines []gjson.Result
	for line := range strings.Lines(string(data)) {
		lines = append(lines, gjson.Parse(line))
	}
	return got, lines
}

func realDirOf(t *testing.T) string {
	dir, err := filepath.EvalSymlinks(tempDir(t))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestLog(t *testing.T) {
	s := eventSchema(t)
	payload := Payloads("claude-code")[preTool]
	for _, c := range []struct {
		name  string
		flags []string
		steps []string
		want  map[string]string // of the one line
	}{
		{"no opinion", nil, []string{"read"}, map[string]string{"event_type": "Action.Before", "data.action.name": "shell", "data.decision": "",
			"metadata.com\\.github\\.openhook.enforced": "none", "user.id": "someone", "source.tool": "claude-code"}},
		{"deny", nil, []string{"err", "not here", "exit", "2"}, map[string]string{"data.decision.outcome": "deny", "data.decision.reason": "not here",
			"metadata.com\\.github\\.openhook.exit": "2", "metadata.com\\.github\\.openhook.enforced": "deny"}},
		{"observed", []string{"--observe"}, []string{"exit", "2"}, map[string]string{"data.decision": "", "metadata.com\\.github\\.openhook.observe": "true",
			"metadata.com\\.github\\.openhook.wanted": "deny", "metadata.com\\.github\\.openhook.enforced": "none"}},
		{"degraded", []string{"--degrade", "ask=deny"}, []string{"out", `{"decision":"ask","reason":"sure?"}`}, map[string]string{"data.decision.outcome": "deny",
			"metadata.com\\.github\\.openhook.wanted": "ask"}},
		{"failed", nil, []string{"exit", "1"}, map[string]string{"data.decision": "", "metadata.com\\.github\\.openhook.failed": "play ended with exit code 1"}},
		{"failed closed", []string{"--fail-closed"}, []string{"exit", "1"}, map[string]string{"data.decision.outcome": "deny"}},
		{"not for this hook", []string{"--events", "agent.stop"}, []string{"exit", "2"}, map[string]string{"metadata.com\\.github\\.openhook.hook": "", "event_type": "Action.Before"}},
	} {
		_, lines := run{stdin: payload, flags: c.flags, steps: c.steps}.logged(t)
		if len(lines) != 1 {
			t.Fatalf("%s: %d lines", c.name, len(lines))
		}
		for path, want := range c.want {
			if got := lines[0].Get(path).String(); got != want && !(runtime.GOOS == "windows" && path[:4] == "meta") {
				t.Errorf("%s: %s is %q, want %q", c.name, path, got, want)
			}
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(lines[0].Raw))
		if err != nil || s.Validate(doc) != nil {
			t.Errorf("%s: %s", c.name, lines[0].Raw)
		}
	}
}

// The start and the end of a call join; the same call reported twice is one.
func TestLogJoins(t *testing.T) {
	ids := func(file string) (trace, span, key string) {
		_, lines := run{stdin: Payloads("claude-code")[file], steps: []string{"read"}}.logged(t)
		m := lines[0].Get(`metadata.com\.github\.openhook`)
		return m.Get("trace_id").Str, m.Get("span_id").Str, m.Get("key").Str
	}
	trace1, span1, key1 := ids("PreToolUse.Bash.json")
	trace2, span2, key2 := ids("PostToolUse.Bash.json")
	trace3, span3, key3 := ids("PreToolUse.Bash.json")
	if trace1 != trace2 || span1 != span2 || key1 == key2 {
		t.Errorf("%s %s %s, %s %s %s", trace1, span1, key1, trace2, span2, key2)
	}
	if trace1 != trace3 || span1 != span3 || key1 != key3 || len(trace1) != 32 || len(span1) != 16 {
		t.Errorf("%s %s %s, %s %s %s", trace1, span1, key1, trace3, span3, key3)
	}
}

func TestLogContent(t *testing.T) {
	hidden, shown := "", ""
	payload := Payloads("claude-code")[preTool]
	command := gjson.GetBytes(payload, "tool_input.command").Str
	_, lines := run{stdin: payload, steps: []string{"read"}}.logged(t)
	hidden = lines[0].Raw
	_, lines = run{stdin: payload, steps: []string{"read"}}.logged(t, "OPENHOOK_LOG_CONTENT=1")
	shown = lines[0].Get("data.action.input.command").Str
	if strings.Contains(hidden, command) || shown != command {
		t.Errorf("%s\n%s", hidden, shown)
	}
}

// A log that cannot be written is said, and changes nothing.
func TestLogFails(t *testing.T) {
	got := run{stdin: Payloads("claude-code")[preTool], flags: []string{"--log", realDirOf(t)}, steps: []string{"err", "no", "exit", "2"}}.do(t)
	if !denied(t, got) || !strings.Contains(got.stderr, "not in the log") {
		t.Errorf("%+v", got)
	}
	file := filepath.Join(realDirOf(t), "sub", "log")
	run{stdin: Payloads("claude-code")[preTool], env: []string{"AGENT_HOOKS_LOG=" + file}, steps: []string{"read"}}.do(t)
	if data, err := os.ReadFile(file); err != nil || gjson.GetBytes(data, "event_type").Str != "Action.Before" {
		t.Errorf("%s, %v", data, err)
	}
	got = run{stdin: Payloads("claude-code")[preTool], env: []string{"AGENT_HOOKS_LOG=~/log"}, steps: []string{"err", "no", "exit", "2"}}.do(t)
	if !denied(t, got) || !strings.Contains(got.stderr, "~/log: use an absolute path") {
		t.Errorf("%+v", got)
	}
	// A path that is not absolute is a wrong flag.
	if got := (run{stdin: Payloads("claude-code")[preTool], flags: []string{"--log", "here"}, steps: []string{"read"}}).do(t); !strings.Contains(got.stderr, "use an absolute path") {
		t.Errorf("%+v", got)
	}
}
