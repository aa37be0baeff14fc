//go:build unix

package install

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/internal/shimtest"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

var builtShim string // the built program

func TestMain(m *testing.M) {
	if os.Getenv(childVar) != "" { // to be killed
		c := Command(nothing)
		c.Flags().Bool("json", false, "")
		c.Flags().String("color", "auto", "")
		c.SetArgs(os.Args[1:])
		os.Exit(exitcode.Of(c.Execute(), exitcode.No))
	}
	os.Exit(m.Run())
}

// childVar makes this program openhook install.
const childVar = "INSTALL_TEST_CHILD"

// A machine is a user's home without any tool, a folder of programs and a project.
type machine struct {
	*testing.T
	home, bin, project string
}

const denies = "#!/bin/sh\necho no >&2\nexit 2\n"

func newMachine(t *testing.T) *machine {
	t.Helper()
	builtShim = shimtest.Shim(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{t, filepath.Join(dir, "home"), filepath.Join(dir, "bin"), filepath.Join(dir, "project")}
	t.Setenv("HOME", m.home)
	t.Setenv("PATH", m.bin) // no tool of whoever runs the tests
	for _, s := range setup.Setups() {
		if name, _, ok := strings.Cut(s.Moved, "="); ok {
			t.Setenv(name, "")
		}
	}
	t.Setenv("XDG_STATE_HOME", "")
	t.Setenv("OPENHOOK_REQUIRED", "")
	for _, d := range [...]string{filepath.Dir(m.state()), m.bin, filepath.Join(m.project, ".git")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(builtShim, filepath.Join(m.bin, shimName)); err != nil {
		t.Fatal(err)
	}
	m.write(m.project+"/guard.sh", denies, 0o755)
	t.Chdir(m.project)
	return m
}

func (m *machine) state() string { return filepath.Join(m.home, ".local", "state", "openhook") }

func (m *machine) write(path, text string, mode fs.FileMode) {
	m.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	err = errors.Join(err, os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode))
	if err != nil {
		m.Fatal(err)
	}
}

// program puts a tool on the machine that says its version.
func (m *machine) program(name, version string) {
	m.write(filepath.Join(m.bin, name), "#!/bin/sh\necho '"+name+" version "+version+" (x)'\n", 0o755)
}

// nothing is wrong with any file.
func nothing(settings.Place, *Tool, string) string { return "" }

// run runs a command as the command line does.
func (m *machine) run(args ...string) (out string, code int) {
	m.Helper()
	c := map[string]func() *cobra.Command{"install": func() *cobra.Command { return Command(nothing) },
		"uninstall": Uninstall, "restore": Restore}[args[0]]()
	c.SilenceErrors, c.SilenceUsage = true, true
	c.Flags().Bool("json", false, "") // the program's own flags
	c.Flags().String("color", "auto", "")
	var b bytes.Buffer
	c.SetArgs(args[1:])
	c.SetIn(strings.NewReader("y\n"))
	c.SetOut(&b)
	err := c.Execute()
	if err != nil && err.Error() != "" {
		fmt.Fprintln(&b, ui.Clean(err.Error()))
	}
	return b.String(), exitcode.Of(err, exitcode.No)
}

// do is a run that must go well.
func (m *machine) do(args ...string) string {
	m.Helper()
	out, code := m.run(args...)
	if code != 0 {
		m.Fatalf("openhook %s: %d\n%s", strings.Join(args, " "), code, out)
	}
	return out
}

// files are all of the home and of the project with modes and contents, but for what
// the program keeps for itself.
func (m *machine) files() string {
	m.Helper()
	var b strings.Builder
	for _, root := range [...]string{m.home, m.project} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && path == m.state() {
				err = fs.SkipDir
			}
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "%v %s", info.Mode(), path)
			switch {
			case info.Mode()&fs.ModeSymlink != 0:
				to, err := os.Readlink(path)
				fmt.Fprintf(&b, " -> %s, %v", to, err)
			case info.Mode().IsRegular():
				data, err := os.ReadFile(path)
				fmt.Fprintf(&b, " %d bytes, %v\n%s", len(data), err, data)
			}
			b.WriteByte('\n')
			return nil
		})
		if err != nil {
			m.Fatal(err)
		}
	}
	return b.String()
}

// same fails if anything is not as it was.
func (m *machine) same(before, what string) {
	m.Helper()
	if after := m.files(); after != before {
		m.Errorf("%s: it was\n%s---\nit is\n%s", what, before, after)
	}
}

// kept are the files in which is kept what was done.
func (m *machine) kept() (names []string) {
	m.Helper()
	for _, dir := range [...]string{recordDir, backupDir} {
		files, err := filepath.Glob(filepath.Join(m.state(), dir, "*"))
		if err != nil {
			m.Fatal(err)
		}
		names = append(names, files...)
	}
	return names
}

// tool is one of a name.
func (m *machine) tool(source string) *Tool {
	m.Helper()
	t := ToolNamed(source)
	if t == nil {
		m.Fatalf("there is no %s", source)
	}
	return t
}

// path is the file that is written for a tool, of a script or a plugin with a "*" in it.
func (m *machine) path(t *Tool, scope setup.Scope) string {
	m.Helper()
	place, err := settings.ThisMachine(".")
	if err != nil {
		m.Fatal(err)
	}
	path := place.Path(&t.Setup, t.installFile(scope))
	if s := t.installFile(scope).Layout.Syntax; s == setup.JSON || s == setup.TOML {
		path = strings.Replace(path, "*", settings.Name, 1)
	}
	return path
}

// hooks are those that a tool's files name.
func (m *machine) hooks(t *Tool, scope setup.Scope) (hooks []settings.Hook) {
	m.Helper()
	for _, path := range settings.Glob(m.path(t, scope)) {
		data, err := os.ReadFile(path)
		if err != nil {
			m.Fatal(err)
		}
		some, err := settings.Read(t.installFile(scope).Layout, path, data)
		if err != nil {
			m.Fatalf("%s: %v\n%s", path, err, data)
		}
		hooks = append(hooks, some...)
	}
	return hooks
}

// sources are the names of all tools with a file of a scope.
func sources(scope setup.Scope) (all []string) {
	for _, t := range allTools() {
		if t.installFile(scope) != nil {
			all = append(all, t.Source)
		}
	}
	return all
}

func (m *machine) read(path string) string {
	m.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		m.Fatal(err)
	}
	return string(data)
}
