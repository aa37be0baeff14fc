package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// A guess is what the shim inferred of a call.
type guess struct {
	tool     bool   // Call.Canon
	like     string // what the tool is like, an MCP server's as well
	command  string // all commands, a line each
	joined   bool   // they are in no single key, so that the shim cannot replace them
	content  string // texts for files, if they are in no single key
	files    bool
	unread   string      // the variable of a value that the tool must have and that was not found
	sources  [2][]string // the keys of the input with commands, and with files
	byName   string      // the name of a table's tool that decided
	canon    string      // the canonical tool of the client's table
	fromTool *Tool
}

// Unlisted returns the tool's name if the client's table does not list it and it runs or
// touches something, or if the table lists it and its input does not fit; else "".
func (c *Call) Unlisted() string {
	if c.guess == nil || c.Canon == MCP || !c.guess.tool && c.guess.unread == "" {
		return ""
	}
	return c.Text(ToolName)
}

// Inferred returns in words what the shim inferred, and from what. It is empty for a call
// that the client's table describes.
func (c *Call) Inferred() (all []string) {
	if c.guess == nil {
		return nil
	}
	g := c.guess
	keys := func(what int) string {
		if len(g.sources[what]) == 0 {
			return "the input's text"
		}
		return "the input's " + strings.Join(g.sources[what], ", ")
	}
	for part := range g.parts {
		switch {
		case part == "command":
			part += " from " + keys(0)
		case part == "files":
			part += " from " + keys(1)
		case g.byName != "":
			part += " from the name, which another client's table has: " + g.byName
		case c.Canon == MCP:
			part += " from the name"
		case g.command != "":
			part += " from the name and " + keys(0)
		default:
			part += " from the name and " + keys(1)
		}
		all = append(all, part)
	}
	if g.unread != "" {
		all = append(all, "nothing for OPENHOOK_"+g.unread+", so OPENHOOK_CUT names it")
	}
	return all
}

// apart reports whether the value of a canonical key is in no single key of the input, and
// returns the value.
func (g *guess) apart(key string) (value string, ok bool) {
	switch {
	case g == nil:
	case key == "command" && g.joined:
		return g.command, true
	case key == "content" && g.content != "":
		return g.content, true
	}
	return "", false
}

// parts names what was inferred.
func (g *guess) parts(yield func(string) bool) {
	_ = (!g.tool || yield("tool")) && (g.command == "" || yield("command")) && (!g.files || yield("files"))
}

// list returns the inferred parts as the envelope has them, "" if there are none.
func (g *guess) list() string {
	if g == nil {
		return ""
	}
	var b []byte
	for part := range g.parts {
		b = jsontext.AppendString(append(b, ','), part)
	}
	if b == nil {
		return ""
	}
	b[0] = '['
	return string(append(b, ']'))
}

// matches reports whether a filter is for a tool like this one. With closed, every tool
// passes that may be one.
func (g *guess) matches(d *Dialect, tools []string, closed bool) bool {
	if matchAny(tools, g.like) || g.command != "" && matchAny(tools, Shell) || closed && (g.tool || g.like == "") {
		return true
	}
	for t := range d.Tools.All {
		if g.like != "" && t.Canon == g.like && matchAny(tools, t.Native) {
			return true
		}
	}
	return false
}
