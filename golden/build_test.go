package golden

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

// Every test here runs the built program, as a client would.
var shim, shimNoPidFD, play string

func TestMain(m *testing.M) {
	if slices.Contains(os.Args, "-test.fuzzworker") { // it calls functions alone, and is started again and again
		os.Exit(m.Run())
	}
	dir, err := os.MkdirTemp("", "golden")
	if err == nil {
		err = build(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

func build(dir string) error {
	ending := ""
	if runtime.GOOS == "windows" {
		ending = ".exe"
	}
	// Where there is no Go, as under Wine, the programs lie ready in a folder.
	if ready := os.Getenv("GOLDEN_PROGRAMS"); ready != "" {
		shim, play = filepath.Join(ready, "openhook-shim"+ending), filepath.Join(ready, "play"+ending)
		shimNoPidFD = shim
		return nil
	}
	for _, b := range [...]struct {
		path   *string
		pkg    string
		ldflag string
	}{
		{&shim, "..", ""},
		{&shimNoPidFD, "..", "-X github.com/openhook/openhook-shim/shim.pidFD=off"},
		{&play, "./play", ""},
	} {
		*b.path = filepath.Join(dir, fmt.Sprintf("bin%d", len(b.ldflag)), filepath.Base(map[string]string{"..": "openhook-shim", "./play": "play"}[b.pkg])+ending)
		c := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w "+b.ldflag, "-o", *b.path, b.pkg)
		c.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("go build %s: %v\n%s", b.pkg, err, out)
		}
	}
	return nil
}

// A run is one call of the shim as a client would make it.
type run struct {
	bin   string // default: shim
	dir   string // default: a new folder
	env   []string
	flags []string
	hook  []string // default: play with these steps
	steps []string
	stdin []byte
}

// A result is what the client gets back.
type result struct {
	stdout, stderr string
	exit           int
	took           time.Duration
}

// tempDir is t.TempDir, but for Wine 8, where Go cannot remove it.
func tempDir(t testing.TB) string {
	if os.Getenv("GOLDEN_PROGRAMS") == "" {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp("", "golden")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func (r run) do(t testing.TB) result {
	t.Helper()
	c := r.command(t)
	var stdout, stderr bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(r.stdin), &stdout, &stderr
	start := time.Now()
	err := c.Run()
	took := time.Since(start)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{stdout.String(), stderr.String(), c.ProcessState.ExitCode(), took}
}

func (r run) command(t testing.TB) *exec.Cmd {
	t.Helper()
	if r.bin == "" {
		r.bin = shim
	}
	if r.dir == "" {
		r.dir = tempDir(t)
	}
	args := append([]string{}, r.flags...)
	switch {
	case r.hook != nil:
		args = append(append(args, "--"), r.hook...)
	case r.steps != nil:
		args = append(append(args, "--", play), r.steps...)
	}
	c := exec.Command(r.bin, args...)
	c.Dir = r.dir
	c.Env = append(environment(r.dir), r.env...)
	c.WaitDelay = 5 * time.Second
	return c
}

// environment is a clean one: what is inherited must not decide a test.
func environment(dir string) []string {
	env := []string{"HOME=" + dir, "XDG_STATE_HOME=" + filepath.Join(dir, "state")}
	for _, name := range [...]string{"PATH", "SystemRoot", "TMPDIR", "TEMP", "PATHEXT"} {
		if v := os.Getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}
