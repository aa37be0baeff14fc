package shim

import (
	"runtime"
	"time"

	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping"
)

// answerFiles runs the hooks of the user's file and of the project's file, and gives
// their joint answer to the client.
func (c *call) answerFiles() int {
	if !c.matches() {
		return c.writeReply(mapping.Encode(c.call, &mapping.Answer{}), "")
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
		return c.sendAnswer(mapping.Answer{Decision: mapping.Deny, Reason: prefix + blocked})
	case blocked != "":
		c.warn(blocked)
	case failed != nil && c.failClosed && deniable:
		return c.fault(failed)
	}
	var all mapping.Answer
	for i, h := range hooks {
		if h.Async {
			continue
		}
		one, denial := c.nextHook(hooks[i:], i == 0, all.Input)
		if denial != "" {
			all.MergeHooks(&mapping.Answer{Decision: mapping.Deny, Reason: prefix + denial})
			break
		}
		if one == nil {
			continue
		}
		a, signal, err := one.askHook()
		switch {
		case signal != 0:
			return signal
		case err != nil && one.failClosed && deniable:
			c.failClosed = true
			return c.fault(err)
		case err != nil && failed == nil:
			failed = err
		case err != nil:
			c.warn(err.Error())
		}
		for _, w := range c.call.ApplyHookPolicy(&a, all.Input, h.Policy.WithFallback(c.policy)) {
			c.warn(w)
		}
		if all.MergeHooks(&a); a.Decision == mapping.Deny {
			break
		}
	}
	switch c.policy = mapping.PolicyAfterHooks; {
	case failed != nil && all.IsEmpty():
		return c.fault(failed)
	case failed != nil:
		c.warn(failed.Error())
	}
	return c.sendAnswer(all)
}

// nextHook returns the call as the first of the remaining hooks gets it; nil if
// that hook does not match. input is the new input that the hooks before it want.
// A denial says why the hook may not run and why nothing else may happen.
func (c *call) nextHook(left []fileHook, first bool, input string) (one *call, denial string) {
	h := left[0]
	if !first && h.changed() {
		return nil, h.file + msgChanged + h.dir
	}
	one = c.forHook(h)
	one.shareTime(left)
	if input == "" {
		return one, ""
	}
	if one.call = c.call.WithInput(input); one.call == nil {
		return nil, h.Command + msgUnshown
	}
	if !one.matches() {
		return nil, ""
	}
	return one, ""
}

// startAll starts the asynchronous hooks. It returns an error only for a hook that
// fails closed.
func (c *call) startAll(hooks []fileHook) (failed error) {
	for _, h := range hooks {
		if !h.Async {
			continue
		}
		one := c.forHook(h)
		err := one.startDetached()
		switch {
		case err != nil && one.failClosed && failed == nil:
			c.failClosed = true
			failed = err
		case err != nil:
			c.warn(err.Error())
		}
	}
	return failed
}

// forHook returns a copy of the call with the settings of one hook.
func (c *call) forHook(h fileHook) *call {
	one := *c
	one.title, one.dir, one.env = h.Command, h.dir, h.Env
	if one.argv = hookfile.Words(h.Command); one.argv == nil {
		one.line = h.Command
	}
	one.events, one.tools = h.Events, h.Tools
	if h.Format != "" {
		_ = one.setFormat(h.Format) // Parse knows the name
	}
	// A hook of a draft works in its work_dir. A project's hooks stay in their project.
	if f := one.options.format; h.file == "" && h.Cwd == "" && one.argv != nil && f != nil && f.Format {
		one.start = c.call.Cwd()
	}
	one.failClosed = c.failClosed || h.FailClosed
	if h.Timeout > 0 {
		one.timeout, one.since = h.Timeout, time.Now()
	}
	if h.BlockOn.Any || h.BlockOn.Codes != nil {
		one.blockOn = h.BlockOn
	}
	if runtime.GOOS == "windows" { // cmd would look for programs in the project first
		one.env = append(one.env[:len(one.env):len(one.env)], "NoDefaultCurrentDirectoryInExePath=1")
	}
	return &one
}

// leastShare is the time that a hook has at least. A hook that hangs must leave time
// for the guard behind it.
const leastShare = time.Second

// shareTime gives the first of the remaining hooks its part of the remaining time.
func (c *call) shareTime(left []fileHook) {
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

func (c *call) matches() bool {
	return c.call.MatchesFor(c.options.format, c.events, c.tools, c.failClosed)
}
