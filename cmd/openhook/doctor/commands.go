package doctor

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/google/shlex"

	"github.com/openhook/openhook-shim/cmd/openhook/effect"
	"github.com/openhook/openhook-shim/cmd/openhook/install"
	"github.com/openhook/openhook-shim/cmd/openhook/inventory"
	"github.com/openhook/openhook-shim/cmd/openhook/payload"
	"github.com/openhook/openhook-shim/mapping"
)

// harmless is the command that a hook is asked about.
const harmless = "echo openhook doctor"

// checkCommands finds commands that cannot be run, and calls our own.
func (d *doctor) checkCommands(t *inventory.Tool) {
	called := map[string]bool{}
	for _, r := range registrations(t) {
		if r.file.Layout.Syntax == mapping.Plugin || r.hook.Type != "" && r.hook.Type != "command" {
			continue
		}
		d.checkProgram(t, r)
		if install.CallsShim(*r.hook) && r.typ == mapping.ToolStart && !called[r.hook.Command] {
			called[r.hook.Command] = true
			d.call(t, r)
		}
	}
}

// checkProgram finds what a line starts and is not there.
func (d *doctor) checkProgram(t *inventory.Tool, r registration) {
	words, err := shlex.Split(r.hook.Command)
	if err != nil || len(words) == 0 || len(r.hook.Args) > 0 {
		words = append([]string{r.hook.Command}, r.hook.Args...)
	}
	if words[0] == "&" || words[0] == "exec" {
		words = words[1:]
	}
	if len(words) == 0 || strings.ContainsAny(words[0], "=$`;|<>(){}~*") {
		return // a shell's business
	}
	say := func(what, cure string) { d.add(t, r.file.Path, r.hook.Line, what, cure) }
	shim := install.CallsShim(*r.hook)
	switch path := words[0]; {
	case strings.ContainsAny(path, `/\`):
		if !filepath.IsAbs(path) {
			return // relative to a folder that only the tool knows
		}
		if _, err := os.Stat(path); err != nil {
			cure := "take the hook out"
			if shim {
				cure = "openhook uninstall takes it out; openhook install puts the right one in"
			}
			say(path+" is not there", cure)
			return
		}
	case shim && t.GUI && !inSystemPath(path):
		say(path+" is not in the PATH of programs that the desktop starts: the hook does not run there", "write its absolute path, as openhook install does")
	case !isBuiltin(path):
		if _, err := exec.LookPath(path); err != nil {
			say(path+" is not in PATH", "install it, or write its absolute path")
			return
		}
	}
	if runtime.GOOS == "windows" && strings.TrimSuffix(strings.ToLower(filepath.Base(words[0])), ".exe") == "bash" {
		if found, err := exec.LookPath(words[0]); err == nil && strings.Contains(strings.ToLower(found), "system32") {
			say(found+" is WSL's bash: it sees other paths and another home", "write the absolute path of Git's bash.exe")
		}
	}
	for _, w := range words {
		d.checkScript(t, r, w)
	}
}

// checkScript finds scripts that their system cannot start.
func (d *doctor) checkScript(t *inventory.Tool, r registration, path string) {
	if !filepath.IsAbs(path) {
		return
	}
	head, err := headOf(path)
	if err != nil || !bytes.HasPrefix(head, []byte("#!")) {
		return
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if bytes.HasSuffix(line, []byte("\r")) {
		d.add(t, path, 1, "its lines end with CRLF: the interpreter's name ends with a carriage return and is not found", "save it with LF")
		return
	}
	words := strings.Fields(string(line[2:]))
	if len(words) == 0 || runtime.GOOS == "windows" {
		return
	}
	program := words[0]
	if filepath.Base(program) == "env" {
		words = slices.DeleteFunc(words[1:], func(w string) bool { return strings.HasPrefix(w, "-") || strings.Contains(w, "=") })
		if len(words) == 0 {
			return
		}
		program = words[0]
		if t.GUI && !inSystemPath(program) {
			d.add(t, path, 1, program+" is not in the PATH of programs that the desktop starts", "write the interpreter's absolute path into the first line")
			return
		}
	}
	if _, err := exec.LookPath(program); err != nil {
		d.add(t, path, 1, "its interpreter is not there: "+program, "install it")
	}
}

func headOf(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 256)
	n, err := f.Read(head)
	return head[:n], err
}

// call runs our own line once, as the tool does before a harmless command.
func (d *doctor) call(t *inventory.Tool, r registration) {
	source := t.Source
	if r.file.Of != "" && r.file.Install {
		source = r.file.Of
	}
	made, err := payload.Make(source, payload.Want{Type: mapping.ToolStart, Tool: mapping.Shell, Command: harmless, Cwd: d.place.Project})
	if err != nil {
		return
	}
	env := payload.Environ()
	if t.GUI && runtime.GOOS != "windows" {
		env = slices.DeleteFunc(env, func(v string) bool { return strings.HasPrefix(v, "PATH=") })
		env = append(env, "PATH="+strings.Join(systemPath(), string(filepath.ListSeparator)))
	}
	may := 2 * time.Minute
	limit := time.Duration(r.hook.Timeout*float64(r.file.Layout.Unit)) * time.Millisecond
	called, err := t.Run(r.hook.Command, d.place.Project, env, made.Data, may)
	say := func(what, cure string) { d.add(t, r.file.Path, r.hook.Line, what, cure) }
	switch {
	case err != nil:
		say(err.Error(), "")
		return
	case limit > 0 && called.Took > limit || called.Late:
		say(fmt.Sprintf("the hook took %s, and the tool waits %s: then the call runs as if there were no hook", called.Took.Round(100*time.Millisecond), limit), "make it faster, or its timeout longer: openhook install --timeout")
		return
	}
	done := effect.Of(made.Call, called.Reply)
	if stderr := strings.TrimSpace(string(called.Stderr)); strings.Contains(stderr, "openhook-shim: ") || done != nil && done.Failed {
		say("the hook fails: "+stderr, "try it: openhook try "+hookOf(r.hook.Command))
	} else if done != nil && done.Stopped {
		d.note(t, r.file.Path, r.hook.Line, "the hook denies even "+harmless)
	}
}
