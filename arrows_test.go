package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// allowed says which packages of the project each may import, in its code, on any
// system. Payloads run through main, shim and mapping; the arrows point the same way, and
// no package of the shim knows the companion, the recordings or the models of clients.
const allowed = `
.                    shim
shim                 internal/hookfile mapping mapping/jsontext shim/stack
shim/stack
internal/hookfile    mapping
mapping              mapping/jsontext
mapping/jsontext
mapping/clients/gen

golden               golden/client
golden/client
golden/play
bench                golden golden/client internal/hookfile mapping
e2e                  e2e/model internal/hookfile mapping
e2e/model
examples
plugins/opencode
internal/docstest
internal/shimtest    golden/client mapping
internal/gen/pages   mapping
internal/gen/picture
release
release/formula
release/installtest
release/sbom
bench/draft
bench/empty
bench/hook
bench/linked/gjson
bench/linked/sjson
bench/linked/std
bench/linked/uuid
bench/peak
bench/wrapper

cmd/openhook                        */cli */try
cmd/openhook/internal/allow         */atomicfile */exitcode */ui internal/hookfile mapping
cmd/openhook/internal/atomicfile
cmd/openhook/internal/cli           */allow */doctor */exitcode */explain */hookmd */install */inventory */manifest
  */replay */starter */try */ui mapping shim
cmd/openhook/internal/doctor        */atomicfile */effectwords */exitcode */ground */install */inventory */payload
  */settings */ui internal/hookfile mapping
cmd/openhook/internal/effectwords   golden/client mapping
cmd/openhook/internal/exitcode
cmd/openhook/internal/explain       */atomicfile */effectwords */exitcode */ui golden/client mapping shim
cmd/openhook/internal/gen           */cli */install mapping
cmd/openhook/internal/ground
cmd/openhook/internal/hookmd        */allow */exitcode */ground */install */inventory */settings */ui
  internal/hookfile mapping
cmd/openhook/internal/install       */allow */atomicfile */effectwords */exitcode */ground */payload */settings */ui
  internal/hookfile mapping plugins/opencode shim
cmd/openhook/internal/inventory     */exitcode */install */settings */ui mapping
cmd/openhook/internal/manifest      */atomicfile */exitcode */install */settings */ui internal/hookfile mapping
cmd/openhook/internal/payload       golden mapping
cmd/openhook/internal/replay        */atomicfile */effectwords */exitcode */ground */payload */ui golden/client
  mapping
cmd/openhook/internal/settings      */atomicfile mapping
cmd/openhook/internal/starter       */exitcode */ground */ui examples mapping
cmd/openhook/internal/try           */atomicfile */effectwords */exitcode */ground */payload */ui golden
  golden/client mapping shim
cmd/openhook/internal/ui            */exitcode
`

func TestArrows(t *testing.T) {
	want := map[string][]string{}
	name := ""
	for line := range strings.Lines(strings.TrimSpace(allowed)) {
		words := strings.Fields(line)
		if len(words) > 0 && line[0] != ' ' {
			name, words = words[0], words[1:]
			want[name] = nil
		}
		for _, w := range words {
			want[name] = append(want[name], strings.Replace(w, "*/", "cmd/openhook/internal/", 1))
		}
	}
	seen := map[string]map[string]bool{}
	for _, system := range [...]string{"linux", "darwin", "windows"} {
		c := exec.Command("go", "list", "-tags=e2e,release", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
		c.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(out)) {
			words := strings.Fields(line)
			from := inModule(words[0])
			if seen[from] == nil {
				seen[from] = map[string]bool{}
			}
			for _, to := range words[1:] {
				if to = inModule(to); to != "" {
					seen[from][to] = true
				}
			}
		}
	}
	for from, imports := range seen {
		if _, ok := want[from]; !ok {
			t.Errorf("%s is not in the list of what may import what", from)
			continue
		}
		for to := range imports {
			if !slices.Contains(want[from], to) {
				t.Errorf("%s imports %s, which it may not", from, to)
			}
		}
		for _, to := range want[from] {
			if !imports[to] {
				t.Errorf("%s may import %s and does not: take it out of the list", from, to)
			}
		}
	}
	for from := range want {
		if seen[from] == nil {
			t.Errorf("there is no package %s", from)
		}
	}
}

// inModule returns the folder of a package of the project, "" for any other package.
func inModule(path string) string {
	if path == module {
		return "."
	}
	folder, ours := strings.CutPrefix(path, module+"/")
	if !ours {
		return ""
	}
	return folder
}

// The files of mapping that are no engine, from the bottom up: a file may know those of
// its own kind and of the kinds below. The engine is below all of them.
var kinds = [...]string{
	"openhook hook_contract agent_hooks formats_gen", // formats
	"antigravity augment claudecode cline codex copilot copilot_tools cursor devin droid gemini grok kimi kiro " +
		"kiro_tools opencode opencode_tagged qwen vibe vscode windsurf tables_gen registry", // clients
	"setup about setup_gen", // what only the companion reads
}

// maxUpward is how many arrows from file to file run back up in mapping. It is only ever
// lowered.
const maxUpward = 8

// An arrow leads from a file to another one that declares what the first one names.
// go test . -v -run Arrows prints their number.
func TestUpwardArrows(t *testing.T) {
	arrows := arrowsOf(t, "mapping")
	up := 0
	for _, arrow := range slices.Sorted(maps.Keys(arrows)) {
		if from, to, _ := strings.Cut(arrow, " "); kindOf(from) < kindOf(to) {
			up++
			t.Logf("%s names %s of %s", from, arrows[arrow], to)
		}
	}
	t.Logf("%d of %d arrows run back up", up, len(arrows))
	if up > maxUpward {
		t.Errorf("%d arrows run back up in mapping, at most %d", up, maxUpward)
	}
}

func kindOf(file string) int {
	for kind, files := range kinds {
		if slices.Contains(strings.Fields(files), strings.TrimSuffix(file, ".go")) {
			return kind + 1
		}
	}
	return 0
}

// arrowsOf returns "FROM TO" for every two files of a folder of which one names what the
// other one declares, and one such name.
func arrowsOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	names, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	// Other packages are not there, and are not asked for: their names are errors.
	check := types.Config{Error: func(error) {}}
	pkg, _ := check.Check(folder, set, files, &info)
	arrows := map[string]string{}
	for id, object := range info.Uses {
		if object.Pkg() != pkg {
			continue
		}
		from, to := filepath.Base(set.Position(id.Pos()).Filename), filepath.Base(set.Position(object.Pos()).Filename)
		if arrow := from + " " + to; from != to && object.Pos().IsValid() && id.Name > arrows[arrow] {
			arrows[arrow] = id.Name
		}
	}
	if len(arrows) == 0 {
		t.Fatal("no file names another one")
	}
	return arrows
}
