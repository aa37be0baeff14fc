package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/mapping"
)

// A Matcher limits a hook to the tools that any of its parts names.
type Matcher struct {
	Parts []Part
	array bool // the manifest has an array
}

// A Part names tools: by a canonical name, by a regular expression, or as a tool of an MCP server.
// An empty MCPTool means all tools of the server.
type Part struct {
	Tool    string
	Pattern string
	Server  string
	MCPTool string
}

type partJSON struct {
	Pattern string   `json:"pattern,omitempty"`
	MCP     *mcpJSON `json:"mcp,omitempty"`
}

type mcpJSON struct {
	Server string `json:"server"`
	Tool   string `json:"tool,omitempty"`
}

// MarshalJSON writes a part in the manifest's form.
func (p Part) MarshalJSON() ([]byte, error) {
	switch {
	case p.Pattern != "":
		return json.Marshal(partJSON{Pattern: p.Pattern})
	case p.Server != "":
		return json.Marshal(partJSON{MCP: &mcpJSON{p.Server, p.MCPTool}})
	}
	return json.Marshal(p.Tool)
}

// UnmarshalJSON reads a part.
func (p *Part) UnmarshalJSON(data []byte) error {
	*p = Part{}
	if json.Unmarshal(data, &p.Tool) == nil {
		if p.Tool == "" {
			return errors.New("a matcher is empty")
		}
		return nil
	}
	var v partJSON
	if err := json.Unmarshal(data, &v); err != nil {
		return errors.New("a matcher is a tool's name, {\"pattern\": …}, {\"mcp\": {\"server\": …}} or a list of them")
	}
	switch {
	case v.MCP != nil && v.Pattern != "" || v.MCP == nil && v.Pattern == "":
		return errors.New("a matcher object needs exactly one of pattern and mcp")
	case v.MCP != nil && v.MCP.Server == "":
		return errors.New("this mcp matcher names no server")
	case v.MCP != nil:
		p.Server, p.MCPTool = v.MCP.Server, v.MCP.Tool
		return nil
	}
	if _, err := regexp.Compile(v.Pattern); err != nil {
		return fmt.Errorf("pattern %q: %s; use an RE2 expression, without look-around and back-references", v.Pattern,
			strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	p.Pattern = v.Pattern
	return nil
}

// MarshalJSON writes a single part without an array.
func (m Matcher) MarshalJSON() ([]byte, error) {
	if len(m.Parts) == 1 && !m.array {
		return json.Marshal(m.Parts[0])
	}
	return json.Marshal(m.Parts)
}

// UnmarshalJSON reads a part or an array of parts.
func (m *Matcher) UnmarshalJSON(data []byte) error {
	*m = Matcher{}
	var list []json.RawMessage
	if json.Unmarshal(data, &list) == nil && list != nil {
		m.array = true
	} else {
		list = []json.RawMessage{data}
	}
	if len(list) == 0 {
		return errors.New("a matcher without a part matches nothing")
	}
	for _, raw := range list {
		var p Part
		if err := p.UnmarshalJSON(raw); err != nil {
			return err
		}
		m.Parts = append(m.Parts, p)
	}
	return nil
}

// globs returns the part's globs for --tools of openhook-shim. The error is errNoGlobs if globs
// cannot express it.
func (p Part) globs() ([]string, error) {
	switch {
	case p.Pattern != "":
		return globsOf(p.Pattern)
	case p.Server != "":
		tool := p.MCPTool
		if tool == "" {
			tool = "*"
		}
		if !inGlobs(p.Server + p.MCPTool) {
			return nil, errNoGlobs
		}
		return []string{"mcp__" + p.Server + "__" + tool}, nil
	case !inGlobs(p.Tool):
		return nil, errNoGlobs
	}
	return []string{p.Tool}, nil
}

// partOf returns the part for one glob of --tools.
func partOf(glob string) Part {
	if rest, ok := strings.CutPrefix(glob, "mcp__"); ok {
		server, tool, named := strings.Cut(rest, "__")
		if tool == "*" {
			tool = ""
		}
		if named && server != "" && !strings.ContainsAny(server+tool, "*?") {
			return Part{Server: server, MCPTool: tool}
		}
	}
	if strings.ContainsAny(glob, "*?") {
		return Part{Pattern: patternOf(glob)}
	}
	return Part{Tool: glob}
}

// matcherOf returns the matcher for the globs of --tools, nil if there are none.
func matcherOf(globs []string) *Matcher {
	if len(globs) == 0 {
		return nil
	}
	m := &Matcher{}
	for _, g := range globs {
		m.Parts = append(m.Parts, partOf(g))
	}
	return m
}

// key returns the same text for matchers with the same meaning.
func (m *Matcher) key() string {
	if m == nil {
		return ""
	}
	var all []string
	for _, p := range m.Parts {
		if globs, err := p.globs(); err == nil {
			all = append(all, globs...)
		} else {
			all = append(all, "/"+p.Pattern+"/")
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), ",")
}

// addParts returns a matcher with more parts.
func (m *Matcher) addParts(parts ...Part) *Matcher {
	if m == nil {
		return nil // nil matches all tools
	}
	out := &Matcher{Parts: slices.Clone(m.Parts), array: m.array}
	for _, p := range parts {
		if !slices.Contains(out.Parts, p) {
			out.Parts = append(out.Parts, p)
		}
	}
	return out
}

// names reports whether a matcher names a canonical tool, directly or by a pattern.
func (m *Matcher) names(tool string) bool {
	if m == nil {
		return true
	}
	return slices.ContainsFunc(m.Parts, func(p Part) bool {
		if tool == mapping.MCP && (p.Server != "" || strings.HasPrefix(p.Tool, "mcp__")) {
			return true
		}
		globs, err := p.globs()
		if err != nil {
			re, err := regexp.Compile(p.Pattern)
			return err == nil && re.MatchString(tool)
		}
		return slices.ContainsFunc(globs, func(g string) bool { return mapping.Glob(g, tool) })
	})
}
