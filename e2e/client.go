//go:build e2e

package main

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"github.com/openhook/openhook-shim/e2e/model"
)

// A client is a real AI coding tool and how it is driven: no login, a made-up
// key, no telemetry, the model on loopback.
type client struct {
	name  string // in clients/package.json
	title string
	by    string // how it is run, as one would type it
	// program is the command line up to the arguments.
	program   func(r *run) []string
	env       func(r *run) []string
	configure func(r *run) error // settings with the MCP server and the model
	hooks     func(r *run) error // settings with our command on every event, in the same files or others
	call      func(r *run, s step) *model.Call
	drive     func(ctx context.Context, r *run) ([]byte, error)
	newNode   bool   // wants a newer Node.js than the machine's may be
	packed    string // pattern of a program that its package holds as Brotli; it is unpacked beside it
	// versionOf names the client that this is an old version of, run on purpose: -latest leaves it out.
	versionOf string

	// neverAsks says why nothing can be asked for in a headless run.
	neverAsks string
	// cannot says, by scenario, what this client does not offer although the
	// form is there, or does not tell. It must turn out so.
	cannot map[string]string
}

var clients = []*client{claudeCode, claudeCodeOld, codex, geminiCLI, copilotCLI, qwenCode, openCode, kimi, cline,
	factoryDroid, grok, augment}

// object is JSON that is made here.
type object = map[string]any

// claudeHooks is the shape of hooks that Claude Code came up with and others took over.
func claudeHooks(line string, timeout int, events ...string) object {
	hooks := object{}
	for _, e := range events {
		hooks[e] = []any{object{"hooks": []any{object{"type": "command", "command": line, "timeout": timeout}}}}
	}
	return hooks
}

// add puts members into settings in JSON, which may be there already.
func add(dir, name string, members object) error {
	settings := object{}
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err == nil {
		err = json.Unmarshal(data, &settings)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	maps.Copy(settings, members)
	return put(dir, name, encode(settings))
}

// mcpServers is the shape of MCP servers in JSON settings.
func mcpServers(r *run) object {
	server := r.server()
	return object{"e2e": object{"type": "stdio", "command": server[0], "args": server[1:]}}
}

// paths returns the absolute paths of the two files that models write here.
func (r *run) paths() (note, old string) {
	return filepath.Join(r.project, "note.txt"), filepath.Join(r.project, "old.txt")
}

// once runs the client's program with arguments, and then it has ended.
func once(args func(r *run) []string) func(context.Context, *run) ([]byte, error) {
	return func(ctx context.Context, r *run) ([]byte, error) { return r.exec(ctx, args(r)...) }
}
