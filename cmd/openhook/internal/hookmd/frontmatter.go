package hookmd

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

const (
	maxFile   = 256 << 10 // bytes of a HOOK.md
	maxMatter = 16 << 10  // limits the cost of parsing
	maxDepth  = 16        // of nested lists and objects
)

// A reader reads one front matter and collects its errors and warnings.
type reader struct {
	file             string
	errors, warnings []problem
}

func (r *reader) addError(line int, format string, args ...any) {
	r.errors = append(r.errors, problem{r.file, line, fmt.Sprintf(format, args...)})
}

func (r *reader) addWarning(line int, format string, args ...any) {
	r.warnings = append(r.warnings, problem{r.file, line, fmt.Sprintf(format, args...)})
}

// read reads a HOOK.md.
func (r *reader) read(data []byte) (h Hook) {
	h.Timeout, h.Priority = defTimeout, defPriority
	matter, line, text := frontMatter(data)
	if text != "" {
		r.addError(line, "%s", text)
		return h
	}
	var doc yaml.Node // nodes: the parser does not follow aliases
	err := yaml.Unmarshal(matter, &doc)
	if err != nil && strings.Contains(err.Error(), badEscape) {
		err = yaml.Unmarshal(r.keepBackslashes(matter), &doc)
	}
	if err != nil {
		r.yamlError(err)
		return h
	}
	if line, text := unfitNode(&doc, 0); text != "" {
		r.addError(line, "%s", text)
		return h
	}
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		r.addError(1, "the front matter is not a list of keys; write lines like name: …")
		return h
	}
	r.keys(&h, doc.Content[0])
	return h
}

// frontMatter returns the YAML at the beginning of a file. It includes the opening --- line, so
// that line numbers match the file. An error has a line and a text.
func frontMatter(data []byte) (matter []byte, line int, text string) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if len(data) > maxFile {
		return nil, 0, fmt.Sprintf("is larger than %d KiB", maxFile>>10)
	}
	n, at := 0, 0
	for one := range bytes.Lines(data) {
		n++
		fence := string(bytes.TrimRight(one, " \t\r\n")) == "---"
		switch {
		case n == 1 && !fence:
			return nil, 1, "does not begin with front matter; write a line of ---, then name, description and trigger"
		case n > 1 && fence:
			return data[:at], 0, ""
		case !utf8.Valid(one):
			return nil, n, "is not UTF-8"
		}
		if at += len(one); at > maxMatter {
			return nil, n, fmt.Sprintf("the front matter is longer than %d KiB", maxMatter>>10)
		}
	}
	return nil, 1, "the front matter has no end; add a second line of ---"
}

// badEscape is in the YAML library's error for a backslash that YAML does not know.
const badEscape = "unknown escape character"

var (
	quotedExpression = regexp.MustCompile(`(?m)(?:^[ \t]*|[{,][ \t]*)(?:tool|pattern)[ \t]*:[ \t]*"(?:[^"\\\n]|\\.)*"`)
	escape           = regexp.MustCompile(`\\.`)
	noYAMLEscape     = regexp.MustCompile(`\\[^0abtnvfre "/\\N_LPxuU\t]`)
)

// keepBackslashes returns a front matter in which the backslashes of an expression in double quotes
// belong to the expression. The specification prints "\.py$", which is not YAML. An expression whose
// escapes YAML knows stays the same.
func (r *reader) keepBackslashes(matter []byte) []byte {
	out, end := []byte(nil), 0
	for _, at := range quotedExpression.FindAllIndex(matter, -1) {
		text := matter[at[0]:at[1]]
		bad := ""
		fixed := escape.ReplaceAllFunc(text, func(e []byte) []byte {
			if bad == "" && noYAMLEscape.Match(e) {
				bad = string(e)
			}
			if e[1] == '"' || e[1] == '\\' {
				return e
			}
			return append([]byte{'\\'}, e...)
		})
		if bad == "" {
			continue
		}
		out = append(append(out, matter[end:at[0]]...), fixed...)
		end = at[1]
		r.addWarning(1+bytes.Count(matter[:at[1]], []byte{'\n'}),
			"YAML has no %s in double quotes and openhook reads it as part of the expression; use single quotes",
			bad)
	}
	return append(out, matter[end:]...)
}

var yamlLine = regexp.MustCompile(`^(?:line (\d+): )?(.*)`)

// yamlError adds an error of the YAML library.
func (r *reader) yamlError(err error) {
	m := yamlLine.FindStringSubmatch(strings.TrimPrefix(strings.ReplaceAll(err.Error(), "\n", " "), "yaml: "))
	line, _ := strconv.Atoi(m[1])
	text := "the front matter is not YAML: " + m[2]
	if strings.Contains(text, badEscape) {
		text += `; a pattern with \ wants single quotes, '\.py$', or two of them, "\\.py$"`
	}
	r.addError(max(line, 1), "%s", text)
}

// unfitNode returns an error for YAML that a front matter does not need and that may expand a
// short text.
func unfitNode(n *yaml.Node, depth int) (line int, text string) {
	switch {
	case n.Kind == yaml.AliasNode:
		return n.Line, "YAML aliases do not work here: *" + n.Value
	case n.Anchor != "":
		return n.Line, "YAML anchors do not work here: &" + n.Anchor
	case n.Style&yaml.TaggedStyle != 0:
		return n.Line, "YAML tags do not work here: " + n.Tag
	case depth > maxDepth:
		return n.Line, "it is nested too deep"
	}
	for _, c := range n.Content {
		if line, text = unfitNode(c, depth+1); text != "" {
			return line, text
		}
	}
	return 0, ""
}

// pairs calls do for each key of an object, and adds an error for a repeated key.
func (r *reader) pairs(n *yaml.Node, do func(key string, k, v *yaml.Node)) {
	var seen []string
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		switch {
		case k.Kind != yaml.ScalarNode:
			r.addError(k.Line, "a key must be a text")
		case slices.Contains(seen, k.Value):
			r.addError(k.Line, "%s occurs twice", k.Value)
		default:
			seen = append(seen, k.Value)
			do(k.Value, k, v)
		}
	}
}

func (r *reader) keys(h *Hook, top *yaml.Node) {
	matcher := 0
	r.pairs(top, func(key string, k, v *yaml.Node) {
		switch key {
		case "name":
			h.Name = r.text(key, v, maxName)
		case "description":
			h.Description = r.text(key, v, maxDescription)
		case "trigger":
			h.Trigger = r.text(key, v, maxName)
			if names, types := triggers(); h.Trigger != "" && types[h.Trigger] == "" {
				r.addError(v.Line, "trigger %s: unknown event; use one of: %s", quoteShort(h.Trigger),
					strings.Join(names, " "))
			}
		case "matcher":
			matcher = k.Line
			r.matcher(h, v)
		case "timeout":
			if n, ok := r.integer(key, v, int(minTimeout/time.Millisecond), int(maxTimeout/time.Millisecond),
				" ms"); ok {
				h.Timeout = time.Duration(n) * time.Millisecond
			}
		case "priority":
			if n, ok := r.integer(key, v, 0, maxPriority, ""); ok {
				h.Priority = n
			}
		case "async":
			if v.Tag == "!!null" {
				break
			}
			if v.Tag != "!!bool" || v.Decode(&h.Async) != nil {
				r.addError(v.Line, "async must be true or false")
			}
		case "metadata":
			if v.Kind != yaml.MappingNode && v.Tag != "!!null" {
				r.addError(v.Line, "metadata must be an object")
			}
		default:
			r.addWarning(k.Line, "unknown key %s; it does nothing", quoteShort(key))
		}
	})
	if len(r.errors) > 0 {
		return
	}
	for _, need := range [...]struct{ name, value string }{{"name", h.Name}, {"description", h.Description},
		{"trigger", h.Trigger}} {
		if need.value == "" {
			r.addError(1, "has no %s", need.name)
		}
	}
	if matcher > 0 && !h.aboutTool() {
		r.addWarning(matcher, "a matcher works only for tools; on %s it does nothing", h.Trigger)
	}
}

func (r *reader) matcher(h *Hook, n *yaml.Node) {
	if n.Tag == "!!null" {
		return
	}
	if n.Kind != yaml.MappingNode {
		r.addError(n.Line, "matcher must be an object with tool and pattern")
		return
	}
	r.pairs(n, func(key string, k, v *yaml.Node) {
		switch key {
		case "tool":
			h.Tool = r.expression("matcher.tool", v)
			if h.Tool != "" && !slices.ContainsFunc(toolNames(), regexp.MustCompile(h.Tool).MatchString) {
				r.addWarning(v.Line, "matcher.tool matches none of %s; other tools keep the name that their MCP server or their client gives them",
					strings.Join(toolNames(), " "))
			}
		case "pattern":
			h.Pattern = r.expression("matcher.pattern", v)
		default:
			r.addWarning(k.Line, "unknown key %s in matcher; it does nothing", quoteShort(key))
		}
	})
}

// expression reads a regular expression and returns it in a form that is safe in a command line.
func (r *reader) expression(key string, v *yaml.Node) string {
	if v.Tag == "!!null" || v.Kind == yaml.ScalarNode && v.Value == "" {
		return ""
	}
	s := r.text(key, v, maxExpression)
	if s == "" {
		return ""
	}
	if strings.ContainsRune(s, '\b') {
		r.addWarning(v.Line, `%s has a backspace, because \b is one in double quotes; use single quotes for the end of a word`,
			key)
	}
	plain, err := shellSafe(s)
	if err != nil {
		r.addError(v.Line, "%s: %v", key, err)
		return ""
	}
	return plain
}

// text reads a text of 1 to most characters. It returns "" after an error.
func (r *reader) text(key string, v *yaml.Node, most int) string {
	switch {
	case v.Kind != yaml.ScalarNode || v.Tag == "!!null":
		r.addError(v.Line, "%s must be a text", key)
	case v.Tag != "!!str":
		r.addError(v.Line, "%s must be a text; put it in quotes", key)
	case strings.TrimSpace(v.Value) == "":
		r.addError(v.Line, "%s is empty", key)
	case utf8.RuneCountInString(v.Value) > most:
		r.addError(v.Line, "%s is longer than %d characters", key, most)
	case key == "name" && strings.ContainsFunc(v.Value, func(r rune) bool { return !unicode.IsPrint(r) }):
		r.addError(v.Line, "name has invisible characters")
	default:
		return v.Value
	}
	return ""
}

func (r *reader) integer(key string, v *yaml.Node, least, most int, unit string) (n int, ok bool) {
	if v.Tag == "!!null" {
		return 0, false
	}
	if v.Tag != "!!int" || v.Decode(&n) != nil || n < least || n > most {
		r.addError(v.Line, "%s %s must be a whole number from %d to %d%s", key, quoteShort(v.Value), least, most, unit)
		return 0, false
	}
	return n, true
}

// quoteShort quotes a text for a message, and cuts a long one.
func quoteShort(s string) string {
	if utf8.RuneCountInString(s) > maxName {
		s = string([]rune(s)[:maxName]) + "…"
	}
	return strconv.Quote(s)
}
