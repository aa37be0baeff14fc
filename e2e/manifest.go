//go:build e2e

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// convertHook has openhook make the client's hook file of a manifest, and puts that where
// openhook install puts its own: into the client's settings, where it shares their file.
func (r *run) convertHook() error {
	target, err := r.hookFile()
	if err != nil {
		return err
	}
	manifest, made := filepath.Join(r.hooks, "manifest.json"), filepath.Join(r.hooks, "converted")
	hook := object{"event": "before_tool_execute", "blocking": true,
		"handler": object{"type": "command", "command": filepath.Join(r.hooks, "hook.sh") + " " + r.hooks,
			"timeout": 20}}
	if err := put(r.hooks, "manifest.json", encode(object{"spec": "hooks/1.0", "hooks": []any{hook}})); err != nil {
		return err
	}
	named := filepath.Ext(target) == "" || filepath.Ext(target) == ".js" // a script or plugin, which has a name of its own
	if named {
		if err := os.Mkdir(made, 0o755); err != nil {
			return err
		}
	}
	if err := r.openhook("convert", "--to", r.client.source(), "--shim", r.shim, manifest, "-o", made); err != nil {
		return err
	}
	if files, _ := os.ReadDir(made); named && len(files) == 1 {
		made, target = filepath.Join(made, files[0].Name()), filepath.Join(filepath.Dir(target), files[0].Name())
	}
	converted, err := os.ReadFile(made)
	if err != nil {
		return err
	}
	had, err := os.ReadFile(target)
	mode := os.FileMode(0o755) // a script of Cline's is run by its name
	switch {
	case errors.Is(err, os.ErrNotExist):
		err = os.MkdirAll(filepath.Dir(target), 0o755)
	case err != nil:
	case gjson.ValidBytes(had) && gjson.ValidBytes(converted):
		all := had
		gjson.ParseBytes(converted).ForEach(func(key, value gjson.Result) bool {
			all, err = sjson.SetRawBytes(all, gjson.Escape(key.Str), []byte(value.Raw))
			return err == nil
		})
		converted, mode = all, 0o644
	case strings.HasSuffix(target, ".toml"):
		converted, mode = append(append(had, '\n'), converted...), 0o644
	default:
		err = fmt.Errorf("%s holds something else", target)
	}
	if err == nil {
		err = os.WriteFile(target, converted, mode)
	}
	return errors.Join(err, os.RemoveAll(r.calls()), os.Mkdir(r.calls(), 0o755))
}

// hookFile is where openhook install writes the hook for a tool's call.
func (r *run) hookFile() (string, error) {
	if err := r.inPath(); err != nil {
		return "", err
	}
	before, err := r.tree()
	if err != nil {
		return "", err
	}
	if err := r.openhook("install", r.client.source(), "--user", "--yes", "--events", "tool.start", "--",
		filepath.Join(r.hooks, "hook.sh"), r.hooks); err != nil {
		return "", err
	}
	after, err := r.tree()
	if err != nil {
		return "", err
	}
	target := ""
	for _, path := range after.changed(before) {
		if !strings.HasSuffix(path, "/") && strings.Contains(after[path], "openhook-shim") {
			target = path
		}
	}
	if target == "" {
		return "", errors.New("openhook install wrote no hook")
	}
	return target, r.openhook("uninstall", "--yes")
}
