package main

import (
	"fmt"
	"strings"
	"testing"
)

// checksums are as goreleaser writes them, of files that Homebrew does not want too.
func checksums(version string, targets ...string) string {
	var b strings.Builder
	for i, target := range targets {
		for _, name := range [...]string{"openhook_%s_%s.tar.gz", "openhook_%s_%s.cdx.json", "openhook_%s_%s", "openhook-shim_%s_%s"} {
			fmt.Fprintf(&b, "%064x  "+name+"\n", i+1, version, target)
		}
	}
	return b.String()
}

var four = []string{"darwin_amd64", "darwin_arm64", "linux_amd64", "linux_arm64"}

func TestFormula(t *testing.T) {
	var b strings.Builder
	if err := write(&b, checksums("1.2.3", append(four, "windows_amd64")...)); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	const url = `url "https://github.com/openhook/openhook-shim/releases/download/v1.2.3/openhook_1.2.3_`
	for i, target := range four {
		if want := fmt.Sprintf(url+target+`.tar.gz" sha256 "%064x"`, i+1); strings.Count(text, want) != 1 {
			t.Errorf("it lacks %s\n%s", want, b.String())
		}
	}
	for _, want := range []string{`class Openhook < Formula`, `version "1.2.3"`, `license "Apache-2.0"`, `bin.install "openhook", "openhook-shim"`} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %s\n%s", want, b.String())
		}
	}
	if strings.Contains(text, "windows") || strings.Contains(text, "{{") || strings.Contains(text, "<no value>") {
		t.Error(b.String())
	}
}

func TestBadChecksums(t *testing.T) {
	for _, c := range []struct{ name, sums, says string }{
		{"none", "", "lack an archive"},
		{"one is missing", checksums("1.2.3", four[1:]...), "lack an archive"},
		{"no hashes", strings.ReplaceAll(checksums("1.2.3", four...), "000", "xyz"), "lack an archive"},
		{"two versions", checksums("1.2.3", four...) + checksums("1.2.4", four...), "two versions"},
		{"a name that would leave its quotes", strings.ReplaceAll(checksums("1.2.3", four...), "1.2.3", `1"#{x}`), "lack an archive"},
	} {
		var b strings.Builder
		if err := write(&b, c.sums); err == nil || !strings.Contains(err.Error(), c.says) || b.Len() > 0 {
			t.Errorf("%s: %v\n%s", c.name, err, b.String())
		}
	}
}
