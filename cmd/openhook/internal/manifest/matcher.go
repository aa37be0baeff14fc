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

// A Matcher says for which tools a hook runs: for all that any of its parts names.
type Matcher struct {
	Parts []Part
	array bool // it is written as an array
}

// A Part is one of a tool of the vocabulary, a regular expression on a tool's name, and
// a tool of an MCP server, or all of its tools.
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

// MarshalJSON writes a part as the format has it.
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

// UnmarshalJSON reads any of the four kinds.
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

// globs are what openhook-shim's --tools takes for a part. errNoGlobs if globs cannot say
// it.
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

// partOf is the part that a word of --tools stands for.
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

// matcherOf is the matcher for some words of --tools, nil for none.
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

// key is the same for matchers that mean the same.
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

// addParts is a matcher of more parts.
func (m *Matcher) addParts(parts ...Part) *Matcher {
	if m == nil {
		return nil // all tools already
	}
	out := &Matcher{Parts: slices.Clone(m.Parts), array: m.array}
	for _, p := range parts {
		if !slices.Contains(out.Parts, p) {
			out.Parts = append(out.Parts, p)
		}
	}
	return out
}

// names says whether a matcher names a canonical tool, by itself or by a pattern.
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
