// Package hookfile reads .openhook.json of a project and hooks.json of a user. It converts bytes
// to hooks and starts no process.
package hookfile

import (
	"bytes"
	"errors"
	"strconv"
	"time"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping"
)

// A Hook is one entry of a file.
type Hook struct {
	Command    string   // a shell command line
	Events     []string // like --events; none means all
	Tools      []string // like --tools; none means all
	Async      bool     // the shim does not wait for it
	Timeout    time.Duration
	Priority   int // higher ones run first
	FailClosed bool
	BlockOn    mapping.BlockOn
	Policy     mapping.Policy
	Env        []string // NAME=VALUE
	Cwd        string   // relative to the file's folder
	Format     string   // like --format; "" for the shim's
	Line       int      // of its beginning in the file
}

// MaxPriority limits priority. DefaultPriority is the value of a hook without one.
const (
	MaxPriority     = 1000
	DefaultPriority = 100
)

// ErrNotJSON is the only error of Parse without a line.
var ErrNotJSON error = mapping.Error("is not JSON")

// Parse reads a file for one operating system, a value of GOOS. The registry has the formats that
// a hook may name. Parse returns the hooks in the file's
// order. Warnings and errors begin with "line N: ". One wrong hook makes the whole file an error,
// because half a set of guards would look like all of them.
func Parse(data []byte, goos string, formats *mapping.Registry) (hooks []Hook, warnings []string, err error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	p := parser{data: data, goos: goos, formats: formats}
	if !gjson.ValidBytes(data) {
		return nil, nil, ErrNotJSON
	}
	root := gjson.ParseBytes(data)
	if !root.IsObject() {
		return nil, nil, p.wrong(root, "must be an object")
	}
	root.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "openhook":
			if value.Type != gjson.String {
				err = p.wrong(value, "openhook must be a string")
			} else if value.Str != "0.1" {
				p.warn(value, "openhook "+value.Str+": the shim reads it like 0.1")
			}
		case "hooks":
			hooks, err = p.hooks(value)
		case "$schema":
		default:
			p.warn(key, "unknown key "+key.Str)
		}
		return err == nil
	})
	return hooks, p.warnings, err
}

type parser struct {
	data        []byte
	goos        string
	formats     *mapping.Registry
	warnings    []string
	hasPlatform bool   // the hook has a key platform
	ownCommand  string // its command for this system
}

func (p *parser) line(at gjson.Result) int {
	return 1 + bytes.Count(p.data[:min(at.Index, len(p.data))], []byte{'\n'})
}

func (p *parser) at(r gjson.Result) string { return "line " + strconv.Itoa(p.line(r)) + ": " }

//go:noinline
func (p *parser) wrong(at gjson.Result, text string) error { return errors.New(p.at(at) + text) }

//go:noinline
func (p *parser) warn(at gjson.Result, text string) { p.warnings = append(p.warnings, p.at(at)+text) }

func (p *parser) hooks(list gjson.Result) (hooks []Hook, err error) {
	if !list.IsArray() {
		return nil, p.wrong(list, "hooks must be a list")
	}
	list.ForEach(func(_, entry gjson.Result) bool {
		if !entry.IsObject() {
			err = p.wrong(entry, "a hook must be an object")
			return false
		}
		h := Hook{Priority: DefaultPriority, Line: p.line(entry)}
		p.hasPlatform, p.ownCommand = false, ""
		entry.ForEach(func(key, value gjson.Result) bool {
			err = p.set(&h, key, value)
			return err == nil
		})
		if p.ownCommand != "" {
			h.Command = p.ownCommand
		}
		if h.Async && h.Timeout > 0 {
			p.warn(entry, "an async hook has no timeout because the shim does not wait for it")
		}
		switch {
		case err != nil:
		case h.Command != "":
			hooks = append(hooks, h)
		case !p.hasPlatform:
			err = p.wrong(entry, "a hook has no command")
		}
		return err == nil
	})
	return hooks, err
}

// set sets one key of a hook.
func (p *parser) set(h *Hook, key, value gjson.Result) error {
	bad := ""
	switch key.Str {
	case "command":
		h.Command, bad = command(value)
	case "platform":
		bad = p.platform(value)
	case "events":
		h.Events, bad = texts(value)
	case "tools":
		h.Tools, bad = texts(value)
	case "async":
		h.Async, bad = boolean(value)
	case "fail_closed":
		h.FailClosed, bad = boolean(value)
	case "timeout":
		h.Timeout, bad = timeout(value)
	case "priority":
		h.Priority, bad = priority(value)
	case "block_on":
		h.BlockOn, bad = exitCodes(value)
	case "degrade":
		bad = degrade(&h.Policy, value)
	case "env":
		h.Env, bad = environment(value)
	case "format":
		h.Format, bad = p.format(value)
	case "cwd":
		h.Cwd, bad = folder(value)
	default:
		p.warn(key, "unknown key "+key.Str)
	}
	if bad != "" {
		return p.wrong(value, key.Str+" "+bad)
	}
	return nil
}

// platform reads the commands for single systems.
func (p *parser) platform(value gjson.Result) (bad string) {
	p.hasPlatform = true
	if !value.IsObject() {
		return "must be an object"
	}
	value.ForEach(func(name, command gjson.Result) bool {
		switch name.Str {
		case "windows", "linux", "osx", "darwin":
		default:
			p.warn(name, "unknown platform "+name.Str)
			return true
		}
		if command.Type != gjson.String || command.Str == "" {
			bad = "must be an object of texts"
			return false
		}
		if name.Str == p.goos || name.Str == "osx" && p.goos == "darwin" {
			p.ownCommand = command.Str
		}
		return true
	})
	return bad
}
