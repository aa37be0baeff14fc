package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestUpToDate(t *testing.T) {
	files, err := pages()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("../../../../docs", name))
		if err != nil || string(got) != string(want) {
			t.Errorf("docs/%s is not what the commands say; run: go run ./cmd/openhook/internal/gen", name)
		}
	}
}
