package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
)

func TestUpToDate(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // the hook is a shell script
	}
	want, err := picture("../../..")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../../docs/try.svg")
	if err != nil || string(got) != string(want) {
		t.Errorf("docs/try.svg is not what the program prints; run: go run ./internal/gen/picture")
	}
}

func TestDraw(t *testing.T) {
	svg := string(draw("$ a <b> & \"c\"\n\x1b[32mgreen\x1b[0m  plain\n", "t"))
	for _, part := range []string{"a &lt;b&gt; &amp; &#34;c&#34;", `class="green" textLength="42.0">green<`,
		`x="78.8" y="74" textLength="42.0">plain<`} {
		if !strings.Contains(svg, part) {
			t.Errorf("no %s in\n%s", part, svg)
		}
	}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
