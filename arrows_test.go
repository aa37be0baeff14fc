package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed says which packages of the project each may import, in its code, on any
// system. Payloads run through main, shim and mapping; the arrows point the same way, and
// no package of the shim knows the companion, the recordings or the models of clients.
const allowed = `
.                      shim
shim                  internal/hookfile mapping mapping/clients mapping/formats mapping/jsontext shim/stack
shim/stack
internal/hookfile     mapping
mapping/clients       mapping mapping/formats mapping/jsontext
mapping/clients/setup mapping mapping/clients mapping/jsontext
mapping/formats       mapping mapping/jsontext
mapping               mapping/jsontext
mapping/jsontext
mapping/clients/gen

golden               golden/client
golden/client
golden/play
bench                golden golden/client internal/hookfile mapping mapping/clients
e2e                  e2e/model internal/hookfile mapping/clients/setup
e2e/model
examples
plugins/opencode
internal/docstest
internal/shimtest    golden/client mapping mapping/clients
internal/gen/pages   mapping mapping/clients mapping/clients/setup
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

cmd/openhook                      */cli */try
cmd/openhook/internal/allow       */atomicfile */exitcode */ui internal/hookfile mapping/clients
cmd/openhook/internal/cli         */allow */doctor */exitcode */explain */hookmd */install */inventory */manifest
  */replay */starter */try */ui mapping/clients mapping/clients/setup shim
cmd/openhook/internal/doctor      */atomicfile */effectwords */exitcode */ground */install */inventory */payload
  */settings */ui internal/hookfile mapping mapping/clients/setup
cmd/openhook/internal/effectwords golden/client mapping
cmd/openhook/internal/exitcode
cmd/openhook/internal/explain     */atomicfile */effectwords */exitcode */ui golden/client mapping mapping/clients
  mapping/clients/setup shim
cmd/openhook/internal/gen         */cli */install mapping/clients/setup
cmd/openhook/internal/ground
cmd/openhook/internal/hookmd      */allow */exitcode */ground */install */inventory */settings */ui
  internal/hookfile mapping mapping/clients mapping/clients/setup
cmd/openhook/internal/install     */allow */atomicfile */effectwords */exitcode */ground */payload */settings */ui
  internal/hookfile mapping mapping/clients mapping/clients/setup plugins/opencode shim
cmd/openhook/internal/inventory   */exitcode */install */settings */ui mapping mapping/clients mapping/clients/setup
cmd/openhook/internal/manifest    */atomicfile */exitcode */install */settings */ui internal/hookfile mapping
  mapping/clients mapping/clients/setup
cmd/openhook/internal/payload     golden mapping mapping/clients
cmd/openhook/internal/replay      */atomicfile */effectwords */exitcode */ground */payload */ui golden/client
  mapping mapping/clients
cmd/openhook/internal/settings    */atomicfile mapping/clients/setup
cmd/openhook/internal/starter     */exitcode */ground */ui examples mapping mapping/clients mapping/clients/setup
cmd/openhook/internal/try         */atomicfile */effectwords */exitcode */ground */payload */ui golden golden/client
  mapping mapping/clients mapping/clients/setup shim
cmd/openhook/internal/ui          */exitcode
cmd/openhook/internal/atomicfile
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
