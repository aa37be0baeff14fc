package manifest

import (
	"regexp"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// dialects returns the tables of a provider. Some providers have several.
func dialects(provider string) (all []*mapping.Dialect) {
	for _, d := range clients.Registry.Dialects {
		if d.Name == provider {
			all = append(all, d)
		}
	}
	return all
}

// canonicalByName returns the canonical tool of each of a provider's tools.
func canonicalByName(provider string) map[string]string {
	all := map[string]string{}
	for _, d := range dialects(provider) {
		for t := range d.Tools.All {
			if all[t.Native] == "" {
				all[t.Native] = t.Canon
			}
		}
	}
	return all
}

// hasTool reports whether a provider has a tool for a canonical one.
func hasTool(provider, canon string) bool {
	for _, c := range canonicalByName(provider) {
		if c == canon {
			return true
		}
	}
	return false
}

// canonOf returns the canonical tool of a native name, "" if there is none.
func canonOf(provider, name string) string {
	if c := canonicalByName(provider)[name]; c != "" {
		return c
	}
	if t := install.ToolNamed(provider); t != nil && t.MatcherAlso != "" {
		return canonicalByName(t.MatcherAlso)[name]
	}
	return ""
}

// vocabulary has the tools that the format's own table names and that the recorded clients call
// otherwise, with what they are there.
var vocabulary = map[string][]string{
	"run_terminal_cmd": {mapping.Shell}, "read_file": {mapping.FileRead}, "file_search": {mapping.Find},
	"edit_file": {mapping.FileWrite, mapping.FileEdit}, "grep_search": {mapping.Search},
	"fs_write": {mapping.FileWrite, mapping.FileEdit}, "web_search": {mapping.WebSearch},
}

// plainName matches a name without special characters of regular expressions.
var plainName = regexp.MustCompile(`^[A-Za-z0-9_:@/ -]+$`)

// wholeServer matches a name for all tools of a server.
var wholeServer = regexp.MustCompile(`^(.+?)(__|_|/)\.\*$`)

// nativeMatcher parses a provider's own matcher. For a regular expression it adds the known tools
// that match, and keeps the expression for unknown tools. It returns nil for all tools, and false
// if it cannot read the matcher.
func nativeMatcher(provider, text string) (*Matcher, bool) {
	switch strings.TrimSpace(text) {
	case "", "*", ".*", "^.*$":
		return nil, true
	}
	m := &Matcher{}
	whole := strings.TrimSuffix(strings.TrimPrefix(text, "^"), "$")
	if inner, ok := strings.CutPrefix(whole, "(?:"); ok {
		whole = strings.TrimSuffix(inner, ")")
	} else if inner, ok := strings.CutPrefix(whole, "("); ok {
		whole = strings.TrimSuffix(inner, ")")
	}
	split := func(r rune) bool { return r == '|' || r == ',' }
	if strings.ContainsAny(whole, "()[") {
		split = func(rune) bool { return false }
	}
	for word := range slices.Values(strings.FieldsFunc(whole, split)) {
		word = strings.Trim(word, " ^$")
		switch server, tool, ok := mcpName(provider, word); {
		case len(vocabulary[word]) > 1 || canonOf(provider, word) == "" && vocabulary[word] != nil:
			for _, canon := range vocabulary[word] {
				m = m.addParts(Part{Tool: canon})
			}
		case canonOf(provider, word) != "":
			m = m.addParts(Part{Tool: canonOf(provider, word)})
		case ok && server == "":
			m = m.addParts(Part{Pattern: "^mcp__.*__" + regexp.QuoteMeta(tool) + "$"})
		case ok:
			m = m.addParts(Part{Server: server, MCPTool: tool})
		case plainName.MatchString(word):
			m = m.addParts(Part{Tool: word})
		default:
			re, err := regexp.Compile(word)
			if err != nil {
				return nil, false
			}
			m = m.addParts(toolsMatching(provider, re)...).addParts(Part{Pattern: word})
		}
	}
	return m, len(m.Parts) > 0
}

// toolsMatching returns the canonical tools whose native name matches.
func toolsMatching(provider string, re *regexp.Regexp) (parts []Part) {
	tools := canonicalByName(provider)
	for _, canon := range canonicalTools {
		for native, c := range tools {
			if c == canon && re.MatchString(native) {
				parts = append(parts, Part{Tool: canon})
				break
			}
		}
	}
	return parts
}

// mcpName parses the native name of an MCP tool. tool is "" for all tools. server is "" if the
// client does not name it.
func mcpName(provider, word string) (server, tool string, ok bool) {
	all := false
	if m := wholeServer.FindStringSubmatch(word); m != nil {
		word, all = m[1]+m[2]+"*", true
	}
	for _, d := range dialects(provider) {
		n := d.MCP
		rest, has := strings.CutPrefix(word, n.Prefix)
		if !has || n.Prefix == "" {
			continue
		}
		if n.Sep == "" && !all && plainName.MatchString(rest) {
			return "", rest, true
		}
		server, tool, ok = strings.Cut(rest, n.Sep)
		if ok = ok && server != "" && plainName.MatchString(server) &&
			(all && tool == "*" || plainName.MatchString(tool)); ok {
			return server, strings.TrimPrefix(tool, "*"), true
		}
	}
	return "", "", false
}
