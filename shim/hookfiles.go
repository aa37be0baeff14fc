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

// fileHooks returns the hooks to run now, the most important first. blocked says
// why nothing may happen that can be prevented; failed names a file whose hooks
// are not among them.
func (c *call) fileHooks() (hooks []fileHook, blocked string, failed error) {
	fail := func(err error) {
		if failed == nil {
			failed = err
		} else {
			c.warn(err.Error())
		}
	}
	take := func(file, project string, data []byte) {
		found, warnings, err := hookfile.Parse(data, runtime.GOOS)
		if err != nil {
			fail(failure(file + ": " + err.Error()))
		}
		for _, w := range warnings {
			c.warn(file + ": " + w)
		}
		for _, h := range found {
			h.Async = h.Async || c.async
			one := fileHook{h, project, filepath.Join(filepath.Dir(file), h.Cwd)}
			// A folder that is a link leads to scripts that nobody was asked about.
			if project != "" && h.Cwd != "" && realDir(one.dir) != one.dir {
				blocked = one.dir + msgChanged + filepath.Dir(file)
			}
			if c.forHook(one).matches() {
				hooks = insertHook(hooks, one)
			}
		}
	}
	if file := hookfile.UserFile(runtime.GOOS, os.Getenv); file != "" {
		if data, err := readAll(file, maxHookFile); err == nil {
			take(file, "", data)
		} else if !errors.Is(err, fs.ErrNotExist) {
			fail(failure(file + ": " + err.Error()))
		}
	}
	for _, p := range c.hookDirs() {
		file := filepath.Join(p.dir, hookfile.Name)
		if !p.named && !hasRecord(file) {
			continue
		}
		data, unread := readAll(file, maxHookFile)
		trust, changed := trustOf(file, data, unread)
		absent := errors.Is(unread, fs.ErrNotExist)
		switch {
		case trust == hookfile.Changed && absent:
			blocked = file + msgGone + p.dir
		case trust == hookfile.Changed:
			blocked = changed + msgChanged + p.dir
		case trust == hookfile.Refused || absent && trust == hookfile.Unknown:
		case trust == hookfile.Allowed && p.link:
			blocked = p.dir + msgChanged + p.dir
		case trust == hookfile.Allowed:
			take(file, file, data)
		case c.failClosed:
			fail(failure(file + msgUntrusted + p.dir))
		default:
			c.warn(file + msgUntrusted + p.dir)
		}
	}
	return hooks, blocked, failed
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
