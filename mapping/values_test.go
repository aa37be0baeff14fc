package mapping

import (
	"path"
	"testing"
	"time"
)

func TestStamp(t *testing.T) {
	day := time.Date(1970, 1, 1, 23, 59, 58, 987e6, time.UTC)
	for range 365 * 300 {
		if got, want := Stamp(day), day.Format("2006-01-02T15:04:05.000Z"); got != want {
			t.Fatalf("Stamp gives %s, time.Format %s", got, want)
		}
		day = day.AddDate(0, 0, 1)
	}
}

func TestInstant(t *testing.T) {
	for raw, want := range map[string]string{
		`1795164254947`:                     `"2026-11-20T08:44:14.947Z"`,
		`"1795164254947"`:                   `"2026-11-20T08:44:14.947Z"`,
		`1795164254`:                        `"2026-11-20T08:44:14.000Z"`,
		`"2026-11-20T08:44:14.947Z"`:        `"2026-11-20T08:44:14.947Z"`,
		`"2026-11-20T08:44:14+01:00"`:       `"2026-11-20T08:44:14+01:00"`,
		`"2026-11-20T08:44:14.123456-0100"`: ``,
		`"2026-11-20T08:44:14"`:             ``,
		`"2024-02-29T23:59:59.5-23:59"`:     `"2024-02-29T23:59:59.5-23:59"`,
		`"2026-02-29T08:44:14Z"`:            ``,
		`"000d-01-10T00:00:00Z"`:            ``,
		`"2026-13-01T08:44:14Z"`:            ``,
		`"2026-11-20T24:00:00Z"`:            ``,
		`"2026-11-20T08:44:60Z"`:            ``,
		`"2026-11-20T08:44:14.Z"`:           ``,
		`"2026-11-20T08:44:14+24:00"`:       ``,
		`"yesterday"`:                       ``,
		`12`:                                ``,
		`-1795164254947`:                    ``,
		`1e300`:                             ``,
		`true`:                              ``,
		``:                                  ``,
	} {
		if got := instant(raw); got != want {
			t.Errorf("instant(%s) = %s, want %s", raw, got, want)
		}
	}
}

func TestAbsolute(t *testing.T) {
	for _, c := range [...]struct{ path, cwd, want string }{
		{"/a/b", "/x", "/a/b"},
		{"/a/../b", "/x", "/b"},
		{"a.txt", "/x/y", "/x/y/a.txt"},
		{"../a.txt", "/x/y", "/x/a.txt"},
		{"a.txt", "", "a.txt"},
		{`C:\a`, "/x", `C:\a`},
		{"/c:/a", "/x", "c:/a"},
		{`a.txt`, `C:\x\`, `C:\x\a.txt`},
		{`\\host\share`, "/x", `\\host\share`},
		{`c:/../../etc/passwd`, "/x", "/etc/passwd"},
		{`/c:/../etc/passwd`, "/x", "/etc/passwd"},
		{`\\x/../../etc/passwd`, "/x", "/etc/passwd"},
		{`C:\x\..\..\a`, `C:\x`, `C:\a`},
		{`..\a/./b`, `C:\x\y`, `C:\x\a\b`},
		{`../../../a`, "c:/x", `c:\a`},
		{`\a`, `C:\x`, `C:\a`},
		{`\\host\share\..\..\a`, `C:\x`, `\\host\share\a`},
		{`..`, `C:\x`, `C:\`},
	} {
		if got := Absolute(c.path, c.cwd); got != c.want {
			t.Errorf("absolute(%q, %q) = %q, want %q", c.path, c.cwd, got, c.want)
		}
	}
}

func TestFileURI(t *testing.T) {
	for path, want := range map[string]string{
		"/home/dev/project": "file:///home/dev/project",
		"/a b/é#?%":         "file:///a%20b/%C3%A9%23%3F%25",
		`C:\dev\p`:          "file:///C:/dev/p",
	} {
		if got := string(appendURI(nil, path)); got != want {
			t.Errorf("appendURI(%q) = %q, want %q", path, got, want)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, p := range [...]string{"/", "/a/../../b//c/.", "/..", "/a/b/..", "/.../a", "//"} {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, p string) {
		if p = "/" + p; clean(p) != path.Clean(p) {
			t.Errorf("clean(%q) = %q, path.Clean gives %q", p, clean(p), path.Clean(p))
		}
	})
}

func TestGlob(t *testing.T) {
	for _, c := range [...]struct {
		pattern, name string
		want          bool
	}{
		{"tool.*", "tool.start", true}, {"tool.*", "tool.", true}, {"tool.*", "tool", false}, {"*", "", true},
		{"**", "x", true},
		{"mcp__*__create_*", "mcp__git__hub__create_issue", true}, {"mcp__git__*", "mcp__gitlab__x", false},
		{"?ash", "Bash", true},
		{"?ash", "ash", false}, {"a*b*c", "aXbYbZc", true}, {"a*b*c", "aXbYbZ", false}, {"@s/*", "@s/t/u", true},
		{"", "x", false}, {"[a]", "a", false},
	} {
		if got := Glob(c.pattern, c.name); got != c.want {
			t.Errorf("Glob(%q, %q) = %v", c.pattern, c.name, got)
		}
	}
}
