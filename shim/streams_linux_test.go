package shim_test

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/internal/shimtest"
)

// A stream is what a client gives us for stdout or stderr.
type stream struct {
	name  string
	open  func() (*os.File, error) // nil: closed before we start
	after func(*os.File)           // once we run
	slow  bool                     // found out by waiting
}

func broken(name string, flags int) func() (*os.File, error) {
	return func() (*os.File, error) { return os.OpenFile(name, flags, 0) }
}

// unread is a pipe that nobody reads; taken is how much of it is full.
func unread(full bool) func() (*os.File, error) {
	return func() (*os.File, error) {
		var p [2]int
		if err := syscall.Pipe2(p[:], syscall.O_CLOEXEC); err != nil {
			return nil, err
		}
		if !full {
			syscall.Close(p[0])
			return os.NewFile(uintptr(p[1]), "pipe"), nil
		}
		// Our end stays open until the test ends: it counts as a reader.
		syscall.SetNonblock(p[1], true)
		for page := make([]byte, 4096); ; {
			if _, err := syscall.Write(p[1], page); err != nil {
				break
			}
		}
		syscall.SetNonblock(p[1], false)
		return os.NewFile(uintptr(p[1]), "pipe"), nil
	}
}

func nonBlocking(f *os.File) { syscall.SetNonblock(int(f.Fd()), true) }

var streams = []stream{
	{name: "closed"},
	{name: "a pipe that is closed", open: unread(false)},
	{name: "/dev/full", open: broken("/dev/full", os.O_WRONLY)},
	{name: "/dev/null", open: broken("/dev/null", os.O_WRONLY)},
	{name: "open for reading only", open: broken("/dev/zero", os.O_RDONLY)},
	{name: "a full pipe", open: unread(true), slow: true},
	{name: "a full pipe that does not block", open: unread(true), after: nonBlocking, slow: true},
}

// on makes the call with these streams, nil being good ones.
func (r run) on(t *testing.T, stdout, stderr *stream) result {
	t.Helper()
	closing, files, bufs := "", [2]*os.File{}, [2]bytes.Buffer{}
	for i, s := range [...]*stream{stdout, stderr} {
		if s == nil {
			continue
		}
		if s.open == nil {
			closing += [...]string{" >&-", " 2>&-"}[i]
			continue
		}
		var err error
		if files[i], err = s.open(); err != nil {
			t.Error(err)
			return result{}
		}
		defer files[i].Close()
	}
	if closing != "" {
		r = r.under(t, `exec "$0" "$@"`+closing)
	}
	c := r.command(t)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(r.Stdin), &bufs[0], &bufs[1]
	if files[0] != nil {
		c.Stdout = files[0]
	}
	if files[1] != nil {
		c.Stderr = files[1]
	}
	start := time.Now()
	if err := c.Start(); err != nil {
		t.Error(err)
		return result{}
	}
	for i, s := range [...]*stream{stdout, stderr} {
		if s != nil && s.after != nil {
			s.after(files[i])
		}
	}
	c.Wait()
	return result{Stdout: bufs[0].String(), Stderr: bufs[1].String(), Exit: exitOf(c.ProcessState), Took: time.Since(start)}
}

// under runs the shim from a line of shell that ends with exec "$0" "$@".
func (r run) under(t *testing.T, line string) run {
	r.Flags = append([]string{"-c", line, shimtest.Shim(t)}, r.Flags...)
	r.Bin = "/bin/sh"
	return r
}

// needsStreams is what a client needs to obey a deny: an answer on stdout, or a
// reason on stderr beside the exit code 2. Nothing that we do makes up for it.
var needsStreams = map[string]string{"cline": "stdout", "mistral-vibe": "stdout", "kiro": "stderr",
	"codex": "either", "gemini-cli": "either", "qwen-code": "either"}

// A no gets through whichever stream is broken.
func TestBrokenStreams(t *testing.T) {
	t.Parallel()
	var calls []streamCall
	fast := slices.DeleteFunc(slices.Clone(streams), func(s stream) bool { return s.slow })
	for i := range fast {
		s := &fast[i]
		for j, provider := range golden.Providers() {
			// How a stream is broken makes no difference to a client: the five get all ways, the others take turns.
			all := *every || !testing.Short() && slices.Contains(five, provider)
			if all || j%len(fast) == i {
				calls = append(calls, streamCall{provider, s, nil}, streamCall{provider, nil, s}, streamCall{provider, s, s})
			}
		}
	}
	shimtest.Abreast(len(calls), 10, func(i int) {
		calls[i].says(t, "echo no >&2; exit 2", false, halts)
		calls[i].says(t, sayDeny, false, halts)
		calls[i].says(t, sayAllow, false, noAllow)
		if calls[i].stdout != nil {
			calls[i].says(t, `echo '{"decision":"ask","reason":"no"}'`, false, halts)
			calls[i].says(t, `echo '{"updated_input":{"command":"true","file_path":"/x"}}'`, false, halts)
		}
		calls[i].says(t, "exit 1", false, goesOn)
		calls[i].says(t, "exit 1", true, halts)
	})
}

// Nobody reads, and we do not wait for ever: a client that ends us in the end
// lets the action run.
func TestUnreadStreams(t *testing.T) {
	slow(t)
	t.Parallel()
	var all []func()
	for i := range streams {
		for _, provider := range five {
			if s := &streams[i]; s.slow {
				for _, c := range [...]streamCall{{provider, s, nil}, {provider, nil, s}} {
					all = append(all, func() { c.says(t, "sleep 0.1; echo no >&2; exit 2", false, halts) },
						func() { c.says(t, "sleep 0.1; "+sayDeny, false, halts) },
						func() { c.says(t, "sleep 0.1; exit 1", true, halts) })
				}
			}
		}
	}
	shimtest.Abreast(len(all), len(all), func(i int) { all[i]() })
}

type streamCall struct {
	provider       string
	stdout, stderr *stream // nil: a good one
}

func (c streamCall) says(t *testing.T, line string, closed bool, wants verdict) {
	t.Helper()
	what := c.provider
	if c.stdout != nil {
		what += ", stdout is " + c.stdout.name
	}
	if c.stderr != nil {
		what += ", stderr is " + c.stderr.name
	}
	got := behind(c.provider, closed, run{Dir: t.TempDir(), Flags: []string{"-c", line}}).on(t, c.stdout, c.stderr)
	e := effectOf(c.provider, got)
	needs := needsStreams[c.provider]
	if wants == halts && (c.stdout != nil && needs == "stdout" || c.stderr != nil && needs == "stderr" || c.stdout != nil && c.stderr != nil && needs == "either") {
		if wants = noAllow; e.Stopped {
			t.Errorf("%s: %s obeys without %s: %+v", what, c.provider, needs, got)
		}
	}
	if line == sayAllow && c.stdout == nil {
		e.Approved = false // it said so
	}
	wants.check(t, what+": "+line, got, e)
}

// An answer that is larger than a pipe reaches a client that reads slowly from
// one that does not block.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a long reason ", 20_000)
	for _, after := range [...]func(*os.File){nil, nonBlocking} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		c := run{Stdin: nil, Steps: []string{"err", long[:100_000], "sleep", "100ms", "out", `{"decision":"deny","reason":"` + long[:100_000] + `"}`}}.command(t)
		c.Stdin, c.Stdout = bytes.NewReader(golden.Payloads("claude-code")[preTool]), w
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if after != nil {
			after(w)
		}
		w.Close()
		var got []byte
		for buf := make([]byte, 3000); err == nil; time.Sleep(2 * time.Millisecond) {
			var n int
			n, err = r.Read(buf)
			got = append(got, buf[:n]...)
		}
		c.Wait()
		if err != io.EOF || len(got) < 10_000 || !denied(t, result{Stdout: string(got)}) {
			t.Errorf("%v, %d bytes, exit %d", err, len(got), c.ProcessState.ExitCode())
		}
	}
}
