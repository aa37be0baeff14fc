package install

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/atomicfile"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ground"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping"
)

// lockWait is how long an install waits for another one.
const lockWait = time.Minute

// Lock lets one process at a time change settings, from reading them to the last word, and
// removes what a process that was killed has left.
func Lock(place settings.Place, project bool) (unlock func(), err error) {
	path, err := stateDir("lock")
	if err != nil {
		return nil, err
	}
	if unlock, err = atomicfile.Lock(path, lockWait); err != nil {
		return nil, exitcode.Errorf(exitcode.No, "%s: %v", path, err)
	}
	for _, dir := range leftoverDirs(place, project) {
		atomicfile.Sweep(dir, 0)
	}
	forgetUnused()
	return unlock, nil
}

// forgetUnused drops what is kept of files that a process was about to write when it was
// killed: nothing of ours is in them, and they are as they were.
func forgetUnused() {
	known, err := records()
	kept, err2 := backups()
	if err != nil || err2 != nil {
		return // the command itself says so
	}
	for _, b := range kept {
		if slices.ContainsFunc(known, func(r *record) bool { return r.File == b.File }) {
			continue
		}
		if now, err := settings.Open(b.File); err == nil && now.Exists() == !b.None && bytes.Equal(now.Data, b.Data) {
			b.remove() // else the next one does
		}
	}
}

// lock is Lock for a command line that changes something.
func (o *options) lock(place settings.Place) (unlock func(), err error) {
	if o.dryRun || o.print {
		return func() {}, nil
	}
	return Lock(place, o.project)
}

// leftoverDirs are the folders that files of ours are written in.
func leftoverDirs(place settings.Place, project bool) (dirs []string) {
	for _, name := range [...]string{recordDir, backupDir} {
		if dir, err := stateDir(name); err == nil {
			dirs = append(dirs, dir)
		}
	}
	for _, t := range allTools() {
		for _, f := range t.Files {
			if !f.Install || f.Scope == mapping.ProjectScope && !project {
				continue
			}
			path := strings.Replace(place.Path(&t.Setup, &f), "*", settings.Name, 1)
			if _, out := ground.LeadsOut(place.Project, path); path == "" || out && f.Scope == mapping.ProjectScope {
				continue
			}
			dirs = append(dirs, filepath.Dir(ground.ResolveLinks(path)))
		}
	}
	return dirs
}
