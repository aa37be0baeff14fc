// Package hookmd installs hooks that are folders with a HOOK.md, the format of the Agent Hooks
// specification. sync writes an entry into a hook file for each. Such an entry calls match before
// the hook's script.
package hookmd

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// FileName is the name of the file that describes a hook.
const FileName = "HOOK.md"

// A Hook is the content of a HOOK.md. Sections 7 and 8 and the appendix of the specification
// define the limits and defaults.
type Hook struct {
	Name, Description string
	Trigger           string // an event's name in the format
	Tool, Pattern     string // regular expressions, "" for any
	Timeout           time.Duration
	Async             bool
	Priority          int
	folder            string // absolute, before links are resolved
}

const (
	maxName        = 64 // in characters
	maxDescription = 1024
	minTimeout     = 100 * time.Millisecond
	maxTimeout     = 10 * time.Minute
	defTimeout     = 30 * time.Second
	maxPriority    = 1000
	defPriority    = 100
)

func (h *Hook) file() string { return filepath.Join(h.folder, FileName) }

// aboutTool reports whether the hook's event is about a tool call. A matcher applies only to those
// (section 4).
func (h *Hook) aboutTool() bool {
	_, types := triggers()
	return types[h.Trigger] == mapping.ToolStart || types[h.Trigger] == mapping.ToolEnd
}

// dialect returns openhook-shim's table of the format.
func dialect() *mapping.Dialect { return clients.Registry.Format(formatName) }

// triggers returns the events of the format in its order, and their OpenHook types.
func triggers() (names []string, types map[string]string) {
	types = map[string]string{}
	for e := range dialect().AllEvents {
		names, types[e.Native] = append(names, e.Native), e.Type
	}
	return names, types
}

// toolNames returns the names of the tools in the format.
func toolNames() (names []string) {
	for line := range strings.Lines(string(dialect().Tools)) {
		if spelt, _, ok := strings.Cut(line, ":"); ok {
			names = append(names, strings.Split(spelt, "|")...)
		}
	}
	return names
}

// A problem is an error or a warning about a file.
type problem struct {
	file string // "" if the text names it
	line int    // 0 if the whole file is meant
	text string
}

func (p problem) String() string {
	if p.file == "" {
		return p.text
	}
	if p.line > 0 {
		return fmt.Sprintf("%s:%d: %s", p.file, p.line, p.text)
	}
	return p.file + ": " + p.text
}
