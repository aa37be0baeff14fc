package main

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/openhook/openhook-shim/mapping/clients"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

func TestPagesAreGenerated(t *testing.T) {
	for name, want := range pages() {
		have, err := os.ReadFile("../../../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(have, want) {
			t.Errorf("docs/%s is not what the tables say: run go generate ./mapping", name)
		}
	}
}

func TestEveryProviderIsOnIt(t *testing.T) {
	for _, d := range clients.Registry.Dialects {
		if d.Name != "openhook" && !d.Format && !slices.ContainsFunc(setup.Abouts(),
			func(a setup.About) bool { return a.Source == d.Name }) {
			t.Errorf("%s has no About", d.Name)
		}
	}
}

func TestReadmeSaysWhatIsImpossible(t *testing.T) {
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := impossible(); !bytes.Contains(readme, []byte(want)) {
		t.Errorf("README.md does not say:\n%s", want)
	}
}
