package install

import (
	"bytes"
	"slices"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A movedRecord has new edits, because the removal of another record changed the file.
type movedRecord struct {
	*record
	edits []settings.Edit
}

// takeOut removes records from a file's content as if they had never been there. It undoes later
// records and inserts them again. If another program changed the file so that this fails, takeOut
// removes all their hooks one by one.
func takeOut(l *setup.Layout, data []byte, drop, known []*record) (out []byte, again []movedRecord, err error) {
	if out, again, ok := undoAll(l, data, drop, known); ok {
		return out, again, nil
	}
	for i := len(drop) - 1; i >= 0; i-- {
		if data, err = settings.Remove(l, data, drop[i].Edits, drop[i].isOurs); err != nil {
			return nil, nil, err
		}
	}
	return data, nil, nil
}

func undoAll(l *setup.Layout, data []byte, drop, known []*record) (out []byte, again []movedRecord, ok bool) {
	all := slices.Clone(drop)
	for _, r := range known {
		if r.File == drop[0].File && !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b *record) int { return a.Time.Compare(b.Time) })
	for i := len(all) - 1; i >= 0; i-- {
		if data, ok = settings.Undo(l, data, all[i].Edits); !ok {
			return nil, nil, false
		}
	}
	hooks, err := settings.Read(l, "", data)
	if err != nil {
		return nil, nil, false
	}
	for _, h := range hooks {
		if slices.ContainsFunc(all, func(r *record) bool { return r.isOurs(h) }) {
			return nil, nil, false // somebody copied the hook
		}
	}
	for _, r := range all {
		if slices.Contains(drop, r) {
			continue
		}
		m := movedRecord{record: r}
		if data, m.edits, err = settings.Insert(l, data, true, r.Entries); err != nil {
			return nil, nil, false
		}
		again = append(again, m)
	}
	return data, again, true
}

// keepReadable keeps what the client needs to read the file's other hooks. It leaves a file
// unchanged that equals its backup.
func keepReadable(l *setup.Layout, path string, data []byte) ([]byte, error) {
	if was := backupOf(path); was != nil && bytes.Equal(was.Data, data) {
		return data, nil
	}
	hooks, err := settings.Read(l, path, data)
	if err != nil || len(hooks) == 0 {
		return data, err
	}
	if out, _, err := settings.Insert(l, data, true, nil); err == nil {
		data = out
	}
	return data, nil
}
