package hookmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/shlex"
	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/ground"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

const (
	formatName = "hook-md"
	shimName   = "openhook-shim" // as earlier versions wrote it
	ownName    = "openhook"
	posixOS    = "linux" // stands for all but Windows
)

// A scope is a root folder with hooks, and the hook file for their entries.
type scope struct {
	root      string // absolute: contains the hooks' folders
	file      string // absolute: hooks.json or .openhook.json
	project   string // absolute: the project's root; "" for the user's scope
	goos      string
	companion string
}

// prefix returns the start of each script's path in the scope's commands.
func (s *scope) prefix() string {
	if s.project == "" {
		return filepath.ToSlash(s.root) + "/"
	}
	return "./" + projectHooks + "/"
}

// An entry is an entry of a hook file, see openhook.schema.json.
type entry struct {
	Command  string            `json:"command,omitempty"`
	Platform map[string]string `json:"platform,omitempty"`
	Format   string            `json:"format"`
	Events   []string          `json:"events"`
	Async    bool              `json:"async,omitempty"`
	Timeout  any               `json:"timeout,omitempty"`
	Priority *int              `json:"priority,omitempty"`
}

// entry returns a hook's entry as JSON, and a notice if the hook cannot run on this system.
func (s *scope) entry(h *Hook) (text, notice string, err error) {
	e := entry{Format: formatName, Events: []string{h.Trigger}, Async: h.Async}
	if h.Priority != defPriority {
		e.Priority = &h.Priority
	}
	if !h.Async {
		e.Timeout = seconds(h.Timeout)
	}
	if s.project == "" {
		e.Command, err = s.command(h, s.goos)
		if err == nil && e.Command == "" {
			err = fmt.Errorf("%s has no script for %s", scriptsDir, systemName(s.goos))
		}
	} else {
		e.Command, err = s.command(h, posixOS)
		other, err2 := s.command(h, windowsOS) // Windows runs at least the scripts of Unix
		if err == nil {
			err = err2
		}
		if other != e.Command {
			e.Platform = map[string]string{windowsOS: other}
		}
		if e.Command == "" && s.goos != windowsOS {
			notice = fmt.Sprintf("%s has no script for %s: it does not run here", scriptsDir, systemName(s.goos))
		}
	}
	if err != nil {
		return "", "", err
	}
	var b bytes.Buffer
	j := json.NewEncoder(&b)
	j.SetEscapeHTML(false)
	if err := j.Encode(e); err != nil {
		return "", "", err
	}
	return strings.TrimSpace(b.String()), notice, nil
}

// seconds formats a duration for a hook file.
func seconds(d time.Duration) any {
	if d%time.Second == 0 {
		return int(d / time.Second)
	}
	return fmt.Sprintf("%dms", d/time.Millisecond)
}

// command returns the shell line of a hook for a system, "" if the hook has no script for it.
func (s *scope) command(h *Hook, goos string) (string, error) {
	found, err := h.findScript(goos)
	if found == nil || err != nil {
		return "", err
	}
	with := found.interpreter
	if s.project == "" && len(with) > 0 && !filepath.IsAbs(with[0]) {
		path, err := ground.LookPath(with[0])
		if err != nil {
			return "", fmt.Errorf("%s needs %s, which is not in PATH; install it", found.name, with[0])
		}
		with = append([]string{filepath.ToSlash(path)}, with[1:]...)
	}
	argv := append(slices.Clone(with), s.prefix()+filepath.Base(h.folder)+"/"+found.name)
	shell := setup.Posix
	if goos == windowsOS {
		shell = setup.CmdExe
		if strings.ContainsAny(strings.Join(argv, ""), "%\"") {
			return "", fmt.Errorf("%s: cmd.exe takes no %% and no quotes in a path", argv[len(argv)-1])
		}
	}
	line := install.Quote(shell, argv...)
	match := h.matcherFlags()
	// The shim starts a plain command of the user's in the agent's folder, and runs any other line in
	// the folder of the hook file.
	if s.project == "" && (len(match) > 0 || hookfile.Words(line) == nil) {
		match = append([]string{"--cd"}, match...)
	}
	if len(match) == 0 {
		return line, nil
	}
	return install.Quote(shell, slices.Concat([]string{s.companion, "match"}, match, []string{"--"}, argv)...), nil
}

// matcherFlags returns the flags of openhook match for the hook's matcher. The shim has no regular
// expressions, because each call would pay for them.
func (h *Hook) matcherFlags() (flags []string) {
	if h.Tool != "" && h.aboutTool() {
		flags = append(flags, "--tool="+h.Tool)
	}
	if h.Pattern != "" && h.aboutTool() {
		flags = append(flags, "--pattern="+h.Pattern)
	}
	return flags
}

// folderOf returns the name of the folder for which sync made an entry, "" if sync did not make it.
// Such an entry has the format hook-md and a script of the scope. Earlier versions wrote a call of
// openhook-shim with --format hook-md.
func (s *scope) folderOf(e gjson.Result) (folder string) {
	lines := []string{e.Get("command").Str}
	e.Get("platform").ForEach(func(_, line gjson.Result) bool {
		lines = append(lines, line.Str)
		return true
	})
	for _, line := range lines {
		words, err := shlex.Split(line)
		if err != nil || len(words) == 0 {
			continue
		}
		i := slices.Index(words, "--format")
		nested := i > 0 && i+1 < len(words) && words[i+1] == formatName &&
			strings.TrimSuffix(filepath.Base(filepath.ToSlash(words[0])), ".exe") == shimName
		path, in := strings.CutPrefix(words[len(words)-1], s.prefix())
		folder, name, _ := strings.Cut(path, "/")
		if in && (nested || e.Get("format").Str == formatName) && strings.HasPrefix(name, scriptsDir+"/run") {
			return folder
		}
	}
	return ""
}
