package main

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What every tool call would pay for.

// banned are packages that our own code must not import on Linux: each is mapped
// and initialised at every start of the shim.
var banned = []string{
	"fmt", "log", "log/slog", "flag", "regexp", "encoding/json", "net", "net/http", "os/exec", "text/template", "text/tabwriter",
	"html", "html/template", "context", "bufio", "reflect",
}

const module = "github.com/openhook/openhook-shim"

func TestImports(t *testing.T) {
	c := exec.Command("go", "list", "-deps", "-f", `{{.ImportPath}}: {{join .Imports " "}}`, ".")
	c.Env = append(os.Environ(), "GOOS=linux", "CGO_ENABLED=0")
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	ours, direct := 0, map[string]bool{}
	for line := range strings.Lines(string(out)) {
		path, imports, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if !strings.HasPrefix(path, module) {
			continue
		}
		ours++
		for imported := range strings.FieldsSeq(imports) {
			for _, b := range banned {
				if imported == b {
					t.Errorf("%s imports %s", path, b)
				}
			}
			if strings.Contains(imported, ".") && !strings.HasPrefix(imported, module) {
				direct[imported] = true
			}
		}
	}
	for _, known := range [...]string{"github.com/tidwall/gjson", "github.com/tidwall/sjson", "github.com/google/uuid"} {
		if !direct[known] {
			t.Errorf("%s is not used", known)
		}
		delete(direct, known)
	}
	if ours < 3 || len(direct) > 0 {
		t.Errorf("%d packages of ours; others linked: %v", ours, direct)
	}
}

// release builds as the README says and releases are. Functions at any byte
// instead of every 32nd save 53 kB; purego leaves out the assembler of crypto
// packages that uuid brings along and nobody calls, 65 kB; no inlining in three
// packages that none of our calls comes to, 25 kB; and what many of our own functions
// call is marked //go:noinline, 25 kB.
func release(t *testing.T, more ...string) *exec.Cmd {
	t.Helper()
	flags, err := os.ReadFile("build.flags")
	if err != nil {
		t.Fatal(err)
	}
	return exec.Command("go", slices.Concat([]string{"build"}, strings.Fields(string(flags)), []string{"-ldflags=-s -w -funcalign=1"}, more, []string{"."})...)
}

func TestBinary(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "openhook-shim")
	c := release(t, "-o", bin)
	c.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := os.Stat(bin)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", info.Size())
	if info.Size() > 3_200_000 {
		t.Errorf("%d bytes, at most 3.2 MB", info.Size())
	}
	f, err := elf.Open(bin)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if libs, _ := f.ImportedLibraries(); len(libs) > 0 || f.Type != elf.ET_EXEC {
		t.Errorf("not static: %v, type %v", libs, f.Type)
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			t.Error("it needs an interpreter")
		}
	}
}

// Two builds in two folders are the same, byte for byte.
func TestReproducible(t *testing.T) {
	elsewhere := t.TempDir()
	for _, name := range [...]string{"main.go", "go.mod", "go.sum"} {
		b, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(elsewhere, name), b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range [...]string{"internal/hookfile", "mapping", "shim"} {
		if err := os.CopyFS(filepath.Join(elsewhere, dir), os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
	}
	var built [2][]byte
	for i, dir := range [...]string{".", elsewhere} {
		bin := filepath.Join(t.TempDir(), "openhook-shim")
		c := release(t, "-buildvcs=false", "-o", bin)
		c.Dir, c.Env = dir, append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOFLAGS=-mod=mod")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if built[i], err = os.ReadFile(bin); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(built[0], built[1]) {
		t.Errorf("%d and %d bytes differ", len(built[0]), len(built[1]))
	}
}

// Our tables are static data: nothing of ours runs before main, but for one step
// that makes room.
func TestNoInit(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "openhook-shim")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c := exec.Command(bin, "--version")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "init runtime @") {
		t.Fatalf("%v\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "init "+module) && !strings.HasPrefix(line, "init "+module+"/shim/stack ") {
			t.Error(strings.TrimSpace(line))
		}
	}
}
