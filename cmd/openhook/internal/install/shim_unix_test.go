//go:build unix

package install

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const launches = "#!/usr/bin/env node\n"

// What is written is a program, never a script that starts one.
func TestShimBeside(t *testing.T) {
	const program = "\x7fELF"
	for _, c := range [...]struct {
		name, inPath, beside string // contents, "" if it is not there
		want                 string // the folder of what is found, or the error's words
	}{
		{"both are programs", program, program, "bin"},
		{"in PATH alone", program, "", "bin"},
		{"npm's in PATH", launches, program, "package"},
		{"not in PATH", "", program, "package"},
		{"npm's in PATH alone", launches, "", "is a script that starts"},
		{"scripts both", launches, launches, "is a script that starts"},
		{"a script beside", "", launches, "not found in PATH or next to openhook"},
		{"none", "", "", "not found in PATH or next to openhook"},
	} {
		dir := t.TempDir()
		t.Setenv("PATH", filepath.Join(dir, "bin"))
		for folder, content := range map[string]string{"bin": c.inPath, "package": c.beside} {
			if content == "" {
				continue
			}
			// As npm does it, PATH has a link to a file elsewhere.
			path, real := filepath.Join(dir, folder, shimName), filepath.Join(dir, folder+"-real", "file")
			for _, p := range [...]string{path, real} {
				if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile(real, []byte(content), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(real, path); err != nil {
				t.Fatal(err)
			}
		}
		path, err := programBeside(filepath.Join(dir, "package", "openhook"), shimName)
		switch {
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: %v", c.name, err)
		case err == nil && path != filepath.Join(dir, c.want, shimName):
			t.Errorf("%s: %s", c.name, path)
		}
	}
}

func TestShimInACache(t *testing.T) {
	for shim, is := range map[string]bool{
		"/home/me/.npm/_npx/5f0b/node_modules/@openhook/linux-x64/bin/openhook-shim":                               true,
		"C:/Users/me/AppData/Local/npm-cache/_npx/5f0b/node_modules/@openhook/win32-x64/bin/openhook-shim.exe":     true,
		"/home/me/.cache/pnpm/dlx/3c/19/node_modules/.pnpm/@openhook+linux-x64@1.2.3/node_modules/x/openhook-shim": true,
		"/tmp/xfs-1/dlx-77/node_modules/@openhook/linux-x64/bin/openhook-shim":                                     true,
		"/tmp/bunx-0-openhook@latest/node_modules/@openhook/linux-x64/bin/openhook-shim":                           true,
		"/usr/lib/node_modules/openhook/node_modules/@openhook/linux-x64/bin/openhook-shim":                        false,
		"/home/me/dlx/bin/openhook-shim":                    false,
		"/home/my_npx/dlxes/node_modules/bin/openhook-shim": false,
		"openhook-shim": false,
	} {
		if got := cacheWarning(shim); (got != "") != is {
			t.Errorf("%s: %q", shim, got)
		}
	}
	m := newMachine(t)
	m.program("claude", "2.1.300")
	cache := filepath.Join(m.home, ".npm", "_npx", "5f0b", "node_modules", "bin")
	m.write(filepath.Join(cache, shimName), m.read(builtShim), 0o755)
	t.Setenv("PATH", cache+":"+m.bin)
	before := m.files()
	const says = "is in a cache, and no hook runs after npm empties it; run: npm install -g openhook"
	if out := m.do("install", "--dry-run", "claude-code", "--", "./guard.sh"); !strings.Contains(out,
		cache+"/openhook-shim "+says) {
		t.Errorf("it does not say so:\n%s", out)
	}
	if out, code := m.run("install", "--print", "claude-code", "--", "./guard.sh"); code != 1 ||
		!strings.Contains(out, says) || strings.Contains(out, "PreToolUse") {
		t.Errorf("--print: %d\n%s", code, out)
	}
	m.same(before, "after a dry run")
	if out := m.do("install", "--project", "--dry-run", "claude-code", "--", "./guard.sh"); strings.Contains(out,
		says) {
		t.Errorf("the line of a repository has no path:\n%s", out)
	}
	t.Setenv("PATH", m.bin)
	if out := m.do("install", "--dry-run", "claude-code", "--", "./guard.sh"); strings.Contains(out, says) {
		t.Errorf("it is in no cache:\n%s", out)
	}
}
