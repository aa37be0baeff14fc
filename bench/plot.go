package main

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strings"
	"text/template"
)

// A bar is the overhead of one program in µs.
type bar struct {
	name  string
	value float64
	class string // "", "ours", or "faint" for a program that is no shim
}

// bars are the overheads at 2 kB, the smallest first.
func (b *bench) bars() (list []bar) {
	for _, p := range [...]struct{ name, label, class string }{
		{emptyName, "a Go program that does nothing", "faint"},
		{wrapperName, "one that only starts the hook", "faint"},
		{shimName, "openhook-shim", "ours"},
		{draftName, "os/exec and encoding/json", ""},
		{"Python", "Python", ""},
		{"bash and jq", "bash and jq", ""},
		{nodeName, "Node", ""},
	} {
		if v, ok := b.times.overhead(usual, p.name); ok && v > 0 {
			list = append(list, bar{p.label, v, p.class})
		}
	}
	slices.SortFunc(list, func(a, b bar) int { return cmp.Compare(a.value, b.value) })
	return list
}

// Sizes of the picture in pixels.
const (
	rowHeight = 28
	top       = 64
	left      = 290 // the left end of the bars
	decade    = 170 // from 1 ms to 10 ms
	right     = 90
)

// least is the left end of the axis in µs.
const least = 500.0

// along is the distance of a value from the left end of the axis.
func along(µs float64) float64 { return decade * math.Log10(max(µs, least)/least) }

// A row is a bar with the places of its texts.
type row struct {
	Y, Base            int
	Width, End         float64
	Name, Value, Class string
}

type tick struct {
	X    float64
	Text string
}

// plot draws bars on a logarithmic axis. The picture has its own background, so that
// users can read it in both themes of a README.
func plot(bars []bar) []byte {
	longest := along(1000)
	var rows []row
	for i, b := range bars {
		y, width := top+i*rowHeight, along(b.value)
		rows = append(rows, row{y, y + 13, width, left + width + 8, b.name, milliseconds(b.value), b.class})
		longest = max(longest, width)
	}
	var ticks []tick
	for µs := 1000.0; along(µs) <= longest+decade/2; µs *= 10 {
		ticks = append(ticks, tick{left + along(µs), fmt.Sprintf("%.0f ms", µs/1000)})
	}
	var out bytes.Buffer
	bottom := top + len(bars)*rowHeight
	err := page.Execute(&out, map[string]any{
		"Width": int(left + longest + right), "Height": bottom + 36, "Bottom": bottom, "Below": bottom + 18,
		"Left": left, "Names": left - 10,
		"Rows": rows, "Ticks": ticks,
	})
	if err != nil {
		panic(err) // the template and its data are constant
	}
	return out.Bytes()
}

func milliseconds(µs float64) string {
	if µs >= 10_000 {
		return fmt.Sprintf("%.0f ms", µs/1000)
	}
	return fmt.Sprintf("%.1f ms", µs/1000)
}

func escape(s string) (string, error) {
	var b strings.Builder
	err := xml.EscapeText(&b, []byte(s))
	return b.String(), err
}

var page = template.Must(template.New("").Funcs(template.FuncMap{"x": escape}).Parse(`<svg xmlns="http://www.w3.org/2000/svg" width="{{.Width}}" height="{{.Height}}" viewBox="0 0 {{.Width}} {{.Height}}" role="img" aria-label="What each program adds to the time of a hook">
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d8dee9; paint-order: stroke; stroke: #161b22; stroke-width: 4px }
.title { font-weight: bold; fill: #ffffff }
.small { font-size: 12px; fill: #8b95a7 }
.ours { fill: #7ee787 }
.faint { fill: #8b95a7 }
rect { fill: #5b8dd6 }
rect.ground { fill: #161b22 }
rect.ours { fill: #3fb950 }
rect.faint { fill: #4a5362 }
line { stroke: #30363d }
</style>
<rect class="ground" width="100%" height="100%" rx="8"/>
<text x="20" y="30" class="title">What each adds to the time of a hook (2 kB, logarithmic)</text>
{{$top := .}}{{range .Ticks}}<line x1="{{printf "%.1f" .X}}" y1="50" x2="{{printf "%.1f" .X}}" y2="{{$top.Bottom}}"/>
<text x="{{printf "%.1f" .X}}" y="{{$top.Below}}" class="small" text-anchor="middle">{{.Text}}</text>
{{end}}{{range .Rows}}<text x="{{$top.Names}}" y="{{.Base}}" text-anchor="end"{{with .Class}} class="{{.}}"{{end}}>{{x .Name}}</text>
<rect x="{{$top.Left}}" y="{{.Y}}" width="{{printf "%.1f" .Width}}" height="18" rx="2"{{with .Class}} class="{{.}}"{{end}}/>
<text x="{{printf "%.1f" .End}}" y="{{.Base}}"{{with .Class}} class="{{.}}"{{end}}>{{.Value}}</text>
{{end}}</svg>
`))
