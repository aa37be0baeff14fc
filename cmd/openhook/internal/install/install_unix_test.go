//go:build unix

package install

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// scopes are those that a user without rights can write.
var scopes = map[setup.Scope]string{setup.UserScope: "--user", setup.ProjectScope: "--project"}

// foreign is what a tool's file may hold before: hooks of others, in somebody's style.
func foreign(t *testing.T, l *setup.Layout, event string) string {
	t.Helper()
	data := []byte("{\r\n\t\"x\": [1,  2],\r\n\t\"y\": \"<&>\"}\r\n")
	switch {
	case l.Syntax == setup.TOML:
		data = []byte("# mine\r\nx = [1,  2]\r\n\r\n[y] # hooks\r\nz = '<&>'")
	case l.Named || l.Root == "" || l.Only != "":
		data = []byte("{}")
	}
	others := []settings.Entry{{Event: event, Command: "other one", PowerShell: "other one", Timeout: 5000},
		{Event: event, Command: "other \"two\"", PowerShell: "x", Timeout: 70000}}
	data, _, err := settings.Insert(l, data, true, others)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// It is put in for every tool, works there, is not put in twice, and goes without a trace.
func TestEveryTool(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for scope, flag := range scopes {
		for _, source := range sources(scope) {
			for _, there := range [...]bool{false, true} {
				t.Run(source+" "+flag, func(t *testing.T) {
					m := newMachine(t)
					tool := m.tool(source)
					layout := tool.installFile(scope).Layout
					text := layout.Syntax == setup.JSON || layout.Syntax == setup.TOML
					var others []settings.Hook
					if there {
						if !text {
							return
						}
						m.write(m.path(tool, scope), foreign(t, layout, "Stop"), 0o600)
						others = m.hooks(tool, scope)
					}
					before := m.files()
					out := m.do("install", source, flag, "--yes", "--", "./guard.sh")
					if want := tool.Product + ": deny works\n"; !strings.Contains(out, want) {
						t.Errorf("no %q in\n%s", want, out)
					}
					hooks := m.hooks(tool, scope)
					if text {
						ours := slices.DeleteFunc(slices.Clone(hooks),
							func(h settings.Hook) bool { return !CallsShim(h) })
						if len(ours) == 0 || len(ours)+len(others) != len(hooks) {
							t.Errorf("%d of ours, %d of others: %+v", len(ours), len(others), hooks)
						}
					} else if len(hooks) == 0 {
						t.Error("no file was written")
					}
					if there {
						info, err := os.Stat(m.path(tool, scope))
						if err != nil || info.Mode() != 0o600 {
							t.Errorf("%v, %v", info.Mode(), err)
						}
					}
					installed, kept := m.files(), m.kept()
					out = m.do("install", source, flag, "--yes", "--", "./guard.sh")
					m.same(installed, "the second install")
					if !strings.Contains(out, "installed already") || !slices.Equal(m.kept(), kept) {
						t.Errorf("%q became %q\n%s", kept, m.kept(), out)
					}
					m.do("uninstall", flag, "--yes")
					m.same(before, "uninstall")
					if kept := m.kept(); len(kept) > 0 {
						t.Errorf("%q are left", kept)
					}
				})
			}
		}
	}
}

// The same for all at once: each hook once, and what shares a file comes with it.
func TestAllTools(t *testing.T) {
	for scope, flag := range scopes {
		m := newMachine(t)
		for _, s := range setup.Setups() {
			for word := range strings.FieldsSeq(s.Signs) {
				if !strings.HasPrefix(word, "~") {
					m.program(word, "99.0.0")
				}
			}
		}
		before := m.files()
		out := m.do("install", "--all", flag, "--yes", "--", "./guard.sh")
		for _, source := range sources(scope) {
			product := m.tool(source).Product
			if strings.Contains(out, product+": deny works\n") == strings.Contains(out, product+": also reads ") {
				t.Errorf("%s %s:\n%s", product, flag, out)
			}
		}
		installed := m.files()
		m.do("install", flag, "--yes", "--", "./guard.sh")
		m.same(installed, "the second install")
		m.do("uninstall", flag, "--yes")
		m.same(before, "uninstall")
	}
}
