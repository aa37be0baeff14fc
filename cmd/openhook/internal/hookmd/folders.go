package hookmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// A hookSet is the hooks of one root folder.
type hookSet struct {
	hooks            []*Hook // sorted by the name of the folder
	errors, warnings []problem
	bad              []string // names of folders with an error
	unread           bool     // the root's folders are unknown
}

// addBad adds the errors of a folder, which then is not a hook.
func (s *hookSet) addBad(folder string, errors ...problem) {
	s.errors = append(s.errors, errors...)
	s.bad = append(s.bad, filepath.Base(folder))
}

// readFolders reads every NAME/HOOK.md below a root. A missing root is no error. No folder may
// lead out of within by a link; "" allows it, for the user's own hooks.
func readFolders(root, within string) (s hookSet) {
	entries, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return s
	}
	if err != nil {
		s.errors, s.unread = append(s.errors, problem{root, 0, plainError(err)}), true
		return s
	}
	names := map[string]string{}
	for _, e := range entries {
		h := &Hook{folder: filepath.Join(root, e.Name())}
		if info, err := os.Stat(h.folder); err != nil || !info.IsDir() {
			continue
		}
		if _, err := os.Lstat(h.file()); errors.Is(err, fs.ErrNotExist) {
			s.warnings = append(s.warnings, problem{h.folder, 0, "has no " + FileName + " and is left out"})
			continue
		}
		h, r := readFolder(h.folder, within)
		s.warnings = append(s.warnings, r.warnings...)
		if len(r.errors) == 0 && names[h.Name] != "" {
			r.addError(1, "name %s is already the name of %s", quoteShort(h.Name), names[h.Name])
		}
		if len(r.errors) > 0 {
			s.addBad(h.folder, r.errors...)
			continue
		}
		names[h.Name] = h.file()
		s.hooks = append(s.hooks, h)
	}
	return s
}

// readFolder reads one hook.
func readFolder(folder, within string) (*Hook, *reader) {
	h := &Hook{folder: folder}
	r := &reader{file: h.file()}
	if !safeName(filepath.Base(folder)) {
		r.errors = append(r.errors, problem{folder, 0, unsafeName})
		return h, r
	}
	if err := checkInside(folder, within); err != nil {
		r.errors = append(r.errors, problem{folder, 0, err.Error()})
		return h, r
	}
	if err := h.checkInside(r.file); err != nil {
		r.addError(0, "%v", err)
		return h, r
	}
	data, err := readAtMost(r.file, maxFile+1)
	if err != nil {
		r.addError(0, "%s", plainError(err))
		return h, r
	}
	*h = r.read(data)
	h.folder = folder
	return h, r
}

// checkInside returns an error if a folder leads out of another one.
func checkInside(folder, within string) error {
	if within == "" {
		return nil
	}
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return errors.New(plainError(err))
	}
	if within, err = filepath.EvalSymlinks(within); err != nil {
		return errors.New(plainError(err))
	}
	if rel, err := filepath.Rel(within, real); err != nil || !filepath.IsLocal(rel) {
		return fmt.Errorf("leads out of the project, to %s", real)
	}
	return nil
}

func readAtMost(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

// plainError returns the text of a file's error without the system call and the path.
func plainError(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return err.Error()
}

// eventTypes returns the sorted OpenHook types of the hooks' events.
func (s *hookSet) eventTypes() (all []string) {
	_, of := triggers()
	for _, h := range s.hooks {
		if typ := of[h.Trigger]; !slices.Contains(all, typ) {
			all = append(all, typ)
		}
	}
	slices.Sort(all)
	return all
}
