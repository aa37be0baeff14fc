// Bench measures what the shim costs, next to the cheapest program that starts a hook
// and next to a simple program for the same job.
//
//	go run ./bench          measures all, prints it, writes bench/latest.json, docs/bench.svg and docs/performance.md
//	go run ./bench -gate    measures what has a limit, and fails past it; writes nothing
//	go run ./bench -soak 60s    calls the shim that long, 16 at a time, and fails on any wrong effect or leftover
package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"
)

const usage = `Measures what openhook-shim costs: run it inside the repository.

  go run ./bench          all programs and payloads: about one minute
  go run ./bench -gate    what has a limit, timings measured twice before they fail: half a minute, or one
  go run ./bench -soak 60s  every recorded payload and kind of hook by chance, 16 at a time, every effect checked

"Overhead" is the time of a program that runs the hook less the time of the hook
alone, of each the sixth fastest run, of few runs the 10th percentile: whatever
else the machine does takes part in what is above that.

`

func main() {
	var o options
	flag.BoolVar(&o.gate, "gate", false, "measure what has a limit; exit 1 past one of them; write no files")
	flag.BoolVar(&o.allowMissing, "allow-missing", false,
		"with -gate: pass although something could not be measured here")
	flag.IntVar(&o.rounds, "rounds", 300, "rounds at 2 kB; large payloads and interpreters get fewer")
	flag.StringVar(&o.json, "o", filepath.Join("bench", "latest.json"),
		"`file` for the figures, from the root of the repository; \"\" for none")
	flag.StringVar(&o.svg, "svg", filepath.Join("docs", "bench.svg"), "`file` for the picture; \"\" for none")
	flag.StringVar(&o.page, "page", filepath.Join("docs", "performance.md"), "`file` for the tables; \"\" for none")
	soakTime := flag.Duration("soak", 0, "call the shim for so `long` instead; exit 1 on any wrong effect, or on what is left behind")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	var ok bool
	var err error
	if *soakTime > 0 {
		ok, err = soakFor(os.Stdout, *soakTime)
	} else {
		ok, err = o.run(os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

type options struct {
	gate, allowMissing bool
	rounds             int
	json, svg, page    string // files below the root of the repository
}

// A bench is one run of this program.
type bench struct {
	options
	root, dir string // the repository; the folder of the programs
	env       []string
	programs  []program
	absent    []string // programs that are not installed
	payloads  map[string][]byte
	times     times
	memory    []memory
	shares    []share
	verdicts  []verdict
}

// run returns false if a gate fails.
func (o options) run(w io.Writer) (ok bool, err error) {
	b := &bench{options: o, payloads: map[string][]byte{}}
	if b.root, err = root(); err != nil {
		return false, err
	}
	if err := os.Chdir(b.root); err != nil {
		return false, err
	}
	if b.dir, err = os.MkdirTemp("", "bench-"); err != nil {
		return false, err
	}
	defer os.RemoveAll(b.dir)
	if err := build(b.dir); err != nil {
		return false, err
	}
	for _, s := range sizes {
		if b.payloads[s.name], err = s.payload(b.root); err != nil {
			return false, err
		}
	}
	b.env = environment(b.dir)
	if err := projects(b.dir); err != nil {
		return false, err
	}
	b.programs, b.absent = programs(b.root, b.dir)
	debug.SetGCPercent(400) // a pause of this program would count as the shim's
	if b.times, err = b.measure(); err != nil {
		return false, err
	}
	if b.verdicts, err = b.judge(); err != nil {
		return false, err
	}
	if !o.gate {
		if b.memory, err = b.peaks(); err != nil {
			return false, err
		}
		if b.shares, err = b.libraries(); err != nil {
			return false, err
		}
	}
	b.print(w)
	if o.gate {
		return b.pass(w), nil
	}
	return true, b.write()
}

// measure measures everything, or only what has a limit.
func (b *bench) measure() (times, error) {
	all := times{}
	for _, s := range sizes {
		if b.gate && !s.gated {
			continue
		}
		start := time.Now()
		all[s.name] = map[string]stats{}
		for block := range blocks {
			var list []program
			for _, p := range b.programs {
				if p.block() == block && b.wants(p, s) {
					list = append(list, p)
				}
			}
			measured, err := measure(list, b.env, b.payloads[s.name], s.rounds(b.rounds, block == slowBlock))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.name, err)
			}
			maps.Copy(all[s.name], measured)
		}
		fmt.Fprintf(os.Stderr, "measured %s in %.0f s\n", s.name, time.Since(start).Seconds())
	}
	return all, nil
}

// wants reports whether to run a program with a payload. It runs hooks without a shim
// with one payload only, and before a gate no interpreter with a large payload.
func (b *bench) wants(p program, s size) bool {
	switch {
	case b.gate && !p.gated, p.upTo > 0 && s.bytes > p.upTo:
		return false
	case p.alone, p.links, b.gate && p.slow:
		return s.name == usual
	}
	return true
}

// judge checks all gates, and measures again if a timing fails.
func (b *bench) judge() ([]verdict, error) {
	var all []verdict
	again := ""
	for _, g := range gates {
		v := g.judge(g.value(b))
		if g.timed && v.Verdict == failed {
			again += "\n  " + g.Name + ": " + v.Note
		}
		all = append(all, v)
	}
	if !b.gate || again == "" {
		return all, nil
	}
	fmt.Fprintf(os.Stderr, "measuring again, as past its limit is%s\n", again)
	second := *b
	var err error
	if second.times, err = second.measure(); err != nil {
		return nil, err
	}
	for i, g := range gates {
		if g.timed && !g.Shown {
			all[i] = better(all[i], g.judge(g.value(&second)))
		}
	}
	return all, nil
}

// program returns a program that every machine has.
func (b *bench) program(name string) program {
	for _, p := range b.programs {
		if p.Name == name {
			return p
		}
	}
	return program{}
}
