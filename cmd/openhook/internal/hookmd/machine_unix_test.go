//go:build unix

package hookmd

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/internal/shimtest"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

var (
	programs   string // the folder with both
	repository string
)

// A machine is a home and a project with nothing in them, and the programs in PATH.
type machine struct {
	*testing.T
	home, project string
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	var err error
	if repository, err = filepath.Abs("../../../.."); err != nil {
		t.Fatal(err)
	}
	programs = t.TempDir()
	shimtest.Into(t, programs, shimtest.Shim(t), shimtest.OpenHook(t))
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{t, filepath.Join(dir, "home"), filepath.Join(dir, "project")}
	for _, d := range [...]string{m.home, filepath.Join(m.project, ".git")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOME", m.home)
	t.Setenv("PATH", programs+":/usr/bin:/bin")
	for _, name := range [...]string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "NO_COLOR"} {
		t.Setenv(name, "")
	}
	for _, s := range setup.Setups() {
		if name, _, ok := strings.Cut(s.Moved, "="); ok {
			t.Setenv(name, "")
		}
	}
	t.Chdir(m.project)
	return m
}

func (m *machine) own() string    { return filepath.Join(m.home, ".config", "agents", "hooks") }
func (m *machine) shared() string { return filepath.Join(m.project, ".agents", "hooks") }
func (m *machine) ownFile() string {
	return filepath.Join(m.home, ".config", "openhook", "hooks.json")
}
func (m *machine) sharedFile() string { return filepath.Join(m.project, ".openhook.json") }

func (m *machine) write(path, text string, mode fs.FileMode) {
	m.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), mode),
		os.Chmod(path, mode)); err != nil {
		m.Fatal(err)
	}
}

// hook makes a hook's folder: its front matter besides name and description, and what
// its run.sh does.
func (m *machine) hook(root, name, matter, script string) {
	m.Helper()
	folder := filepath.Join(root, name)
	m.write(filepath.Join(folder, FileName), "---\nname: "+name+"\ndescription: d\n"+matter+"\n---\n\n# "+name+"\n",
		0o644)
	m.write(filepath.Join(folder, "scripts", "run.sh"), "#!/bin/sh\n"+script+"\n", 0o755)
}

// An ended is what a program did.
type ended struct {
	stdout, stderr string
	exit           int
}

func (m *machine) run(stdin string, argv ...string) (e ended) {
	m.Helper()
	c := exec.Command(argv[0], argv[1:]...)
	c.Stdin = strings.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		m.Fatal(err)
	}
	return ended{stdout.String(), stderr.String(), c.ProcessState.ExitCode()}
}

// sync is `openhook sync --yes`, which must go well.
func (m *machine) sync(args ...string) string {
	m.Helper()
	e := m.run("", append([]string{"openhook", "sync", "--yes"}, args...)...)
	if e.exit != 0 {
		m.Fatalf("sync %s: %d\n%s%s", args, e.exit, e.stdout, e.stderr)
	}
	return e.stdout
}

func (m *machine) read(path string) string {
	m.Helper()
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		m.Fatal(err)
	}
	return string(data)
}
