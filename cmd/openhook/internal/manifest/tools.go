package manifest

import (
	"regexp"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// dialects are those of a provider: some have several.
func dialects(provider string) (all []*mapping.Dialect) {
	for _, d := range clients.Registry.Dialects {
		if d.Name == provider {
			all = append(all, d)
		}
	}
	return all
}

// nativeTools are a provider's tools by name, each with its canonical one.
func nativeTools(provider string) map[string]string {
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

// hasTool says whether a provider has a tool that does what a canonical one does.
func hasTool(provider, canon string) bool {
	for _, c := range nativeTools(provider) {
		if c == canon {
			return true
		}
	}
	return false
}

// canonOf is the canonical tool of a native name, "" if there is none.
func canonOf(provider, name string) string {
	if c := nativeTools(provider)[name]; c != "" {
		return c
	}
	if t := install.Named(provider); t != nil && t.MatcherAlso != "" {
		return nativeTools(t.MatcherAlso)[name]
	}
	return ""
}

// plainName is a tool's name without anything that a regular expression acts on.
var plainName = regexp.MustCompile(`^[A-Za-z0-9_:@/ -]+$`)

// everyMCP is the end of a matcher for all tools of a server.
var everyMCP = regexp.MustCompile(`^(.+?)(__|_|/)\.\*$`)

// nativeMatcher reads what a provider's own matcher names. Of a regular expression the
// tools that it finds are named, and it stands beside them for those that nobody knows.
// It is nil for all tools, and false if nobody can tell.
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
		case canonOf(provider, word) != "":
			m = m.with(Part{Tool: canonOf(provider, word)})
		case ok && server == "":
			m = m.with(Part{Pattern: "^mcp__.*__" + regexp.QuoteMeta(tool) + "$"})
		case ok:
			m = m.with(Part{Server: server, MCPTool: tool})
		case plainName.MatchString(word):
			m = m.with(Part{Tool: word})
		default:
			re, err := regexp.Compile(word)
			if err != nil {
				return nil, false
			}
			m = m.with(known(provider, re)...).with(Part{Pattern: word})
		}
	}
	return m, len(m.Any) > 0
}

// known are the canonical tools whose native name an expression finds.
func known(provider string, re *regexp.Regexp) (parts []Part) {
	tools := nativeTools(provider)
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

// mcpName takes a native name of an MCP server's tool apart; tool is "" for all, server
// is where the client does not name it.
func mcpName(provider, word string) (server, tool string, ok bool) {
	all := false
	if m := everyMCP.FindStringSubmatch(word); m != nil {
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
		if ok = ok && server != "" && plainName.MatchString(server) && (all && tool == "*" || plainName.MatchString(tool)); ok {
			return server, strings.TrimPrefix(tool, "*"), true
		}
	}
	return "", "", false
}
