package shim

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/openhook/openhook-shim/internal/hookfile"
)

// A fileHook is a hook that stands in a file.
type fileHook struct {
	hookfile.Hook
	file string // of the project; "" the user's own
	dir  string // where it runs
}

// changed says whether the hook's file, or what it names, is no longer as it was
// allowed: a hook before this one may have taken its time.
func (h fileHook) changed() bool {
	if h.file == "" {
		return false
	}
	data, err := readAll(h.file, maxHookFile)
	trust, _ := trustOf(h.file, data, err)
	return trust != hookfile.Allowed
}

// maxHookFile is the largest hook file and record, bytes.
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
	found, warnings, err := hookfile.Parse(data, runtime.GOOS)
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

// place puts a hook behind those that are as important.
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

// recorded says whether somebody was ever asked about a file.
func hasRecord(file string) bool {
	_, _, err := stat(recordFile(file))
	return err == nil
}

// trustOf holds the record of a hook file against what is there now: of the file
// itself what was read of it. A record that is not the user's own does not count;
// one that cannot be read counts as one of something else.
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

// A hookPlace is a folder where a hook file may lie.
type hookDir struct {
	dir   string
	named bool // by the client: a file there that nobody was asked about is worth a word
	link  bool // it is no longer the folder of that name
}

// places returns the project's root and the agent's folder, and every folder above
// those and above our own: what was allowed there holds wherever the agent has gone.
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
				inside := at == real || len(real) > len(at) && real[:len(at)] == at && real[len(at)] == filepath.Separator
				add(hookDir{dir: at, link: !inside && realDir(at) != at})
				if at == filepath.Dir(at) {
					break
				}
			}
		}
	}
	return all
}

// realDir returns the absolute path of a folder without links. What an agent has
// removed, renamed or closed to us keeps its name: it must not be forgotten.
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

// repository returns the innermost folder above dir that a version control system
// calls a root, dir itself if there is none.
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
