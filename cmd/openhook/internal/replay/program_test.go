package replay

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/payload"
	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/internal/shimtest"
)

// The program itself: a call is dumped, explained, cleaned and replayed with a
// hook that it has written.
func TestProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	dir := t.TempDir()
	call := bytes.Replace(golden.Payloads("claude-code")["PreToolUse.Bash.json"],
		[]byte("echo hi > made.txt && cat made.txt"), []byte("rm -rf /"), 1)
	for _, c := range [...]struct {
		args, says string
		exit       int
	}{
		{"new guard --lang py", "tools do the same: not run", 0},
		{"new guard --lang py", "openhook: guard.py: exists already", 1},
		{"__shim -- python3 guard.py", "it removes a whole tree", 0},
		{"explain -", "provider  claude-code", 0},
		{"explain none.json", "openhook: none.json: not found", 66},
		{"scrub --in-place dump", "read the files before you send them", 0},
		{"replay dump -- python3 guard.py", "1 call: 1 the same as in the dump, 0 different", 0},
		{"replay --json dump -- python3 -c pass", `"differs"`, 1},
		{"replay dump", "openhook: no hook", 64},
		{"replay --nonsense", "openhook: ", 64},
	} {
		cmd := exec.Command(shimtest.OpenHook(t), strings.Fields(c.args)...)
		cmd.Dir = dir
		if cmd.Env = payload.CleanEnviron(); strings.HasPrefix(c.args, "__shim") {
			cmd.Env = append(cmd.Env, "OPENHOOK_DUMP="+filepath.Join(dir, "dump"))
		}
		cmd.Stdin = bytes.NewReader(call)
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != c.exit ||
			!strings.Contains(filepath.ToSlash(string(out)), c.says) {
			t.Errorf("%s: exit %d\n%s", c.args, got, out)
		}
	}
	if left, _ := os.ReadDir(filepath.Join(dir, "dump")); len(left) != 5 {
		t.Errorf("%v", left)
	}
}
