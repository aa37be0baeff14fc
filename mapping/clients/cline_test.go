package clients

import (
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

const (
	clineTestCLI = `{"clineVersion":"","taskId":"conv_1","sessionContext":{"rootSessionId":"root_1"},"workspaceRoots":["/w"],"hookName":"HOOK",`
	clineTestVS  = `{"clineVersion":"4.1.13","hookName":"HOOK","timestamp":"1763625600000","taskId":"1763","workspaceRoots":["/w"],`
)

func clineTest(t *testing.T, payload string) *mapping.Call {
	t.Helper()
	getenv := func(string) string { return "" }
	p, err := mapping.Parse([]byte(payload), getenv)
	if err != nil {
		t.Fatalf("%v: %s", err, payload)
	}
	h := mapping.Hints{Getenv: getenv, Cwd: "/elsewhere", Now: "2026-11-20T10:00:00.000Z"}
	d := Registry.Detect(p, h)
	if d.Name != "cline" {
		t.Fatalf("taken for %s: %s", d.Name, payload)
	}
	return Registry.Decode(d, p, h)
}

// clineTestTool returns the same call as the CLI and as the extension send it.
func clineTestTool(t *testing.T, tool, input, parameters string) []*mapping.Call {
	return []*mapping.Call{
		clineTest(t, strings.Replace(clineTestCLI, "HOOK", "tool_call",
			1)+`"tool_call":{"id":"c","name":"`+tool+`","input":`+input+`}}`),
		clineTest(t, strings.Replace(clineTestVS, "HOOK", "PreToolUse",
			1)+`"preToolUse":{"toolName":"`+tool+`","parameters":`+parameters+`}}`),
	}
}

func TestClineTools(t *testing.T) {
	for _, c := range [...]struct {
		tool, input, parameters string // parameters "": the extension does not tell them
		canon, want             string
		files                   string
	}{
		{"run_commands", `{"commands":["ls"]}`, `{"commands":"[\"ls\"]"}`, mapping.Shell,
			`{"command":"ls","commands":["ls"]}`, ""},
		{"run_commands", `{"commands":["cd a","rm -rf b"]}`, `{"commands":"[\"cd a\",\"rm -rf b\"]"}`, mapping.Shell,
			`{"command":"cd a\nrm -rf b","commands":["cd a","rm -rf b"]}`, ""},
		{"run_commands", `{"commands":"ls"}`, `{"commands":"ls"}`, mapping.Shell, `{"command":"ls","commands":"ls"}`,
			""},
		{"run_commands", `{"command":"ls"}`, `{"command":"ls"}`, mapping.Shell, `{"command":"ls"}`, ""},
		{"run_commands", `{"cmd":"ls"}`, `{"cmd":"ls"}`, mapping.Shell, `{"command":"ls","cmd":"ls"}`, ""},
		{"run_commands", `{"shell_command":"ls"}`, `{"shell_command":"ls"}`, mapping.Shell,
			`{"command":"ls","shell_command":"ls"}`, ""},
		{"run_commands", `{"script":"ls"}`, `{"script":"ls"}`, mapping.Shell, `{"command":"ls","script":"ls"}`, ""},
		{"run_commands", `"ls -la"`, "", mapping.Shell, `{"command":"ls -la","commands":"ls -la"}`, ""},
		{"run_commands", `["a","b"]`, "", mapping.Shell, `{"command":"a\nb","commands":["a","b"]}`, ""},
		{"run_commands", `{"command":"rm","args":["-rf","my dir"]}`, `{"command":"rm","args":"[\"-rf\",\"my dir\"]"}`,
			mapping.Shell, "", ""},
		{"run_commands", `{"commands":[{"command":"rm","args":["-rf","/"]}]}`,
			`{"commands":"[{\"command\":\"rm\",\"args\":[\"-rf\",\"/\"]}]"}`, mapping.Shell,
			`{"command":"rm -rf /","commands":[{"command":"rm","args":["-rf","/"]}]}`, ""},
		{"run_commands", `{"commands":[],"command":"rm x"}`, `{"commands":"[]","command":"rm x"}`, mapping.Shell,
			`{"command":"rm x","commands":[]}`, ""},
		{"run_commands", `{"commands":["ls"],"cmd":"rm x"}`, `{"commands":"[\"ls\"]","cmd":"rm x"}`, mapping.Shell,
			`{"command":"ls\nrm x","commands":["ls"],"cmd":"rm x"}`, ""},
		{"run_commands", `{"commands":["*** Begin Patch\n*** Delete File: a.go"]}`,
			`{"commands":"[\"*** Begin Patch\\n*** Delete File: a.go\"]"}`, mapping.Shell,
			`{"command":"*** Begin Patch\n*** Delete File: a.go","commands":["*** Begin Patch\n*** Delete File: a.go"]}`, "delete /w/a.go"},
		{"read_files", `{"files":[{"path":"a","start_line":3}]}`, `{"files":"[{\"path\":\"a\",\"start_line\":3}]"}`,
			mapping.FileRead, `{"file_path":"a","files":[{"path":"a","start_line":3}]}`, "read /w/a"},
		{"read_files", `{"files":[{"path":"/a"},{"path":"b"}]}`, `{"files":"[{\"path\":\"/a\"},{\"path\":\"b\"}]"}`,
			mapping.FileRead,
			`{"file_path":"/a\nb","files":[{"path":"/a"},{"path":"b"}]}`, "read /a read /w/b"},
		{"read_files", `{"files":{"path":"a"}}`, `{"files":"{\"path\":\"a\"}"}`, mapping.FileRead,
			`{"file_path":"a","files":{"path":"a"}}`, "read /w/a"},
		{"read_files", `{"path":"a"}`, `{"path":"a"}`, mapping.FileRead, `{"file_path":"a","path":"a"}`, "read /w/a"},
		{"read_files", `{"file_paths":["a","b"]}`, `{"file_paths":"[\"a\",\"b\"]"}`, mapping.FileRead,
			`{"file_path":"a\nb","file_paths":["a","b"]}`, "read /w/a read /w/b"},
		{"read_files", `{"file_path":"a"}`, `{"file_path":"a"}`, mapping.FileRead, `{"file_path":"a"}`, "read /w/a"},
		{"read_files", `{"filePath":"a"}`, `{"filePath":"a"}`, mapping.FileRead, `{"file_path":"a","filePath":"a"}`,
			"read /w/a"},
		{"read_files", `["a"]`, "", mapping.FileRead, `{"file_path":"a","files":["a"]}`, "read /w/a"},
		{"editor", `{"path":"a","new_text":"x"}`, `{"path":"a","new_text":"x"}`, mapping.FileWrite,
			`{"file_path":"a","content":"x"}`, "create /w/a"},
		{"editor", `{"path":"a","new_text":"x","old_text":"y"}`, `{"path":"a","new_text":"x","old_text":"y"}`,
			mapping.FileEdit, `{"file_path":"a","new_string":"x","old_string":"y"}`, "update /w/a"},
		{"editor", `{"path":"a","new_text":"[1]","insert_line":2}`, `{"path":"a","new_text":"[1]","insert_line":"2"}`,
			mapping.FileEdit, "", "update /w/a"},
		{"editor", `{"path":"a","new_text":"x","old_text":null,"insert_line":null}`,
			`{"path":"a","new_text":"x","old_text":"null","insert_line":"null"}`, mapping.FileWrite, "", "create /w/a"},
		{"apply_patch", `{"input":"*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** Add File: c"}`,
			`{"input":"*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** Add File: c"}`, mapping.FileEdit,
			`{"patch":"*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** Add File: c"}`,
			"update /w/a create /w/b create /w/c"},
		{"apply_patch", `"*** Begin Patch\n*** Delete File: a"`, "", mapping.FileEdit,
			`{"patch":"*** Begin Patch\n*** Delete File: a"}`, "delete /w/a"},
		{"search_codebase", `{"queries":["a","b"]}`, `{"queries":"[\"a\",\"b\"]"}`, mapping.Search,
			`{"pattern":"a\nb","queries":["a","b"]}`, ""},
		{"fetch_web_content", `{"requests":[{"url":"http://a","prompt":"p"},{"url":"http://b","prompt":"q"}]}`,
			`{"requests":"[{\"url\":\"http://a\",\"prompt\":\"p\"},{\"url\":\"http://b\",\"prompt\":\"q\"}]"}`,
			mapping.WebFetch,
			`{"url":"http://a\nhttp://b","prompt":"p\nq","requests":[{"url":"http://a","prompt":"p"},{"url":"http://b","prompt":"q"}]}`, ""},
		{"spawn_agent", `{"task":"t","systemPrompt":"s"}`, `{"task":"t","systemPrompt":"s"}`, mapping.Agent,
			`{"prompt":"t","systemPrompt":"s"}`, ""},
		{"skills", `{"skill":"s","args":null}`, `{"skill":"s","args":"null"}`, "", "", ""},
		{"execute_command", `{"command":"ls","requires_approval":"false"}`,
			`{"command":"ls","requires_approval":"false"}`, mapping.Shell,
			`{"command":"ls","requires_approval":"false"}`, ""},
		{"write_to_file", `{"path":"a","content":"{\"k\":1}"}`, `{"path":"a","content":"{\"k\":1}"}`, mapping.FileWrite,
			`{"file_path":"a","content":"{\"k\":1}"}`, "create /w/a"},
		{"replace_in_file", `{"path":"a","diff":"d"}`, `{"path":"a","diff":"d"}`, mapping.FileEdit,
			`{"file_path":"a","patch":"d"}`, "update /w/a"},
		{"read_file", `{"path":"a"}`, `{"path":"a"}`, mapping.FileRead, `{"file_path":"a"}`, "read /w/a"},
		{"search_files", `{"path":"a","regex":"r","file_pattern":"*.go"}`,
			`{"path":"a","regex":"r","file_pattern":"*.go"}`, mapping.Search,
			`{"path":"a","pattern":"r","file_pattern":"*.go"}`, ""},
		{"use_mcp_tool", `{"server_name":"s","tool_name":"t","arguments":"{\"a\":1}"}`,
			`{"server_name":"s","tool_name":"t","arguments":"{\"a\":1}"}`, mapping.MCP, `{"a":1}`, ""},
		{"my-echo__say", `{"server_name":"liar"}`, `{"server_name":"liar"}`, mapping.MCP, `{"server_name":"liar"}`, ""},
		{"__own", `{"a":1}`, `{"a":"1"}`, "", "", ""},
		{"own__", `{"a":1}`, `{"a":"1"}`, "", "", ""},
		{"never_seen", `{"a":1}`, `{"a":"1"}`, "", "", ""},
	} {
		parameters := c.parameters
		if parameters == "" {
			parameters = "{}"
		}
		for i, call := range clineTestTool(t, c.tool, c.input, parameters) {
			if i == 1 && c.parameters == "" {
				continue
			}
			files := ""
			for _, f := range call.Files {
				files += " " + f.Op + " " + f.Path
			}
			if call.Canon != c.canon || c.want != "" && call.Input != c.want || strings.TrimSpace(files) != c.files {
				t.Errorf("%s %s (%s):\n%s %s%s, want\n%s %s %s", c.tool, c.input, call.Dialect.Entry("TaskStart").Type,
					call.Canon, call.Input, files, c.canon, c.want, c.files)
			}
			for _, name := range [...]string{"command", "file_path", "content", "pattern", "url"} {
				if v := jsontext.ValueOf(call.Input, name); v != "" && v[0] != '"' {
					t.Errorf("%s %s: %s is no string: %s", c.tool, c.input, name, v)
				}
			}
		}
	}
	call := clineTestTool(t, "run_commands", `{"command":"rm","args":["-rf","my dir"]}`,
		`{"command":"rm","args":"[\"-rf\",\"my dir\"]"}`)
	for _, c := range call {
		if got, want := jsontext.Text(jsontext.ValueOf(c.Input, "command")), `rm -rf "my dir"`; got != want {
			t.Errorf("a program with its arguments: %s, want %s", got, want)
		}
	}
}

func TestClineMCP(t *testing.T) {
	for _, c := range clineTestTool(t, "my-echo__say__it", `{"server_name":"liar"}`, `{"server_name":"liar"}`) {
		if c.Text(mapping.MCPServer) != "my-echo" || c.Text(mapping.MCPTool) != "say__it" {
			t.Errorf("%s / %s", c.Text(mapping.MCPServer), c.Text(mapping.MCPTool))
		}
	}
	for _, c := range clineTestTool(t, "use_mcp_tool", `{"server_name":"s","tool_name":"t"}`,
		`{"server_name":"s","tool_name":"t"}`) {
		if c.Text(mapping.MCPServer) != "s" || c.Text(mapping.MCPTool) != "t" {
			t.Errorf("%s / %s", c.Text(mapping.MCPServer), c.Text(mapping.MCPTool))
		}
	}
}

// A new input goes home under the name by which it came; what would change more
// than the hook can have meant is refused.
func TestClineRewrite(t *testing.T) {
	for _, c := range [...]struct{ tool, input, updated, want string }{
		{"run_commands", `{"commands":["ls"]}`, `{"command":"pwd"}`, `{"commands":["pwd"]}`},
		{"run_commands", `{"commands":["ls"]}`, `{"commands":["pwd","ls"]}`, `{"commands":["pwd","ls"]}`},
		{"run_commands", `{"commands":["ls"]}`, `{"command":"pwd","commands":["ls"]}`, `{"commands":["pwd"]}`},
		{"run_commands", `{"commands":["a","b"]}`, `{"command":"a\nc"}`, "refused"},
		{"run_commands", `{"commands":["a","b"]}`, `{"command":"a\nb"}`, "same"},
		{"run_commands", `{"commands":["a","b"]}`, `{"command":"a\nb","commands":["a","c"]}`, `{"commands":["a","c"]}`},
		{"run_commands", `{"commands":["ls"]}`, `{"command":"ls","commands":["ls"]}`, "same"},
		{"run_commands", `{"commands":"ls"}`, `{"command":"pwd"}`, `{"commands":"pwd"}`},
		{"run_commands", `{"command":"ls"}`, `{"command":"pwd"}`, `{"command":"pwd"}`},
		{"run_commands", `{"cmd":"ls","timeout":5}`, `{"command":"pwd"}`, `{"cmd":"pwd","timeout":5}`},
		{"run_commands", `"ls"`, `{"command":"pwd"}`, `{"commands":"pwd"}`},
		{"run_commands", `["ls"]`, `{"command":"pwd"}`, `{"commands":["pwd"]}`},
		{"run_commands", `["a","b"]`, `{"command":"pwd"}`, "refused"},
		{"run_commands", `{"command":"rm","args":["x"]}`, `{"command":"ls"}`, "refused"},
		{"run_commands", `{"command":"rm","args":["x"]}`, `{"command":"rm x"}`, "same"},
		{"run_commands", `{"commands":["ls"],"cmd":"rm x"}`, `{"command":"pwd"}`, "refused"},
		{"run_commands", `{"commands":[{"command":"rm","args":["x"]}]}`, `{"command":"ls"}`, `{"commands":["ls"]}`},
		{"run_commands", `{}`, `{"command":"ls"}`, `{"commands":["ls"]}`},
		{"read_files", `{"files":[{"path":"a","start_line":3}]}`, `{"file_path":"b"}`,
			`{"files":[{"path":"b","start_line":3}]}`},
		{"read_files", `{"files":["a"]}`, `{"file_path":"b"}`, `{"files":["b"]}`},
		{"read_files", `{"files":[{"path":"a"},{"path":"b"}]}`, `{"file_path":"b"}`, "refused"},
		{"read_files", `{"files":[{"start_line":3}]}`, `{"file_path":"b"}`, "refused"},
		{"read_files", `{}`, `{"file_path":"b"}`, `{"files":[{"path":"b"}]}`},
		{"fetch_web_content", `{"requests":[{"url":"u","prompt":"p"}]}`, `{"url":"v"}`,
			`{"requests":[{"url":"v","prompt":"p"}]}`},
		{"fetch_web_content", `{"requests":[{"url":"u","prompt":"p"}]}`,
			`{"url":"v","prompt":"q","requests":[{"url":"u","prompt":"p"}]}`,
			`{"requests":[{"url":"v","prompt":"q"}]}`},
		{"search_codebase", `{"queries":["a"]}`, `{"pattern":"b"}`, `{"queries":["b"]}`},
		{"editor", `{"path":"a","new_text":"x"}`, `{"content":"y"}`, `{"path":"a","new_text":"y"}`},
		{"editor", `{"path":"a","new_text":"x","old_text":"o"}`, `{"new_string":"y"}`,
			`{"path":"a","new_text":"y","old_text":"o"}`},
		{"apply_patch", `"*** Begin Patch"`, `{"patch":"*** New"}`, `{"input":"*** New"}`},
		{"my-echo__say", `{"text":"hi"}`, `{"text":"ho"}`, `{"text":"ho"}`},
	} {
		call := clineTestTool(t, c.tool, c.input, "{}")[0]
		got, problem := call.NativeInput(c.updated)
		switch {
		case problem != "":
			got = "refused"
		case got == "":
			got = "same"
		}
		if got != c.want {
			t.Errorf("%s %s with %s: %s %s, want %s", c.tool, c.input, c.updated, got, problem, c.want)
		}
	}
}

func TestClineStatus(t *testing.T) {
	cli := strings.Replace(clineTestCLI, "HOOK", "tool_result", 1)
	vs := strings.Replace(clineTestVS, "HOOK", "PostToolUse", 1)
	for _, c := range [...]struct{ payload, status, reason string }{
		{cli + `"tool_result":{"name":"run_commands","output":[{"success":true},{"success":false,"error":"code 3"}]},"postToolUse":{"success":true}}`, "error", "code 3"},
		{cli + `"tool_result":{"name":"editor","output":{"success":false,"error":"no"}},"postToolUse":{"success":true}}`, "error", "no"},
		{cli + `"tool_result":{"name":"editor","error":"thrown"},"postToolUse":{"success":false}}`, "error", "thrown"},
		{cli + `"tool_result":{"name":"editor","output":{"success":true}},"postToolUse":{"success":true}}`, "success",
			""},
		{cli + `"tool_result":{"name":"skills","output":"text"},"postToolUse":{"success":true}}`, "success", ""},
		{cli + `"tool_result":{"name":"skills","output":"text"}}`, "", ""},
		{vs + `"postToolUse":{"toolName":"editor","success":true,"executionTimeMs":"12"}}`, "success", ""},
		{vs + `"postToolUse":{"toolName":"editor","success":false}}`, "error", ""},
		{vs + `"postToolUse":{"toolName":"editor","result":"thrown"}}`, "error", ""},
	} {
		call := clineTest(t, c.payload)
		if call.Text(mapping.Status) != c.status || call.Text(mapping.ErrorText) != c.reason {
			t.Errorf("%s: %q %q, want %q %q", c.payload, call.Text(mapping.Status), call.Text(mapping.ErrorText),
				c.status, c.reason)
		}
	}
}

func TestClineEvents(t *testing.T) {
	for _, c := range [...]struct{ payload, native, typ, field string }{
		{clineTestCLI + `"taskStart":{"taskMetadata":{}}}`, "agent_start", "agent.start", ""},
		{clineTestCLI + `"taskResume":{"taskMetadata":{},"previousState":{}}}`, "agent_resume", "agent.start", ""},
		{clineTestCLI + `"userPromptSubmit":{"prompt":"hi","attachments":[]}}`, "prompt_submit", "prompt.submit", "hi"},
		{clineTestCLI + `"reason":"aborted","taskCancel":{"taskMetadata":{}}}`, "agent_abort", "agent.interrupt",
			"aborted"},
		{clineTestCLI + `"error":{"name":"Error","message":"m","stack":"s"}}`, "agent_error", "agent.error", "m"},
		{clineTestCLI + `"turn":{"outputText":"done","status":"completed"}}`, "agent_end", "agent.stop", "done"},
		{clineTestCLI + `"reason":"aborted"}`, "session_shutdown", "agent.interrupt", "aborted"},
		{clineTestCLI + `"new":1}`, "agent_dream", "vendor.cline.agent_dream", ""},
		{clineTestVS + `"taskStart":{"taskMetadata":{"initialTask":"do"}}}`, "TaskStart", "session.start", "do"},
		{clineTestVS + `"taskResume":{"taskMetadata":{},"previousState":{}}}`, "TaskResume", "session.start", "resume"},
		{clineTestVS + `"userPromptSubmit":{"prompt":"hi"}}`, "UserPromptSubmit", "prompt.submit", "hi"},
		{clineTestVS + `"taskComplete":{"taskMetadata":{"result":"r"}}}`, "TaskComplete", "session.end", "completed"},
		{clineTestVS + `"taskCancel":{"taskMetadata":{"completionStatus":"abandoned"}}}`, "TaskCancel", "session.end",
			"user_exit"},
		{clineTestVS + `"preCompact":{"contextSize":3}}`, "PreCompact", "context.compact", ""},
		{clineTestVS + `"notification":{"event":"user_attention","source":"command","message":"m","waitingForUserInput":true}}`, "Notification", "agent.notification", "permission"},
		{clineTestVS + `"new":1}`, "TaskDream", "vendor.cline.task_dream", ""},
	} {
		call := clineTest(t, strings.Replace(c.payload, "HOOK", c.native, 1))
		session, when := "root_1", "2026-11-20T10:00:00.000Z"
		if call.Dialect == &ClineVSCode {
			session, when = "1763", "2025-11-20T08:00:00.000Z"
		}
		if call.Type != c.typ || call.Cwd() != "/w" || call.Text(mapping.SessionID) != session ||
			call.Text(mapping.Time) != when {
			t.Errorf("%s: %s %s %s %s", c.native, call.Type, call.Cwd(), call.Text(mapping.SessionID),
				call.Text(mapping.Time))
		}
		all := ""
		for _, f := range [...]mapping.Field{mapping.Prompt, mapping.EndReason, mapping.ErrorText, mapping.LastMessage,
			mapping.NotificationKind} {
			all += "|" + call.Text(f)
		}
		if !strings.Contains(all+"|", "|"+c.field+"|") {
			t.Errorf("%s: no %s in %s", c.native, c.field, all)
		}
		if !call.Matches([]string{call.Native}, nil, false) {
			t.Errorf("%s: a filter by its name misses it", c.native)
		}
	}
	for file, hookName := range map[string]string{"TaskStart": "agent_start", "PreToolUse": "tool_call",
		"SessionShutdown": "session_shutdown"} {
		call := clineTest(t, strings.Replace(clineTestCLI, "HOOK", hookName, 1)+`"x":1}`)
		if call.Native != file || Registry.Source("cline", file) != &Cline {
			t.Errorf("%s is %s", hookName, call.Native)
		}
	}
	for _, other := range [...]string{
		`{"hookName":"PreToolUse","taskId":"1","hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/t"}`,
		`{"hookEventName":"tool_call","taskId":"1"}`,
		`{"hookName":"x"}`,
	} {
		p, _ := mapping.Parse([]byte(other), func(string) string { return "" })
		if d := Registry.Detect(p, mapping.Hints{Getenv: func(string) string { return "" }}); d.Name == "cline" {
			t.Errorf("taken for Cline's: %s", other)
		}
	}
}

// A hook in Cline's own words is understood where Cline understands it.
func TestClineAnswerPart(t *testing.T) {
	for _, c := range [...]struct {
		stdout string
		want   mapping.Answer
	}{
		{`{"cancel":true,"errorMessage":"no"}`, mapping.Answer{Decision: mapping.Deny, Reason: "no"}},
		{"log\nHOOK_CONTROL\t{\"cancel\":true,\"errorMessage\":\"no\"}\nlog",
			mapping.Answer{Decision: mapping.Deny, Reason: "no"}},
		{"HOOK_CONTROL\t{\"cancel\":true}\nHOOK_CONTROL\t{\"context\":\"c\"}", mapping.Answer{Context: "c"}},
		{"log\n{\n \"cancel\": true,\n \"errorMessage\": \"no\"\n}\n",
			mapping.Answer{Decision: mapping.Deny, Reason: "no"}},
		{`{"cancel":false,"contextModification":"c","errorMessage":""}`, mapping.Answer{Context: "c"}},
		{`{"overrideInput":{"commands":["pwd"]}}`, mapping.Answer{Input: `{"commands":["pwd"]}`}},
		// the client does not obey it, but it can only have meant this
		{`{"cancel":"true"}`, mapping.Answer{Decision: mapping.Deny}},
		{"", mapping.Answer{}},
	} {
		call := clineTestTool(t, "run_commands", `{"commands":["ls"]}`, "{}")[0]
		got, err := call.DecodeNative(&Cline, call.Event, mapping.HookOutput{Stdout: []byte(c.stdout)},
			mapping.BlockOn{})
		got.Native, got.Stop, got.StopReason = "", false, ""
		if err != nil || got.Decision != c.want.Decision || got.Reason != c.want.Reason ||
			got.Context != c.want.Context || got.Input != c.want.Input {
			t.Errorf("%q: %+v %v, want %+v", c.stdout, got, err, c.want)
		}
	}
}

// What another client asks reaches a hook that was written for Cline.
func TestClineEncode(t *testing.T) {
	getenv := func(string) string { return "" }
	for _, c := range [...]struct{ tool, want string }{
		{`"tool_name":"Bash","tool_input":{"command":"ls"}`, `"tool_call":{"id":"t","name":"run_commands","input":{"commands":["ls"]}},"preToolUse":{"toolName":"run_commands","parameters":{"commands":"[\"ls\"]"}}}`},
		{`"tool_name":"Read","tool_input":{"file_path":"/a","limit":3}`, `"input":{"files":[{"path":"/a"}],"limit":3}`},
		{`"tool_name":"WebFetch","tool_input":{"url":"u","prompt":"p"}`,
			`"input":{"requests":[{"url":"u","prompt":"p"}]}`},
		{`"tool_name":"Write","tool_input":{"file_path":"/a","content":"x"}`,
			`"name":"editor","input":{"path":"/a","new_text":"x"}`},
		{`"tool_name":"mcp__s__t","tool_input":{"a":1}`,
			`"name":"s__t","input":{"a":1}},"preToolUse":{"toolName":"s__t","parameters":{"a":"1"}}`},
	} {
		p, err := mapping.Parse([]byte(`{"session_id":"s","transcript_path":"/t","cwd":"/w","hook_event_name":"PreToolUse","tool_use_id":"t",`+c.tool+`}`), getenv)
		if err != nil {
			t.Fatal(err)
		}
		call := Registry.Decode(&ClaudeCode, p, mapping.Hints{Getenv: getenv, Now: "2026-11-20T10:00:00.000Z"})
		var out strings.Builder
		for _, piece := range call.EncodeEvent(&Cline, call.EventFor(&Cline), 0, record) {
			out.Write(piece)
		}
		for _, want := range [...]string{c.want, `"hookName":"tool_call"`, `"workspaceRoots":["/w"]`, `"taskId":"s"`} {
			if !strings.Contains(out.String(), want) || mapping.Valid([]byte(out.String())) != nil {
				t.Errorf("%s: %s, want %s", c.tool, out.String(), want)
			}
		}
	}
}
