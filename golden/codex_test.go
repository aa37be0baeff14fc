package golden

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/internal/shimtest"
)

// Codex' notify puts the payload behind the configured command, whatever that
// is, and nothing on stdin.
func TestCodexNotify(t *testing.T) {
	t.Parallel()
	const file = "notify.agent-turn-complete.argv.json"
	payload := string(Payloads("codex")[file])
	dir := tempDir(t)
	seen := filepath.Join(dir, "seen")
	for _, args := range [...][]string{
		{"--", shimtest.Play(t), "save", seen},
		{"-c", `"` + shimtest.Play(t) + `" save "` + seen + `"`},
		{"--source", "codex", "-c", `"` + shimtest.Play(t) + `" save "` + seen + `"`},
	} {
		os.Remove(seen)
		c := run{Dir: dir, Flags: append(args, payload)}.command(t)
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
	r := run{Dir: dir, Flags: []string{"--fail-closed", "-c", "true", "extra"}, Stdin: Payloads("codex")["PreToolUse.bash.json"]}.do(t)
	if !strings.Contains(r.Stdout, `"permissionDecision":"deny"`) || !strings.Contains(r.Stdout, "extra") {
		t.Errorf("exit %d, %s%s", r.Exit, r.Stdout, r.Stderr)
	}
}
