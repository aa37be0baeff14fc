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

// scripts refuses files and folders outside those that the manifest may name.
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

// scriptWords are the relative paths of a command, as far as it is plain words, else
// what looks like one.
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

// checkInside says whether a path stays in a folder, by what it says and, where it is there,
// by where its links lead.
func checkInside(dir, path string) error {
	if !filepath.IsLocal(path) {
		return errOutside
	}
	if dir == "" {
		return nil
	}
	real, err := filepath.EvalSymlinks(filepath.Join(dir, path))
	if err != nil {
		return nil // it is not here
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
