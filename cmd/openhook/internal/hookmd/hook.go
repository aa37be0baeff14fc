// Package hookmd installs hooks that stand as folders with a HOOK.md, the format of the
// Agent Hooks specification: sync makes entries of hook files of them, and match is
// what such an entry calls before the hook's script.
package hookmd

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/mapping"
)

// FileName is the file that describes a hook.
const FileName = "HOOK.md"

// A Hook is what a HOOK.md says. Limits and defaults are the specification's, sections
// 7 and 8 and its appendix.
type Hook struct {
	Name, Description string
	Trigger           string // an event of the format
	Tool, Pattern     string // regular expressions, "" for any
	Timeout           time.Duration
	Async             bool
	Priority          int
	folder            string // as it was found, absolute
}

const (
	maxName        = 64 // characters
	maxDescription = 1024
	minTimeout     = 100 * time.Millisecond
	maxTimeout     = 10 * time.Minute
	defTimeout     = 30 * time.Second
	maxPriority    = 1000
	defPriority    = 100
)

func (h *Hook) file() string { return filepath.Join(h.folder, FileName) }

// aboutTool says whether the hook's event is one of a tool call, to which alone a
// matcher applies (section 4).
func (h *Hook) aboutTool() bool {
	return strings.HasSuffix(h.Trigger, "_tool") || h.Trigger == "after_tool_failure"
}

// dialect is the format as openhook-shim knows it.
func dialect() *mapping.Dialect { return mapping.Source("hook-md", "") }

// triggers are the events of the format, in its order, with their OpenHook types.
func triggers() (names []string, types map[string]string) {
	types = map[string]string{}
	for e := range dialect().AllEvents {
		names, types[e.Native] = append(names, e.Native), e.Type
	}
	return names, types
}

// sharesType says whether another event of the format has the same type: a call of that
// type is the one or the other.
func sharesType(trigger string) bool {
	_, types := triggers()
	n := 0
	for _, typ := range types {
		if typ == types[trigger] {
			n++
		}
	}
	return n > 1
}

// toolNames are those of the tools that the format's events name.
func toolNames() (names []string) {
	for line := range strings.Lines(string(dialect().Tools)) {
		if spelt, _, ok := strings.Cut(line, ":"); ok {
			names = append(names, strings.Split(spelt, "|")...)
		}
	}
	return names
}

// A problem is something wrong in a file.
type problem struct {
	file string // "" the text names it
	line int    // 0: none in particular
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
