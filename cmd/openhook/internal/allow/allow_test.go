package allow

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/internal/hookfile"
)

const guarded = `{"hooks": [
  {"command": "sh log.sh", "priority": 5, "async": true, "env": {"A": "b, c"}},
  {"command": "hooks/guard.sh \u001b[1m$X", "tools": ["shell"], "events": ["tool.start"], "fail_closed": true, "what": 1}
]}`

// newProject makes a project and a home of its own, and returns the path of its
// hook file.
func newProject(t *testing.T, text string) string {
	t.Helper()
	home := t.TempDir()
	for _, name := range [...]string{"HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		t.Setenv(name, filepath.Join(home, name))
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "hooks", "guard.sh"), "exit 2")
	file := filepath.Join(dir, hookfile.Name)
	if text != "" {
		write(t, file, text)
	}
	return file
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// call runs a command as the command line does.
func call(c *cobra.Command, args ...string) (out string, code int, err error) {
	c.SilenceErrors, c.SilenceUsage = true, true
	c.Flags().Bool("json", false, "") // the program's own flag
	var b bytes.Buffer
	c.SetArgs(append([]string{}, args...))
	c.SetIn(strings.NewReader("y\n"))
	c.SetOut(&b)
	err = c.Execute()
	return b.String(), exitcode.Of(err, exitcode.Usage), err
}

// answer is what a person at a terminal says.
func answer(file, text string, terminal bool) (out string, code int, err error) {
	var b bytes.Buffer
	d := dialogue{strings.NewReader(text), ui.Out{Writer: &b, Width: 80}, func(any) bool { return terminal }}
	err = d.allow(file)
	return b.String(), exitcode.Of(err, -1), err
}

func TestDialogue(t *testing.T) {
	for _, c := range [...]struct {
		answer   string
		terminal bool
		code     int
		trust    hookfile.Trust
	}{
		{"y\n", true, 0, hookfile.Allowed},
		{" YES \r\n", true, 0, hookfile.Allowed},
		{"n\n", true, exitcode.No, hookfile.Unknown},
		{"\n", true, exitcode.No, hookfile.Unknown},
		{"", true, exitcode.No, hookfile.Unknown},
		{"y", true, exitcode.No, hookfile.Unknown},
		{"yo\n", true, exitcode.No, hookfile.Unknown},
		{"y\n", false, exitcode.Usage, hookfile.Unknown},
	} {
		file := newProject(t, guarded)
		out, code, err := answer(file, c.answer, c.terminal)
		if _, is, _ := readTrust(file); code != c.code || is != c.trust {
			t.Errorf("%+v: %d %v, trust %d\n%s", c, code, err, is, out)
		}
		info, err := os.Stat(recordFile(file))
		if (err == nil) != (c.trust == hookfile.Allowed) {
			t.Errorf("%+v: %v", c, err)
		}
		if err == nil && runtime.GOOS != "windows" {
			dir, _ := os.Stat(filepath.Dir(recordFile(file)))
			if info.Mode().Perm() != 0o600 || dir.Mode().Perm() != 0o700 {
				t.Errorf("%v, %v", info.Mode(), dir.Mode())
			}
		}
		if left, _ := os.ReadDir(filepath.Dir(recordFile(file))); len(left) > 1 {
			t.Errorf("%v", left)
		}
	}
}

// Only one of the two is a terminal.
func TestHalfATerminal(t *testing.T) {
	file := newProject(t, guarded)
	in := strings.NewReader("y\n")
	for _, terminal := range [...]func(any) bool{
		func(stream any) bool { return stream == any(in) },
		func(stream any) bool { return stream != any(in) },
	} {
		d := dialogue{in, ui.Out{Writer: io.Discard, Width: 80}, terminal}
		if err := d.allow(file); exitcode.Of(err, 0) != exitcode.Usage || in.Len() != 2 {
			t.Error(err)
		}
	}
}

func TestShown(t *testing.T) {
	file := newProject(t, guarded)
	dir := filepath.Dir(file)
	says := func(want ...string) {
		t.Helper()
		out, _, _ := answer(file, "y\n", true)
		at := 0
		for _, w := range want {
			i := strings.Index(out[at:], w)
			if i < 0 {
				t.Fatalf("%q is not there or in another place:\n%s", w, out)
			}
			at += i
		}
		if strings.Contains(out, "\x1b") {
			t.Errorf("escape sequences reach the terminal: %q", out)
		}
	}
	guard, log := filepath.Join(dir, "hooks", "guard.sh"), filepath.Join(dir, "log.sh")
	says(file+"\n",
		`  "hooks/guard.sh \x1b[1m$X"`, "line 3, priority 100, events tool.start, tools shell, fail_closed",
		"  sh log.sh\n", `line 2, priority 5, env "A=b, c", async`,
		"new         "+file, "new         "+guard, "new         "+log+" (does not exist)",
		"line 3: unknown key what", "unknown file", "Allow these hooks? [y/N] allowed")
	says("as allowed  "+file, "as allowed  "+guard, "allowed already\n")
	write(t, guard, "exit 3")
	write(t, log, "")
	says("as allowed  "+file, "changed     "+guard, "changed     "+log+"\n", "Allow these hooks? [y/N] allowed")
}

// Whatever changes shows, also where size and time stay.
func TestChanges(t *testing.T) {
	for name, text := range map[string]string{
		hookfile.Name:    strings.Replace(guarded, "shell", "shelf", 1),
		"hooks/guard.sh": "exit 0",
		"log.sh":         "",
	} {
		file := newProject(t, guarded)
		if out, code, err := answer(file, "y\n", true); code != 0 {
			t.Fatal(err, out)
		}
		path := filepath.Join(filepath.Dir(file), filepath.FromSlash(name))
		info, err := os.Stat(path)
		write(t, path, text)
		if err == nil {
			now, _ := os.Stat(path)
			if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil || now.Size() != info.Size() {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, is, changed := readTrust(file); is != hookfile.Changed || changed != path {
			t.Errorf("%s: trust %d, %s", name, is, changed)
		}
		if out, code, _ := call(Status(), filepath.Dir(file)); code != exitcode.No ||
			!strings.Contains(out, path+" changed after you allowed") {
			t.Errorf("%s: %d %s", name, code, out)
		}
	}
}

// What changes between the look and the answer is not what was allowed.
func TestChangesMeanwhile(t *testing.T) {
	file := newProject(t, guarded)
	guard := filepath.Join(filepath.Dir(file), "hooks", "guard.sh")
	in := readerFunc(func(b []byte) (int, error) {
		write(t, guard, "exit 0")
		return copy(b, "y\n"), nil
	})
	d := dialogue{in, ui.Out{Writer: io.Discard, Width: 80}, func(any) bool { return true }}
	if err := d.allow(file); exitcode.Of(err, 0) != exitcode.No ||
		!strings.Contains(err.Error(), "guard.sh changed while") {
		t.Error(err)
	}
	if _, is, _ := readTrust(file); is != hookfile.Changed {
		t.Errorf("trust %d", is)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }
