package mapping

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// readFiles lists every file that the call touches, absolute, each once.
func (c *Call) readFiles() {
	if c.Dialect.Envelope && len(c.Files) > 0 {
		return // an envelope lists them itself, each with its op
	}
	o := OpOf(c.Canon)
	if c.Tool != nil && c.Tool.Op != "" {
		o = c.Tool.Op
	}
	if c.Tool != nil && len(c.Tool.Keys) > 0 {
		var room [16]jsontext.Member
		native := jsontext.Members(room[:0])
		if raw := c.Tool.AsObject(c.Values[ToolInput]); jsontext.IsObject(raw) {
			native = jsontext.AppendMembers(native, raw)
		}
		for _, k := range c.Tool.Keys {
			switch raw := native.Value(k.Native); {
			case raw == "":
			case k.As == Files:
				c.AddFiles(raw, o)
			case k.As == Patch:
				c.AddPatch(jsontext.Text(raw))
			}
		}
	}
	if c.Canon == Shell {
		// Models also patch through the shell: apply_patch <<EOF.
		raw := c.in("command")
		if strings.Contains(raw, "Begin Patch") || strings.Contains(raw, "u00") {
			if command := jsontext.Text(raw); strings.Contains(command, "*** Begin Patch") {
				c.AddPatch(command)
			}
		}
	}
	if o != "" && c.Canon != MCP && !c.Tool.lists("file_path") {
		c.AddFile(jsontext.Text(c.in("file_path")), o)
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
	c.AddFile(c.Text(FilePath), o)
	c.AddFiles(c.Values[FilePaths], o)
}

// AddFiles lists the paths of an array, which may hold objects with a path.
func (c *Call) AddFiles(raw, op string) {
	for _, entry := range Entries(raw) {
		if jsontext.IsObject(entry) {
			entry = jsontext.ValueOf(entry, pathKey(entry))
		}
		c.AddFile(jsontext.Text(entry), op)
	}
}

// AddPatch lists the files that the headers of an apply_patch text name. A move touches both
// ends. Any space around a header and in it is allowed, because clients differ: OpenCode
// 1.18.33 needs none, Codex takes any kind in front.
func (c *Call) AddPatch(patch string) {
	for line := range strings.Lines(patch) {
		header, ok := strings.CutPrefix(trimBlank(line), "***")
		if !ok {
			continue
		}
		header = trimBlank(header)
		for _, h := range [...]struct{ head, op string }{
			{"Add File:", "create"},
			{"Update File:", "update"},
			{"Delete File:", "delete"},
			{"Move to:", "create"},
		} {
			if p, ok := strings.CutPrefix(header, h.head); ok {
				c.AddFile(trimBlank(p), h.op)
			}
		}
	}
}

// trimBlank removes from both ends all that any client takes for space, including
// JavaScript's U+FEFF.
//
//go:noinline
func trimBlank(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return r == 0xFEFF || unicode.IsSpace(r) })
}

// located returns the absolute path of a file as the client's tools find it.
func (c *Call) located(p string) string {
	if c.Dialect.Home && (p == "~" || strings.HasPrefix(p, "~/")) {
		if home := jsontext.Text(c.Payload.Get("$HOME")); home != "" {
			p = home + p[1:]
		}
	}
	if c.Dialect.URIs {
		p = pathOfURI(p)
	}
	return Absolute(p, c.cwd)
}

func (c *Call) AddFile(p, op string) {
	if p == "" {
		return
	}
	f := File{c.located(p), op}
	if len(c.Files) <= jsontext.LinearLimit {
		for _, have := range c.Files {
			if have == f {
				return
			}
		}
	} else {
		if c.listed == nil {
			c.listed = make(map[File]bool)
			for _, have := range c.Files {
				c.listed[have] = true
			}
		}
		if c.listed[f] {
			return
		}
		c.listed[f] = true
	}
	c.Files = append(c.Files, f)
}

// pathOfURI returns the path of a file:// URI, or what it was given.
func pathOfURI(p string) string {
	scheme, rest, ok := strings.Cut(p, ":")
	if !ok || !strings.EqualFold(scheme, "file") && !strings.EqualFold(scheme, "vscode-remote") {
		return p
	}
	if i := strings.IndexAny(rest, "?#"); i >= 0 {
		rest = rest[:i]
	}
	if !strings.EqualFold(scheme, "file") && strings.HasPrefix(rest, "//") { // the other machine's name
		_, rest, _ = strings.Cut(rest[2:], "/")
	}
	b := []byte{'/'}
	for i := 0; i < len(rest); i++ {
		ch := rest[i]
		if ch == '%' && i+2 < len(rest) {
			if n, err := strconv.ParseUint(rest[i+1:i+3], 16, 8); err == nil {
				ch = byte(n)
				i += 2
			}
		}
		b = append(b, ch)
	}
	p = "/" + strings.TrimLeft(string(b), "/")
	return FromSlashDrive(p)
}
