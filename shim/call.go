// Package shim carries one hook call from the client's stdin to the exit code that the
// client reads.
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

// Version is the shim's version. A release build sets it.
var Version = "0.1.0-dev"

// A call is one run of the shim.
type call struct {
	options
	*sideOutput
	started  time.Time
	here     string        // the shim's working directory
	call     *mapping.Call // nil until the payload is decoded
	format   *mapping.Dialect
	event    *mapping.Event // the event of the hook's format; nil: the hook gets an envelope
	dump     string         // path of the dump's files without their endings; "": no dump
	id       string         // of the envelope; all hooks of a call have the same
	dir      string         // the hook's working directory; "": the shim's own
	start    string         // the hook's working directory if dir is only where its files are
	title    string         // name of a hook from a hook file
	env      []string       // variables that a hook file sets
	logTo    string         // the log file; "": no log
	since    time.Time      // start of the hook's time
	ownCount bool           // the client does not report that a hook kept the agent going, so the shim counts
}

// sideOutput is the output of a call besides its answer, of all its hooks together.
type sideOutput struct {
	hookStderr []byte         // the hooks' stderr and the shim's warnings, for the client's stderr
	record     mapping.Record // for the log
}

// Main runs the shim with the arguments of the command line and returns its exit code.
func Main(args []string) (exit int) {
	if len(args) > 0 && args[0] == "get" {
		return get(args[1:])
	}
	c := &call{sideOutput: new(sideOutput), started: time.Now()}
	defer func() {
		if p := recover(); p != nil {
			exit = c.fault(failure(msgPanic + panicText(p)))
		}
		c.dumpPart(".exit", []byte(strconv.Itoa(exit)+"\n"))
		c.log()
	}()
	var badFlags error
	c.options, badFlags = parseOptions(args)
	nothing := len(c.argv) == 0 && c.line == ""
	if c.help || c.version {
		if nothing && !c.hookFollows {
			return c.introduce()
		}
		badFlags = failure(msgBeside) // in a tool's settings the flag would let every call pass
	}
	for _, wrong := range c.flagWarnings {
		c.warn(wrong)
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
	nothing = len(c.argv) == 0 && c.line == "" // the last argument may have been the payload
	switch {
	case badFlags != nil || !nothing:
	case c.hookFollows: // for example: -- "$HOOK" with an empty variable
		badFlags = failure(msgNoCommand)
	case isProgram(c.lostValue):
		badFlags = failure(c.lostValue + msgTaken + c.lostValue)
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

// introduce prints the version or the help. It is a function of its own because its
// text would lie on the stack of every call.
func (c *call) introduce() int {
	text := "openhook-shim " + Version + "\n"
	if c.help {
		text = strings.Replace(usage, "{formats}", strings.Join(clients.Registry.Formats(), ", "), 1)
	}
	write(stdout, []byte(text), answerWait)
	return 0
}

// scratch is memory for small results. It is static because it costs nothing until
// used, while the heap pays for its first page of each size.
var scratch [16 << 10]byte

// detect reads the payload and finds out which client sent it, and for which event.
func (c *call) detect() error {
	hints := mapping.Hints{Source: c.source, Event: c.options.event, Getenv: os.Getenv, Cwd: c.here,
		Now: mapping.Stamp(c.started)}
	data, err := c.payload()
	if dir := c.dumpDir(); dir != "" && err != errTerminal {
		c.startDump(dir, data) // before Parse, because Parse changes it
	}
	var p *mapping.Payload
	if err == nil {
		p, err = mapping.Parse(data, os.Getenv)
	}
	if err != nil {
		// A fault has the form that the client reads, if --source names the client.
		if d := clients.Registry.Source(c.source, c.options.event); d != nil {
			none, _ := mapping.Parse([]byte("{}"), os.Getenv)
			c.call = clients.Registry.Decode(d, none, hints)
		}
		return err
	}
	p.Scratch = scratch[:]
	c.call = clients.Registry.Read(p, hints)
	return nil
}

// payload reads the payload from the place where the client puts it: stdin, the last
// argument or a variable.
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
		return c.writeReply(mapping.Encode(c.call, &nothing), "")
	}
	if c.async {
		if err := c.startDetached(); err != nil {
			return c.fault(err)
		}
		return c.writeReply(mapping.Encode(c.call, &nothing), "")
	}
	a, signal, err := c.askHook()
	switch {
	case signal != 0:
		return signal
	case err != nil:
		return c.fault(err)
	}
	return c.sendAnswer(a)
}

// askHook runs the hook and returns its answer, or why there is none. signal is the
// shim's exit code if a signal ended the shim and the hook, else 0.
func (c *call) askHook() (a mapping.Answer, signal int, err error) {
	if !c.chooseEvent() {
		c.warn(msgNoEvent + c.call.Native)
		return a, 0, nil
	}
	c.noteContinued()
	c.warnUnlisted()
	for run := range c.runCount() {
		out := c.startHook(c.hookInput(run))
		c.noteHook(out)
		c.failClosed = c.failClosed || c.timeoutBlocks && out.timedOut
		one, err := c.readAnswer(out)
		failed := err
		if held, ok := c.brokenOffDenial(out, err); ok {
			one, err = held, nil
		}
		c.watchHook(out, one)
		switch {
		case err != nil && out.signal != 0 && !(c.failClosed && !c.observe && c.call.Deniable()):
			return a, 128 + out.signal, nil
		case err != nil:
			c.hookStderr = append(c.hookStderr, out.stderr...)
			if !c.failClosed && (a.Decision > mapping.Allow || a.Stop) { // an earlier run, for another file, has an answer that counts
				c.warn(err.Error())
				return a.MergeFiles(mapping.Answer{}), 0, nil
			}
			return a, 0, err
		case one.Decision != mapping.Deny || one.Reason != strings.TrimSpace(string(out.stderr)):
			c.hookStderr = append(c.hookStderr, out.stderr...) // else the stderr is the reason already
		}
		if failed != nil {
			c.warn(failed.Error())
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

// chooseEvent sets the event of the hook's format that stands for the client's event.
// It returns false if the format has none.
func (c *call) chooseEvent() bool {
	if c.options.format == nil && !c.native {
		return true
	}
	if c.format = c.options.format; c.native {
		c.format = c.call.Dialect
	}
	c.event = c.call.EventFor(c.format, c.events...)
	return c.event != nil
}

// runCount is how often the hook runs: once, or once for each event of its format.
func (c *call) runCount() int {
	if c.event != nil {
		return c.call.EventCount(c.format)
	}
	return 1
}

// hookInput is the hook's stdin in one run: the envelope, or an event of its format.
func (c *call) hookInput(run int) [][]byte {
	if c.id == "" {
		c.id = newID()
	}
	if c.event != nil {
		return c.call.EncodeEvent(c.format, c.event, run, c.logRecord())
	}
	return c.call.Envelope(c.id, mapping.Options{Version: Version, Strict: c.strict, NoNative: c.noNative})
}

// readAnswer reads the answer from the hook's exit code and output.
func (c *call) readAnswer(out outcome) (mapping.Answer, error) {
	if out.err != nil {
		return mapping.Answer{}, out.err
	}
	if out.signal != 0 {
		return mapping.Answer{}, failure(c.name() + " " + msgEnded + strconv.Itoa(out.signal))
	}
	if out.timedOut {
		return mapping.Answer{}, failure(c.name() + " " + msgTimeout + durationText(c.limit()))
	}
	if err := c.missingScript(out); err != nil {
		return mapping.Answer{}, err
	}
	if c.exit2Warns && out.exit == 2 {
		return mapping.Answer{}, failure(c.name() + msgExit2)
	}
	a, err := c.decodeAnswer(mapping.HookOutput{Stdout: out.stdout, Stderr: out.stderr, Exit: out.exit, Cut: out.cut,
		Hook: c.name()})
	switch {
	case err != nil:
		return a, failure(c.name() + " " + err.Error())
	case a.Unread && c.failClosed && c.call.Deniable(): // a fault blocks nothing in any other event
		return mapping.Answer{}, failure(c.name() + ": " + a.Ignored)
	case a.Ignored != "":
		c.warn(c.name() + ": " + a.Ignored)
	}
	return a, nil
}

func (c *call) decodeAnswer(p mapping.HookOutput) (mapping.Answer, error) {
	if c.event != nil {
		return c.call.DecodeNative(c.format, c.event, p, c.blockOn)
	}
	return c.call.DecodeAnswer(p, c.blockOn)
}

// brokenOffDenial returns what a hook printed against the action before a signal or its
// timeout ended it. Only a clear deny, ask or stop counts. A hook that ends by itself
// with a failing exit code takes back what it printed.
func (c *call) brokenOffDenial(out outcome, failed error) (mapping.Answer, bool) {
	brokenOff := out.timedOut || out.signal != 0 || out.exit > 128
	if failed == nil || !brokenOff || len(out.stdout) == 0 {
		return mapping.Answer{}, false
	}
	a, err := c.decodeAnswer(mapping.HookOutput{Stdout: out.stdout, Cut: out.cut, Hook: c.name()})
	if err != nil || a.Decision != mapping.Deny &&
		(c.failClosed && !c.observe || a.Decision != mapping.Ask && !a.Stop) {
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
