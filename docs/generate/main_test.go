package main

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

func TestProvidersPageIsGenerated(t *testing.T) {
	have, err := os.ReadFile("../providers.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, page()) {
		t.Error("docs/providers.md is not what the tables say: run go generate ./mapping")
	}
}

func TestEveryProviderIsOnIt(t *testing.T) {
	for _, d := range mapping.Dialects() {
		if d.Name != "openhook" && !d.Format && !slices.ContainsFunc(mapping.Abouts(), func(a mapping.About) bool { return a.Source == d.Name }) {
			t.Errorf("%s has no About", d.Name)
		}
	}
}
