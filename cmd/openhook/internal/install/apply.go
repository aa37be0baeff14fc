package install

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
)

// show prints the difference between the old and the new content.
func (c *change) show(out ui.Out) {
	from, to := c.file.Path, c.file.Path
	if !c.file.Exists() {
		from = "(no file)"
	}
	if c.isRemoved {
		to = "(no file)"
	}
	Diff(out, from, to, string(c.file.Data), string(c.data))
}

// Diff prints the difference between two texts. from and to name them.
func Diff(out ui.Out, from, to, before, after string) {
	for line := range strings.Lines(udiff.Unified(from, to, before, after)) {
		style := ui.Plain
		switch {
		case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"):
			style = ui.Strong
		case strings.HasPrefix(line, "@@"):
			style = ui.Faint
		case strings.HasPrefix(line, "+"):
			style = ui.Good
		case strings.HasPrefix(line, "-"):
			style = ui.Bad
		}
		// A settings file may hold control characters.
		fmt.Fprintln(out, out.Paint(style, ui.EscapeControls(strings.TrimRight(line, "\r\n"))))
	}
}

// apply writes a file, its backup and its record. known are all earlier records.
func (c *change) apply(known []*record) error {
	mode := c.file.Mode
	if c.file.Exists() {
		mode = c.file.Info.Mode().Perm()
	}
	c.isFirst = !slices.ContainsFunc(known, func(r *record) bool { return r.File == c.file.Path })
	if c.isFirst && c.record != nil {
		b := backup{File: c.file.Path, Data: c.file.Data, Mode: mode, None: !c.file.Exists(), Real: c.file.Real()}
		if err := b.write(); err != nil {
			return err
		}
	}
	if c.isRemoved {
		if c.file.Exists() {
			if err := c.file.Remove(); err != nil {
				return err
			}
		}
		return c.removeRecords(known)
	}
	// openhook stores the record before it writes the file, because a record without a hook is
	// harmless.
	if c.record != nil {
		for _, d := range c.file.MissingDirs() {
			if !slices.Contains(c.record.Dirs, d) {
				c.record.Dirs = append(c.record.Dirs, d)
			}
		}
		both := *c.record
		for _, r := range c.oldRecords {
			both.Commands = append(slices.Clip(both.Commands), r.Commands...)
		}
		if err := both.write(); err != nil {
			return err
		}
	}
	if _, err := c.file.Replace(c.data); err != nil {
		return errors.Join(err, c.undoRecords())
	}
	for i := range c.reinserts {
		m := &c.reinserts[i]
		m.Edits, m.edits = m.edits, m.Edits
		if err := m.write(); err != nil {
			return err
		}
	}
	if c.record == nil {
		return c.removeRecords(known)
	}
	return c.record.write()
}

// undoRecords restores the records of before apply, after the file could not be written.
func (c *change) undoRecords() (err error) {
	if c.record == nil {
		return nil
	}
	if err = c.record.remove(); c.isFirst {
		err = errors.Join(err, (&backup{File: c.file.Path}).remove())
	}
	for _, r := range c.oldRecords {
		err = errors.Join(err, r.write())
	}
	return err
}

// checkWritten reads the file again and returns an error if the new hooks are missing.
func (c *change) checkWritten() error {
	now, err := settings.Open(c.file.Path)
	if err != nil {
		return err
	}
	if len(c.record.Entries) == 0 {
		if !bytes.Equal(now.Data, c.data) {
			return fmt.Errorf("%s does not hold what openhook wrote", c.file.Path)
		}
		return nil
	}
	have, err := settings.Read(c.layout, now.Path, now.Data)
	if err != nil {
		return err
	}
	for _, e := range c.record.Entries {
		if !slices.ContainsFunc(have, func(h settings.Hook) bool {
			return h.Event == e.Event &&
				h.Command == e.Command && !h.Off
		}) {
			return fmt.Errorf("%s does not hold the line that openhook wrote for %s", c.file.Path, e.Event)
		}
	}
	return nil
}

// revert restores the old content, unless another program has changed the file since apply.
func (c *change) revert() error {
	now, err := settings.Open(c.file.Path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now.Data, c.data) {
		return fmt.Errorf("%s: another program has just changed it; openhook leaves it unchanged", c.file.Path)
	}
	if c.file.Exists() {
		_, err = now.Replace(c.file.Data)
	} else if err = now.Remove(); err == nil {
		settings.RemoveDirs(c.record.Dirs)
	}
	if err != nil {
		return err
	}
	for i := range c.reinserts {
		m := &c.reinserts[i]
		m.Edits, m.edits = m.edits, m.Edits
		err = errors.Join(err, m.write())
	}
	return errors.Join(err, c.undoRecords())
}

// removeRecords removes the old records, and with the last one of the file also its backup. A
// remaining record inherits that openhook made the file and its folders.
func (c *change) removeRecords(known []*record) error {
	var left *record
	for _, r := range known {
		if r.File == c.file.Path && !slices.Contains(c.oldRecords, r) {
			left = r
		}
	}
	for _, r := range c.oldRecords {
		if left != nil && (r.Made || len(r.Dirs) > 0) {
			left.Made, left.Dirs = left.Made || r.Made, append(left.Dirs, r.Dirs...)
			if err := left.write(); err != nil {
				return err
			}
		}
		if err := r.remove(); err != nil {
			return err
		}
	}
	if left == nil {
		return (&backup{File: c.file.Path}).remove()
	}
	return nil
}

// removeEmptyDirs removes the folders that openhook made for removed files, the innermost first. A
// remaining record inherits a folder that still holds its file.
func removeEmptyDirs(changes []*change, left []*record) (err error) {
	var dirs []string
	for _, c := range changes {
		for _, r := range c.oldRecords {
			if c.isRemoved {
				dirs = append(dirs, r.Dirs...)
			}
		}
	}
	slices.SortFunc(dirs, func(a, b string) int { return len(b) - len(a) })
	for _, d := range dirs {
		settings.RemoveDirs([]string{d})
		if _, gone := os.Stat(d); gone != nil {
			continue
		}
		for _, r := range left {
			if isBelow(d, r.File) && !slices.Contains(r.Dirs, d) {
				r.Dirs = append(r.Dirs, d)
				err = errors.Join(err, r.write())
				break
			}
		}
	}
	return err
}

// isBelow reports whether a file is in a folder or in one of its folders.
func isBelow(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel)
}

// ShortPath returns a path relative to the project or to the home folder.
func ShortPath(place settings.Place, path string) string {
	switch {
	case isBelow(place.Project, path) && place.Project != place.Home:
		path, _ = filepath.Rel(place.Project, path)
	case isBelow(place.Home, path):
		path, _ = filepath.Rel(place.Home, path)
		path = "~" + string(filepath.Separator) + path
	}
	return path
}
