//go:build unix

package installtest

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A box is a machine with an empty home, whose path has a space, and few programs.
type box struct {
	*testing.T
	home, tmp, bin string
	path           string   // PATH, bin at first
	shell          []string // what runs install.sh
	env            []string
	user           int // to be instead of root, 0: nobody else
}

// needed are the programs that install.sh calls wherever it runs.
var needed = []string{"cat", "chmod", "cp", "grep", "gzip", "mkdir", "mktemp", "mv", "rm", "sed", "tar", "uname"}

// newBox is a box with what is needed and programs besides. The test is skipped where
// they are missing.
func newBox(t *testing.T, shell string, programs ...string) *box {
	t.Helper()
	dir, err := os.MkdirTemp("", "installtest")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		t.Fatal(err)
	}
	b := &box{T: t, home: filepath.Join(dir, "a home"), tmp: filepath.Join(dir, "a tmp"), bin: filepath.Join(dir, "bin"), shell: strings.Fields(shell)}
	b.path = b.bin
	for _, d := range [...]string{dir, b.home, b.tmp, b.bin} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(d, 0o777); err != nil { // for whom it is run as
			t.Fatal(err)
		}
	}
	if b.shell[0] == "busybox" {
		b.busybox()
	} else {
		for _, p := range append(programs, needed...) {
			b.program(p)
		}
	}
	if b.shell[0], err = exec.LookPath(b.shell[0]); err != nil {
		t.Skip(err)
	}
	return b
}

// program puts one of the machine's programs into the box.
func (b *box) program(name string) {
	b.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		b.Skip(err)
	}
	if err := os.Symlink(path, filepath.Join(b.bin, name)); err != nil {
		b.Fatal(err)
	}
}

// busybox makes it the only program of the box, as in Alpine.
func (b *box) busybox() {
	b.Helper()
	out, err := exec.Command("busybox", "--list").Output()
	if err != nil {
		b.Skip(err)
	}
	path, err := exec.LookPath("busybox")
	for name := range strings.FieldsSeq(string(out)) {
		if err == nil {
			err = os.Symlink(path, filepath.Join(b.bin, name))
		}
	}
	if err != nil {
		b.Fatal(err)
	}
}

// script puts a script of its own into the box.
func (b *box) script(name, text string) {
	b.Helper()
	path := filepath.Join(b.bin, name)
	os.Remove(path)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		b.Fatal(err)
	}
}

// command is a program as it runs in the box, in the home.
func (b *box) command(argv ...string) *exec.Cmd {
	c := exec.Command(argv[0], argv[1:]...)
	c.Dir = b.home
	c.Env = append([]string{"HOME=" + b.home, "TMPDIR=" + b.tmp, "PATH=" + b.path, "LC_ALL=C"}, b.env...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if b.user != 0 && os.Getuid() == 0 {
		c.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(b.user), Gid: uint32(b.user)}
	}
	return c
}

// run runs a program in the home.
func (b *box) run(argv ...string) (out string, code int) {
	b.Helper()
	return b.in(b.home, argv...)
}

func (b *box) finish(c *exec.Cmd) (out string, code int) {
	b.Helper()
	var all bytes.Buffer
	c.Stdout, c.Stderr = &all, &all
	err := c.Run()
	if c.ProcessState == nil {
		b.Fatal(err)
	}
	return all.String(), c.ProcessState.ExitCode()
}

// installer is install.sh with arguments.
func (b *box) installer(args ...string) *exec.Cmd {
	b.Helper()
	text, err := os.ReadFile("../../install.sh")
	if err != nil {
		b.Fatal(err)
	}
	// A copy: another user may not be let into the folder of the repository.
	script := filepath.Join(filepath.Dir(b.bin), "install.sh")
	b.write(script, string(text), 0o755)
	return b.command(append(append(b.shell, script), args...)...)
}

func (b *box) install(args ...string) (out string, code int) {
	b.Helper()
	return b.finish(b.installer(args...))
}

// left are the files in the home, from there, and all of the folder for temporary ones.
func (b *box) left() (names []string) {
	b.Helper()
	for _, dir := range [...]string{b.home, b.tmp} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && path != dir && (dir == b.tmp || !d.IsDir()) {
				path, err = filepath.Rel(dir, path)
				names = append(names, path)
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	return names
}

func (b *box) write(path, text string, mode os.FileMode) {
	b.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err = errors.Join(err, os.WriteFile(path, []byte(text), mode)); err != nil {
		b.Fatal(err)
	}
}

// in runs a program, of the box if it has no path, in a folder.
func (b *box) in(dir string, argv ...string) (out string, code int) {
	b.Helper()
	if !filepath.IsAbs(argv[0]) {
		argv = append([]string{filepath.Join(b.bin, argv[0])}, argv[1:]...)
	}
	c := b.command(argv...)
	c.Dir = dir
	return b.finish(c)
}

// want fails unless a program ended as it should and said something.
func (b *box) want(dir string, exit int, says string, argv ...string) (out string) {
	b.Helper()
	out, code := b.in(dir, argv...)
	if code != exit || !strings.Contains(out, says) {
		b.Errorf("%s: %d\n%s", strings.Join(argv, " "), code, out)
	}
	return out
}
