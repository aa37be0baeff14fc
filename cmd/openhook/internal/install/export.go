package install

import (
	"path"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping"
)

// A Line is a call of openhook-shim that stands in a tool's file which somebody else
// writes.
type Line struct {
	Shim    string   // path or name of openhook-shim
	Argv    []string // the hook
	Line    string   // or a line for the shell
	Flags   []string // of openhook-shim
	Timeout time.Duration
	Closed  bool
	GOOS    string // for which system
}

func (l Line) hook() hook {
	return hook{shim: l.Shim, argv: l.Argv, line: l.Line, flags: l.Flags, timeout: l.Timeout, failClosed: l.Closed,
		goos: l.GOOS}
}

// eventOf is an event by its native name. Nobody's version is known here, so it is the newest.
func (t *Tool) eventOf(native string) event { return event{name: native, tableName: native} }

// Entry is a line as the tool's file has it. Nobody knows the version that will read it,
// so it has no key that only some do.
func (t *Tool) Entry(l Line, native string) settings.Entry {
	h, e := l.hook(), t.eventOf(native)
	line, powershell := h.command(t, t.Source, e)
	closed := l.Closed && t.InstallFile().Layout.ClosedSince == ""
	return settings.Entry{Event: native, Command: line, PowerShell: powershell,
		Timeout: int(h.toolTimeout(t, e).Milliseconds()), Closed: closed}
}

// Script is a file that the tool runs by its name.
func (t *Tool) Script(l Line, native string) (name, text string) {
	p := planner{hook: l.hook()}
	return path.Base(p.scriptPath("*", t.eventOf(native))),
		strings.Replace(p.script(t, t.eventOf(native)), writtenBy, "", 1)
}

// Plugin is the tool's plugin for some types of events.
func Plugin(l Line, types []string) (string, error) {
	p := planner{hook: l.hook(), events: types}
	return p.plugin()
}

// MaxTimeout is how long a hook may take on an event.
func (t *Tool) MaxTimeout(native string) time.Duration {
	if !t.takesTimeout() {
		return 24 * time.Hour
	}
	return t.maxToolTimeout(native) * 9 / 10
}

// InstallFile is the file that install writes for a project, or for a user where there
// is none of a project.
func (t *Tool) InstallFile() *mapping.HookFile {
	for _, scope := range [...]mapping.Scope{mapping.ProjectScope, mapping.UserScope} {
		if f := t.installFile(scope); f != nil {
			return f
		}
	}
	return nil
}

// Sources are the names of all tools.
func Sources() (all []string) {
	for _, t := range allTools() {
		all = append(all, t.Source)
	}
	return all
}

// Quote quotes words where a shell needs that.
func Quote(shell mapping.CommandShell, argv ...string) string { return commandLine(shell, argv) }

// WithoutLauncher takes the search for openhook-shim off a line that was written for a repository.
func WithoutLauncher(command string) string {
	if i := strings.LastIndex(command, "}; exec "); i >= 0 && strings.Contains(command, launcherStart) {
		return command[i+len("}; exec "):]
	}
	return command
}
