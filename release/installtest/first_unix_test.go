//go:build unix

package installtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// From nothing to a hook in all tools.
func TestFirstUse(t *testing.T) {
	s, b := serve(t), newBox(t, "sh", "curl", "sha256sum", "sh")
	b.env = []string{"OPENHOOK_BASE_URL=" + s.mirror()}
	b.firstUse(version)
}

// A release that was made already, whose folder OPENHOOK_DIST is.
func TestSnapshot(t *testing.T) {
	dist := os.Getenv("OPENHOOK_DIST")
	if dist == "" {
		t.Skip("OPENHOOK_DIST is not set")
	}
	made := map[string][]byte{}
	names, err := filepath.Glob(filepath.Join(dist, "openhook_*.tar.gz"))
	for _, name := range append(names, filepath.Join(dist, "checksums.txt")) {
		if err == nil {
			made[filepath.Base(name)], err = os.ReadFile(name)
		}
	}
	if err != nil || len(names) == 0 {
		t.Fatalf("%q, %v", names, err)
	}
	version := strings.Split(filepath.Base(names[0]), "_")[1]
	s, b := serveFiles(t, version, made), newBox(t, "sh", "curl", "sha256sum", "sh")
	b.env = []string{"OPENHOOK_BASE_URL=" + s.mirror()}
	b.firstUse(version)
}

// firstUse goes from nothing to a hook in two tools, and back.
func (b *box) firstUse(version string) {
	b.Helper()
	b.write(filepath.Join(b.home, "my-hook.sh"), "#!/bin/sh\necho no >&2\nexit 2\n", 0o755)
	for _, tool := range [...]string{".claude", ".codex"} {
		if err := os.Mkdir(filepath.Join(b.home, tool), 0o755); err != nil {
			b.Fatal(err)
		}
	}
	if out, code := b.install(); code != 0 {
		b.Fatalf("%d\n%s", code, out)
	}
	openhook := filepath.Join(b.home, inBin, "openhook")
	b.want(b.home, 0, version, openhook, "--version")
	b.want(b.home, 0, "all 20 tools do the same: not run", openhook, "try", "./my-hook.sh")
	out := b.want(b.home, 0, "'"+openhook+"-shim' --timeout 54s -- '"+b.home+"/my-hook.sh'", openhook, "install", "--all", "--dry-run", "--", "./my-hook.sh")
	for _, file := range [...]string{".claude/settings.json", ".codex/hooks.json"} {
		if _, err := os.Stat(filepath.Join(b.home, file)); err == nil || !strings.Contains(out, "~/"+file) {
			b.Errorf("%s: %v\n%s", file, err, out)
		}
	}
	b.want(b.home, 0, "deny works", openhook, "install", "--all", "--yes", "--", "./my-hook.sh")
	b.want(b.home, 0, "", openhook, "uninstall", "--yes")
	b.want(b.home, 0, "hook", openhook, "new", "guard")
}
