//go:build unix

package settings

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func replace(t *testing.T, path, text string) {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Replace([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if got := state(path); got != "file "+text {
		t.Fatalf("%q", got)
	}
}

func TestModeIsKept(t *testing.T) {
	// What the user's umask is decides of new folders alone.
	defer syscall.Umask(syscall.Umask(0o077))
	path := filepath.Join(t.TempDir(), "new", "settings.json")
	replace(t, path, "new")
	for _, mode := range [...]fs.FileMode{0o644, 0o600, 0o755, 0o640, 0o666, 0o200} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err != nil && mode == 0o200 && os.Geteuid() != 0 {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Replace([]byte(mode.String())); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("%v: %v, %v", mode, info.Mode(), err)
		}
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

func TestModeOfANewFile(t *testing.T) {
	for _, mode := range [...]fs.FileMode{0, 0o600, 0o755} {
		f, err := Open(filepath.Join(t.TempDir(), "settings.json"))
		if err != nil {
			t.Fatal(err)
		}
		want := fs.FileMode(0o644)
		if mode != 0 {
			f.Mode, want = mode, mode
		}
		if _, err := f.Replace(nil); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(f.Path); err != nil || info.Mode() != want {
			t.Errorf("%v: %v, %v", mode, info.Mode(), err)
		}
	}
}

func TestOwnerIsKept(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	path := filepath.Join(t.TempDir(), "settings.json")
	write(t, path, "theirs")
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(path, 12345, 54321); err != nil {
		t.Fatal(err)
	}
	replace(t, path, "ours")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if s := info.Sys().(*syscall.Stat_t); s.Uid != 12345 || s.Gid != 54321 || info.Mode() != 0o640 {
		t.Errorf("%d:%d %v", s.Uid, s.Gid, info.Mode())
	}
}

func TestReadOnly(t *testing.T) {
	for _, mode := range [...]fs.FileMode{0o444, 0o400, 0o555} {
		path := filepath.Join(t.TempDir(), "settings.json")
		write(t, path, "x")
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range [...]error{f.Writable(), second(f.Replace([]byte("y"))), f.Remove()} {
			if err == nil || err.Error() != path+" is read-only" || state(path) != "file x" {
				t.Errorf("%v: %v, %q", mode, err, state(path))
			}
		}
	}
}

func second(_ []string, err error) error { return err }

// A link stays one, and what it leads to is edited.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "dotfiles", "tool"), 0o755); err != nil {
		t.Fatal(err)
	}
	link := func(to, at string) string {
		at = filepath.Join(dir, at)
		if err := os.Symlink(to, at); err != nil {
			t.Fatal(err)
		}
		return at
	}
	real := filepath.Join(dir, "dotfiles", "tool", "settings.json")
	link("dotfiles/tool", "folder")
	for _, path := range [...]string{
		link("dotfiles/tool/settings.json", "relative"),
		link(real, "absolute"),
		link("absolute", "twice"),
		filepath.Join(dir, "folder", "settings.json"),
	} {
		write(t, real, "old")
		to, _ := os.Readlink(path)
		replace(t, path, "new "+path)
		if state(real) != "file new "+path {
			t.Errorf("%s: %q", path, state(real))
		}
		if now, _ := os.Readlink(path); now != to {
			t.Errorf("%s leads to %q", path, now)
		}
	}
	if names := names(t, filepath.Join(dir, "dotfiles")); len(names) != 2 {
		t.Errorf("%v", names)
	}
	replace(t, filepath.Join(dir, "folder", "new.json"), "new")
	f, err := Open(filepath.Join(dir, "folder", "new.json"))
	if err != nil || f.Remove() != nil || state(f.Path) != "nothing" ||
		state(filepath.Join(dir, "folder")) != "folder" {
		t.Errorf("%v, %q", err, state(f.Path))
	}
	write(t, filepath.Join(dir, "moved"), "x")
	f, err = Open(link("moved", "new.json"))
	if err != nil || f.Remove() != nil {
		t.Errorf("%v, %q", err, state(f.Path))
	}
	for _, path := range [...]string{"moved", "new.json"} {
		if _, err := os.Lstat(filepath.Join(dir, path)); !os.IsNotExist(err) {
			t.Errorf("%s is left: %v", path, err)
		}
	}
	if err := os.Remove(real); err != nil {
		t.Fatal(err)
	}
	gone := link("nowhere", "gone")
	for path, want := range map[string]string{
		filepath.Join(dir, "relative"): filepath.Join(dir, "relative") +
			" is a link to a file that does not exist",
		filepath.Join(gone, "settings.json"): gone + " is a link to a folder that does not exist",
		filepath.Join(gone, "a", "b.json"):   gone + " is a link to a folder that does not exist",
		link("loop", "loop"):                 filepath.Join(dir, "loop") + ": ",
	} {
		if f, err := Open(path); f != nil || err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if state(real) != "nothing" || state(filepath.Join(dir, "nowhere")) != "nothing" {
		t.Error("something was made behind a link")
	}
}

func TestNoRegularFile(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(fifo, 0o644); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "file")
	write(t, file, "")
	for path, want := range map[string]string{
		fifo:                                 fifo + " is not a regular file", // and nobody waits for a writer
		"/dev/null":                          "/dev/null is not a regular file",
		filepath.Join(file, "settings.json"): filepath.Join(file, "settings.json") + ": not a directory",
	} {
		if f, err := Open(path); f != nil || err == nil || err.Error() != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Where no file can be made, nothing is left behind.
func TestNoPlace(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "settings.json")
	write(t, path, "x")
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	for _, path := range [...]string{path, filepath.Join(dir, "a", "b.json")} {
		before := state(path)
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Replace([]byte("y")); err == nil || err.Error() != path+": permission denied" ||
			state(path) != before {
			t.Errorf("%v, %q", err, state(path))
		}
	}
}
