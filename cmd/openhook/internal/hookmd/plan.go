package hookmd

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/allow"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/internal/hookfile"
)

// projectHooks is the folder of a project's hooks.
const projectHooks = ".agents/hooks"

// A plan is the new content of one scope's hook file.
type plan struct {
	scope
	hookSet
	oldFile *settings.File // nil if failed
	data    []byte         // the new content
	failed  bool           // an error keeps openhook from writing the file
}

func (p *plan) isUnchanged() bool { return p.failed || bytes.Equal(p.oldFile.Data, p.data) }

// userScope returns the scope of the user's own hooks. The format defines one folder for all
// systems.
func userScope(place settings.Place) (s scope, err error) {
	config := place.Getenv("XDG_CONFIG_HOME")
	if !filepath.IsAbs(config) {
		config = filepath.Join(place.Home, ".config")
	}
	file := hookfile.UserFile(place.GOOS, place.Getenv)
	if file == "" {
		return s, exitcode.Errorf(exitcode.No, "cannot find your hook file: your home folder is unknown; set HOME")
	}
	s = scope{root: filepath.Join(config, "agents", "hooks"), file: filepath.FromSlash(file), goos: place.GOOS}
	s.companion, err = install.Program(ownName)
	return s, err
}

// projectScope returns the scope of a project. Its lines are the same in every clone.
func projectScope(place settings.Place) scope {
	return scope{root: filepath.Join(place.Project, filepath.FromSlash(projectHooks)),
		file:    filepath.Join(place.Project, hookfile.Name),
		project: place.Project, goos: place.GOOS, companion: ownName}
}

// newFile is the content of a new hook file.
const newFile = "{\n  \"openhook\": \"0.1\"\n}\n"

// plan computes the new content of a scope's hook file. It collects errors in the plan. A folder
// with an error keeps the entry that it has, so that a guard stays until its author fixes it.
func (s scope) plan() *plan {
	p := &plan{scope: s, hookSet: readFolders(s.root, s.project)}
	p.failed = p.unread
	fail := func(format string, args ...any) {
		p.errors, p.failed = append(p.errors, problem{s.file, 0, fmt.Sprintf(format, args...)}), true
	}
	want := p.entries()
	if _, err := os.Stat(s.file); err == nil && s.project != "" {
		// A clone must not have its hooks written into the user's trusted file.
		if err := checkInside(s.file, s.project); err != nil {
			fail("%v", err)
			return p
		}
	}
	var err error
	if p.oldFile, err = settings.Open(s.file); err != nil {
		p.errors, p.failed = append(p.errors, problem{file: s.file, text: err.Error()}), true
		return p
	}
	p.data = p.oldFile.Data
	if p.failed || !p.oldFile.Exists() && len(want) == 0 {
		return p
	}
	if p.oldFile.Exists() {
		if _, _, err := allow.Parse(s.file, p.data); err != nil {
			p.errors, p.failed = append(p.errors, problem{text: err.Error()}), true
			return p
		}
	} else {
		p.data = []byte(newFile)
	}
	if p.data, err = settings.ReplaceElements(p.data, "hooks", p.replaces, want); err != nil {
		fail("%v", err)
		return p
	}
	hooks, _, err := allow.Parse(s.file, p.data)
	if err != nil {
		fail("openhook cannot edit a file of this style; add the hook by hand: %v", err)
		return p
	}
	p.checkWatched(hooks, fail)
	if !p.isUnchanged() {
		if err := p.oldFile.Writable(); err != nil {
			fail("%v", err)
		}
	}
	return p
}

// entries returns the entries of the hooks, and removes each hook that can have none.
func (p *plan) entries() (all []string) {
	p.hooks = slices.DeleteFunc(p.hooks, func(h *Hook) bool {
		text, notice, err := p.entry(h)
		if err != nil {
			p.addBad(h.folder, problem{h.folder, 0, err.Error()})
			return true
		}
		if notice != "" {
			p.warnings = append(p.warnings, problem{h.folder, 0, notice})
		}
		all = append(all, text)
		return false
	})
	return all
}

// replaces reports whether an entry of the hook file is one of a folder that openhook could read,
// or that is gone.
func (p *plan) replaces(e gjson.Result) bool {
	folder := p.folderOf(e)
	return folder != "" && !slices.Contains(p.bad, folder)
}

// checkWatched refuses a script that openhook allow would not find in its command. Otherwise an
// agent could change the script after a person allowed it.
func (p *plan) checkWatched(hooks []hookfile.Hook, fail func(string, ...any)) {
	if p.project == "" || p.goos != runtime.GOOS {
		return
	}
	files, _ := allow.Scripts(hooks, p.project, func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.Mode().IsRegular()
	})
	for _, h := range p.hooks {
		found, err := h.findScript(p.goos)
		if err != nil || found == nil {
			continue
		}
		if path := filepath.Join(h.folder, filepath.FromSlash(found.name)); !slices.Contains(files, path) {
			fail("the shim could not watch %s", path)
		}
	}
}
