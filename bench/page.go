package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// Marks around the figures in docs/performance.md.
const (
	pageBegin = "<!-- measured by go run ./bench -->\n"
	pageEnd   = "<!-- end -->\n"
)

// writePage writes this run's figures between the marks of a page.
func (b *bench) writePage(file string) error {
	page, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := bytes.Cut(page, []byte(pageBegin))
	_, after, ok2 := bytes.Cut(rest, []byte(pageEnd))
	if !ok || !ok2 {
		return errors.New(file + " has no place for figures")
	}
	return os.WriteFile(file, bytes.Join([][]byte{before, []byte(pageBegin), []byte(b.tables()), []byte(pageEnd),
		after}, nil), 0o644)
}

// tables are the figures for users.
func (b *bench) tables() string {
	var w strings.Builder
	fmt.Fprintf(&w, "On %s/%s with %d cores and %s, in milliseconds over the hook alone:\n\n", runtime.GOOS,
		runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	w.WriteString("| payload |")
	var names []string
	for _, p := range b.programs {
		if p.Name != hookName && !p.alone && !p.links {
			names = append(names, p.Name)
			fmt.Fprintf(&w, " %s |", p.Name)
		}
	}
	w.WriteString("\n|---|" + strings.Repeat("---:|", len(names)) + "\n")
	for _, s := range sizes {
		fmt.Fprintf(&w, "| %s |", s.name)
		for _, name := range names {
			if over, ok := b.times.overhead(s.name, name); ok {
				fmt.Fprintf(&w, " %s |", milli(over))
			} else {
				w.WriteString(" |")
			}
		}
		w.WriteString("\n")
	}
	w.WriteString("\nA call that a filter ends, beside hooks that are called without any shim:\n\n| | ms |\n|---|---:|\n")
	for _, p := range b.programs {
		if m, ok := b.times[usual][p.Name]; ok && p.alone {
			fmt.Fprintf(&w, "| %s | %s |\n", p.Name, milli(m.Compared))
		}
	}
	w.WriteString("\n| release gate | measured | goal | limit |\n|---|---:|---:|---:|\n")
	for _, v := range b.verdicts {
		if v.Value != nil && v.Limit > 0 && !v.Shown {
			fmt.Fprintf(&w, "| %s | %.4g | %s | %s |\n", v.Name, *v.Value, short(v.Goal), short(v.Limit))
		}
	}
	if len(b.shares) > 1 {
		w.WriteString("\nParts of this cost share work, so do not add them up. Measured alone:")
		for i, s := range b.shares[1:] {
			fmt.Fprintf(&w, "%s %s %s ms, %.0f k instructions and %.2f MB",
				map[bool]string{true: ",", false: ""}[i > 0], s.Library, milli(s.Micros), s.Instructions/1e3,
				float64(s.Bytes)/1e6)
		}
		w.WriteString(".\n")
	}
	return w.String()
}

// milli returns µs as milliseconds, with two decimals below 10 ms.
func milli(µs float64) string {
	if µs >= 10_000 {
		return fmt.Sprintf("%.0f", µs/1000)
	}
	return fmt.Sprintf("%.2f", µs/1000)
}
