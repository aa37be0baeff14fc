package manifest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// A timeout blocks only where the manifest says so and a hook may block. In a tool's file the shim
// has a flag for it, which comes back as the same key.
func TestTimeoutAction(t *testing.T) {
	for _, c := range [...]struct {
		members string
		flag    bool
		says    string
	}{
		{"event: before_tool_execute\nblocking: true\nhandler: {type: command, command: ./g.sh, timeout_action: block}",
			true, ""},
		{"event: before_tool_execute\nblocking: true\nhandler: {type: command, command: ./g.sh, timeout_action: warn}",
			false, ""},
		{"event: before_tool_execute\nblocking: true\n" + guard, false, ""},
		{"event: before_tool_execute\nhandler: {type: command, command: ./g.sh, timeout_action: block}", false, ""},
		{"event: agent_stop\nblocking: true\nhandler: {type: command, command: ./g.sh, timeout_action: block}", false,
			"a timeout never keeps an agent going"},
	} {
		for _, provider := range []string{"claude-code", "cursor", "codex"} {
			m := one(t, c.members)
			text, losses := encode(t, provider, m)
			if strings.Contains(text, "--timeout-blocks") != c.flag || strings.Contains(text, "--fail-closed") {
				t.Errorf("%s %s:\n%s", provider, c.members, text)
			}
			if c.says != "" != (len(losses) > 0) || c.says != "" && !hasLoss(losses, c.says) {
				t.Errorf("%s %s: %s", provider, c.members, textOf(losses))
			}
			back, _ := decode(t, provider, target(t, provider, "linux").file.Path, text)
			if got := back.Hooks[0].Handler.TimeoutAction == block; got != c.flag {
				t.Errorf("%s %s: came back as %v", provider, c.members, got)
			}
		}
	}
	_, _, err := Parse("m.yaml", "", []byte("spec: hooks/1.0\nhooks:\n  - event: agent_stop\n    handler:\n"+
		"      type: command\n      command: x\n      timeout_action: fail\n"))
	if err == nil || err.Error() !=
		`m.yaml:7: hooks[0].handler.timeout_action: unknown value "fail"; use block or warn` {
		t.Error(err)
	}
}

// Claude Code and Codex show a text while the hook runs. The others do without it and without a
// warning.
func TestStatusMessage(t *testing.T) {
	for _, provider := range providers() {
		text, losses := encode(t, provider, one(t, "event: before_tool_execute\nblocking: true\n"+
			"handler: {type: command, command: ./g.sh, status_message: Checking}"))
		if hasLoss(losses, "status") {
			t.Errorf("%s: %s", provider, textOf(losses))
		}
		has := provider == "claude-code" || provider == "codex"
		if strings.Contains(text, "Checking") != has || has &&
			gjson.Get(text, "hooks.PreToolUse.0.hooks.0.statusMessage").Str != "Checking" {
			t.Errorf("%s: %s", provider, text)
		}
		if !has {
			continue
		}
		back, _ := decode(t, provider, target(t, provider, "linux").file.Path, text)
		if h := back.Hooks[0]; h.Handler.StatusMessage != "Checking" || h.ProviderData[provider] != nil {
			t.Errorf("%s: %+v", provider, h)
		}
	}
}

// A timeout of 0 is the default, not a timeout at once.
func TestTimeoutZero(t *testing.T) {
	text, _ := encode(t, "claude-code", one(t, "event: before_tool_execute\nhandler: {type: command, command: x, timeout: 0}"))
	if !strings.Contains(text, fmt.Sprintf("--timeout %vs ", usualTimeout)) {
		t.Error(text)
	}
}

// A folder of "." is the project's root.
func TestRootFolder(t *testing.T) {
	for _, provider := range providers() {
		for _, goos := range []string{"linux", "windows"} {
			for _, more := range []string{"cwd: .", "cwd: ./", "cwd: ., env: {A: b}", "cwd: ./sub"} {
				files, _, err := target(t, provider, goos).Encode(one(t,
					"event: before_tool_execute\nhandler: {type: command, command: ./g.sh, "+more+"}"))
				if err != nil {
					t.Errorf("%s %s %s: %v", provider, goos, more, err)
					continue
				}
				if !strings.Contains(string(files[0].Data), "OPENHOOK_PROJECT") {
					t.Errorf("%s %s %s: %s", provider, goos, more, files[0].Data)
				}
			}
		}
	}
}

// Both versions are read, with both names of macOS, and each is written in its own words.
func TestVersions(t *testing.T) {
	const text = `{"spec":"%s","hooks":[{"event":"before_tool_execute","blocking":true,"handler":{"type":"command",` +
		`"command":"./l.sh","platform":{"%s":"./m.sh"},"timeout_action":"block"}}]}`
	for _, c := range [...]struct{ spec, mac, flags, writes, writesMac string }{
		{"hooks/0.1", "darwin", "", "hooks/0.1", "darwin"}, {"hooks/1.0", "osx", "", "hooks/1.0", "osx"},
		{"hooks/0.1", "osx", "", "hooks/0.1", "darwin"}, {"hooks/1.0", "darwin", "", "hooks/1.0", "osx"},
		{"hooks/0.1", "darwin", "--spec hooks/1.0", "hooks/1.0", "osx"},
		{"hooks/1.0", "osx", "--spec=hooks/0.1", "hooks/0.1", "darwin"},
		{"hooks/1.0", "osx", "--to hooks/0.1", "hooks/0.1", "darwin"},
		{"hooks/0.1", "osx", "--from hooks/1.0 --to hooks/0.1", "hooks/0.1", "darwin"},
	} {
		path := write(t, "m.json", fmt.Sprintf(text, c.spec, c.mac))
		out, errs, err := do(t, append(append([]string{"convert"}, strings.Fields(c.flags)...), path)...)
		if err != nil || gjson.Get(out, "spec").Str != c.writes ||
			gjson.Get(out, "hooks.0.handler.platform").Raw == "" ||
			gjson.Get(out, "hooks.0.handler.platform."+c.writesMac).Str != "./m.sh" ||
			len(gjson.Get(out, "hooks.0.handler.platform").Map()) != 1 {
			t.Errorf("%+v: %v\n%s", c, err, out)
		}
		if older := c.spec != c.writes && c.writes == "hooks/1.0"; strings.Contains(errs,
			"hooks/1.0 has no timeout_action") != older {
			t.Errorf("%+v: %s", c, errs)
		}
		out, _, err = do(t, "convert", "--to", "claude-code", "--platform", c.mac, path)
		if err != nil || !strings.Contains(out, "./m.sh") {
			t.Errorf("%+v: %v\n%s", c, err, out)
		}
	}
	out, _, err := do(t, "convert", "--from", "claude-code", write(t, "settings.json",
		`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}`))
	if err != nil || gjson.Get(out, "spec").Str != "hooks/0.1" {
		t.Errorf("%v\n%s", err, out)
	}
	if _, _, err := do(t, "convert", "--spec", "hooks/3.0", write(t, "m.yaml", two)); err == nil {
		t.Error("an unknown version is written")
	}
}

// What the format does not know is ignored at every level, with a warning.
func TestUnknownFields(t *testing.T) {
	path := write(t, "m.json", `{"spec":"hooks/0.1","_comment":"c","x":[1],"hooks":[{"event":"before_tool_execute","x":{},`+
		`"matcher":{"mcp":{"server":"github","tool":"t","x":1},"x":2},"degradation":{"telepathy":"pray"},`+
		`"handler":{"type":"command","command":"./g.sh","x":null,"platform":{"plan9":"y"}},`+
		`"provider_data":{"nobody":{"x":1}}}]}`)
	out, errs, err := do(t, "convert", "--to", "claude-code", path)
	if err != nil || !strings.Contains(out, "--tools mcp__github__t") {
		t.Errorf("%v\n%s%s", err, out, errs)
	}
	for _, want := range []string{"hooks[0].x is not", "handler.x is not", "platform.plan9 is not", "telepathy is not"} {
		if !strings.Contains(errs, want) {
			t.Errorf("no %q in\n%s", want, errs)
		}
	}
	if _, _, err := do(t, "validate", write(t, "m.json", `{"spec":"hooks/0.1","hooks":[]}`)); err == nil ||
		!strings.Contains(err.Error(), "hooks: it is empty") {
		t.Error(err)
	}
}

// The registry's name of Visual Studio Code's hooks is read on the command line and in a manifest.
func TestSynonyms(t *testing.T) {
	path := write(t, "m.yaml", "spec: hooks/0.1\nhooks:\n  - event: agent_stop\n    handler: {type: command, command: x}\n"+
		"    provider_data: {vs-code-copilot: {note: y}}\n")
	var all []string
	for _, name := range []string{"vs-code-copilot", "vscode-copilot"} {
		out, errs, err := do(t, "convert", "--platform", "linux", "--to", name, path)
		if err != nil || errs != "" || !strings.Contains(out, `"note": "y"`) {
			t.Errorf("%s: %v\n%s%s", name, err, out, errs)
		}
		if _, _, err := do(t, "convert", "--from", name, write(t, "x.json", out)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		all = append(all, out)
	}
	if all[0] != all[1] {
		t.Errorf("%s\n%s", all[0], all[1])
	}
}

// Each name of the format's table of tools is read in the matchers of its client.
func TestVocabulary(t *testing.T) {
	columns := strings.Fields("claude-code gemini-cli cursor copilot-cli kiro")
	for row := range strings.Lines(`shell Bash run_shell_command run_terminal_cmd bash execute_bash
file_read Read read_file read_file view fs_read
file_write Write write_file edit_file create fs_write
file_edit Edit replace edit_file edit fs_write
search Grep grep_search grep_search grep grep
find Glob glob file_search glob glob
web_search WebSearch google_web_search web_search - web_search
web_fetch WebFetch web_fetch - web_fetch web_fetch
agent Agent - - task use_subagent
`) {
		cells := strings.Fields(row)
		for i, provider := range columns {
			native := cells[i+1]
			if native == "-" {
				continue
			}
			m, ok := nativeMatcher(provider, native)
			both := native == "edit_file" || native == "fs_write"
			if !ok || !m.names(cells[0]) || len(m.Parts) > 1 != both {
				t.Errorf("%s %s is %s, want %s", provider, native, m.key(), cells[0])
			}
		}
	}
	m, losses := decode(t, "cursor", "hooks.json",
		`{"version":1,"hooks":{"preToolUse":[{"command":"./g.sh","matcher":"run_terminal_cmd|edit_file"}]}}`)
	if got := m.Hooks[0].Matcher.key(); got != "file_edit,file_write,shell" || len(losses) > 0 {
		t.Errorf("%s %s", got, textOf(losses))
	}
}

// Every name of the registry is read. A tool that has the event gets it, the others give a warning.
func TestRegistry(t *testing.T) {
	for event, natives := range map[string]string{
		"tool_use_failure":             "claude-code:PostToolUseFailure cursor:postToolUseFailure",
		"task_created":                 "claude-code:TaskCreated",
		"task_completed":               "claude-code:TaskCompleted",
		"file_changed":                 "claude-code:FileChanged kiro:PostFileSave cursor:afterFileEdit",
		"file_saved":                   "claude-code:FileChanged kiro:PostFileSave",
		"windsurf_transcript_response": "windsurf:post_cascade_response_with_transcript",
		"windsurf_worktree_setup":      "windsurf:post_setup_worktree",
		"cursor_agent_thought":         "cursor:afterAgentThought",
		"cursor_tab_file_read":         "cursor:beforeTabFileRead",
		"cursor_tab_file_edit":         "cursor:afterTabFileEdit",
		"manual_trigger":               "",
		"opencode_command_before":      "", "opencode_command_after": "", "opencode_chat_params": "",
		"opencode_chat_headers": "", "opencode_shell_env": "", "opencode_tool_definition": "", "opencode_tui_events": "",
	} {
		for _, provider := range providers() {
			native := ""
			for pair := range strings.FieldsSeq(natives) {
				if p, n, _ := strings.Cut(pair, ":"); p == provider {
					native = n
				}
			}
			m := must(t, "spec: hooks/0.1\nhooks:\n  - {event: agent_stop, handler: {type: command, command: a}}\n  - event: "+
				event+"\n    handler: {type: command, command: ./unique.sh}\n")
			files, losses, err := target(t, provider, "linux").Encode(m)
			if err != nil {
				if !hasLoss(losses, "left out: ") {
					t.Errorf("%s %s: %v", provider, event, err)
				}
				continue
			}
			text := ""
			for _, f := range files {
				text += string(f.Data)
			}
			has := strings.Contains(text, "./unique.sh")
			if has == hasLoss(losses, "has no event "+event) || native != "" && !has {
				t.Errorf("%s %s: %s\n%s", provider, event, textOf(losses), text)
			}
			if native != "" && !strings.Contains(text, `"`+native+`"`) {
				t.Errorf("%s %s: no %s in\n%s", provider, event, native, text)
			}
		}
	}
	for event := range strings.FieldsSeq(`before_tool_execute after_tool_execute session_start session_end before_prompt agent_stop
		before_compact notification error_occurred tool_use_failure file_changed subagent_start subagent_stop permission_request
		before_model after_model before_tool_selection after_compact permission_denied config_change instructions_loaded
		task_created task_completed teammate_idle cwd_changed elicitation elicitation_result file_created file_deleted
		before_task after_task manual_trigger windsurf_transcript_response windsurf_worktree_setup file_saved`) {
		if !isEvent(event) {
			t.Errorf("%s is not read", event)
		}
	}
}
