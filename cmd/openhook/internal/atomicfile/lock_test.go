package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// One at a time has the lock, and the last one leaves nothing.
func TestLock(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	path := filepath.Join(dir, "lock")
	var wait sync.WaitGroup
	var inside, most int
	var counting sync.Mutex
	count := func(by int) {
		counting.Lock()
		defer counting.Unlock()
		inside += by
		most = max(most, inside)
	}
	for range 20 {
		wait.Go(func() {
			unlock, err := Lock(path, time.Minute)
			if err != nil {
				t.Error(err)
				return
			}
			count(1)
			time.Sleep(time.Millisecond)
			count(-1)
			unlock()
		})
	}
	wait.Wait()
	if most != 1 {
		t.Errorf("%d at once", most)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder is left: %v", err)
	}
	unlock, err := Lock(path, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(path, 30*time.Millisecond); err == nil || !strings.Contains(err.Error(), "another openhook") {
		t.Errorf("%v", err)
	}
	unlock()
}

// What a killed process has left goes, and nothing else.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".a.json.openhook-123", ".a.json.openhook-", ".a.json.openhook-x", ".a.json.123",
		"a.openhook-123", ".openhook-9", "a.json"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	Sweep(dir, time.Hour)
	before, _ := os.ReadDir(dir)
	Sweep(dir, 0)
	after, _ := os.ReadDir(dir)
	_, err := os.Stat(filepath.Join(dir, ".a.json.openhook-123"))
	if len(before) != 7 || len(after) != 6 || !os.IsNotExist(err) {
		t.Errorf("%v, %v, %v", before, after, err)
	}
	Sweep(filepath.Join(dir, "none"), 0)
}

// A pipe or a device that somebody has put in a file's place is not read.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	os.WriteFile(file, []byte("12345"), 0o600)
	if data, err := Read(file, 5); err != nil || string(data) != "12345" {
		t.Errorf("%q, %v", data, err)
	}
	for _, path := range []string{dir, filepath.Join(dir, "none")} {
		if _, err := Read(path, 5); err == nil {
			t.Errorf("%s was read", path)
		}
	}
	if _, err := Read(file, 4); err == nil {
		t.Error("more was read")
	}
	zero := filepath.Join(dir, "zero")
	if os.Symlink(os.DevNull, zero) == nil {
		if _, err := Read(zero, 5); err == nil {
			t.Error("a device was read")
		}
	}
}
