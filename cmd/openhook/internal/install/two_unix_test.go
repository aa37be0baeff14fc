//go:build unix

package install

import (
	"regexp"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// Two hooks are put in and go in either order: with the first that goes nothing of the
// other is lost, and with the second everything is as it was.
func TestTwoHooks(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, source := range sources(setup.UserScope) {
		layout := ToolNamed(source).installFile(setup.UserScope).Layout
		starts := map[string]string{"no file": ""}
		switch layout.Syntax {
		case setup.Script:
			continue // there is one file for an event, so a second hook is refused
		case setup.JSON:
			starts["empty"] = "{}"
			switch {
			case layout.Only != "" || layout.Absent != "":
				starts["inline"] = `{ }`
			case layout.EventKey != "":
				starts["inline"] = `{"hooks": [], "x": 1}`
			default:
				starts["inline"] = `{"hooks": {}, "x": 1}`
			}
		case setup.TOML:
			starts["empty"] = "x = 1"
		}
		if layout.Syntax != setup.Plugin {
			starts["foreign"] = foreign(t, layout, "Stop")
		}
		for name, start := range starts {
			for _, order := range [...][]string{{"./guard.sh", "./second.sh"}, {"./second.sh", "./guard.sh"}} {
				t.Run(source+" "+name, func(t *testing.T) {
					m := newMachine(t)
					tool := m.tool(source)
					m.write(m.project+"/second.sh", denies, 0o755)
					if start != "" {
						m.write(m.path(tool, setup.UserScope), start, 0o644)
					}
					before := m.files()
					m.do("install", source, "--yes", "--events", "tool.start", "--", "./guard.sh")
					one := len(m.hooks(tool, setup.UserScope))
					m.do("install", source, "--yes", "--events", "tool.start,agent.stop", "--", "./second.sh")
					both := m.hooks(tool, setup.UserScope)
					if len(both) <= one {
						t.Fatalf("%d hooks became %+v", one, both)
					}
					m.do("uninstall", "--yes", "--", order[0])
					if layout.Syntax != setup.Plugin {
						if got, want := m.hooks(tool, setup.UserScope),
							without(both, order[0]); !sameHooks(got, want) {
							t.Errorf("%+v, want %+v", got, want)
						}
						if key := layout.Needs.Name; !strings.Contains(m.files(), key) {
							t.Errorf("without %s the client reads nothing:\n%s", key, m.files())
						}
					}
					m.do("uninstall", "--yes", "--", order[1])
					m.same(before, "uninstall")
					if kept := m.kept(); len(kept) > 0 {
						t.Errorf("%q are left", kept)
					}
				})
			}
		}
	}
}

// without are the hooks that do not call one.
func without(hooks []settings.Hook, name string) (left []settings.Hook) {
	for _, h := range hooks {
		if !strings.Contains(h.Command, strings.TrimPrefix(name, ".")) {
			left = append(left, h)
		}
	}
	return left
}

// sameHooks does not look at the lines.
func sameHooks(a, b []settings.Hook) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Event != b[i].Event || a[i].Command != b[i].Command || a[i].Timeout != b[i].Timeout {
			return false
		}
	}
	return true
}

// Where hooks have names no two have the same: Vibe drops the second one.
func TestNames(t *testing.T) {
	for _, source := range [...]string{"mistral-vibe", "kiro", "opencode"} {
		m := newMachine(t)
		names := map[string]bool{}
		for _, h := range [...]hook{
			{shim: shimName},
			{shim: shimName, line: "exit 2"},
			{shim: shimName, argv: []string{"/x/guard.sh"}},
			{shim: shimName, argv: []string{"/y/guard.sh"}},
			{shim: shimName, argv: []string{"/x/guard.sh", "more"}},
			{shim: shimName, argv: []string{"./guard.sh"}, portable: true},
		} {
			_, changes := planned(m, source, "tool.start,tool.end", h)
			c := changes[0]
			all := []string{c.file.Path}
			if c.layout.Syntax != setup.Plugin {
				if all = namesIn(string(c.data)); len(all) != 2 {
					t.Fatalf("%s: %q\n%s", source, all, c.data)
				}
			}
			for _, name := range all {
				if names[name] {
					t.Errorf("%s: %q occurs twice", source, name)
				}
				names[name] = true
			}
		}
	}
}

var nameLine = regexp.MustCompile(`(?m)^ *"?name"? *[=:] *("[^"]*")`)

func namesIn(text string) (all []string) {
	for _, found := range nameLine.FindAllStringSubmatch(text, -1) {
		all = append(all, found[1])
	}
	return all
}
