package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// A guess is what was inferred of a call.
type guess struct {
	tool     bool   // Call.Canon
	like     string // what the tool is like, an MCP server's as well
	command  string // all commands, a line each
	joined   bool   // they stand in no single key: a new one cannot be put in their place
	content  string // texts for files, where they stand in no single key
	files    bool
	unread   string      // the variable of what a tool must have and was not found
	sources  [2][]string // the keys of the input that told of commands and of files
	byName   string      // the name of the table's tool that told
	canon    string      // what the tables said before
	fromTool *Tool
}

// Unlisted names the tool if the client's table does not list it and it runs or
// touches something, or lists it and its input does not fit; else "".
func (c *Call) Unlisted() string {
	if c.guess == nil || c.Canon == MCP || !c.guess.tool && c.guess.unread == "" {
		return ""
	}
	return c.Text(ToolName)
}

// Inferred says in words what was inferred, and from what; nothing for a call that the
// client's table describes.
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

// apart reports whether the value of a canonical key stands in no single key of the input,
// and which value that is.
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

// list is what was inferred, as the envelope has it, "" nothing.
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

// matches reports whether a filter is for what a tool is like. With closed, whatever may
// be what it is for passes.
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
