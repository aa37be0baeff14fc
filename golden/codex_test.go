package golden

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Codex' notify puts the payload behind the configured command, whatever that
// is, and nothing on stdin.
func TestCodexNotify(t *testing.T) {
	const file = "notify.agent-turn-complete.argv.json"
	payload := string(Payloads("codex")[file])
	dir := tempDir(t)
	seen := filepath.Join(dir, "seen")
	for _, args := range [...][]string{
		{"--", play, "save", seen},
		{"-c", `"` + play + `" save "` + seen + `"`},
		{"--source", "codex", "-c", `"` + play + `" save "` + seen + `"`},
	} {
		os.Remove(seen)
		c := run{dir: dir, flags: append(args, payload)}.command(t)
		open, end := io.Pipe() // a stdin that stays silent and open
		c.Stdin = open
		start := time.Now()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		state, err := c.Process.Wait()
		took := time.Since(start)
		end.Close()
		c.Wait()
		if err != nil || state.ExitCode() != 0 {
			t.Errorf("%q: %v, %v", args, state, err)
		}
		if took > 2*time.Second {
			t.Errorf("%q waits for stdin: %v", args, took)
		}
		if read, _ := os.ReadFile(seen); !strings.Contains(string(read), `"type":"agent.stop"`) || !strings.HasSuffix(string(read), `"codex":`+payload+"}}\n") {
			t.Errorf("%q: the hook read %s", args, read)
		}
	}
	// What is no payload there is a mistake, and the guard says so.
	r := run{dir: dir, flags: []string{"--fail-closed", "-c", "true", "extra"}, stdin: Payloads("codex")["PreToolUse.bash.json"]}.do(t)
	if !strings.Contains(r.stdout, `"permissionDecision":"deny"`) || !strings.Contains(r.stdout, "extra") {
		t.Errorf("exit %d, %s%s", r.exit, r.stdout, r.stderr)
	}
}
