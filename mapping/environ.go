package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// Environ returns the OPENHOOK_ variables of a call, so that a short script needs no JSON
// parser. A value that does not fit is cut and named in OPENHOOK_CUT. A guard must deny if
// that variable is set. max is the longest value that the system takes, in bytes.
func (c *Call) Environ(max int) []string {
	e := environ{list: make([]string, 0, 16), buf: c.Payload.scratch(1024), max: max}
	e.add("SOURCE", c.Source)
	e.add("TYPE", c.Type)
	e.add("TOOL", c.Canon)
	e.add("TOOL_NAME", c.Text(ToolName))
	switch {
	case c.guess != nil && c.guess.command != "":
		e.add("COMMAND", c.guess.command)
	case c.Canon == Shell:
		e.add("COMMAND", jsontext.TextUpTo(c.in("command"), max))
	}
	e.files(c.Files)
	if c.guess != nil && c.guess.unread != "" {
		e.note(c.guess.unread)
	}
	if c.Values[InputCut] == "true" {
		// The missing part of the input may hold more commands and files.
		if c.Canon == Shell || c.Canon == MCP || c.Tool == nil || c.guess != nil && c.guess.fromTool == nil {
			e.note("COMMAND")
		}
		e.note("FILES")
	}
	e.add("PROMPT", c.Text(Prompt))
	e.add("STATUS", c.Text(Status))
	e.add("STOP_ACTIVE", c.Text(StopActive))
	e.add("PERMISSION_MODE", c.Text(PermissionMode))
	e.add("TRANSCRIPT_PATH", c.Text(TranscriptPath))
	e.add("SESSION_ID", c.Text(SessionID))
	e.add("CWD", c.cwd)
	e.add("PROJECT", c.Project())
	e.add("CUT", strings.Join(e.cut, " "))
	return e.list
}

// Root returns the root of the project as the client names it, "" if it names none.
func (c *Call) Root() string { return FromSlashDrive(c.Text(Project)) }

// Project returns the root of the project, or the agent's directory if the client names no
// root.
func (c *Call) Project() string { return FirstOf(c.Root(), c.cwd) }

type environ struct {
	list, cut []string
	buf       []byte // what list is made of
	max       int
}

func (e *environ) add(name, value string) {
	if value == "" {
		return
	}
	whole := true
	if strings.Contains(value, "\x00") {
		value, whole = strings.ReplaceAll(value, "\x00", "\uFFFD"), false
	}
	if len(value) > e.max {
		value, whole = strings.ToValidUTF8(value[:e.max], ""), false
	}
	if !whole {
		e.note(name)
	}
	start := len(e.buf)
	e.buf = append(append(append(append(e.buf, "OPENHOOK_"...), name...), '='), value...)
	e.list = append(e.list, jsontext.View(e.buf[start:]))
}

// note adds a variable without its full value to OPENHOOK_CUT.
func (e *environ) note(name string) {
	name = "OPENHOOK_" + name
	for _, have := range e.cut {
		if have == name {
			return
		}
	}
	e.cut = append(e.cut, name)
}

// files puts one path on each line. A path with a line break would read as two, so that it
// counts as cut.
func (e *environ) files(files []File) {
	var lines []string
	for _, f := range files {
		if strings.ContainsAny(f.Path, "\r\n") {
			e.note("FILES")
		}
		lines = append(lines, strings.ReplaceAll(strings.ReplaceAll(f.Path, "\n", "\uFFFD"), "\r", "\uFFFD"))
	}
	e.add("FILES", strings.Join(lines, "\n"))
}
