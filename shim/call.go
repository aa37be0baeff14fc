// Package shim carries one hook call from the client's stdin to the exit code
// that the client obeys.
package shim

import (
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
	_ "github.com/openhook/openhook-shim/shim/stack" // first of all
)

// Version is the shim's own, set when a release is built.
var Version = "0.1.0-dev"

// A call is one run of the shim.
type call struct {
	options
	*told
	started time.Time
	here    string        // our working directory
	call    *mapping.Call // nil until the payload is decoded
	format  *mapping.Dialect
	event   *mapping.Event // what the hook is given in place of the client's event; nil: an envelope
	dump    string         // where this call is kept, without the ending; "" nowhere
	id      string         // of the envelope; one for all hooks of a call
	dir     string         // where the hook runs; "" where we do
	title   string         // what a hook in a file is called
	env     []string       // what a hook file sets for its hook
	logTo   string         // the log; "" none
	since   time.Time      // what the hook's time is counted from
	counted bool           // the client does not say whether the agent was kept going; our count does
}

// told is what a call has to say besides its answer, whichever hooks it runs.
type told struct {
	said   []byte         // the hooks' stderr, to be passed on
	record mapping.Record // for the log
}

// Main runs the shim with the arguments of the command line and returns its exit
// code.
func Main(args []string) (exit int) {
	if len(args) > 0 && args[0] == "get" {
		return get(args[1:])
	}
	c := &call{told: new(told), started: time.Now()}
	defer func() {
		if p := recover(); p != nil {
			exit = c.fault(failure(msgPanic + panicText(p)))
		}
		c.keep(".exit", []byte(strconv.Itoa(exit)+"\n"))
		c.log()
	}()
	var badFlags error
	c.options, badFlags = parseOptions(args)
	nothing := len(c.argv) == 0 && c.line == ""
	if c.help || c.version {
		if nothing && !c.wrapped {
			return c.introduce()
		}
		badFlags = failure(msgBeside) // in settings it would let every call pass
	}
	for _, wrong := range c.aside {
		c.say(wrong)
	}
	c.here = workingDir()
	c.logTo = c.logFile()
	err := c.detect()
	if badFlags == nil && c.line != "" && len(c.argv) > 0 {
		badFlags = failure(msgAfterLine + c.argv[0])
	}
	if err != nil {
		if err == errTerminal {
			if badFlags != nil {
				err = badFlags
			}
			write(stderr, []byte(prefix+err.Error()+"\n"), messageWait)
			return 64
		}
		return c.fault(failure(msgUnreadable + err.Error()))
	}
	nothing = len(c.argv) == 0 && c.line == "" // a payload may have been taken off
	switch {
	case badFlags != nil || !nothing:
	case c.wrapped: // a variable that holds none
		badFlags = failure(msgNoCommand)
	case isProgram(c.taken):
		badFlags = failure(c.taken + msgTaken + c.taken)
	}
	if badFlags != nil {
		return c.fault(badFlags)
	}
	c.since = c.started
	if nothing {
		return c.answerFiles()
	}
	return c.answer()
}

// introduce prints who we are. Apart, as its text would lie on the stack of every
// call.
func (c *call) introduce() int {
	text := "openhook-shim " + Version + "\n"
	if c.help {
		text = strings.Replace(usage, "{formats}", strings.Join(clients.Registry.Formats(), ", "), 1)
	}
	write(stdout, []byte(text), answerWait)
	return 0
}

// room costs nothing until it is used, where the heap's first page of each size does.
var room [16 << 10]byte

// detect takes the payload and finds out what it is.
func (c *call) detect() error {
	hints := mapping.Hints{Source: c.source, Event: c.options.event, Getenv: os.Getenv, Cwd: c.here, Now: mapping.Stamp(c.started)}
	data, err := c.payload()
	if dir := c.dumpDir(); dir != "" && err != errTerminal {
		c.startDump(dir, data) // before Parse, which changes it
	}
	var p *mapping.Payload
	if err == nil {
		p, err = mapping.Parse(data, os.Getenv)
	}
	if err != nil {
		// The form of a fault is that of the sender, if somebody named it.
		if d := clients.Registry.Source(c.source, c.options.event); d != nil {
			none, _ := mapping.Parse([]byte("{}"), os.Getenv)
			c.call = clients.Registry.Decode(d, none, hints)
		}
		return err
	}
	p.Scratch = room[:]
	c.call = clients.Registry.Read(p, hints)
	return nil
}

// payload takes what the client sent from where it sent it.
func (c *call) payload() ([]byte, error) {
	last := ""
	if len(c.argv) > 0 {
		last = c.argv[len(c.argv)-1]
	}
	elsewhere, certain := clients.Registry.PayloadOutsideStdin(last, os.Getenv)
	if certain {
		c.argv = c.argv[:len(c.argv)-1]
		return elsewhere, nil
	}
	wait := firstByteWait
	if elsewhere != nil {
		wait = otherwiseWait
	}
	data, err := readStdin(wait)
	switch {
	case err == nil && len(data) > 0:
		return data, nil
	case elsewhere == nil && err == errSilent:
		elsewhere = clients.Registry.PayloadFromVariable(os.Getenv)
	}
	if elsewhere != nil {
		return elsewhere, nil
	}
	return data, err
}

// answer runs the hook of the command line and gives its answer to the client.
func (c *call) answer() int {
	nothing := mapping.Answer{}
	if !c.matches() {
		return c.deliver(mapping.Encode(c.call, &nothing), "")
	}
	if c.async {
		if err := c.detach(); err != nil {
			return c.fault(err)
		}
		return c.deliver(mapping.Encode(c.call, &nothing), "")
	}
	a, signal, err := c.consult()
	switch {
	case signal != 0:
		return signal
	case err != nil:
		return c.fault(err)
	}
	return c.give(a)
}

// consult runs the hook and returns its answer, or why there is none; signal is
// our exit code where a signal ended us and the hook, else 0.
func (c *call) consult() (a mapping.Answer, signal int, err error) {
	if !c.speaks() {
		c.say(msgNoEvent + c.call.Native)
		return a, 0, nil
	}
	c.remember()
	c.tellUnlisted()
	for run := range c.runs() {
		out := c.runHook(c.input(run))
		c.noteHook(out)
		one, err := c.read(out)
		failed := err
		if held, ok := c.heldBack(out, err); ok {
			one, err = held, nil
		}
		c.watchHook(out, one)
		switch {
		case err != nil && out.signal != 0 && !(c.failClosed && !c.observe && c.call.Deniable()):
			return a, 128 + out.signal, nil
		case err != nil:
			c.said = append(c.said, out.stderr...)
			if !c.failClosed && (a.Decision > mapping.Allow || a.Stop) { // what was said of a file before counts
				c.say(err.Error())
				return a.MergeFiles(mapping.Answer{}), 0, nil
			}
			return a, 0, err
		case one.Decision != mapping.Deny || one.Reason != strings.TrimSpace(string(out.stderr)):
			c.said = append(c.said, out.stderr...) // else it is the reason now
		}
		if failed != nil {
			c.say(failed.Error())
		}
		if run == 0 {
			a = one
		} else {
			a = a.MergeFiles(one)
		}
		if a.Decision == mapping.Deny {
			break
		}
	}
	return a, 0, nil
}

// speaks finds the event of the hook's format that stands for the client's, and
// says whether there is one.
func (c *call) speaks() bool {
	if c.options.format == nil && !c.native {
		return true
	}
	if c.format = c.options.format; c.native {
		c.format = c.call.Dialect
	}
	c.event = c.call.EventFor(c.format)
	return c.event != nil
}

// runs is how often the hook runs: once, or for each event of its format.
func (c *call) runs() int {
	if c.event != nil {
		return c.call.EventCount(c.format)
	}
	return 1
}

// input is what the hook reads in a run: the envelope, or an event of its format.
func (c *call) input(run int) [][]byte {
	if c.id == "" {
		c.id = newID()
	}
	if c.event != nil {
		return c.call.EncodeEvent(c.format, c.event, run, c.known())
	}
	return c.call.Envelope(c.id, mapping.Options{Version: Version, Strict: c.strict, NoNative: c.noNative})
}

// read takes the answer from what the hook did.
func (c *call) read(out outcome) (mapping.Answer, error) {
	if out.err != nil {
		return mapping.Answer{}, out.err
	}
	if out.signal != 0 {
		return mapping.Answer{}, failure(c.name() + " " + msgEnded + strconv.Itoa(out.signal))
	}
	if out.timedOut {
		return mapping.Answer{}, failure(c.name() + " " + msgTimeout + inWords(c.limit()))
	}
	if err := c.notAScript(out); err != nil {
		return mapping.Answer{}, err
	}
	a, err := c.decode(mapping.HookOutput{Stdout: out.stdout, Stderr: out.stderr, Exit: out.exit, Cut: out.cut, Hook: c.name()})
	switch {
	case err != nil:
		return a, failure(c.name() + " " + err.Error())
	case a.Unread && c.failClosed && c.call.Deniable(): // elsewhere a fault blocks nothing
		return mapping.Answer{}, failure(c.name() + ": " + a.Ignored)
	case a.Ignored != "":
		c.say(c.name() + ": " + a.Ignored)
	}
	return a, nil
}

func (c *call) decode(p mapping.HookOutput) (mapping.Answer, error) {
	if c.event != nil {
		return c.call.DecodeNative(c.format, c.event, p, c.blockOn)
	}
	return c.call.DecodeAnswer(p, c.blockOn)
}

// heldBack is what a hook said against the action before it was broken off, by a
// signal or at the end of its time. A deny that is plainly there holds; nothing
// else of it counts. A hook that ends by itself with a code of failure takes back
// what it said.
func (c *call) heldBack(out outcome, failed error) (mapping.Answer, bool) {
	brokenOff := out.timedOut || out.signal != 0 || out.exit > 128
	if failed == nil || !brokenOff || len(out.stdout) == 0 {
		return mapping.Answer{}, false
	}
	a, err := c.decode(mapping.HookOutput{Stdout: out.stdout, Cut: out.cut, Hook: c.name()})
	if err != nil || a.Decision != mapping.Deny && (c.failClosed && !c.observe || a.Decision != mapping.Ask && !a.Stop) {
		return mapping.Answer{}, false
	}
	return mapping.Answer{Decision: a.Decision, Reason: a.Reason, Stop: a.Stop, StopReason: a.StopReason}, true
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
