//go:build unix

package shim_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"
)

// untilTold is a line of shell that goes on once the test has made the file "go".
const untilTold = `until [ -e go ]; do sleep 0.01; done; `

func TestAsync(t *testing.T) {
	t.Parallel()
	p := newProject(t, `{"hooks":[{"command":"cat >seen; `+untilTold+`echo '{\"decision\":\"deny\"}'; touch done","async":true},{"command":"true"}]}`)
	for name, send := range map[string]func() result{
		"in a file": func() result { return p.send("PreToolUse") },
		"wrapped": func() result {
			return p.send("PreToolUse", "--async", "-c", "cat >seen; "+untilTold+"touch done; exit 2")
		},
	} {
		os.Remove(p.path("done"))
		os.Remove(p.path("go"))
		if got := send(); got.Stdout != "" || got.Exit != 0 || got.Took > 30*time.Second {
			t.Errorf("%s: %+v", name, got)
		}
		if p.read("done") != "" {
			t.Errorf("%s was waited for", name)
		}
		p.write("go", "")
		for until := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
			if _, err := os.Stat(p.path("done")); err == nil {
				break
			}
			if time.Now().After(until) {
				t.Fatalf("%s did not outlive the shim", name)
			}
		}
		if gjson.Get(p.read("seen"), "type").Str != "tool.start" {
			t.Errorf("%s read %q", name, p.read("seen"))
		}
	}
}

// A large call is more than a pipe takes, and the shim is gone before it is read.
func TestAsyncReadsAll(t *testing.T) {
	t.Parallel()
	p := newProject(t, `{"hooks":[{"command":"`+untilTold+`wc -c >size.part; mv size.part size","async":true}]}`)
	payload := []byte(`{"session_id":"s","transcript_path":"/t","cwd":"` + p.dir + `","prompt_id":"p","hook_event_name":"UserPromptSubmit","prompt":"` + strings.Repeat("x", 3<<20) + `"}`)
	run{Dir: p.dir, Stdin: payload, Env: []string{"HOME=" + p.home, "XDG_STATE_HOME=" + filepath.Join(p.home, "state")}}.do(t)
	p.write("go", "")
	for until := time.Now().Add(20 * time.Second); p.read("size") == "" && time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
	}
	if size := strings.TrimSpace(p.read("size")); len(size) != 7 || size < "6000000" {
		t.Errorf("%q bytes", size)
	}
}

// An async hook that cannot be started is a fault where none may go unheard.
func TestAsyncFailsClosed(t *testing.T) {
	p := newProject(t, `{"hooks":[{"command":"true","async":true,"fail_closed":true}]}`)
	t.Setenv("TMPDIR", p.path("nowhere"))
	if got := p.send("PreToolUse"); !claudeDoes("PreToolUse", got).Stopped {
		t.Errorf("%+v", got)
	}
}
