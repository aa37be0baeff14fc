//go:build !windows

package shim

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

func TestScript(t *testing.T) {
	for _, c := range [...]struct {
		argv []string
		want int
	}{
		{[]string{"sh", "a.sh"}, 1},
		{[]string{"/bin/bash", "-eu", "hooks/a"}, 2},
		{[]string{"bash", "-e", "-o", "pipefail", "a.sh"}, 4},
		{[]string{"bash", "-ec", "a.sh"}, 0},
		{[]string{"bash", "-s"}, 0},
		{[]string{"python3.12", "-u", "a.py", "b.py"}, 2},
		{[]string{"python3", "-m", "a.b"}, 0},
		{[]string{"node", "--no-warnings", "a.mjs"}, 2},
		{[]string{"node", "-e", "x.y"}, 0},
		{[]string{"node", "-r", "./pre.js", "a.js"}, 3},
		{[]string{"ruby", "-W0", "-rset", "a.rb"}, 3},
		{[]string{"ruby", "-W", "a.rb"}, 2},
		{[]string{"ruby", "-re", "-e", "x.y"}, 0},
		{[]string{"perl", "-Mstrict", "-we", "x.y"}, 0},
		{[]string{"perl", "-Mstrict", "-wT", "a.pl"}, 3},
		{[]string{"python3", "-Wonce", "-X", "dev.mode", "a.py"}, 4},
		{[]string{"php", "-d", "memory_limit=1.5G", "a.php"}, 3},
		{[]string{"/usr/bin/env", "-i", "A=b.c", "python3", "-u", "a.py"}, 5},
		{[]string{"env", "hooks/a"}, 1},
		{[]string{"env", "guard", "a.sh"}, 0},
		{[]string{"env"}, 0},
		{[]string{"guard", "a.sh"}, 0},
		{[]string{"sh"}, 0},
	} {
		if got := scriptIndex(c.argv); got != c.want {
			t.Errorf("script(%q) = %d, want %d", c.argv, got, c.want)
		}
	}
}

// An agent that changes its directory must not put another file in the hook's place.
func TestResolve(t *testing.T) {
	project, away := t.TempDir(), t.TempDir()
	for _, dir := range [...]string{project, away} {
		for _, name := range [...]string{"hook.sh", "hook.py"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(away, "only.sh"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range [...]struct {
		name                 string
		here, agent, project string
		argv, want           []string
		path                 string
	}{
		{"at home", project, project, project, []string{"./hook.sh", "x"}, []string{"./hook.sh", "x"}, project + "/hook.sh"},
		{"the agent has moved", away, away, project, []string{"./hook.sh", "./hook.py", "x.py"}, []string{"./hook.sh", project + "/hook.py", "x.py"}, project + "/hook.sh"},
		{"the agent has moved, by a link", away, away + "/.", project, []string{"./hook.sh"}, []string{"./hook.sh"}, project + "/hook.sh"},
		{"the agent has moved, and its folder too", away, away + "/gone", project, []string{"./hook.sh"}, []string{"./hook.sh"}, project + "/hook.sh"},
		{"the client runs hooks elsewhere", away, project, project, []string{"./hook.sh"}, []string{"./hook.sh"}, away + "/hook.sh"},
		{"only there", away, away, project, []string{"./only.sh"}, []string{"./only.sh"}, away + "/only.sh"},
		{"a script, moved", away, away, project, []string{"sh", "hook.sh"}, []string{"sh", project + "/hook.sh"}, ""},
		{"absolute", away, away, project, []string{away + "/hook.sh"}, []string{away + "/hook.sh"}, away + "/hook.sh"},
		{"no project", project, "", "", []string{"./hook.sh"}, []string{"./hook.sh"}, project + "/hook.sh"},
	} {
		path, argv, err := resolve(c.argv, func() []string { return searchDirs(c.here, c.agent, c.project) })
		if err != nil || c.path != "" && path != c.path || !reflect.DeepEqual(argv, c.want) {
			t.Errorf("%s: %s %q, %v; want %s %q", c.name, path, argv, err, c.path, c.want)
		}
	}
}

func TestLookPathIgnoresRelativeEntries(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("evil", []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", ".::bin:"+t.TempDir())
	if got := lookPath("evil"); got != "" {
		t.Errorf("found %s", got)
	}
	t.Setenv("PATH", dir)
	if got := lookPath("evil"); got != dir+"/evil" {
		t.Errorf("found %q", got)
	}
}

func TestIsRelative(t *testing.T) {
	for arg, want := range map[string]bool{"./a": true, "../a": true, ".../a": false, "a/b": false, "/a": false, ".": false, "..": false, "": false, ".a": false, "..a": false} {
		if got := isRelative(arg); got != want {
			t.Errorf("isRelative(%q) = %v", arg, got)
		}
	}
}
