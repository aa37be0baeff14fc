//go:build unix

package allow

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/internal/hookfile"
)

// A folder that was moved and left a link is the user's own affair, but not an agent's.
func TestMovedFolder(t *testing.T) {
	file := newProject(t, `{"hooks": []}`)
	dir := filepath.Dir(file)
	answer(file, "y\n", true)
	if err := os.Rename(dir, dir+"-new"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir+"-new", dir); err != nil {
		t.Fatal(err)
	}
	for _, person := range []bool{false, true} {
		d := dialogue{nil, ui.Out{}, func(any) bool { return person }}
		if err := d.removeLinkRecord([]string{dir}, filepath.Join(dir+"-new", hookfile.Name)); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(recordFile(file)); (err != nil) != person {
			t.Errorf("a person %v: %v", person, err)
		}
	}
}
