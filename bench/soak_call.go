package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// A recording is a recorded payload that comes on stdin.
type recording struct {
	provider, file string
	payload        []byte
	call           *mapping.Call // decoded; read only
}

// soakRecordings returns all recordings for the soak, always in the same order.
func soakRecordings() (all []recording, err error) {
	for _, provider := range golden.Providers() {
		payloads := golden.Payloads(provider)
		for _, file := range slices.Sorted(maps.Keys(payloads)) {
			if strings.Contains(file, ".argv.") || strings.Contains(file, "USER_PROMPT-env") {
				continue
			}
			r := recording{provider: provider, file: file, payload: bytes.TrimSpace(payloads[file])}
			if r.call, err = decode(r.payload); err != nil {
				return nil, fmt.Errorf("%s/%s: %w", provider, file, err)
			}
			if r.call.Event.Flags&mapping.RawOutput == 0 { // its stdout is a product, not an answer
				all = append(all, r)
			}
		}
	}
	return all, nil
}

func decode(payload []byte) (*mapping.Call, error) {
	getenv := func(string) string { return "" }
	p, err := mapping.Parse(bytes.Clone(payload), getenv)
	if err != nil {
		return nil, err
	}
	h := mapping.Hints{Getenv: getenv, Cwd: "/", Now: "2026-11-20T10:00:00.000Z"}
	return clients.Registry.Read(p, h), nil
}

// padded adds a member to a payload, so that it has about n bytes, like a newer client
// might.
func padded(payload []byte, n int) []byte {
	if n <= len(payload) {
		return payload
	}
	b := append(make([]byte, 0, n+256), payload[:len(payload)-1]...)
	b = append(b, `,"soak_padding":"`...)
	for i := 0; len(b) < n; i++ {
		b = append(b, lines[i%len(lines)]...)
	}
	return append(b, `"}`...)
}

// A soakCall is one random call.
type soakCall struct {
	recording
	hook    soakHook
	payload []byte
	size    int
	closed  bool
	endless bool // a stop hook may block without limit
	flags   []string
	argv    []string // the hook, after --
	seen    string   // the file with the hook's stdin
}

func (c soakCall) String() string {
	grown := ""
	if c.size > 0 {
		grown = fmt.Sprintf(", with soak_padding up to %d bytes", c.size)
	}
	return fmt.Sprintf("%s %s: openhook-shim %s -- %.300q < golden/%s/payload/%s%s", c.provider, c.call.Native,
		strings.Join(c.flags, " "), c.argv, c.provider, c.file, grown)
}

// draw chooses a payload, its size, a hook and flags.
func (s *soak) draw(r *rand.Rand, id string) soakCall {
	c := soakCall{recording: s.records[r.IntN(len(s.records))], hook: soakHooks[r.IntN(len(soakHooks))],
		closed: r.IntN(2) == 0, endless: r.IntN(4) > 0}
	switch n := r.IntN(100); {
	case n < 4:
		c.size = 1_000_000
	case n < 10:
		c.size = 200_000
	case n < 25:
		c.size = 20_000
	}
	c.payload = padded(c.recording.payload, c.size)
	if c.hook.spoil != nil {
		c.payload = c.hook.spoil(c.payload)
		c.flags = append(c.flags, "--source", c.provider, "--event", c.call.Native) // a broken payload does not name its client
	}
	timeout := c.hook.timeout
	if timeout == "" {
		timeout = "60s" // load must not end a hook
	}
	c.flags = append(c.flags, "--timeout", timeout)
	if c.closed {
		c.flags = append(c.flags, "--fail-closed")
	}
	if c.endless {
		c.flags = append(c.flags, "--max-continues", "0")
	}
	if r.IntN(4) == 0 {
		c.flags = append(c.flags, "--strict")
	}
	c.seen = filepath.Join(s.tmp, "seen-"+id)
	c.argv = append(c.argv, s.play)
	if c.hook.argv != nil {
		c.argv = nil
	}
	for _, step := range slices.Concat(c.hook.argv, c.hook.steps) {
		c.argv = append(c.argv, strings.NewReplacer("SEEN", c.seen, "PLAY", s.play).Replace(step))
	}
	return c
}

// An outcome is the reply to the client, and its effect.
type outcome struct {
	stdout, stderr []byte
	exit           int
	took           time.Duration
	effect         client.Effect
	wrong          string
}

func (s *soak) command(program string, c soakCall) *exec.Cmd {
	argv := slices.Concat(c.flags, []string{"--"}, c.argv)
	if program != s.shim {
		argv = append([]string{s.shim}, argv...)
	}
	cmd := exec.Command(program, argv...)
	cmd.Dir = s.tmp
	cmd.Env = append(environment(s.tmp), "XDG_STATE_HOME="+filepath.Join(s.tmp, "state"), "TMPDIR="+s.tmp, s.mark)
	cmd.WaitDelay = 30 * time.Second
	return cmd
}

// feed runs a command with a payload on its stdin. The first bytes are in the pipe
// before the start: on a busy machine this program may be late, and a stdin without
// data for 2 s is a fault.
func feed(cmd *exec.Cmd, payload []byte) error {
	in, out, err := os.Pipe()
	if err != nil {
		return err
	}
	cmd.Stdin = in
	first := min(len(payload), atOnce)
	if _, err := out.Write(payload[:first]); err != nil {
		return err
	}
	done := make(chan struct{})
	go func() {
		out.Write(payload[first:]) // the hook need not read
		out.Close()
		close(done)
	}()
	err = cmd.Run()
	in.Close()
	<-done
	return err
}

// call runs the shim and judges the effect.
func (s *soak) call(c soakCall) (o outcome) {
	cmd := s.command(s.shim, c)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	err := feed(cmd, c.payload)
	o.took, o.stdout, o.stderr = time.Since(start), stdout.Bytes(), stderr.Bytes()
	if o.exit = cmd.ProcessState.ExitCode(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		o.wrong = err.Error()
		return o
	}
	o.effect = client.Of(c.provider)(client.Reply{Event: golden.Event(c.file), Payload: c.payloadOfClient(),
		Stdout: o.stdout, Stderr: o.stderr, Exit: o.exit})
	o.wrong = c.hook.judge(c, o.effect)
	if envelope, err := os.ReadFile(c.seen); err == nil {
		if native := bytes.ReplaceAll(c.payload, []byte("\uFEFF"), nil); !bytes.Contains(envelope, native) &&
			!bytes.ContainsAny(native, "\r\n") || !bytes.HasSuffix(envelope, []byte("}}\n")) {
			o.wrong = "the hook did not read the payload"
		}
		os.Remove(c.seen)
	} else if slices.Contains(c.hook.steps, "SEEN") && c.hook.spoil == nil {
		o.wrong = "the hook did not run"
	}
	return o
}

// payloadOfClient is what the client sent, even if less arrived.
func (c soakCall) payloadOfClient() []byte {
	if c.hook.spoil != nil {
		return c.recording.payload
	}
	return c.payload
}

// weigh measures the memory of a call.
func (s *soak) weigh(c soakCall) {
	if !canScan {
		return
	}
	var out bytes.Buffer
	cmd := s.command(s.peak, c)
	cmd.Stdout = &out
	feed(cmd, c.payload) // its exit code is the shim's
	os.Remove(c.seen)
	n, err := strconv.ParseInt(strings.TrimSpace(out.String()), 10, 64)
	s.Lock()
	defer s.Unlock()
	if err != nil {
		s.fail(fmt.Sprintf("peak printed %.100q\n  %s", out.String(), c))
	}
	s.peaks++
	s.peakMem = max(s.peakMem, n)
}
