// Package ground tells what a stranger may have put here: the files of a repository that
// was just cloned, and of the folder in which openhook was started. Nothing there is run
// unless the user names it.
package ground

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// Holds says whether a path leads to a file of a stranger's ground, as it is written or
// behind its links. A relative path always does, because it depends on the folder.
func Holds(path string) bool {
	return holds(folders(), path)
}

func holds(all []string, path string) bool {
	return !filepath.IsAbs(path) || slices.ContainsFunc([]string{filepath.Clean(path), Real(path)}, func(p string) bool {
		return slices.ContainsFunc(all, func(dir string) bool { return below(dir, p) })
	})
}

// LookPath finds a program like exec.LookPath, but not where a stranger may have put it.
func LookPath(name string) (string, error) {
	if strings.ContainsAny(name, `/\`) {
		if Holds(name) {
			return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
		}
		return exec.LookPath(name)
	}
	for _, dir := range dirs() {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil && !Holds(path) {
			return path, nil
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}

// Path is PATH without the folders of a stranger.
func Path() string { return strings.Join(dirs(), string(os.PathListSeparator)) }

// Absolute makes the files that a hook's words name absolute: a payload from elsewhere
// names folders, where the shim would look for them first.
func Absolute(args []string) []string {
	args = slices.Clone(args)
	for i, word := range args {
		path := strings.ContainsRune(word, '/') || strings.ContainsRune(word, filepath.Separator) || i > 0 && filepath.Ext(word) != ""
		if info, err := os.Stat(word); path && err == nil && info.Mode().IsRegular() {
			if abs, err := filepath.Abs(word); err == nil {
				args[i] = abs
			}
		}
	}
	return args
}

// known are the folders of PATH that were found last, because every tool is looked for.
var known struct {
	sync.Mutex
	cwd, path string
	dirs      []string
}

// dirs are the folders of PATH without those of a stranger.
func dirs() []string {
	known.Lock()
	defer known.Unlock()
	cwd, err := os.Getwd()
	if path := os.Getenv("PATH"); err != nil || cwd != known.cwd || path != known.path {
		all := folders()
		known.cwd, known.path = cwd, path
		known.dirs = slices.DeleteFunc(filepath.SplitList(path), func(dir string) bool { return holds(all, dir) })
	}
	return known.dirs
}

// folders are the working directory and every repository that it is in, by their names
// and without links. The home of the user is nobody else's, nor is a folder that holds it.
func folders() (all []string) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil
	}
	home, _ := os.UserHomeDir()
	for _, start := range []string{cwd, Real(cwd)} {
		for at := start; ; at = filepath.Dir(at) {
			_, err := os.Lstat(filepath.Join(at, ".git"))
			mine := home != "" && (below(at, home) || below(at, Real(home)))
			if !mine && (at == start || err == nil || !errors.Is(err, os.ErrNotExist)) && at != filepath.Dir(at) {
				all = append(all, at)
			}
			if mine || at == filepath.Dir(at) {
				break
			}
		}
	}
	return all
}

// Leaves says whether a path in a folder leads out of it by a link, and to where.
func Leaves(dir, path string) (to string, out bool) {
	to = Real(path)
	return to, !below(Real(dir), to)
}

// Real is a path without links; of what is not there it is the path of what is.
func Real(path string) string { return behind(path, 0) }

func behind(path string, links int) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if to, err := os.Readlink(path); err == nil && links < 40 { // to nothing
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		return behind(to, links+1)
	}
	if up := filepath.Dir(path); up != path {
		return filepath.Join(behind(up, links), filepath.Base(path))
	}
	return path
}

// below says whether a path is a folder or in it.
func below(dir, path string) bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" { // names there have no case
		dir, path = strings.ToLower(dir), strings.ToLower(path)
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}
