package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"
	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A Hook is one hook of a file.
type Hook struct {
	Event   string
	Matcher string
	Type    string   // command, http, prompt …; "" if the client has only one type
	Command string   // a shell line, or a program if there are Args; a URL or prompt for other types
	Args    []string // passed without a shell
	Timeout float64  // in the file's unit, 0 if the file has none
	Line    int      // in the file, 0 if unknown
	Off     bool     // the file switches the hook off
	Group   int      // index in its event's list
	Index   int      // index in the group
	Raw     string   // its JSON
	Pattern string   // JSON of the group's matcher, "" if there is none
}

// Read returns the hooks of a file in its order. An error names the line.
func Read(l *setup.Layout, path string, data []byte) ([]Hook, error) {
	switch l.Syntax {
	case setup.Script:
		return []Hook{scriptHook(path, data)}, nil
	case setup.Plugin:
		return []Hook{{Event: "*", Type: "plugin", Command: path, Line: 1}}, nil
	}
	doc, err := Tree(l.Syntax, data)
	if err != nil {
		return nil, err
	}
	hooks := hooksOf(l, doc)
	if l.Syntax == setup.TOML {
		tableLines(bytes.TrimPrefix(data, bom), l.Root, hooks)
		return hooks, nil
	}
	data = bytes.TrimPrefix(data, bom)
	for i := range hooks {
		hooks[i].Line = 1 + bytes.Count(data[:hooks[i].Line], []byte("\n"))
	}
	return hooks, nil
}

// Tree returns a file's content as plain JSON. Values of JSON keep their offsets.
func Tree(s setup.Syntax, data []byte) (gjson.Result, error) {
	data = bytes.TrimPrefix(data, bom)
	if len(bytes.TrimSpace(data)) == 0 {
		return gjson.Parse("{}"), nil
	}
	if s == setup.TOML {
		var tree map[string]any
		if err := toml.Unmarshal(data, &tree); err != nil {
			return gjson.Result{}, tomlError(err)
		}
		plain, err := json.Marshal(withoutInfinities(tree))
		return gjson.ParseBytes(plain), err
	}
	if err := checkDepth(data); err != nil {
		return gjson.Result{}, err
	}
	plain, err := parseWithNewline(data, hujson.Standardize)
	if err != nil {
		return gjson.Result{}, jsonError(err)
	}
	return gjson.ParseBytes(plain), nil
}

// withoutInfinities replaces numbers that JSON lacks by null.
func withoutInfinities(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = withoutInfinities(v[k])
		}
	case []any:
		for i := range v {
			v[i] = withoutInfinities(v[i])
		}
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return nil
		}
	}
	return v
}

func jsonError(err error) error {
	return errors.New(strings.TrimPrefix(err.Error(), "hujson: "))
}

func tomlError(err error) error {
	if at := (*toml.DecodeError)(nil); errors.As(err, &at) {
		line, column := at.Position()
		return fmt.Errorf("line %d, column %d: %s", line, column, strings.TrimPrefix(at.Error(), "toml: "))
	}
	return err
}

// hooksOf returns the hooks of a file. Line holds the offset.
func hooksOf(l *setup.Layout, doc gjson.Result) (hooks []Hook) {
	if l.Named {
		doc.ForEach(func(_, named gjson.Result) bool {
			off := named.Get("enabled").Raw == "false"
			for _, h := range hooksByEvent(named) {
				h.Off = off
				hooks = append(hooks, h)
			}
			return true
		})
		return hooks
	}
	if l.Root != "" {
		doc = doc.Get(gjson.Escape(l.Root))
	}
	if doc.IsArray() {
		doc.ForEach(func(_, entry gjson.Result) bool {
			hooks = append(hooks, hookOf(entry.Get(gjson.Escape(l.EventKey)).String(), entry, ""))
			return true
		})
		return hooks
	}
	return hooksByEvent(doc)
}

func hooksByEvent(events gjson.Result) (hooks []Hook) {
	events.ForEach(func(event, list gjson.Result) bool {
		if !list.IsArray() { // Codex also keeps other keys here
			return true
		}
		for i, entry := range list.Array() {
			group := entry.Get("hooks")
			switch {
			case !entry.IsObject():
			case !group.IsArray():
				h := hookOf(event.String(), entry, "")
				h.Group = i
				hooks = append(hooks, h)
			default:
				for j, one := range group.Array() {
					h := hookOf(event.String(), one, entry.Get("matcher").String())
					h.Group, h.Index, h.Pattern = i, j, entry.Get("matcher").Raw
					hooks = append(hooks, h)
				}
			}
		}
		return true
	})
	return hooks
}

func hookOf(event string, h gjson.Result, matcher string) Hook {
	first := func(keys ...string) gjson.Result {
		for _, k := range keys {
			if v := h.Get(k); v.Exists() && v.String() != "" {
				return v
			}
		}
		return gjson.Result{}
	}
	hook := Hook{Event: event, Matcher: matcher, Type: first("action.type", "type").String(),
		Timeout: first("timeout", "timeoutSec", "timeout_ms").Float()}
	if m := first("matcher", "match"); matcher == "" {
		hook.Matcher = m.String()
	}
	if h.Get("event").Exists() || h.Get("trigger").Exists() || h.Get("strict").Exists() || hook.Type == event {
		hook.Type = first("action.type").String()
	}
	command := first("command", "action.command", "bash", "exec", "powershell", "url", "prompt", "tool")
	hook.Command, hook.Line = command.String(), max(h.Index, command.Index)
	for _, a := range h.Get("args").Array() {
		hook.Args = append(hook.Args, a.String())
	}
	hook.Off, hook.Raw = h.Get("enabled").Raw == "false", h.Raw
	return hook
}

// quote returns a JSON string. TOML reads it the same.
func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil {
		return `""`
	}
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}
