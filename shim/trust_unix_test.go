//go:build unix

package shim_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/openhook/openhook-shim/internal/hookfile"
)

const guardHooks = `{"hooks":[{"command":"./guard.sh"}]}`

// guarded is a project whose guard denies everything.
func guarded(t *testing.T) project {
	p := project{t, realTemp(t), realTemp(t)}
	p.write(hookfile.Name, guardHooks)
	p.write("guard.sh", "#!/bin/sh\necho GUARD >&2\nexit 2\n")
	p.allow(hookfile.Name, "guard.sh")
	return p
}

func stopped(got result) bool { return claudeDoes("PreToolUse", got).Stopped }

// A cloned repository must not run code.
func TestNeverTrusted(t *testing.T) {
	p := guarded(t)
	p.write("guard.sh", "#!/bin/sh\ntouch ran\nexit 2\n")
	for name, record := range map[string]func(){
		"nobody was asked":      func() { os.Remove(p.record(hookfile.Name)) },
		"another file's record": func() { replaceFile(t, p.record(hookfile.Name), hookfile.Record("/elsewhere", true, nil, nothing)) },
		"no record at all":      func() { replaceFile(t, p.record(hookfile.Name), "yes") },
		"a link": func() {
			os.Rename(p.record(hookfile.Name), p.path("record"))
			os.Symlink(p.path("record"), p.record(hookfile.Name))
		},
		"others can write it": func() { p.allow(hookfile.Name, "guard.sh"); os.Chmod(p.record(hookfile.Name), 0o666) },
		"it is another user's": func() {
			p.allow(hookfile.Name, "guard.sh")
			if err := os.Chown(p.record(hookfile.Name), 12345, 12345); err != nil {
				os.Remove(p.record(hookfile.Name)) // only root can make one: then this is the first case again
			}
		},
	} {
		record()
		got := p.send("PreToolUse")
		if stopped(got) || got.Stdout != "" || got.Exit != 0 || strings.Count(got.Stderr, "\n") != 1 || !strings.Contains(got.Stderr, "openhook allow "+p.dir) {
			t.Errorf("%s: %+v", name, got)
		}
		if closed := p.send("PreToolUse", "--fail-closed"); !stopped(closed) {
			t.Errorf("%s: --fail-closed: %+v", name, closed)
		}
		os.Remove(p.record(hookfile.Name))
		if _, err := os.Stat(p.path("ran")); err == nil {
			t.Fatalf("%s: it ran", name)
		}
	}
}

func nothing(string) ([]byte, error) { return nil, os.ErrNotExist }

func replaceFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestRefused(t *testing.T) {
	p := guarded(t)
	replaceFile(t, p.record(hookfile.Name), hookfile.Record(p.path(hookfile.Name), false, nil, nothing))
	for _, flags := range [][]string{nil, {"--fail-closed"}} {
		if got := p.send("PreToolUse", flags...); got.Stdout+got.Stderr != "" || got.Exit != 0 {
			t.Errorf("%v: %+v", flags, got)
		}
	}
}

// An agent must not switch its guard off. Whatever it does to the files, what it
// wants to do next is denied, and it is said why.
func TestGuardStays(t *testing.T) {
	for name, trick := range map[string]func(t *testing.T, p project) (cwd string){
		"nothing": func(t *testing.T, p project) string { return p.dir },
		"the hook file says something else": func(t *testing.T, p project) string {
			p.write(hookfile.Name, `{"hooks":[]}`)
			return p.dir
		},
		"same size and time": func(t *testing.T, p project) string {
			info, _ := os.Stat(p.path("guard.sh"))
			p.write("guard.sh", strings.Replace(p.read("guard.sh"), "exit 2", "exit 0", 1))
			os.Chtimes(p.path("guard.sh"), info.ModTime(), info.ModTime())
			return p.dir
		},
		"the hook file is gone": func(t *testing.T, p project) string { os.Remove(p.path(hookfile.Name)); return p.dir },
		"the script is gone":    func(t *testing.T, p project) string { os.Remove(p.path("guard.sh")); return p.dir },
		"the hook file is renamed": func(t *testing.T, p project) string {
			os.Rename(p.path(hookfile.Name), p.path("away"))
			return p.dir
		},
		"a link to a harmless script": func(t *testing.T, p project) string {
			os.Remove(p.path("guard.sh"))
			os.Symlink("/bin/true", p.path("guard.sh"))
			return p.dir
		},
		"a link to a harmless hook file": func(t *testing.T, p project) string {
			p.write("empty.json", `{"hooks":[]}`)
			os.Remove(p.path(hookfile.Name))
			os.Symlink("empty.json", p.path(hookfile.Name))
			return p.dir
		},
		"a folder in its place": func(t *testing.T, p project) string {
			os.Remove(p.path(hookfile.Name))
			os.Mkdir(p.path(hookfile.Name), 0o755)
			return p.dir
		},
		"not readable as a file of hooks": func(t *testing.T, p project) string {
			p.write(hookfile.Name, strings.Repeat(" ", 2<<20)+guardHooks)
			return p.dir
		},
		"a fifo for a script that was not there": func(t *testing.T, p project) string {
			p.allow(hookfile.Name, "guard.sh", "later.sh")
			syscall.Mkfifo(p.path("later.sh"), 0o755)
			return p.dir
		},
		"a large file for one": func(t *testing.T, p project) string {
			p.allow(hookfile.Name, "guard.sh", "later.sh")
			p.write("later.sh", strings.Repeat("#", hookfile.MaxScript+1))
			return p.dir
		},
		"a folder for one": func(t *testing.T, p project) string {
			p.allow(hookfile.Name, "guard.sh", "later.py")
			p.write("later.py/__main__.py", "")
			return p.dir
		},
		"a link to nothing for one": func(t *testing.T, p project) string {
			p.allow(hookfile.Name, "guard.sh", "later.sh")
			os.Symlink("nowhere", p.path("later.sh"))
			return p.dir
		},
		"a link for the folder where it runs": func(t *testing.T, p project) string {
			p.write("tools/x", "")
			p.write(hookfile.Name, `{"hooks":[{"command":"sh ../guard.sh","cwd":"tools"}]}`)
			p.allow(hookfile.Name, "guard.sh")
			elsewhere := project{t, realTemp(t), ""}
			elsewhere.write("guard.sh", "exit 0")
			elsewhere.write("tools/x", "")
			os.RemoveAll(p.path("tools"))
			os.Symlink(elsewhere.path("tools"), p.path("tools"))
			return p.dir
		},
		"cd into a folder below": func(t *testing.T, p project) string {
			p.write("sub/x", "")
			return p.path("sub")
		},
		"a script is swapped while a hook before it takes its time": func(t *testing.T, p project) string {
			p.write(hookfile.Name, `{"hooks":[{"command":"echo exit 0 >guard.sh","priority":900},{"command":"./guard.sh"}]}`)
			p.allow(hookfile.Name, "guard.sh")
			return p.dir
		},
		"the project is a link to itself": func(t *testing.T, p project) string {
			os.Rename(p.dir, p.dir+"-away")
			os.Symlink(p.dir+"-away", p.dir)
			t.Cleanup(func() { os.Remove(p.dir); os.Rename(p.dir+"-away", p.dir) })
			return filepath.Dir(p.dir)
		},
		"the project is renamed": func(t *testing.T, p project) string {
			os.Rename(p.dir, p.dir+"-away")
			t.Cleanup(func() { os.Rename(p.dir+"-away", p.dir) })
			return filepath.Dir(p.dir)
		},
		"the project is closed": func(t *testing.T, p project) string {
			os.Chmod(p.dir, 0)
			t.Cleanup(func() { os.Chmod(p.dir, 0o755) })
			return filepath.Dir(p.dir)
		},
		"cd out of the project": func(t *testing.T, p project) string { return realTemp(t) },
		"cd by a link": func(t *testing.T, p project) string {
			link := filepath.Join(realTemp(t), "link")
			os.Symlink(p.dir, link)
			return link
		},
		"a nearer hook file that nobody allowed": func(t *testing.T, p project) string {
			p.write("sub/"+hookfile.Name, `{"hooks":[{"command":"echo '{\"decision\":\"allow\"}'"}]}`)
			return p.path("sub")
		},
		"a nearer hook file that was allowed": func(t *testing.T, p project) string {
			p.write("sub/"+hookfile.Name, `{"hooks":[{"command":"echo '{\"decision\":\"allow\"}'","priority":1000}]}`)
			p.allow("sub/" + hookfile.Name)
			return p.path("sub")
		},
		"another script of that name below": func(t *testing.T, p project) string {
			p.write("sub/guard.sh", "#!/bin/sh\nexit 0\n")
			return p.path("sub")
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := guarded(t)
			cwd := trick(t, p)
			got := p.sendFrom(cwd, "PreToolUse")
			if !stopped(got) || !strings.Contains(got.Stdout, "GUARD") && !strings.Contains(got.Stdout, p.dir) {
				t.Errorf("%+v", got)
			}
			// What cannot be denied goes on.
			if end := p.sendFrom(cwd, "SessionEnd"); end.Exit != 0 && end.Exit != 1 {
				t.Errorf("%+v", end)
			}
		})
	}
}

// The project's folder as a whole may be another's now: what lies at an allowed
// place counts, not where it came from.
func TestParentMoved(t *testing.T) {
	p := guarded(t)
	evil := realTemp(t)
	os.Rename(p.dir, filepath.Join(evil, "old"))
	p.write(hookfile.Name, `{"hooks":[{"command":"touch ran"}]}`)
	got := p.send("PreToolUse")
	if _, err := os.Stat(p.path("ran")); err == nil || !stopped(got) {
		t.Errorf("%+v", got)
	}
	moved := project{t, filepath.Join(evil, "old"), p.home}
	if got := moved.send("PreToolUse"); stopped(got) || !strings.Contains(got.Stderr, "not trusted") {
		t.Errorf("%+v", got)
	}
}

// Where the client does not say where the project is, its root is found from
// where the agent is.
func TestProjectRoot(t *testing.T) {
	p := guarded(t)
	os.Mkdir(p.path(".git"), 0o755)
	p.write("a/b/x", "")
	link := filepath.Join(realTemp(t), "link")
	os.Symlink(p.path("a"), link)
	elsewhere := realTemp(t)
	for _, c := range []struct{ name, here, cwd string }{
		{"in the root", p.dir, p.dir},
		{"below", p.path("a/b"), p.path("a/b")},
		{"by a link", filepath.Join(link, "b"), filepath.Join(link, "b")},
		{"a repository in the repository", p.path("a/b"), p.path("a/b")},
		{"no repository any more", p.path("a/b"), p.path("a/b")},
		{"the agent is elsewhere, we are not", p.path("a"), elsewhere},
	} {
		cwd := c.cwd
		switch c.name {
		case "a repository in the repository":
			p.write("a/b/.git/x", "")
		case "no repository any more":
			os.RemoveAll(p.path("a/b/.git"))
			os.Rename(p.path(".git"), p.path(".g"))
		}
		payload := []byte(`{"session_id":"s","transcript_path":"/t/.codex/sessions/rollout-1.jsonl","turn_id":"t","model":"m","permission_mode":"default","cwd":"` + cwd + `","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"u"}`)
		got := run{Dir: c.here, Stdin: payload, Env: []string{"HOME=" + p.home, "XDG_STATE_HOME=" + filepath.Join(p.home, "state")}}.do(t)
		if !strings.Contains(got.Stdout, "GUARD") {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// A script that was not there when its hook was allowed must not come later.
func TestAbsentScript(t *testing.T) {
	p := guarded(t)
	p.allow(hookfile.Name, "guard.sh", "later.sh")
	if got := p.send("PreToolUse"); !strings.Contains(got.Stdout, "GUARD") {
		t.Errorf("%+v", got)
	}
	p.write("later.sh", "")
	if got := p.send("PreToolUse"); !stopped(got) || !strings.Contains(got.Stdout, p.path("later.sh")+" changed after you allowed it") {
		t.Errorf("%+v", got)
	}
}

// What would be loaded in place of a script's own modules takes its guard away no more than
// another script would.
func TestShadows(t *testing.T) {
	for name, change := range map[string]func(p project){
		"a module of Python's":   func(p project) { p.write("re.py", "") },
		"a package of Python's":  func(p project) { p.write("json/__init__.py", "") },
		"another kind of script": func(p project) { p.write("package.json", `{"type":"module"}`) },
		"nothing of these":       nil,
	} {
		p := guarded(t)
		p.write("package.json", `{"name":"x"}`)
		read := func(path string) ([]byte, error) {
			if !strings.HasSuffix(path, "/") {
				return os.ReadFile(path)
			}
			var names []string
			entries, err := os.ReadDir(path)
			for _, e := range entries {
				names = append(names, e.Name())
			}
			return []byte(strings.Join(names, "\n")), err
		}
		files := []string{p.path("guard.sh"), p.dir + hookfile.Modules, p.path("package.json") + hookfile.Type}
		replaceFile(t, p.record(hookfile.Name), hookfile.Record(p.path(hookfile.Name), true, files, read))
		p.write("package.json", `{"name":"y"}`)
		p.write("other.py", "")
		p.write("types/x.go", "")
		if change != nil {
			change(p)
		}
		got := p.send("PreToolUse")
		if changed := strings.Contains(got.Stdout+got.Stderr, "changed after you allowed it"); !stopped(got) || changed != (change != nil) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
