//go:build !windows

// Windows finds the state elsewhere, and gives links only to those with a right to them.

package shim_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Where no count can be kept, only what the client itself calls a first stop is
// blocked.
func TestLoopGuardUnwritable(t *testing.T) {
	dir := tempDir(t)
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for active, want := range map[string]bool{"false": true, "true": false} {
		r := blocks(dir, active, "on")
		r.Env = []string{"XDG_STATE_HOME=" + file}
		if r.goesOn(t) != want {
			t.Errorf("with stop_hook_active %s it goes on: %v", active, !want)
		}
		r.Env = []string{"XDG_STATE_HOME=", "XDG_CACHE_HOME=", "HOME="}
		if r.goesOn(t) != want {
			t.Errorf("without any home and stop_hook_active %s it goes on: %v", active, !want)
		}
	}
}

// A link in the place of a count leads nowhere: what it points to stays as it is.
func TestLoopGuardLinks(t *testing.T) {
	dir := tempDir(t)
	blocks(dir, "false", "on").goesOn(t)
	file := counts(t, dir)[0]
	target := filepath.Join(dir, "precious")
	if err := os.WriteFile(target, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, file); err != nil {
		t.Fatal(err)
	}
	if n := times(t, dir, "true", "on"); n != 8 {
		t.Errorf("it goes on %d times", n)
	}
	if b, err := os.ReadFile(target); err != nil || string(b) != "precious" {
		t.Errorf("%q, %v", b, err)
	}
	for _, file := range counts(t, dir) {
		if strings.Count(filepath.Base(file), ".") > 0 {
			t.Errorf("%s is left", file)
		}
	}
}
