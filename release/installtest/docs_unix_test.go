//go:build unix

package installtest

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// docs/installing.md is done: each command of its in a shell, in the order in which it
// stands there, with this server for GitHub and this registry for npm's.
func TestDocs(t *testing.T) {
	all := released(t)
	if runtime.GOOS != "linux" {
		t.Skip("the commands are Linux's")
	}
	text, err := os.ReadFile("../../docs/installing.md")
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t)
	b, project := newNode(t)
	for _, name := range [...]string{"curl", "sha256sum"} {
		b.program(name)
	}
	global := filepath.Join(b.home, "global")
	b.env = append(b.env, "OPENHOOK_BASE_URL="+s.mirror(), "npm_config_registry="+registry(t, all).URL, "npm_config_prefix="+global, "npm_config_yes=true")
	b.path = filepath.Join(b.home, inBin) + ":" + filepath.Join(global, "bin") + ":" + b.path
	const github = "https://github.com/openhook/openhook-shim/releases"
	run := 0
	for _, block := range strings.Split(string(text), "```console\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		for line := range strings.Lines(block) {
			command, is := strings.CutPrefix(strings.TrimSpace(line), "$ ")
			if !is {
				t.Fatalf("not a command: %s", line)
			}
			c := b.command("/bin/sh", "-c", strings.ReplaceAll(command, github, s.URL))
			c.Dir = project
			if out, code := b.finish(c); code != 0 {
				t.Errorf("%s: %d\n%s", command, code, out)
			}
			run++
		}
		if run == 1 {
			b.want(project, 0, version, filepath.Join(b.home, inBin, "openhook"), "--version")
		}
	}
	if run < 15 {
		t.Errorf("%d commands were found", run)
	}
	for _, gone := range [...]string{inBin + "openhook", inBin + "openhook-shim", ".claude/settings.json"} {
		if _, err := os.Lstat(filepath.Join(b.home, gone)); err == nil {
			t.Errorf("%s is left", gone)
		}
	}
}
