package mapping

import "strings"

// readFiles lists every file that the call touches, absolute, each once.
func (c *Call) readFiles() {
	o := op(c.Canon)
	if c.Tool != nil && c.Tool.Op != "" {
		o = c.Tool.Op
	}
	if c.Tool != nil && len(c.Tool.Keys) > 0 {
		var room [16]member
		native := members(room[:0])
		if raw := c.Tool.whole(c.values[ToolInput]); isObject(raw) {
			native = appendMembers(native, raw)
		}
		for _, k := range c.Tool.Keys {
			switch raw := native.value(k.Native); {
			case raw == "":
			case k.As == Files:
				c.addFiles(raw, o)
			case k.As == Patch:
				c.addPatch(text(raw))
			}
		}
	}
	if c.Canon == Shell {
		// Models also patch through the shell: apply_patch <<EOF.
		raw := c.in("command")
		if strings.Contains(raw, "Begin Patch") || strings.Contains(raw, "u00") {
			if command := text(raw); strings.Contains(command, "*** Begin Patch") {
				c.addPatch(command)
			}
		}
	}
	if o != "" && c.Canon != MCP && !c.Tool.lists("file_path") {
		c.addFile(text(c.in("file_path")), o)
	}
	if o == "" {
		switch c.Type {
		case "file.delete":
			o = "delete"
		case "file.create":
			o = "create"
		default:
			o = "update"
		}
	}
	c.addFile(c.text(FilePath), o)
	c.addFiles(c.values[FilePaths], o)
}

// addFiles takes a list of paths, or of objects with a path.
func (c *Call) addFiles(raw, op string) {
	for _, entry := range entries(raw) {
		if isObject(entry) {
			entry = valueOf(entry, pathKey(entry))
		}
		c.addFile(text(entry), op)
	}
}

// addPatch lists the files that the headers of an apply_patch text name. A move
// touches both ends.
func (c *Call) addPatch(patch string) {
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		for _, h := range [...]struct{ head, op string }{
			{"*** Add File: ", "create"},
			{"*** Update File: ", "update"},
			{"*** Delete File: ", "delete"},
			{"*** Move to: ", "create"},
		} {
			if p, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), h.head); ok {
				c.addFile(strings.TrimSpace(p), h.op)
			}
		}
	}
}

func (c *Call) addFile(p, op string) {
	if p == "" {
		return
	}
	if c.Dialect.Home && (p == "~" || strings.HasPrefix(p, "~/")) {
		if home := text(c.Payload.get("$HOME")); home != "" {
			p = home + p[1:]
		}
	}
	f := File{absolute(p, c.cwd), op}
	for _, have := range c.Files {
		if have == f {
			return
		}
	}
	c.Files = append(c.Files, f)
}
