package install

import (
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping"
)

// Example is what install writes for a tool's hook before a tool call, on Linux, for
// the user or, if the tool has no such file, for a project; path is where. It is for
// documentation.
func Example(source string) (path, content string) {
	t := ToolNamed(source)
	t.isAsked = true // which version is here says nothing
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

// EventsByDefault are those of a tool that install writes if nobody says otherwise.
func EventsByDefault(source string) (natives []string) {
	t := ToolNamed(source)
	t.isAsked = true
	for _, e := range t.events(strings.Split(defaultEvents, ",")) {
		natives = append(natives, e.name)
	}
	return natives
}
