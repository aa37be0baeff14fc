package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// newTable returns a plain table with numbers from the second column on.
func newTable(w io.Writer, title string, header ...any) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	style := table.StyleDefault
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	style.Options = table.OptionsNoBordersAndSeparators
	style.Format.Header = text.FormatDefault
	t.SetStyle(style)
	t.AppendHeader(header)
	var columns []table.ColumnConfig
	for i := 2; i <= len(header); i++ {
		columns = append(columns, table.ColumnConfig{Number: i, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(columns)
	fmt.Fprintf(w, "\n%s\n", title)
	return t
}

// print writes all results as tables.
func (b *bench) print(w io.Writer) {
	fmt.Fprintf(w, "openhook-shim, %s, %s/%s, %d cores\n", runtime.Version(), runtime.GOOS, runtime.GOARCH,
		runtime.NumCPU())
	for _, s := range sizes {
		measured := b.times[s.name]
		if measured == nil {
			continue
		}
		t := newTable(w, fmt.Sprintf("%s of payload, µs", s.name), "", "rounds", "min", "p10", "median", "p95",
			"compared", "overhead", "÷ wrapper's", "÷ the shim's")
		for _, p := range b.programs {
			m, ok := measured[p.Name]
			if !ok || p.alone || p.links {
				continue
			}
			row := table.Row{p.Name, m.Rounds, whole(m.Min), whole(m.P10), whole(m.Median), whole(m.P95),
				whole(m.Compared), "", "", ""}
			if over, _ := b.times.overhead(s.name, p.Name); p.Name != hookName {
				row[7] = whole(over)
				row[8] = ratioText(b.times.ratio(s.name, p.Name, wrapperName))
				row[9] = ratioText(b.times.ratio(s.name, p.Name, shimName))
			}
			t.AppendRow(row)
		}
		t.Render()
	}
	b.printFiltered(w)
	if len(b.shares) > 0 {
		t := newTable(w, "what a library costs that is linked and called once", "", "µs", "instructions, k", "bytes, k")
		for _, s := range b.shares {
			t.AppendRow(table.Row{s.Library, whole(s.Micros), whole(s.Instructions / 1e3),
				whole(float64(s.Bytes) / 1e3)})
		}
		t.Render()
	}
	if len(b.memory) > 0 {
		t := newTable(w, "peak memory, MB", "", usual, large)
		for _, m := range b.memory {
			t.AppendRow(table.Row{m.Program, mega(m.Usual), mega(m.Large)})
		}
		t.Render()
	}
	t := newTable(w, "gates", "", "value", "goal", "limit", "")
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 2, Align: text.AlignRight}, {Number: 3, Align: text.AlignRight},
		{Number: 4, Align: text.AlignRight}})
	for _, v := range b.verdicts {
		row := table.Row{v.Name, "", short(v.Goal), short(v.Limit), v.Verdict}
		if v.Value != nil {
			row[1] = fmt.Sprintf("%.2f", *v.Value)
		}
		switch {
		case v.Shown:
			row[3] = ""
		case v.Least > 0:
			row[3] = short(v.Least) + "–" + short(v.Limit)
		}
		t.AppendRow(row)
	}
	t.Render()
	if len(b.absent) > 0 {
		fmt.Fprintf(w, "\nnot installed: %s\n", strings.Join(b.absent, ", "))
	}
}

// printFiltered shows that a filtered call costs less than a hook.
func (b *bench) printFiltered(w io.Writer) {
	t := newTable(w, "a call that a filter ends, beside hooks without any shim, "+usual+", µs", "", "rounds", "min",
		"p10", "median", "p95", "compared")
	for _, p := range b.programs {
		if m, ok := b.times[usual][p.Name]; ok && (p.alone || p.Name == emptyName || p.Name == shimName) {
			t.AppendRow(table.Row{p.Name, m.Rounds, whole(m.Min), whole(m.P10), whole(m.Median), whole(m.P95),
				whole(m.Compared)})
		}
	}
	t.Render()
}

func whole(f float64) string { return fmt.Sprintf("%.0f", f) }
func short(f float64) string { return fmt.Sprintf("%.4g", f) }
func mega(n int64) string    { return fmt.Sprintf("%.1f", float64(n)/1e6) }

func ratioText(r float64, ok bool) string {
	if !ok {
		return ""
	}
	return fmt.Sprintf("%.2f", r)
}

// pass lists the gates that fail, and the gates that were not checked.
func (b *bench) pass(w io.Writer) bool {
	ok := true
	fmt.Fprintln(w)
	for _, v := range b.verdicts {
		switch {
		case v.stops(b.allowMissing):
			ok = false
			fmt.Fprintf(w, "%s: %s: %s\n", v.Verdict, v.Name, v.Note)
		case v.Verdict == lacking:
			fmt.Fprintf(w, "NOT CHECKED: %s: %s\n", v.Name, v.Note)
		}
	}
	if ok {
		fmt.Fprintln(w, "all gates passed")
	}
	return ok
}

// write stores the figures as JSON, as a picture and in the documentation.
func (b *bench) write() error {
	if b.json != "" {
		out, err := json.MarshalIndent(b.record(), "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(b.json, append(out, '\n'), 0o644); err != nil {
			return err
		}
	}
	if b.svg != "" {
		if err := os.WriteFile(b.svg, plot(b.bars()), 0o644); err != nil {
			return err
		}
	}
	if b.page != "" {
		return b.writePage(b.page)
	}
	return nil
}
