package shim

import (
	"runtime"
	"time"

	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping"
)

// answerFiles runs the hooks of the user's file and of the project's, and gives
// the client what they say together.
func (c *call) answerFiles() int {
	if !c.matches() {
		return c.deliver(mapping.Encode(c.call, &mapping.Answer{}), "")
	}
	hooks, blocked, failed := c.fileHooks()
	if len(hooks) > 0 {
		c.id = newID()
	}
	deniable := c.call.Deniable()
	if err := c.startAll(hooks); failed == nil {
		failed = err
	}
	switch {
	case blocked != "" && deniable:
		return c.give(mapping.Answer{Decision: mapping.Deny, Reason: prefix + blocked})
	case blocked != "":
		c.say(blocked)
	case failed != nil && c.failClosed && deniable:
		return c.fault(failed)
	}
	var all mapping.Answer
	deny := func(reason string) {
		all.MergeHooks(&mapping.Answer{Decision: mapping.Deny, Reason: prefix + reason})
	}
	for i, h := range hooks {
		if h.Async {
			continue
		}
		if i > 0 && h.changed() {
			deny(h.file + msgChanged + h.dir)
			break
		}
		one := c.as(h)
		one.share(hooks[i:])
		if all.Input != "" {
			if one.call = c.call.WithInput(all.Input); one.call == nil {
				deny(h.Command + msgUnshown)
				break
			}
			if !one.matches() {
				continue
			}
		}
		a, signal, err := one.consult()
		switch {
		case signal != 0:
			return signal
		case err != nil && one.failClosed && deniable:
			c.failClosed = true
			return c.fault(err)
		case err != nil && failed == nil:
			failed = err
		case err != nil:
			c.say(err.Error())
		}
		for _, w := range c.call.ApplyHookPolicy(&a, all.Input, h.Policy.WithFallback(c.policy)) {
			c.say(w)
		}
		if all.MergeHooks(&a); a.Decision == mapping.Deny {
			break
		}
	}
	switch c.policy = mapping.PolicyAfterHooks; {
	case failed != nil && all.IsEmpty():
		return c.fault(failed)
	case failed != nil:
		c.say(failed.Error())
	}
	return c.give(all)
}

// startAll starts the hooks that nobody waits for. Its error is one that must
// not go unheard.
func (c *call) startAll(hooks []fileHook) (failed error) {
	for _, h := range hooks {
		if !h.Async {
			continue
		}
		one := c.as(h)
		err := one.detach()
		switch {
		case err != nil && one.failClosed && failed == nil:
			c.failClosed = true
			failed = err
		case err != nil:
			c.say(err.Error())
		}
	}
	return failed
}

// as returns the call as it is for one hook.
func (c *call) as(h fileHook) *call {
	one := *c
	one.title, one.dir, one.env = h.Command, h.dir, h.Env
	if one.argv = hookfile.Words(h.Command); one.argv == nil {
		one.line = h.Command
	}
	one.events, one.tools = h.Events, h.Tools
	one.failClosed = c.failClosed || h.FailClosed
	if h.Timeout > 0 {
		one.timeout, one.since = h.Timeout, time.Now()
	}
	if h.BlockOn.Any || h.BlockOn.Codes != nil {
		one.blockOn = h.BlockOn
	}
	if runtime.GOOS == "windows" { // where cmd would look for programs in the project first
		one.env = append(one.env[:len(one.env):len(one.env)], "NoDefaultCurrentDirectoryInExePath=1")
	}
	return &one
}

// leastShare is the time that a hook has in any case, so that one that hangs does
// not leave the guard behind it without.
const leastShare = time.Second

// share gives the first of the hooks that are left its part of the time that is left.
func (c *call) share(left []fileHook) {
	if left[0].Timeout > 0 {
		return
	}
	n := 0
	for _, h := range left {
		if !h.Async {
			n++
		}
	}
	remaining := time.Until(c.started.Add(c.limit()))
	c.timeout, c.since = max(remaining/time.Duration(n), leastShare), time.Now()
}

func (c *call) matches() bool { return c.call.Matches(c.events, c.tools, c.failClosed) }
