package main

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/openhook/openhook-shim/golden"
)

const (
	atATime  = 16
	shownBad = 20
	oneIn    = 25 // one call of so many measures the memory, not the answer
	// lingers is how long a process lives that a hook leaves behind on purpose.
	lingers = 2 * time.Second
)

// A soak calls the shim for a long time with all recorded payloads and all kinds of
// hooks, many at once. It compares each answer with what the client would do.
type soak struct {
	dir, shim, play, peak string
	tmp                   string // the folder for everything that a call writes
	mark                  string // in the environment of all processes of the soak
	seed                  uint64
	records               []recording

	sync.Mutex
	kinds   map[string]*tally
	bad     []string // the first failures
	wrong   int
	peakMem int64
	peaks   int
	bytes   int64
	stalled time.Duration // the longest pause of this program itself
}

// A tally counts one kind of hook.
type tally struct {
	calls, stopped, wrong int
	took                  time.Duration
	slowest               time.Duration
}

// soakFor builds the programs and runs the soak. It returns false if anything was
// wrong.
func soakFor(w io.Writer, d time.Duration) (ok bool, err error) {
	root, err := root()
	if err != nil {
		return false, err
	}
	if err := os.Chdir(root); err != nil {
		return false, err
	}
	dir, err := os.MkdirTemp("", "soak-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	for _, p := range [...]part{{name: "openhook-shim", pkg: "."}, {name: "play", pkg: "./golden/play"},
		{name: "peak", pkg: "./bench/peak"}} {
		if err := p.build(dir); err != nil {
			return false, err
		}
	}
	s := &soak{
		dir: dir, shim: binary(dir, "openhook-shim"), play: binary(dir, "play"), peak: binary(dir, "peak"),
		tmp: filepath.Join(dir, "tmp"), mark: fmt.Sprintf("BENCH_SOAK=%d", os.Getpid()), seed: rand.Uint64(),
		kinds: map[string]*tally{},
	}
	if err := os.Mkdir(s.tmp, 0o700); err != nil {
		return false, err
	}
	if s.records, err = soakRecordings(); err != nil {
		return false, err
	}
	descriptors := openFiles()
	start := time.Now()
	s.run(start.Add(d))
	took := time.Since(start)
	time.Sleep(lingers + time.Second)
	s.leftovers(descriptors)
	s.print(w, took)
	return s.wrong == 0, nil
}

// run calls the shim until the end time.
func (s *soak) run(end time.Time) {
	var wait sync.WaitGroup
	wait.Go(func() {
		for last := time.Now(); last.Before(end); {
			time.Sleep(time.Millisecond)
			now := time.Now()
			s.stalled = max(s.stalled, now.Sub(last))
			last = now
		}
	})
	for i := range atATime {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(s.seed, uint64(i)))
			for n := 0; time.Now().Before(end); n++ {
				c := s.draw(r, fmt.Sprintf("%d-%d", i, n))
				if n%oneIn == oneIn-1 && !c.hook.odd {
					s.weigh(c)
				} else {
					s.count(c, s.call(c))
				}
			}
		})
	}
	wait.Wait()
}

// count counts one call. o.wrong is "" if nothing was wrong.
func (s *soak) count(c soakCall, o outcome) {
	s.Lock()
	defer s.Unlock()
	t := s.kinds[c.hook.name]
	if t == nil {
		t = &tally{}
		s.kinds[c.hook.name] = t
	}
	t.calls++
	t.took += o.took
	t.slowest = max(t.slowest, o.took)
	s.bytes += int64(len(c.payload))
	if o.effect.Stopped || o.effect.Ends {
		t.stopped++
	}
	if o.wrong != "" {
		t.wrong++
		s.fail(fmt.Sprintf("%s: %s\n  %s\n  answer %.300q %.300q exit %d after %s\n  effect %+v", c.hook.name,
			o.wrong, c, o.stdout, o.stderr, o.exit, o.took.Round(time.Millisecond), o.effect))
	}
}

func (s *soak) fail(what string) {
	s.wrong++
	if len(s.bad) < shownBad {
		s.bad = append(s.bad, what)
	}
}

// leftovers looks for processes, descriptors and files that no call may leave behind.
func (s *soak) leftovers(descriptors int) {
	for _, p := range marked(s.mark) {
		s.fail("a process is left: " + p)
	}
	if now := openFiles(); now != descriptors {
		s.fail(fmt.Sprintf("%d descriptors are open, %d were", now, descriptors))
	}
	counts := filepath.Join(s.tmp, "state", "openhook", "continues") // documented: the counts of continuations
	filepath.WalkDir(s.tmp, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() && filepath.Dir(path) != counts || strings.HasSuffix(path, ".tmp") {
			s.fail(fmt.Sprintf("a file is left: %s %v", path, err))
		}
		return nil
	})
}

// print writes the figures.
func (s *soak) print(w io.Writer, took time.Duration) {
	t := newTable(w, "hooks, "+fmt.Sprint(atATime)+" at a time", "", "calls", "stopped", "wrong", "mean ms",
		"slowest ms")
	calls, slowest := 0, ""
	longest := time.Duration(0)
	for _, name := range slices.Sorted(maps.Keys(s.kinds)) {
		k := s.kinds[name]
		calls += k.calls
		if k.slowest > longest {
			longest, slowest = k.slowest, name
		}
		t.AppendRow([]any{name, k.calls, k.stopped, k.wrong, whole(float64(k.took.Milliseconds()) / float64(k.calls)),
			k.slowest.Milliseconds()})
	}
	t.Render()
	fmt.Fprintf(w, "\n%d calls of %d clients in %.0f s, %.0f a second, %.0f MB of payload; seed %d\n",
		calls, len(golden.Providers()), took.Seconds(), float64(calls)/took.Seconds(), float64(s.bytes)/1e6, s.seed)
	fmt.Fprintf(w, "slowest: %d ms, %s; the machine kept this program itself waiting for up to %d ms\n",
		longest.Milliseconds(), slowest, s.stalled.Milliseconds())
	if s.peaks > 0 {
		fmt.Fprintf(w, "most memory of a shim or its hook: %s MB in %d calls that were weighed\n", mega(s.peakMem),
			s.peaks)
	}
	if !canScan {
		fmt.Fprintln(w, "NOT CHECKED here: processes and descriptors that are left, memory")
	}
	for _, bad := range s.bad {
		fmt.Fprintln(w, "\nWRONG: "+bad)
	}
	if s.wrong > 0 {
		fmt.Fprintf(w, "\n%d wrong\n", s.wrong)
		return
	}
	fmt.Fprintln(w, "every effect as the hook wanted it; no process, descriptor or file is left")
}
