package mapping

import (
	"strings"

	"github.com/tidwall/gjson"
)

// kiroTools are the tools of all generations in all their spellings: fs_write
// (CLI, IDE 1.x), fsWrite (IDE 0.10), write (the TUI of CLI 2.x).
var kiroTools = []Tool{
	{Native: "execute_bash", Canon: Shell, Keys: kiroShellKeys},
	{Native: "execute_cmd", Canon: Shell, Keys: kiroShellKeys},
	{Native: "execute_pwsh", Canon: Shell, Keys: kiroShellKeys},
	{Native: "shell", Canon: Shell, Keys: kiroShellKeys},
	{Native: "executeBash", Canon: Shell, Keys: kiroShellKeys},
	{Native: "executePwsh", Canon: Shell, Keys: kiroShellKeys},
	{Native: "fs_read", Canon: FileRead, Keys: kiroReadKeys},
	{Native: "read", Canon: FileRead, Keys: kiroReadKeys},
	{Native: "read_file", Canon: FileRead, Keys: kiroReadKeys},
	{Native: "read_files", Canon: FileRead, Keys: kiroReadKeys},
	{Native: "read_code", Canon: FileRead, Keys: kiroReadKeys},
	{Native: "readFile", Canon: FileRead, Keys: kiroReadKeys},
	{Native: "readCode", Canon: FileRead, Keys: kiroReadKeys},
	{Native: "fs_write", Canon: FileWrite, Keys: kiroWriteKeys},
	{Native: "write", Canon: FileWrite, Keys: kiroWriteKeys},
	{Native: "fsWrite", Canon: FileWrite, Keys: kiroWriteKeys},
	{Native: "str_replace", Canon: FileEdit, Keys: kiroEditKeys},
	{Native: "strReplace", Canon: FileEdit, Keys: kiroEditKeys},
	{Native: "fs_append", Canon: FileEdit, Keys: kiroAppendKeys},
	{Native: "fsAppend", Canon: FileEdit, Keys: kiroAppendKeys},
	{Native: "delete_file", Canon: FileEdit, Op: "delete", Keys: kiroDeleteKeys},
	{Native: "deleteFile", Canon: FileEdit, Op: "delete", Keys: kiroDeleteKeys},
	{Native: "grep", Canon: Search},
	{Native: "grep_search", Canon: Search},
	{Native: "grepSearch", Canon: Search},
	{Native: "glob", Canon: Find},
	{Native: "file_search", Canon: Find},
	{Native: "fileSearch", Canon: Find},
	{Native: "web_search", Canon: WebSearch},
	{Native: "web_fetch", Canon: WebFetch},
	{Native: "use_subagent", Canon: Agent},
	{Native: "subagent", Canon: Agent},
	{Native: "invoke_sub_agent", Canon: Agent},
	{Native: "orchestrate_subagent", Canon: Agent},
	{Native: "delegate", Canon: Agent, Keys: []ToolKey{{Canon: "prompt", Native: "task"}}},
}

var (
	kiroShellKeys = []ToolKey{{Canon: "cwd", Native: "working_dir"}, {Canon: "description", Native: "summary"}}
	kiroReadKeys  = []ToolKey{{Canon: "file_path", Native: "path"}, {Canon: "operations", Native: "operations", As: Files}, {Canon: "paths", Native: "paths", As: Files}}
	// The CLI says file_text, old_str and new_str, the IDE text.
	kiroWriteKeys = []ToolKey{{Canon: "file_path", Native: "path"}, {Canon: "content", Native: "file_text"}, {Canon: "content", Native: "text"},
		{Canon: "old_string", Native: "old_str"}, {Canon: "new_string", Native: "new_str"}}
	kiroEditKeys   = []ToolKey{{Canon: "file_path", Native: "path"}, {Canon: "old_string", Native: "oldStr"}, {Canon: "new_string", Native: "newStr"}}
	kiroAppendKeys = []ToolKey{{Canon: "file_path", Native: "path"}, {Canon: "new_string", Native: "text"}}
	kiroDeleteKeys = []ToolKey{{Canon: "file_path", Native: "targetFile"}}
)

// kiroMCP: the tools' settings, matchers and payloads of the CLI spell it so.
var kiroMCP = MCPNaming{Prefix: "@", Sep: "/"}

// kiroRefine says what a call does where the tool's name does not, and finds in
// the result what the input lacks.
func kiroRefine(c *Call) {
	name, input := c.text(ToolName), object(c.values[ToolInput])
	switch {
	case c.Canon == FileWrite:
		// fs_write of the CLI is four tools in one: create, str_replace, insert, append.
		if command := text(valueOf(input, "command")); command != "" && command != "create" {
			c.Canon = FileEdit
		}
	case c.Canon == FileRead:
		c.kiroRead(input)
	case c.Canon == "" && strings.HasPrefix(name, "subagent_") && name != "subagent_response":
		c.Canon = Agent // subagent_<its name>; the response is an empty shell (1.0.138)
	}
	if c.Type == ToolEnd {
		c.kiroResult()
	}
}

// kiroRead lists the images that an operation reads, and names the file of a
// single one.
func (c *Call) kiroRead(input string) {
	n, path := 0, ""
	gjson.Parse(valueOf(input, "operations")).ForEach(func(_, operation gjson.Result) bool {
		c.addFiles(valueOf(operation.Raw, "image_paths"), "read")
		path = valueOf(operation.Raw, "path")
		n++
		return true
	})
	if n == 1 && path != "" && valueOf(c.input, "file_path") == "" {
		c.input = replace(c.input, "file_path", path)
	}
}

// kiroResult reads the prose of a result: the IDE sends no status (1.0.165) and,
// after a tool, often an empty input (up to 1.0.242).
func (c *Call) kiroResult() {
	said := c.text(ToolOutput)
	if c.Canon == Shell && c.values[Status] == "" {
		if i := strings.LastIndex(said, "Exit Code: "); i >= 0 {
			switch code := strings.TrimSpace(said[i+len("Exit Code: "):]); {
			case code == "0":
				c.values[Status] = `"success"`
			case code != "" && strings.Trim(code, "-0123456789") == "":
				c.values[Status] = `"error"`
			}
		}
	}
	if c.Tool == nil || valueOf(c.input, "file_path") != "" {
		return
	}
	said, _, _ = strings.Cut(said, "\n")
	for _, s := range [...]struct{ tool, head, tail, op string }{
		{"write", "Created the ", " file.", "create"},
		{"replace", "Replaced text in ", "", "update"},
		{"append", "Appended the text to the ", " file.", "update"},
	} {
		if path, ok := strings.CutPrefix(said, s.head); ok && strings.HasSuffix(path, s.tail) && strings.HasSuffix(strings.ToLower(c.Tool.Native), s.tool) {
			c.addFile(strings.TrimSuffix(path, s.tail), s.op)
		}
	}
}
