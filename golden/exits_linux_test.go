package golden

import (
	"fmt"
	"os/signal"
	"slices"
	"syscall"
	"testing"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
)

// classOf is what an exit code means: 0 nothing, 2 a block, any other a failure.
func classOf(exit int, closed bool) verdict {
	if exit == 2 || exit != 0 && closed {
		return halts
	}
	return goesOn
}

// Every exit code, alone, beside an approval and beside a deny; all of them
// behind some client, those that mean something to a client or a shell behind
// each of the five.
func TestExitCodes(t *testing.T) {
	known := []int{0, 1, 2, 3, 49, 64, 126, 127, 128, 129, 130, 137, 143, 255}
	abreast(256, 10, func(exit int) {
		behindThese := five
		if !slices.Contains(known, exit) {
			behindThese = five[exit%len(five):][:1]
		}
		for _, provider := range behindThese {
			for _, closed := range [...]bool{false, true} {
				denied := classOf(exit, closed)
				if exit == 0 || exit > 128 { // as a shell calls what a signal ended
					denied = halts
				}
				for before, wants := range map[string]verdict{"": classOf(exit, closed), sayAllow: classOf(exit, closed), sayDeny: denied} {
					what := fmt.Sprintf("%s, closed=%v: %sexit %d", provider, closed, before, exit)
					r := run{dir: t.TempDir(), flags: []string{"-c", fmt.Sprintf("%sexit %d", before, exit)}}
					got := behind(provider, closed, r).doWithoutEOF(t)
					e := effectOf(provider, got)
					if exit == 0 {
						e.Approved = false // it said so
					}
					wants.check(t, what, got, e)
				}
			}
		}
	})
}

// The same through mapping alone, behind every client.
func TestExitCodesEverywhere(t *testing.T) {
	for _, provider := range Providers() {
		file, payload := toolStart(provider)
		for exit := range 256 {
			for _, closed := range [...]bool{false, true} {
				r, _ := answer(decode(t, file, payload), mapping.Printed{Exit: exit, Hook: "guard.sh"}, closed)
				e := client.Of(provider)(client.Reply{Event: Event(file), Payload: payload, Stdout: r.Stdout, Stderr: r.Stderr, Exit: r.Exit})
				classOf(exit, closed).check(t, fmt.Sprintf("%s, closed=%v: exit %d", provider, closed, exit),
					result{stdout: string(r.Stdout), stderr: string(r.Stderr), exit: r.Exit}, e)
			}
		}
	}
}

// A hook that ends by a signal failed; one that a signal does not end goes on to
// its own end, and one that is stopped runs out of time.
func TestSignals(t *testing.T) {
	harmless, stopping := []int{17, 18, 23, 28}, []int{19, 20, 21, 22}
	signals := []int{34, 64}
	for n := 1; n <= 31; n++ {
		signals = append(signals, n)
	}
	befores := []string{"", sayAllow, sayDeny}
	abreast(len(signals)*6, 10, func(i int) {
		n, closed, before := signals[i/6], i%2 == 1, befores[i%3]
		if signal.Ignored(syscall.Signal(n)) { // by whoever started the tests
			return
		}
		wants := classOf(128+n, closed)
		// A process group that nobody waits for ignores what a terminal sends: 20 to 22.
		if slices.Contains(harmless, n) || before == sayDeny || n >= 20 && n <= 22 && closed {
			wants = halts
		} else if n >= 20 && n <= 22 {
			wants = noAllow
		}
		for _, provider := range five {
			if provider != five[n%len(five)] && slices.Contains(stopping, n) {
				continue // each costs its time
			}
			line := fmt.Sprintf("ulimit -c 0; %skill -%d $$; exit 2", before, n)
			got := behind(provider, closed, run{dir: t.TempDir(), flags: []string{"--timeout", "1s", "-c", line}}).doWithoutEOF(t)
			wants.check(t, fmt.Sprintf("%s, closed=%v: %s", provider, closed, line), got, effectOf(provider, got))
		}
	})
}
