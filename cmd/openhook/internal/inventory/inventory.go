// Package inventory finds the hooks of all tools in every file that the tools read.
package inventory

import (
	"bytes"
	"slices"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A File is a file in which a tool looks for hooks.
type File struct {
	setup.HookFile
	Path  string
	Data  []byte
	Hooks []settings.Hook
	Err   error // the file is not readable
}

// A Tool is a tool with its existing files.
type Tool struct {
	*install.Tool
	Files []File // in the order in which their hooks run
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
				if f.Layout.Syntax == setup.Plugin && !isOurPlugin(path) {
					continue // another author's code does not show its hooks
				}
				one.Files = append(one.Files, readFile(f, path))
			}
		}
		all = append(all, one)
	}
	return all
}

func readFile(f setup.HookFile, path string) File {
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
	file, err := settings.Open(path)
	return err == nil && bytes.Contains(file.Data, []byte("openhook-shim"))
}

// Events returns the events of the tool's hooks in the order of the tables, then unknown ones.
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
	for _, d := range clients.Registry.Dialects {
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

// readsOf reports whether the tool reads another tool's file.
func (t *Tool) readsOf(source string) bool {
	return slices.ContainsFunc(t.Files, func(f File) bool { return f.Of == source })
}

// TypeOf returns the OpenHook type of an event in a tool's file, "" if the tables lack the event.
func (t *Tool) TypeOf(f *File, event string) string {
	source := t.Source
	if f.Of != "" {
		source = f.Of
	}
	for _, d := range clients.Registry.Dialects {
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
