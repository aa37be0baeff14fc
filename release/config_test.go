// Package release holds what a release is made with. These tests hold it to the
// rest of the repository.
package release

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

type build struct {
	ID, Main                  string
	Env, Flags, Ldflags, Goos []string
	Goarch                    []string
	ModTimestamp              string `yaml:"mod_timestamp"`
}

type archive struct {
	ID           string
	NameTemplate string `yaml:"name_template"`
	Formats      []string
}

var config struct {
	Builds   []build
	Archives []archive
	Checksum struct {
		NameTemplate string `yaml:"name_template"`
		Algorithm    string
	}
	Release struct{ Draft bool }
}

func read(t *testing.T, name string, into any) string {
	t.Helper()
	data, err := os.ReadFile("../" + name)
	if err != nil {
		t.Fatal(err)
	}
	if into != nil {
		if err := yaml.Unmarshal(data, into); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return string(data)
}

// The released shim is the one that is measured and tested: it has the flags of
// build.flags, and the linker's of the README.
func TestFlags(t *testing.T) {
	read(t, ".goreleaser.yaml", &config)
	linker := regexp.MustCompile(`go build \$\(cat build\.flags\) -ldflags='(.*)' -o openhook-shim`).FindStringSubmatch(read(t, "README.md", nil))
	if linker == nil {
		t.Fatal("README.md does not say how to build")
	}
	want := []string{linker[1], "-X github.com/openhook/openhook-shim/shim.Version={{ .Version }}"}
	if len(config.Builds) != 2 || config.Builds[0].ID != "openhook-shim" || config.Builds[1].ID != "openhook" {
		t.Fatalf("builds %v", config.Builds)
	}
	if flags := strings.Fields(read(t, "build.flags", nil)); len(flags) < 3 || !slices.Equal(config.Builds[0].Flags, flags) {
		t.Errorf(".goreleaser.yaml builds the shim with %q, build.flags says %q", config.Builds[0].Flags, flags)
	}
	for _, b := range config.Builds {
		if !slices.Equal(b.Ldflags, want) {
			t.Errorf("%s is linked with %q, README.md says %q", b.ID, b.Ldflags, want)
		}
		if !slices.Contains(b.Flags, "-trimpath") || !slices.Equal(b.Env, []string{"CGO_ENABLED=0", "GOFLAGS=-buildvcs=true"}) || b.ModTimestamp != "{{ .CommitTimestamp }}" {
			t.Errorf("%s cannot be built again: %+v", b.ID, b)
		}
		if strings.Join(b.Goos, " ")+" "+strings.Join(b.Goarch, " ") != "linux darwin windows amd64 arm64" {
			t.Errorf("%s is for %v %v", b.ID, b.Goos, b.Goarch)
		}
	}
}

// Installers look for files by these names.
func TestNames(t *testing.T) {
	read(t, ".goreleaser.yaml", &config)
	for i, want := range []archive{
		{"archive", "openhook_{{ .Version }}_{{ .Os }}_{{ .Arch }}", []string{"tar.gz"}},
		{"openhook-shim", "openhook-shim_{{ .Version }}_{{ .Os }}_{{ .Arch }}", []string{"binary"}},
		{"openhook", "openhook_{{ .Version }}_{{ .Os }}_{{ .Arch }}", []string{"binary"}},
	} {
		if i >= len(config.Archives) || config.Archives[i].ID != want.ID || config.Archives[i].NameTemplate != want.NameTemplate || !slices.Equal(config.Archives[i].Formats, want.Formats) {
			t.Errorf("%v\nnot\n%v", config.Archives, want)
		}
	}
	if config.Checksum.NameTemplate != "checksums.txt" || config.Checksum.Algorithm != "sha256" {
		t.Errorf("checksums %v", config.Checksum)
	}
}

// A release goes out as a draft; the workflow publishes it once all has succeeded.
func TestDraft(t *testing.T) {
	read(t, ".goreleaser.yaml", &config)
	if !config.Release.Draft {
		t.Error("a release would be public before it is attested")
	}
}

// Every kind of issue asks for what doctor finds.
func TestIssueTemplates(t *testing.T) {
	files, err := filepath.Glob("../.github/ISSUE_TEMPLATE/*.yml")
	if err != nil || len(files) < 3 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		var form struct {
			Name, Description string
			Body              []struct {
				ID         string
				Attributes struct{ Label string }
			}
		}
		read(t, ".github/ISSUE_TEMPLATE/"+filepath.Base(file), &form)
		if filepath.Base(file) == "config.yml" {
			continue
		}
		asks, ids := false, map[string]bool{}
		for _, b := range form.Body {
			asks = asks || b.Attributes.Label == "openhook doctor --json"
			if b.ID == "" || ids[b.ID] {
				t.Errorf("%s: two fields are called %q", file, b.ID)
			}
			ids[b.ID] = true
		}
		if form.Name == "" || form.Description == "" || !asks {
			t.Errorf("%s does not ask for openhook doctor --json", file)
		}
	}
}
