package manifest

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/openhook/openhook-shim/internal/hookfile"
)

// scripts refuses files and folders that the manifest must not name.
func (s *source) scripts(i int, h *Hook, dir string) error {
	path := "hooks[" + strconv.Itoa(i) + "].handler."
	if c := strings.ReplaceAll(h.Handler.Cwd, `\`, "/"); c != "" && !filepath.IsLocal(filepath.FromSlash(c)) {
		return s.errorAt(path+"cwd", "%s is outside the project's root", h.Handler.Cwd)
	}
	commands := map[string]string{path + "command": h.Handler.Command}
	for name, c := range h.Handler.Platform {
		commands[path+"platform."+name] = c
	}
	for _, at := range slices.Sorted(maps.Keys(commands)) {
		for _, word := range scriptWords(commands[at]) {
			if err := checkInside(dir, filepath.Join(filepath.FromSlash(h.Handler.Cwd),
				filepath.FromSlash(word))); err != nil {
				return s.errorAt(at, "%s %v", word, err)
			}
		}
	}
	return nil
}

// scriptWords returns the relative paths in a command, or what looks like one.
func scriptWords(command string) (paths []string) {
	words := hookfile.Words(command)
	if words == nil {
		words = strings.FieldsFunc(command, func(r rune) bool { return strings.ContainsRune(" \t\n;&|()<>\"'`$=", r) })
	}
	for _, w := range words {
		w = strings.ReplaceAll(w, `\`, "/")
		if strings.HasPrefix(w, "./") || strings.HasPrefix(w, "../") || strings.Contains(w, "/../") {
			if !strings.HasPrefix(w, "/") {
				paths = append(paths, w)
			}
		}
	}
	return paths
}

var errOutside = errors.New("is outside the folder of the manifest")

// checkInside returns an error if a path leads out of a folder, as written or by its links.
func checkInside(dir, path string) error {
	if !filepath.IsLocal(path) {
		return errOutside
	}
	if dir == "" {
		return nil
	}
	real, err := filepath.EvalSymlinks(filepath.Join(dir, path))
	if err != nil {
		return nil // the file is on another machine
	}
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil
	}
	if rel, err := filepath.Rel(root, real); err != nil || !filepath.IsLocal(rel) {
		return errOutside
	}
	if info, err := os.Stat(real); err == nil && info.IsDir() {
		return errors.New("is a folder")
	}
	return nil
}
