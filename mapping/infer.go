package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// Tools that no table lists. The shim looks for the tool's name in the tables of all clients
// and reads the shape of its input (shape.go), because clients rename tools every few months
// and agents add their own by MCP.

// infer completes a call if the client's table does not describe it: the table does not list
// the tool, or the input does not fit.
func (c *Call) infer() {
	switch {
	case c.Values[ToolName] == "":
		return
	case c.Canon == MCP, c.Canon == "" && c.Tool == nil:
	case c.Canon == Shell && !jsontext.IsKind(c.in("command"), "string"):
	case len(c.Files) == 0 && (c.Canon == FileWrite || c.Canon == FileEdit || c.Canon == FileRead && c.Tool != nil):
	default:
		return
	}
	c.guessTool()
}

//go:noinline
func (c *Call) guessTool() {
	g := &guess{canon: c.Canon, fromTool: c.Tool}
	name := c.Text(ToolName)
	listed := c.Canon != "" && c.Canon != MCP
	if c.Canon == "" {
		c.guessMCP(name)
	}
	does := ""
	var table *Tool
	if listed {
		g.like = c.Canon
	} else if table = c.registry.union(name, c.Text(MCPTool)); table != nil {
		g.like, does, g.byName = table.Canon, table.Op, table.Native
	}
	n := meaningOfName(name)
	in := c.Tool.AsObject(c.Values[ToolInput])
	s := shapeOf(in, table, g.like, n)
	if !listed {
		g.like = s.like(g.like, n)
	}
	if !listed && c.Canon != MCP && g.like != "" && g.like != MCP {
		c.Canon, g.tool = g.like, true
	}
	if does == "" {
		does = opLike(g.like, n)
	}
	if g.like == MCP {
		c.Canon, g.tool = MCP, true
	}
	g.sources = s.sources
	isText := !s.sure && OpOf(g.like) != "" && (n.writes || n.edits || g.byName != "") // the value of "code"
	if len(s.commands) > 0 && !isText {
		g.command = strings.Join(s.commands, "\n")
	}
	had := len(c.Files)
	c.addInferredFiles(s, does)
	g.files = len(c.Files) > had
	g.unread = c.missing(g, listed)
	if !g.tool && g.command == "" && !g.files && g.unread == "" && g.like == "" {
		return
	}
	c.guess = g
	if c.Canon != "" && c.Canon != MCP {
		c.spell(in, s)
	}
}

// addInferredFiles lists the files of an input that no table describes. does is what
// the tool does to them.
func (c *Call) addInferredFiles(s *shape, does string) {
	for _, patch := range s.patches {
		c.AddPatch(patch)
		c.addDiff(patch, "update")
	}
	for _, file := range s.files {
		c.AddFile(c.anyPath(file), does)
		if strings.Contains(file, `\`) && !isWindows(c.cwd) && !isWindows(file) { // a tool may take it for a slash
			c.AddFile(c.anyPath(strings.ReplaceAll(file, `\`, "/")), does)
		}
	}
}

// missing returns the variable of a value that the tool must have and whose key is
// unknown, "" if there is none.
func (c *Call) missing(g *guess, listed bool) string {
	switch {
	case c.Type == ToolEnd: // a result has nothing left to guard
	case c.Canon == Shell && g.command == "" && (listed || g.byName != ""):
		return "COMMAND"
	case (c.Canon == FileWrite || c.Canon == FileEdit) && len(c.Files) == 0:
		return "FILES"
	}
	return ""
}

// guessMCP reads a name in the usual spelling of tools of MCP servers, for a client with
// another spelling or none.
func (c *Call) guessMCP(name string) {
	rest, ok := strings.CutPrefix(name, "mcp__")
	if server, tool, two := strings.Cut(rest, "__"); ok && two && server != "" && tool != "" {
		c.Canon, c.Values[MCPServer], c.Values[MCPTool] = MCP, jsontext.Quote(server), jsontext.Quote(tool)
	}
}

// shapeOf reads an input. If the tool's name says that it runs something and no key says
// what, every text may be a command.
func shapeOf(in string, table *Tool, like string, n nameMeaning) *shape {
	s := &shape{table: table}
	switch {
	case in == "" || in == "null":
	case in[0] == '"':
		s.readString(jsontext.Text(in), like, n)
	case in[0] == '[' && (like == Shell || n.runs):
		o := new(scope)
		s.readValue(in, 0, meansCommand, o, "")
		s.close(o)
	default:
		s.readAll(in)
	}
	mayRun := !n.asks && (like == Shell || like == "" && n.runs || n.types)
	if len(s.commands) == 0 && mayRun && jsontext.IsObject(in) {
		all := &shape{table: table, all: true}
		all.readAll(in)
		s.commands, s.found, s.commandKey, s.sources[0] = all.commands, all.found, all.commandKey, all.sources[0]
		s.sure = len(all.commands) > 0 && (n.shell || n.types)
	}
	return s
}

// readString reads an input that is one text.
func (s *shape) readString(v, like string, n nameMeaning) {
	switch {
	case isPatch(v):
		s.patches, s.hasEdit = append(s.patches, v), true
	case like == Shell, n.runs, n.types:
		s.commands, s.sure = append(s.commands, v), like == Shell || n.shell || n.types || n.plainly
	case OpOf(like) != "", isFar(v):
		s.files = append(s.files, v)
	}
}

// like returns the canonical tool with such an input. by is the tool that the tables have
// for the name, "" if they have none.
func (s *shape) like(by string, n nameMeaning) string {
	touches := len(s.files) > 0 || len(s.patches) > 0
	switch {
	case by != "":
		return by
	case len(s.commands) > 0 && (s.sure || !touches) && !(touches && (s.hasEdit || s.hasText && (n.writes || n.edits))):
		if !s.sure && !s.hasText {
			return ""
		}
		return Shell
	case !touches:
		return ""
	case s.hasEdit, n.edits:
		return FileEdit
	case s.hasText, n.writes:
		return FileWrite
	case n.reads:
		return FileRead
	case n.finds:
		return Find
	}
	return ""
}

// opLike returns what the tool does to the files, the worst possible if unknown.
func opLike(like string, n nameMeaning) string {
	switch {
	case n.deletes:
		return "delete"
	case OpOf(like) != "":
		return OpOf(like)
	case (n.reads || n.finds) && !n.edits && !n.writes:
		return "read"
	}
	return "update"
}

// union finds a name, or that of an MCP server's tool, in all tables. It returns one tool with
// all the keys of those tables. It is nil if no table lists the name, or if they disagree.
func (r *Registry) union(name, other string) *Tool {
	var found *Tool
	for _, d := range r.Dialects {
		for native, rest := range d.Tools.rows {
			if !sameName(native, name) && (other == "" || !sameName(native, other)) {
				continue
			}
			t := new(Tool).parseRow(native, rest)
			switch {
			case found == nil:
				found = t
				continue
			case t.Canon != "" && found.Canon != "" && t.Canon != found.Canon:
				return nil
			}
			found.Canon, found.Op = FirstOf(found.Canon, t.Canon), FirstOf(found.Op, t.Op)
			found.Keys = append(found.Keys, t.Keys...)
		}
	}
	return found
}

// spell gives the inferred tool keys with canonical names, so that a new input comes back
// under the keys of the old one.
func (c *Call) spell(in string, s *shape) {
	g := c.guess
	if !jsontext.IsObject(in) {
		c.spellValue(in, s)
		return
	}
	c.spellKeys(in, s)
	if c.Canon == Shell && g.command != "" && (s.commandKey == "" || jsontext.Text(c.in("command")) != g.command) {
		g.joined = true
		c.Input = jsontext.Replace(c.Input, "command", jsontext.Quote(g.command))
	}
	writes := c.Canon == FileWrite || c.Canon == FileEdit
	if g.fromTool == nil && writes && !s.hasEdit && c.in("content") == "" && len(s.texts) > 0 {
		g.content = strings.Join(s.texts, "\n")
		c.Input = jsontext.Replace(c.Input, "content", jsontext.Quote(g.content))
	}
}

// spellValue does for an input that is no object what spell does.
func (c *Call) spellValue(in string, s *shape) {
	g := c.guess
	if g.fromTool == nil {
		c.ownTool = Tool{Canon: c.Canon, Rewrite: Never}
		c.Tool = &c.ownTool
		c.Input = CanonicalInput(nil, c.Canon, c.Values[ToolInput])
	}
	switch {
	case c.Canon == Shell && g.command != "":
		g.joined = true
		c.Input = `{"command":` + jsontext.Quote(g.command) + `}`
	case g.fromTool == nil && s.hasEdit && in != "" && in[0] == '"':
		c.Input = `{"patch":` + in + `}`
	}
}

// spellKeys gives the inferred tool the keys of an input that is an object.
func (c *Call) spellKeys(in string, s *shape) {
	g := c.guess
	t := &c.ownTool
	if g.fromTool == nil {
		*t = Tool{Canon: c.Canon, Rewrite: c.Dialect.Rewrite}
	} else {
		*t = *g.fromTool
	}
	parts := jsontext.Split(in)
	add := func(canon, native string, as As) {
		taken := t.presentKey(canon, parts) != nil || t.native(native) != nil ||
			canon != native && jsontext.ValueOf(in, canon) != ""
		if native != "" && !taken {
			t.Keys = append(t.Keys[:len(t.Keys):len(t.Keys)], ToolKey{Canon: canon, Native: native, As: as})
		}
	}
	switch c.Canon {
	case Shell:
		add("command", s.commandKey, Plain)
	case FileWrite, FileEdit, FileRead:
		if s.hasEdit && s.patchKey != "" {
			add("patch", s.patchKey, Patch)
		}
		add("file_path", s.fileKey, Plain)
	}
	if g.fromTool == nil {
		c.registry.usual(c.Canon, add)
	}
	if c.Canon == FileWrite {
		add("content", s.textKey, Plain)
	}
	if c.Tool = t; g.fromTool == nil || len(t.Keys) > 0 {
		c.Input = CanonicalInput(t, c.Canon, c.Values[ToolInput])
	}
}

// usual offers the keys of the tables' tools of the same kind.
func (r *Registry) usual(canon string, add func(canon, native string, as As)) {
	for _, d := range r.Dialects {
		for t := range d.Tools.All {
			bothChange := OpOf(canon) != "" && OpOf(t.Canon) != "" && canon != FileRead && t.Canon != FileRead
			if t.Canon != canon && !bothChange {
				continue
			}
			for _, k := range t.Keys {
				if k.As == Plain && k.Canon != "command" && k.Canon != "file_path" && k.Canon != "patch" &&
					k.Canon != k.Native {
					add(k.Canon, k.Native, Plain)
				}
			}
		}
	}
}
