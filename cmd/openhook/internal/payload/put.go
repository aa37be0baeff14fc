package payload

import (
	"cmp"
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

const patchHead = "*** Begin Patch"

// Decode reads a payload like the shim does. event is the value of --event.
func Decode(data []byte, event string) (*mapping.Call, error) {
	getenv := func(string) string { return "" }
	p, err := mapping.Parse(slices.Clone(data), getenv)
	if err != nil {
		return nil, err
	}
	h := mapping.Hints{Event: event, Getenv: getenv, Now: "2026-11-20T10:00:00.000Z"}
	return clients.Registry.Read(p, h), nil
}

// fillIn writes the wanted values into a payload. ok is true if the new payload holds exactly
// these.
func fillIn(data []byte, event string, w Want) (_ []byte, ok bool) {
	c, err := Decode(data, event)
	if err != nil {
		return nil, false
	}
	if from := c.Cwd(); w.Cwd != "" && from != "" && path.IsAbs(from) {
		data = mapStrings(data, func(s string) string { return moveFolder(s, from, w.Cwd) })
		if c, err = Decode(data, event); err != nil {
			return nil, false
		}
	}
	input := inputOf(c)
	swap := func(old, new string) {
		if old != "" && new != "" {
			data = mapStrings(data, func(s string) string {
				if s == old {
					return new
				}
				return s
			})
		}
	}
	swap(input.Command, w.Command)
	swap(hookVariable(c, "PROMPT"), w.Prompt)
	file := absolute(w.File, cmp.Or(c.Cwd(), w.Cwd))
	if patch := input.patch(); patch != "" && (file != "" || w.Content != "") {
		if file == "" && len(c.Files) > 0 {
			file = c.Files[0].Path
		}
		swap(patch, addFile(file, cmp.Or(w.Content, "hello")))
	} else {
		if w.Content != "" {
			swap(cmp.Or(input.Content, input.NewString, input.singleEdit()), w.Content)
		}
		if file != "" && len(c.Files) > 0 {
			from := c.Files[0].Path
			data = mapStrings(data, func(s string) string {
				switch {
				case s == from || !path.IsAbs(s) && s != "" && absolute(s, c.Cwd()) == from:
					return file
				case s == "file://"+from:
					return "file://" + filepath.ToSlash(file)
				}
				return s
			})
		}
	}
	return data, holdsWant(data, event, w)
}

// holdsWant reports whether a payload holds the wanted values.
func holdsWant(data []byte, event string, w Want) bool {
	c, err := Decode(data, event)
	if err != nil {
		return false
	}
	in := inputOf(c)
	if w.Command != "" && hookVariable(c, "COMMAND") != w.Command ||
		w.Prompt != "" && hookVariable(c, "PROMPT") != w.Prompt {
		return false
	}
	if w.File != "" && (len(c.Files) != 1 || c.Files[0].Path != absolute(w.File, cmp.Or(c.Cwd(), w.Cwd))) {
		return false
	}
	all := strings.Join([]string{in.Content, in.NewString, in.singleEdit(),
		strings.ReplaceAll(in.patch(), "\n+", "\n")}, "\x00")
	return w.Content == "" || strings.Contains(all, w.Content)
}

// moveFolder moves a path from one folder to another.
func moveFolder(s, from, to string) string {
	uri := ""
	if rest, is := strings.CutPrefix(s, "file://"); is {
		uri, s = "file://", rest
	}
	if rest, is := strings.CutPrefix(s, from); is && (rest == "" || rest[0] == '/') {
		if uri != "" {
			to = filepath.ToSlash(to)
		}
		return uri + to + rest
	}
	return uri + s
}

func absolute(file, cwd string) string {
	if file == "" || path.IsAbs(file) || filepath.IsAbs(file) || cwd == "" {
		return file
	}
	if strings.Contains(cwd, `\`) {
		return filepath.Join(cwd, file)
	}
	return path.Join(cwd, file)
}

// addFile returns a patch that writes one file.
func addFile(file, content string) string {
	lines := strings.Split(strings.TrimSuffix(content, "\n"), "\n")
	return patchHead + "\n*** Add File: " + file + "\n+" + strings.Join(lines, "\n+") + "\n*** End Patch\n"
}

// An input is the canonical tool_input of a call.
type input struct {
	Command   string `json:"command"`
	Content   string `json:"content"`
	NewString string `json:"new_string"`
	Patch     string `json:"patch"`
	Edits     []struct {
		NewString string `json:"new_string"`
	} `json:"edits"`
}

func (in input) singleEdit() string {
	if len(in.Edits) == 1 {
		return in.Edits[0].NewString
	}
	return ""
}

func (in input) patch() string {
	for _, s := range [...]string{in.Patch, in.Command, in.Content} {
		if strings.Contains(s, patchHead) {
			return s
		}
	}
	return ""
}

// inputOf reads the tool's input from the envelope. A key of an unexpected kind stays empty.
func inputOf(c *mapping.Call) input {
	var e struct {
		Data struct {
			Input map[string]json.RawMessage `json:"tool_input"`
		} `json:"data"`
	}
	var all []byte
	for _, piece := range c.Envelope("", mapping.Options{NoNative: true}) {
		all = append(all, piece...)
	}
	var in input
	if json.Unmarshal(all, &e) != nil {
		return in
	}
	for key, to := range map[string]any{"command": &in.Command, "content": &in.Content, "new_string": &in.NewString,
		"patch": &in.Patch, "edits": &in.Edits} {
		_ = json.Unmarshal(e.Data.Input[key], to)
	}
	return in
}

// hookVariable returns a variable of the hook, named without OPENHOOK_.
func hookVariable(c *mapping.Call, name string) string {
	for _, v := range c.Environ(1 << 24) {
		if value, found := strings.CutPrefix(v, "OPENHOOK_"+name+"="); found {
			return value
		}
	}
	return ""
}

// WantOf returns what a call is about.
func WantOf(c *mapping.Call) Want {
	w := Want{Type: c.Type, Tool: c.Canon, Command: hookVariable(c, "COMMAND"), Prompt: hookVariable(c, "PROMPT"),
		Cwd: c.Cwd()}
	if len(c.Files) == 1 {
		w.File = c.Files[0].Path
	}
	return w
}
