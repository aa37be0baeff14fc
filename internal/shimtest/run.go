package shimtest

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A Run is one call of the shim like a client makes it.
type Run struct {
	Bin   string // default: Shim
	Dir   string // default: a new folder
	Env   []string
	Flags []string
	Hook  []string // default: play with these steps
	Steps []string
	Stdin []byte
}

// A Result is what the client gets back.
type Result struct {
	Stdout, Stderr string
	Exit           int
	Took           time.Duration
}

// Do makes the call.
func (r Run) Do(t testing.TB) Result {
	t.Helper()
	c := r.Command(t)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	start := time.Now()
	err := Feed(c, r.Stdin)
	took := time.Since(start)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return Result{stdout.String(), stderr.String(), c.ProcessState.ExitCode(), took}
}

// ready is how many bytes every pipe takes before a program reads it.
const ready = 4 << 10

// Feed runs a command with a payload on its stdin. The first bytes are in the pipe
// before the command starts: on a busy machine the test may be late, and the shim takes
// a stdin without data for 2 s as a fault.
func Feed(c *exec.Cmd, payload []byte) error {
	in, out, err := os.Pipe()
	if err != nil {
		return err
	}
	first := min(len(payload), ready)
	if _, err := out.Write(payload[:first]); err != nil {
		return err
	}
	c.Stdin = in
	err = c.Start()
	in.Close()
	fed := make(chan struct{})
	go func() {
		out.Write(payload[first:]) // a hook need not read
		out.Close()
		close(fed)
	}()
	if err == nil {
		err = c.Wait()
	}
	out.Close() // the command has ended, so no process reads the rest
	<-fed
	return err
}

// Command returns the call with its flags, folder and environment, not started.
func (r Run) Command(t testing.TB) *exec.Cmd {
	t.Helper()
	if r.Bin == "" {
		r.Bin = Shim(t)
	}
	if r.Dir == "" {
		r.Dir = TempDir(t)
	}
	args := slices.Clone(r.Flags)
	switch {
	case r.Hook != nil:
		args = append(append(args, "--"), r.Hook...)
	case r.Steps != nil:
		args = append(append(args, "--", Play(t)), r.Steps...)
	}
	c := exec.Command(r.Bin, args...)
	c.Dir = r.Dir
	c.Env = append(Environment(r.Dir), r.Env...)
	c.WaitDelay = 5 * time.Second
	return c
}

// Sending returns the call with a payload where its client puts it: a recording's
// file name says so.
func (r Run) Sending(file string, payload []byte) Run {
	switch {
	case strings.Contains(file, ".argv.") && r.Hook != nil:
		r.Hook = append(slices.Clone(r.Hook), string(payload))
	case strings.Contains(file, ".argv."):
		r.Steps = append(slices.Clone(r.Steps), string(payload))
	case strings.Contains(file, "USER_PROMPT-env"):
		r.Env = append(slices.Clone(r.Env), "USER_PROMPT="+string(payload))
	default:
		r.Stdin = payload
	}
	return r
}

// Environment returns a clean one: what a test inherits must not decide it.
func Environment(dir string) []string {
	env := []string{"HOME=" + dir, "XDG_STATE_HOME=" + filepath.Join(dir, "state")}
	for _, name := range [...]string{"PATH", "SystemRoot", "TMPDIR", "TEMP", "PATHEXT"} {
		if v := os.Getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// TempDir is t.TempDir, but for Wine 8, where Go cannot remove it.
func TempDir(t testing.TB) string {
	t.Helper()
	if os.Getenv("GOLDEN_PROGRAMS") == "" {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp("", "golden")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
