//go:build unix

package ground

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// machine is a home with a clone below it and a folder of the user's programs; it stands in
// a folder of the clone.
func machine(t *testing.T) (home, clone, bin string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home, clone, bin = dir+"/home", dir+"/home/src/clone", dir+"/home/.local/bin"
	for _, d := range [...]string{clone + "/.git", clone + "/sub/deep", clone + "/bin", bin} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, program := range [...]string{clone + "/bin/tool", clone + "/sub/deep/tool", bin + "/own"} {
		if err := os.WriteFile(program, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(clone+"/bin/tool", bin+"/linked"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	t.Chdir(clone + "/sub/deep")
	return home, clone, bin
}

func TestHolds(t *testing.T) {
	home, clone, bin := machine(t)
	for path, want := range map[string]bool{
		"tool": true, "./tool": true, ".": true, "": true,
		clone: true, clone + "/sub/deep": true, clone + "/bin/tool": true, clone + "/none": true,
		bin + "/linked": true, bin + "/../../src/clone/x": true,
		bin + "/own": false, home: false, "/usr/bin/env": false, clone + "-two/x": false,
	} {
		if got := IsStrangers(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	// Below the home that is a repository itself, as dotfiles are, and in no repository.
	os.RemoveAll(clone + "/.git")
	os.Mkdir(home+"/.git", 0o755)
	for path, want := range map[string]bool{clone + "/sub/deep/x": true, clone + "/bin/tool": false,
		bin + "/own": false} {
		if got := IsStrangers(path); got != want {
			t.Errorf("without a repository, %s: %v", path, got)
		}
	}
	t.Chdir(home)
	if IsStrangers(bin + "/own") {
		t.Error("the user's own home is a stranger's")
	}
}

func TestLookPath(t *testing.T) {
	_, clone, bin := machine(t)
	t.Setenv("PATH", strings.Join([]string{".", "", "bin", clone + "/bin", bin, "/usr/bin"}, ":"))
	for name, want := range map[string]string{"own": bin + "/own", "tool": "", "linked": "", "./tool": "",
		clone + "/bin/tool": "", bin + "/own": bin + "/own", "none": ""} {
		if got, err := LookPath(name); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	if got := Path(); got != bin+":/usr/bin" {
		t.Error(got)
	}
}

func TestAbsolute(t *testing.T) {
	_, clone, _ := machine(t)
	os.WriteFile("x.py", nil, 0o600)
	got := Absolute([]string{"./tool", "x.py", "tool", "--flag=./tool", "../none.py"})
	want := []string{clone + "/sub/deep/tool", clone + "/sub/deep/x.py", "tool", "--flag=./tool", "../none.py"}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%q", got)
	}
}

func TestLeaves(t *testing.T) {
	home, clone, _ := machine(t)
	if err := os.Symlink(home+"/.claude", clone+"/.claude"); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{clone + "/.claude/settings.json": true,
		clone + "/.cursor/hooks.json": false, clone + "/sub/../../x": true} {
		if to, out := LeadsOut(clone, path); out != want {
			t.Errorf("%s: %v, %s", path, out, to)
		}
	}
}
