//go:build unix

package shim

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const (
	lineCount = 10_000
	writerVar = "TEST_LOG_WRITER" // in a writer's environment: its letter and the log
)

// Two programs that write at once lose and mix nothing.
func TestTwoWriters(t *testing.T) {
	if letter, file, ok := strings.Cut(os.Getenv(writerVar), " "); ok {
		for i := range lineCount {
			if err := appendFile(file, []byte(strings.Repeat(letter, 200+i%3000)+"\n")); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	file := filepath.Join(t.TempDir(), "sub", "log.jsonl")
	var writers []*exec.Cmd
	for _, letter := range []string{"a", "b"} {
		c := exec.Command(os.Args[0], "-test.run=^TestTwoWriters$")
		c.Env = append(os.Environ(), writerVar+"="+letter+" "+file)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		writers = append(writers, c)
	}
	for _, c := range writers {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		letter := line[:1]
		if n := count[letter]; line != strings.Repeat(letter, 200+n%3000) {
			t.Fatalf("line %d of %s is mixed or lost", n, letter)
		}
		count[letter]++
	}
	if count["a"] != lineCount || count["b"] != lineCount {
		t.Errorf("%v", count)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// A log never leads elsewhere, and is nobody else's to read.
func TestLogIsOurs(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "log"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := appendFile(link, []byte("x\n")); err == nil {
		t.Error("a link was followed")
	}
	if err := appendFile("/dev/null", []byte("x\n")); err == nil {
		t.Error("a device was written to")
	}
	if err := appendFile(file, []byte("x\n")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 || info.Size() != 2 {
		t.Errorf("%v, %v", info, err)
	}
}
