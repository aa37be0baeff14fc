package ui

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
)

func TestColor(t *testing.T) {
	for _, c := range [...]struct {
		mode, noColor string
		color         bool
	}{{"auto", "", false}, {"always", "", true}, {"always", "1", true}, {"never", "", false}, {"", "", false}} {
		t.Setenv("NO_COLOR", c.noColor)
		o, err := New(&bytes.Buffer{}, c.mode)
		if err != nil || o.Color != c.color || (o.Paint(Bad, "x") == "x") == c.color {
			t.Errorf("%+v: %+v, %v", c, o, err)
		}
	}
	if _, err := New(&bytes.Buffer{}, "red"); exitcode.Of(err, 0) != exitcode.Usage {
		t.Errorf("%v", err)
	}
}

func TestWidth(t *testing.T) {
	for columns, want := range map[string]int{"": pipedWidth, "40": 40, "3": minWidth, "-1": pipedWidth,
		"x": pipedWidth} {
		t.Setenv("COLUMNS", columns)
		if o, _ := New(&bytes.Buffer{}, ""); o.Width != want {
			t.Errorf("%q: %d", columns, o.Width)
		}
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"a\n b\t\tc ": "a b c", "\x1b[31mred\x1b[0m": "red", "a\x07b": "a\uFFFDb", "\xff": "\uFFFD",
		"\u202eabc": "\uFFFDabc", "": "",
	} {
		if got := Clean(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := Clean("\x1b[31mred \x1b]0;title\x07 \x1b"); strings.ContainsAny(got, "\x1b\x07") {
		t.Errorf("%q", got)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range [...]struct {
		in    string
		width int
		want  []string
	}{
		{"a bb ccc", 4, []string{"a bb", "ccc"}},
		{"abcdefgh ij", 3, []string{"abc", "def", "gh", "ij"}},
		{"日本語", 4, []string{"日本", "語"}},
		{"", 4, []string{""}},
		{"a\n\nb", 4, []string{"a", "", "b"}},
	} {
		if got := Wrap(c.in, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q", c.in, got)
		}
	}
}

func TestClip(t *testing.T) {
	if Clip("héllo", 5) != "héllo" || Clip("héllo wörld", 6) != "héllo…" || Clip("x", 0) != "…" {
		t.Errorf("%q, %q", Clip("héllo wörld", 6), Clip("x", 0))
	}
}

// No line is longer than the terminal, coloured or not.
func TestTable(t *testing.T) {
	long := strings.Repeat("word ", 40) + strings.Repeat("x", 100)
	rows := [][]Cell{{{Text: "one"}, {Text: long, Style: Bad}, {}, {Text: long}},
		{{Text: "two"}, {Text: "short"}, {}, {}}}
	for _, width := range []int{20, 40, 63, 64, 80, 120, 200} {
		for _, color := range []bool{false, true} {
			var b bytes.Buffer
			o := Out{Writer: &b, Width: width, Color: color}
			o.Table([]string{"name", "first", "empty", "last"}, rows)
			if strings.Contains(b.String(), "empty") || strings.Contains(b.String(), "\x1b") != color {
				t.Errorf("%d:\n%s", width, b.String())
			}
			for line := range strings.SplitSeq(b.String(), "\n") {
				if text.StringWidth(text.StripEscape(line)) > width {
					t.Errorf("%d: %q", width, line)
				}
			}
		}
	}
}

func TestSpell(t *testing.T) {
	for in, want := range map[string]string{
		"plain\n\ttext é 字":            "plain\n\ttext é 字",
		"\x1b[31m\x07\r\x7f\u009b\x00": `\u001b[31m\u0007\u000d\u007f\u009b\u0000`,
		"a\u202eb\u2066c\u200f":        `a\u202eb\u2066c\u200f`,
		"\u2028\u2029\u0085\U000e0041": `\u2028\u2029\u0085\udb40\udc41`,
		"a\u200db":                     "a\u200db",
		"not \xff UTF-8 \x1b":          `not ` + "\uFFFD" + ` UTF-8 \u001b`,
	} {
		if got := EscapeControls(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
