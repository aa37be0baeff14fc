package shim_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/internal/shimtest"
)

// dumped returns the files of a folder's only dump by their endings.
func dumped(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, all := map[string]string{}, ""
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		ending := filepath.Ext(e.Name())
		if name := strings.TrimSuffix(e.Name(), ending); all == "" {
			all = name
		} else if name != all {
			t.Errorf("%s beside %s", name, all)
		}
		files[ending] = string(data)
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v", e.Name(), info.Mode())
		}
	}
	return files
}

func TestDump(t *testing.T) {
	payload := golden.Payloads("claude-code")["PreToolUse.Bash.json"]
	spaced := "{\n" + string(payload[1:]) // Parse changes it in place
	for _, c := range [...]struct {
		name, stdin string
		flags       []string
		steps       []string
	}{
		{"a deny", spaced, nil, []string{"read", "err", "no", "exit", "2"}},
		{"nothing", spaced, nil, []string{"read", "err", "debug"}},
		{"a failed hook", spaced, nil, []string{"exit", "3"}},
		{"fail-closed", spaced, []string{"--fail-closed"}, []string{"exit", "3"}},
		{"broken JSON", "{\"x\"\n\xff", nil, []string{"exit", "0"}},
		{"broken JSON, fail-closed", "{\"x\"", []string{"--fail-closed"}, []string{"exit", "0"}},
		{"empty", "", nil, []string{"exit", "0"}},
		{"a wrong flag", spaced, []string{"--typo"}, []string{"exit", "0"}},
		{"big", strings.Replace(spaced, "make a file", strings.Repeat("x", 300<<10), 1), nil, []string{"exit", "2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := run{Flags: c.flags, Steps: c.steps, Stdin: []byte(c.stdin), Dir: tempDir(t)}
			plain := r.do(t)
			dir := filepath.Join(r.Dir, "a", "b")
			r.Env = []string{"OPENHOOK_DUMP=" + dir, "SECRET=s3cr3t", "LINES2=a\nHIDDEN=s3cr3t"}
			got := r.do(t)
			if got.Stdout != plain.Stdout || got.Stderr != plain.Stderr || got.Exit != plain.Exit {
				t.Errorf("%+v with a dump, %+v without", got, plain)
			}
			d := dumped(t, dir)
			if d[".stdin"] != c.stdin || d[".stdout"] != got.Stdout || d[".stderr"] != got.Stderr || d[".exit"] != strconv.Itoa(got.Exit)+"\n" || len(d) != 5 {
				t.Errorf("%.2000q\nof %+v", d, got)
			}
			if env := "\n" + d[".env"]; !strings.Contains(env, "\nSECRET\n") || strings.Contains(env, "s3cr3t") || strings.Contains(env, "=") {
				t.Errorf("%q", d[".env"])
			}
			if info, err := os.Stat(dir); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
				t.Errorf("%v %v", info.Mode(), err)
			}
		})
	}
}

// A dump that cannot be written costs nothing, and a hook still reads no other
// OPENHOOK_ variable from outside.
func TestDumpFails(t *testing.T) {
	r := run{Steps: []string{"env", "", "exit", "2"}, Stdin: golden.Payloads("claude-code")["PreToolUse.Bash.json"], Dir: tempDir(t)}
	r.Steps[1] = filepath.Join(r.Dir, "env")
	file := filepath.Join(r.Dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r.Env = []string{"OPENHOOK_DUMP=" + filepath.Join(file, "x"), "OPENHOOK_DUMPS=1"}
	if got := r.do(t); !denied(t, got) || !strings.Contains(got.Stderr, "the dump does not hold this call: "+filepath.Join(file, "x")) {
		t.Errorf("%+v", got)
	}
	env, err := os.ReadFile(r.Steps[1])
	if err != nil || !strings.Contains(string(env), "OPENHOOK_DUMP=") || strings.Contains(string(env), "OPENHOOK_DUMPS=") {
		t.Errorf("%q %v", env, err)
	}
	if data, _ := os.ReadFile(file); len(data) > 0 {
		t.Errorf("%q", data)
	}
}

// A shim below another keeps its call as well.
func TestDumpBelow(t *testing.T) {
	r := run{Stdin: golden.Payloads("claude-code")["PreToolUse.Bash.json"], Dir: tempDir(t), Hook: []string{shimtest.Shim(t), "--", shimtest.Play(t), "exit", "2"}}
	dir := filepath.Join(r.Dir, "dump")
	r.Env = []string{"OPENHOOK_DUMP=" + dir}
	if got := r.do(t); !denied(t, got) {
		t.Errorf("%+v", got)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*.exit"))
	if len(names) != 2 {
		t.Errorf("%q", names)
	}
}

// Of a call that never ends, what it had read is kept.
func TestDumpKilled(t *testing.T) {
	r := run{Stdin: golden.Payloads("claude-code")["PreToolUse.Bash.json"], Dir: tempDir(t)}
	up := filepath.Join(r.Dir, "up")
	r.Steps = []string{"touch", up, "sleep", "20s"}
	dir := filepath.Join(r.Dir, "dump")
	r.Env = []string{"OPENHOOK_DUMP=" + dir}
	c := r.command(t)
	c.Stdin = strings.NewReader(string(r.Stdin))
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ {
		if _, err := os.Stat(up); err == nil || i == 1000 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	c.Process.Kill()
	c.Wait()
	if d := dumped(t, dir); d[".stdin"] != string(r.Stdin) || d[".env"] == "" || len(d) != 2 {
		t.Errorf("%q", d)
	}
}
