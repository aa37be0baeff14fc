package main

import (
	"errors"
	"fmt"
	"runtime"
)

// A gate is a figure with a limit.
type gate struct {
	Name  string  `json:"name"`
	Goal  float64 `json:"goal"`
	Limit float64 `json:"limit"`
	Least float64 `json:"least,omitempty"` // a smaller value is a wrong measurement
	Shown bool    `json:"shown,omitempty"` // for information, without a limit
	timed bool    // load may spoil it, so it fails only if a second measurement fails
	value func(*bench) (float64, error)
}

var gates = []gate{
	{Name: "overhead ÷ the wrapper's, 2 kB", Goal: 1.30, Limit: 1.40, Least: 1, timed: true,
		value: ratioGate(usual, shimName, wrapperName)},
	{Name: "overhead ÷ the first draft's, 10 MB", Goal: 0.20, Limit: 0.35, timed: true,
		value: ratioGate(large, shimName, draftName)},
	{Name: "wrapper ÷ empty main, 2 kB", Goal: 1.6, Limit: 1.6, Least: 1.2, timed: true,
		value: ratioGate(usual, wrapperName, emptyName)},
	// 2.1 and 3.0 before: marks for payloads that lack a key, and the code for tools
	// that no table lists. 2.3 and 12 before: the shim compares an approval with each
	// text of the payload.
	{Name: "instructions ÷ empty main's", Goal: 1.9, Limit: 2.5, timed: true, value: instructionGate},
	{Name: "a hook of .openhook.json ÷ a wrapped one, 2 kB", Goal: 1.15, Limit: 1.15, timed: true,
		value: ratioGate(usual, fileName, shimName)},
	{Name: "no hook of .openhook.json ÷ a filtered call", Goal: 1.15, Limit: 1.15, timed: true,
		value: wholeGate(noneName, filteredName)},
	{Name: "peak memory at 10 MB, MB", Goal: 10*1.05 + 5, Limit: 10*1.2 + 6, value: memoryGate},
	{Name: "size for linux/amd64, MB", Goal: 2.7, Limit: 3.2, value: sizeGate},
	{Name: "allocations per call, 2 kB", Goal: 4, Limit: 16, value: allocationGate},
	{Name: "packages that initialise", Goal: 45, Limit: 48, value: initGate},
	{Name: "banned imports", value: testGate("TestImports")},
	{Name: "own initialisation", value: testGate("TestNoInit")},
	{Name: "libraries and interpreters", value: linkGate},
	{Name: "Node's overhead ÷ ours, 2 kB", Goal: 40, Shown: true, timed: true,
		value: ratioGate(usual, nodeName, shimName)},
	{Name: "a filtered call ÷ a hook in sh", Goal: 1, Shown: true, timed: true,
		value: wholeGate(filteredName, shellName)},
}

// A verdict is a gate with the measured value.
type verdict struct {
	gate
	Value   *float64 `json:"value"` // nil: not measured
	Verdict string   `json:"verdict"`
	Note    string   `json:"note,omitempty"`
}

// Verdicts.
const (
	good    = "ok"
	near    = "ok, past the goal"
	failed  = "FAILED"
	lacking = "MISSING"
	shown   = "shown"
)

// missing is why this machine cannot measure something.
type missing string

func (m missing) Error() string { return string(m) }

func (g gate) judge(value float64, err error) verdict {
	v := verdict{gate: g}
	if absent := missing(""); errors.As(err, &absent) {
		v.Verdict, v.Note = lacking, err.Error()
		return v
	} else if err != nil {
		v.Verdict, v.Note = failed, err.Error()
		return v
	}
	v.Value = kept(value, true)
	switch {
	case g.Shown:
		v.Verdict = shown
	case value >= g.Least && value <= g.Goal:
		v.Verdict = good
	case value >= g.Least && value <= g.Limit:
		v.Verdict = near
	default:
		v.Verdict = failed // also a value that is not a number
		v.Note = fmt.Sprintf("%.2f, at most %.4g", value, g.Limit)
		if g.Least > 0 {
			v.Note = fmt.Sprintf("%.2f, to be within %.4g and %.4g", value, g.Least, g.Limit)
		}
	}
	return v
}

// better returns the better of two measurements of one gate.
func better(a, b verdict) verdict {
	switch {
	case a.Verdict == failed && b.Verdict != failed:
		return b
	case b.Verdict == failed && a.Verdict != failed || a.Value == nil || b.Value == nil:
		return a
	case *b.Value < *a.Value:
		return b
	}
	return a
}

// stops reports whether a verdict makes the whole run fail.
func (v verdict) stops(allowMissing bool) bool {
	return v.Verdict == failed || v.Verdict == lacking && !allowMissing && !v.Shown
}

// ratioGate compares overheads. The limits are for Linux, because the shim runs its
// hook by os/exec elsewhere.
func ratioGate(size, name, base string) func(*bench) (float64, error) {
	return func(b *bench) (float64, error) {
		if runtime.GOOS != "linux" {
			return 0, missing("the limits are of Linux")
		}
		for _, n := range [...]string{name, base, hookName} {
			if _, ok := b.times[size][n]; !ok {
				return 0, missing(n + " is not installed")
			}
		}
		r, ok := b.times.ratio(size, name, base)
		if !ok {
			return 0, fmt.Errorf("%s took less than its hook", base)
		}
		return r, nil
	}
}

// wholeGate compares the whole times of two programs without a hook.
func wholeGate(name, base string) func(*bench) (float64, error) {
	return func(b *bench) (float64, error) {
		for _, n := range [...]string{name, base} {
			if b.times[usual][n].Rounds == 0 {
				return 0, missing(n + " was not measured")
			}
		}
		return b.times[usual][name].Compared / b.times[usual][base].Compared, nil
	}
}

// instructionGate counts the instructions of a recorded call. The gates of time measure
// large payloads.
func instructionGate(b *bench) (float64, error) {
	payload, err := recorded(b.root, "PreToolUse.Bash.json")
	if err != nil {
		return 0, err
	}
	base, err := instructions(b.program(emptyName).argv, b.env, payload)
	if err != nil {
		return 0, err
	}
	n, err := instructions(b.program(shimName).argv, b.env, payload)
	return n / base, err
}

func memoryGate(b *bench) (float64, error) {
	if runtime.GOOS == "windows" {
		return 0, missing("memory is not measured on Windows")
	}
	n, err := peak(b.program(shimName).argv, b.env, b.dir, b.payloads[large])
	return float64(n) / 1e6, err
}
