package install

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/atomicfile"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A record describes one hook in one file.
type record struct {
	Tool     string          `json:"tool"`
	File     string          `json:"file"`
	Scope    setup.Scope     `json:"scope"`
	Hook     string          `json:"hook"` // hook.key
	Time     time.Time       `json:"time"`
	Commands []string        `json:"commands"`
	Events   []string        `json:"events"`
	Edits    []settings.Edit `json:"edits"`

	// Entries make up the edits. A whole file of openhook has none.
	Entries []settings.Entry `json:"entries,omitempty"`
	Made    bool             `json:"made,omitempty"` // the file was not there before
	Dirs    []string         `json:"dirs,omitempty"` // nor these folders, the innermost first
}

// A backup is a file's content from before the first install.
type backup struct {
	File string      `json:"file"`
	Data []byte      `json:"data"`
	Mode fs.FileMode `json:"mode"`
	None bool        `json:"none,omitempty"` // there was no such file
	Real string      `json:"real,omitempty"` // where it was, behind all links
}

func (r *record) isOurs(h settings.Hook) bool { return slices.Contains(r.Commands, h.Command) }

func stateDir(name string) (string, error) {
	dir := hookfile.StateFile(runtime.GOOS, os.Getenv, name)
	if dir == "" {
		return "", exitcode.Errorf(exitcode.No, "cannot keep the list of installed hooks: your home folder is unknown; set HOME")
	}
	return filepath.FromSlash(dir), nil
}

const (
	recordDir = "installed"
	backupDir = "backups"
)

func (r *record) name() string {
	return hookfile.RecordName(r.Tool+"\x00"+r.File+"\x00"+r.Hook) + ".json"
}

func writeState(dir, name string, v any) error {
	folder, err := stateDir(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return exitcode.FileError(folder, err)
	}
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	if err := atomicfile.Write(filepath.Join(folder, name), append(data, '\n')); err != nil {
		return exitcode.FileError(folder, err)
	}
	return nil
}

func (r *record) write() error { return writeState(recordDir, r.name(), r) }

func (r *record) remove() error { return removeState(recordDir, r.name()) }

func removeState(dir, name string) error {
	folder, err := stateDir(dir)
	if err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return exitcode.FileError(folder, err)
	}
	os.Remove(folder) // if it is empty
	return nil
}

// readState reads all stored values of a kind.
func readState[T any](dir string) (list []*T, err error) {
	folder, err := stateDir(dir)
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), ".") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, exitcode.FileError(file, err)
		}
		one := new(T)
		if err := json.Unmarshal(data, one); err != nil {
			return nil, exitcode.Errorf(exitcode.No, "%s is broken: %v", file, err)
		}
		list = append(list, one)
	}
	return list, nil
}

// records returns all records in the order of their time.
func records() ([]*record, error) {
	list, err := readState[record](recordDir)
	slices.SortFunc(list, func(a, b *record) int { return a.Time.Compare(b.Time) })
	return list, err
}

func backups() ([]*backup, error) { return readState[backup](backupDir) }

func (b *backup) name() string { return hookfile.RecordName(b.File) + ".json" }

func (b *backup) write() error { return writeState(backupDir, b.name(), b) }

// backupOf returns the backup of a file, nil if there is none.
func backupOf(path string) *backup {
	list, _ := backups()
	for _, b := range list {
		if b.File == path {
			return b
		}
	}
	return nil
}

func (b *backup) remove() error { return removeState(backupDir, b.name()) }
