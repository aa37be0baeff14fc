package main

import (
	"bytes"
	"encoding/xml"
	"strings"
	"text/template"
	"unicode/utf8"
)

const (
	cellWidth  = 8.4 // of a 14 px monospaced font; textLength adjusts other fonts
	lineHeight = 20
	margin     = 20
	barHeight  = 34
)

// A span is a part of a line in one style.
type span struct {
	X, Width float64
	Class    string
	Text     string
}

type line struct {
	Y     float64
	Spans []span
}

var classes = map[string]string{"1": "strong", "2": "faint", "31": "red", "32": "green", "33": "yellow"}

// draw converts a terminal's output to SVG.
func draw(text, title string) []byte {
	text = strings.TrimRight(text, "\n")
	var lines []line
	longest := 0
	class := ""
	for n, raw := range strings.Split(text, "\n") {
		l := line{Y: barHeight + margin + float64(n)*lineHeight}
		column := 0
		for raw != "" {
			piece, rest, escape := strings.Cut(raw, "\x1b[")
			if size := utf8.RuneCountInString(piece); size > 0 {
				if strings.TrimSpace(piece) != "" {
					lead := size - utf8.RuneCountInString(strings.TrimLeft(piece, " "))
					word := strings.TrimSpace(piece)
					width := float64(utf8.RuneCountInString(word)) * cellWidth
					l.Spans = append(l.Spans, span{margin + float64(column+lead)*cellWidth, width, class, word})
				}
				column += size
			}
			raw = ""
			if escape {
				var code string
				code, raw, _ = strings.Cut(rest, "m")
				class = classes[code]
			}
		}
		if n == 0 {
			for i := range l.Spans {
				l.Spans[i].Class = "strong"
			}
		}
		longest = max(longest, column)
		lines = append(lines, l)
	}
	var b bytes.Buffer
	err := page.Execute(&b, map[string]any{
		"Width": int(2*margin + float64(longest)*cellWidth), "Height": barHeight + margin + len(lines)*lineHeight,
		"Lines": lines, "Title": title,
	})
	if err != nil {
		panic(err) // template and data are ours
	}
	return b.Bytes()
}

func escape(s string) (string, error) {
	var b strings.Builder
	err := xml.EscapeText(&b, []byte(s))
	return b.String(), err
}

// The picture has its own background, so that it fits both themes of a README.
var page = template.Must(template.New("").Funcs(template.FuncMap{"x": escape}).Parse(`<svg xmlns="http://www.w3.org/2000/svg" width="{{.Width}}" height="{{.Height}}" viewBox="0 0 {{.Width}} {{.Height}}" role="img" aria-label="{{x .Title}}">
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d8dee9; white-space: pre }
.strong { font-weight: bold; fill: #ffffff }
.faint { fill: #8b95a7 }
.red { fill: #ff7b72 }
.green { fill: #7ee787 }
.yellow { fill: #f2cc60 }
</style>
<rect width="100%" height="100%" rx="8" fill="#161b22"/>
<circle cx="20" cy="18" r="6" fill="#ff5f56"/><circle cx="40" cy="18" r="6" fill="#ffbd2e"/><circle cx="60" cy="18" r="6" fill="#27c93f"/>
{{range .Lines}}{{$y := .Y}}{{range .Spans}}<text x="{{printf "%.1f" .X}}" y="{{$y}}"{{with .Class}} class="{{.}}"{{end}} textLength="{{printf "%.1f" .Width}}">{{x .Text}}</text>
{{end}}{{end}}</svg>
`))
