package shim

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/openhook/openhook-shim/mapping"
)

// startHook starts the hook with its stdin and waits for its answer.
func (c *call) startHook(in [][]byte) outcome {
	ch, err := c.hookProcess(in)
	if err != nil {
		return outcome{err: err}
	}
	ch.deadline = c.since.Add(c.limit())
	ch.isAnswer = func(stdout []byte, exit int) bool {
		return exit != 0 && c.event == nil || mapping.Complete(stdout)
	}
	out := run(&ch)
	if errors.Is(out.err, syscall.E2BIG) {
		// The author of a payload must not be able to keep the hook from running. The
		// shim drops the long variables, and OPENHOOK_CUT names them.
		ch.env = c.environ(maxSmall)
		out = run(&ch)
	}
	switch {
	case out.err != nil:
		out.err = startError(c.program(), ch.path, out.err)
	case out.exit == 127 && strings.HasSuffix(firstLine(ch.path), "\r"): // #!/usr/bin/env python3\r
		out.err = failure(c.program() + ": " + msgCRLF)
	}
	return out
}

// hookProcess returns the program, the arguments and the environment of the hook.
func (c *call) hookProcess(in [][]byte) (ch hookProcess, err error) {
	ch.stdin, ch.dir, ch.env = in, c.dir, c.environ(maxVariable)
	if c.line != "" {
		// The shell looks for relative paths in its own folder, so that folder must be
		// the project, wherever the agent has gone.
		for _, in := range c.commandDirs() {
			if isDir, _, err := stat(in); ch.dir == "" && err == nil && isDir && in != c.here {
				ch.dir = in
			}
			if ch.dir != "" || in == c.here {
				break
			}
		}
		ch.path, ch.argv = shell, shellArgs(c.line)
		return ch, nil
	}
	if isDir, _, err := stat(c.start); c.start != "" && err == nil && isDir {
		ch.dir = c.start
	}
	ch.path, ch.argv, err = resolve(c.argv, c.commandDirs)
	return ch, err
}

// commandDirs are the folders in which the shim looks for a relative path of the
// command.
func (c *call) commandDirs() []string {
	if c.dir != "" {
		return []string{c.dir}
	}
	return searchDirs(c.here, c.call.Cwd(), c.call.Project())
}

// program is the name of the program to start, as the user wrote it.
func (c *call) program() string {
	if c.line != "" {
		return shell
	}
	return c.argv[0]
}

// environ is the hook's environment. A variable of the hook file replaces an inherited
// one.
func (c *call) environ(max int) []string {
	env, sets := environ(c.call.Environ(max)), c.env
	if name := c.format.ProjectVariable(); name != "" && c.format != c.call.Dialect && c.call.Project() != "" {
		sets = append([]string{name + "=" + c.call.Project()}, sets...)
	}
	for _, set := range sets {
		name, _, _ := strings.Cut(set, "=")
		kept := env[:0]
		for _, e := range env {
			if have, _, _ := strings.Cut(e, "="); have != name &&
				!(runtime.GOOS == "windows" && strings.EqualFold(have, name)) {
				kept = append(kept, e)
			}
		}
		env = append(kept, set)
	}
	return env
}

// maxSmall is the longest variable in bytes where the system takes little.
const maxSmall = 1 << 10

// ourPrefix begins the names of the shim's variables. On Windows case does not matter.
const ourPrefix = "OPENHOOK_"

// environ is the shim's own environment with the hook's variables. It drops inherited
// OPENHOOK_ variables, because the shim cannot trust them. Only the variable of the
// dump stays, for a shim that the hook starts.
func environ(ours []string) []string {
	inherited := os.Environ()
	env, depth := make([]string, 0, len(inherited)+len(ours)+1), 0
	for _, e := range inherited {
		if name, value, _ := strings.Cut(e, "="); len(name) >= len(ourPrefix) &&
			strings.EqualFold(name[:len(ourPrefix)], ourPrefix) {
			if name == "OPENHOOK_DEPTH" {
				depth, _ = strconv.Atoi(value)
			}
			if name != dumpVariable {
				continue
			}
		}
		env = append(env, e)
	}
	return append(append(env, ours...), "OPENHOOK_DEPTH="+strconv.Itoa(max(depth, 0)+1))
}

// name is the hook's name in messages.
func (c *call) name() string {
	switch {
	case c.title != "":
		return mapping.OneLine(c.title)
	case c.line == "":
		return filepath.Base(c.argv[0])
	}
	return "the hook"
}

// limit is how long the hook may run: less than the client waits.
func (c *call) limit() time.Duration {
	switch {
	case c.timeout > 0:
		return c.timeout
	case c.call.Event.Limit > 0:
		return time.Duration(c.call.Event.Limit) * time.Millisecond * 9 / 10
	}
	return 30 * time.Second
}

// durationText returns a time in the form of --timeout.
func durationText(d time.Duration) string {
	if d%time.Second == 0 {
		return strconv.Itoa(int(d/time.Second)) + "s"
	}
	return strconv.Itoa(int(d/time.Millisecond)) + "ms"
}

// missingScript tells a missing script from a block: shells and python end with exit
// code 2 in both cases. resolve finds most missing scripts before the start. The
// scripts that a line of shell calls show only in the interpreter's own message. Hooks
// quote the agent's text in their reasons. So the whole stderr must be that message,
// the command line must name the interpreter and the file, and the file must not be
// readable.
func (c *call) missingScript(out outcome) error {
	said := strings.TrimSpace(string(out.stderr))
	if out.exit != 2 || len(out.stdout) > 0 {
		return nil
	}
	for _, w := range missingScriptTexts {
		interpreter, rest, _ := strings.Cut(said, w.before)
		name, whole := strings.CutSuffix(rest, w.after)
		if whole && plainPath(interpreter) && plainPath(name) && c.namesInterpreter(interpreter) &&
			c.namesFile(name) && !c.canRead(name) {
			return failure(msgNoScript + said)
		}
	}
	return nil
}

// words are the words of the command line, also those that a shell in it gets.
func (c *call) words() []string {
	line := c.line + " " + strings.Join(c.argv, " ")
	return strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\n;|&()<>'\"", r) })
}

// namesInterpreter reports whether the command line names an interpreter. The
// interpreter may print its own path.
func (c *call) namesInterpreter(interpreter string) bool {
	for _, word := range c.words() {
		if word == interpreter || filepath.IsAbs(interpreter) && filepath.Base(word) == filepath.Base(interpreter) {
			return true
		}
	}
	return false
}

// namesFile reports whether the command line names a file, by a relative path or not.
func (c *call) namesFile(file string) bool {
	for _, word := range c.words() {
		if strings.HasPrefix(word, "~/") {
			word = "$HOME" + word[1:]
		}
		if word = os.ExpandEnv(word); word == file {
			return true
		}
		for _, dir := range c.commandDirs() {
			if filepath.Join(dir, word) == file {
				return true
			}
		}
	}
	return false
}

// canRead reports whether a file exists and is readable.
func (c *call) canRead(file string) bool {
	_, err := readHead(locate(file, c.commandDirs), 1)
	return err == nil
}

// missingScriptTexts are what dash 0.5.12, older versions of dash, and python print.
var missingScriptTexts = [...]struct{ before, after string }{
	{": 0: cannot open ", ": No such file"},
	{": 0: Can't open ", ""},
	{": can't open file '", "': [Errno 2] No such file or directory"},
}

// plainPath reports whether s is a path in which no command can hide.
func plainPath(s string) bool {
	for _, r := range s {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("/._-+~@", r)) {
			return false
		}
	}
	return s != ""
}

// startDetached starts the hook once for each of its inputs and does not wait.
func (c *call) startDetached() error {
	if !c.chooseEvent() {
		return nil
	}
	for run := range c.runCount() {
		c.noteHook(outcome{})
		ch, err := c.hookProcess(c.hookInput(run))
		if err == nil {
			err = startAsync(&ch)
		}
		if err != nil {
			return failure(c.name() + ": " + msgNotStarted + err.Error())
		}
	}
	return nil
}
