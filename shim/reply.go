package shim

import (
	"time"

	"github.com/openhook/openhook-shim/mapping"
)

// sendAnswer reduces an answer to what the client can obey, and sends it.
func (c *call) sendAnswer(a mapping.Answer) int {
	c.record.Wanted = a
	a, warnings := mapping.Degrade(c.call, a, c.policy)
	if c.observe {
		if did := describeAnswer(a); did != "" {
			warnings = append(warnings, msgObserved+did)
		}
		a = mapping.Answer{}
	}
	if a.Decision == mapping.Deny && c.call.KeepsGoing() && !c.mayContinue() {
		a.Decision, a.Message = mapping.NoOpinion, ""
		warnings = append(warnings, msgLoop)
		c.record.Loop = c.maxContinues
	}
	if c.ownCount && a.Decision != mapping.Deny { // the next stop is the first one again
		removeFile(c.countFile())
	}
	c.record.Given, c.record.Warnings = a, warnings
	for _, w := range warnings {
		c.warn(w)
	}
	denied := ""
	switch {
	case a.Decision == mapping.Deny:
		denied = a.Reason
	case c.call.Deniable() && (a.Decision == mapping.Ask || a.Input != "" || a.Stop):
		// Without the answer the client would run an action that the hook did not allow
		// like this.
		denied = prefix + msgUndelivered
	}
	return c.writeReply(mapping.Encode(c.call, &a), denied)
}

const (
	// answerWait is how long a client may read nothing before the shim gives up writing
	// the answer. messageWait is the same for other output.
	answerWait  = 5 * time.Second
	messageWait = time.Second
)

// describeAnswer returns a short text for what an answer does.
func describeAnswer(a mapping.Answer) string {
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
	case a.Output != "":
		return "replaced the tool's output"
	case a.Context != "":
		return "added context"
	case a.Message != "":
		return "shown a message: " + a.Message
	}
	return ""
}

// fault replies that there is no answer.
func (c *call) fault(err error) int {
	reason := prefix + mapping.OneLine(err.Error())
	watchNote(err.Error(), true)
	closed := c.failClosed && !c.observe
	denied := ""
	if closed && (c.call == nil || c.call.Deniable()) {
		denied = reason
		c.record.Given = mapping.Answer{Decision: mapping.Deny, Reason: reason}
	}
	c.record.Failed = err.Error()
	return c.writeReply(mapping.Fault(c.call, closed, reason), denied)
}

// warn adds a line of the shim to the client's stderr.
//
//go:noinline
func (c *call) warn(message string) {
	watchNote(message, false)
	if n := len(c.hookStderr); n > 0 && c.hookStderr[n-1] != '\n' {
		c.hookStderr = append(c.hookStderr, '\n')
	}
	c.hookStderr = append(append(append(c.hookStderr, prefix...), mapping.OneLine(message)...), '\n')
}

// writeReply writes the reply. If it cannot write a deny, it ends with exit code 2 and
// the reason on stderr.
func (c *call) writeReply(r mapping.Reply, denied string) int {
	if c.call != nil && c.call.Dialect.Stderr == mapping.StderrFree && len(c.hookStderr) > 0 {
		if n := len(c.hookStderr); c.hookStderr[n-1] != '\n' && len(r.Stderr) > 0 {
			c.hookStderr = append(c.hookStderr, '\n')
		}
		r.Stderr = append(c.hookStderr, r.Stderr...)
	}
	if len(r.Stdout) > 0 && !write(stdout, r.Stdout, answerWait) && denied != "" {
		r = mapping.Reply{Stderr: []byte(denied + "\n"), Exit: 2}
	}
	patience := messageWait
	if r.Exit != 0 {
		patience = answerWait // stderr may hold the reason
	}
	write(stderr, r.Stderr, patience)
	c.dumpPart(".stdout", r.Stdout)
	c.dumpPart(".stderr", r.Stderr)
	return r.Exit
}
