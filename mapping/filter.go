package mapping

import (
	"strconv"
	"strings"
)

// Matches reports whether a call passes --events and --tools. An empty list matches all.
// Patterns are globs over event types, canonical events, native names and tool names. An MCP
// tool is mcp__<server>__<tool> in any client's spelling. With closed, an event or tool
// without a canonical name matches every filter: a guard must not miss a call because the
// client renamed it.
func (c *Call) Matches(events, tools []string, closed bool) bool {
	if len(events) > 0 && !matchAny(events, c.Type, c.Native, canonicalEvent(c.Type)) &&
		!(closed && strings.HasPrefix(c.Type, "vendor.")) {
		return false
	}
	if len(tools) == 0 || c.Values[ToolName] == "" {
		return true
	}
	if c.guess != nil && c.guess.matches(c.Dialect, tools, closed) {
		return true
	}
	mcp := ""
	if c.Canon == MCP {
		if c.Values[MCPTool] == "" {
			return c.matchesSomehow(tools) || closed
		}
		mcp = "mcp__" + c.Text(MCPServer) + "__" + c.Text(MCPTool)
		if c.Text(MCPServer) == "" && anyServer(tools, c.Text(MCPTool)) {
			return true
		}
		if c.Dialect.MCP.Sep == "_" && c.matchesSomehow(tools) {
			return true // the end of the server is a guess, because names are full of "_"
		}
	}
	return matchAny(tools, c.Text(ToolName), c.Canon, mcp) || closed && c.Canon == ""
}

// KnownEvent reports whether a pattern of --events fits an event of any client.
func (r *Registry) KnownEvent(pattern string) bool {
	for _, d := range r.Dialects {
		for e := range d.AllEvents {
			if typ := TypeOf(d.Name, e); matchAny([]string{pattern}, typ, e.Native, canonicalEvent(typ)) {
				return true
			}
		}
	}
	return false
}

// anyServer reports whether a pattern fits an MCP tool whose server is unknown, because any
// server may be meant. Cursor does not name the server on preToolUse. It reads the matchers
// of Claude Code's settings in the same way.
func anyServer(patterns []string, tool string) bool {
	for _, p := range patterns {
		if rest, ok := strings.CutPrefix(p, "mcp__"); ok {
			if _, name, named := strings.Cut(rest, "__"); !named || matchAny([]string{name}, tool) {
				return true
			}
		}
	}
	return false
}

// matchesSomehow tries every server and tool that an ambiguous name may mean, in either
// order, because a filter must not miss a call.
func (c *Call) matchesSomehow(tools []string) bool {
	m := c.Dialect.MCP
	name := strings.TrimPrefix(c.Text(ToolName), m.Prefix)
	if len(name) > 1000 {
		return true // no real name, and too many ways to take it apart
	}
	for i := 1; m.Sep != "" && i < len(name); i++ {
		if rest, ok := strings.CutPrefix(name[i:], m.Sep); ok &&
			matchAny(tools, "mcp__"+name[:i]+"__"+rest, "mcp__"+rest+"__"+name[:i]) {
			return true
		}
	}
	return matchAny(tools, c.Text(ToolName), MCP)
}

func matchAny(patterns []string, names ...string) bool {
	for _, p := range patterns {
		for _, name := range names {
			if name == "" {
				continue
			}
			if p == "*" || p == name {
				return true
			}
			if Glob(p, name) {
				return true
			}
		}
	}
	return false
}

// Glob matches a name with a pattern. * is any text, ? is any byte. path.Match would stop at
// a slash, which is an ordinary byte in a tool's name.
func Glob(pattern, name string) bool {
	p, n, star, from := 0, 0, -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, n
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == name[n]):
			p, n = p+1, n+1
		case star >= 0: // the last star takes one more
			from++
			p, n = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// BlockOn is the set of exit codes beside 2 that mean block.
type BlockOn struct {
	Any   bool // every code but 0, a shell's "cannot run" and those of a signal
	Codes []int
}

func (b BlockOn) has(exit int) bool {
	if b.Any {
		return exit > 0 && exit < 126 // 126 and 127 are a shell's "cannot run"
	}
	for _, c := range b.Codes {
		if c == exit {
			return true
		}
	}
	return false
}

// An exitError is the exit code of a hook that failed.
type exitError int

func (e exitError) Error() string {
	if e > 128 && e < 160 {
		return "was ended by signal " + strconv.Itoa(int(e)-128)
	}
	return "ended with exit code " + strconv.Itoa(int(e))
}
