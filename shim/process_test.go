//go:build !windows

package shim_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/internal/shimtest"
)

// Else every test of both would test one program twice: the linker says nothing of a
// variable that is not there.
func TestProgramsDiffer(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is one program")
	}
	var programs [2][]byte
	for i, path := range [...]string{shimtest.Shim(t), shimtest.ShimWithoutPidFD(t)} {
		var err error
		if programs[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if bytes.Equal(programs[0], programs[1]) {
		t.Error("shim.pidFD=off makes no difference")
	}
}

// shims are the built program, and the same where the kernel gives no pidfd.
func shims(t *testing.T) map[string]string {
	if runtime.GOOS != "linux" {
		return map[string]string{"shim": shimtest.Shim(t)}
	}
	return map[string]string{"pidfd": shimtest.Shim(t), "no pidfd": shimtest.ShimWithoutPidFD(t)}
}

// What a hook leaves behind must not hold up an answer that is in hand.
func TestGrandchild(t *testing.T) {
	// The promise is 20 ms on Linux, 150 ms elsewhere; a loaded machine gets room,
	// and what waits for the grandchild takes its 20 s.
	const soon = 2 * time.Second
	for name, bin := range shims(t) {
		for _, c := range [...]struct {
			name   string
			steps  []string
			denies bool
		}{
			{"keeps both streams", []string{"out", denyJSON, "fork", "sleep", "20s"}, true},
			{"keeps both streams, own session", []string{"out", denyJSON, "setsid", "sleep", "20s"}, true},
			{"keeps stderr only", []string{"out", denyJSON, "fork", "out", "\n", "sleep", "20s"}, true},
			{"without an answer", []string{"fork", "sleep", "20s"}, false},
			{"goes on printing", []string{"out", denyJSON, "fork", "sleep", "10ms", "flood", "100000", "sleep", "20s"}, true},
		} {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				got := run{Bin: bin, Stdin: golden.Payloads("claude-code")[preTool], Steps: c.steps}.doWithoutEOF(t)
				if got.Took > soon || denied(t, got) != c.denies {
					t.Errorf("%+v", got)
				}
			})
		}
		t.Run(name+"/exit 2", func(t *testing.T) {
			got := run{Bin: bin, Stdin: golden.Payloads("claude-code")[preTool],
				Hook: []string{"sh", "-c", "sleep 20 & echo no >&2; exit 2"}}.doWithoutEOF(t)
			if got.Took > soon || !denied(t, got) || !strings.Contains(got.Stdout, `"no"`) {
				t.Errorf("%+v", got)
			}
		})
		t.Run(name+"/a tee", func(t *testing.T) {
			// The answer comes out of a process that outlives the hook a little.
			got := run{Bin: bin, Stdin: golden.Payloads("claude-code")[preTool],
				Hook: []string{"sh", "-c", "(sleep 0.1; echo '" + denyJSON + "') & exit 0"}}.do(t)
			if !denied(t, got) {
				t.Errorf("%+v", got)
			}
		})
	}
}

// doWithoutEOF runs the shim as a client does that waits for its exit alone.
func (r run) doWithoutEOF(t *testing.T) result {
	t.Helper()
	c := r.command(t)
	dir := tempDir(t)
	var files [2]*os.File
	for i := range files {
		f, err := os.Create(filepath.Join(dir, strconv.Itoa(i)))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		files[i] = f
	}
	c.Stdout, c.Stderr = files[0], files[1]
	start := time.Now()
	shimtest.Feed(c, r.Stdin)
	took := time.Since(start)
	stdout, _ := os.ReadFile(files[0].Name())
	stderr, _ := os.ReadFile(files[1].Name())
	return result{Stdout: string(stdout), Stderr: string(stderr), Exit: exitOf(c.ProcessState), Took: took}
}

// exitOf is 128+n for signal n, as in client.Reply.
func exitOf(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}

// A timeout leaves no process behind, whatever it did to get away.
func TestTimeoutEndsTheTree(t *testing.T) {
	slow(t)
	t.Parallel()
	for name, bin := range shims(t) {
		for _, c := range [...]struct {
			name  string
			steps []string
		}{
			{"the hook", []string{"pid", "PID", "sleep", "1m"}},
			{"that ignores TERM", []string{"ignore", "pid", "PID", "sleep", "1m"}},
			{"its child", []string{"fork", "pid", "PID", "sleep", "1m"}},
			{"its child in a session of its own", []string{"setsid", "ignore", "pid", "PID", "sleep", "1m"}},
			{"its grandchild, orphaned twice", []string{"setsid", "fork", "pid", "PID", "sleep", "1m"}},
		} {
			if runtime.GOOS != "linux" && strings.Contains(c.name, "session") {
				continue // only Linux has subreapers
			}
			t.Run(name+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				dir := tempDir(t)
				file := filepath.Join(dir, "pid")
				line := "'" + shimtest.Play(t) + "' " + strings.ReplaceAll(strings.Join(c.steps, " "), "PID", "'"+file+"'") + "; sleep 60"
				var text []byte
				for _, limit := range [...]string{"700ms", "10s"} { // a loaded machine may need the second
					got := run{Bin: bin, Dir: dir, Stdin: golden.Payloads("claude-code")[preTool], Flags: []string{"--timeout", limit, "-c", line}}.do(t)
					if !strings.Contains(got.Stderr, "did not end within") || got.Took > 30*time.Second {
						t.Errorf("%+v", got)
					}
					if text, _ = os.ReadFile(file); len(text) > 0 {
						break
					}
				}
				pid, _ := strconv.Atoi(string(text))
				if pid == 0 || alive(pid) {
					syscall.Kill(pid, syscall.SIGKILL)
					t.Errorf("process %d is left", pid)
				}
			})
		}
	}
}

func alive(pid int) bool {
	for range 50 {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if syscall.Kill(pid, 0) != nil || err == nil && bytes.Contains(stat, []byte(") Z ")) {
			return false
		}
		time.Sleep(10 * time.Millisecond)
	}
	return true
}

// No size of input or output makes the two wait for each other.
func TestSizes(t *testing.T) {
	slow(t)
	t.Parallel()
	const n = "100000000"
	payload := string(golden.Payloads("claude-code")[preTool])
	big := strings.Replace(payload, `"description":"`, `"description":"`+strings.Repeat("a ", 5<<20), 1)
	for name, bin := range shims(t) {
		for _, c := range [...]struct {
			name   string
			stdin  string
			steps  []string
			denies bool
		}{
			{"10 MB that nobody reads", big, []string{"out", denyJSON}, true},
			{"10 MB read late", big, []string{"out", denyJSON, "sleep", "50ms", "read"}, true},
			{"100 MB of stdout", payload, []string{"flood", n, "out", "\n" + denyJSON + "\n"}, true},
			{"100 MB of stdout behind a deny", payload, []string{"out", denyJSON + "\n", "flood", n}, true},
			{"100 MB of stdout behind an approval", payload, []string{"out", `{"decision":"allow"}` + "\n", "flood", n}, true},
			{"a deny amid 100 MB of stdout, then killed", payload, []string{"flood", n, "out", "\n" + denyJSON + "\n", "flood", n, "kill", "9"}, true},
			{"100 MB of stdout, exit 2", payload, []string{"flood", n, "err", "no", "exit", "2"}, true},
			{"100 MB of stdout, no answer", payload, []string{"flood", n}, false},
			{"100 MB of stderr", payload, []string{"floods", n, "out", denyJSON}, true},
			{"100 MB of stderr, exit 2", payload, []string{"floods", n, "exit", "2"}, true},
			{"closed streams", payload, []string{"out", denyJSON, "close", "sleep", "50ms"}, true},
			{"closed streams, exit 2", payload, []string{"err", "no", "close", "sleep", "50ms", "exit", "2"}, true},
		} {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				got := run{Bin: bin, Stdin: []byte(c.stdin), Steps: c.steps}.do(t)
				if denied(t, got) != c.denies || got.Exit != 0 {
					t.Errorf("denied is %v, exit %d, %d bytes of stdout", !c.denies, got.Exit, len(got.Stdout))
				}
			})
		}
	}
}

func TestSideBySide(t *testing.T) {
	slow(t)
	t.Parallel()
	payload := golden.Payloads("claude-code")[preTool]
	for name, bin := range shims(t) {
		t.Run(name, func(t *testing.T) {
			var wait sync.WaitGroup
			dir := tempDir(t)
			for i := range 200 {
				wait.Go(func() {
					reason := fmt.Sprintf("REASON-%03d", i)
					got := run{Bin: bin, Dir: dir, Stdin: payload, Steps: []string{"read", "err", reason, "exit", "2"}}.do(t)
					if !denied(t, got) || !strings.Contains(got.Stdout, reason) {
						t.Errorf("%s: %+v", reason, got)
					}
				})
			}
			wait.Wait()
		})
	}
}

// The end of the client is the end of the hook.
func TestClientEndsUs(t *testing.T) {
	t.Parallel()
	for name, bin := range shims(t) {
		for _, sig := range [...]syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGKILL} {
			t.Run(name+"/"+sig.String(), func(t *testing.T) {
				t.Parallel()
				dir := tempDir(t)
				file := filepath.Join(dir, "pid")
				c := run{Bin: bin, Dir: dir, Steps: []string{"pid", file, "sleep", "1m"}}.command(t)
				c.Stdin = bytes.NewReader(golden.Payloads("claude-code")[preTool])
				if err := c.Start(); err != nil {
					t.Fatal(err)
				}
				var text []byte
				for range 500 {
					if text, _ = os.ReadFile(file); len(text) > 0 {
						break
					}
					time.Sleep(10 * time.Millisecond)
				}
				time.Sleep(50 * time.Millisecond)
				c.Process.Signal(sig)
				c.Wait()
				pid, _ := strconv.Atoi(string(text))
				if pid == 0 || alive(pid) {
					syscall.Kill(pid, syscall.SIGKILL)
					t.Errorf("process %d is left", pid)
				}
			})
		}
	}
}

// A deny that cannot be written is an exit code 2 with its reason.
func TestStdoutIsGone(t *testing.T) {
	payload := golden.Payloads("claude-code")[preTool]
	closed := func(t *testing.T) *os.File {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		return w
	}
	null := func(t *testing.T) *os.File {
		f, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for name, stdout := range map[string]func(*testing.T) *os.File{"closed pipe": closed, "/dev/null": null} {
		for _, s := range [...]struct {
			steps []string
			exit  int
		}{{[]string{"out", denyJSON}, 2}, {[]string{"err", "no", "exit", "2"}, 2}, {[]string{"out", `{"decision":"allow"}`}, 0}} {
			c := run{Steps: s.steps}.command(t)
			var stderr bytes.Buffer
			f := stdout(t)
			c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(payload), f, &stderr
			c.Run()
			f.Close()
			if got := c.ProcessState.ExitCode(); got != s.exit || (s.exit == 2) != strings.Contains(stderr.String(), "no") {
				t.Errorf("%s, %v: exit %d, stderr %q", name, s.steps, got, stderr.String())
			}
		}
	}
}
