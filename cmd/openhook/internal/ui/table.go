package ui

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// A Cell is a text with a style.
type Cell struct {
	Text  string
	Style Style
}

// narrowWidth is the width in columns below which Table prints paragraphs.
const narrowWidth = 64

// Table prints rows below a header. It leaves out empty columns. Wide columns share the width that
// narrow ones leave. On a narrow terminal each row is a paragraph with the first cell as heading.
func (o Out) Table(header []string, rows [][]Cell) {
	var keep []int
	for i := range header {
		for _, row := range rows {
			if row[i].Text != "" {
				keep = append(keep, i)
				break
			}
		}
	}
	if o.Width < narrowWidth {
		o.paragraphs(header, rows, keep)
		return
	}
	widths := o.widths(header, rows, keep)
	t := table.NewWriter()
	style := table.StyleDefault
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	style.Options = table.OptionsNoBordersAndSeparators
	style.Format.Header = text.FormatDefault
	t.SetStyle(style)
	line := table.Row{}
	for _, i := range keep {
		line = append(line, o.Paint(Strong, header[i]))
	}
	t.AppendHeader(line)
	for _, row := range rows {
		line := table.Row{}
		for n, i := range keep {
			lines := Wrap(row[i].Text, widths[n])
			for k := range lines {
				lines[k] = o.Paint(row[i].Style, lines[k])
			}
			line = append(line, strings.Join(lines, "\n"))
		}
		t.AppendRow(line)
	}
	for line := range strings.SplitSeq(t.Render(), "\n") {
		fmt.Fprintln(o, strings.TrimRight(line, " "))
	}
}

const columnGap = 2

// widths gives each column its needed width, or an equal share of the rest.
func (o Out) widths(header []string, rows [][]Cell, keep []int) []int {
	need, widths := make([]int, len(keep)), make([]int, len(keep))
	for n, i := range keep {
		need[n] = text.StringWidth(header[i])
		for _, row := range rows {
			need[n] = max(need[n], text.StringWidth(row[i].Text))
		}
	}
	left, open := o.Width-columnGap*len(keep), len(keep)
	for again := true; again && open > 0; {
		again = false
		share := left / open
		for n := range need {
			if widths[n] == 0 && need[n] <= share {
				widths[n] = max(need[n], 1)
				left, open, again = left-widths[n], open-1, true
			}
		}
	}
	for n := range widths {
		if widths[n] == 0 {
			widths[n] = max(left/open, 8)
		}
	}
	return widths
}

func (o Out) paragraphs(header []string, rows [][]Cell, keep []int) {
	for _, row := range rows {
		for n, i := range keep {
			c := row[i]
			if c.Text == "" {
				continue
			}
			if n == 0 {
				fmt.Fprintln(o, o.Paint(Strong, Clip(c.Text, o.Width)))
				continue
			}
			for _, line := range Wrap(header[i]+": "+c.Text, o.Width-2) {
				fmt.Fprintln(o, "  "+o.Paint(c.Style, line))
			}
		}
	}
}
