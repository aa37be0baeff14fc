package shim

import (
	"time"

	"github.com/openhook/openhook-shim/mapping"
)

// give degrades an answer to what the client can obey, and delivers it.
func (c *call) give(a mapping.Answer) int {
	c.record.Wanted = a
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
	if c.counted && a.Decision != mapping.Deny { // the next stop is a first one
		removeFile(c.countFile())
	}
	c.record.Given, c.record.Warnings = a, warnings
	for _, w := range warnings {
		c.say(w)
	}
	denied := ""
	switch {
	case a.Decision == mapping.Deny:
		denied = a.Reason
	case c.call.Deniable() && (a.Decision == mapping.Ask || a.Input != "" || a.Stop):
		// As it is the action is not what the hook let pass.
		denied = prefix + msgUndelivered
	}
	return c.deliver(mapping.Encode(c.call, &a), denied)
}

const (
	// answerWait is how long a client may take none of an answer before it counts as
	// one that cannot be written, messageWait the same for what is beside it.
	answerWait  = 5 * time.Second
	messageWait = time.Second
)

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
	reason := prefix + mapping.OneLine(err.Error())
	watchNote(err.Error(), true)
	closed := c.failClosed && !c.observe
	denied := ""
	if closed && (c.call == nil || c.call.Deniable()) {
		denied = reason
		c.record.Given = mapping.Answer{Decision: mapping.Deny, Reason: reason}
	}
	c.record.Failed = err.Error()
	return c.deliver(mapping.Fault(c.call, closed, reason), denied)
}

// say adds a line of ours to what is passed on to the client's stderr.
//
//go:noinline
func (c *call) say(message string) {
	watchNote(message, false)
	if n := len(c.said); n > 0 && c.said[n-1] != '\n' {
		c.said = append(c.said, '\n')
	}
	c.said = append(append(append(c.said, prefix...), mapping.OneLine(message)...), '\n')
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
	if len(r.Stdout) > 0 && !write(stdout, r.Stdout, answerWait) && denied != "" {
		r = mapping.Reply{Stderr: []byte(denied + "\n"), Exit: 2}
	}
	patience := messageWait
	if r.Exit != 0 {
		patience = answerWait // it may hold the reason
	}
	write(stderr, r.Stderr, patience)
	c.keep(".stdout", r.Stdout)
	c.keep(".stderr", r.Stderr)
	return r.Exit
}
