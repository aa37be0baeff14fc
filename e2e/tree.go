//go:build e2e

package main

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A tree is files and folders by path, with their mode and content. The path of a
// folder ends with a slash, and its content is whether it is empty.
type tree map[string]string

const empty = "\nempty"

// tree reads what stands below the folder of a run, without the hook's own folder and
// what openhook keeps for itself.
func (r *run) tree() (tree, error) {
	t := tree{}
	kept := filepath.Join(r.home, ".local", "state", "openhook")
	return t, filepath.WalkDir(r.dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == kept, path == r.hooks:
			return fs.SkipDir
		case strings.HasPrefix(kept, path+"/"): // it made them, and needs them
			return nil
		case d.IsDir():
			path += "/"
		}
		return t.read(path)
	})
}

// read reads these alone; what is not there is not in the tree.
func read(paths []string) (tree, error) {
	t := tree{}
	for _, path := range paths {
		if err := t.read(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return t, nil
}

func (t tree) read(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	var content []byte
	switch {
	case info.IsDir():
		var inside []fs.DirEntry
		if inside, err = os.ReadDir(path); len(inside) == 0 {
			content = []byte(empty)
		}
	case info.Mode().IsRegular():
		content, err = os.ReadFile(path)
	case info.Mode().Type() == fs.ModeSymlink:
		var to string
		to, err = os.Readlink(path)
		content = []byte(to)
	}
	t[path] = info.Mode().String() + "\n" + string(content)
	return err
}

// changed are the paths that are not the same in both, sorted.
func (t tree) changed(since tree) (paths []string) {
	all := maps.Clone(t)
	maps.Copy(all, since)
	for path := range all {
		if t[path] != since[path] {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}
