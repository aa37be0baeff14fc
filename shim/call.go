// Package shim carries one hook call from the client's stdin to the exit code
// that the client obeys.
package shim

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/openhook/openhook-shim/mapping"
)

// Version is the shim's own, set when a release is built.
var Version = "0.1.0-dev"

// A call is one run of the shim.
type call struct {
	options
	started time.Time
	here    string        // our working directory
	call    *mapping.Call // nil until the payload is decoded
	format  *mapping.Dialect
	event   *mapping.Event // what the hook is given in place of the client's event; nil: an envelope
	said    []byte         // the hook's stderr, to be passed on
}

// Main runs the shim with the arguments of the command line and returns its exit
// code.
func Main(args []string) (exit int) {
	if len(args) > 0 && args[0] == "get" {
		return get(args[1:])
	}
	c := call{started: time.Now()}
	defer func() {
		if p := recover(); p != nil {
			exit = c.fault(errors.New(msgPanic + panicText(p)))
		}
	}()
	var badFlags error
	c.options, badFlags = parseOptions(args)
	switch {
	case c.help:
		write(stdout, []byte(usage))
		return 0
	case c.version:
		write(stdout, []byte("openhook-shim "+Version+"\n"))
		return 0
	}
	c.here = workingDir()
	err := c.read()
	if badFlags == nil && c.line != "" && len(c.argv) > 0 {
		badFlags = errors.New(msgAfterLine + c.argv[0])
	}
	if err != nil {
		if err == errTerminal {
			if badFlags != nil {
				err = badFlags
			}
			write(stderr, []byte(prefix+err.Error()+"\n"))
			return 64
		}
		return c.fault(errors.New(msgUnreadable + err.Error()))
	}
	if badFlags == nil && len(c.argv) == 0 && c.line == "" {
		badFlags = errors.New(msgNoCommand)
	}
	if badFlags != nil {
		return c.fault(badFlags)
	}
	return c.answer()
}

// read takes the payload from stdin and finds out what it is.
func (c *call) read() error {
	hints := mapping.Hints{Source: c.source, Event: c.options.event, Getenv: os.Getenv, Cwd: c.here, Now: mapping.Stamp(c.started)}
	data, err := c.payload()
	var p *mapping.Payload
	if err == nil {
		p, err = mapping.Parse(data, os.Getenv)
	}
	if err != nil {
		// The form of a fault is that of the sender, if somebody named it.
		if d := mapping.Source(c.source, c.options.event); d != nil {
			none, _ := mapping.Parse([]byte("{}"), os.Getenv)
			c.call = d.Decode(none, hints)
		}
		return err
	}
	c.call = mapping.Detect(p, hints).Decode(p, hints)
	return nil
}

// payload takes what the client sent from where it sent it.
func (c *call) payload() ([]byte, error) {
	last := ""
	if len(c.argv) > 0 {
		last = c.argv[len(c.argv)-1]
	}
	elsewhere, certain := mapping.Elsewhere(last, os.Getenv)
	if certain {
		c.argv = c.argv[:len(c.argv)-1]
		return elsewhere, nil
	}
	if elsewhere == nil {
		return readStdin(firstByteWait)
	}
	data, err := readStdin(otherwiseWait)
	if err == nil && len(data) > 0 {
		return data, nil
	}
	return elsewhere, nil
}

// answer runs the hook and gives its answer to the client.
func (c *call) answer() int {
	nothing := mapping.Answer{}
	if !c.call.Matches(c.events, c.tools, c.failClosed) {
		return c.deliver(mapping.Encode(c.call, &nothing), "")
	}
	if c.options.format != nil || c.native {
		if c.format = c.options.format; c.native {
			c.format = c.call.Dialect
		}
		if c.event = c.call.For(c.format); c.event == nil {
			c.say(msgNoEvent + c.call.Native)
			return c.deliver(mapping.Encode(c.call, &nothing), "")
		}
	}
	out := c.runHook()
	switch {
	case out.signal != 0:
		return 128 + out.signal
	case out.err != nil:
		return c.fault(out.err)
	}
	c.said = out.stderr
	if out.timedOut {
		return c.fault(errors.New(c.name() + " " + msgTimeout + c.limit().String()))
	}
	printed := mapping.Printed{Stdout: out.stdout, Stderr: out.stderr, Exit: out.exit, Cut: out.cut, Hook: c.name()}
	var a mapping.Answer
	err := c.notAScript(out)
	switch {
	case err != nil:
	case c.event != nil:
		a, err = c.call.DecodeNative(c.format, c.event, printed, c.blockOn)
	default:
		a, err = c.call.DecodeAnswer(printed, c.blockOn)
	}
	if err != nil {
		return c.fault(errors.New(c.name() + " " + err.Error()))
	}
	return c.give(a, printed)
}

// give degrades an answer to what the client can obey, and delivers it.
func (c *call) give(a mapping.Answer, p mapping.Printed) int {
	a, warnings := mapping.Degrade(c.call, a, c.policy)
	if c.observe {
		if did := describe(a); did != "" {
			warnings = append(warnings, msgObserved+did)
		}
		a = mapping.Answer{}
	}
	if a.Decision == mapping.Deny && c.call.KeepsGoing() && !c.mayContinue() {
		a.Decision, a.Message = mapping.NoOpinion, ""
		warnings = append(warnings, msgLoop)
	}
	if a.Decision == mapping.Deny && a.Reason == strings.TrimSpace(string(p.Stderr)) {
		c.said = nil // it is the reason now
	}
	for _, w := range warnings {
		c.say(w)
	}
	denied := ""
	if a.Decision == mapping.Deny {
		denied = a.Reason
	}
	return c.deliver(mapping.Encode(c.call, &a), denied)
}

// describe says in a word what an answer does.
func describe(a mapping.Answer) string {
	switch {
	case a.Decision == mapping.Deny:
		return "denied: " + a.Reason
	case a.Decision == mapping.Ask:
		return "asked: " + a.Reason
	case a.Input != "":
		return "changed the call"
	case a.Decision == mapping.Allow:
		return "allowed"
	case a.Stop:
		return "stopped the agent: " + a.StopReason
	case a.Context != "":
		return "added context"
	}
	return ""
}

// fault answers that no answer could be had.
func (c *call) fault(err error) int {
	reason := prefix + err.Error()
	closed := c.failClosed && !c.observe
	denied := ""
	if closed && (c.call == nil || c.call.Deniable()) {
		denied = reason
	}
	return c.deliver(mapping.Fault(c.call, closed, reason), denied)
}

// say adds a line of ours to what is passed on to the client's stderr.
func (c *call) say(message string) {
	if n := len(c.said); n > 0 && c.said[n-1] != '\n' {
		c.said = append(c.said, '\n')
	}
	c.said = append(append(append(c.said, prefix...), message...), '\n')
}

// deliver writes the reply. A deny that cannot be written is exit code 2 with its
// reason.
func (c *call) deliver(r mapping.Reply, denied string) int {
	if c.call != nil && c.call.Dialect.Stderr == mapping.StderrFree && len(c.said) > 0 {
		if n := len(c.said); c.said[n-1] != '\n' && len(r.Stderr) > 0 {
			c.said = append(c.said, '\n')
		}
		r.Stderr = append(c.said, r.Stderr...)
	}
	if len(r.Stdout) > 0 && !write(stdout, r.Stdout) && denied != "" {
		write(stderr, []byte(denied+"\n"))
		return 2
	}
	write(stderr, r.Stderr)
	return r.Exit
}

// name is how messages call the hook.
func (c *call) name() string {
	if c.line != "" {
		return "the hook"
	}
	return filepath.Base(c.argv[0])
}

// limit is how long the hook may take: less than the client waits.
func (c *call) limit() time.Duration {
	switch {
	case c.timeout > 0:
		return c.timeout
	case c.call.Event.Limit > 0:
		return time.Duration(c.call.Event.Limit) * time.Millisecond * 9 / 10
	}
	return 30 * time.Second
}

// runHook starts the hook with what it reads, and waits for its answer.
func (c *call) runHook() outcome {
	var ch child
	ch.deadline = c.started.Add(c.limit())
	ch.whole = func(stdout []byte, exit int) bool {
		return exit != 0 && c.event == nil || mapping.Complete(stdout)
	}
	if c.event != nil {
		ch.stdin = c.call.EncodeEvent(c.format, c.event)
	} else {
		ch.stdin = c.call.Envelope(uuid.NewString(), mapping.Options{Version: Version, Strict: c.strict, NoNative: c.noNative})
	}
	ch.env = environ(c.call.Environ(maxVariable))
	name := shell
	if c.line != "" {
		ch.path, ch.argv = shell, shellArgs(c.line)
	} else {
		var err error
		name = c.argv[0]
		ch.path, ch.argv, err = resolve(c.argv, places(c.here, c.call.Cwd(), c.call.Project()))
		if err != nil {
			return outcome{err: err}
		}
	}
	out := run(&ch)
	switch {
	case out.err != nil:
		out.err = diagnose(name, ch.path, out.err)
	case out.exit == 127 && strings.HasSuffix(firstLine(ch.path), "\r"): // #!/usr/bin/env python3\r
		out.err = errors.New(name + ": " + msgCRLF)
	}
	return out
}

// ourPrefix begins the names of our variables, on Windows in any case.
const ourPrefix = "OPENHOOK_"

// environ is our own environment with the hook's variables in place of any
// OPENHOOK_ ones, which are inherited and not to be trusted.
func environ(ours []string) []string {
	inherited := os.Environ()
	env, depth := make([]string, 0, len(inherited)+len(ours)+1), 0
	for _, e := range inherited {
		if name, value, _ := strings.Cut(e, "="); len(name) >= len(ourPrefix) && strings.EqualFold(name[:len(ourPrefix)], ourPrefix) {
			if name == "OPENHOOK_DEPTH" {
				depth, _ = strconv.Atoi(value)
			}
			continue
		}
		env = append(env, e)
	}
	return append(append(env, ours...), "OPENHOOK_DEPTH="+strconv.Itoa(max(depth, 0)+1))
}

// notAScript tells the exit code 2 of a shell or of python that found no script
// from a block. resolve sees most of them before the start; what a -c line calls
// only the interpreter's own words show.
func (c *call) notAScript(out outcome) error {
	said := strings.TrimSpace(string(out.stderr))
	if out.exit != 2 || len(out.stdout) > 0 || strings.Contains(said, "\n") {
		return nil
	}
	dash := strings.Contains(said, ": 0: cannot open ") || strings.Contains(said, ": 0: Can't open ")
	python := strings.Contains(said, ": can't open file '") && strings.HasSuffix(said, "[Errno 2] No such file or directory")
	if dash || python {
		return errors.New(msgNoScript + said)
	}
	return nil
}

func panicText(p any) string {
	switch v := p.(type) {
	case error:
		return v.Error()
	case string:
		return v
	}
	return "unknown"
}
