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

// IsStrangers says whether a path leads to a file of a stranger's ground, as it is written or
// behind its links. A relative path always does, because it depends on the folder.
func IsStrangers(path string) bool {
	return isBelowAny(strangersFolders(), path)
}

func isBelowAny(all []string, path string) bool {
	return !filepath.IsAbs(path) || slices.ContainsFunc([]string{filepath.Clean(path), ResolveLinks(path)},
		func(p string) bool {
			return slices.ContainsFunc(all, func(dir string) bool { return isBelow(dir, p) })
		})
}

// LookPath finds a program like exec.LookPath, but not where a stranger may have put it.
func LookPath(name string) (string, error) {
	if strings.ContainsAny(name, `/\`) {
		if IsStrangers(name) {
			return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
		}
		return exec.LookPath(name)
	}
	for _, dir := range trustedDirs() {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil && !IsStrangers(path) {
			return path, nil
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}

// Path is PATH without the folders of a stranger.
func Path() string { return strings.Join(trustedDirs(), string(os.PathListSeparator)) }

// Absolute makes the files that a hook's words name absolute: a payload from elsewhere
// names folders, where the shim would look for them first.
func Absolute(args []string) []string {
	args = slices.Clone(args)
	for i, word := range args {
		path := strings.ContainsRune(word, '/') || strings.ContainsRune(word, filepath.Separator) ||
			i > 0 && filepath.Ext(word) != ""
		if info, err := os.Stat(word); path && err == nil && info.Mode().IsRegular() {
			if abs, err := filepath.Abs(word); err == nil {
				args[i] = abs
			}
		}
	}
	return args
}

// pathCache are the folders of PATH that were found last, because every tool is looked for.
var pathCache struct {
	sync.Mutex
	cwd, path string
	dirs      []string
}

// trustedDirs are the folders of PATH without those of a stranger.
func trustedDirs() []string {
	pathCache.Lock()
	defer pathCache.Unlock()
	cwd, err := os.Getwd()
	if path := os.Getenv("PATH"); err != nil || cwd != pathCache.cwd || path != pathCache.path {
		all := strangersFolders()
		pathCache.cwd, pathCache.path = cwd, path
		pathCache.dirs = slices.DeleteFunc(filepath.SplitList(path),
			func(dir string) bool { return isBelowAny(all, dir) })
	}
	return pathCache.dirs
}

// strangersFolders are the working directory and every repository that it is in, by their names
// and without links. The home of the user is nobody else's, nor is a folder that holds it.
func strangersFolders() (all []string) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil
	}
	home, _ := os.UserHomeDir()
	for _, start := range []string{cwd, ResolveLinks(cwd)} {
		for at := start; ; at = filepath.Dir(at) {
			_, err := os.Lstat(filepath.Join(at, ".git"))
			mine := home != "" && (isBelow(at, home) || isBelow(at, ResolveLinks(home)))
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

// LeadsOut says whether a path in a folder leads out of it by a link, and to where.
func LeadsOut(dir, path string) (to string, out bool) {
	to = ResolveLinks(path)
	return to, !isBelow(ResolveLinks(dir), to)
}

// ResolveLinks is a path without links; of what is not there it is the path of what is.
func ResolveLinks(path string) string { return resolveLinks(path, 0) }

func resolveLinks(path string, links int) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if to, err := os.Readlink(path); err == nil && links < 40 { // to nothing
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		return resolveLinks(to, links+1)
	}
	if up := filepath.Dir(path); up != path {
		return filepath.Join(resolveLinks(up, links), filepath.Base(path))
	}
	return path
}

// isBelow says whether a path is a folder or in it.
func isBelow(dir, path string) bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" { // names there have no case
		dir, path = strings.ToLower(dir), strings.ToLower(path)
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}
