package allow

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/atomicfile"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/internal/hookfile"
)

// maxHookFile is the largest hook file and record that openhook-shim reads, in bytes.
const maxHookFile = 1 << 20

func recordFile(file string) string { return hookfile.RecordFile(runtime.GOOS, os.Getenv, file) }

// TrustOf returns a person's decision on a hook file. The path of its folder must have no links.
func TrustOf(file string) hookfile.Trust {
	_, t, _ := readTrust(file)
	return t
}

// readTrust returns the record of a hook file, the decision, and the file that changed since.
func readTrust(file string) (record string, t hookfile.Trust, changed string) {
	data, own := readOwn(recordFile(file))
	if !own {
		return "", hookfile.Unknown, ""
	}
	t, changed = hookfile.Check(string(data), file, func(name string) ([]byte, error) {
		if strings.HasSuffix(name, "/") {
			return namesIn(name), nil
		}
		if _, err := os.Lstat(name); err != nil {
			return nil, err
		}
		return readFile(name, hookfile.MaxScript)
	})
	return string(data), t, changed
}

// namesIn lists a folder, one name a line.
func namesIn(dir string) []byte {
	entries, _ := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return []byte(strings.Join(names, "\n"))
}

// writeRecord stores a person's decision on a hook file.
func writeRecord(file, record string) error {
	path := recordFile(file)
	if path == "" {
		return exitcode.Errorf(exitcode.No, "cannot keep the record: your home folder is unknown; set HOME")
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return exitcode.FileError(dir, err)
	}
	if err := atomicfile.Write(path, []byte(record)); err != nil {
		return exitcode.FileError(path, err)
	}
	return nil
}

// removeLinkRecord removes the record of a folder that became a link to the file's folder. Without
// it openhook-shim would report a guard that somebody removed. Only a person may do this.
func (d dialogue) removeLinkRecord(args []string, file string) error {
	if len(args) == 0 || !d.withPerson() {
		return nil
	}
	named, err := filepath.Abs(args[0])
	if err != nil {
		return exitcode.FileError(args[0], err)
	}
	if filepath.Base(named) != hookfile.Name {
		named = filepath.Join(named, hookfile.Name)
	}
	if named == file {
		return nil
	}
	if err := os.Remove(recordFile(named)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return exitcode.FileError(recordFile(named), err)
	}
	return nil
}
