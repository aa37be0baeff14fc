//go:build unix

package cli

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/creack/pty"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/try"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// openhookVar makes this program openhook; by its name it is openhook-shim.
const openhookVar = "CLI_TEST_OPENHOOK"

func TestMain(m *testing.M) {
	if code, is := try.Child(os.Args); is {
		os.Exit(code)
	}
	if os.Getenv(openhookVar) != "" {
		os.Exit(Main())
	}
	os.Exit(m.Run())
}

// A verb is a command line in a hostile clone. $HOME, $CLONE and $OUT stand for folders.
type verb struct {
	line   string
	stdin  string // "" the terminal, which answers n
	writes string // what it may write beside the user's own files, below the area
	says   string // of the clone with hooks: that it was looked at
}

// verbs has at least one row for each command of openhook.
var verbs = map[string][]verb{
	"new": {{line: "new gate --output $OUT/gate.sh", writes: "out"},
		{line: "new guard --lang py --output own-guard.py", writes: "clone/own-guard.py"},
		{line: "new format --output own-format.sh", writes: "clone/own-format.sh"}},
	"try": {{line: "try $HOME/guard.sh"}, {line: "try --payload payloads/elsewhere.json ./named.sh"},
		{line: "try --json --event agent.stop $HOME/guard.sh"}, {line: "try --file .env --content x $HOME/guard.sh"}},
	"explain": {{line: "explain payloads/odd.json"}, {line: "explain --json payloads/odd.json"},
		{line: "explain payloads/zero.json"}, {line: "explain payloads/pipe.json"}},
	"replay": {{line: "replay --hook $HOME/guard.sh payloads"},
		{line: "replay --json --hook $HOME/guard.sh payloads/odd.json"},
		{line: "replay payloads/elsewhere.json -- ./named.sh"}},
	"scrub": {{line: "scrub payloads/odd.json", writes: "clone/payloads/odd.json.scrubbed"}},
	"install": {{line: "install --dry-run -- $HOME/guard.sh"}, {line: "install --yes -- $HOME/guard.sh"},
		{line: "install --yes claude-code cursor gemini-cli"},
		{line: "install --project --dry-run -- ./named.sh"},
		{line: "install --project --yes -- ./named.sh", writes: "clone"},
		{line: "install --print --project -- ./named.sh"}},
	"uninstall": {{line: "uninstall --yes"}, {line: "uninstall --project --dry-run"},
		{line: "uninstall --project --yes", writes: "clone"}},
	"restore": {{line: "restore --yes"}},
	"sync": {{line: "sync --dry-run"}, {line: "sync --yes", writes: "clone/.openhook.json"},
		{line: "sync --dry-run claude-code"},
		{line: "sync --user --yes claude-code"}},
	"list":  {{line: "list", says: ".cursor/hooks.json:"}, {line: "list --json"}},
	"paths": {{line: "paths"}, {line: "paths --json"}},
	"doctor": {{line: "doctor", says: "doctor does not run a project's line"}, {line: "doctor --json"},
		{line: "doctor --live --wait 200ms"}},
	"convert": {{line: "convert hooks.json", says: "before_tool"}, {line: "convert --to cursor hooks.json"},
		{line: "convert --to cline hooks.json"}, {line: "convert --to opencode hooks.json"},
		{line: "convert --to kimi hooks.json"}, {line: "convert --from claude-code .claude/settings.json"},
		{line: "convert --from claude-code --to gemini-cli --json .claude/settings.json"}},
	"validate": {{line: "validate hooks.json"}, {line: "validate --to windsurf --json hooks.json"}},
	"verify":   {{line: "verify --to claude-code hooks.json .claude/settings.json"}},
	"allow":    {{line: "allow"}},
	"deny":     {{line: "deny"}},
	"status":   {{line: "status", says: "its hooks do not run"}, {line: "status --json"}},
	"match": {{line: "match -- $HOME/guard.sh",
		stdin: `{"event_type":"before_tool","tool_name":"Shell","tool_input":{"command":"ls"}}`}},
	"help":       {{line: "help"}},
	"completion": {{line: "completion bash"}},
}

// odd is what a terminal obeys, or what hides what is there.
const odd = "\x1b]0;pwned\x07\x1b[2J\x1b[8m\r\u202e\u2066\u2028\u2029\u0085\u009b31m\u200b\x7f\U000E0041"

// Whoever runs openhook in a clone runs nothing of it, writes nothing but the user's own
// files and what the command is for, and the terminal gets none of its control characters.
func TestHostileClone(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	root := Root()
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if len(verbs[c.Name()]) == 0 {
			t.Errorf("openhook %s has no row", c.Name())
		}
	}
	for _, kind := range [...]string{"hooks", "links", "broken"} {
		for name, rows := range verbs {
			if kind != "hooks" && slices.Contains([]string{"new", "match", "help", "completion"}, name) {
				continue // they read nothing there
			}
			t.Run(kind+" "+name, func(t *testing.T) {
				t.Parallel()
				var c *clone
				for _, v := range rows {
					if c == nil {
						c = newClone(t, kind)
					}
					if c.run(v); v.writes != "" || name == "install" || name == "sync" {
						c = nil
					}
				}
			})
		}
	}
}

// A clone is what a stranger has made, with the home of the user who has cloned it.
type clone struct {
	*testing.T
	kind, area, home, dir, bin string
}

func (c *clone) write(path, text string, mode fs.FileMode) {
	c.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		c.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		c.Fatal(err)
	}
}

func (c *clone) mark() string { return filepath.Join(c.area, "ran") }

// trap is a program of the clone, which leaves a mark.
func (c *clone) trap(path string) {
	c.write(path, "#!/bin/sh\necho \"$0 $*\" >> '"+c.mark()+"'\nexit 2\n", 0o755)
}

func newClone(t *testing.T, kind string) *clone {
	area, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &clone{t, kind, area, area + "/home", area + "/home/src/clone", area + "/bin"}
	// The clone is below the home, as most are; the area has a name for it of its own.
	for _, dir := range [...]string{c.home, c.dir + "/.git", c.bin, area + "/out", area + "/tmp", area + "/outside"} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, c.bin+"/openhook-shim")
	}
	if err == nil {
		err = os.Symlink(self, c.bin+"/openhook")
	}
	if err != nil {
		t.Fatal(err)
	}
	c.ownHome()
	c.traps()
	c.files(kind)
	return c
}

// ownHome is the user's: a guard that works, and lines that a clone could answer.
func (c *clone) ownHome() {
	c.write(c.home+"/guard.sh", "#!/bin/sh\nexit 0\n", 0o755)
	entry := func(line string) string {
		return `{"hooks":[{"type":"command","command":"` + line + `"}]}`
	}
	c.write(c.home+"/.claude/settings.json", `{"hooks":{"PreToolUse":[`+strings.Join([]string{
		entry(c.bin + "/openhook-shim -- " + c.home + "/guard.sh"), entry("openhook-shim -- " + c.home + "/guard.sh"),
		entry(c.bin + "/openhook-shim -- ./guard.sh"), entry(c.bin + "/openhook-shim -c 'guard.sh; sh guard.sh'"),
		entry(c.bin + "/openhook-shim"), entry("bin/openhook-shim -- /bin/true"),
	}, ",")+`]}}`, 0o644)
	for _, dir := range [...]string{".cursor", ".gemini", ".codex", ".config/opencode", ".copilot"} {
		os.MkdirAll(filepath.Join(c.home, dir), 0o755)
	}
	c.write(c.home+"/.config/agents/hooks/mine/HOOK.md",
		"---\nname: mine\ndescription: d\ntrigger: before_tool\n---\n", 0o644)
	c.write(c.home+"/.config/agents/hooks/mine/scripts/run.sh", "#!/bin/sh\nexit 0\n", 0o755)
}

// traps are programs that openhook or a shell could look for, in all places where they
// would be found.
func (c *clone) traps() {
	names := strings.Fields("openhook-shim openhook guard.sh git npm make node python3 sh env cat prettier ruff gofmt")
	for _, s := range setup.Setups() {
		for _, word := range append(strings.Fields(s.Signs), s.Program) {
			if word != "" && !strings.ContainsAny(word, "~/") {
				names = append(names, word)
			}
		}
	}
	for _, dir := range [...]string{"", "bin/", "node_modules/.bin/"} {
		for _, name := range names {
			c.trap(filepath.Join(c.dir, dir, name))
		}
	}
	c.trap(c.dir + "/evil/named.sh")
	c.write(c.dir+"/named.sh", "#!/bin/sh\nexit 0\n", 0o755) // the user names it
	for _, module := range [...]string{"json", "os", "re", "sys", "shlex", "subprocess", "sitecustomize"} {
		c.write(c.dir+"/"+module+".py", "open('"+c.mark()+"', 'a').write('"+module+"')\n", 0o644)
	}
	c.write(c.dir+"/Makefile", "test:\n\techo make >> '"+c.mark()+"'\n", 0o644)
	c.write(c.dir+"/package.json", `{"type":"module","scripts":{"test":"echo npm >> '`+c.mark()+`'"}}`, 0o644)
	c.write(c.dir+"/.git/config", "[core]\n\tfsmonitor = "+c.dir+"/guard.sh\n", 0o644)
}

// lines are what the clone's settings want to have run.
func (c *clone) lines() []string {
	mark := "echo line >> '" + c.mark() + "'"
	return []string{
		"openhook-shim -c \"" + mark + "\" # " + odd, c.bin + "/openhook-shim -c \"" + mark + "\"",
		"./bin/openhook-shim -- x " + odd,
		c.dir + "/bin/openhook-shim -- x", c.bin + "/openhook-shim -- ./guard.sh", mark + " # " + odd,
		c.dir + "/pipe", c.bin + "/openhook-shim -- /bin/sh ./guard.sh",
	}
}

// files are the clone's settings of all tools, and whatever else openhook reads there.
func (c *clone) files(kind string) {
	syscall.Mkfifo(c.dir+"/pipe", 0o755)
	place := settings.Place{GOOS: "linux", Home: c.home, Project: c.dir, Getenv: func(string) string { return "" }}
	c.write(c.area+"/outside/secret", "do not touch", 0o644)
	n := 0
	for _, s := range setup.Setups() {
		for _, f := range s.Files {
			if f.Scope != setup.ProjectScope && f.Scope != setup.LocalScope {
				continue
			}
			path := strings.Replace(place.Path(&s, &f), "*", "PreToolUse", 1)
			if _, err := os.Lstat(path); err == nil {
				continue
			}
			os.MkdirAll(filepath.Dir(path), 0o755)
			n++
			switch {
			case kind == "links" && n%3 == 0:
				os.Symlink(c.home+"/.claude/settings.json", path)
			case kind == "links" && n%3 == 1:
				os.Symlink(c.area+"/outside/secret", path)
			case kind == "links":
				os.Symlink("/dev/zero", path)
			case kind == "broken" && n%3 == 0:
				c.write(path, "{", 0o644)
				os.Truncate(path, settings.MaxFile+1)
			case kind == "broken" && n%3 == 1:
				syscall.Mkfifo(path, 0o644)
			case kind == "broken":
				c.write(path, "{\"hooks\":{\"PreToolUse\":[["+odd+strings.Repeat("[", 20000), 0o644)
			default:
				c.settings(path, s.Source, &f)
			}
		}
	}
	if kind == "links" {
		os.RemoveAll(c.dir + "/.gemini")
		os.Symlink(c.home+"/.gemini", c.dir+"/.gemini")
	}
	spelt := jsonText(c.lines()[0])
	c.write(c.dir+"/.openhook.json", `{"hooks":[{"command":`+spelt+`},{"command":"./guard.sh","events":[`+
		jsonText(odd)+`]}]}`, 0o644)
	c.write(c.dir+"/hooks.json", `{"spec":"hooks/1.0","hooks":[{"name":`+jsonText("x"+odd)+
		`,"event":"before_tool_execute","handler":{"type":"command","command":`+spelt+`}}]}`, 0o644)
	folder := c.dir + "/.agents/hooks/evil"
	c.write(folder+"/HOOK.md", "---\nname: evil\ndescription: d\ntrigger: before_tool\nmatcher:\n  pattern: \"a\\u202e\"\n---\n"+odd, 0o644)
	c.trap(folder + "/scripts/run.sh")
	if kind == "links" {
		os.Symlink(c.area+"/outside", c.dir+"/.agents/hooks/leads-out")
	}
	call := func(cwd string) string {
		return `{"session_id":"s","transcript_path":"/x/.claude/projects/t.jsonl","cwd":"` + cwd +
			`","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":` + jsonText(odd) + `}}`
	}
	c.write(c.dir+"/payloads/odd.json", call(c.dir), 0o644)
	c.write(c.dir+"/payloads/elsewhere.json", `{"conversation_id":"c","generation_id":"g","hook_event_name":"beforeShellExecution","cursor_version":"1.7.46",`+
		`"command":"ls","cwd":"`+c.dir+`","workspace_roots":["`+c.dir+`/evil"]}`, 0o644)
	if kind != "hooks" {
		os.Symlink("/dev/zero", c.dir+"/payloads/zero.json")
		syscall.Mkfifo(c.dir+"/payloads/pipe.json", 0o644)
	}
	if kind == "broken" {
		for _, name := range [...]string{".openhook.json", "hooks.json"} {
			c.write(c.dir+"/"+name, "{\"hooks\":[{\""+odd, 0o644)
		}
		c.write(folder+"/HOOK.md", "---\nname: "+odd, 0o644)
	}
}

// settings are one tool's with all lines.
func (c *clone) settings(path, source string, f *setup.HookFile) {
	if f.Of != "" {
		source = f.Of
	}
	switch f.Layout.Syntax {
	case setup.Script:
		c.trap(path)
		return
	case setup.Plugin:
		c.write(path, "// openhook-shim "+odd+"\nrequire('fs').appendFileSync('"+c.mark()+"', 'plugin')\n", 0o644)
		return
	}
	var entries []settings.Entry
	for _, d := range clients.Registry.Dialects {
		for e := range d.AllEvents {
			if d.Name == source && mapping.TypeOf(d.Name, e) == mapping.ToolStart {
				for i, line := range c.lines() {
					entries = append(entries, settings.Entry{Name: fmt.Sprint("evil", i), Event: e.Native,
						Command: line, Timeout: 5000})
				}
			}
		}
	}
	if f.Layout.Syntax == setup.TOML { // it is written with few escapes
		for i := range entries {
			entries[i].Command = strings.ReplaceAll(entries[i].Command, odd, "\u202e\u2028\u200b")
		}
	}
	data, _, err := settings.Insert(f.Layout, nil, false, entries)
	if err != nil { // install does not write this one
		data = []byte("[features]\nhooks = true # " + odd)
	}
	c.write(path, string(data), 0o644)
}

// jsonText is a JSON string of a text, with its control characters escaped.
func jsonText(s string) string {
	var b strings.Builder
	ui.JSON(&b, s)
	return strings.TrimSpace(b.String())
}

// run runs openhook at a terminal in the clone, and looks at what came of it.
func (c *clone) run(v verb) {
	c.Helper()
	before := c.snapshot()
	out, code := c.openhook(v)
	if code == exitcode.Usage && !strings.HasPrefix(v.line, "verify") {
		c.Errorf("openhook %s: it was not understood:\n%s", v.line, out)
	}
	if c.kind == "hooks" && !strings.Contains(out, v.says) {
		c.Errorf("openhook %s: it does not say %q:\n%s", v.line, v.says, out)
	}
	if ran, err := os.ReadFile(c.mark()); err == nil {
		c.Errorf("openhook %s: the clone's code ran: %s\n%s", v.line, ran, out)
		os.Remove(c.mark())
	}
	for _, r := range strings.ReplaceAll(out, "\r\n", "\n") {
		if r != '\n' && r != '\t' && ui.IsControl(r) {
			c.Errorf("openhook %s: %U reaches the terminal:\n%q", v.line, r, out)
			break
		}
	}
	if !utf8.ValidString(out) {
		c.Errorf("openhook %s: bytes that are no UTF-8 reach the terminal: %q", v.line, out)
	}
	after := c.snapshot()
	for path := range after {
		if before[path] == "" {
			before[path] = "nothing"
		}
	}
	for path, was := range before {
		name, _ := filepath.Rel(c.area, path)
		name = strings.Replace(name, "home/src/clone", "clone", 1)
		mayWrite := v.writes != "" && (name == v.writes || strings.HasPrefix(name, v.writes+"/"))
		own := strings.HasPrefix(name, "home/.") && !strings.Contains(v.line, "--dry-run") &&
			!strings.Contains(v.line, "--project")
		own = own || name == "home" || strings.HasPrefix(name, "home/.local") || v.line == "deny"
		if is := after[path]; is != was && !mayWrite && !own {
			c.Errorf("openhook %s: %s was %s and is %q\n%s", v.line, name, was, is, out)
		}
	}
}

// openhook is one run of it, which sees the folders of the clone in PATH.
func (c *clone) openhook(v verb) (out string, code int) {
	c.Helper()
	terminal, tty, err := pty.Open()
	if err != nil {
		c.Skip("there is no terminal to try it on: ", err)
	}
	defer terminal.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	words := strings.Fields(strings.NewReplacer("$HOME", c.home, "$CLONE", c.dir, "$OUT",
		c.area+"/out").Replace(v.line))
	cmd := exec.CommandContext(ctx, c.bin+"/openhook", words...)
	cmd.Dir = c.dir
	path := []string{".", "", "bin", c.dir + "/bin", "./node_modules/.bin", c.dir + "/node_modules/.bin", c.bin,
		"/usr/bin", "/bin"}
	cmd.Env = []string{"HOME=" + c.home, "PATH=" + strings.Join(path, ":"), "TMPDIR=" + c.area + "/tmp",
		openhookVar + "=1", "NO_COLOR=1", "TERM=xterm", "LANG=C.UTF-8"}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	if v.stdin != "" {
		cmd.Stdin = strings.NewReader(v.stdin)
	}
	cmd.WaitDelay = time.Second
	read := make(chan string)
	go func() {
		all, _ := io.ReadAll(terminal) // ends with EIO when the last one has closed it
		read <- string(all)
	}()
	if err := cmd.Start(); err != nil {
		c.Fatal(err)
	}
	io.WriteString(terminal, "n\n")
	err = cmd.Wait()
	tty.Close()
	if ctx.Err() != nil {
		c.Errorf("openhook %s does not end", v.line)
	}
	return <-read, exitcode.Of(err, cmd.ProcessState.ExitCode())
}

// snapshot is all of the area, by path: kind, mode and content.
func (c *clone) snapshot() map[string]string {
	all := map[string]string{}
	err := filepath.WalkDir(c.area, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if slices.Contains([]string{c.area + "/tmp", c.mark()}, path) {
			if entries, _ := os.ReadDir(path); len(entries) > 0 {
				all[path] = fmt.Sprint(entries)
			}
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text := info.Mode().String()
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			to, _ := os.Readlink(path)
			text += " -> " + to
		case info.Mode().IsRegular() && info.Size() > 1<<20:
			text += fmt.Sprint(" ", info.Size(), info.ModTime())
		case info.Mode().IsRegular():
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text += fmt.Sprintf(" %x", sha256.Sum256(data))
		}
		all[path] = text
		return nil
	})
	if err != nil {
		c.Fatal(err)
	}
	return all
}
