package shim

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// A fileHook is a hook from a hook file.
type fileHook struct {
	hookfile.Hook
	file string // the project's hook file; "": the user's own
	dir  string // its working directory
}

// changed reports whether the hook's file, or a script that it names, changed after the
// user allowed it. An earlier hook may have taken a long time.
func (h fileHook) changed() bool {
	if h.file == "" {
		return false
	}
	data, err := readAll(h.file, maxHookFile)
	trust, _ := trustOf(h.file, data, err)
	return trust != hookfile.Allowed
}

// maxHookFile is the largest size of a hook file and of a record, in bytes.
const maxHookFile = 1 << 20

// A hookList collects the hooks of a call from their files.
type hookList struct {
	*call
	hooks   []fileHook
	blocked string // why nothing may happen that can be prevented
	failed  error  // the first file whose hooks are not in the list
}

// fileHooks returns the hooks to run now, the most important first. blocked says
// why nothing may happen that can be prevented. failed names a file whose hooks
// are not among them.
func (c *call) fileHooks() (hooks []fileHook, blocked string, failed error) {
	l := hookList{call: c}
	if file := hookfile.UserFile(runtime.GOOS, os.Getenv); file != "" {
		l.addUserFile(file)
	}
	for _, p := range c.hookDirs() {
		file := filepath.Join(p.dir, hookfile.Name)
		if p.named || hasRecord(file) {
			l.addProjectFile(file, p)
		}
	}
	return l.hooks, l.blocked, l.failed
}

// fail keeps the first error. The others are warnings.
func (l *hookList) fail(text string) {
	if l.failed == nil {
		l.failed = failure(text)
	} else {
		l.warn(text)
	}
}

func (l *hookList) addUserFile(file string) {
	data, err := readAll(file, maxHookFile)
	switch {
	case err == nil:
		l.addHooks(file, "", data)
	case !errors.Is(err, fs.ErrNotExist):
		l.fail(file + ": " + err.Error())
	}
}

// addProjectFile adds the hooks of a project's file if the user allowed the file as
// it is now.
func (l *hookList) addProjectFile(file string, p hookDir) {
	data, unread := readAll(file, maxHookFile)
	trust, changed := trustOf(file, data, unread)
	absent := errors.Is(unread, fs.ErrNotExist)
	switch {
	case trust == hookfile.Changed && absent:
		l.blocked = file + msgGone + p.dir
	case trust == hookfile.Changed:
		l.blocked = changed + msgChanged + p.dir
	case trust == hookfile.Refused || absent && trust == hookfile.Unknown:
	case trust == hookfile.Allowed && p.link:
		l.blocked = p.dir + msgChanged + p.dir
	case trust == hookfile.Allowed:
		l.addHooks(file, file, data)
	case l.failClosed:
		l.fail(file + msgUntrusted + p.dir)
	default:
		l.warn(file + msgUntrusted + p.dir)
	}
}

// addHooks adds the hooks of a file that match the call. project is the file if it
// belongs to a project, "" for the user's own.
func (l *hookList) addHooks(file, project string, data []byte) {
	found, warnings, err := hookfile.Parse(data, runtime.GOOS, &clients.Registry)
	if err != nil {
		l.fail(file + ": " + err.Error())
	}
	for _, w := range warnings {
		l.warn(file + ": " + w)
	}
	for _, h := range found {
		h.Async = h.Async || l.async
		one := fileHook{h, project, filepath.Join(filepath.Dir(file), h.Cwd)}
		// A folder that is a link leads to scripts that the user did not allow.
		if project != "" && h.Cwd != "" && realDir(one.dir) != one.dir {
			l.blocked = one.dir + msgChanged + filepath.Dir(file)
		}
		if l.forHook(one).matches() {
			l.hooks = insertHook(l.hooks, one)
		}
	}
}

// insertHook puts a hook behind those with the same priority.
func insertHook(hooks []fileHook, h fileHook) []fileHook {
	i := len(hooks)
	hooks = append(hooks, h)
	for ; i > 0 && hooks[i-1].Priority < h.Priority; i-- {
		hooks[i] = hooks[i-1]
	}
	hooks[i] = h
	return hooks
}

func recordFile(file string) string { return hookfile.RecordFile(runtime.GOOS, os.Getenv, file) }

// hasRecord reports whether the user was ever asked about a file.
func hasRecord(file string) bool {
	_, _, err := stat(recordFile(file))
	return err == nil
}

// trustOf compares the record of a hook file with the files of now. data and unread are
// what reading the hook file gave. A record that is not the user's own does not count.
// A record that the shim cannot read counts as a record of another file.
func trustOf(file string, data []byte, unread error) (t hookfile.Trust, changed string) {
	record, own := readPrivate(recordFile(file))
	switch {
	case !own:
		return hookfile.Unknown, ""
	case len(record) == 0:
		return hookfile.Changed, file
	}
	return hookfile.Check(string(record), file, func(name string) ([]byte, error) {
		switch {
		case name == file:
			return data, unread
		case strings.HasSuffix(name, "/"):
			return []byte(strings.Join(namesIn(name), "\n")), nil
		}
		return readAll(name, hookfile.MaxScript)
	})
}

// A hookDir is a folder that may have a hook file.
type hookDir struct {
	dir   string
	named bool // by the client; the shim warns about a file here that the user was not asked about
	link  bool // a link stands in place of the folder
}

// hookDirs returns the project's root, the agent's folder, and every folder above those
// and above the shim's own. A permission for such a folder holds wherever the agent has
// gone.
func (c *call) hookDirs() (all []hookDir) {
	cwd, root := c.call.Cwd(), c.call.Root()
	if cwd == "" {
		cwd = c.here
	}
	dirs := [...]string{root, cwd, c.here}
	real := [len(dirs)]string{"", realDir(cwd)}
	if root == "" {
		dirs[0] = repository(real[1])
	}
	if real[0] = real[1]; dirs[0] != cwd {
		real[0] = realDir(dirs[0])
	}
	if real[2] = real[1]; c.here != cwd {
		real[2] = realDir(c.here)
	}
	add := func(p hookDir) {
		for _, have := range all {
			if have.dir == p.dir {
				return
			}
		}
		if filepath.IsAbs(p.dir) {
			all = append(all, p)
		}
	}
	add(hookDir{dir: real[0], named: true})
	add(hookDir{dir: real[1], named: true})
	for i, dir := range dirs {
		real := real[i]
		for _, at := range [...]string{real, filepath.Clean(dir)} {
			for ; filepath.IsAbs(at); at = filepath.Dir(at) {
				inside := at == real || len(real) > len(at) && real[:len(at)] == at &&
					real[len(at)] == filepath.Separator
				add(hookDir{dir: at, link: !inside && realDir(at) != at})
				if at == filepath.Dir(at) {
					break
				}
			}
		}
	}
	return all
}

// realDir returns the absolute path of a folder without links. A folder that the agent
// removed, renamed or locked keeps its name, so that its hooks still count.
func realDir(dir string) string {
	if !filepath.IsAbs(dir) {
		return ""
	}
	if real := realPath(dir); real != "" {
		return real
	}
	if parent := filepath.Dir(dir); parent != dir {
		return filepath.Join(realDir(parent), filepath.Base(dir))
	}
	return dir
}

// repository returns the innermost folder at or above dir that is the root of a git
// repository, dir itself if there is none.
func repository(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, _, err := stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}
