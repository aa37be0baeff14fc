//go:build unix

package doctor

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/inventory"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/payload"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping"
)

// A screen is read while it is written.
type screen struct {
	sync.Mutex
	bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.Lock()
	defer s.Unlock()
	return s.Buffer.Write(p)
}

func (s *screen) text() string {
	s.Lock()
	defer s.Unlock()
	return s.Buffer.String()
}

// Who calls with the sentinel is seen, who calls otherwise or not is named; and then
// nothing of the calls is left.
func TestLive(t *testing.T) {
	program := filepath.Join(t.TempDir(), shimName)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	line := program + " -c 'exit 2'"
	hooks := `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"` + line + `"}]}]}}`
	place := home(t, map[string]string{".claude/settings.json": hooks, ".codex/hooks.json": hooks,
		".qwen/settings.json": hooks})
	tools, err := install.Tools(place, []string{"claude-code", "codex", "qwen-code"})
	if err != nil {
		t.Fatal(err)
	}
	call := func(source, command string) {
		made, err := payload.Make(source, payload.Want{Type: mapping.ToolStart, Tool: mapping.Shell, Command: command})
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command(program, "-c", "exit 2")
		c.Stdin = bytes.NewReader(made.Data)
		if out, err := c.CombinedOutput(); err != nil {
			t.Log(string(out))
			t.Fatal(err)
		}
	}
	call("claude-code", "before") // nobody watches yet
	out := &screen{}
	ended := make(chan error)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		ended <- watch(ctx, ui.Out{Writer: out, Width: 200}, inventory.ReadTools(place, tools), time.Minute)
	}()
	sentinel := ""
	for sentinel == "" {
		time.Sleep(time.Millisecond)
		sentinel = regexp.MustCompile(`openhook-live-[0-9a-f]+`).FindString(out.text())
	}
	call("qwen-code", "something else")
	call("claude-code", "echo "+sentinel)
	for !strings.Contains(out.text(), "claude-code called the hook") {
		time.Sleep(time.Millisecond)
	}
	cancel()
	if err := <-ended; err == nil {
		t.Error("two have not called, and that is fine")
	}
	for _, want := range []string{"claude-code called the hook (PreToolUse); effect of the answer: the action does not happen",
		"qwen-code: the tool calls the hook, but not with this command", "codex: the tool has not called the hook",
		"run /hooks in Codex"} {
		if !strings.Contains(out.text(), want) {
			t.Errorf("not said: %s\n%s", want, out.text())
		}
	}
	if left, err := os.ReadDir(filepath.Join(place.Home, ".local/state/openhook")); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
