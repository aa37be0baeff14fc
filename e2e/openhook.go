//go:build e2e

package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// installHook has openhook put the hook into the client's settings. It must be able to
// take it out again as if nothing had been, and then to do the same once more.
func (r *run) installHook() (err error) {
	if err := r.inPath(); err != nil {
		return err
	}
	install := slices.Concat([]string{"install", r.client.source(), "--user", "--yes"}, r.flags,
		[]string{"--", filepath.Join(r.hooks, "hook.sh"), r.hooks})
	if r.before, err = r.tree(); err != nil {
		return err
	}
	if err := r.openhook(install...); err != nil {
		return err
	}
	if r.after, err = r.tree(); err != nil {
		return err
	}
	if calls, _ := os.ReadDir(r.calls()); len(calls) == 0 || len(r.after.changed(r.before)) == 0 {
		return errors.New("openhook install wrote nothing, or did not try the hook")
	}
	for _, again := range []struct {
		args []string
		want tree
	}{{[]string{"uninstall", "--yes"}, r.before}, {install, r.after}} {
		if err := r.openhook(again.args...); err != nil {
			return err
		}
		now, err := r.tree()
		if err != nil {
			return err
		}
		if wrong := now.changed(again.want); len(wrong) > 0 {
			return fmt.Errorf("openhook %s: otherwise than before: %s", again.args[0], strings.Join(wrong, " "))
		}
	}
	// The calls that install made are none of the client's.
	return errors.Join(os.RemoveAll(r.calls()), os.Mkdir(r.calls(), 0o755))
}

// uninstallHook has openhook take the hook out after the client has run.
func (r *run) uninstallHook() error {
	paths := r.after.changed(r.before)
	ran, err := read(paths)
	if err != nil {
		return err
	}
	if err := r.openhook("uninstall", "--yes"); err != nil {
		return err
	}
	now, err := read(paths)
	if err != nil {
		return err
	}
	return leftIn(now, ran, r.after, r.before)
}

// leftIn says what is left of an installation now, after a client ran; after and before
// are of when it was made. Some clients write into the same files, and beside them.
func leftIn(now, ran, after, before tree) error {
	for _, path := range after.changed(before) {
		switch {
		case strings.HasSuffix(path, "/"):
			if before[path] == "" && strings.HasSuffix(now[path], empty) {
				return fmt.Errorf("openhook uninstall left the folder %s", path)
			}
		case strings.Contains(now[path], "openhook-shim"):
			return fmt.Errorf("openhook uninstall left openhook-shim in %s", path)
		case ran[path] == after[path] && now[path] != before[path]:
			return fmt.Errorf("openhook uninstall did not make %s what it was", path)
		}
	}
	return nil
}

// openhook runs the companion in the project, as the client's user would.
func (r *run) openhook(args ...string) error {
	path := []string{filepath.Dir(r.shim), r.bin(), os.Getenv("PATH")}
	cmd := exec.Command(r.companion, args...)
	cmd.Dir = r.project
	cmd.Env = append(r.environment(), "PATH="+strings.Join(path, string(os.PathListSeparator)))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("openhook %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// inPath puts the client's program under its name into a folder of the run: install
// asks some for their version.
func (r *run) inPath() error {
	for _, s := range setup.Setups() {
		if s.Source == r.client.source() {
			return put(r.bin(), s.Program, "#!/bin/sh\nexec "+strings.Join(r.client.program(r), " ")+" \"$@\"\n")
		}
	}
	return fmt.Errorf("openhook knows no %s", r.client.source())
}

func (r *run) bin() string { return filepath.Join(r.dir, "bin") }

// source is what openhook calls the client.
func (c *client) source() string { return cmp.Or(c.versionOf, c.name) }
