//go:build unix

package hookmd

import (
	"os"

	"github.com/openhook/openhook-shim/cmd/openhook/allow"
	"github.com/openhook/openhook-shim/cmd/openhook/settings"
)

func (m *machine) place() settings.Place {
	m.Helper()
	place, err := settings.Here(".")
	if err != nil {
		m.Fatal(err)
	}
	return place
}

// watched are the files that openhook allow records for a project besides its hook file.
func (m *machine) watched(p *plan) []string {
	m.Helper()
	hooks, _, err := allow.Parse(p.file, p.data)
	if err != nil {
		m.Fatal(err)
	}
	files, unclear := allow.Scripts(hooks, p.project, func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.Mode().IsRegular()
	})
	if len(unclear) > 0 {
		m.Errorf("cannot tell what %s is", unclear)
	}
	return files
}
