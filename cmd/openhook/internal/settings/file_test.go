package settings

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// state is what stands at a path.
func state(path string) string {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "nothing"
	case info.IsDir():
		return "folder"
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	return "file " + string(data)
}

// names are the files of a folder: nothing of ours may be left beside the one.
func names(t testing.TB, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if rel, _ := filepath.Rel(dir, path); rel != "." {
			all = append(all, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestReplaceNew(t *testing.T) {
	dir := t.TempDir()
	f, err := Open(filepath.Join(dir, "a", "b", "c.json"))
	if err != nil || f.Exists() || f.Data != nil || f.Writable() != nil {
		t.Fatalf("%+v, %v", f, err)
	}
	made, err := f.Replace([]byte("new"))
	want := []string{filepath.Join(dir, "a", "b"), filepath.Join(dir, "a")}
	if err != nil || !slices.Equal(made, want) || state(f.Path) != "file new" {
		t.Fatalf("%v, %v, %s", made, err, state(f.Path))
	}
	if all := names(t, dir); !slices.Equal(all, []string{"a", "a/b", "a/b/c.json"}) {
		t.Errorf("%v", all)
	}
	// A folder goes when it is empty, and then the one above it.
	RemoveDirs(made)
	if state(f.Path) != "file new" {
		t.Error("a folder with a file in it was removed")
	}
	if err := os.Remove(f.Path); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "a", "other"), "")
	RemoveDirs(made)
	if all := names(t, dir); !slices.Equal(all, []string{"a", "a/other"}) {
		t.Errorf("%v", all)
	}
}

// Between reading and writing somebody else does something: theirs stays.
func TestReplaceMeanwhile(t *testing.T) {
	for _, c := range [...]struct {
		name      string
		before    string // "" for no file
		meanwhile func(path string) error
		after     string
	}{
		{"written", "old", func(path string) error { return os.WriteFile(path, []byte("theirs"), 0o644) },
			"file theirs"},
		{"as long", "old", func(path string) error { return os.WriteFile(path, []byte("0ld"), 0o644) }, "file 0ld"},
		{"emptied", "old", func(path string) error { return os.Truncate(path, 0) }, "file "},
		{"removed", "old", os.Remove, "nothing"},
		{"made", "", func(path string) error { return os.WriteFile(path, []byte("theirs"), 0o644) }, "file theirs"},
		{"made empty", "", func(path string) error { return os.WriteFile(path, nil, 0o644) }, "file "},
		{"made a folder", "", func(path string) error { return os.Mkdir(path, 0o755) }, "folder"},
	} {
		for _, remove := range [...]bool{false, true} {
			dir := t.TempDir()
			path := filepath.Join(dir, "settings.json")
			if c.before != "" {
				write(t, path, c.before)
			} else if remove {
				continue
			}
			f, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.meanwhile(path); err != nil {
				t.Fatal(err)
			}
			if remove {
				err = f.Remove()
			} else {
				_, err = f.Replace([]byte("ours"))
			}
			if err == nil || !strings.HasPrefix(err.Error(), path+": ") {
				t.Errorf("%s: %v", c.name, err)
			}
			if got := state(path); got != c.after {
				t.Errorf("%s: %q", c.name, got)
			}
			if all := names(t, dir); len(all) > 1 {
				t.Errorf("%s: %v", c.name, all)
			}
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large.json")
	write(t, large, "")
	if err := os.Truncate(large, MaxFile+1); err != nil {
		t.Fatal(err)
	}
	for _, c := range [...]struct{ path, want string }{
		{dir, " is a folder"},
		{large, " is larger than 16 MiB"},
	} {
		if f, err := Open(c.path); f != nil || err == nil || !strings.HasPrefix(err.Error(), c.path+c.want) {
			t.Errorf("%s: %+v, %v", c.path, f, err)
		}
	}
	if err := os.Truncate(large, MaxFile); err != nil {
		t.Fatal(err)
	}
	if f, err := Open(large); err != nil || !bytes.Equal(f.Data, make([]byte, MaxFile)) {
		t.Errorf("the largest file that is allowed: %v", err)
	}
}

func TestRemoveFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	write(t, path, "x")
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Remove(); err != nil || state(path) != "nothing" {
		t.Errorf("%v, %s", err, state(path))
	}
}
