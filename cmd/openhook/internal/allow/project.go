package allow

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/internal/hookfile"
)

// A project is a hook file together with the files that it needs.
type project struct {
	file     string
	hooks    []hookfile.Hook
	files    []string          // without the hook file
	contents map[string][]byte // of each file when openhook read it
	warnings []string
}

// readProject reads what a person decides on. It reads each file once, so that the person allows
// exactly what openhook showed, even if a file changes meanwhile.
func readProject(file string) (project, error) {
	p := project{file: file, contents: map[string][]byte{}}
	dir := filepath.Dir(file)
	data, err := readFile(file, maxHookFile)
	if exitcode.Of(err, 0) == exitcode.Missing {
		return p, exitcode.Errorf(exitcode.Missing, "%s: not found; restore it, or run: openhook deny %s", file, dir)
	} else if err != nil {
		return p, err
	}
	p.contents[file] = data
	if p.hooks, p.warnings, err = Parse(file, data); err != nil {
		return p, err
	}
	files, unclear := Scripts(p.hooks, dir, isFile)
	for _, word := range unclear {
		p.warnings = append(p.warnings, "unknown file “"+word+"”; the shim does not watch it")
	}
	for _, name := range files {
		if err := p.addFile(name); err != nil {
			return p, err
		}
	}
	return p, p.addLoadedFiles()
}

// addFile adds a file that a command names or a script loads, or a special name like
// hookfile.Modules.
func (p *project) addFile(name string) error {
	if strings.ContainsFunc(name, unicode.IsControl) {
		return exitcode.Errorf(exitcode.No, "%s: %q has a control character in its name", p.file, name)
	}
	path, _, special := strings.Cut(name, "//")
	info, err := os.Stat(path)
	switch {
	case err != nil: // the file must stay absent
	case special && info.IsDir(): // record reads the names in the folder
	case special:
		if p.contents[path], err = readFile(path, hookfile.MaxScript); err != nil {
			return err
		}
	case info.IsDir():
		p.warnings = append(p.warnings, name+" is a folder; the shim does not watch its files")
		return nil
	default:
		if p.contents[name], err = readFile(name, hookfile.MaxScript); err != nil {
			return err
		}
	}
	p.files = append(p.files, name)
	return nil
}

func (p *project) record() string {
	return hookfile.Record(p.file, true, p.files, func(name string) ([]byte, error) {
		if strings.HasSuffix(name, "/") {
			if _, there := p.contents[name]; !there {
				p.contents[name] = namesIn(name)
			}
		}
		if data, there := p.contents[name]; there {
			return data, nil
		}
		return nil, fs.ErrNotExist
	})
}

// findHookFile returns the hook file that the arguments name. Its folder has no links, because
// openhook-shim looks for it without links.
func findHookFile(args []string) (string, error) {
	at := "."
	if len(args) > 0 {
		at = args[0]
	}
	dir := at
	switch info, err := os.Stat(at); {
	case err == nil && info.IsDir():
	case filepath.Base(at) == hookfile.Name:
		dir = filepath.Dir(at)
	case err == nil:
		return "", exitcode.Errorf(exitcode.Usage, "%s: use a folder, or its %s", at, hookfile.Name)
	default:
		return "", exitcode.FileError(at, err)
	}
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return "", exitcode.FileError(at, err)
	}
	if strings.ContainsFunc(dir, unicode.IsControl) {
		return "", exitcode.Errorf(exitcode.No, "%q has a control character in its name", dir)
	}
	return filepath.Join(dir, hookfile.Name), nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// readFile returns a regular file of at most max bytes.
func readFile(path string, max int) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, exitcode.FileError(path, err)
	case !info.Mode().IsRegular():
		return nil, exitcode.Errorf(exitcode.No, "%s is not a regular file", path)
	}
	data, err := []byte(nil), error(nil)
	if info.Size() <= int64(max) {
		data, err = os.ReadFile(path)
	}
	switch {
	case err != nil:
		return nil, exitcode.FileError(path, err)
	case info.Size() > int64(max) || len(data) > max:
		return nil, exitcode.Errorf(exitcode.No, "%s is larger than %d MB", path, max>>20)
	}
	return data, nil
}
