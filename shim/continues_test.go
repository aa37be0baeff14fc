package shim_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/golden/client"
)

func stopPayload(active string) []byte { return claude("Stop", `,"stop_hook_active":`+active) }

// goesOn says whether Claude Code goes on after its Stop hook.
func (r run) goesOn(t *testing.T) bool {
	t.Helper()
	got := r.do(t)
	return client.ClaudeCode(client.Reply{Event: "Stop", Payload: r.Stdin, Stdout: []byte(got.Stdout), Stderr: []byte(got.Stderr), Exit: got.Exit}).GoesOn
}

// blocks is a stop hook that always blocks; name tells hooks apart.
func blocks(dir, active, name string, flags ...string) run {
	return run{Dir: dir, Stdin: stopPayload(active), Flags: flags, Steps: []string{"err", name, "exit", "2"}}
}

// times is how often a hook keeps the agent going, in a row that begins with a
// first stop or in the middle of one.
func times(t *testing.T, dir, first, name string, flags ...string) int {
	t.Helper()
	for n := 0; ; n++ {
		active := "true"
		if n == 0 {
			active = first
		}
		if n == 12 || !blocks(dir, active, name, flags...).goesOn(t) {
			return n
		}
	}
}

// counts lists the files of the guard's state below a run's folder.
func counts(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "openhook", "continues", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A stop hook that always blocks keeps an agent going so often and no longer.
func TestLoopGuard(t *testing.T) {
	dir := tempDir(t)
	for _, c := range []struct {
		says  string
		flags []string
		want  int
	}{
		{"at first", nil, 8},
		{"after a new first stop", nil, 8},
		{"with a limit", []string{"--max-continues", "2"}, 2},
		{"without one", []string{"--max-continues", "0"}, 12},
	} {
		if n := times(t, dir, "false", "on", c.flags...); n != c.want {
			t.Errorf("%s it goes on %d times, want %d", c.says, n, c.want)
		}
	}
}

// Two hooks at one stop count apart; one that runs twice at the same moment ends
// all the same.
func TestLoopGuardSideBySide(t *testing.T) {
	dir := tempDir(t)
	for n := range 8 {
		active := strconv.FormatBool(n > 0)
		for _, name := range [...]string{"lint", "test"} {
			if !blocks(dir, active, name).goesOn(t) {
				t.Fatalf("%s is not heard at stop %d", name, n+1)
			}
		}
	}
	if blocks(dir, "true", "lint").goesOn(t) || blocks(dir, "true", "test").goesOn(t) {
		t.Error("it goes on for a ninth time")
	}

	going := 0
	for range 40 {
		var both sync.WaitGroup
		var heard [2]bool
		for i := range heard {
			both.Go(func() { heard[i] = blocks(dir, "true", "twice").goesOn(t) })
		}
		both.Wait()
		if !heard[0] && !heard[1] {
			return
		}
		going++
	}
	t.Errorf("two at once go on %d times", going)
}

// What is left of earlier sessions goes, what is somebody else's stays.
func TestLoopGuardState(t *testing.T) {
	dir := tempDir(t)
	if !blocks(dir, "false", "on").goesOn(t) {
		t.Fatal("a first block is not heard")
	}
	files := counts(t, dir)
	if len(files) != 1 {
		t.Fatalf("the state is %v", files)
	}
	info, err := os.Stat(files[0])
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v, %v", info.Mode(), err)
	}
	folder := filepath.Dir(files[0])
	if info, err := os.Stat(folder); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("its folder's mode is %v, %v", info.Mode(), err)
	}
	at := func(age time.Duration) string { return fmt.Sprintf("8 %d", time.Now().Add(-age).Unix()) }
	for name, text := range map[string]string{"old": at(time.Hour), "new": at(time.Minute), "ahead": at(-time.Hour), "theirs": "not ours"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	blocks(dir, "false", "another").goesOn(t)
	left := ""
	for _, file := range counts(t, dir) {
		if name := filepath.Base(file); len(name) < 10 {
			left += name + " "
		}
	}
	if left != "new theirs " {
		t.Errorf("what stays is %s", left)
	}

	// A count that is old, of the future or none counts from the beginning.
	for _, text := range [...]string{at(time.Hour), at(-time.Hour), "", "many", "-5 " + strconv.FormatInt(time.Now().Unix(), 10)} {
		if err := os.WriteFile(files[0], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if n := times(t, dir, "true", "on", "--max-continues", "3"); n != 3 {
			t.Errorf("with %q in the file it goes on %d times", text, n)
		}
	}
}
