package manifest

import (
	"regexp"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/mapping/clients"
)

// systemVariables are variables that every system or the shell itself sets.
var systemVariables = strings.Fields(`
	HOME PATH USER LOGNAME SHELL PWD OLDPWD TMPDIR TMP TEMP LANG LANGUAGE TZ TERM HOSTNAME EDITOR VISUAL PAGER UID
	EUID PPID RANDOM SECONDS LINENO IFS OPTARG OPTIND REPLY BASH BASH_VERSION BASH_SOURCE FUNCNAME ZSH_VERSION
	USERPROFILE USERNAME USERDOMAIN APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES SYSTEMROOT SYSTEMDRIVE WINDIR
	COMSPEC COMPUTERNAME HOMEDRIVE HOMEPATH PUBLIC ERRORLEVEL CD DATE TIME OS SSH_AUTH_SOCK DISPLAY WAYLAND_DISPLAY
	CI VIRTUAL_ENV GOPATH GOROOT CARGO_HOME NVM_DIR JAVA_HOME`)

var (
	// posixReference matches a variable of a POSIX shell, and its default.
	posixReference = regexp.MustCompile(`^\$(?:([A-Za-z_]\w*)|\{[#!]?([A-Za-z_]\w*)(:?[-=+?])?)`)
	// assignment matches a variable that the line sets.
	assignment = regexp.MustCompile(`(?:^|[\s;&|({])([A-Za-z_]\w*)=|\bfor +([A-Za-z_]\w*)|\bread +(?:-\w+ +)*([A-Za-z_][\w ]*)`)
	// windowsReference matches a variable of cmd.exe or PowerShell.
	windowsReference = regexp.MustCompile(`%([A-Za-z_]\w*)%|\$\{?env:([A-Za-z_]\w*)`)
)

// unsetVariables returns the variables of a handler's commands that neither the system, the shim,
// the line nor one of the clients sets. reads names the format of the hook's input.
func (h *Handler) unsetVariables(reads string, targets ...string) (names []string) {
	set := slices.Clone(systemVariables)
	for name := range h.Env {
		set = append(set, name)
	}
	for _, d := range clients.Registry.Dialects {
		if d.Name == reads { // the shim sets it for hooks of this format
			set = append(set, d.ProjectVariable())
		}
		if !slices.Contains(targets, d.Name) {
			continue
		}
		set = append(append(set, d.Env...), d.ProjectVariable(), d.PayloadEnv)
		for k := range d.Fields.All {
			if name, is := strings.CutPrefix(k.Path, "$"); is {
				set = append(set, name)
			}
		}
	}
	take := func(command string, found []string) {
		own := slices.Clone(set)
		for _, m := range assignment.FindAllStringSubmatch(command, -1) {
			own = append(own, strings.Fields(strings.Join(m[1:], " "))...)
		}
		for _, name := range found {
			vouched := strings.HasPrefix(name, "OPENHOOK_") || strings.HasPrefix(name, "XDG_") ||
				strings.HasPrefix(name, "LC_")
			if !vouched && !slices.Contains(own, name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	take(h.Command, references(h.Command))
	for system, command := range h.Platform {
		if system == "windows" {
			take(command, windowsReferences(command))
		} else {
			take(command, references(command))
		}
	}
	slices.Sort(names)
	return names
}

// references returns the variables of a POSIX command that have no default. It skips single quotes
// and escapes.
func references(command string) (names []string) {
	double := false
	for i := 0; i < len(command); i++ {
		switch c := command[i]; {
		case c == '\\':
			i++
		case c == '"':
			double = !double
		case c == '\'' && !double:
			end := strings.IndexByte(command[i+1:], '\'')
			if end < 0 {
				return names
			}
			i += end + 1
		case c == '$':
			if m := posixReference.FindStringSubmatch(command[i:]); m != nil && m[3] == "" {
				names = append(names, m[1]+m[2])
			}
		}
	}
	return names
}

func windowsReferences(command string) (names []string) {
	for _, m := range windowsReference.FindAllStringSubmatch(command, -1) {
		names = append(names, strings.ToUpper(m[1]+m[2]))
	}
	return names
}

// loseVariables returns a loss for each variable that the target does not set.
func loseVariables(h *Hook, index int, target string, targets ...string) (losses []Loss) {
	for _, name := range h.Handler.unsetVariables(h.shim().Reads, targets...) {
		losses = append(losses, Loss{index, h.at,
			h.title(index) + ": its command needs the variable " + name + ", which " + target +
				" does not set; write its value instead"})
	}
	return losses
}
