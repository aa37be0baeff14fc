//go:build e2e

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/e2e/model"
)

// TestInstall puts the hook into every client's settings and takes it out, without the clients.
func TestInstall(t *testing.T) {
	s, err := build()
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(s.root)
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			r := run{session: s, client: c, install: t.TempDir(), scenario: scenario{byInstall: true, answers: onCall(deny)}, dir: dir,
				home: filepath.Join(dir, "home"), project: filepath.Join(dir, "project"), hooks: filepath.Join(dir, "hooks"), model: model.Start(nil)}
			defer r.model.Close()
			if err := r.prepare(); err != nil {
				t.Fatal(err)
			}
			if calls, err := os.ReadDir(r.calls()); err != nil || len(calls) > 0 {
				t.Errorf("calls of openhook are taken for the client's: %v, %v", calls, err)
			}
			if err := r.uninstallHook(); err != nil {
				t.Fatal(err)
			}
			now, err := r.tree()
			if wrong := now.changed(r.before); err != nil || len(wrong) > 0 {
				t.Errorf("%v, %v", wrong, err)
			}
		})
	}
}

func TestLeftIn(t *testing.T) {
	before := tree{"settings": "{}", "other": "x"}
	after := tree{"settings": "openhook-shim", "other": "x", "hooks/": "drwx\n", "hooks/ours": "openhook-shim too"}
	for _, c := range []struct {
		name     string
		ran, now tree
		want     string
	}{
		{"all is gone", after, before, "<nil>"},
		{"a file is left", after, tree{"settings": "{}", "hooks/": "drwx\n", "hooks/ours": "cut"}, "make hooks/ours what"},
		{"a file is not what it was", after, tree{"settings": "{ }"}, "make settings what"},
		{"a file is gone", after, tree{}, "make settings what"},
		{"a folder is left", after, tree{"settings": "{}", "hooks/": "drwx" + empty}, "left the folder hooks/"},
		{"the client has put something there", after, tree{"settings": "{}", "hooks/": "drwx\n"}, "<nil>"},
		{"the client has written the file", tree{"settings": "new openhook-shim"}, tree{"settings": "new"}, "<nil>"},
		{"and the hook is still in it", tree{"settings": "new openhook-shim"}, tree{"settings": "new openhook-shim"}, "openhook-shim in settings"},
	} {
		if got := fmt.Sprint(leftIn(c.now, c.ran, after, before)); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}

func TestTree(t *testing.T) {
	dir := t.TempDir()
	r := run{dir: dir, home: filepath.Join(dir, "home"), hooks: filepath.Join(dir, "hooks")}
	for _, name := range []string{"home/.local/state/openhook/backups/1.json", "home/.local/share/x", "home/settings", "hooks/calls/1"} {
		if err := put(dir, name, name); err != nil {
			t.Fatal(err)
		}
	}
	was, err := r.tree()
	if err != nil {
		t.Fatal(err)
	}
	if err := put(dir, "home/.local/state/openhook/installed/1.json", ""); err != nil {
		t.Fatal(err)
	}
	if err := put(dir, "home/made/settings", ""); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, "home/settings"), 0o600); err != nil {
		t.Fatal(err)
	}
	now, err := r.tree()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(strings.Join(now.changed(was), " "), dir+"/", "")
	if want := "home/made/ home/made/settings home/settings"; got != want {
		t.Errorf("changed: %s", got)
	}
	if again, err := read(now.changed(tree{})); err != nil || len(again.changed(now)) > 0 {
		t.Errorf("read by their paths: %v, %v", again.changed(now), err)
	}
}
