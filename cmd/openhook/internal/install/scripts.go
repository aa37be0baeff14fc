package install

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/internal/hookfile"
	plugin "github.com/openhook/openhook-shim/plugins/opencode"
)

// scriptPath returns the path of an event's script.
func (p *planner) scriptPath(path string, e event) string {
	name := e.name
	if p.hook.onWindows() {
		name += ".ps1"
	}
	return strings.Replace(path, "*", name, 1)
}

const writtenBy = "# Written by openhook install; openhook uninstall takes it away.\n"

// script returns a script that calls the shim, for a client that runs a file by its name.
func (p *planner) script(t *Tool, e event) string {
	line, powershell := p.hook.command(t, t.Source, e)
	if p.hook.onWindows() {
		return "[Console]::InputEncoding = [Console]::OutputEncoding = $OutputEncoding = [Text.UTF8Encoding]::new()\r\n" +
			"[Console]::In.ReadToEnd() | & " + strings.TrimPrefix(powershell, "& ") + "\r\nexit $LASTEXITCODE\r\n"
	}
	if p.hook.portable {
		line = strings.ReplaceAll(line, "|| { ", "|| {\n  ")
	} else {
		line = "exec " + line
	}
	return "#!/bin/sh\n" + writtenBy + line + "\n"
}

// name returns a name for the hook: of a plugin, or in the lists of Vibe and Kiro. Vibe drops the
// second hook of the same name.
func (p *planner) name() string {
	if p.hook.key() == "" {
		return settings.Name
	}
	name := "line"
	if len(p.hook.argv) > 0 {
		name = strings.TrimSuffix(filepath.Base(p.hook.argv[0]), filepath.Ext(p.hook.argv[0]))
	}
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, name)
	return settings.Name + "-" + name + "-" + hookfile.RecordName(p.hook.key())[:6]
}

const pluginOptions = "const INSTALLED = {}"

// plugin returns the plugin with its options.
func (p *planner) plugin() (string, error) {
	options := struct {
		Shim    string   `json:"shim"`
		Hook    any      `json:"hook,omitempty"`
		Flags   []string `json:"flags"`
		Timeout float64  `json:"timeout,omitempty"`
		Closed  bool     `json:"failClosed,omitempty"`
	}{p.hook.shim, nil, append([]string{"--events", strings.Join(p.events, ",")}, p.hook.flags...),
		p.hook.timeout.Seconds(), p.hook.failClosed}
	switch {
	case p.hook.line != "":
		options.Hook = p.hook.line
	case len(p.hook.argv) > 0:
		options.Hook = p.hook.argv
	}
	data, err := json.Marshal(options)
	if err != nil {
		return "", err
	}
	if !strings.Contains(plugin.Plugin, pluginOptions) {
		return "", exitcode.Errorf(exitcode.No, "this plugin has no place for its options")
	}
	return strings.Replace(plugin.Plugin, pluginOptions, "const INSTALLED = "+string(data), 1), nil
}

// inRepository returns a hook's words for every clone: files of the project relative to its root,
// and no path of this machine.
func inRepository(project string, argv []string) ([]string, error) {
	abs, err := absoluteWords(argv)
	if err != nil {
		return nil, err
	}
	out := append([]string{}, argv...)
	for i := range abs {
		if abs[i] == argv[i] && !filepath.IsAbs(argv[i]) {
			continue // not a file
		}
		rel, err := filepath.Rel(project, abs[i])
		switch {
		case err == nil && filepath.IsLocal(rel):
			out[i] = "./" + filepath.ToSlash(rel)
		case i == 0 && !strings.ContainsAny(argv[0], `/\`): // a program in PATH
		default:
			return nil, exitcode.Errorf(exitcode.Usage,
				"%s is not in %s, so other users of this repository do not have it; move the hook into the repository",
				argv[i], project)
		}
	}
	return out, nil
}
