package shim

import (
	"time"

	"github.com/openhook/openhook-shim/mapping"
)

// give degrades an answer to what the client can obey, and delivers it.
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
	}
	if c.ownCount && a.Decision != mapping.Deny { // the next stop is a first one
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
		// As it is the action is not what the hook let pass.
		denied = prefix + msgUndelivered
	}
	return c.writeReply(mapping.Encode(c.call, &a), denied)
}

const (
	// answerWait is how long a client may take none of an answer before it counts as
	// one that cannot be written, messageWait the same for what is beside it.
	answerWait  = 5 * time.Second
	messageWait = time.Second
)

// describe says in a word what an answer does.
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
	case a.Context != "":
		return "added context"
	}
	return ""
}

// fault answers that no answer could be had.
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

// say adds a line of ours to what is passed on to the client's stderr.
//
//go:noinline
func (c *call) warn(message string) {
	watchNote(message, false)
	if n := len(c.hookStderr); n > 0 && c.hookStderr[n-1] != '\n' {
		c.hookStderr = append(c.hookStderr, '\n')
	}
	c.hookStderr = append(append(append(c.hookStderr, prefix...), mapping.OneLine(message)...), '\n')
}

// deliver writes the reply. A deny that cannot be written is exit code 2 with its
// reason.
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
		patience = answerWait // it may hold the reason
	}
	write(stderr, r.Stderr, patience)
	c.dumpPart(".stdout", r.Stdout)
	c.dumpPart(".stderr", r.Stderr)
	return r.Exit
}
