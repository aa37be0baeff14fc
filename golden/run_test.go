package golden

import (
	"os/exec"
	"testing"

	"github.com/openhook/openhook-shim/internal/shimtest"
)

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

const preTool = shimtest.PreTool
