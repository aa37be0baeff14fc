package manifest

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
)

var update = flag.Bool("update", false, "rewrite the golden output")

// must parses a manifest.
func must(t *testing.T, text string) *Manifest {
	t.Helper()
	m, _, err := Parse("m.yaml", "", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// one is a manifest of one hook: YAML of its members, indented by nothing.
func one(t *testing.T, members string) *Manifest {
	t.Helper()
	return must(t, "spec: hooks/1.0\nhooks:\n  - "+strings.ReplaceAll(strings.TrimSpace(members), "\n", "\n    ")+"\n")
}

func target(t *testing.T, provider, goos string) *Target {
	t.Helper()
	to, err := NewTarget(provider, goos, shimName)
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// encode writes a manifest for a provider on Linux.
func encode(t *testing.T, provider string, m *Manifest) (string, []Loss) {
	t.Helper()
	files, losses, err := target(t, provider, "linux").Encode(m)
	if err != nil {
		t.Fatalf("%s: %v", provider, err)
	}
	var all strings.Builder
	for _, f := range files {
		all.Write(f.Data)
	}
	return all.String(), losses
}

// decode reads a provider's file.
func decode(t *testing.T, provider, name, text string) (*Manifest, []Loss) {
	t.Helper()
	m, losses, err := Decode(provider, "linux", []File{{Name: name, Data: []byte(text)}})
	if err != nil {
		t.Fatalf("%s: %v", provider, err)
	}
	return m, losses
}

func textOf(losses []Loss) string {
	var all []string
	for _, l := range losses {
		all = append(all, l.Text)
	}
	return strings.Join(all, "\n")
}

// hasLoss says whether one of the losses holds a text.
func hasLoss(losses []Loss, text string) bool {
	return slices.ContainsFunc(losses, func(l Loss) bool { return strings.Contains(l.Text, text) })
}

// do runs a command line in a folder.
func do(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	root := &cobra.Command{Use: "openhook", SilenceErrors: true, SilenceUsage: true}
	root.PersistentFlags().Bool("json", false, "")
	root.PersistentFlags().String("color", "never", "")
	root.AddCommand(Convert(), Validate(), Verify())
	var out, errs bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&errs)
	root.SetArgs(args)
	err = root.Execute()
	return out.String(), errs.String(), err
}

// write puts a file into a new folder.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755),
			os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != text {
		t.Errorf("%s is not what it was; see: go test ./cmd/openhook/internal/manifest -update; got\n%s", path, text)
	}
}

func providers() []string { return install.Sources() }
