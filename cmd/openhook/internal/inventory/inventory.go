// Package inventory finds the hooks of all tools, in every file that each of them
// reads.
package inventory

import (
	"slices"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping"
)

// A File is one in which a tool looks for hooks.
type File struct {
	mapping.HookFile
	Path  string
	Data  []byte
	Hooks []settings.Hook
	Err   error // it cannot be read or understood
}

// A Tool is one with the files that are there.
type Tool struct {
	*install.Tool
	Files []File // in the order in which it runs their hooks
}

// ReadTools reads the files of some tools.
func ReadTools(place settings.Place, tools []*install.Tool) (all []Tool) {
	for _, t := range tools {
		one := Tool{Tool: t}
		for _, f := range t.Files {
			if !place.Reads(&t.Setup, &f) {
				continue
			}
			for _, path := range settings.Glob(place.Path(&t.Setup, &f)) {
				if f.Layout.Syntax == mapping.Plugin && !isOurPlugin(path) {
					continue // code of others: what it calls is not in it to be read
				}
				one.Files = append(one.Files, readFile(f, path))
			}
		}
		all = append(all, one)
	}
	return all
}

func readFile(f mapping.HookFile, path string) File {
	file := File{HookFile: f, Path: path}
	opened, err := settings.Open(path)
	if err != nil {
		file.Err = err
		return file
	}
	file.Data = opened.Data
	file.Hooks, file.Err = settings.Read(f.Layout, path, file.Data)
	return file
}

func isOurPlugin(path string) bool {
	ours, err := settings.HasText(path, "openhook-shim")
	return err == nil && ours
}

// Events are those of a tool's hooks, in the order of its tables, then others.
func (t *Tool) Events() (events []string) {
	have := map[string]bool{}
	for _, f := range t.Files {
		for _, h := range f.Hooks {
			have[h.Event] = true
		}
	}
	add := func(event string) {
		if have[event] && !slices.Contains(events, event) {
			events = append(events, event)
		}
	}
	for _, d := range mapping.Dialects() {
		if d.Name == t.Source || t.readsOf(d.Name) {
			for e := range d.AllEvents {
				add(e.Native)
			}
		}
	}
	for _, f := range t.Files {
		for _, h := range f.Hooks {
			add(h.Event)
		}
	}
	return events
}

// readsOf says whether it reads a file of another tool's.
func (t *Tool) readsOf(source string) bool {
	return slices.ContainsFunc(t.Files, func(f File) bool { return f.Of == source })
}

// TypeOf is the OpenHook type of an event that a file of a tool's names, "" if its
// tables do not have it.
func (t *Tool) TypeOf(f *File, event string) string {
	source := t.Source
	if f.Of != "" {
		source = f.Of
	}
	for _, d := range mapping.Dialects() {
		if d.Name != source {
			continue
		}
		for e := range d.AllEvents {
			if e.Native == event {
				return mapping.TypeOf(source, e)
			}
		}
	}
	return ""
}
