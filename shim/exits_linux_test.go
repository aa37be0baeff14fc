package shim_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/internal/shimtest"
	"github.com/openhook/openhook-shim/mapping"
)

// classOf is what an exit code means: 0 nothing, 2 a block, any other a failure.
func classOf(exit int, closed bool) verdict {
	if exit == 2 || exit != 0 && closed {
		return halts
	}
	return goesOn
}

// An exiting is an exit code and what the hook says before it.
type exiting struct {
	exit   int
	before string
	closed bool
}

// wants is what a client must do: a deny counts at 0 and beside a signal's code, which
// is 128 and more.
func (e exiting) wants() verdict {
	if e.before == sayDeny && (e.exit == 0 || e.exit > 128) {
		return halts
	}
	return classOf(e.exit, e.closed)
}

func exitings() (all []exiting) {
	for exit := range 256 {
		for _, before := range [...]string{"", sayAllow, sayDeny} {
			for _, closed := range [...]bool{false, true} {
				all = append(all, exiting{exit, before, closed})
			}
		}
	}
	return all
}

// Exit codes alone, beside an approval and beside a deny. Those that mean something
// to a client or a shell are tried in all ways behind each of the five, the others in
// one way, as TestExitCodesEverywhere has all ways of all of them.
func TestExitCodes(t *testing.T) {
	t.Parallel()
	known := []int{0, 1, 2, 3, 49, 64, 126, 127, 128, 129, 130, 137, 143, 255}
	var calls []func()
	for i, e := range exitings() {
		behindThese := five
		if !slices.Contains(known, e.exit) || testing.Short() {
			behindThese = five[i%len(five):][:1]
			if i%6 != e.exit%6 && !*every { // one of the six ways
				continue
			}
		}
		for _, provider := range behindThese {
			calls = append(calls, func() {
				r := run{Dir: t.TempDir(), Flags: []string{"-c", fmt.Sprintf("%sexit %d", e.before, e.exit)}}
				got := behind(provider, e.closed, r).doWithoutEOF(t)
				effect := effectOf(provider, got)
				if e.exit == 0 {
					effect.Approved = false // it said so
				}
				e.wants().check(t, fmt.Sprintf("%s, %+v", provider, e), got, effect)
			})
		}
	}
	shimtest.Abreast(len(calls), 10, func(i int) { calls[i]() })
}

// The same through mapping alone, behind every client.
func TestExitCodesEverywhere(t *testing.T) {
	t.Parallel()
	prints := map[string]string{"": "", sayAllow: `{"decision":"allow"}`, sayDeny: `{"decision":"deny","reason":"REASON-WHY"}`}
	for _, provider := range golden.Providers() {
		file, payload := toolStart(provider)
		for _, e := range exitings() {
			if e.before == sayDeny && e.exit > 128 {
				continue // the shim's own rule, before mapping
			}
			printed := mapping.HookOutput{Stdout: []byte(prints[e.before]), Exit: e.exit, Hook: "guard.sh"}
			r, _ := shimtest.Answer(decode(t, payload), printed, e.closed)
			got := result{Stdout: string(r.Stdout), Stderr: string(r.Stderr), Exit: r.Exit}
			effect := client.Of(provider)(client.Reply{Event: golden.Event(file), Payload: payload, Stdout: r.Stdout, Stderr: r.Stderr, Exit: r.Exit})
			if e.exit == 0 {
				effect.Approved = false
			}
			e.wants().check(t, fmt.Sprintf("%s, %+v", provider, e), got, effect)
		}
	}
}

// A hook that ends by a signal failed; one that a signal does not end goes on to
// its own end, and one that is stopped runs out of time.
func TestSignals(t *testing.T) {
	t.Parallel()
	harmless, stopping := []int{17, 18, 23, 28}, []int{19, 20, 21, 22}
	everywhere := []int{1, 2, 9, 15} // behind all five, the others behind one
	signals := []int{34, 64}
	for n := 1; n <= 31; n++ {
		signals = append(signals, n)
	}
	befores := []string{"", sayAllow, sayDeny}
	shimtest.Abreast(len(signals)*6, 10, func(i int) {
		n, closed, before := signals[i/6], i%2 == 1, befores[i%3]
		if testing.Short() && slices.Contains(stopping, n) {
			return // the hook stays until its timeout
		}
		wants := classOf(128+n, closed)
		// A process group that nobody waits for ignores what a terminal sends: 20 to 22.
		if slices.Contains(harmless, n) || before == sayDeny || n >= 20 && n <= 22 && closed {
			wants = halts
		} else if n >= 20 && n <= 22 {
			wants = noAllow
		}
		for _, provider := range five {
			all := slices.Contains(everywhere, n) && !testing.Short() || *every && !slices.Contains(stopping, n)
			if provider != five[n%len(five)] && !all {
				continue
			}
			line := fmt.Sprintf("ulimit -c 0; %skill -%d $$; exit 2", before, n)
			limits := []string{"20s"}
			if slices.Contains(stopping, n) {
				limits = patience
			}
			got := behind(provider, closed, run{Dir: t.TempDir(), Flags: []string{"-c", line}}).within(t, limits, wants, provider)
			wants.check(t, fmt.Sprintf("%s, closed=%v: %s", provider, closed, line), got, effectOf(provider, got))
		}
	})
}
