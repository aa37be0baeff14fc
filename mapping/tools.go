package mapping

import (
	"strings"
	"unicode/utf8"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// ReadTool finds the tool of a call and puts its input into canonical keys.
func (c *Call) ReadTool() {
	name := c.Text(ToolName)
	if c.Dialect.AnyCase {
		c.Values[ToolInput] = lowerKeys(c.Values[ToolInput])
	}
	if server, tool, ok := c.Dialect.MCP.split(name); ok || c.Values[MCPServer] != "" {
		c.Canon = MCP
		if c.Values[MCPServer] == "" && server != "" {
			c.Values[MCPServer] = jsontext.Quote(server)
		}
		if c.Values[MCPTool] == "" {
			// Where the payload names the server, a separator inside it cannot mislead.
			if s := c.Text(MCPServer); c.Dialect.MCP.Sep != "" &&
				strings.HasPrefix(name, c.Dialect.MCP.Prefix+s+c.Dialect.MCP.Sep) {
				tool = name[len(c.Dialect.MCP.Prefix+s+c.Dialect.MCP.Sep):]
			}
			if tool == "" {
				tool = name
			}
			c.Values[MCPTool] = jsontext.Quote(tool)
		}
	}
	if c.Canon == "" {
		if c.Tool = c.Dialect.Tool(name, &c.ownTool); c.Tool != nil {
			c.Canon = c.Tool.Canon
		}
	}
	c.Input = CanonicalInput(c.Tool, c.Canon, c.Values[ToolInput])
}

// Tool fills t with the table's entry for a native tool name, and returns it; nil if
// there is none.
func (d *Dialect) Tool(native string, t *Tool) *Tool {
	for name, rest := range d.Tools.rows {
		if name == native {
			return t.parseRow(name, rest)
		}
	}
	return nil
}

// split returns the server and the tool of an MCP tool's name.
func (m MCPNaming) split(name string) (server, tool string, ok bool) {
	rest, ok := strings.CutPrefix(name, m.Prefix)
	if !ok || m == (MCPNaming{}) || rest == "" {
		return "", "", false
	}
	if m.Sep == "" {
		return "", rest, true
	}
	server, tool, ok = strings.Cut(rest, m.Sep)
	return server, tool, ok && server != "" && tool != ""
}

// CanonicalInput returns a tool's input as a raw JSON object with canonical keys. Keys without
// a canonical name stay unchanged. A key is left out if it looks like a canonical key that
// the client spells differently, so that it cannot hide the value that the client uses.
func CanonicalInput(t *Tool, canon, raw string) string {
	raw = t.AsObject(raw)
	if raw == "" {
		return "{}"
	}
	if !jsontext.IsObject(raw) {
		key := "input"
		if k := mainKey(canon); k != "" {
			key = k
		}
		return `{"` + key + `":` + raw + `}`
	}
	if t == nil || !t.renames() {
		return raw
	}
	var room [16]jsontext.Member
	in := jsontext.AppendMembers(room[:0], raw)
	b := make([]byte, 0, len(raw)+64)
	in.EachKey(func(name, value string) {
		known, keep := false, false
		for i := range t.Keys {
			k := &t.Keys[i]
			if k.Native != name {
				continue
			}
			known, keep = true, keep || k.Canon != name && (k.listed() || t.presentKey(k.Canon, in) != k)
			switch {
			case t.presentKey(k.Canon, in) != k: // said already under another name
			case !k.listed():
				b = jsontext.AppendMember(b, k.Canon, value)
			default:
				if text := t.listText(k.Canon, in); text != "" {
					b = jsontext.AppendMember(b, k.Canon, text)
				}
				value = list(value)
			}
		}
		if keep || !known && t.presentKey(name, in) == nil {
			b = jsontext.AppendMember(b, name, value)
		}
	})
	if len(b) == 0 {
		return "{}"
	}
	return jsontext.View(append(b, '}'))
}

// lowerKeys spells an object's keys like a parser that ignores case. Of several equal keys the
// last counts. Go's parser takes the Kelvin sign for k and the long s for s.
func lowerKeys(raw string) string {
	if !jsontext.IsObject(raw) {
		return raw
	}
	lower := jsontext.Split(raw)
	same := true
	for i, m := range lower {
		lower[i].Key = strings.ReplaceAll(strings.ToLower(m.Key), "ſ", "s")
		same = same && lower[i].Key == m.Key
	}
	if same {
		return raw
	}
	var b []byte
	lower.EachKey(func(key, value string) { b = jsontext.AppendMember(b, key, value) })
	return jsontext.View(append(b, '}'))
}

// HeldObject returns the object that a JSON string holds (Copilot CLI up to 1.0.78
// sends toolArgs as one), else raw itself.
func HeldObject(raw string) string {
	if mayHold(raw, '{', '{') {
		if s := strings.TrimSpace(jsontext.Text(raw)); jsontext.IsObject(s) && Valid([]byte(s)) == nil {
			return jsontext.OneLine(s)
		}
	}
	return raw
}

// mayHold reports whether a JSON string may hold JSON that begins with one of two bytes. It
// saves the decoding of large texts.
func mayHold(raw string, one, other byte) bool {
	if len(raw) < 2 || raw[0] != '"' {
		return false
	}
	c := raw[1]
	return c == one || c == other || c == '\\' || c <= ' ' || c >= utf8.RuneSelf
}

// mainKey returns the key for an input that is no object, because some models call a tool with
// a plain string.
func mainKey(canon string) string {
	switch canon {
	case Shell:
		return "command"
	case FileRead, FileWrite, FileEdit:
		return "file_path"
	case Search, Find:
		return "pattern"
	case WebFetch:
		return "url"
	case WebSearch:
		return "query"
	}
	return ""
}

func (t *Tool) renames() bool {
	for _, k := range t.Keys {
		if k.Canon != k.Native || k.listed() {
			return true
		}
	}
	return false
}

func (t *Tool) native(key string) *ToolKey {
	for i := range t.Keys {
		if t.Keys[i].Native == key {
			return &t.Keys[i]
		}
	}
	return nil
}

func (t *Tool) canonical(key string) *ToolKey {
	if t == nil {
		return nil
	}
	for i := range t.Keys {
		if t.Keys[i].Canon == key {
			return &t.Keys[i]
		}
	}
	return nil
}

// rewriteRule returns what the client does with a new input for the tool of a call.
func (c *Call) rewriteRule() RewriteRule {
	switch {
	case c.Tool != nil:
		return c.Tool.Rewrite
	case c.Canon == MCP:
		return c.Dialect.MCP.Rewrite
	}
	return c.Dialect.Rewrite
}

// refusal returns why no new input can replace the old one, "" if one can.
func (c *Call) refusal(rule RewriteRule, old string) string {
	switch {
	case c.Values[InputCut] == "true":
		return "the input of " + OneLine(c.Text(ToolName)) + " arrived truncated"
	case rule == Never:
		return "this client takes no new input for " + OneLine(c.Text(ToolName))
	case old != "" && !jsontext.IsObject(old):
		return "the input of " + OneLine(c.Text(ToolName)) + " is not an object"
	}
	return ""
}

// NativeInput maps updated canonical keys to the client's keys. It returns the input to send,
// or the reason why this client would not honour it. Both are "" if nothing changed.
func (c *Call) NativeInput(updated string) (input, problem string) {
	rule, old := c.rewriteRule(), c.Tool.AsObject(c.Values[ToolInput])
	if problem = c.refusal(rule, old); problem != "" {
		return "", problem
	}
	var changed jsontext.Members
	in := jsontext.Split(old)
	was := in.Lookup()
	jsontext.EachKey(updated, func(key, value string) {
		if was, apart := c.guess.apart(key); apart {
			if jsontext.Text(value) != was {
				problem = "its " + key + " is in no key of " + OneLine(c.Text(ToolName)) +
					" that could be changed alone"
			}
			return
		}
		name, fixed := key, rule == Merge && c.Tool != nil
		if c.Tool != nil {
			k := c.Tool.presentKey(key, in)
			if k == nil {
				k = c.Tool.canonical(key)
			}
			switch {
			case k == nil:
				k = c.Tool.native(key)
			case k.listed():
				if strings.Join(c.Tool.lines(key, in), "\n") == jsontext.Text(value) {
					return
				}
				input := old // two canonical keys may share one list
				for _, m := range changed {
					if m.Key == k.Native {
						input = jsontext.Replace(old, m.Key, m.Raw)
					}
				}
				var p string
				if value, p = c.Tool.newValue(k, value, jsontext.Split(input)); p != "" {
					problem = p
					return
				}
			}
			if k != nil {
				name, fixed = k.Native, false
			}
		}
		if was(name) == value {
			return
		}
		if fixed {
			problem = "this client ignores a new " + OneLine(key+" for "+c.Text(ToolName))
		}
		changed = append(changed, jsontext.Member{Key: name, Raw: value})
	})
	if problem != "" {
		return "", problem
	}
	var b []byte
	if rule == Whole {
		now := changed.Lookup()
		jsontext.EachKey(old, func(key, value string) {
			b = jsontext.AppendMember(b, key, FirstOf(now(key), value))
		})
	}
	for _, m := range changed {
		if rule == Merge || was(m.Key) == "" {
			b = jsontext.AppendMember(b, m.Key, m.Raw)
		}
	}
	if len(changed) == 0 {
		return "", ""
	}
	return string(append(b, '}')), ""
}
