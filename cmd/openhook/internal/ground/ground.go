// Package ground decides which files a stranger may have put here: those of the current
// repository, which may be a fresh clone, and of the working directory. openhook runs none of them
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

// IsStrangers reports whether a path, as written or behind its links, is in the repository or the
// working directory. A relative path always is, because it depends on the working directory.
func IsStrangers(path string) bool {
	return isBelowAny(strangersFolders(), path)
}

func isBelowAny(all []string, path string) bool {
	return !filepath.IsAbs(path) || slices.ContainsFunc([]string{filepath.Clean(path), ResolveLinks(path)},
		func(p string) bool {
			return slices.ContainsFunc(all, func(dir string) bool { return isBelow(dir, p) })
		})
}

// LookPath finds a program like exec.LookPath, but not in a stranger's folder.
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

// Path returns PATH without a stranger's folders.
func Path() string { return strings.Join(trustedDirs(), string(os.PathListSeparator)) }

// Absolute makes the files that a hook's words name absolute. The shim would look for a relative
// one in a folder of the payload, which may come from elsewhere.
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

// pathCache keeps the last result of trustedDirs, because openhook looks for every tool.
var pathCache struct {
	sync.Mutex
	cwd, path string
	dirs      []string
}

// trustedDirs returns the folders of PATH without a stranger's.
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

// strangersFolders returns the working directory and every repository around it, as written and
// without links. The user's home and the folders above it are not a stranger's.
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

// LeadsOut reports whether a path inside a folder leads out of it by a link, and to where.
func LeadsOut(dir, path string) (to string, out bool) {
	to = ResolveLinks(path)
	return to, !isBelow(ResolveLinks(dir), to)
}

// ResolveLinks returns a path without links. For a missing file it resolves the folders that
// exist.
func ResolveLinks(path string) string { return resolveLinks(path, 0) }

func resolveLinks(path string, links int) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if to, err := os.Readlink(path); err == nil && links < 40 { // a link to a missing file
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

// isBelow reports whether a path is dir or inside it.
func isBelow(dir, path string) bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" { // names there have no case
		dir, path = strings.ToLower(dir), strings.ToLower(path)
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}
