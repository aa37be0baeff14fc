package mapping

import (
	"strings"
	"testing"
)

// senders call a tool each, as every dialect that names its tools does; the formats
// and Windsurf, whose events are its tools but for MCP, as well.
var senders = [...]struct{ source, payload string }{
	{"claude-code", `{"session_id":"s","transcript_path":"/t.jsonl","cwd":"/w","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"$NAME","tool_input":$INPUT,"tool_use_id":"u"}`},
	{"cursor", `{"conversation_id":"c","cursor_version":"3.24.9","workspace_roots":["/w"],"cwd":"/w","hook_event_name":"preToolUse","tool_name":"$NAME","tool_input":$INPUT}`},
	{"codex", `{"session_id":"s","turn_id":"t","model":"m","cwd":"/w","transcript_path":null,"permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"$NAME","tool_input":$INPUT}`},
	{"gemini-cli", `{"session_id":"s","transcript_path":"/h/.gemini/tmp/chats/session-1.json","cwd":"/w","hook_event_name":"BeforeTool","timestamp":"2026-11-20T10:00:00.000Z","tool_name":"$NAME","tool_input":$INPUT}`},
	{"copilot-cli", `{"sessionId":"s","timestamp":1795168800000,"cwd":"/w","toolName":"$NAME","toolArgs":$INPUT}`},
	{"copilot-cli", `{"hook_event_name":"PreToolUse","session_id":"s","timestamp":"2026-11-20T10:00:00.000Z","cwd":"/w","tool_name":"$NAME","tool_input":$INPUT}`},
	{"kiro", `{"hook_event_name":"preToolUse","cwd":"/w","tool_name":"$NAME","tool_input":$INPUT}`},
	{"kiro", `{"hook_event_name":"PreToolUse","session_id":"sess_1","cwd":"/w","tool_name":"$NAME","tool_input":$INPUT}`},
	{"kiro", `{"toolName":"$NAME","toolArgs":$INPUT}`},
	{"cline", `{"clineVersion":"3.0.65","hookName":"tool_call","taskId":"t1","workspaceRoots":["/w"],"tool_call":{"id":"c1","name":"$NAME","input":$INPUT}}`},
	{"cline", `{"clineVersion":"4.1.0","hookName":"PreToolUse","taskId":"t1","workspaceRoots":["/w"],"preToolUse":{"toolName":"$NAME","parameters":$INPUT}}`},
	{"qwen-code", `{"session_id":"s","transcript_path":"/h/.qwen/x","cwd":"/w","permission_mode":"default","hook_event_name":"PreToolUse","timestamp":"2026-11-20T10:00:00.000Z","tool_name":"$NAME","tool_input":$INPUT}`},
	{"factory-droid", `{"session_id":"s","transcript_path":"/h/.factory/sessions/x","cwd":"/w","permission_mode":"off","hook_event_name":"PreToolUse","tool_name":"$NAME","tool_input":$INPUT}`},
	{"devin-cli", `{"prompt_id":"p","session_id":"two-words","hook_event_name":"PreToolUse","tool_name":"$NAME","tool_input":$INPUT}`},
	{"augment", `{"conversation_id":"c","workspace_roots":["/w"],"hook_event_name":"PreToolUse","tool_name":"$NAME","tool_input":$INPUT,"is_mcp_tool":false}`},
	{"vscode-copilot", `{"timestamp":"2026-11-20T10:00:00.000Z","hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/h/copilot-chat/transcripts/x","cwd":"/w","tool_name":"$NAME","tool_input":$INPUT,"tool_use_id":"u"}`},
	{"antigravity", `{"conversationId":"c","workspacePaths":["/w"],"stepIdx":1,"toolCall":{"name":"$NAME","args":$INPUT}}`},
	{"crush", `{"event":"PreToolUse","session_id":"s","cwd":"/w","tool_name":"$NAME","tool_input":$INPUT}`},
	{"goose", `{"event":"PreToolUse","session_id":"s","working_dir":"/w","tool_name":"$NAME","tool_input":$INPUT}`},
	{"mistral-vibe", `{"hook_event_name":"pre_tool","session_id":"s","transcript_path":"","cwd":"/w","tool_name":"$NAME","tool_call_id":"c","tool_input":$INPUT}`},
	{"opencode", `{"source_tool":"opencode","session_id":"s","cwd":"/w","worktree":"/w","hook_event_name":"tool.execute.before","tool_name":"$NAME","tool_input":$INPUT,"tool_call_id":"c"}`},
	{"pi", `{"source_tool":"pi","session_id":"s","cwd":"/w","hook_event_name":"tool.execute.before","tool_name":"$NAME","tool_input":$INPUT}`},
	{"kimi", `{"hook_event_name":"PreToolUse","session_id":"session_1","client_type":"kimi_code_cli","cwd":"/w","tool_name":"$NAME","tool_input":$INPUT,"tool_call_id":"c"}`},
	{"grok", `{"hookEventName":"PreToolUse","sessionId":"s","workspaceRoot":"/w","cwd":"/w","toolName":"$NAME","toolInput":$INPUT}`},
	{"windsurf", `{"agent_action_name":"pre_mcp_tool_use","trajectory_id":"t","execution_id":"e","tool_info":{"cwd":"/w","mcp_server_name":"s","mcp_tool_name":"$NAME","mcp_tool_arguments":$INPUT}}`},
	{"agent-hooks", `{"event_type":"Action.Before","spec_version":"0.1.0","event_id":"e","session_id":"s","timestamp":"2026-11-20T10:00:00.000Z","data":{"action":{"name":"$NAME","input":$INPUT}}}`},
	{"hook-md", `{"event_type":"before_tool","session_id":"s","work_dir":"/w","tool_name":"$NAME","tool_input":$INPUT}`},
	{"hook-contract", `{"tool_name":"$NAME","tool_input":$INPUT}`},
	{"openhook", `{"openhook":"0.1","id":"i","source":"openhook","type":"tool.start","time":"2026-11-20T10:00:00Z","session_id":"s","cwd":"/w","data":{"tool_name":"$NAME","tool_input":$INPUT}}`},
	{"unknown", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/w","tool_name":"$NAME","tool_input":$INPUT,"colour":"blue"}`},
	{"unknown", `{"event":"PreToolUse","tool":"$NAME","input":$INPUT}`},
	{"unknown", `{"event":"pre_tool_call","tool":{"name":"$NAME","input":$INPUT}}`},
	{"unknown", `{"hook":"ToolCall","name":"$NAME","args":$INPUT}`},
	{"unknown", `{"type":"tool.execute","params":{"name":"$NAME","arguments":$INPUT}}`},
	{"unknown", `{"eventName":"beforeTool","event":"PreToolUse","toolName":"$NAME","toolInput":$INPUT}`},
}

// spellings are ways in which a tool that no table lists says what it runs or touches.
var spellings = [...][2]string{
	{"shell_command", `{"command":"rm -rf /","workdir":"/w"}`},
	{"shell_command", `{"command":["bash","-lc","rm -rf /"]}`},
	{"local_shell", `{"command":["rm","-rf","/"],"timeout_ms":1000}`},
	{"bash", `{"cmd":"rm -rf /"}`},
	{"Bash", `{"Command":"rm -rf /"}`},
	{"terminal", `{"input":"rm -rf /"}`},
	{"execute_command", `{"command":"rm -rf /","requires_approval":false}`},
	{"run_terminal_cmd", `{"command":"rm -rf /","is_background":false}`},
	{"run_shell", `{"commandLine":"rm -rf /"}`},
	{"exec_command", `{"cmd":"rm -rf /","yield_time_ms":10}`},
	{"execute", `{"script":"rm -rf /"}`},
	{"python", `{"code":"import os; os.system('rm -rf /')"}`},
	{"frobnicate", `{"cmdline":"rm -rf /"}`},
	{"frobnicate", `{"commands":["git status","rm -rf /"]}`},
	{"frobnicate", `{"commands":[{"command":"rm","args":["-rf","/"]}]}`},
	{"frobnicate", `{"command":"rm","args":["-rf","/"]}`},
	{"frobnicate", `{"command":"rm","arguments":"-rf /"}`},
	{"frobnicate", `{"program":"/bin/sh","args":["-c","rm -rf /"]}`},
	{"frobnicate", `{"executable":"rm","argv":["-rf","/"]}`},
	{"frobnicate", `{"argv":["rm","-rf","/"]}`},
	{"frobnicate", `{"input":{"command":"rm -rf /"}}`},
	{"frobnicate", `{"params":{"action":{"command":"rm -rf /"}}}`},
	{"frobnicate", `{"arguments":"{\"command\":\"rm -rf /\"}"}`},
	{"frobnicate", `{"command":"rm -rf /","command":"ls"}`},
	{"frobnicate", `{"COMMAND":"rm -rf /"}`},
	{"frobnicate", `{"steps":[{"name":"a","run":"rm -rf /"}]}`},
	{"write_stdin", `{"session_id":1,"chars":"rm -rf /\n"}`},
	{"write_bash", `{"sessionId":"a","input":"rm -rf /\n","delay":5}`},
	{"WriteShellStdin", `{"shell_id":"1","text":"rm -rf /\n"}`},
	{"send_command_input", `{"CommandId":"1","Input":"rm -rf /\n"}`},
	{"send_to_terminal", `{"id":"1","text":"rm -rf /"}`},
	{"mcp__x__run_command", `{"command":"rm -rf /"}`},
	{"mcp__desktop_commander__start_process", `{"command":"rm -rf /","timeout_ms":1}`},
	{"mcp__desktop_commander__interact_with_process", `{"pid":1,"input":"rm -rf /"}`},
	{"mcp__shell__execute", `{"request":"rm -rf /"}`},
	{"write_file", `{"path":"/w/.env","content":"x"}`},
	{"write_file", `{"filename":".env","contents":"x"}`},
	{"create_file", `{"target_file":".env","code_edit":"x"}`},
	{"save", `{"fileName":".env","text":"x"}`},
	{"frobnicate", `{"filePath":".env"}`},
	{"frobnicate", `{"uri":"file:///w/.env"}`},
	{"frobnicate", `{"uri":{"scheme":"file","fsPath":"/w/.env"}}`},
	{"frobnicate", `{"files":[{"path":".env","content":"x"}]}`},
	{"frobnicate", `{"files":{".env":"x"}}`},
	{"frobnicate", `{"paths":[".env"]}`},
	{"frobnicate", `{"paths":"[\".env\"]"}`},
	{"frobnicate", `{"anything":"/w/.env"}`},
	{"apply_diff", `{"diff":"--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-a\n+b\n"}`},
	{"frobnicate", `{"input":"*** Begin Patch\n*** Update File: .env\n*** End Patch"}`},
	{"apply_patch", `"*** Begin Patch\n*** Update File: .env\n*** End Patch"`},
	{"mcp__filesystem__write_file", `{"path":".env","content":"x"}`},
	{"mcp__filesystem__move_file", `{"source":"a","destination":".env"}`},
	{"mcp__filesystem__edit_file", `{"path":".env","edits":[{"oldText":"a","newText":"b"}],"dryRun":false}`},
	// Tools of other agents and of MCP servers.
	{"process", `{"action":"write","sessionId":"a","data":"rm -rf /\n"}`},
	{"execute_ipython_cell", `{"code":"!rm -rf /"}`},
	{"execute_bash", `{"command":"rm -rf /","is_input":"true"}`},
	{"mcp__tmux__execute-command", `{"paneId":"%1","command":"rm -rf /"}`},
	{"mcp__k8s__exec_in_pod", `{"name":"p","command":["rm","-rf","/"]}`},
	{"mcp__jupyter__insert_execute_code_cell", `{"cell_source":"!rm -rf /"}`},
	{"mcp__osa__applescript_execute", `{"code_snippet":"do shell script \"rm -rf /\""}`},
	{"frobnicate", `{"command":["docker","exec","c","sh","-c","rm -rf /"]}`},
	{"frobnicate", `{"command":{"exe":"rm","args":["-rf","/"]}}`},
	{"frobnicate", `{"command_to_run":"rm -rf /"}`},
	{"frobnicate", `{"bashScriptContent":"rm -rf /"}`},
	{"frobnicate", `{"\u0063ommand":"rm -rf /"}`},
	{"apply_diff", `{"path":".env","diff":"<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE"}`},
	{"insert_content", `{"path":".env","line":1,"content":"x"}`},
	{"read_file", `{"args":[{"path":".env"}]}`},
	{"move_path", `{"source_path":"a","destination_path":".env"}`},
	{"file_edits", `{"file_edits":[{"file":".env","search":"a","replace":"b"}]}`},
	{"delete_file", `{"file_paths":[".env"]}`},
	{"frobnicate", `{"changes":{".env":{"type":"add"}}}`},
	{"frobnicate", `{"dir":"/w","name":".env"}`},
	{"frobnicate", `{"path":["/w",".env"]}`},
	{"frobnicate", `{"path":"file://localhost/w/.env"}`},
	{"frobnicate", `{"path":"a/../.env"}`},
	{"frobnicate", `{"path":".\\.env"}`},
	{"frobnicate", `{"filePathToWrite":".env"}`},
	{"mcp__filesystem__read_multiple_files", `{"paths":["a",".env"]}`},
}

// calls are what every tool of every table is called with, and every spelling.
func calls() (all [][3]string) {
	for _, d := range registry.Dialects {
		for tool := range d.Tools.All {
			if input := badInput(&tool); input != "" {
				all = append(all, [3]string{d.Name, tool.Native, input})
			}
		}
	}
	for _, s := range spellings {
		all = append(all, [3]string{"a spelling", s[0], s[1]})
	}
	return all
}

// badInput is what a tool of a table is called with to remove everything or to touch
// a secret; "" for one that does neither.
func badInput(t *Tool) string {
	name, bad := "command", `"rm -rf /"`
	switch {
	case t.Canon == Shell:
	case t.Canon == FileRead, t.Canon == FileWrite, t.Canon == FileEdit, t.Op != "":
		name, bad = "file_path", `".env"`
		if k := t.canonical("patch"); k != nil && k.As == Patch {
			name, bad = "patch", `"*** Begin Patch\n*** Update File: .env\n*** End Patch"`
		}
	default:
		return ""
	}
	for _, k := range t.Keys {
		switch {
		case k.As == Files && name == "file_path" && k.Of != "":
			return `{"` + k.Native + `":[{"` + k.Of + `":` + bad + `}]}`
		case k.As == Files && name == "file_path", k.As == Commands:
			return `{"` + k.Native + `":[` + bad + `]}`
		case k.Canon == name:
			return `{"` + k.Native + `":` + bad + `,"content":"x"}`
		}
	}
	return `{"` + name + `":` + bad + `}`
}

// stopped reports whether a guard that goes by OPENHOOK_COMMAND, OPENHOOK_FILES and
// OPENHOOK_CUT stops a call.
func stopped(c *Call) (by string) {
	for _, v := range c.Environ(1 << 16) {
		name, value, _ := strings.Cut(strings.TrimPrefix(v, "OPENHOOK_"), "=")
		switch {
		case name == "COMMAND" && strings.Contains(value, "rm -rf /"), name == "CUT":
			return name
		case name == "FILES" && (strings.Contains("\n"+value+"\n", "/.env\n") ||
			strings.Contains("\n"+value+"\n", "\n.env\n")):
			return name
		}
	}
	return ""
}

// TestOpenWorld calls every tool of every table, and tools of no table, from every
// client. A guard must stop what is bad in it, whoever calls it so.
func TestOpenWorld(t *testing.T) {
	all, by := 0, map[string]int{}
	inert := map[string]int{}
	for _, s := range senders {
		hints := Hints{}
		if s.source == "antigravity" {
			hints.Event = "PreToolUse"
		}
		for _, call := range calls() {
			from, name, input := call[0], call[1], call[2]
			if s.source == "hook-contract" && input[0] != '{' {
				continue // no object is none of its events
			}
			payload := strings.ReplaceAll(strings.ReplaceAll(s.payload, "$NAME", name), "$INPUT", input)
			c := decoded(t, payload, hints)
			if c.Source != s.source || c.Type != ToolStart {
				t.Fatalf("%s: it is %s %s", payload, c.Source, c.Type)
			}
			all++
			how := stopped(c)
			by[how]++
			if how == "" {
				why := "the table says " + c.Canon
				if c.Canon == "" {
					why = "nothing tells"
				}
				inert[why]++
				t.Logf("inert: %s sends %s %s (%s): %s", s.source, name, input, from, why)
			}
		}
	}
	t.Logf("%d calls: %d stopped by the command, %d by the files, %d because a variable is not whole, %d pass (%.2f%%)",
		all, by["COMMAND"], by["FILES"], by["CUT"], by[""], 100*float64(by[""])/float64(all))
	for why, n := range inert {
		t.Logf("%d pass: %s", n, why)
	}
	if 50*by[""] >= all {
		t.Errorf("%d of %d calls pass a guard", by[""], all)
	}
	if all < 5000 {
		t.Errorf("only %d calls", all)
	}
}
