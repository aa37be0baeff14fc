//go:build e2e

package main

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// A check is something that there is to see after a run, with the words for
// both ways it can turn out.
type check struct {
	yes, no string
	holds   func(*seen) bool
}

// not is the opposite.
func not(c check) check {
	return check{c.no, c.yes, func(s *seen) bool { return !c.holds(s) }}
}

// missed says what first is otherwise, "" if all checks hold.
func missed(checks []check, s *seen) string {
	for _, c := range checks {
		if !c.holds(s) {
			return c.no
		}
	}
	return ""
}

var (
	ran     = exists("ran.txt", "the command")
	changed = exists("changed.txt", "the new command")
	edited  = check{"old.txt was edited", "old.txt was not edited",
		func(s *seen) bool { return strings.Contains(s.files["old.txt"], "after") }}
	echoed = check{"the MCP server was called", "the MCP server was not called",
		func(s *seen) bool { return s.echoes != "" }}
	asked = check{"the model was asked", "the model was not asked", func(s *seen) bool { return len(s.requests) > 0 }}
)

func exists(name, who string) check {
	return check{who + " ran", who + " did not run", func(s *seen) bool {
		_, ok := s.files[name]
		return ok
	}}
}

func written(content string) check {
	return check{"note.txt was written", "note.txt was not written whole", func(s *seen) bool {
		return strings.TrimSpace(s.files["note.txt"]) == strings.TrimSpace(content)
	}}
}

// called says that the hook was run for an event, calledFor for a tool's start,
// and saw for a call that was to change a file.
func called(event string) check {
	return check{"the hook ran on " + event, "the hook did not run on " + event,
		func(s *seen) bool { return len(s.of(event)) > 0 }}
}

func calledFor(tool string) check {
	return check{"the hook saw the " + tool, "the hook did not see the " + tool, func(s *seen) bool {
		return slices.ContainsFunc(s.of("tool.start"),
			func(c gjson.Result) bool { return c.Get("data.tool").Str == tool })
	}}
}

func saw(file string) check {
	return check{"the hook saw what becomes of " + file, "the hook did not see what becomes of " + file,
		func(s *seen) bool {
			return slices.ContainsFunc(s.of("tool.start"), func(c gjson.Result) bool {
				op := c.Get(`data.files.#(path%"*/` + file + `").op`).Str
				return op != "" && op != "read"
			})
		}}
}

// reads says that a text reached the model.
func reads(text string) check {
	return check{"the model read " + text, "the model did not read " + text, func(s *seen) bool {
		return slices.ContainsFunc(s.requests, func(r string) bool { return strings.Contains(r, text) })
	}}
}

// sent says that the hook got the content of a write whole.
func sent(content string) check {
	return check{"the hook got all of it", "the hook did not get all of it", func(s *seen) bool {
		return slices.ContainsFunc(s.of("tool.start"), func(c gjson.Result) bool {
			input := c.Get("data.tool_input")
			patch := strings.ReplaceAll(input.Get("patch").Str, "\n+", "\n")
			return input.Get("content").Str == content || strings.Contains(patch, content)
		})
	}}
}
