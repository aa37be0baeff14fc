package main

import (
	"math"
	"testing"
	"time"
)

func TestPercentile(t *testing.T) {
	ten := make([]time.Duration, 10)
	hundred := make([]time.Duration, 100)
	for i := range hundred {
		hundred[i] = time.Duration(i+1) * time.Microsecond
		if i < len(ten) {
			ten[i] = hundred[i]
		}
	}
	for _, test := range []struct {
		sorted []time.Duration
		p      int
		want   float64
	}{
		{hundred, 0, 1}, {hundred, 2, 2}, {hundred, 10, 10}, {hundred, 50, 50}, {hundred, 95, 95}, {hundred, 100, 100},
		{ten, 0, 1}, {ten, 2, 1}, {ten, 10, 1}, {ten, 11, 2}, {ten, 50, 5}, {ten, 95, 10},
		{ten[:1], 50, 1}, {ten[:1], 95, 1},
	} {
		if got := percentile(test.sorted, test.p); got != test.want {
			t.Errorf("p%d of %d: %v, not %v", test.p, len(test.sorted), got, test.want)
		}
	}
	if got := percentile(nil, 50); !math.IsNaN(got) {
		t.Errorf("of nothing: %v", got)
	}
}

func TestSummarize(t *testing.T) {
	in := []time.Duration{3 * time.Millisecond, time.Millisecond, 2 * time.Millisecond}
	want := stats{Rounds: 3, Min: 1000, P10: 1000, Median: 2000, P95: 3000, Compared: 1000}
	if got := summarize(in); got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
}

func TestCompared(t *testing.T) {
	for _, test := range []struct {
		runs int
		want float64
	}{{1, 1}, {10, 1}, {20, 2}, {37, 4}, {60, 6}, {300, 6}, {1200, 6}} {
		took := make([]time.Duration, test.runs)
		for i := range took {
			took[i] = time.Duration(test.runs-i) * time.Microsecond
		}
		if got := summarize(took).Compared; got != test.want {
			t.Errorf("of %d runs: %v, not %v", test.runs, got, test.want)
		}
	}
}

func TestSettled(t *testing.T) {
	for _, test := range []struct {
		stats
		want bool
	}{
		{stats{Rounds: 300, Min: 1000, Compared: 1100}, true},
		{stats{Rounds: 300, Min: 1000, Compared: 1900}, false},
		{stats{Rounds: 300, Min: 100, Compared: 125}, true},
		{stats{Rounds: 30, Min: 1000, Compared: 1900}, true},
	} {
		if got := settled(map[string]stats{"x": test.stats}); got != test.want {
			t.Errorf("%+v: %v", test.stats, got)
		}
	}
}

func TestRatio(t *testing.T) {
	all := times{usual: {hookName: {Compared: 100}, wrapperName: {Compared: 1100}, shimName: {Compared: 1400}, "faster than its hook": {Compared: 50}}}
	for _, test := range []struct {
		size, name, base string
		want             float64
		ok               bool
	}{
		{usual, shimName, wrapperName, 1.3, true},
		{usual, wrapperName, wrapperName, 1, true},
		{usual, nodeName, wrapperName, 0, false},
		{usual, shimName, nodeName, 0, false},
		{usual, shimName, "faster than its hook", 0, false},
		{large, shimName, wrapperName, 0, false},
	} {
		got, ok := all.ratio(test.size, test.name, test.base)
		if ok != test.ok || ok && math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s, %s ÷ %s: %v %v, not %v %v", test.size, test.name, test.base, got, ok, test.want, test.ok)
		}
	}
}

func TestRounds(t *testing.T) {
	for _, s := range sizes {
		if n := s.rounds(300, true); n < 5 || n > s.rounds(300, false) {
			t.Errorf("%s: %d rounds of interpreters", s.name, n)
		}
		if s.bytes <= 20_000 && s.rounds(200, false) != 200 {
			t.Errorf("%s: fewer rounds than asked for", s.name)
		}
	}
}
