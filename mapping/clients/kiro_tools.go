package clients

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// kiroRefine finds what a call does if the tool's name does not tell. It finds in the result
// what the input lacks.
func kiroRefine(c *mapping.Call) {
	name, input := c.Text(mapping.ToolName), mapping.HeldObject(c.Values[mapping.ToolInput])
	switch {
	case c.Canon == mapping.FileWrite:
		// fs_write of the CLI is four tools in one: create, str_replace, insert, append.
		if command := jsontext.Text(jsontext.ValueOf(input, "command")); command != "" && command != "create" {
			c.Canon = mapping.FileEdit
		}
	case c.Canon == mapping.FileRead:
		kiroRead(c, input)
	case c.Canon == "" && strings.HasPrefix(name, "subagent_") && name != "subagent_response":
		c.Canon = mapping.Agent // subagent_<its name>; the response is an empty shell (1.0.138)
	}
	if c.Type == mapping.ToolEnd {
		kiroResult(c)
	}
}

// kiroRead lists the images that an operation reads, and names the file of a
// single one.
func kiroRead(c *mapping.Call, input string) {
	n, path := 0, ""
	gjson.Parse(jsontext.ValueOf(input, "operations")).ForEach(func(_, operation gjson.Result) bool {
		c.AddFiles(jsontext.ValueOf(operation.Raw, "image_paths"), "read")
		path = jsontext.ValueOf(operation.Raw, "path")
		n++
		return true
	})
	if n == 1 && path != "" && jsontext.ValueOf(c.Input, "file_path") == "" {
		c.Input = jsontext.Replace(c.Input, "file_path", path)
	}
}

// kiroResult reads the prose of a result: the IDE sends no status (1.0.165) and,
// after a tool, often an empty input (up to 1.0.242).
func kiroResult(c *mapping.Call) {
	said := c.Text(mapping.ToolOutput)
	if c.Canon == mapping.Shell && c.Values[mapping.Status] == "" {
		code, found := said, false
		for _, after, ok := strings.Cut(code, "Exit Code: "); ok; _, after, ok = strings.Cut(code, "Exit Code: ") {
			code, found = strings.TrimSpace(after), true // the last one
		}
		switch {
		case !found:
		case code == "0":
			c.Values[mapping.Status] = `"success"`
		case code != "" && strings.Trim(code, "-0123456789") == "":
			c.Values[mapping.Status] = `"error"`
		}
	}
	if c.Tool == nil || jsontext.ValueOf(c.Input, "file_path") != "" {
		return
	}
	said, _, _ = strings.Cut(said, "\n")
	for _, s := range [...]struct{ tool, head, tail, op string }{
		{"write", "Created the ", " file.", "create"},
		{"replace", "Replaced text in ", "", "update"},
		{"append", "Appended the text to the ", " file.", "update"},
	} {
		if path, ok := strings.CutPrefix(said, s.head); ok && strings.HasSuffix(path, s.tail) &&
			strings.HasSuffix(strings.ToLower(c.Tool.Native), s.tool) {
			c.AddFile(strings.TrimSuffix(path, s.tail), s.op)
		}
	}
}
