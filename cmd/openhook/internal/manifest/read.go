package manifest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
	"go.yaml.in/yaml/v3"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// Limits that no real manifest comes near.
const (
	maxBytes = 1 << 20
	maxHooks = 500
	maxDepth = 50
)

// A source is the text of a manifest and the lines of its values.
type source struct {
	name  string
	json  []byte
	lines map[string]int // by path: hooks[0].handler.command
	spec  string         // the version that it names
}

// errorAt returns an error with the position of a value.
func (s *source) errorAt(path, format string, args ...any) error {
	return fmt.Errorf("%s: %s: %s", s.positionOf(path), path, fmt.Sprintf(format, args...))
}

// positionOf returns FILE:LINE of a value, or of the nearest value above it.
func (s *source) positionOf(path string) string {
	for p := path; ; {
		if n := s.lines[p]; n > 0 {
			return s.name + ":" + strconv.Itoa(n)
		}
		i := strings.LastIndexAny(p, ".[")
		if i < 0 {
			return s.name + ":1"
		}
		p = p[:i]
	}
}

// readSource reads a manifest in JSON or YAML. The file's ending or its first character decides.
func readSource(name string, data []byte) (*source, error) {
	s := &source{name: name, lines: map[string]int{}}
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	switch {
	case len(data) > maxBytes:
		return nil, fmt.Errorf("%s: too long for a manifest; the limit is %d MiB", name, maxBytes>>20)
	case !utf8.Valid(data):
		return nil, fmt.Errorf("%s: not UTF-8", name)
	case len(bytes.TrimSpace(data)) == 0:
		return nil, fmt.Errorf("%s: the file is empty", name)
	}
	ending := strings.ToLower(filepath.Ext(name))
	if ending == ".yaml" || ending == ".yml" || ending != ".json" && bytes.TrimSpace(data)[0] != '{' {
		return s, s.readYAML(data)
	}
	doc, err := settings.Tree(setup.JSON, data)
	if err != nil {
		return nil, s.parseError(err, "")
	}
	s.json = []byte(doc.Raw)
	return s, s.walk(doc, data, doc.Index, "", 0)
}

var lineFirst = regexp.MustCompile(`^line (\d+)(?:, column \d+)?: `)

// parseError returns a parser's error in the form FILE:LINE: text.
func (s *source) parseError(err error, prefix string) error {
	text := strings.TrimPrefix(err.Error(), prefix)
	if m := lineFirst.FindStringSubmatch(text); m != nil {
		return fmt.Errorf("%s:%s: %s", s.name, m[1], text[len(m[0]):])
	}
	return fmt.Errorf("%s: %s", s.name, text)
}

// walk notes the line of each value and refuses repeated keys. base is the offset of doc.Raw in
// data.
func (s *source) walk(v gjson.Result, data []byte, base int, path string, depth int) (err error) {
	if depth > maxDepth {
		return fmt.Errorf("%s: nested too deep", s.positionOf(path))
	}
	s.lines[path] = 1 + bytes.Count(data[:min(v.Index+base, len(data))], []byte("\n"))
	if !v.IsObject() && !v.IsArray() {
		return nil
	}
	seen, i := map[string]bool{}, 0
	v.ForEach(func(key, value gjson.Result) bool {
		below := path + "[" + strconv.Itoa(i) + "]"
		if v.IsObject() {
			below = memberPath(path, key.String())
			if seen[below] {
				s.lines[below] = 1 + bytes.Count(data[:min(key.Index+base, len(data))], []byte("\n"))
				err = s.errorAt(below, "it occurs twice; remove one of them")
				return false
			}
			seen[below] = true
		}
		i++
		err = s.walk(value, data, base, below, depth+1)
		return err == nil
	})
	return err
}

func memberPath(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// readYAML converts YAML to JSON. It refuses anchors, because aliases could expand a short file.
func (s *source) readYAML(data []byte) error {
	d := yaml.NewDecoder(bytes.NewReader(data))
	var root, more yaml.Node
	if err := d.Decode(&root); err != nil {
		return s.parseError(err, "yaml: ")
	}
	if d.Decode(&more) == nil {
		return fmt.Errorf("%s:%d: a second document; keep one document in a manifest", s.name, more.Line)
	}
	var b bytes.Buffer
	err := s.yamlValue(&b, root.Content[0], "", 0)
	s.json = b.Bytes()
	return err
}

func (s *source) yamlValue(b *bytes.Buffer, n *yaml.Node, path string, depth int) error {
	s.lines[path] = n.Line
	switch {
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		return s.errorAt(path, "a manifest takes no anchors and aliases; write the value out")
	case depth > maxDepth:
		return fmt.Errorf("%s:%d: nested too deep", s.name, n.Line)
	case n.Kind == yaml.SequenceNode:
		b.WriteByte('[')
		for i, v := range n.Content {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := s.yamlValue(b, v, path+"["+strconv.Itoa(i)+"]", depth+1); err != nil {
				return err
			}
		}
		b.WriteByte(']')
		return nil
	case n.Kind == yaml.MappingNode:
		return s.yamlObject(b, n, path, depth)
	}
	return s.yamlScalar(b, n, path)
}

func (s *source) yamlObject(b *bytes.Buffer, n *yaml.Node, path string, depth int) error {
	seen := map[string]bool{}
	b.WriteByte('{')
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		below := memberPath(path, key.Value)
		s.lines[below] = key.Line
		switch {
		case key.Kind != yaml.ScalarNode || key.Tag == "!!merge" || key.Anchor != "":
			return s.errorAt(path, "a key must be a plain word")
		case seen[key.Value]:
			return s.errorAt(below, "it occurs twice; remove one of them")
		}
		seen[key.Value] = true
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(key.Value)
		if err != nil {
			return err
		}
		b.Write(name)
		b.WriteByte(':')
		if err := s.yamlValue(b, n.Content[i+1], below, depth+1); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

func (s *source) yamlScalar(b *bytes.Buffer, n *yaml.Node, path string) error {
	var v any
	err := n.Decode(&v)
	if _, is := v.(string); !is && n.Tag != "!!int" && n.Tag != "!!float" && n.Tag != "!!bool" && n.Tag != "!!null" {
		v = n.Value // dates become texts
	}
	var data []byte
	if err == nil {
		data, err = json.Marshal(v)
	}
	if err != nil {
		return s.errorAt(path, "a manifest cannot hold the value %s", n.Value)
	}
	b.Write(data)
	return nil
}

// Parse reads a manifest. dir is the folder that must contain its scripts, "" if it is unknown.
// The losses list keys that are not part of the format.
func Parse(name, dir string, data []byte) (*Manifest, []Loss, error) {
	s, err := readSource(name, data)
	if err != nil {
		return nil, nil, err
	}
	return s.manifest(dir)
}

func (s *source) manifest(dir string) (*Manifest, []Loss, error) {
	losses, err := s.check()
	if err != nil {
		return nil, nil, err
	}
	m := &Manifest{}
	if err := json.Unmarshal(s.json, m); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			return nil, nil, fmt.Errorf("%s: %s cannot be %s", s.name, wrong.Field, wrong.Value)
		}
		return nil, nil, fmt.Errorf("%s: %v", s.name, err)
	}
	for i := range m.Hooks {
		h := &m.Hooks[i]
		h.at = s.positionOf("hooks[" + strconv.Itoa(i) + "]")
		h.rename()
		if err := s.scripts(i, h, dir); err != nil {
			return nil, nil, err
		}
	}
	return m, losses, nil
}
