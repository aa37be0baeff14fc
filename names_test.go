package main

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// Code that knows a client by name has to be found and changed for the next client
// that is alike. What a client does otherwise is data of its table.
func TestNoNames(t *testing.T) {
	var names []string
	for _, a := range setup.Abouts() {
		names = append(names, a.Source, a.Product)
	}
	tables, err := filepath.Glob("mapping/clients/*.table")
	if err != nil || len(tables) < 20 {
		t.Fatalf("%d tables, %v", len(tables), err)
	}
	bases, dialects := []string{}, []string{}
	for _, path := range tables {
		bases = append(bases, strings.TrimSuffix(filepath.Base(path), ".table"))
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, heading := range strings.Split(string(data), "\n[dialect ")[1:] {
			name, rows, _ := strings.Cut(heading, "]")
			if rows, _, _ = strings.Cut(rows, "\n["); !strings.Contains(rows, "\nname ") { // for unknown clients
				dialects = append(dialects, name)
			}
		}
	}
	files := 0
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		first, _, _ := strings.Cut(d.Name(), "_")
		own := strings.HasPrefix(filepath.ToSlash(path), "mapping/clients/") && slices.Contains(bases, strings.TrimSuffix(first, ".go"))
		switch {
		case err != nil:
			return err
		case d.IsDir() && (slices.Contains(namers, path) || len(path) > 1 && path[0] == '.'):
			return fs.SkipDir
		case own, d.IsDir(), filepath.Ext(path) != ".go", noCode(path):
			return nil
		}
		files++
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, place := range named(filepath.ToSlash(path), data, names, dialects) {
			t.Error(place)
		}
		return nil
	})
	if err != nil || files < 200 {
		t.Errorf("%d files, %v", files, err)
	}
}

// A name is found in a text and as a dialect's variable, and not in a comment, which may
// say by whom something was seen.
func TestNamed(t *testing.T) {
	const code = "package mapping\n\n// Seen in Some CLI.\nvar d = &SomeCLI\n\n" +
		"func f(s string) bool { return s == \"a\" || s == `~/.some-cli/x` }\n\n" +
		"var other = \"my-some-cli Some CLI!\"\n"
	const use = "package shim\n\nvar d = &clients.SomeCLI\n\nvar SomeCLI int\n"
	want := []string{"mapping/x.go:4: SomeCLI", "mapping/x.go:6: some-cli", "mapping/x.go:8: Some CLI", "shim/x.go:3: SomeCLI"}
	names, dialects := []string{"some-cli", "Some CLI"}, []string{"SomeCLI"}
	got := append(named("mapping/x.go", []byte(code), names, dialects), named("shim/x.go", []byte(use), names, dialects)...)
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// noCode says whether a file is a test or written by a generator.
func noCode(path string) bool {
	return strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_gen.go")
}

// namers are folders whose files are about single clients: models and recordings, tests
// of real ones, documents, and plugins.
var namers = []string{"internal/gen/pages", "internal/shimtest", "golden", "e2e", "bench", "docs", "plugins", "examples"}

// otherwise are words that are a client's name and mean something else.
var otherwise = map[string]string{"beside.go": "antigravity"} // a module of Python's

// named returns each place of a Go file that names a client, apart from comments.
func named(path string, code []byte, names, dialects []string) (all []string) {
	files := token.NewFileSet()
	file := files.AddFile(path, -1, len(code))
	var s scanner.Scanner
	s.Init(file, code, nil, 0)
	within := strings.HasPrefix(path, "mapping/") && path != "mapping/clients/registry.go" // the list of them
	ofClients := false
	for previous := ""; ; {
		pos, tok, literal := s.Scan()
		switch {
		case tok == token.IDENT:
			ofClients, previous = previous == "clients.", literal
		case tok == token.PERIOD:
			previous += "."
		default:
			previous = ""
		}
		add := func(name string) {
			all = append(all, path+":"+strconv.Itoa(file.Line(pos))+": "+name)
		}
		switch {
		case tok == token.EOF:
			return all
		case tok == token.IDENT && slices.Contains(dialects, literal) && (within || ofClients):
			add(literal)
		case tok == token.STRING:
			for _, name := range names {
				plugin := strings.HasSuffix(literal, "/plugins/"+name+`"`) // its folder, in an import
				if has(literal, name) && !plugin && otherwise[filepath.Base(path)] != name {
					add(name)
				}
			}
		}
	}
}

// has says whether a text holds a name as a word of its own.
func has(text, name string) bool {
	part := func(c byte) bool {
		return c == '-' || c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
	}
	for at := 0; ; at++ {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		at += i
		end := at + len(name)
		if (at == 0 || !part(text[at-1])) && (end == len(text) || !part(text[end])) {
			return true
		}
	}
}
