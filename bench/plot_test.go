package main

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

func TestPlot(t *testing.T) {
	svg := string(plot([]bar{{"a <b>", 1000, "ours"}, {"c", 100_000, ""}}))
	for _, part := range []string{">a &lt;b&gt;<", `class="ours">1.0 ms<`, ">100 ms<", ">10 ms<"} {
		if !strings.Contains(svg, part) {
			t.Errorf("no %s in\n%s", part, svg)
		}
	}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestAlong(t *testing.T) {
	if along(least) != 0 || along(least/2) != 0 || along(10*least)-along(least) != decade {
		t.Errorf("%v %v %v", along(least), along(least/2), along(10*least))
	}
}
