package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"

	"github.com/openhook/openhook-shim/internal/hookfile"
)

// Folders of projects with a hook file: the hook of the first runs before a tool, the
// hook of the second for another event.
const (
	busyProject = "busy"
	idleProject = "idle"
)

// projects makes both folders below dir. The user whose home is dir has allowed them.
func projects(dir string) error {
	for name, event := range map[string]string{busyProject: "tool.start", idleProject: "agent.stop"} {
		if err := project(dir, filepath.Join(dir, name), event); err != nil {
			return err
		}
	}
	return nil
}

func project(home, dir, event string) error {
	content, err := json.Marshal(map[string]any{"openhook": "0.1", "hooks": []any{
		map[string]any{"command": binary(home, "hook"), "events": []string{event}},
	}})
	if err != nil {
		return err
	}
	file, script := filepath.Join(dir, hookfile.Name), filepath.Join(dir, "guard.sh")
	getenv := func(name string) string { return map[string]string{"HOME": home}[name] }
	record := hookfile.RecordFile(runtime.GOOS, getenv, file)
	for _, folder := range [...]string{dir, filepath.Dir(record)} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
	}
	if err := os.WriteFile(file, content, 0o600); err != nil {
		return err
	}
	if err := os.WriteFile(script, []byte("#!/bin/sh\nexit 0\n"), 0o700); err != nil {
		return err
	}
	return os.WriteFile(record, []byte(hookfile.Record(file, true, []string{script}, os.ReadFile)), 0o600)
}
