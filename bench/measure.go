package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"time"
)

const (
	warmUp = 5
	atMost = 4   // times the usual rounds, on a busy machine
	many   = 100 // rounds; programs with fewer rounds take so long that load matters less
)

// atOnce is how many bytes every pipe takes before a program reads it.
const atOnce = 4 << 10

// run starts a program with a payload on its stdin. It returns the time from start to
// end and the output.
func run(argv, env []string, payload []byte) (took time.Duration, out []byte, err error) {
	stdin, feed, err := os.Pipe()
	if err != nil {
		return 0, nil, err
	}
	tap, stdout, err := os.Pipe()
	if err != nil {
		return 0, nil, err
	}
	defer tap.Close()
	write := func() { feed.Write(payload); feed.Close() } // the program need not read
	if len(payload) <= atOnce {
		write()
	}
	start := time.Now()
	p, err := os.StartProcess(argv[0], argv, &os.ProcAttr{Env: env, Files: []*os.File{stdin, stdout, os.Stderr}})
	stdin.Close()
	stdout.Close()
	if err != nil {
		feed.Close()
		return 0, nil, err
	}
	if len(payload) > atOnce {
		go write()
	}
	out, err = io.ReadAll(tap)
	state, waitErr := p.Wait()
	took = time.Since(start)
	switch {
	case err != nil:
	case waitErr != nil:
		err = waitErr
	case !state.Success():
		err = fmt.Errorf("it ended with %s", state)
	}
	return took, out, err
}

// check runs a program and compares its output with the expected one.
func (p *program) check(env []string, payload []byte) error {
	_, out, err := run(p.argv, append(env[:len(env):len(env)], p.env...), payload)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Name, err)
	}
	if said := strings.Join(strings.Fields(string(out)), ""); said != p.says {
		return fmt.Errorf("%s: it printed %.200q, not %q", p.Name, said, p.says)
	}
	return nil
}

// measure runs the programs in turn, in a new order in each round, so that the load of
// the machine meets all of them. It runs more rounds on a busy machine.
func measure(list []program, env []string, payload []byte, rounds int) (map[string]stats, error) {
	for _, p := range list {
		for range min(warmUp, rounds) {
			if err := p.check(env, payload); err != nil {
				return nil, err
			}
		}
	}
	took := make([][]time.Duration, len(list))
	all := map[string]stats{}
	for batch := 0; batch < atMost && (batch == 0 || !settled(all)); batch++ {
		for range rounds {
			for _, i := range rand.Perm(len(list)) {
				p := &list[i]
				d, out, err := run(p.argv, append(env[:len(env):len(env)], p.env...), payload)
				if err != nil || (len(out) == 0) != (p.says == "") {
					return nil, fmt.Errorf("%s: %v, it printed %.200q", p.Name, err, out)
				}
				took[i] = append(took[i], d)
			}
		}
		for i, p := range list {
			all[p.Name] = summarize(took[i])
		}
	}
	return all, nil
}

// settled reports whether all programs with many runs had enough undisturbed ones.
func settled(all map[string]stats) bool {
	for _, s := range all {
		if s.Rounds >= many && !s.settled() {
			return false
		}
	}
	return true
}
