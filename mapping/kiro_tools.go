package mapping

import (
	"strings"

	"github.com/tidwall/gjson"
)

// kiroTools are the tools of all generations in all their spellings: fs_write
// (CLI, IDE 1.x), fsWrite (IDE 0.10), write (the TUI of CLI 2.x).
const kiroTools Tools = `
execute_bash|execute_cmd|execute_pwsh|shell|executeBash|executePwsh: shell cwd=working_dir description=summary
fs_read|read|read_file|read_files|read_code|readFile|readCode: file_read file_path=path operations@files paths@files
fs_write|write|fsWrite: file_write file_path=path content=file_text content=text old_string=old_str new_string=new_str
str_replace|strReplace: file_edit file_path=path old_string=oldStr new_string=newStr
fs_append|fsAppend: file_edit file_path=path new_string=text
delete_file|deleteFile: file_edit !delete file_path=targetFile
grep|grep_search|grepSearch: search
glob|file_search|fileSearch: find
web_search: web_search
web_fetch: web_fetch
use_subagent|subagent|invoke_sub_agent|orchestrate_subagent: agent
delegate: agent prompt=task
`

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
		code, found := said, false
		for _, after, ok := strings.Cut(code, "Exit Code: "); ok; _, after, ok = strings.Cut(code, "Exit Code: ") {
			code, found = strings.TrimSpace(after), true // the last one
		}
		switch {
		case !found:
		case code == "0":
			c.values[Status] = `"success"`
		case code != "" && strings.Trim(code, "-0123456789") == "":
			c.values[Status] = `"error"`
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
