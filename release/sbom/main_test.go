package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

var info = &debug.BuildInfo{
	GoVersion: "go1.26.8",
	Path:      "example.com/tool/cmd/tool",
	Main:      debug.Module{Path: "example.com/tool", Version: "v1.2.3+dirty"},
	Deps: []*debug.Module{
		{Path: "example.com/a", Version: "v0.1.0", Sum: "h1:x="},
		{Path: "example.com/b", Version: "v0.2.0", Replace: &debug.Module{Path: "example.com/fork", Version: "v0.3.0"}},
	},
	Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-11-20T00:00:00Z"}},
}

func TestBill(t *testing.T) {
	b := bill(info, []byte("program"))
	var names []string
	for _, c := range *b.Components {
		names = append(names, c.PackageURL)
	}
	got, _ := json.Marshal(names)
	if want := `["pkg:golang/stdlib@1.26.8","pkg:golang/example.com/a@v0.1.0","pkg:golang/example.com/fork@v0.3.0"]`; string(got) != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	program := b.Metadata.Component
	if program.Name != "tool" || program.PackageURL != "pkg:golang/example.com/tool@v1.2.3%2Bdirty" || b.Metadata.Timestamp != "2026-11-20T00:00:00Z" {
		t.Errorf("%+v", b.Metadata)
	}
	if deps := *b.Dependencies; len(deps) != 1 || deps[0].Ref != program.BOMRef || len(*deps[0].Dependencies) != 3 {
		t.Errorf("%+v", deps)
	}
	if other := bill(info, []byte("another")); other.SerialNumber == b.SerialNumber || bill(info, []byte("program")).SerialNumber != b.SerialNumber {
		t.Errorf("serial numbers %s, %s", b.SerialNumber, other.SerialNumber)
	}
}

// The test program itself has modules in it: what is written can be read, and is the
// same again.
func TestWrite(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var files [2][]byte
	for i := range files {
		name := filepath.Join(t.TempDir(), "bill.cdx.json")
		if err := write(self, name); err != nil {
			t.Fatal(err)
		}
		if files[i], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the same program has two bills")
	}
	var b cyclonedx.BOM
	if err := cyclonedx.NewBOMDecoder(bytes.NewReader(files[0]), cyclonedx.BOMFileFormatJSON).Decode(&b); err != nil {
		t.Fatal(err)
	}
	if b.SpecVersion != cyclonedx.SpecVersion1_6 || len(*b.Components) < 3 {
		t.Errorf("%s", files[0])
	}
}

func TestNoProgram(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("no program"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{text, filepath.Join(dir, "absent")} {
		out := filepath.Join(dir, "bill")
		if err := write(program, out); err == nil {
			t.Errorf("%s has a bill", program)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s has left a file", program)
		}
	}
}
