package clients

import (
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

const devinHead = `{"session_id":"bramble-scorpion","prompt_id":"b71e9d40-4f0a-4c2d-9f57-0d1e2f3a4b5c",`

func devinEnv(name string) string {
	if name == "DEVIN_PROJECT_DIR" {
		return "/p"
	}
	return ""
}

func TestDevinDetect(t *testing.T) {
	for _, c := range [...]struct {
		name, payload string
		getenv        func(string) string
		want          string
	}{
		{"any event", devinHead + `"hook_event_name":"Later"}`, nil, "devin-cli"},
		{"the first one", `{"hook_event_name":"SessionStart","session_id":"bramble-scorpion","source":"resume"}`, nil,
			"devin-cli"},
		{"a name of its own", `{"hook_event_name":"PostCompaction","summary":null}`, nil, "devin-cli"},
		{"before 3000.2.17", `{"hook_event_name":"PreToolUse","tool_name":"exec","tool_input":{"command":"ls"}}`,
			devinEnv, "devin-cli"},
		{"the same with no environment", `{"hook_event_name":"PreToolUse","tool_name":"exec","tool_input":{"command":"ls"}}`, nil, "unknown"},
		{"Claude Code's prompt_id", `{"session_id":"s","transcript_path":"/c/1.jsonl","cwd":"/p","prompt_id":"i","permission_mode":"default","hook_event_name":"Stop"}`, nil, "claude-code"},
		{"Claude Code, started by Devin", claudeBash, devinEnv, "claude-code"},
		{"Droid, started by Devin", droidHead + `"hook_event_name":"Stop"}`, devinEnv, "factory-droid"},
		{"Kiro 3", `{"hook_event_name":"SessionStart","session_id":"sess_1","cwd":"/p","source":"startup"}`, nil, ""},
		{"Qwen", `{"session_id":"s","cwd":"/p","prompt_id":"u########1","timestamp":"2026-11-20T10:00:00Z","permission_mode":"default","hook_event_name":"Stop"}`, nil, ""},
		{"Gemini", `{"session_id":"s","transcript_path":"/h/.gemini/x.json","cwd":"/p","timestamp":"2026-11-20T10:00:00Z","hook_event_name":"SessionStart","source":"startup"}`, nil, ""},
		{"Codex", `{"session_id":"s","transcript_path":null,"cwd":"/p","hook_event_name":"SessionStart","model":"m","permission_mode":"default","source":"startup"}`, nil, "codex"},
		{"Copilot's Pascal events", `{"hook_event_name":"SessionStart","session_id":"s","timestamp":"2026-11-20T10:00:00Z","cwd":"/p","source":"new"}`, nil, ""},
		{"VS Code", `{"timestamp":"2026-11-20T10:00:00Z","hook_event_name":"SessionStart","session_id":"s","source":"new","model":"m"}`, nil, ""},
		{"Kimi", `{"hook_event_name":"SessionStart","session_id":"session_1","client_type":"kimi_code_cli","source":"startup"}`, nil, ""},
		{"Grok", `{"hookEventName":"session_start","hook_event_name":"SessionStart","session_id":"s","workspaceRoot":"/p","source":"startup"}`, nil, ""},
		{"Augment", `{"hook_event_name":"SessionStart","conversation_id":"c","workspace_roots":["/p"]}`, nil, ""},
	} {
		if got := decoded(t, c.payload, mapping.Hints{Getenv: c.getenv}).Source; got != c.want &&
			(c.want != "" || got == "devin-cli" || got == "claude-code") {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestDevinDecode(t *testing.T) {
	tool := func(name, input string) string {
		return devinHead + `"hook_event_name":"PostToolUse","tool_name":"` + name + `","tool_input":` + input +
			`,"tool_use_id":"functions.x:1","tool_response":{"success":false,"output":"","error":"no"}}`
	}
	const patch = "*** Begin Patch\\n*** Update File: a.go\\n@@\\n*** Add File: /b\\n*** End Patch"
	for _, c := range [...]struct {
		name, payload string
		want          []string
	}{
		{"failure", tool("exec", `{"command":"ls","shell_id":"main"}`),
			[]string{`"status":"error"`, `"error":"no"`, `"tool":"shell"`, `"tool_call_id":"functions.x:1"`,
				`"tool_output":{"success":false`}},
		{"no response", devinHead + `"hook_event_name":"PostToolUse","tool_name":"exec","tool_input":{}}`,
			[]string{`!"status"`, `!"tool_output"`}},
		{"read", tool("read", `{"file_path":"a.go"}`),
			[]string{`"tool":"file_read"`, `"files":[{"path":"/p/a.go","op":"read"}]`}},
		{"write", tool("write", `{"file_path":"/a","content":"x"}`),
			[]string{`"tool":"file_write"`, `"files":[{"path":"/a","op":"create"}]`}},
		{"notebook", tool("notebook_edit", `{"notebook_path":"/n.ipynb"}`),
			[]string{`"tool":"file_edit"`, `"file_path":"/n.ipynb"`, `"files":[{"path":"/n.ipynb","op":"update"}]`}},
		{"patch", tool("apply_patch", `{"patch":"`+patch+`"}`), []string{`"tool_input":{"patch":"`,
			`"files":[{"path":"/p/a.go","op":"update"},{"path":"/b","op":"create"}]`}},
		{"patch under another key", tool("apply_patch", `{"o":{"a":{}},"input":"`+patch+`"}`),
			[]string{`"input":"***`, `"patch":"*** Begin`,
				`"files":[{"path":"/p/a.go","op":"update"},{"path":"/b","op":"create"}]`}},
		{"no patch", tool("apply_patch", `{"input":"x"}`), []string{`"tool_input":{"input":"x"}`, `!"files"`}},
		{"grep", tool("grep", `{"pattern":"x","glob_pattern":"*.go"}`),
			[]string{`"tool":"search"`, `"glob_pattern":"*.go"`}},
		{"subagent", tool("run_subagent", `{"title":"t","task":"do","profile":"p"}`),
			[]string{`"tool":"agent"`, `"tool_input":{"description":"t","prompt":"do","profile":"p"}`}},
		{"MCP", tool("mcp__github__create_issue", `{"a":1}`),
			[]string{`"mcp":{"server":"github","tool":"create_issue"}`}},
		{"a tool nobody knows", tool("todo_write", `{"todos":[]}`), []string{`!"tool":`, `"tool_input":{"todos":[]}`}},
		{"compaction without a summary", devinHead + `"hook_event_name":"PostCompaction","summary":null}`,
			[]string{`!"summary"`}},
		{"a stop without words", devinHead + `"hook_event_name":"Stop","stop_hook_active":true}`,
			[]string{`"stop_hook_active":true`, `!"last_message"`}},
	} {
		call := decoded(t, c.payload, mapping.Hints{Getenv: devinEnv, Cwd: "/elsewhere"})
		if call.Cwd() != "/p" || call.Project() != "/p" || call.Text(mapping.SessionID) != "bramble-scorpion" {
			t.Errorf("%s: in %s", c.name, call.Cwd())
		}
		got := dataOf(call)
		for _, want := range c.want {
			absent := strings.HasPrefix(want, "!")
			if strings.Contains(got, strings.TrimPrefix(want, "!")) == absent {
				t.Errorf("%s: want %s in\n%s", c.name, want, got)
			}
		}
	}
}

// The key of a patch is a guess, and a new text under the wrong one would leave
// the old one to run.
func TestDevinRewrite(t *testing.T) {
	for _, c := range [...]struct {
		tool, input, updated, want string
		decision                   mapping.Decision
	}{
		{"exec", `{"command":"ls","shell_id":"main"}`, `{"command":"pwd"}`, `{"command":"pwd","shell_id":"main"}`,
			mapping.NoOpinion},
		{"run_subagent", `{"title":"t","task":"do"}`, `{"prompt":"other"}`, `{"title":"t","task":"other"}`,
			mapping.NoOpinion},
		{"apply_patch", `{"input":"*** Begin Patch"}`, `{"patch":"*** other"}`, ``, mapping.Deny},
	} {
		call := decoded(t, devinHead+`"hook_event_name":"PreToolUse","tool_name":"`+c.tool+`","tool_input":`+c.input+`}`, mapping.Hints{})
		if a, _ := mapping.Degrade(call, mapping.Answer{Input: c.updated}, mapping.Policy{}); a.Input != c.want ||
			a.Decision != c.decision {
			t.Errorf("%s %s: %s %v, want %s %v", c.tool, c.updated, a.Input, a.Decision, c.want, c.decision)
		}
	}
}
