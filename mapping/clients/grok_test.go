package clients

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// grokEvent is a payload as 1.0.41 sends it.
func grokEvent(event, rest string) string {
	snake := strings.ToLower(regexp.MustCompile(`(.)([A-Z])`).ReplaceAllString(event, "${1}_$2"))
	return `{"hookEventName":"` + snake + `","sessionId":"s","cwd":"/p/sub","workspaceRoot":"/p/","timestamp":"2026-11-20T09:04:33.172080027+00:00","transcriptPath":"/t.jsonl","permissionMode":"default",` +
		rest + `,"hook_event_name":"` + event + `","session_id":"s","transcript_path":"/t.jsonl","permission_mode":"default"}`
}

func grokTools(event, name, input, rest string) string {
	return grokEvent(event, `"toolName":"`+name+`","toolUseId":"c","toolInput":`+input+`,"toolInputTruncated":false`+rest)
}

func TestGrokDetect(t *testing.T) {
	whole := grokTools("PreToolUse", "run_terminal_command", `{"command":"ls"}`, "")
	for _, c := range [...]struct{ name, payload, want, typ string }{
		{"1.0.41", whole, "grok", mapping.ToolStart},
		{"with the names of all", strings.Replace(whole, `"hook_event_name"`,
			`"tool_name":"run_terminal_command","tool_use_id":"c","timestamp":"2026-11-20T09:04:33Z","hook_event_name"`,
			1), "grok", mapping.ToolStart},
		{"camel case alone", `{"hookEventName":"pre_tool_use","sessionId":"s","cwd":"/p","workspaceRoot":"/p","toolName":"run_terminal_command","toolInput":{"command":"ls"},"timestamp":"2026-04-14T12:00:00Z"}`, "grok", mapping.ToolStart},
		{"snake case in both", `{"hookEventName":"stop","hook_event_name":"stop","sessionId":"s","session_id":"s","cwd":"/p","workspaceRoot":"/p","timestamp":"2026-06-14T12:00:00Z","reason":"end_turn"}`, "grok", mapping.AgentStop},
		{"an event of tomorrow", `{"hookEventName":"directory_added","hook_event_name":"DirectoryAdded","sessionId":"s","cwd":"/p","workspaceRoot":"/p"}`, "grok", "vendor.grok.directory_added"},
		{"an old name", `{"hookEventName":"subagent_end","sessionId":"s","cwd":"/p","workspaceRoot":"/p"}`, "grok",
			mapping.SubagentStop},
		{"without its root it is Claude Code's", `{"session_id":"s","transcript_path":"/t","cwd":"/p","permission_mode":"default","hook_event_name":"Stop","hookEventName":"stop"}`, "claude-code", mapping.AgentStop},
		{"VS Code", `{"timestamp":"2026-11-20T09:04:33Z","hookEventName":"PreToolUse","sessionId":"s","cwd":"/p","tool_name":"x","tool_input":{}}`, "vscode-copilot", mapping.ToolStart},
		{"Antigravity", `{"conversationId":"c","workspacePaths":["/p"],"toolName":"x"}`, "antigravity",
			mapping.SessionStart},
		{"Claude Code", claudeBash, "claude-code", mapping.ToolStart},
	} {
		got := decoded(t, c.payload, mapping.Hints{})
		if got.Source != c.want || got.Type != c.typ {
			t.Errorf("%s: %s %s, want %s %s", c.name, got.Source, got.Type, c.want, c.typ)
		}
	}
}

func TestGrokDecode(t *testing.T) {
	home := func(name string) string {
		if name == "HOME" {
			return "/home/dev"
		}
		return ""
	}
	result := func(tool, input, result string) string {
		return grokTools("PostToolUse", tool, input,
			`,"toolResult":`+result+`,"toolResultTruncated":false,"durationMs":8.4,"isBackgrounded":false`)
	}
	for _, c := range [...]struct {
		name, payload string
		want          []string
	}{
		{"reading", grokTools("PreToolUse", "read_file", `{"target_file":"a.txt"}`, ""),
			[]string{`"tool_input":{"file_path":"a.txt"}`, `"files":[{"path":"/p/sub/a.txt","op":"read"}]`,
				`"tool_call_id":"c"`, `!truncated`}},
		{"creating", grokTools("PreToolUse", "search_replace", `{"file_path":"a.txt","old_string":"","new_string":"x"}`,
			""), []string{`"tool":"file_edit"`, `"files":[{"path":"/p/sub/a.txt","op":"create"}]`}},
		{"editing", grokTools("PreToolUse", "search_replace", `{"file_path":"a.txt","old_string":"y","new_string":"x"}`,
			""), []string{`"files":[{"path":"/p/sub/a.txt","op":"update"}]`}},
		{"writing", grokTools("PreToolUse", "write", `{"file_path":"/a.txt","content":"x"}`, ""),
			[]string{`"tool":"file_write"`, `"op":"create"`}},
		{"quotes around a path", grokTools("PreToolUse", "read_file", `{"target_file":" \"/etc/shadow\" "}`, ""),
			[]string{`{"path":"/etc/shadow","op":"read"}`}},
		{"the user's home", grokTools("PreToolUse", "read_file", `{"target_file":"~/.ssh/id_rsa"}`, ""),
			[]string{`"files":[{"path":"/home/dev/.ssh/id_rsa","op":"read"}]`}},
		{"quotes around the user's home", grokTools("PreToolUse", "write", `{"file_path":"'~/x'","content":""}`, ""),
			[]string{`{"path":"/home/dev/x","op":"create"}`}},
		{"another model's tools", grokTools("PreToolUse", "edit", `{"filePath":"/a","oldString":"x","newString":"y"}`,
			""), []string{`"tool_input":{"file_path":"/a","old_string":"x","new_string":"y"}`, `"op":"update"`}},
		{"a patch", grokTools("PreToolUse", "apply_patch",
			`{"patch":"*** Begin Patch\n*** Delete File: a\n*** End Patch"}`,
			""), []string{`"files":[{"path":"/p/sub/a","op":"delete"}]`}},
		{"listing", grokTools("PreToolUse", "list_dir", `{"target_directory":"src"}`, ""),
			[]string{`"tool":"find"`, `"tool_input":{"path":"src"}`}},
		{"a command that is watched", grokTools("PreToolUse", "monitor", `{"command":"rm x","description":"d"}`, ""),
			[]string{`"tool":"shell"`}},
		{"a subagent", grokTools("PreToolUse", "spawn_subagent", `{"prompt":"p","description":"d"}`, ""),
			[]string{`"tool":"agent"`, `"prompt":"p"`}},
		{"inside a subagent", grokTools("PreToolUse", "grep", `{"pattern":"x"}`, `,"subagentType":"explore"`),
			[]string{`"agent":{"type":"explore"}`, `"tool":"search"`}},
		{"MCP", grokTools("PreToolUse", "my-echo__say__it",
			`{"tool_name":"my-echo__say__it","tool_input":{"text":"hi"}}`, ""), []string{`"tool":"mcp"`,
			`"mcp":{"server":"my-echo","tool":"say__it"}`, `"tool_input":{"text":"hi"}`}},
		{"MCP, the input a text", grokTools("PreToolUse", "my-echo__say",
			`{"tool_name":"my-echo__say","tool_input":"{\"text\":\"hi\"}"}`,
			""), []string{`"tool_input":{"text":"hi"}`}},
		{"MCP, not wrapped", grokTools("PreToolUse", "my-echo__say", `{"text":"hi"}`, ""),
			[]string{`"tool_input":{"text":"hi"}`}},
		{"MCP, its own tool_input", grokTools("PreToolUse", "my-echo__say", `{"tool_input":{"a":1}}`, ""),
			[]string{`"tool_input":{"tool_input":{"a":1}}`}},
		{"a command that failed", result("run_terminal_command", `{"command":"x"}`,
			`{"type":"Bash","exit_code":3,"output_for_prompt":"exit: 3\n"}`), []string{`"status":"error"`,
			`"duration_ms":8,`}},
		{"a command that was killed", result("run_terminal_command", `{"command":"x"}`,
			`{"type":"Bash","exit_code":-1,"signal":"KILL"}`), []string{`"status":"error"`}},
		{"a file that is not there", result("read_file", `{"target_file":"a"}`,
			`{"type":"ReadFile","FileNotFound":"Error: no"}`), []string{`"status":"error"`, `"error":"Error: no"`}},
		{"an edit that fits nothing", result("search_replace", `{"file_path":"a","old_string":"x","new_string":"y"}`,
			`{"type":"SearchReplace","NoMatchesFound":{"message":"no","file_path":"/a"}}`), []string{`"status":"error"`,
			`"error":"no"`}},
		{"nothing found", result("grep", `{"pattern":"x"}`, `{"type":"GrepSearch","stdout":[],"stderr":[],"exit_code":1,"match_count":0,"file_matches":[]}`), []string{`"status":"success"`}},
		{"a result of MCP", result("a__b", `{}`, `{"type":"MCP","tool_name":"b","server_name":"a","output":{"OkayOutput":"x"}}`), []string{`"status":"success"`}},
		{"a result that does not say", result("todo_write", `{}`, `{"type":"Text","text":"x"}`), []string{`!"status"`}},
		{"a result that was cut", result("run_terminal_command", `{"command":"x"}`, `"{\"type\":\"Bash\" [truncated]"`),
			[]string{`!"status"`}},
		{"a failure", grokTools("PostToolUseFailure", "a__b", `{}`, `,"error":"no","durationMs":1`),
			[]string{`"status":"error"`, `"error":"no"`}},
		{"typed by a person", grokEvent("UserPromptSubmit", `"promptId":"51163c44-0fcc","prompt":"<system-reminder>x"`),
			[]string{`!"synthetic"`}},
		{"a task that ended", grokEvent("UserPromptSubmit", `"promptId":"subagent-completed-1","prompt":"x"`),
			[]string{`"synthetic":true`}},
		{"the start", grokEvent("SessionStart", `"source":"load","modelId":"grok-5"`),
			[]string{`"reason":"resume"`, `"model":"grok-5"`}},
		{"idle", grokEvent("Notification", `"notificationType":"idle_prompt","message":"m"`),
			[]string{`"kind":"idle"`, `"message":"m"`}},
		{"compaction", grokEvent("PreCompact", `"source":"auto"`), []string{`"trigger":"auto"`}},
		{"an API error", grokEvent("StopFailure", `"error":"rate_limit","errorDetails":"429","lastAssistantMessage":"busy"`), []string{`"error":"rate_limit"`, `"errorDetails":"429"`}},
		{"a refused call", grokTools("PermissionDenied", "write", `{"file_path":"/a","content":""}`, ""),
			[]string{`"tool":"file_write"`}},
	} {
		got := decoded(t, c.payload, mapping.Hints{Getenv: home})
		expect(t, c.name, dataOf(got), c.want...)
		if got.Project() != "/p" || got.Values[mapping.Time] != `"2026-11-20T09:04:33.172080027+00:00"` {
			t.Errorf("%s: %s, %s", c.name, got.Project(), got.Values[mapping.Time])
		}
	}
}

// grokCut is an input as the client sends it when it is longer than 128 KiB.
func grokCut(t *testing.T, input string, at int) string {
	t.Helper()
	if !json.Valid([]byte(input)) {
		t.Fatalf("%.40s is no JSON", input)
	}
	b, err := json.Marshal(input[:at] + " [truncated]")
	if err != nil {
		t.Fatal(err)
	}
	return `{"hookEventName":"pre_tool_use","sessionId":"s","cwd":"/p","workspaceRoot":"/p/","toolName":"NAME","toolUseId":"c","toolInput":` + string(b) + `,"toolInputTruncated":true}`
}

// A guard sees the beginning, and that it is not all.
func TestGrokTruncated(t *testing.T) {
	big := strings.Repeat("x", 128<<10)
	command := `{"command":"echo a; rm -rf / # ` + big + `; touch END","description":"d"}`
	write := `{"file_path":".env","old_string":"","new_string":"` + big + `"}`
	hidden := `{"new_string":"` + big + `","old_string":"","file_path":".env"}`
	mcp := `{"tool_name":"a__b","tool_input":{"text":"` + big + `","path":"/x"}}`
	for _, c := range [...]struct {
		tool, input string
		data        []string
		cut         string
	}{
		{"run_terminal_command", command, []string{`"tool_input":{"command":"echo a; rm -rf / # xxx`, `"tool":"shell"`},
			"OPENHOOK_CUT=OPENHOOK_COMMAND OPENHOOK_FILES"},
		{"search_replace", write, []string{`"files":[{"path":"/p/.env","op":"create"}]`, `"new_string":"xxx`},
			"OPENHOOK_CUT=OPENHOOK_FILES"},
		{"search_replace", hidden, []string{`"tool_input":{"new_string":"xxx`, `!"files"`},
			"OPENHOOK_CUT=OPENHOOK_FILES"},
		{"a__b", mcp, []string{`"tool_input":{"text":"xxx`, `"mcp":{"server":"a"`},
			"OPENHOOK_CUT=OPENHOOK_COMMAND OPENHOOK_FILES"},
	} {
		call := decoded(t, strings.Replace(grokCut(t, c.input, 128<<10), "NAME", c.tool, 1), mapping.Hints{})
		expect(t, c.tool, dataOf(call), append(c.data, `"tool_input_truncated":true`)...)
		if env := call.Environ(120 << 10); !slices.Contains(env, c.cut) {
			t.Errorf("%s: no %s", c.tool, c.cut)
		}
		for _, p := range [...]mapping.Policy{{}, {Rewrite: mapping.ToDrop}} {
			a, warnings := mapping.Degrade(call, mapping.Answer{Input: `{"command":"ls","file_path":"/x","text":"y"}`},
				p)
			said := a.Reason + strings.Join(warnings, "")
			if a.Input != "" || (a.Decision == mapping.Deny) != (p == mapping.Policy{}) ||
				!strings.Contains(said, "the input of "+c.tool+" arrived truncated") {
				t.Errorf("%s: a rewrite becomes %v %q", c.tool, a.Decision, said)
			}
		}
	}
}

// Wherever the client cuts, what is left is an object.
func TestGrokWhole(t *testing.T) {
	const input = `{"a":"x\u00e9\n\"y\\","b":[1,{"c":"d,e}"},true],"f":{"g":{}},"é":null,"n":-12.5e3}`
	for at := range len(input) {
		got := grokWhole(input[:at] + " [truncated]")
		var o map[string]any
		if err := json.Unmarshal([]byte(got), &o); err != nil {
			t.Errorf("cut at %d: %s: %v", at, got, err)
		}
		if at > 22 && !strings.HasPrefix(got, `{"a":"x\u00e9\n\"y\\"`) {
			t.Errorf("cut at %d: %s", at, got)
		}
	}
	for _, s := range [...]string{"", "text", "[1,2", `"x`, "}}}", strings.Repeat("[", 20_000)} {
		if got := grokWhole(s); got != "{}" {
			t.Errorf("%.20s becomes %s", s, got)
		}
	}
	if got := grokWhole(`{"command":"rm -rf /home/d` + " [truncated]"); got != `{"command":"rm -rf /home/d"}` {
		t.Errorf("got %s", got)
	}
}

func TestGrokAnswers(t *testing.T) {
	pre := grokTools("PreToolUse", "read_file", `{"target_file":"a","offset":3}`, "")
	mcp := grokTools("PreToolUse", "a__b", `{"tool_name":"a__b","tool_input":{"text":"hi","n":1}}`, "")
	post := func(result string) string {
		return grokTools("PostToolUse", "x", `{}`, `,"toolResult":`+result+`,"toolResultTruncated":false`)
	}
	huge := strings.Repeat("é", 600_000)
	for _, c := range [...]struct {
		name, payload string
		answer        mapping.Answer
		policy        mapping.Policy
		want          []string
	}{
		{"rewrite", pre, mapping.Answer{Input: `{"file_path":"b"}`}, mapping.Policy{},
			[]string{`"updatedInput":{"target_file":"b","offset":3}`, `"hookEventName":"PreToolUse"`, `!decision`}},
		{"rewrite of MCP", mcp, mapping.Answer{Input: `{"text":"ho"}`}, mapping.Policy{},
			[]string{`"updatedInput":{"tool_name":"a__b","tool_input":{"text":"ho","n":1}}`}},
		{"rewrite that is too long", pre, mapping.Answer{Input: `{"file_path":"` + huge + `"}`}, mapping.Policy{},
			[]string{`"decision":"deny"`, "longer than this client can read"}},
		{"deny that is too long", pre, mapping.Answer{Decision: mapping.Deny, Reason: huge}, mapping.Policy{},
			[]string{`"decision":"deny"`, "[cut]"}},
		{"deny with a context", pre, mapping.Answer{Decision: mapping.Deny, Reason: "R", Context: "C"},
			mapping.Policy{}, []string{`{"decision":"deny","reason":"R"}`}},
		{"ask", pre, mapping.Answer{Decision: mapping.Ask, Reason: "R"}, mapping.Policy{},
			[]string{`"decision":"deny"`, "wants the user to confirm"}},
		{"ask as the client does", pre, mapping.Answer{Decision: mapping.Ask, Reason: "R"},
			mapping.Policy{Ask: mapping.AsNative}, []string{`{"decision":"ask","reason":"R"}`}},
		{"stop", pre, mapping.Answer{Stop: true, StopReason: "S"}, mapping.Policy{},
			[]string{`{"decision":"deny","reason":"S"}`}},
		{"context that is too long", pre, mapping.Answer{Context: huge}, mapping.Policy{},
			[]string{`"additionalContext"`, "[cut]"}},
		{"Bash", post(`{"type":"Bash","output":[1],"output_for_prompt":"x","exit_code":0,"total_bytes":1}`),
			mapping.Answer{Output: `"OUT"`}, mapping.Policy{},
			[]string{`"updatedToolOutput":{"type":"Bash","output":[],"output_for_prompt":"OUT","exit_code":0,"total_bytes":1}`}},
		{"GrepSearch", post(`{"type":"GrepSearch","stdout":[1],"stderr":[],"exit_code":0,"match_count":1,"file_matches":[{}]}`), mapping.Answer{Output: `"é!"`}, mapping.Policy{},
			[]string{`"stdout":[195,169,33]`, `"file_matches":[]`}},
		{"Text", post(`{"type":"Text","text":"x"}`), mapping.Answer{Output: `"OUT"`}, mapping.Policy{},
			[]string{`{"type":"Text","text":"OUT"}`}},
		{"ReadFile", post(`{"type":"ReadFile","FileContent":{"content":"1→x","content_concise":"1→x","absolute_path":"/a","offset":null,"raw_output":"x","total_lines":1}}`), mapping.Answer{Output: `"OUT"`}, mapping.Policy{},
			[]string{`"content":"OUT","content_concise":"OUT","absolute_path":"/a","offset":null,"raw_output":"OUT","total_lines":1`}},
		{"a message", post(`{"type":"ListDir","NotFound":"x"}`), mapping.Answer{Output: `"OUT"`}, mapping.Policy{},
			[]string{`{"type":"ListDir","NotFound":"OUT"}`}},
		{"its own shape", post(`{"type":"Text","text":"x"}`), mapping.Answer{Output: `{"type":"Text","text":"OUT"}`},
			mapping.Policy{}, []string{`{"type":"Text","text":"OUT"}`}},
		{"another's shape", post(`{"type":"Text","text":"x"}`), mapping.Answer{Output: `{"type":"Bash"}`},
			mapping.Policy{}, []string{"!updatedToolOutput"}},
		{"no shape", post(`{"type":"BackgroundTaskStarted","task_id":"x","summary":"y"}`),
			mapping.Answer{Output: `"OUT"`}, mapping.Policy{}, []string{"!updatedToolOutput"}},
		{"a number", post(`{"type":"Text","text":"x"}`), mapping.Answer{Output: `7`}, mapping.Policy{},
			[]string{"!updatedToolOutput"}},
		{"a result that was cut", post(`"{\"type\":\"Text\" [truncated]"`), mapping.Answer{Output: `"OUT"`},
			mapping.Policy{}, []string{"!updatedToolOutput"}},
		{"feedback with a new result", post(`{"type":"Text","text":"x"}`),
			mapping.Answer{Decision: mapping.Deny, Reason: "R", Context: "C", Output: `"OUT"`}, mapping.Policy{},
			[]string{`"decision":"block","reason":"R"`, `"additionalContext":"C"`, `"text":"OUT"`}},
	} {
		call := decoded(t, c.payload, mapping.Hints{})
		a, warnings := mapping.Degrade(call, c.answer, c.policy)
		r := mapping.Encode(call, &a)
		if r.Exit != 0 || len(r.Stderr) > 0 || len(r.Stdout) > 1<<20 {
			t.Errorf("%s: exit %d, %d bytes, %s", c.name, r.Exit, len(r.Stdout), r.Stderr)
		}
		if c.answer.Output != "" && a.Output == "" && len(warnings) == 0 {
			t.Errorf("%s: dropped without a word", c.name)
		}
		expect(t, c.name, string(r.Stdout), c.want...)
	}
}
