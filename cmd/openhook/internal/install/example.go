package install

import (
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping"
)

// Example returns the path and content that install writes for a hook on tool.start, on Linux. It
// writes the user's file, or the project's if the tool has no other. The documentation uses it.
func Example(source string) (path, content string) {
	t := ToolNamed(source)
	t.isAsked = true // so that openhook does not ask for the installed version
	p := &planner{
		place: settings.Place{GOOS: "linux", Home: "/home/me", Project: "/home/me/project",
			Getenv: func(string) string { return "" }},
		hook:   hook{shim: "/usr/local/bin/openhook-shim", argv: []string{"/home/me/my-hook.sh"}},
		events: []string{mapping.ToolStart}, ignoresFiles: true,
	}
	changes, err := p.install(t)
	if err != nil {
		return "", ""
	}
	c := changes[0]
	return strings.Replace(c.file.Path, "/home/me", "~", 1), string(c.data)
}

// EventsByDefault returns the tool's native events for an install without --events.
func EventsByDefault(source string) (natives []string) {
	t := ToolNamed(source)
	t.isAsked = true
	for _, e := range t.events(strings.Split(defaultEvents, ",")) {
		natives = append(natives, e.name)
	}
	return natives
}
