package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

const beginPatch = "*** Begin Patch"

// isPatch reports whether a text holds a patch, apply_patch's or a unified one.
func isPatch(s string) bool {
	return strings.Contains(s, beginPatch) || strings.Contains(s, "+++ ") && strings.Contains(s, "@@ ")
}

// addDiff lists the files that the headers of a unified diff name.
func (c *Call) addDiff(patch, op string) {
	for line := range strings.Lines(patch) {
		for _, head := range [...]string{"+++ ", "--- ", "rename to ", "rename from ", "copy to "} {
			name, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), head)
			if !ok {
				continue
			}
			name, _, _ = strings.Cut(name, "\t")
			if rest, ok := strings.CutPrefix(name, "a/"); ok {
				name = rest
			} else if rest, ok := strings.CutPrefix(name, "b/"); ok {
				name = rest
			}
			if name != "/dev/null" {
				c.AddFile(c.anyPath(strings.Trim(name, `"`)), op)
			}
		}
	}
}

// looksLikePath reports whether a text may be a path if its key may mean one.
func looksLikePath(v string) bool {
	if isFar(v) {
		return true
	}
	if strings.ContainsAny(v, "\r\n") || strings.Contains(v, "://") || len(v) > 4096 {
		return false
	}
	if v[0] == '.' || v[0] == '~' {
		return true
	}
	if strings.Count(v, " ") > 3 { // a sentence
		return false
	}
	if strings.ContainsAny(v, `/\`) {
		return true
	}
	ending := v[strings.LastIndexByte(v, '.')+1:]
	if ending == "" || len(ending) == len(v) || len(ending) > 8 || strings.ContainsAny(v, " @") {
		return false
	}
	return ending[0] > '9' && isLetter(ending[0])
}

// isFar reports whether a text is an absolute path, under any key.
func isFar(v string) bool {
	if len(v) > 4096 || strings.ContainsAny(v, "\r\n") {
		return false
	}
	switch {
	case strings.HasPrefix(v, "~/"), isWindows(v), pathOfURI(v) != v, strings.HasPrefix(v, "$HOME/"):
		return true
	}
	return len(v) > 2 && v[0] == '/' && v[1] != '/' && (v[1] == '.' || strings.IndexByte(v[1:], '/') > 0)
}

// anyPath returns the path that any tool may mean: a URI, or below the user's home.
func (c *Call) anyPath(p string) string {
	p = pathOfURI(strings.Replace(strings.TrimSpace(p), "file://localhost/", "file:///", 1))
	for _, home := range [...]string{"~", "$HOME", "${HOME}", "%USERPROFILE%"} {
		if rest, ok := strings.CutPrefix(p, home); ok && (rest == "" || rest[0] == '/' || rest[0] == '\\') {
			at := FirstOf(jsontext.Text(c.Payload.Get("$HOME")), jsontext.Text(c.Payload.Get("$USERPROFILE")))
			if at != "" {
				return at + strings.ReplaceAll(rest, `\`, "/")
			}
		}
	}
	return p
}
