//go:build !windows

package shim_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/internal/shimtest"
)

// A verdict is what the client must do with the action.
type verdict string

const (
	goesOn  verdict = "passes"   // as if there were no hook
	halts   verdict = "stops"    // it does not happen
	noAllow verdict = "no allow" // it depends on the client, but no approval is skipped
)

func (v verdict) check(t *testing.T, what string, got result, e client.Effect) {
	t.Helper()
	stopped := e.Stopped || e.Ends
	switch {
	case e.Approved:
		t.Errorf("%s: a fault approves: %+v, %+v", what, got, e)
	case v == halts && !stopped:
		t.Errorf("%s: it is let through: %+v, %+v", what, got, e)
	case v == goesOn && (stopped || e.Asked || e.GoesOn || e.Input != ""):
		t.Errorf("%s: it does not go on: %+v, %+v", what, got, e)
	case got.Took > 20*time.Second:
		t.Errorf("%s: it took %s", what, got.Took)
	}
	for _, s := range [...]string{"goroutine ", "panic", "internal error", "runtime error"} {
		if strings.Contains(got.Stdout+got.Stderr, s) {
			t.Errorf("%s: the user reads of a panic: %+v", what, got)
		}
	}
}

// toolStart is a provider's payload of an action that can be denied.
func toolStart(provider string) (file string, payload []byte) {
	file = shimtest.FaultEvents[provider][0]
	return file, golden.Payloads(provider)[file]
}

// behind makes a client's call of r, which has its payload and flags to get.
func behind(provider string, closed bool, r run) run {
	file, payload := toolStart(provider)
	r.Stdin = payload
	r.Flags = append([]string{"--source", provider, "--event", golden.Event(file)}, r.Flags...)
	if closed {
		r.Flags = append([]string{"--fail-closed"}, r.Flags...)
	}
	return call(file, payload, r)
}

func effectOf(provider string, got result) client.Effect {
	file, payload := toolStart(provider)
	return client.Of(provider)(client.Reply{Event: golden.Event(file), Payload: payload,
		Stdout: []byte(got.Stdout), Stderr: []byte(got.Stderr), Exit: got.Exit})
}

const (
	sayDeny  = `echo '{"decision":"deny","reason":"REASON-WHY"}'; `
	sayAllow = `echo '{"decision":"allow"}'; `
	note     = `echo $$ >>pids; ` // whose process must be gone at the end
	slowly   = `slow() { s=$1; while [ -n "$s" ]; do c=${s#?}; printf %s "${s%"$c"}"; s=$c; done; }; `
)

// A breakage is a hook that breaks, as a line of shell. Linux alone has subreapers
// and a parent's death signal.
type breakage struct {
	name         string
	line         string
	open, closed verdict
	linux        bool
}

var breakages = []breakage{
	// Without an answer.
	{"closes its streams and crashes", `exec >&- 2>&-; exit 1`, goesOn, halts, false},
	{"closes stdin and crashes", `exec <&-; exit 1`, goesOn, halts, false},
	{"closes its streams and hangs", note + `exec <&- >&- 2>&-; sleep 60`, goesOn, halts, false},
	{"half a deny", `printf '{"decision":"den'`, goesOn, halts, false},
	{"half an approval, then a crash", `printf '{"decision":"allow"'; exit 1`, goesOn, halts, false},
	{"an approval, then a crash", sayAllow + `exit 1`, goesOn, halts, false},
	{"an approval, then a hang", note + sayAllow + `sleep 60`, goesOn, halts, false},
	{"an approval byte by byte, then killed", slowly + `slow '{"decision":"allow"}'; kill -9 $$`, goesOn, halts, false},
	{"an approval without end", note + `while :; do ` + sayAllow + `sleep 0.01; done`, goesOn, halts, false},
	{"forks and crashes", `sleep 3 & exit 1`, goesOn, halts, false},
	{"an approval after its parent crashed", `(sleep 0.1; ` + sayAllow + `) & exit 1`, goesOn, halts, false},
	{"ignores TERM", note + `trap '' TERM INT HUP; sleep 60; sleep 60`, goesOn, halts, false},
	{"approves when it is told to end", note + `trap "` + strings.ReplaceAll(sayAllow, `"`, `\"`) + `exit 0" TERM; sleep 60 & wait`, goesOn, halts, false},
	{"becomes another program that hangs", note + `exec sleep 60`, goesOn, halts, false},
	{"stops itself", note + `kill -STOP $$; exit 0`, goesOn, halts, false},
	{"leaves children behind that hang", note + `(` + note + `sleep 60) & (sh -c '` + note + `exec sleep 60') & sleep 60`, goesOn, halts, false},
	{"leaves its group and session", note + `PLAY setsid ignore pid own sleep 60s; sleep 60`, goesOn, halts, true},
	{"sh without its script", `exec sh gone.sh`, goesOn, halts, false},
	{"env and sh without the script", `exec env sh ./gone.sh`, goesOn, halts, false},
	{"a hook that is gone", `exec ./gone.sh`, goesOn, halts, false},
	{"ends the shim", note + `sleep 0.2; kill -TERM $PPID; sleep 60`, noAllow, halts, true},
	{"approves and ends the shim", note + sayAllow + `sleep 0.2; kill -TERM $PPID; sleep 60`, noAllow, halts, true},
	{"kills the shim", note + sayAllow + `kill -9 $PPID; exec sleep 60`, noAllow, noAllow, true},

	// With a no before or beside the fault.
	{"exit 2 and a child that holds the streams", `sleep 3 & echo no >&2; exit 2`, halts, halts, false},
	{"exit 2 and a child of another session", `PLAY setsid sleep 3s; echo no >&2; exit 2`, halts, halts, false},
	{"exit 2 behind closed streams", `exec >&- 2>&-; exit 2`, halts, halts, false},
	{"exit 2 beside broken JSON", `printf '{"decision":"allow"'; exit 2`, halts, halts, false},
	{"exit 2 as its folder is removed", `rm -rf "$PWD"; exit 2`, halts, halts, false},
	{"a deny byte by byte", slowly + `slow '{"decision":"deny","reason":"no"}'`, halts, halts, false},
	{"a deny from a child that outlives it", `(sleep 0.1; ` + sayDeny + `) & exit 0`, halts, halts, false},
	{"a deny, closes stdout, lingers", sayDeny + `exec >&-; sleep 0.1`, halts, halts, false},
	{"a deny, closes stdout, hangs", note + sayDeny + `exec >&-; sleep 60`, halts, halts, false},
	{"a deny, then a hang", note + sayDeny + `sleep 60`, halts, halts, false},
	{"a deny, then a hang that ignores TERM", note + `trap '' TERM; ` + sayDeny + `sleep 60; sleep 60`, halts, halts, false},
	{"a deny when it is told to end", note + `trap "` + strings.ReplaceAll(sayDeny, `"`, `\"`) + `exit 0" TERM; sleep 60 & wait`, halts, halts, false},
	{"a deny, then half an approval and a hang", note + sayDeny + `printf '{"decision":"allow'; sleep 60`, halts, halts, false},
	{"a deny among approvals without end", note + sayAllow + sayDeny + `while :; do ` + sayAllow + `sleep 0.01; done`, halts, halts, false},
	{"a deny, then killed", sayDeny + `kill -9 $$`, halts, halts, false},
	{"a deny, then its own end in failure", sayDeny + `exit 1`, goesOn, halts, false},
	{"a deny, then ends the shim", note + sayDeny + `sleep 0.2; kill -TERM $PPID; sleep 60`, halts, halts, true},
	{"continue is false, then killed", `echo '{"continue":false,"reason":"no"}'; kill -9 $$`, halts, halts, false},
}

func TestBreakages(t *testing.T) {
	slow(t)
	t.Parallel()
	shimtest.Abreast(len(breakages)*2*len(five), 16, func(i int) {
		b := breakages[i/(2*len(five))]
		provider, closed, wants := five[i/2%len(five)], i%2 == 1, b.open
		if closed {
			wants = b.closed
		}
		if !b.linux || runtime.GOOS == "linux" {
			b.check(t, provider, closed, wants)
		}
	})
}

func (b breakage) check(t *testing.T, provider string, closed bool, wants verdict) {
	dir := tempDir(t)
	line := strings.ReplaceAll(b.line, "PLAY", "'"+shimtest.Play(t)+"'")
	got := behind(provider, closed, run{Dir: dir, Flags: []string{"-c", line}}).within(t, patience, wants, provider)
	for _, file := range [...]string{"pids", "own"} {
		text, _ := os.ReadFile(filepath.Join(dir, file))
		for pid := range strings.FieldsSeq(string(text)) {
			if n, _ := strconv.Atoi(pid); alive(n) {
				syscall.Kill(n, syscall.SIGKILL)
				t.Errorf("%s, %s: process %d is left", b.name, provider, n)
			}
		}
	}
	wants.check(t, fmt.Sprintf("%s, %s, closed=%v", b.name, provider, closed), got, effectOf(provider, got))
}

// patience is how long a hook may take to say no: a loaded machine may need the second.
var patience = []string{"1s", "10s"}

// within makes a call with one timeout after the other until the client stops, where
// it must.
func (r run) within(t *testing.T, limits []string, wants verdict, provider string) (got result) {
	t.Helper()
	for _, limit := range limits {
		again := r
		again.Flags = append([]string{"--timeout", limit}, r.Flags...)
		got = again.doWithoutEOF(t)
		if e := effectOf(provider, got); wants != halts || e.Stopped || e.Ends {
			break
		}
	}
	return got
}
