package shim_test

import (
	"flag"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"testing"

	"github.com/openhook/openhook-shim/internal/shimtest"
	"github.com/openhook/openhook-shim/mapping"
)

// TestMain makes the tests the same whoever starts them. nohup ignores SIGHUP, the &
// of a script SIGINT, and an ignored signal is ignored in all that the tests start.
// A signal that the tests catch is not.
func TestMain(m *testing.M) {
	caught := make(chan os.Signal, 1)
	for n := 1; n <= 64; n++ {
		if sig := syscall.Signal(n); signal.Ignored(sig) {
			signal.Notify(caught, sig)
		}
	}
	keepFilesFromChildren()
	// Most of these tests wait more than they work.
	flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0)))
	os.Exit(m.Run())
}

// slow is for a test that waits for limits of the shim, or moves very much.
func slow(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short")
	}
}

// A run is one call of the built program, like a client makes it.
type run shimtest.Run

type result = shimtest.Result

func (r run) do(t testing.TB) result { t.Helper(); return shimtest.Run(r).Do(t) }

func (r run) command(t testing.TB) *exec.Cmd { t.Helper(); return shimtest.Run(r).Command(t) }

// call puts a payload where its client puts it.
func call(file string, payload []byte, r run) run {
	return run(shimtest.Run(r).Sending(file, payload))
}

func tempDir(t testing.TB) string { t.Helper(); return shimtest.TempDir(t) }

func denied(_ *testing.T, got result) bool { return shimtest.Denied(got) }

const (
	preTool  = shimtest.PreTool
	denyJSON = `{"decision":"deny","reason":"no"}`
)

// decode reads a payload like the shim does.
func decode(t testing.TB, payload []byte) *mapping.Call {
	t.Helper()
	return shimtest.Decode(t, "/home/dev/project", payload)
}

// five are the clients behind which every fault is tried; what costs little is
// tried behind all of them.
var five = []string{"claude-code", "codex", "copilot-cli", "cursor", "gemini-cli"}
