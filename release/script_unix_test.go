//go:build unix

package release

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fakeGo notes how it is called, and fails where FAILS says.
const fakeGo = `#!/bin/sh
echo "$*" >>"$CALLS"
case "$*" in
*"-h") echo "Clients: codex gemini-cli"; exit 0 ;;
esac
case "$*" in
"$FAILS"*) [ -z "$FAILS" ] || exit 1 ;;
esac
case "$*" in
*" release "*) mkdir -p dist && : >dist/checksums.txt ;;
esac
`

// tree is a repository with no more than release.sh, with go on PATH.
func tree(t *testing.T) (dir, bin string) {
	t.Helper()
	dir, bin = t.TempDir(), t.TempDir()
	for _, name := range []string{"release/release.sh", "release/notes.sh", "CHANGELOG.md"} {
		data := read(t, name, nil)
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(fakeGo), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-qm", "x"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git: %v\n%s", err, out)
		}
	}
	return dir, bin
}

// run returns how release.sh ended, what it printed and what it called.
func run(t *testing.T, dir, bin, fails string, args ...string) (code int, out string, calls []string) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "calls")
	c := exec.Command("sh", append([]string{filepath.Join(dir, "release/release.sh")}, args...)...)
	c.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "CALLS="+log, "FAILS="+fails)
	b, err := c.CombinedOutput()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		code = ended.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(log)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(data), "github.com/goreleaser/goreleaser/v2@v2.16.0", "goreleaser")
	return code, string(b), slices.Collect(func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); !yield(line) {
				return
			}
		}
	})
}

// all is what a snapshot calls.
var all = []string{
	"test ./...",
	"run ./bench -gate",
	"test -tags e2e ./e2e/...",
	"run -tags e2e ./e2e -h",
	"run -tags e2e ./e2e codex gemini-cli",
	"run goreleaser check",
	"run goreleaser release --snapshot --clean",
	"run ./release/formula dist/checksums.txt",
}

// The first step that fails is the last.
func TestStops(t *testing.T) {
	dir, bin := tree(t)
	if code, out, calls := run(t, dir, bin, "", "--snapshot"); code != 0 || !slices.Equal(calls, all) {
		t.Errorf("exit %d, %q\n%s", code, calls, out)
	}
	for _, c := range []struct {
		fails, step string
		calls       int
	}{
		{"test ./...", "test", 1},
		{"run ./bench -gate", "bench", 2},
		{"test -tags e2e", "e2e", 3},
		{"run -tags e2e ./e2e codex", "e2e", 5},
		{"run github.com/goreleaser/goreleaser/v2@v2.16.0 check", "goreleaser", 6},
		{"run github.com/goreleaser/goreleaser/v2@v2.16.0 release", "goreleaser", 7},
		{"run ./release/formula", "goreleaser", 8},
	} {
		code, out, calls := run(t, dir, bin, c.fails, "--snapshot")
		if code != 1 || !slices.Equal(calls, all[:c.calls]) || !strings.Contains(out, "stopped, as "+c.step+" failed") {
			t.Errorf("%s: exit %d, %q\n%s", c.fails, code, calls, out)
		}
	}
}

func TestSteps(t *testing.T) {
	dir, bin := tree(t)
	for _, c := range []struct {
		args  []string
		code  int
		calls []string
	}{
		{[]string{"bench"}, 0, all[1:2]},
		{[]string{"bench", "test"}, 0, []string{all[1], all[0]}},
		{[]string{"--snapshot", "goreleaser"}, 0, all[5:]},
		{[]string{"publish"}, 64, nil},
		{[]string{"test", "--snapshots"}, 64, nil},
		{[]string{"--help"}, 0, nil},
	} {
		if code, out, calls := run(t, dir, bin, "", c.args...); code != c.code || !slices.Equal(calls, c.calls) {
			t.Errorf("%q: exit %d, %q\n%s", c.args, code, calls, out)
		}
	}
}

// A release has a tag, and notes under the tag's version.
func TestTagged(t *testing.T) {
	dir, bin := tree(t)
	for _, c := range []struct {
		tag  string
		code int
		says string
	}{
		{"", 1, "has no tag"},
		{"1.2.3", 1, "has no tag"}, // without its v
		{"v98.7.6", 1, "CHANGELOG.md says nothing of 98.7.6"},
		{"v0.1.0", 0, "goreleaser passed"},
	} {
		if c.tag != "" {
			if out, err := exec.Command("git", "-C", dir, "tag", c.tag).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		}
		code, out, calls := run(t, dir, bin, "", "goreleaser")
		released := slices.ContainsFunc(calls, func(s string) bool {
			return strings.HasPrefix(s, "run goreleaser release --clean --release-notes /")
		})
		if code != c.code || !strings.Contains(out, c.says) || released != (c.code == 0) {
			t.Errorf("%q: exit %d, %q\n%s", c.tag, code, calls, out)
		}
		if c.tag != "" {
			if out, err := exec.Command("git", "-C", dir, "tag", "-d", c.tag).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		}
	}
}

// Every version that CHANGELOG.md has can be released with its own notes.
func TestNotes(t *testing.T) {
	versions := 0
	for line := range strings.Lines(read(t, "CHANGELOG.md", nil)) {
		name, is := strings.CutPrefix(line, "## [")
		if !is || strings.HasPrefix(name, "Unreleased]") {
			continue
		}
		versions++
		version, _, _ := strings.Cut(name, "]")
		out, err := exec.Command("sh", "notes.sh", version).CombinedOutput()
		if err != nil || !strings.Contains(string(out), "### Added") || strings.Contains(string(out), "\n## ") || strings.Contains(string(out), "]: https") {
			t.Errorf("%s: %v\n%s", version, err, out)
		}
	}
	if versions == 0 {
		t.Error("CHANGELOG.md has no version")
	}
	for _, bad := range []string{"9.9.9", "", "0.1"} {
		if out, err := exec.Command("sh", "notes.sh", bad).CombinedOutput(); err == nil {
			t.Errorf("%q has notes: %s", bad, out)
		}
	}
}
