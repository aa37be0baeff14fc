package doctor

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/google/shlex"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/effectwords"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ground"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/inventory"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/payload"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// harmlessCommand is the shell command in the payload for the test call.
const harmlessCommand = "echo openhook doctor"

// checkCommands reports commands that cannot run, and calls the lines of openhook-shim.
func (d *doctor) checkCommands(t *inventory.Tool) {
	called := map[string]bool{}
	for _, r := range registrations(t) {
		if r.file.Layout.Syntax == setup.Plugin || r.hook.Type != "" && r.hook.Type != "command" {
			continue
		}
		d.checkProgram(t, r)
		if !install.CallsShim(*r.hook) || r.typ != mapping.ToolStart || called[r.hook.Command] {
			continue
		}
		if why := whyNotCalled(r); why != "" {
			d.addNote(t, r.file.Path, r.hook.Line, why)
			continue
		}
		called[r.hook.Command] = true
		d.callLine(t, r)
	}
}

// checkProgram reports a missing program at the start of a line.
func (d *doctor) checkProgram(t *inventory.Tool, r registration) {
	words, err := shlex.Split(r.hook.Command)
	if err != nil || len(words) == 0 || len(r.hook.Args) > 0 {
		words = append([]string{r.hook.Command}, r.hook.Args...)
	}
	if words[0] == "&" || words[0] == "exec" {
		words = words[1:]
	}
	if len(words) == 0 || strings.ContainsAny(words[0], "=$`;|<>(){}~*") {
		return // only a shell can resolve this
	}
	say := func(what, cure string) { d.addProblem(t, r.file.Path, r.hook.Line, what, cure) }
	shim := install.CallsShim(*r.hook)
	switch path := words[0]; {
	case strings.ContainsAny(path, `/\`):
		if !filepath.IsAbs(path) {
			return // relative to a folder that only the tool knows
		}
		if _, err := os.Stat(path); err != nil {
			cure := "remove the hook"
			if shim {
				cure = "run: openhook uninstall, then: openhook install"
			}
			say(path+" was not found", cure)
			return
		}
	case shim && t.GUI && !inSystemPath(path):
		say(path+" is not in the PATH of programs that the desktop starts, so the hook does not run there",
			"write its absolute path; openhook install does this")
	case !isBuiltin(path):
		if _, err := exec.LookPath(path); err != nil {
			say(path+" is not in PATH", "install it, or write its absolute path")
			return
		}
	}
	if runtime.GOOS == "windows" && strings.TrimSuffix(strings.ToLower(filepath.Base(words[0])), ".exe") == "bash" {
		if found, err := exec.LookPath(words[0]); err == nil && strings.Contains(strings.ToLower(found), "system32") {
			say(found+" is WSL's bash: it sees other paths and another home",
				"write the absolute path of Git's bash.exe")
		}
	}
	for _, w := range words {
		d.checkScript(t, r, w)
	}
}

// checkScript reports scripts that the system cannot start.
func (d *doctor) checkScript(t *inventory.Tool, r registration, path string) {
	if !filepath.IsAbs(path) {
		return
	}
	head, err := readHead(path)
	if err != nil || !bytes.HasPrefix(head, []byte("#!")) {
		return
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if bytes.HasSuffix(line, []byte("\r")) {
		d.addProblem(t, path, 1, "its lines end with CRLF, so the system does not find the interpreter",
			"save it with LF")
		return
	}
	words := strings.Fields(string(line[2:]))
	if len(words) == 0 || runtime.GOOS == "windows" {
		return
	}
	program := words[0]
	if filepath.Base(program) == "env" {
		words = slices.DeleteFunc(words[1:], func(w string) bool {
			return strings.HasPrefix(w, "-") ||
				strings.Contains(w, "=")
		})
		if len(words) == 0 {
			return
		}
		program = words[0]
		if t.GUI && !inSystemPath(program) {
			d.addProblem(t, path, 1, program+" is not in the PATH of programs that the desktop starts",
				"write the interpreter's absolute path into the first line")
			return
		}
	}
	if _, err := exec.LookPath(program); err != nil {
		d.addProblem(t, path, 1, "interpreter not found: "+program, "install it")
	}
}

func readHead(path string) ([]byte, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil, fs.ErrInvalid // a read from a pipe would wait for ever
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 256)
	n, err := f.Read(head)
	return head[:n], err
}

// whyNotCalled returns why doctor does not call a line of openhook-shim: a clone may have brought
// the line or the program. It returns "" for the user's own line.
func whyNotCalled(r registration) string {
	shim := install.ShimOf(*r.hook)
	switch {
	case r.file.Scope == setup.ProjectScope || r.file.Scope == setup.LocalScope:
		return "doctor does not run a project's line; to see what its hook does, run: openhook try"
	case ground.IsStrangers(r.file.Path):
		return "the file is in this project, so doctor does not run its lines; run openhook doctor in another folder"
	case strings.ContainsAny(shim, `/\`) && ground.IsStrangers(shim):
		return shim + " is in this project or is relative, so doctor does not run it; write the absolute path of the installed openhook-shim"
	case hasRelativeHook(r.hook.Command):
		return "its hook is a relative path and may be a file of this project, so doctor does not run it; write its absolute path"
	}
	return ""
}

// hasRelativeHook reports whether a line names its hook or a script by a relative path.
func hasRelativeHook(command string) bool {
	words, err := shlex.Split(command)
	i := slices.Index(words, "--")
	if err != nil || i < 0 {
		return false
	}
	return slices.ContainsFunc(words[i+1:], func(w string) bool {
		return !filepath.IsAbs(w) && (strings.HasPrefix(w, "./") || strings.HasPrefix(w, "../") ||
			w == words[i+1] && strings.ContainsAny(w, `/\`))
	})
}

// callLine calls a line once with a harmless command, like the tool does. It runs in an empty
// folder and without the project's PATH entries, so that no name leads to a file of a clone.
func (d *doctor) callLine(t *inventory.Tool, r registration) {
	source := t.Source
	if r.file.Of != "" && r.file.Install {
		source = r.file.Of
	}
	dir, err := os.MkdirTemp("", "openhook-doctor-")
	if err != nil {
		d.addProblem(t, r.file.Path, r.hook.Line, "not tested: "+err.Error(),
			"free space in the folder for temporary files")
		return
	}
	defer os.RemoveAll(dir)
	made, err := payload.Make(source, payload.Want{Type: mapping.ToolStart, Tool: mapping.Shell,
		Command: harmlessCommand, Cwd: dir})
	if err != nil {
		return
	}
	path := ground.Path()
	if t.GUI && runtime.GOOS != "windows" {
		path = strings.Join(systemPath(), string(filepath.ListSeparator))
	}
	env := append(payload.CleanEnviron("PATH", "PWD", "OLDPWD"), "PATH="+path, "PWD="+dir)
	may := 2 * time.Minute
	limit := time.Duration(r.hook.Timeout*float64(r.file.Layout.Unit)) * time.Millisecond
	called, err := t.Run(r.hook.Command, dir, env, made.Data, may)
	say := func(what, cure string) { d.addProblem(t, r.file.Path, r.hook.Line, what, cure) }
	switch {
	case err != nil:
		say(err.Error(), "")
		return
	case limit > 0 && called.Duration > limit || called.TimedOut:
		say(fmt.Sprintf("the hook took %s, but the tool waits only %s: after that the call runs without the hook",
			called.Duration.Round(100*time.Millisecond), limit),
			"make the hook faster, or set a longer timeout: openhook install --timeout")
		return
	}
	done := effectwords.Of(made.Call, called.Reply)
	if stderr := strings.TrimSpace(string(called.Stderr)); strings.Contains(stderr, "openhook-shim: ") ||
		done != nil && done.Failed {
		say("the hook fails: "+stderr, "run: openhook try "+hookOf(r.hook.Command))
	} else if done != nil && done.Stopped {
		d.addNote(t, r.file.Path, r.hook.Line, "the hook denies even "+harmlessCommand)
	}
}
