package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// Some tools do several things in one call, with a list under any of several names. In
// canonical keys such a list is one text with a line for each entry.

// AsObject returns a tool's input as an object. A list or a patch without an object becomes
// the value of the first key, because some models leave the object out.
func (t *Tool) AsObject(raw string) string {
	raw = HeldObject(raw)
	if raw != "" && !jsontext.IsObject(raw) && t != nil && len(t.Keys) > 0 && t.Keys[0].As != Plain {
		return `{` + jsontext.Quote(t.Keys[0].Native) + `:` + raw + `}`
	}
	return raw
}

// presentKey returns the key of the input for a canonical key, nil if the input has none.
func (t *Tool) presentKey(canon string, input jsontext.Members) *ToolKey {
	for i := range t.Keys {
		if k := &t.Keys[i]; k.Canon == canon {
			if v := input.Value(k.Native); v != "" && v != "null" {
				return k
			}
		}
	}
	return nil
}

// listed reports whether the value of the canonical key is such a list.
//
//go:noinline
func (k *ToolKey) listed() bool {
	return k.As == Lines || k.As == Commands || k.As == Files && k.Canon != k.Native
}

// lists reports whether any key of the tool has a list for a canonical key.
func (t *Tool) lists(canon string) bool {
	k := t.canonical(canon)
	return k != nil && k.listed()
}

// list returns the list that a JSON string holds, else raw itself.
func list(raw string) string {
	if mayHold(raw, '[', '{') {
		if s := strings.TrimSpace(jsontext.Text(raw)); s != "" && (s[0] == '[' || s[0] == '{') &&
			Valid([]byte(s)) == nil {
			return jsontext.OneLine(s)
		}
	}
	return raw
}

// Entries returns the entries of a list, raw. A single entry needs no array.
func Entries(raw string) (all []string) {
	raw = list(raw)
	if !strings.HasPrefix(raw, "[") {
		if raw == "" || raw == "null" {
			return nil
		}
		return []string{raw}
	}
	jsontext.EachElement(raw, func(value string) {
		if value != "null" {
			all = append(all, value)
		}
	})
	return all
}

// lines returns the entries for a canonical key under all its native names. A guard cannot
// know which name the client uses.
func (t *Tool) lines(canon string, input jsontext.Members) (all []string) {
	for i := range t.Keys {
		k := &t.Keys[i]
		if k.Canon != canon || !k.listed() {
			continue
		}
		value := input.Value(k.Native)
		if k.withArgs(input) {
			value = `{"command":` + value + `,"args":` + input.Value("args") + `}`
		}
		for _, entry := range Entries(value) {
			if line := k.line(entry); line != "" {
				all = append(all, line)
			}
		}
	}
	return all
}

// listText returns the lines as one JSON string, "" if there are none. A single text is not
// decoded and written again.
func (t *Tool) listText(canon string, input jsontext.Members) string {
	only, n := "", 0
	for i := range t.Keys {
		if k := &t.Keys[i]; k.Canon == canon && k.listed() {
			for _, entry := range Entries(input.Value(k.Native)) {
				if only, n = entry, n+1; k.withArgs(input) {
					n++
				}
			}
		}
	}
	if n == 1 && len(only) > 2 && only[0] == '"' {
		return only
	}
	if all := t.lines(canon, input); len(all) > 0 {
		return jsontext.Quote(strings.Join(all, "\n"))
	}
	return ""
}

// withArgs reports whether the arguments of a program are in a key of their own.
func (k *ToolKey) withArgs(input jsontext.Members) bool {
	return k.As == Commands && jsontext.IsKind(input.Value(k.Native), "string") && len(Entries(input.Value("args"))) > 0
}

func (k *ToolKey) line(entry string) string {
	switch {
	case k.As == Commands:
		return commandLine(entry)
	case jsontext.IsObject(entry) && k.member(entry) != "":
		return jsontext.Text(jsontext.ValueOf(entry, k.member(entry)))
	}
	return jsontext.Text(entry)
}

// member returns the key with the line of an entry that is an object.
func (k *ToolKey) member(entry string) string {
	if k.As == Files {
		return pathKey(entry)
	}
	return k.Of
}

// commandLine writes a program and its arguments as one line.
func commandLine(entry string) string {
	var words []string
	switch entry[0] {
	case '[':
		words = Entries(entry)
	case '{':
		program := FirstOf(jsontext.ValueOf(entry, "command"), jsontext.ValueOf(entry, "cmd"))
		if program == "" {
			return entry
		}
		words = append([]string{program}, Entries(jsontext.ValueOf(entry, "args"))...)
	default:
		return jsontext.Text(entry)
	}
	for i, w := range words {
		if words[i] = jsontext.Text(w); i > 0 && strings.ContainsAny(words[i], " \t\r\n\"") {
			words[i] = jsontext.Quote(words[i])
		}
	}
	return strings.Join(words, " ")
}

// pathKey returns the key under which an object holds a path.
func pathKey(entry string) string {
	for _, key := range [...]string{"path", "file_path", "filePath"} {
		if jsontext.ValueOf(entry, key) != "" {
			return key
		}
	}
	return ""
}

// newValue returns the new value of a list's key with a change of the only entry, or the
// reason why there is none.
func (t *Tool) newValue(k *ToolKey, value string, input jsontext.Members) (raw, problem string) {
	old := input.Value(k.Native)
	all := Entries(old)
	switch {
	case value[0] != '"': // a list already
		return value, ""
	case len(t.lines(k.Canon, input)) > 1 || len(all) > 1:
		return "", "this client runs several of them in one call: change " + k.Native + " instead of " + k.Canon
	case k.withArgs(input):
		return "", "its arguments are in another key: change " + k.Native + " and args instead of " + k.Canon
	case len(all) == 0:
		return t.newList(k.Native, `{`+jsontext.Quote(k.Canon)+`:`+value+`}`), ""
	}
	if entry := all[0]; jsontext.IsObject(entry) && k.As != Commands {
		if jsontext.ValueOf(entry, k.member(entry)) == "" {
			return "", "its " + k.Native + " have no " + k.Canon
		}
		value = jsontext.Replace(entry, k.member(entry), value)
	}
	if strings.HasPrefix(list(old), "[") {
		value = "[" + value + "]"
	}
	return value, ""
}

// newList returns a list of one entry under a native key, from canonical keys.
func (t *Tool) newList(native, canonical string) string {
	var entry []byte
	for _, k := range t.Keys {
		value := jsontext.ValueOf(canonical, k.Canon)
		switch {
		case k.Native != native || value == "":
		case k.Of == "":
			return "[" + value + "]"
		default:
			entry = jsontext.AppendMember(entry, k.Of, value)
		}
	}
	return "[" + string(entry) + "}]"
}
