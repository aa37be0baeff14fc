//go:build !windows

// Package docstest has nothing but a test: every command that README.md, CONTRIBUTING.md
// and the pages of docs show is run, in an empty HOME, beside the files it names.
package docstest

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/creack/pty"

	"github.com/openhook/openhook-shim/internal/shimtest"
)

// A command is one line behind "$ " of a console block, and the output below it.
type command struct {
	page, line string
	output     string // "" shows none
}

// commands are those of a page, in order.
func commands(t *testing.T, page string) (all []command) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	inside := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```console"
		case !inside:
		case strings.HasPrefix(line, "$ "):
			all = append(all, command{page: page, line: strings.TrimPrefix(line, "$ ")})
		case len(all) > 0:
			all[len(all)-1].output += line + "\n"
		}
	}
	return all
}

// elsewhere are commands that are not run here, and why. One that no page shows any
// more fails.
var elsewhere = map[string]string{
	"go test ./...": "this is part of it",
	".ci/run":       "this is part of it",
	"go test -tags release -timeout 50m -v ./release":                                         "takes half an hour",
	"gh attestation verify openhook_0.1.0_linux_amd64.tar.gz --repo openhook/openhook-shim":   "of a release on GitHub",
	"git clone --branch v0.1.0 https://github.com/openhook/openhook-shim && cd openhook-shim": "the same",
	"go run github.com/goreleaser/goreleaser/v2@v2.16.0 release --skip=publish":               "the same; release/release.sh --snapshot does it here",
	"cat dist/checksums.txt": "the same",
	"go run ./bench          # all of it in about a minute; also writes bench/latest.json and the picture":                    "CI's gate runs it",
	"go run ./bench -gate    # only what has a limit; ends with 1 past one":                                                   "CI's gate",
	"go test ./mapping -run '^$' -bench . -count 10 | benchstat -    # inside the process, each step for itself":              "takes minutes, and benchstat",
	"go test ./golden -run 'TestCases/<slug>' -update && cat golden/<slug>/cases/*.json":                                      "for a provider that is being added",
	"go test ./golden -run 'TestCases/<slug>|TestEffects/<slug>'":                                                             "the same",
	"go test ./shim -run 'TestFaults.*/<slug>' -every":                                                                        "the same",
	"go run -tags e2e ./e2e <slug>":                                                                                           "the same",
	"go test ./golden/client":                                                                                                 "part of go test ./...",
	"go test . -run 'TestImports|TestBinary|TestNoInit'":                                                                      "part of go test ./...",
	"go test ./golden -run 'TestCases/.*/envelope|TestDetectionUnderLies|TestDocumented|TestGuards'":                          "part of go test ./...",
	"go generate ./mapping && go test ./mapping/... ./internal/gen/pages":                                                     "both compare what is generated",
	"go run ./cmd/openhook/internal/gen && go run ./internal/gen/picture && go test ./cmd/openhook/internal/manifest -update": "their tests compare what they write",
	"gofmt -l . && go vet ./...":                                                                                              "CI's first steps",
	"CGO_ENABLED=0 go build $(cat build.flags) -ldflags='-s -w -funcalign=1' -o openhook-shim .":                              "TestBinary builds so",
	"openhook doctor cursor --live":                                                                                           "waits until a person uses the tool",
	"go build -o openhook ./cmd/openhook":                                                                                     "the programs below are built so",
}

// ends are commands that do not end with 0, and what they say.
var ends = map[string]struct {
	code int
	says string
}{
	"openhook verify --to claude-code hooks.yaml .claude/settings.json": {1, ""}, // which is another hook's there
	"openhook validate --to windsurf --strict hooks.json":               {1, "would lose"},
	"openhook doctor": {1, "doctor does not run a project's line"}, // and the README's example is not trusted by Codex here
}

const root = "../.."

func TestCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	bin := t.TempDir()
	shimtest.Into(t, bin, shimtest.OpenHook(t), shimtest.Shim(t))
	var env []string
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOFLAGS", "GOSUMDB"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		env = append(env, name+"="+strings.TrimSpace(string(value)))
	}
	env = append(env, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "TERM=dumb")

	pages, _ := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	for i := range pages {
		pages[i], _ = filepath.Rel(root, pages[i])
	}
	pages = append(pages, "README.md", "CONTRIBUTING.md")
	// release/installtest runs that page's against a release on this machine.
	pages = slices.DeleteFunc(pages, func(page string) bool { return page == filepath.Join("docs", "installing.md") })
	ran, seen := 0, map[string]bool{}
	for _, page := range pages {
		home := t.TempDir()
		folder := files(t, home)
		for _, c := range commands(t, page) {
			seen[c.line] = true
			if elsewhere[c.line] != "" {
				continue
			}
			ran++
			t.Run(strings.ReplaceAll(c.page+": "+c.line, "/", "∕"),
				func(t *testing.T) { c.run(t, folder, append(env, "HOME="+home)) })
		}
	}
	for line := range elsewhere {
		if !seen[line] {
			t.Errorf("no page shows %s", line)
		}
	}
	if ran < 40 {
		t.Errorf("only %d commands were run", ran)
	}
}

// run runs a command, in the repository if it begins with go, else in folder.
func (c command) run(t *testing.T, folder string, env []string) {
	line := exec.Command("sh", "-c", c.line)
	line.Dir, line.Env = folder, env
	switch {
	case strings.HasPrefix(c.line, "go "):
		line.Dir = root
	case strings.HasPrefix(c.line, "openhook new"): // where there is none yet
		line.Dir = t.TempDir()
		if err := os.Mkdir(filepath.Join(line.Dir, "hooks"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	var all bytes.Buffer
	stdout, err := &all, error(nil)
	if c.output == "" {
		// A person at a terminal, who says yes.
		var terminal *os.File
		if terminal, err = pty.Start(line); err != nil {
			t.Fatal(err)
		}
		defer terminal.Close()
		terminal.WriteString("yes\nyes\nyes\n")
		io.Copy(&all, terminal) // ends with an error where the other end is closed
		err = line.Wait()
	} else {
		stdout = new(bytes.Buffer)
		line.Stdout, line.Stderr = stdout, &all
		err = line.Run()
	}
	want := ends[c.line]
	if code := line.ProcessState.ExitCode(); code != want.code || !strings.Contains(all.String(), want.says) {
		t.Errorf("it ended with %d (%v), want %d and %q:\n%s", code, err, want.code, want.says, all.String())
	}
	if c.output != "" && strings.TrimSpace(c.output) != strings.TrimSpace(stdout.String()) {
		t.Errorf("it printed\n%s\nthe page says\n%s", stdout.String(), c.output)
	}
}

// files makes a folder with what the commands name: hooks of examples, a payload, a
// dump, a project with a hook file.
func files(t *testing.T, home string) string {
	t.Helper()
	folder := t.TempDir()
	put := func(name, from string, mode os.FileMode) {
		t.Helper()
		data := []byte(from)
		if path, ok := strings.CutPrefix(from, "@"); ok {
			var err error
			if data, err = os.ReadFile(filepath.Join(root, path)); err != nil {
				t.Fatal(err)
			}
		}
		if !filepath.IsAbs(name) {
			name = filepath.Join(folder, name)
		}
		err := os.MkdirAll(filepath.Dir(name), 0o755)
		if err == nil {
			err = os.WriteFile(name, data, mode)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	const hook = "#!/bin/sh\n" +
		"[ -z \"$OPENHOOK_CUT\" ] || { echo 'this call cannot be read whole' >&2; exit 2; }\n" +
		"case $OPENHOOK_COMMAND in *push*' -f'* | *push*--force* | *push*' +'*) echo 'no forced pushes here' >&2; exit 2 ;; esac\n"
	const payload = "@golden/claude-code/payload/PreToolUse.Bash.json"
	const project = `{"openhook": "0.1", "hooks": [{"command": "./guard.sh", "events": ["tool.start"]}]}` + "\n"
	put("my-hook.sh", hook, 0o755)
	for _, name := range []string{"guard.sh", "guard.py", "secrets.sh", "context.sh", "gate.sh"} {
		put(name, "@examples/"+name, 0o755)
	}
	put("hook.py", "@golden/guards/claude-guard.py", 0o755)
	put("hooks/guard.sh", "@examples/guard.sh", 0o755)
	put("payload.json", payload, 0o644)
	put("dump/2026-11-20T10-00-00.000Z-1.stdin", payload, 0o644)
	put("dump/2026-11-20T10-00-00.000Z-1.env", "PATH\n", 0o644)
	put(".openhook.json", project, 0o644)
	put(".claude/settings.json", `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"openhook-shim -- /path/to/my-hook.sh"}]}]}}`+"\n", 0o644)
	put(".git/HEAD", "ref: refs/heads/main\n", 0o644)
	const manifest = `{"spec": "hooks/1.0", "hooks": [{"event": "before_tool_execute", "matcher": "shell", "blocking": true,
  "handler": {"type": "command", "command": "./guard.sh", "timeout": 5}}]}` + "\n"
	put("hooks.json", manifest, 0o644)
	put("hooks.yaml", manifest, 0o644) // JSON is YAML
	put(filepath.Join(home, ".codex/hooks.json"),
		`{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"./guard.sh"}]}]}}`+"\n", 0o644)
	put(filepath.Join(home, ".config/agents/hooks/no-format/HOOK.md"),
		"---\nname: no-format\ndescription: no disk is formatted\ntrigger: before_tool\nmatcher:\n  tool: Shell\n  pattern: mkfs\n---\n", 0o644)
	put(filepath.Join(home, ".config/agents/hooks/no-format/scripts/run.sh"), "#!/bin/sh\necho no >&2\nexit 2\n", 0o755)
	put(filepath.Join(home, "src/project/.openhook.json"), project, 0o644)
	put(filepath.Join(home, "src/project/guard.sh"), "@examples/guard.sh", 0o755)
	for _, dir := range []string{filepath.Join(home, ".claude"), filepath.Join(home, ".cursor"),
		filepath.Join(folder, ".cursor")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}
