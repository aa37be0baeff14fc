// Package settings reads and edits the files in which clients keep hooks. All other content stays
// the same, byte for byte.
package settings

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A Place is a machine, a user and a project.
type Place struct {
	GOOS    string
	Home    string // of the user, absolute
	Project string // absolute
	Getenv  func(string) string
}

// ThisMachine returns the place of this process. The project is the nearest folder above dir with
// .git, or else dir.
func ThisMachine(dir string) (Place, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return Place{}, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return Place{}, err
	}
	return Place{runtime.GOOS, home, projectOf(dir), os.Getenv}, nil
}

func projectOf(dir string) string {
	for at := dir; ; {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		up := filepath.Dir(at)
		if up == at {
			return dir
		}
		at = up
	}
}

// Path returns the path of a client's file, with a "*" for any name. It returns "" if the client
// has no such file on this system.
func (p Place) Path(s *setup.Setup, f *setup.HookFile) string {
	path := f.Path
	switch {
	case p.GOOS == "darwin" && f.Mac != "":
		path = f.Mac
	case p.GOOS == "windows" && f.Windows != "":
		path = f.Windows
	case p.GOOS == "windows" && f.Scope == setup.SystemScope:
		return ""
	}
	moved := s.Moved
	if f.Of != "" {
		if of := SetupOf(f.Of); of != nil {
			moved = of.Moved
		}
	}
	return p.Expand(path, moved)
}

// Expand makes a path of a Setup absolute. moved is Setup.Moved.
func (p Place) Expand(path, moved string) string {
	if name, folder, ok := strings.Cut(moved, "="); ok && strings.HasPrefix(path, folder+"/") {
		if to := p.Getenv(name); to != "" && filepath.IsAbs(to) {
			return filepath.Join(to, path[len(folder):])
		}
	}
	switch {
	case strings.HasPrefix(path, "~/"):
		return filepath.Join(p.Home, path[2:])
	case strings.HasPrefix(path, "$"):
		name, rest, _ := strings.Cut(path[1:], "/")
		if dir := p.Getenv(name); dir != "" {
			return filepath.Join(dir, rest)
		}
		return ""
	case strings.HasPrefix(path, "/") || len(path) > 1 && path[1] == ':':
		return filepath.FromSlash(path)
	}
	return filepath.Join(p.Project, path)
}

// Glob returns the existing files for a path with a "*", sorted.
func Glob(path string) []string {
	if !strings.Contains(path, "*") {
		if _, err := os.Lstat(path); err != nil {
			return nil
		}
		return []string{path}
	}
	// Only the table's "*" is a pattern. A folder's name may have brackets.
	before, after, _ := strings.Cut(path, "*")
	files, err := filepath.Glob(escapeGlob(before) + "*" + escapeGlob(after))
	if err != nil {
		return nil
	}
	files = slices.DeleteFunc(files, func(f string) bool {
		return strings.HasPrefix(filepath.Base(f), ".") || isFolder(f)
	})
	slices.Sort(files)
	return files
}

func escapeGlob(path string) string {
	if runtime.GOOS == "windows" {
		return path
	}
	return strings.NewReplacer(`\`, `\\`, `[`, `\[`, `?`, `\?`, `*`, `\*`).Replace(path)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// SetupOf returns a client's settings files, nil if the client is unknown.
func SetupOf(source string) *setup.Setup {
	for _, s := range setup.Setups() {
		if s.Source == source {
			return &s
		}
	}
	return nil
}

// Reads reports whether a client reads another's file. The client's own settings may switch that
// off.
func (p Place) Reads(s *setup.Setup, f *setup.HookFile) bool {
	file := f.Off.Name
	if file == "" {
		return true
	}
	own, err := Open(p.Expand(file, s.Moved))
	if err != nil || !own.Exists() {
		return true
	}
	syntax := setup.JSON
	if strings.HasSuffix(file, ".toml") {
		syntax = setup.TOML
	}
	v, err := Tree(syntax, own.Data)
	return err != nil || v.Get(f.Off.Value).Raw != "false"
}
