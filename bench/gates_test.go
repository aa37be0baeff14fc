package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
)

func TestJudge(t *testing.T) {
	upTo := gate{Name: "g", Goal: 1.3, Limit: 1.4}
	within := gate{Name: "g", Goal: 1.6, Limit: 1.6, Least: 1.2}
	none := gate{Name: "g"}
	for _, test := range []struct {
		gate  gate
		value float64
		err   error
		want  string
		stops bool // with -allow-missing
	}{
		{upTo, 1.2, nil, good, false},
		{upTo, 1.3, nil, good, false},
		{upTo, 1.31, nil, near, false},
		{upTo, 1.4, nil, near, false},
		{upTo, 1.41, nil, failed, true},
		{upTo, math.NaN(), nil, failed, true},
		{upTo, 1, errors.New("broken"), failed, true},
		{upTo, 0, missing("not here"), lacking, false},
		{upTo, 0, fmt.Errorf("why: %w", missing("not here")), lacking, false},
		{within, 1.19, nil, failed, true},
		{within, 1.2, nil, good, false},
		{within, 1.6, nil, good, false},
		{within, 1.61, nil, failed, true},
		{none, 0, nil, good, false},
		{none, 1, nil, failed, true},
		{gate{Goal: 40, Shown: true}, 22, nil, shown, false},
	} {
		v := test.gate.judge(test.value, test.err)
		if v.Verdict != test.want || v.stops(true) != test.stops {
			t.Errorf("%+v of %v, %v: %s, stops %v", test.gate, test.value, test.err, v.Verdict, v.stops(true))
		}
		if v.Verdict == failed && v.Note == "" {
			t.Errorf("%+v of %v fails without a word", test.gate, test.value)
		}
	}
}

func TestMissing(t *testing.T) {
	for _, test := range []struct {
		gate         gate
		allow, stops bool
	}{
		{gate{Limit: 1}, false, true}, {gate{Limit: 1}, true, false}, {gate{Shown: true}, false, false},
	} {
		if got := test.gate.judge(0, missing("x")).stops(test.allow); got != test.stops {
			t.Errorf("%+v, allowed %v: stops %v", test.gate, test.allow, got)
		}
	}
}

func TestBetter(t *testing.T) {
	within := gate{Goal: 1.6, Limit: 1.6, Least: 1.2}
	for _, test := range []struct{ a, b, want float64 }{
		{1.3, 1.5, 1.3}, {1.5, 1.3, 1.3}, {1.0, 1.5, 1.5}, {1.5, 1.0, 1.5}, {1.7, 1.5, 1.5}, {1.9, 1.8, 1.8},
	} {
		if got := better(within.judge(test.a, nil), within.judge(test.b, nil)); *got.Value != test.want {
			t.Errorf("better of %v and %v: %v", test.a, test.b, *got.Value)
		}
	}
	if v := better(within.judge(0, missing("x")), within.judge(1.5, nil)); v.Verdict != lacking {
		t.Errorf("%+v", v)
	}
}

func TestRatioGate(t *testing.T) {
	b := &bench{times: times{usual: {hookName: {Compared: 100}, wrapperName: {Compared: 1100}, shimName: {Compared: 1400}}}}
	v, err := ratioGate(usual, shimName, wrapperName)(b)
	if _, absent := ratioGate(usual, nodeName, shimName)(b); !errors.As(absent, new(missing)) {
		t.Errorf("without Node: %v", absent)
	}
	if runtime.GOOS == "linux" && (err != nil || math.Abs(v-1.3) > 1e-9) {
		t.Errorf("%v, %v", v, err)
	}
}

func TestAllocations(t *testing.T) {
	const out = `goos: linux
BenchmarkCall/claude-code/2kB-2         	     100	      8001 ns/op	 245.98 MB/s	    4096 B/op	       4 allocs/op
BenchmarkCall/codex/2kB                 	     100	      8001 ns/op	    4096 B/op	      11 allocs/op
BenchmarkOther/codex/2kB-2              	     100	      8001 ns/op	    4096 B/op	      99 allocs/op
PASS
`
	if n, err := allocations(out); n != 11 || err != nil {
		t.Errorf("%v, %v", n, err)
	}
	for _, none := range []string{"", "PASS\nok\n", "BenchmarkCall/x/2kB-2 100 5 ns/op\n"} {
		if _, err := allocations(none); !errors.As(err, new(missing)) {
			t.Errorf("%q: %v", none, err)
		}
	}
}

func TestComplaints(t *testing.T) {
	const out = "=== RUN   TestX\n    x_test.go:7: wrong\n--- FAIL: TestX (0.00s)\nFAIL\nFAIL\tx\t0.1s\nFAIL\n"
	if got := complaints(out); got != "    x_test.go:7: wrong\n--- FAIL: TestX (0.00s)" {
		t.Errorf("%q", got)
	}
}

func TestPass(t *testing.T) {
	b := &bench{verdicts: []verdict{{gate: gate{Name: "size"}, Verdict: good}, {gate: gate{Name: "speed"}, Verdict: lacking, Note: "no clock"}}}
	var said strings.Builder
	if b.pass(&said) || !strings.Contains(said.String(), "MISSING: speed: no clock") {
		t.Errorf("passed: %s", said.String())
	}
	said.Reset()
	b.allowMissing = true
	if !b.pass(&said) || !strings.Contains(said.String(), "NOT CHECKED: speed: no clock") {
		t.Errorf("not passed, or silently: %s", said.String())
	}
}
