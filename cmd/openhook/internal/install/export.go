package install

import (
	"path"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A Line is a call of openhook-shim in a file that another package writes.
type Line struct {
	Shim    string // path or name
	Argv    []string
	Line    string   // or a shell command line
	Flags   []string // for openhook-shim
	Timeout time.Duration
	Closed  bool
	GOOS    string // the system of the line
}

func (l Line) hook() hook {
	return hook{shim: l.Shim, argv: l.Argv, line: l.Line, flags: l.Flags, timeout: l.Timeout, failClosed: l.Closed,
		goos: l.GOOS}
}

// eventOf returns an event by its native name, in the newest version's words.
func (t *Tool) eventOf(native string) event { return event{name: native, tableName: native} }

// Entry returns a line as an entry of the tool's file. It has no key that only some versions know.
func (t *Tool) Entry(l Line, native string) settings.Entry {
	h, e := l.hook(), t.eventOf(native)
	line, powershell := h.command(t, t.Source, e)
	closed := l.Closed && t.InstallFile().Layout.ClosedSince == ""
	return settings.Entry{Event: native, Command: line, PowerShell: powershell,
		Timeout: int(h.toolTimeout(t, e).Milliseconds()), Closed: closed}
}

// Script returns a file that the tool runs because of its name.
func (t *Tool) Script(l Line, native string) (name, text string) {
	p := planner{hook: l.hook()}
	return path.Base(p.scriptPath("*", t.eventOf(native))),
		strings.Replace(p.script(t, t.eventOf(native)), writtenBy, "", 1)
}

// Plugin returns the tool's plugin for some types of events.
func Plugin(l Line, types []string) (string, error) {
	p := planner{hook: l.hook(), events: types}
	return p.plugin()
}

// MaxTimeout returns the longest time of a hook on an event.
func (t *Tool) MaxTimeout(native string) time.Duration {
	if !t.takesTimeout() {
		return 24 * time.Hour
	}
	return t.maxToolTimeout(native) * 9 / 10
}

// InstallFile returns the project's file that install writes, or else the user's.
func (t *Tool) InstallFile() *setup.HookFile {
	for _, scope := range [...]setup.Scope{setup.ProjectScope, setup.UserScope} {
		if f := t.installFile(scope); f != nil {
			return f
		}
	}
	return nil
}

// Sources returns the names of all tools.
func Sources() (all []string) {
	for _, t := range allTools() {
		all = append(all, t.Source)
	}
	return all
}

// Quote joins words to a command line and quotes them for a shell.
func Quote(shell setup.CommandShell, argv ...string) string { return commandLine(shell, argv) }

// WithoutLauncher removes the search for openhook-shim from a line for a repository.
func WithoutLauncher(command string) string {
	if i := strings.LastIndex(command, "}; exec "); i >= 0 && strings.Contains(command, launcherStart) {
		return command[i+len("}; exec "):]
	}
	return command
}
