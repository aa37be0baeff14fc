package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The user is told of a tool that no table lists once per session, where stderr is
// harmless, and not at all where that cannot be remembered.
func TestUnlisted(t *testing.T) {
	const claude = `{"session_id":"$S","transcript_path":"/t.jsonl","cwd":"/w","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"$T","tool_input":{"cmd":"ls"}}`
	const kimi = `{"hook_event_name":"PreToolUse","session_id":"session_1","client_type":"kimi_code_cli","cwd":"/w","tool_name":"$T","tool_input":{"cmd":"ls"}}`
	home := tempDir(t)
	file := filepath.Join(home, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range [...]struct {
		name, payload, session, tool, state string
		told                                bool
	}{
		{"the first", claude, "s1", "shell_command", home, true},
		{"the same again", claude, "s1", "shell_command", home, false},
		{"another tool", claude, "s1", "run_it", home, false},
		{"another session", claude, "s2", "run_it", home, true},
		{"a tool that is listed", claude, "s3", "Glob", home, false},
		{"a server's", claude, "s3", "mcp__x__run", home, false},
		{"stderr is read", kimi, "s3", "run_it", home, false},
		{"no session", claude, "", "run_it", home, false},
		{"no place for it", claude, "s4", "run_it", file, false},
	} {
		payload := strings.NewReplacer("$S", c.session, "$T", c.tool).Replace(c.payload)
		got := run{Dir: tempDir(t), Stdin: []byte(payload), Steps: []string{"exit", "0"}, Env: []string{"XDG_STATE_HOME=" + c.state, "LocalAppData=" + c.state}}.do(t)
		want := "openhook-shim: claude-code called a tool that this version does not know: " + c.tool + "; run: openhook doctor\n"
		if told := got.Stderr == want; told != c.told || !told && got.Stderr != "" || got.Exit != 0 {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}
