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
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// lockWait is how long an install waits for another one.
const lockWait = time.Minute

// Lock lets one process at a time read and change settings. It also removes what a killed process
// has left.
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

// forgetUnused removes backups of files that a killed process did not write: they have no record
// and did not change.
func forgetUnused() {
	known, err := records()
	kept, err2 := backups()
	if err != nil || err2 != nil {
		return // the command reports the error
	}
	for _, b := range kept {
		if slices.ContainsFunc(known, func(r *record) bool { return r.File == b.File }) {
			continue
		}
		if now, err := settings.Open(b.File); err == nil && now.Exists() == !b.None && bytes.Equal(now.Data, b.Data) {
			b.remove() // on an error the next run removes it
		}
	}
}

// lock calls Lock if the command writes.
func (o *options) lock(place settings.Place) (unlock func(), err error) {
	if o.dryRun || o.print {
		return func() {}, nil
	}
	return Lock(place, o.project)
}

// leftoverDirs returns the folders in which openhook makes temporary files.
func leftoverDirs(place settings.Place, project bool) (dirs []string) {
	for _, name := range [...]string{recordDir, backupDir} {
		if dir, err := stateDir(name); err == nil {
			dirs = append(dirs, dir)
		}
	}
	for _, t := range allTools() {
		for _, f := range t.Files {
			if !f.Install || f.Scope == setup.ProjectScope && !project {
				continue
			}
			path := strings.Replace(place.Path(&t.Setup, &f), "*", settings.Name, 1)
			if _, out := ground.LeadsOut(place.Project, path); path == "" || out && f.Scope == setup.ProjectScope {
				continue
			}
			dirs = append(dirs, filepath.Dir(ground.ResolveLinks(path)))
		}
	}
	return dirs
}
