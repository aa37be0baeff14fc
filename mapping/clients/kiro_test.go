package clients

import (
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// detected reads a payload as the shim does.
func detected(t *testing.T, payload, event string, env map[string]string) *mapping.Call {
	t.Helper()
	getenv := func(name string) string { return env[name] }
	p, err := mapping.Parse([]byte(payload), getenv)
	if err != nil {
		t.Fatal(err)
	}
	h := mapping.Hints{Event: event, Getenv: getenv, Cwd: "/home/dev/project", Now: "2026-11-20T10:00:00.000Z"}
	return Registry.Read(p, h)
}

func TestKiroDetected(t *testing.T) {
	session := map[string]string{"KIRO_SESSION_ID": "2f0c7a54-91d2-4a7e-8a01-6b5f3c9d1e20"}
	said := map[string]string{"USER_PROMPT": "add a test"}
	for _, c := range [...]struct {
		payload string
		event   string
		env     map[string]string
		dialect *mapping.Dialect
		native  string
	}{
		{`{"hook_event_name":"agentSpawn","cwd":"/p"}`, "", nil, &KiroCLI, "agentSpawn"},
		{`{"hook_event_name":"agentSpawn"}`, "", nil, &KiroCLI, "agentSpawn"},
		{`{"hook_event_name":"userPromptSubmit","cwd":"/p","prompt":"x"}`, "", said, &KiroCLI, "userPromptSubmit"},
		{`{"hook_event_name":"preToolUse","cwd":"/p","tool_name":"shell","tool_input":{"command":"ls"},"session_id":"2f0c7a54"}`, "", nil, &KiroCLI, "preToolUse"},
		{`{"hook_event_name":"stop","cwd":"C:\\p"}`, "preToolUse", session, &KiroCLI, "stop"},
		{`{"session_id":"sess_5e0d","hook_event_name":"PreToolUse","cwd":"/p","tool_name":"execute_bash","tool_input":{}}`, "", nil, &KiroV3, "PreToolUse"},
		{`{"session_id":"sess_5e0d","hook_event_name":"Manual","cwd":"/p"}`, "", nil, &KiroV3, "Manual"},
		{`{"hook_event_name":"PostFileDelete","cwd":"/p"}`, "", nil, &KiroV3, "PostFileDelete"},
		{`{"hook_event_name":"PreTaskExec"}`, "", nil, &KiroV3, "PreTaskExec"},
		// the environment breaks a tie
		{`{"hook_event_name":"Stop","cwd":"/p","session_id":"x"}`, "", session, &KiroV3, "Stop"},
		{`{"toolName":"fs_write","toolArgs":{},"toolResult":"Created the a file.","toolSuccess":true}`, "", nil,
			&KiroIDE, "postToolUse"},
		{`{"toolName":"fs_write","toolArgs":{},"toolResult":"","toolSuccess":false}`, "preToolUse", nil, &KiroIDE,
			"postToolUse"},
		{`{"toolName":"fs_write","toolArgs":{}}`, "", nil, &KiroIDE, "preToolUse"},
		{`{"USER_PROMPT":"add a test"}`, "", said, &KiroIDE, "promptSubmit"},
		{`{"USER_PROMPT":"add a test"}`, "agentStop", said, &KiroIDE, "agentStop"},
		{`{}`, "", map[string]string{"USER_PROMPT": "{}"}, &KiroIDE, "preToolUse"},
		{`{}`, "fileEdited", map[string]string{"USER_PROMPT": "{}"}, &KiroIDE, "fileEdited"},
		{`{"prompt":"add a test"}`, "", map[string]string{"USER_PROMPT": `{"prompt":"add a test"}`}, &KiroIDE,
			"promptSubmit"},
	} {
		call := detected(t, c.payload, c.event, c.env)
		if call.Dialect != c.dialect || call.Native != c.native {
			t.Errorf("%s: %s of %s, want %s", c.payload, call.Native, call.Source, c.native)
		}
	}
}

// What others send, with and without Kiro's variables: they are inherited.
func TestKiroNotDetected(t *testing.T) {
	inherited := map[string]string{"KIRO_SESSION_ID": "2f0c7a54-91d2-4a7e-8a01-6b5f3c9d1e20",
		"USER_PROMPT": "add a test", "TERM_PROGRAM": "kiro"}
	for _, c := range [...]struct {
		payload, source string
		tie             bool // Kiro's variables decide where nothing else does
	}{
		{`{"session_id":"s","transcript_path":"/t.jsonl","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}}`, "claude-code", false},
		{`{"conversation_id":"c","generation_id":"g","hook_event_name":"preToolUse","cursor_version":"1.7.2","workspace_roots":["/p"],"cwd":"/p"}`, "cursor", false},
		{`{"session_id":"s","turn_id":"t","transcript_path":null,"cwd":"/p","hook_event_name":"Stop","model":"gpt","permission_mode":"default"}`, "codex", false},
		// Cursor's older builds.
		{`{"conversation_id":"c","generation_id":"g","hook_event_name":"stop","workspace_roots":["/p"],"cwd":"/p"}`, "",
			true},
		// Copilot: native, Pascal, and the permission request of both.
		{`{"sessionId":"s","timestamp":1795164254947,"cwd":"/p","toolName":"bash","toolArgs":{}}`, "", false},
		{`{"hook_event_name":"PreToolUse","session_id":"s","timestamp":"2026-11-20T10:00:00Z","cwd":"/p","tool_name":"Bash"}`, "", true},
		{`{"hookName":"permissionRequest","sessionId":"s","timestamp":1795164254947,"toolName":"bash"}`, "", false},
		// VS Code.
		{`{"timestamp":"2026-11-20T10:00:00Z","hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/t","tool_name":"x","tool_use_id":"u","cwd":"/p"}`, "", true},
		// Devin: no cwd, no transcript.
		{`{"session_id":"bramble-scorpion","prompt_id":"p","hook_event_name":"PreToolUse","tool_name":"exec","tool_input":{},"tool_use_id":"u"}`, "", true},
		{`{"session_id":"bramble-scorpion","hook_event_name":"SessionStart","source":"startup"}`, "", true},
		// Droid and Qwen.
		{`{"session_id":"s","transcript_path":"/h/.factory/sessions/s.jsonl","cwd":"/p","permission_mode":"auto-low","hook_event_name":"Stop"}`, "factory-droid", false},
		{`{"session_id":"s","transcript_path":"/h/.qwen/t","cwd":"/p","permission_mode":"default","timestamp":"2026-11-20T10:00:00Z","hook_event_name":"Stop"}`, "", true},
		// Kimi: session_<uuid>.
		{`{"hook_event_name":"PreToolUse","session_id":"session_5e0d","cwd":"/p","client_type":"kimi_code_cli","tool_name":"Shell","tool_call_id":"t"}`, "", true},
		// Grok sends both spellings, Crush and Goose none of Kiro's.
		{`{"hookEventName":"pre_tool_use","hook_event_name":"PreToolUse","sessionId":"s","session_id":"s","workspaceRoot":"/p","toolName":"x","toolInput":{},"timestamp":"2026-11-20T10:00:00Z"}`, "", true},
		{`{"event":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"bash","tool_input":{}}`, "", false},
		{`{"agent_action_name":"pre_run_command","trajectory_id":"t","execution_id":"e","tool_info":{"command_line":"ls"}}`, "windsurf", false},
		{`{"openhook":"0.1","type":"tool.start","data":{"tool_name":"fs_write"}}`, "openhook", false},
	} {
		if got := detected(t, c.payload, "", nil).Source; got == "kiro" || c.source != "" && got != c.source {
			t.Errorf("%s: %s", c.payload, got)
		}
		if got := detected(t, c.payload, "", inherited).Source; got == "kiro" && !c.tie ||
			c.source != "" && got != c.source {
			t.Errorf("%s: %s with Kiro's variables", c.payload, got)
		}
	}
}

func TestKiroTools(t *testing.T) {
	for _, c := range [...]struct{ tool, input, canon, want, files string }{
		{"execute_bash", `{"command":"ls","summary":"s","working_dir":"/w"}`, mapping.Shell,
			`{"command":"ls","description":"s","cwd":"/w"}`, ""},
		{"execute_cmd", `{"command":"dir"}`, mapping.Shell, `{"command":"dir"}`, ""},
		{"execute_pwsh", `{"command":"dir","cwd":"/w","run_in_background":true,"timeout":1}`, mapping.Shell,
			`{"command":"dir","cwd":"/w","run_in_background":true,"timeout":1}`, ""},
		{"shell", `{"command":"ls"}`, mapping.Shell, `{"command":"ls"}`, ""},
		{"executePwsh", `{"command":"ls"}`, mapping.Shell, `{"command":"ls"}`, ""},
		{"fs_read", `{"operations":[{"mode":"Line","path":"a"}]}`, mapping.FileRead,
			`{"operations":[{"mode":"Line","path":"a"}],"file_path":"a"}`, "read /p/a"},
		{"fs_read", `{"operations":[{"mode":"Line","path":"a"},{"mode":"Search","path":"/b"}]}`, mapping.FileRead,
			`{"operations":[{"mode":"Line","path":"a"},{"mode":"Search","path":"/b"}]}`, "read /p/a read /b"},
		{"fs_read", `{"operations":[{"mode":"Image","image_paths":["/i.png","j.png"]}]}`, mapping.FileRead,
			`{"operations":[{"mode":"Image","image_paths":["/i.png","j.png"]}]}`, "read /i.png read /p/j.png"},
		{"fs_read", `{"operations":[]}`, mapping.FileRead, `{"operations":[]}`, ""},
		{"fs_read", `{"operations":[{"mode":"Line","path":"~/.ssh/id"}]}`, mapping.FileRead,
			`{"operations":[{"mode":"Line","path":"~/.ssh/id"}],"file_path":"~/.ssh/id"}`, "read /home/dev/.ssh/id"},
		{"read", `{"path":"a"}`, mapping.FileRead, `{"file_path":"a"}`, "read /p/a"},
		{"read_file", `{"path":"a","explanation":"e"}`, mapping.FileRead, `{"file_path":"a","explanation":"e"}`,
			"read /p/a"},
		{"read_files", `{"paths":["a","b"]}`, mapping.FileRead, `{"paths":["a","b"]}`, "read /p/a read /p/b"},
		{"fs_write", `{"command":"create","path":"a","file_text":"t"}`, mapping.FileWrite,
			`{"command":"create","file_path":"a","content":"t"}`, "create /p/a"},
		{"fs_write", `{"command":"str_replace","path":"a","old_str":"o","new_str":"n"}`, mapping.FileEdit,
			`{"command":"str_replace","file_path":"a","old_string":"o","new_string":"n"}`, "update /p/a"},
		{"fs_write", `{"command":"insert","path":"a","insert_line":1,"new_str":"n"}`, mapping.FileEdit,
			`{"command":"insert","file_path":"a","insert_line":1,"new_string":"n"}`, "update /p/a"},
		{"fs_write", `{"command":"append","path":"a","new_str":"n"}`, mapping.FileEdit,
			`{"command":"append","file_path":"a","new_string":"n"}`, "update /p/a"},
		{"fs_write", `{"path":"a","text":"t"}`, mapping.FileWrite, `{"file_path":"a","content":"t"}`, "create /p/a"},
		{"fsWrite", `{"path":"a","text":"t"}`, mapping.FileWrite, `{"file_path":"a","content":"t"}`, "create /p/a"},
		{"write", `{"path":"a","content":"t"}`, mapping.FileWrite, `{"file_path":"a","content":"t"}`, "create /p/a"},
		{"write", `{"command":"str_replace","path":"a","old_str":"o","new_str":"n"}`, mapping.FileEdit,
			`{"command":"str_replace","file_path":"a","old_string":"o","new_string":"n"}`, "update /p/a"},
		{"str_replace", `{"path":"a","oldStr":"o","newStr":"n","replace_all":true}`, mapping.FileEdit,
			`{"file_path":"a","old_string":"o","new_string":"n","replace_all":true}`, "update /p/a"},
		{"strReplace", `{"path":"a","oldStr":"o","newStr":"n"}`, mapping.FileEdit,
			`{"file_path":"a","old_string":"o","new_string":"n"}`, "update /p/a"},
		{"fs_append", `{"path":"a","text":"t"}`, mapping.FileEdit, `{"file_path":"a","new_string":"t"}`, "update /p/a"},
		{"delete_file", `{"explanation":"e","targetFile":"a"}`, mapping.FileEdit, `{"explanation":"e","file_path":"a"}`,
			"delete /p/a"},
		// A key that would pass for the one that the client uses.
		{"delete_file", `{"file_path":"harmless","targetFile":"a"}`, mapping.FileEdit, `{"file_path":"a"}`,
			"delete /p/a"},
		{"grep", `{"pattern":"x","path":"src"}`, mapping.Search, `{"pattern":"x","path":"src"}`, ""},
		{"glob", `{"pattern":"*.go"}`, mapping.Find, `{"pattern":"*.go"}`, ""},
		{"web_fetch", `{"url":"https://a"}`, mapping.WebFetch, `{"url":"https://a"}`, ""},
		{"web_search", `{"query":"q"}`, mapping.WebSearch, `{"query":"q"}`, ""},
		{"subagent_reviewer", `{"prompt":"p","explanation":"e"}`, mapping.Agent, `{"prompt":"p","explanation":"e"}`,
			""},
		{"subagent_response", `{}`, "", `{}`, ""},
		{"delegate", `{"operation":"launch","agent":"a","task":"t"}`, mapping.Agent,
			`{"operation":"launch","agent":"a","prompt":"t"}`, ""},
		{"@git/status", `{"path":"/p"}`, mapping.MCP, `{"path":"/p"}`, "update /p"},
		{"use_aws", `{"service_name":"s3"}`, "", `{"service_name":"s3"}`, ""},
		{"fs_write", `{}`, mapping.FileWrite, `{}`, ""},
	} {
		payload := `{"hook_event_name":"preToolUse","cwd":"/p","tool_name":"` + c.tool + `","tool_input":` + c.input +
			`}`
		call := detected(t, payload, "", map[string]string{"HOME": "/home/dev"})
		if call.Canon != c.canon || call.Input != c.want || listed(call) != c.files {
			t.Errorf("%s %s: %q %s, files %q", c.tool, c.input, call.Canon, call.Input, listed(call))
		}
	}
}

func listed(c *mapping.Call) string {
	var all []string
	for _, f := range c.Files {
		all = append(all, f.Op+" "+f.Path)
	}
	return strings.Join(all, " ")
}

// What the IDE says of a tool in prose only.
func TestKiroResult(t *testing.T) {
	for _, c := range [...]struct{ tool, input, said, status, files string }{
		{"fs_write", `{}`, `Created the src/a b.go file.`, "", "create /p/src/a b.go"},
		{"fs_write", `{"path":"x.go","text":""}`, `Created the x.go file.`, "", "create /p/x.go"},
		{"str_replace", `{}`, `Replaced text in src/a.go`, "", "update /p/src/a.go"},
		{"fs_append", `{}`, `Appended the text to the src/a.go file.`, "", "update /p/src/a.go"},
		{"fs_append", `{}`, `Created the src/a.go file.`, "", ""},
		{"read_file", `{}`, `Created the src/a.go file.`, "", ""},
		{"fs_write", `{}`, `Error: no such folder`, "", ""},
		{"execute_bash", `{}`, `Output:\nok\n\nExit Code: 0`, "success", ""},
		{"execute_pwsh", `{}`, `Output:\n\n\nExit Code: -1073741510`, "error", ""},
		{"execute_bash", `{}`, `Output:\nExit Code: 0\n\nExit Code: 2`, "error", ""},
		{"execute_bash", `{}`, `Exit Code: 0 is what it should be`, "", ""},
		{"execute_bash", `{}`, `Output:\n`, "", ""},
		{"fs_write", `{}`, `Exit Code: 1`, "", ""},
	} {
		call := detected(t, `{"session_id":"sess_1","hook_event_name":"PostToolUse","cwd":"/p","tool_name":"`+c.tool+`","tool_input":`+c.input+`,"tool_response":"`+c.said+`"}`, "", nil)
		if call.Text(mapping.Status) != c.status || listed(call) != c.files {
			t.Errorf("%s %s: %q, files %q", c.tool, c.said, call.Text(mapping.Status), listed(call))
		}
	}
	// A status that was sent counts.
	call := detected(t, `{"toolName":"execute_bash","toolArgs":{},"toolResult":"Exit Code: 0","toolSuccess":false}`, "",
		nil)
	if call.Text(mapping.Status) != "error" {
		t.Errorf("toolSuccess false: %q", call.Text(mapping.Status))
	}
}

func TestUnmarked(t *testing.T) {
	for value, want := range map[string]string{
		"":                       "",
		"add a test":             `{"USER_PROMPT":"add a test"}`,
		"say \"hi\"\nplease":     `{"USER_PROMPT":"say \"hi\"\nplease"}`,
		`{broken`:                `{"USER_PROMPT":"{broken"}`,
		`["a"]`:                  `{"USER_PROMPT":"[\"a\"]"}`,
		`{}`:                     `{}`,
		` {"prompt":"x"}` + "\n": `{"prompt":"x"}`,
	} {
		if got := string(Registry.PayloadFromVariable(func(string) string { return value })); got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
}
