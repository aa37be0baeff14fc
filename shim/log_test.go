package shim_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/golden"
)

func eventSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	s, err := c.Compile(filepath.Join("..", "golden", "testdata", "schema", "agent-hooks-event-v1.json"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (r run) logged(t *testing.T, env ...string) (result, []gjson.Result) {
	t.Helper()
	file := filepath.Join(realDirOf(t), "log")
	r.Env = append(r.Env, append(env, "OPENHOOK_LOG="+file, "USER=someone")...)
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
	payload := golden.Payloads("claude-code")[preTool]
	for _, c := range []struct {
		name  string
		flags []string
		steps []string
		want  map[string]string // of the one line
	}{
		{"no opinion", nil, []string{"read"}, map[string]string{"event_type": "Action.Before", "data.action.name": "shell", "data.decision": "",
			"metadata.com\\.github\\.openhook.enforced": "none", "user.id": "", "source.tool": "claude-code"}},
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
		_, lines := run{Stdin: payload, Flags: c.flags, Steps: c.steps}.logged(t)
		own := c.name == "degraded" || c.name == "failed closed"
		if len(lines) != 1 && !(own && len(lines) == 2) {
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
		_, lines := run{Stdin: golden.Payloads("claude-code")[file], Steps: []string{"read"}}.logged(t)
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
	payload := golden.Payloads("claude-code")[preTool]
	command := gjson.GetBytes(payload, "tool_input.command").Str
	_, lines := run{Stdin: payload, Steps: []string{"read"}}.logged(t)
	hidden = lines[0].Raw
	_, lines = run{Stdin: payload, Steps: []string{"read"}}.logged(t, "OPENHOOK_LOG_CONTENT=1")
	shown = lines[0].Get("data.action.input.command").Str
	if strings.Contains(hidden, command) || shown != command {
		t.Errorf("%s\n%s", hidden, shown)
	}
}

// A log that cannot be written is said, and changes nothing.
func TestLogFails(t *testing.T) {
	got := run{Stdin: golden.Payloads("claude-code")[preTool], Flags: []string{"--log", realDirOf(t)}, Steps: []string{"err", "no", "exit", "2"}}.do(t)
	if !denied(t, got) || !strings.Contains(got.Stderr, "the log does not hold this call") {
		t.Errorf("%+v", got)
	}
	file := filepath.Join(realDirOf(t), "sub", "log")
	run{Stdin: golden.Payloads("claude-code")[preTool], Env: []string{"AGENT_HOOKS_LOG=" + file}, Steps: []string{"read"}}.do(t)
	if data, err := os.ReadFile(file); err != nil || gjson.GetBytes(data, "event_type").Str != "Action.Before" {
		t.Errorf("%s, %v", data, err)
	}
	got = run{Stdin: golden.Payloads("claude-code")[preTool], Env: []string{"AGENT_HOOKS_LOG=~/log"}, Steps: []string{"err", "no", "exit", "2"}}.do(t)
	if !denied(t, got) || !strings.Contains(got.Stderr, "~/log: use an absolute path") {
		t.Errorf("%+v", got)
	}
}

// Personal data is in the log only if the switch asks for it; the ids join either way.
func TestLogPersonal(t *testing.T) {
	home := realDirOf(t)
	payload := strings.NewReplacer("/home/dev/project", filepath.ToSlash(home)+"/project").
		Replace(string(golden.Payloads("claude-code")[preTool]))
	hook := []string{"err", "see " + home + "/rules, not " + home + "2", "exit", "2"}
	at := func(env ...string) (line, of gjson.Result) {
		_, lines := run{Stdin: []byte(payload), Env: append(env, "HOME="+home, "USERPROFILE="+home), Steps: hook}.logged(t)
		return lines[0], lines[0].Get(`metadata.com\.github\.openhook`)
	}
	line, of := at()
	if line.Get("user").Exists() || of.Get("host").Exists() || strings.Contains(line.Raw, "someone") {
		t.Errorf("%s", line.Raw)
	}
	if runtime.GOOS != "windows" && (of.Get("cwd").Str != "~/project" ||
		line.Get("data.decision.reason").Str != "see ~/rules, not "+home+"2") {
		t.Errorf("%s", line.Raw)
	}
	whole, all := at("OPENHOOK_LOG_PERSONAL=1")
	host, _ := os.Hostname()
	if whole.Get("user.id").Str != "someone" || all.Get("host").Str != host ||
		!strings.HasSuffix(all.Get("cwd").Str, "/project") || strings.HasPrefix(all.Get("cwd").Str, "~") {
		t.Errorf("%s", whole.Raw)
	}
	for _, id := range []string{"trace_id", "span_id", "key"} {
		if of.Get(id).Str != all.Get(id).Str || of.Get(id).Str == "" {
			t.Errorf("%s: %s, %s", id, of.Raw, all.Raw)
		}
	}
}

// What the shim did by itself is a line of its own beside the call's: a denial that no
// hook gave, and the end of a loop of continuations.
func TestLogOwnEvents(t *testing.T) {
	s := eventSchema(t)
	const of = `metadata.com\.github\.openhook.`
	payload := golden.Payloads("claude-code")[preTool]
	stop := []byte(`{"session_id":"loop","transcript_path":"/h/.claude/projects/p/s.jsonl","cwd":"/p","prompt_id":"p",` +
		`"permission_mode":"default","effort":{"level":"high"},"hook_event_name":"Stop","stop_hook_active":true,` +
		`"last_assistant_message":"done","background_tasks":[],"session_crons":[]}`)
	home := realDirOf(t)
	state := []string{"HOME=" + home, "USERPROFILE=" + home, "LOCALAPPDATA=" + home, "XDG_STATE_HOME="}
	for _, c := range []struct {
		name    string
		payload []byte
		flags   []string
		steps   []string
		typ     string // of the second line; "" there is none
		want    map[string]string
	}{
		{"failed closed", payload, []string{"--fail-closed"}, []string{"exit", "1"}, "Policy.Blocked",
			map[string]string{"data.action_name": "shell", "data.reason": "openhook-shim: play ended with exit code 1"}},
		{"degraded", payload, []string{"--degrade", "ask=deny"}, []string{"out", `{"decision":"ask","reason":"sure?"}`},
			"Policy.Blocked", map[string]string{"actor.type": "system"}},
		{"a hook's own deny", payload, nil, []string{"err", "no", "exit", "2"}, "", nil},
		{"a hook's own stop", payload, nil, []string{"out", `{"continue":false,"reason":"no"}`}, "", nil},
		{"observed", payload, []string{"--observe", "--fail-closed"}, []string{"exit", "1"}, "", nil},
		{"goes on", stop, []string{"--max-continues", "1"}, []string{"err", "go on", "exit", "2"}, "", nil},
		{"no longer", stop, []string{"--max-continues", "1"}, []string{"err", "go on", "exit", "2"}, "Retry.Loop.Aborted",
			map[string]string{"data.iteration_count": "1"}},
	} {
		_, lines := run{Stdin: c.payload, Flags: c.flags, Env: state, Steps: append([]string{"read"}, c.steps...)}.logged(t)
		if (len(lines) == 2) != (c.typ != "") {
			t.Errorf("%s: %v", c.name, lines)
			continue
		}
		if c.typ == "" {
			continue
		}
		call, own := lines[0], lines[1]
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(own.Raw))
		if err != nil || s.Validate(doc) != nil || own.Get("event_type").Str != c.typ {
			t.Errorf("%s: %s", c.name, own.Raw)
		}
		for path, want := range c.want {
			if got := own.Get(path).String(); got != want && runtime.GOOS != "windows" {
				t.Errorf("%s: %s is %q, want %q", c.name, path, got, want)
			}
		}
		for path, same := range map[string]bool{"event_id": false, of + "key": false, of + "span_id": true, of + "trace_id": true,
			"session_id": true} {
			if (call.Get(path).Str == own.Get(path).Str) != same || own.Get(path).Str == "" {
				t.Errorf("%s: %s of %s and %s", c.name, path, call.Raw, own.Raw)
			}
		}
		if own.Get("data.decision").Exists() { // else a denial would count twice
			t.Errorf("%s: %s", c.name, own.Raw)
		}
	}
}
