package shim_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/internal/shimtest"
)

// A client ends us by our number or our group's. The hook and what it started go
// with us; by KILL at least the hook itself, or what is in the group. A no that
// was said before holds, fail-closed holds, unless we are killed: then the client
// sees a death by signal, and its own rule is all there is.
func TestEnded(t *testing.T) {
	slow(t)
	t.Parallel()
	hooks := []struct {
		name, line string
		started    int // how many processes note themselves
		away       bool
	}{
		{"a hook", note + `exec sleep 60`, 1, false},
		{"a hook that ignores it", `trap '' TERM INT HUP QUIT; ` + note + `sleep 60; sleep 60`, 1, false},
		{"a hook with children", note + `sh -c '` + note + `sleep 60; sleep 60' & sh -c '` + note + `sleep 60; sleep 60' & sleep 60; sleep 60`, 3, false},
		{"a hook with a child of another session", note + `PLAY setsid ignore pid own sleep 60s; sleep 60; sleep 60`, 2, true},
		{"a hook whose streams are closed", note + `exec <&- >&- 2>&-; sleep 60; sleep 60`, 1, false},
	}
	signals := []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGKILL}
	i := 0
	for _, h := range hooks {
		for _, sig := range signals {
			for _, group := range [...]bool{false, true} {
				provider := five[i%len(five)]
				i++
				t.Run(fmt.Sprintf("%s/%s/group=%v/%s", h.name, sig, group, provider), func(t *testing.T) {
					t.Parallel()
					shimtest.Abreast(4, 4, func(j int) {
						closed, before := j&1 != 0, [...]string{"", sayDeny}[j>>1]
						wants := noAllow
						if sig != syscall.SIGKILL && (closed || before != "") {
							wants = halts
						}
						flags := []string{"-c", strings.ReplaceAll(before+h.line, "PLAY", "'"+shimtest.Play(t)+"'")}
						var got result
						var pids []int
						for soon := true; soon; {
							got, pids, soon = behind(provider, closed, run{Dir: t.TempDir(), Flags: flags}).end(t, sig, group, h.started, h.away)
						}
						wants.check(t, fmt.Sprintf("closed=%v, %q", closed, before), got, effectOf(provider, got))
						for k, pid := range pids {
							mayLive := sig == syscall.SIGKILL && (group && h.away && k == len(pids)-1 || !group && k > 0)
							if !mayLive && alive(pid) {
								t.Errorf("closed=%v, %q: process %d of %v is left", closed, before, pid, pids)
							}
							syscall.Kill(pid, syscall.SIGKILL)
						}
					})
				})
			}
		}
	}
}

// end starts a call, ends it once n processes of the hook run, and returns their
// numbers: the hook's first, one of another session last. It was too soon if we
// died of the signal ourselves: for 20 ms signals are not watched for.
func (r run) end(t *testing.T, sig syscall.Signal, group bool, n int, away bool) (got result, pids []int, soon bool) {
	c := r.command(t)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var stdout, stderr bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(r.Stdin), &stdout, &stderr
	c.WaitDelay = time.Second
	if err := c.Start(); err != nil {
		t.Error(err)
		return result{}, nil, false
	}
	for until := time.Now().Add(20 * time.Second); len(pids) < n && time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		own, _ := os.ReadFile(filepath.Join(r.Dir, "own"))
		noted, _ := os.ReadFile(filepath.Join(r.Dir, "pids"))
		pids = nil
		for pid := range strings.FieldsSeq(string(noted) + " " + string(own)) {
			p, _ := strconv.Atoi(pid)
			pids = append(pids, p)
		}
	}
	if len(pids) < n {
		t.Errorf("%d of %d processes run", len(pids), n)
	}
	// They note themselves in any order. An orphan is a child of the shim, too.
	if hook := childOf(c.Process.Pid); slices.Contains(pids, hook) && !away {
		pids = append([]int{hook}, slices.DeleteFunc(pids, func(p int) bool { return p == hook })...)
	}
	time.Sleep(60 * time.Millisecond)
	pid := c.Process.Pid
	if group {
		pid = -pid
	}
	start := time.Now()
	syscall.Kill(pid, sig)
	c.Wait()
	t.Cleanup(func() { syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }) // what a KILL of us alone leaves
	soon = sig != syscall.SIGKILL && exitOf(c.ProcessState) != c.ProcessState.ExitCode() || strings.HasPrefix(stderr.String(), "SIGQUIT")
	if soon {
		for _, pid := range pids {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	return result{Stdout: stdout.String(), Stderr: stderr.String(), Exit: exitOf(c.ProcessState), Took: time.Since(start)}, pids, soon
}

// childOf is the hook of a shim.
func childOf(shim int) int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", shim, shim))
	first, _, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	pid, _ := strconv.Atoi(first)
	return pid
}
