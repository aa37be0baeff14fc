package install

import (
	"path/filepath"
	"runtime"
	"testing"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

func TestQuoting(t *testing.T) {
	for _, c := range [...]struct{ word, sh, cmd, powershell string }{
		{"plain-_./:=+9", "plain-_./:=+9", "plain-_./:=+9", "plain-_./:=+9"},
		{"", "''", `""`, "''"},
		{"a b", "'a b'", `"a b"`, "'a b'"},
		{"it's", `'it'\''s'`, `"it's"`, "'it''s'"},
		{`say "x"`, `'say "x"'`, `"say \"x\""`, `'say "x"'`},
		{`C:\a b\`, `'C:\a b\'`, `"C:\a b\\"`, `'C:\a b\'`},
		{`a\\"b\c`, `'a\\"b\c'`, `"a\\\\\"b\c"`, `'a\\"b\c'`},
		{"$x", "'$x'", `"$x"`, "'$x'"},
	} {
		for shell, want := range map[setup.CommandShell]string{setup.Posix: c.sh, setup.GitBash: c.sh,
			setup.CmdExe: c.cmd, setup.PowerShell: c.powershell} {
			if got := quoteFor(shell, c.word); got != want {
				t.Errorf("%q for shell %d: %s, want %s", c.word, shell, got, want)
			}
		}
	}
	for argv, want := range map[[2]string]string{
		{"shim", "a b"}:   "shim 'a b'",
		{"a shim", "a"}:   "& 'a shim' a",
		{"it's/x", "a b"}: "& 'it''s/x' 'a b'",
	} {
		if got := commandLine(setup.PowerShell, argv[:]); got != want {
			t.Errorf("%q: %s, want %s", argv, got, want)
		}
	}
}

func TestBefore(t *testing.T) {
	for _, c := range [...]struct {
		version, than string
		is            bool
	}{
		{"2.0.60", "2.1.101", true},
		{"2.1.100", "2.1.101", true},
		{"2.1.101", "2.1.101", false},
		{"2.1.1000", "2.1.101", false},
		{"2.9", "2.10.0", true},
		{"2.10", "2.10.0", false},
		{"10.0.0", "2.1.101", false},
		{"1", "2.1.101", true},
		{"", "2.1.101", false},
	} {
		if IsBefore(c.version, c.than) != c.is {
			t.Errorf("%+v", c)
		}
	}
}

func TestCallsShim(t *testing.T) {
	for line, want := range map[string]string{
		"openhook-shim -- x":                    "openhook-shim",
		"/usr/bin/openhook-shim":                "/usr/bin/openhook-shim",
		"'/a b/openhook-shim' -- x":             "/a b/openhook-shim",
		`'/it'\''s/openhook-shim' -- x`:         "/it's/openhook-shim",
		`"C:/Program Files/openhook-shim.exe"`:  "C:/Program Files/openhook-shim.exe",
		"& 'C:/a b/openhook-shim.exe' --":       "C:/a b/openhook-shim.exe",
		"openhook-shim -- 'unclosed":            "openhook-shim",
		"openhook -- x":                         "",
		"echo openhook-shim":                    "",
		"openhook-shimmer":                      "",
		"":                                      "",
		"exec openhook-shim":                    "",
		`PATH="$PATH:x"; exec openhook-shim --`: "",
	} {
		if got := ShimOf(settings.Hook{Command: line}); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	portable := hook{shim: shimName, portable: true}
	line, _ := portable.command(ToolNamed("claude-code"), "claude-code", event{tableName: "Stop"})
	if h := (settings.Hook{Command: line}); !CallsShim(h) || isShimGone(h) {
		t.Errorf("%s", line)
	}
}

func TestShort(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths of unix")
	}
	for _, c := range [...]struct{ home, project, path, want string }{
		{"/home/u", "/home/u/p", "/home/u/p/.claude/x", ".claude/x"},
		{"/home/u", "/home/u/p", "/home/u/p2/x", "~/p2/x"},
		{"/home/u", "/home/u", "/home/u/.claude/x", "~/.claude/x"},
		{"/home/u", "/srv/p", "/home/u2/x", "/home/u2/x"},
		{"/home/u", "/", "/etc/x", "etc/x"},
	} {
		if got := ShortPath(settings.Place{Home: c.home, Project: c.project},
			filepath.FromSlash(c.path)); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
