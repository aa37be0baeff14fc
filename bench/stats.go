package main

import (
	"math"
	"slices"
	"time"
)

// stats are the times of one program with one payload in µs.
type stats struct {
	Rounds int     `json:"rounds"`
	Min    float64 `json:"min"`
	P10    float64 `json:"p10"`
	Median float64 `json:"median"`
	P95    float64 `json:"p95"`
	// Compared is the value for ratios: the sixth fastest run, of few runs the 10th
	// percentile. On a busy machine only one run in twenty is undisturbed. The 10th
	// percentile then contains waits.
	Compared float64 `json:"compared"`
}

func summarize(took []time.Duration) stats {
	sorted := slices.Sorted(slices.Values(took))
	return stats{
		Rounds: len(sorted),
		Min:    percentile(sorted, 0), P10: percentile(sorted, 10), Median: percentile(sorted, 50), P95: percentile(sorted, 95),
		Compared: min(rank(sorted, 6), percentile(sorted, 10)),
	}
}

// settled reports whether enough runs were undisturbed. Otherwise the fastest run is
// far from the others.
func (s stats) settled() bool { return s.Compared <= s.Min*1.15+25 }

// rank returns the time in µs of the nth fastest run, or of the slowest if there are
// fewer.
func rank(sorted []time.Duration, n int) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	return float64(sorted[min(n, len(sorted))-1].Nanoseconds()) / 1000
}

// percentile returns in µs the smallest time that p percent of the runs do not exceed,
// NaN without runs.
func percentile(sorted []time.Duration, p int) float64 {
	return rank(sorted, max((len(sorted)*p+99)/100, 1))
}

// times are the stats by payload, then by program.
type times map[string]map[string]stats

// overhead returns in µs how much longer a program takes than its hook. It returns
// false without a measurement.
func (t times) overhead(size, name string) (float64, bool) {
	s, ok := t[size][name]
	hook, ok2 := t[size][hookName]
	return s.Compared - hook.Compared, ok && ok2
}

// ratio compares the overheads of two programs.
func (t times) ratio(size, name, base string) (float64, bool) {
	a, ok := t.overhead(size, name)
	b, ok2 := t.overhead(size, base)
	return a / b, ok && ok2 && b > 0
}
