package install

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/shlex"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
	plugin "github.com/openhook/openhook-shim/plugins/opencode"
)

// parseOwnLine returns the hook of a line in exactly the form of install, so that uninstall
// recognizes it without a record. Lines of other authors differ: install always writes the
// timeout, and the shim's absolute path or its own search.
func parseOwnLine(tool *Tool, source, native, line string) (hook, bool) {
	owner := ToolNamed(source)
	owner.isAsked = true // use the names of the newest version
	events := owner.events([]string{native})
	i := slices.IndexFunc(events, func(e event) bool { return e.name == native })
	if i < 0 {
		return hook{}, false
	}
	h, ok := parseShimLine(WithoutLauncher(line))
	if !ok {
		return hook{}, false
	}
	if h.portable = strings.Contains(line, launcherStart); !h.portable && !filepath.IsAbs(filepath.FromSlash(h.shim)) {
		return hook{}, false
	}
	for _, timeout := range [...]time.Duration{0, h.timeout} {
		h.timeout = timeout
		for _, t := range [...]*Tool{owner, tool} { // a tool may share another one's file
			if again, _ := h.command(t, source, events[i]); again == line {
				return h, true
			}
		}
	}
	return hook{}, false
}

// parseShimLine parses a line that calls openhook-shim.
func parseShimLine(line string) (h hook, ok bool) {
	words, err := shlex.Split(line)
	if err != nil || len(words) == 0 {
		return h, false
	}
	if words[0] == "&" { // PowerShell's call
		words = words[1:]
	}
	if len(words) == 0 {
		return h, false
	}
	h.shim, words = words[0], words[1:]
	take := func(name string) (value string, ok bool) {
		if len(words) < 2 || words[0] != name {
			return "", false
		}
		value, words = words[1], words[2:]
		return value, true
	}
	if value, is := take("--timeout"); is {
		if h.timeout, err = time.ParseDuration(value); err != nil {
			return h, false
		}
	}
	if len(words) > 0 && words[0] == "--fail-closed" {
		h.failClosed, words = true, words[1:]
	}
	take("--source")
	take("--event")
	for len(words) > 0 && words[0] != "--" && words[0] != "-c" {
		h.flags, words = append(h.flags, words[0]), words[1:]
	}
	switch {
	case len(words) == 0:
	case words[0] == "--":
		h.argv = words[1:]
	case len(words) == 2:
		h.line = words[1]
	default:
		return h, false
	}
	return h, true
}

// parseOwnFile is parseOwnLine for a whole file of openhook: a script or a plugin.
func parseOwnFile(t *Tool, l *setup.Layout, path, text string) (hook, bool) {
	if l.Syntax == setup.Script {
		native := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		head, line, ok := strings.Cut(text, "\nexec ")
		h, formed := parseOwnLine(t, t.Source, native, strings.TrimSuffix(line, "\n"))
		if !ok || head != strings.TrimSuffix("#!/bin/sh\n"+writtenBy, "\n") || !formed {
			return hook{}, false
		}
		return h, true
	}
	before, rest, ok := strings.Cut(text, "const INSTALLED = ")
	var o struct{ Hook json.RawMessage }
	options := json.NewDecoder(strings.NewReader(rest))
	if !ok || options.Decode(&o) != nil || before+pluginOptions+rest[options.InputOffset():] != plugin.Plugin {
		return hook{}, false
	}
	var h hook
	if json.Unmarshal(o.Hook, &h.argv) != nil {
		json.Unmarshal(o.Hook, &h.line)
	}
	return h, true
}

// isAsked reports whether the user asked to remove a hook. Without a HOOK that is every hook.
func (p *planner) isAsked(h hook) bool {
	switch {
	case p.hook.key() == "":
		return true
	case p.hook.line != "":
		return h.line == p.hook.line
	}
	return h.line == "" && slices.EqualFunc(h.argv, p.hook.argv, p.sameWord)
}

// planUnrecorded plans to remove a whole file of openhook that has no record.
func (p *planner) planUnrecorded(t *Tool, f *setup.HookFile, path string) (c *change, stays string) {
	if slices.ContainsFunc(p.records, func(r *record) bool { return r.File == path }) {
		return nil, ""
	}
	file, err := settings.Open(path)
	if err != nil || !strings.Contains(string(file.Data), shimName) {
		return nil, "" // not ours; openhook doctor tells of what cannot be read
	}
	h, ok := parseOwnFile(t, f.Layout, path, string(file.Data))
	switch {
	case ok && p.isAsked(h):
		return &change{tool: t, source: t.Source, layout: f.Layout, file: file, isRemoved: true}, ""
	case !ok && p.hook.key() == "":
		return nil, path + " calls openhook-shim, but openhook install did not write it in this form; remove it by hand"
	}
	return nil, ""
}
