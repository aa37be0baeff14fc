package mapping

import "strings"

// A Policy is the choice of the shim where a client cannot express a wish. The zero value
// is the safe choice.
type Policy struct {
	Ask     Choice // default: native if the whole client honours it, else deny
	Rewrite Choice // default: deny
	Context Choice // default: drop
}

// A Choice is one way to degrade a wish.
type Choice uint8

const (
	Safest Choice = iota
	AsNative
	ToDeny
	ToAllow
	ToDrop
)

// Reasons of the shim where a hook gave none. Codex 0.169.0 lets a deny without a reason
// through.
const (
	noReason     = "Blocked by a hook that gave no reason"
	stopReason   = "Stopped by a hook"
	askQuestion  = "A hook wants the user to confirm this"
	cannotAsk    = "A hook wants the user to confirm this, and this client cannot ask"
	CannotChange = "A hook wants to change this call, and "
)

// Degrade turns an answer into one that Encode can express on this event. It never loses a
// part that holds the agent back. The warnings list the changes.
func Degrade(c *Call, a Answer, p Policy) (Answer, []string) {
	if a.Raw != nil {
		return a, nil
	}
	a.Reason, a.StopReason = strings.TrimSpace(a.Reason), strings.TrimSpace(a.StopReason)
	d := degrader{c: c, a: a, policy: p}
	d.rewrite()
	d.ask()
	d.stop()
	d.deny()
	d.output()
	d.context()
	d.message()
	if d.a.Decision == Allow && !d.can(WishAllow) {
		d.a.Decision = NoOpinion
	}
	if c.Dialect.Fix != nil {
		fixed := d.a
		d.warn(c.Dialect.Fix(c, &fixed))
		d.a = fixed
	}
	return d.a, d.warnings
}

type degrader struct {
	c        *Call
	a        Answer
	policy   Policy
	warnings []string
}

func (d *degrader) can(w Wish) bool { return d.c.Event.Forms.form(w) != "" }

func (d *degrader) goesOn() bool { return d.c.Event.Flags&KeepsGoing != 0 }

//go:noinline
func (d *degrader) warn(s string) {
	if s != "" {
		d.warnings = append(d.warnings, OneLine(s))
	}
}

// insist turns any answer but a deny into a deny. Nothing runs then, so that there is no new
// input.
//
//go:noinline
func (d *degrader) insist(reason string) {
	d.a.Input = ""
	if d.a.Decision != Deny {
		d.a.Decision, d.a.Reason = Deny, reason
	}
}

// rewrite puts a new input into the client's keys. An input that the client would not honour
// becomes a deny, because the hook did not approve the call with its old input.
func (d *degrader) rewrite() {
	updated := d.a.Input
	d.a.Input = ""
	if updated == "" || d.a.Decision == Deny {
		return
	}
	input, problem := d.c.NativeInput(updated)
	switch {
	case problem != "" || input == "": // nothing to map, or nothing changed
	case !d.can(WishRewrite):
		problem = "this client takes no new input here"
	case d.c.Event.Flags&RewriteNeedsAllow != 0 && d.a.Decision != Allow:
		problem = "this client takes a new input only together with an approval"
	}
	switch {
	case problem == "":
		d.a.Input = input
	case d.policy.Rewrite == ToDrop || d.goesOn() || d.c.tooLate():
		// no call is waiting; a block would keep the agent going
		d.warn("the shim drops the new input: " + problem)
	default:
		d.insist(CannotChange + problem)
	}
}

func (d *degrader) ask() {
	if d.a.Decision != Ask {
		return
	}
	switch {
	case d.policy.Ask == ToAllow:
		d.a.Decision = NoOpinion
	case d.policy.Ask == ToDeny && d.c.Deniable():
		d.insist(AskReason(d.a.Reason))
	case d.can(WishAsk) && (d.policy.Ask == AsNative || d.c.Event.Flags&AskUnsafe == 0):
		d.a.Reason = FirstOf(d.a.Reason, askQuestion)
	case d.c.Type == PermissionRequest:
		d.a.Decision = NoOpinion // the client asks anyway
	case d.c.Deniable():
		d.insist(AskReason(d.a.Reason))
	default:
		d.a.Decision = NoOpinion
		d.warn("this client cannot ask the user on " + d.c.Native)
	}
}

func (d *degrader) stop() {
	if !d.a.Stop {
		return
	}
	d.a.StopReason = FirstOf(d.a.StopReason, d.a.Reason, stopReason)
	switch {
	case d.goesOn():
		d.a.Decision = NoOpinion // a block would make the agent go on
	case d.c.Deniable():
		// Claude Code 2.1.328 lets the call run and ends the turn after it.
		d.insist(d.a.StopReason)
		d.a.Input = ""
	}
	if !d.can(WishStop) && d.c.tooLate() {
		d.insist(d.a.StopReason) // second best: the model reads the reason
	}
	unheard := d.c.Event.Flags&NobodyWaits != 0
	if (!d.can(WishStop) || unheard) && !d.goesOn() {
		d.warn("this client cannot stop the agent on " + d.c.Native)
	}
	d.a.Stop = d.can(WishStop)
}

func (d *degrader) deny() {
	if d.a.Decision != Deny {
		return
	}
	d.a.Reason = FirstOf(d.a.Reason, noReason)
	switch {
	case d.can(WishDeny) && d.c.Event.Flags&NobodyWaits != 0:
		d.warn("this client cannot prevent anything on " + d.c.Native + ": " + d.a.Reason)
	case d.can(WishDeny):
	case d.c.tooLate() && d.can(WishContext):
		d.a.Context = strings.TrimSpace(d.a.Reason + "\n" + d.a.Context)
		d.a.Decision = NoOpinion
	default:
		d.a.Decision = NoOpinion
		d.warn("this client cannot prevent anything on " + d.c.Native + ": " + d.a.Reason)
	}
}

func (d *degrader) output() {
	if d.a.Output != "" && !d.can(WishOutput) {
		d.a.Output = ""
		d.warn("this client takes no new result of " + FirstOf(d.c.Text(ToolName), d.c.Native))
	}
}

func (d *degrader) context() {
	if strings.TrimSpace(d.a.Context) == "" {
		d.a.Context = "" // Kimi Code 2.1.0 injects the JSON around it
		return
	}
	switch {
	case d.goesOn():
		d.a.Context = "" // Claude Code 2.1.328 goes on for a context on Stop
		d.warn("the shim drops the context on " + d.c.Native + " because the agent would go on")
	case d.can(WishContext):
		d.a.Context = Shorten(d.a.Context, d.c.Dialect.MaxContext)
	default:
		if d.policy.Context == ToDeny && d.c.Deniable() {
			d.insist("This client cannot pass on a hook's context: " + d.a.Context)
		} else {
			d.warn("this client takes no context on " + d.c.Native)
		}
		d.a.Context = ""
	}
}

func (d *degrader) message() {
	if d.a.Message != "" && !d.can(WishMessage) {
		d.a.Message = ""
		d.warn("this client shows no message on " + d.c.Native)
	}
}

func AskReason(reason string) string {
	if reason == "" {
		return cannotAsk
	}
	return cannotAsk + ": " + reason
}

//go:noinline
func FirstOf(all ...string) string {
	for _, s := range all {
		if s != "" {
			return s
		}
	}
	return ""
}

// DenyAlone drops a context beside a deny, for clients that take only one of them.
func DenyAlone(_ *Call, a *Answer) string {
	if a.Decision != Deny || a.Context == "" {
		return ""
	}
	a.Context = ""
	return "the shim drops the context beside a deny because this client takes only one of them"
}
