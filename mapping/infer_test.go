package mapping

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

const inferHead = `{"session_id":"s","transcript_path":"/t.jsonl","cwd":"/w","hook_event_name":"PreToolUse",`

// inferred is a call of Claude Code with a tool and an input.
func inferred(t testing.TB, name, input string) *Call {
	t.Helper()
	return decoded(t, inferHead+`"tool_name":"`+name+`","tool_input":`+input+"}\n",
		Hints{Getenv: func(name string) string {
			if name == "HOME" {
				return "/home/dev"
			}
			return ""
		}})
}

// variables are those of OPENHOOK_ that a guard goes by, and what was inferred.
func variables(c *Call) string {
	var all []string
	for _, v := range c.Environ(1000) {
		for _, name := range [...]string{"TOOL=", "COMMAND=", "FILES=", "CUT="} {
			if value, ok := strings.CutPrefix(v, "OPENHOOK_"+name); ok {
				all = append(all, name+strings.ReplaceAll(value, "\n", "¶"))
			}
		}
	}
	return strings.Join(all, " ")
}

func TestInfer(t *testing.T) {
	for _, c := range [...]struct{ name, input, want, inferred string }{
		{"shell_command", `{"command":"ls"}`, "TOOL=shell COMMAND=ls", `["tool","command"]`},
		{"shell_command", `{"command":["bash","-lc","rm -rf /"]}`, "TOOL=shell COMMAND=rm -rf /", `["tool","command"]`},
		{"x", `{"command":["git","commit","-m","a b"]}`, "TOOL=shell COMMAND=git commit -m 'a b'",
			`["tool","command"]`},
		{"x", `{"command":["sleep",5,true,null]}`, "TOOL=shell COMMAND=sleep 5 true", `["tool","command"]`},
		{"x", `{"command":["git status","rm -rf /"]}`, "TOOL=shell COMMAND=git status 'rm -rf /'¶git status¶rm -rf /",
			`["tool","command"]`},
		{"x", `{"Command":"rm","args":["-rf","/"]}`, "TOOL=shell COMMAND=rm -rf /", `["tool","command"]`},
		{"x", `{"args":["-lc","rm -rf /"],"command":"bash"}`, "TOOL=shell COMMAND=rm -rf /", `["tool","command"]`},
		{"x", `{"command":"sh","stdin":"rm -rf /"}`, "TOOL=shell COMMAND=sh¶rm -rf /", `["tool","command"]`},
		{"x", `{"command":"sh","input":"rm -rf /"}`, "TOOL=shell COMMAND=sh¶rm -rf /", `["tool","command"]`},
		{"x", `{"command":"ls","command":"rm -rf /"}`, "TOOL=shell COMMAND=ls¶rm -rf /", `["tool","command"]`},
		{"x", `{"a":[{"b":{"cmd":"ls"}}]}`, "TOOL=shell COMMAND=ls", `["tool","command"]`},
		{"x", `{"arguments":"{\"command\":\"ls\"}"}`, "TOOL=shell COMMAND=ls", `["tool","command"]`},
		{"x", `{"path":"a","old":"b","new":"c"}`, "TOOL=file_edit FILES=/w/a", `["tool","files"]`},
		{"x", `{"path":"a","content":"rm -rf /"}`, "TOOL=file_write FILES=/w/a", `["tool","files"]`},
		{"x", `{"path":"a"}`, "FILES=/w/a", `["files"]`},
		{"x", `{"path":"~/a"}`, "FILES=/home/dev/a", `["files"]`},
		{"x", `{"path":"$HOME/a"}`, "FILES=/home/dev/a", `["files"]`},
		{"x", `{"path":"file:///a%20b"}`, "FILES=/a b", `["files"]`},
		{"x", `{"path":"a\nb"}`, "FILES=/w/a�b CUT=OPENHOOK_FILES", `["files"]`},
		{"x", `{"path":"https://example.com/a"}`, "", ""},
		{"x", `{"url":"https://example.com/a"}`, "", ""},
		{"x", `{"where":"/etc/passwd"}`, "FILES=/etc/passwd", `["files"]`},
		{"x", `{"where":"/.env"}`, "FILES=/.env", `["files"]`},
		{"x", `{"target":"node_modules/@types/a b.ts"}`, "FILES=/w/node_modules/@types/a b.ts", `["files"]`},
		{"x", `{"target":"a@example.com","to":"production","source":"v1.2"}`, "", ""},
		{"x", `{"title":"/etc/passwd","n":1}`, "", ""},
		{"x", `{"subscriptionName":"a b","transcript":"rm -rf /","execution_plan":"rm it","xpath":"//a/b","profile":"default"}`, "", ""},
		{"x", `{"files":{"a.txt":"b"}}`, "FILES=/w/a.txt", `["files"]`},
		{"x", `{"text":"hi"}`, "", ""},
		{"x", `"hi"`, "", ""},
		{"x", `[]`, "", ""},
		{"Skill", `{"skill":"greet","args":"x"}`, "", ""},
		{"BashOutput", `{"bash_id":"b1","filter":"x"}`, "", ""},
		{"read_any_file", `{"path":"a"}`, "TOOL=file_read FILES=/w/a", `["tool","files"]`},
		{"WebFetch", `{"command":"ls"}`, "TOOL=web_fetch", ""}, // the table knows better
		{"Bash", `{"cmd":"ls"}`, "TOOL=shell COMMAND=ls", `["command"]`},
		{"Bash", `{"command":""}`, "TOOL=shell", ""},
		{"Bash", `{"timeout":5}`, "TOOL=shell CUT=OPENHOOK_COMMAND", ""},
		{"Write", `{"filePath":"a","content":"x"}`, "TOOL=file_write FILES=/w/a", `["files"]`},
		{"Write", `{"content":"x"}`, "TOOL=file_write CUT=OPENHOOK_FILES", ""},
		{"mcp__fs__write_file", `{"path":"a","content":"x"}`, "TOOL=mcp FILES=/w/a", `["files"]`},
		{"mcp__x__run", `{"command":"ls"}`, "TOOL=mcp COMMAND=ls", `["command"]`},
		{"mcp__x__say", `{"text":"ls"}`, "TOOL=mcp", ""},
		{"write_stdin", `{"session_id":7,"chars":"ls\n"}`, "TOOL=shell COMMAND=ls¶", `["tool","command"]`},
	} {
		call := inferred(t, c.name, c.input)
		envelope := jsontext.View(jsontext.Flat(call.Envelope("i", Options{NoNative: true})))
		if got := variables(call); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.name, c.input, got, c.want)
		}
		if Valid([]byte(envelope)) != nil || jsontext.Child(envelope, "data.inferred") != c.inferred {
			t.Errorf("%s %s: want %s inferred in %s", c.name, c.input, c.inferred, envelope)
		}
	}
}

// A tool.end has nothing left to guard; elsewhere a file that cannot be read is named.
func TestInferAfter(t *testing.T) {
	for _, event := range [...]string{"PostToolUse", "PermissionRequest"} {
		payload := strings.Replace(inferHead, "PreToolUse", event, 1) + `"tool_name":"Bash","tool_input":{}}`
		if got, want := variables(decoded(t, payload, Hints{})), event != "PostToolUse"; strings.Contains(got, "CUT") != want {
			t.Errorf("%s: %s", event, got)
		}
	}
}

// A new input goes home under the key that the old one came in, or is refused.
func TestInferredRewrite(t *testing.T) {
	for _, c := range [...]struct{ name, input, updated, want string }{
		{"x", `{"cmd":"rm","t":1}`, `{"command":"ls"}`, `{"cmd":"ls","t":1}`},
		{"x", `{"Command":"rm"}`, `{"command":"ls"}`, `{"Command":"ls"}`},
		{"x", `{"command":"rm"}`, `{"command":"ls"}`, `{"command":"ls"}`},
		{"x", `{"command":"rm","args":["x"]}`, `{"command":"ls"}`, ""},
		{"x", `{"command":["rm","x"]}`, `{"command":"ls"}`, ""},
		{"x", `{"a":{"command":"rm"}}`, `{"command":"ls"}`, ""},
		{"x", `{"command":"rm","cmd":"rm"}`, `{"command":"ls"}`, ""},
		{"x", `{"a":{"command":"rm"},"t":1}`, `{"command":"rm","t":2}`, `{"a":{"command":"rm"},"t":2}`},
		{"write_file", `{"path":"a","contents":"b"}`, `{"file_path":"c","content":"d"}`, `{"path":"c","contents":"d"}`},
		{"Bash", `{"cmd":"rm"}`, `{"command":"ls"}`, `{"cmd":"ls"}`},
		{"store", `{"files":[{"path":"a","content":"b"}]}`, `{"content":"c"}`, ""},
		{"store", `{"files":[{"path":"a","content":"b"}],"t":1}`, `{"content":"b","t":2}`,
			`{"files":[{"path":"a","content":"b"}],"t":2}`},
		{"mcp__x__run", `{"command":"rm"}`, `{"command":"ls"}`, `{"command":"ls"}`},
	} {
		got, problem := inferred(t, c.name, c.input).NativeInput(c.updated)
		if got != c.want || (problem != "") != (c.want == "") {
			t.Errorf("%s %s with %s: %s %s, want %s", c.name, c.input, c.updated, got, problem, c.want)
		}
	}
}

// Hooks written for Claude Code see what was inferred as its own tools.
func TestInferredForClaude(t *testing.T) {
	for _, c := range [...]struct{ name, input, want string }{
		{"run_it", `{"cmd":"ls"}`, `"tool_name":"Bash","tool_input":{"command":"ls"}`},
		{"store", `{"filename":"a","contents":"b"}`,
			`"tool_name":"Write","tool_input":{"file_path":"/w/a","content":"b"}`},
		{"swap", `{"path":"a","old_str":"b","new_str":"c"}`,
			`"tool_name":"Edit","tool_input":{"file_path":"/w/a","old_string":"b","new_string":"c"}`},
		{"store", `{"files":[{"path":"a","content":"b"}]}`,
			`"tool_name":"Write","tool_input":{"file_path":"/w/a","files":[{"path":"a","content":"b"}],"content":"b"}`},
		{"cat_file", `{"path":"a"}`, `"tool_name":"Read","tool_input":{"file_path":"/w/a"}`},
	} {
		call := decoded(t, `{"cursor_version":"1","conversation_id":"c","workspace_roots":["/w"],"hook_event_name":"preToolUse","tool_name":"`+c.name+`","tool_input":`+c.input+`}`, Hints{})
		if got := jsontext.View(jsontext.Flat(call.EncodeEvent(claudeCode(), call.EventFor(claudeCode()), 0, record))); !strings.Contains(got, c.want) {
			t.Errorf("%s %s: no %s in %s", c.name, c.input, c.want, got)
		}
	}
}

func TestInferredMatches(t *testing.T) {
	for _, c := range [...]struct {
		name, input, tools string
		open, closed       bool
	}{
		{"run_it", `{"cmd":"ls"}`, "shell", true, true},
		{"run_it", `{"cmd":"ls"}`, "Bash", true, true},
		{"run_it", `{"cmd":"ls"}`, "file_write", false, true},
		{"mcp__x__run", `{"command":"ls"}`, "shell", true, true},
		{"mcp__x__run", `{"command":"ls"}`, "mcp__x__*", true, true},
		{"mcp__x__run", `{"command":"ls"}`, "mcp__y__*", false, false},
		{"mcp__fs__write_file", `{"path":"a","content":"b"}`, "file_write", true, true},
		{"mcp__fs__frobnicate", `{"path":"a"}`, "file_write", false, true},
		{"mcp__x__say", `{"text":"hi"}`, "shell", false, false},
		{"frobnicate", `{"n":1}`, "shell", false, true},
		{"Read", `{"file_path":"a"}`, "shell", false, false},
	} {
		call := inferred(t, c.name, c.input)
		for closed, want := range map[bool]bool{false: c.open, true: c.closed} {
			if got := call.Matches(nil, []string{c.tools}, closed); got != want {
				t.Errorf("%s %s for %s, closed %v: %v", c.name, c.input, c.tools, closed, got)
			}
		}
	}
}

// An input that nobody wrote by hand is read in time that grows with its size.
func TestInferInTime(t *testing.T) {
	const n = 50_000
	many := func(format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(format, "#", strconv.Itoa(i)))
		}
		return b.String()
	}
	deep := `{"command":"ls"}`
	for range 14 {
		deep = `{"input":` + jsontext.Quote(deep) + `}`
	}
	start := time.Now()
	for _, input := range [...]string{
		strings.Repeat(`{"a":`, 9000) + `{"command":"ls"}` + strings.Repeat("}", 9000),
		strings.Repeat(`[`, 9000) + `{"command":"ls"}` + strings.Repeat("]", 9000),
		deep,
		`{` + many(`"command#":"x#",`) + `"path":"a"}`,
		`{` + many(`"path#":"x#",`) + `"command":"a"}`,
		`{` + many(`"command":"x",`) + `"args":[` + many(`"#",`) + `1]}`,
		`{"command":[` + many(`"x","-lc",`) + `1]}`,
		`{"input":` + jsontext.Quote("*** Begin Patch\n"+many("*** Update File: x#\n")) + `}`,
		`{"` + strings.Repeat("aB", n) + `":"/a/b"}`,
	} {
		for _, name := range [...]string{"x", "mcp__x__run", "Bash"} {
			c := inferred(t, name, input)
			if got := variables(c); !strings.Contains(got, "COMMAND") && !strings.Contains(got, "FILES") {
				t.Errorf("%s %.60s: %s", name, input, got)
			}
		}
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %s", took)
	}
}

// A payload of a client that names neither a tool nor its input holds them all the same.
func TestLooseTool(t *testing.T) {
	for _, c := range [...]struct{ payload, want string }{
		{`{"event":"beforeShell","command":"ls","cwd":"/w","transcript_path":"/t/x","session_id":"s"}`,
			"TOOL=shell COMMAND=ls"},
		{`{"event":"beforeFileWrite","file":"a","cwd":"/w"}`, "TOOL=file_write FILES=/w/a"},
		{`{"event":"fileWritten","file":"a","cwd":"/w"}`, ""}, // no event of a tool
		{`{"event":"beforeToolCall","file":"a","content":"b","cwd":"/w"}`, "TOOL=file_write FILES=/w/a"},
		{`{"event":"beforeToolCall","cwd":"/w"}`, ""},
		{`{"event":"sessionStart","command":"ls","cwd":"/w"}`, ""},
		{inferHead + `"tool_name":null,"tool_input":{"command":"ls"}}`, "TOOL=shell COMMAND=ls"},
	} {
		if got := variables(decoded(t, c.payload, Hints{})); got != c.want {
			t.Errorf("%s: %s, want %s", c.payload, got, c.want)
		}
	}
}
