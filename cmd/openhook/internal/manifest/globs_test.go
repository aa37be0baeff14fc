package manifest

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// The globs of a pattern match what the pattern does.
func TestGlobsOf(t *testing.T) {
	names := strings.Fields("shell file_read file_write file_edit Bash bash BashOutput Read mcp__github__create_issue mcp__github__x mcp__git mcp_github_x a ab abc xz yz z")
	for pattern, want := range map[string]string{
		"file_(read|write|edit)": "*file_read* *file_write* *file_edit*",
		"^Bash$":                 "Bash",
		"Bash":                   "*Bash*",
		"^mcp__github__.*":       "mcp__github__*",
		"mcp__github__.+$":       "*mcp__github__?*",
		"^(Bash|Read)$":          "Bash Read",
		"^Bash|^Read":            "Bash* Read*",
		"^[xy]z$":                "xz yz",
		"^ab?c?$":                "abc ab ac a",
		"^.z":                    "?z*",
		".*":                     "*",
		"a\x02b|,":               "",
		"":                       "*",
		`^a\.b$`:                 "a.b",
		"(?i)bash":               "", "a+": "", "[a-z]+": "", `\bBash\b`: "", "[a-z][a-z][a-z]": "", "a*": "",
		`\d{3}`: "", "^a^": "", "(?m)a$b": "",
	} {
		globs, err := globsOf(pattern)
		if got := strings.Join(globs, " "); got != want || (want == "") != errors.Is(err, errNoGlobs) {
			t.Errorf("%s: %q, want %q (%v)", pattern, got, want, err)
			continue
		}
		re := regexp.MustCompile(pattern)
		for _, n := range names {
			is := false
			for _, g := range globs {
				is = is || mapping.Glob(g, n)
			}
			if want != "" && is != re.MatchString(n) {
				t.Errorf("%s: %s %v", pattern, n, is)
			}
		}
	}
}

func FuzzGlobsOf(f *testing.F) {
	for _, s := range []string{"file_(read|write)", "^a?b$", "[ab].*c", "a|", "(^a|b$)"} {
		f.Add(s, "file_read")
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		re, err := regexp.Compile(pattern)
		globs, err2 := globsOf(pattern)
		if err != nil || err2 != nil || len(name) > 50 {
			return
		}
		for _, r := range name { // names of tools; a glob's ? is a byte
			if r < '!' || r > '~' {
				return
			}
		}
		is := false
		for _, g := range globs {
			is = is || mapping.Glob(g, name)
		}
		if is != re.MatchString(name) {
			t.Errorf("%q on %q: globs %q say %v", pattern, name, globs, is)
		}
	})
}

// The pattern of a glob means the glob.
func TestPatternOf(t *testing.T) {
	for glob, want := range map[string]string{"a*": "^a", "*a": "a$", "*a*": "a", "a?b": "^a.b$", "*": ".*",
		"a*b": "^a.*b$", "a.b*": `^a\.b`} {
		got := patternOf(glob)
		back, err := globsOf(got)
		if got != want || err != nil || len(back) != 1 || back[0] != glob {
			t.Errorf("%s: %s, back %v %v", glob, got, back, err)
		}
	}
}

func TestNativeMatchers(t *testing.T) {
	for _, c := range [...]struct{ provider, text, want string }{
		{"claude-code", "", ""}, {"claude-code", "*", ""}, {"claude-code", "Bash", "shell"},
		{"claude-code", "Bash , Write", "file_write,shell"},
		{"claude-code", "^(?:Edit|Write)$", "file_edit,file_write"}, {"claude-code", "mcp__a__b", "mcp__a__b"},
		{"claude-code", "mcp__a__.*|Bash", "mcp__a__*,shell"},
		{"claude-code", "Notebook.*", "*Notebook*,file_edit"}, {"claude-code", "TodoWrite", "TodoWrite"},
		{"claude-code", "^(?!x)", "?"},
		{"cursor", "Shell|MCP:create_issue", "mcp__*__create_issue,shell"},
		{"gemini-cli", "mcp_github_create_issue", "mcp__github__create_issue"},
		{"kiro", "@github/create_issue", "mcp__github__create_issue"}, {"factory-droid", "Execute", "shell"},
		{"codex", "Edit", "file_edit"}, {"grok", "Bash", "shell"},
	} {
		m, ok := nativeMatcher(c.provider, c.text)
		got := m.key()
		if !ok {
			got = "?"
		}
		if got != c.want {
			t.Errorf("%s %q: %s, want %s", c.provider, c.text, got, c.want)
		}
	}
}
