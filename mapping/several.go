package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// MergeHooks adds what the next hook, which is less important, said of a call: a deny
// holds before an ask, an ask before an approval; a new input is laid over the one
// before, and takes back an approval of that; the first new result stays. What a
// hook only printed does not count beside a deny.
func (a *Answer) MergeHooks(b *Answer) {
	if b.Input != "" && a.Decision == Allow {
		a.Decision, a.Reason = NoOpinion, ""
	}
	if b.Decision > a.Decision {
		a.Decision, a.Reason = b.Decision, ""
	}
	if b.Decision == a.Decision {
		a.Reason = joinLines(a.Reason, b.Reason)
	}
	a.Stop, a.Quiet = a.Stop || b.Stop, a.Quiet || b.Quiet
	a.StopReason = joinLines(a.StopReason, b.StopReason)
	a.Context, a.Message = joinLines(a.Context, b.Context), joinLines(a.Message, b.Message)
	a.Input, a.Native = overlayMembers(a.Input, b.Input), overlayMembers(b.Native, a.Native)
	a.Output = FirstOf(a.Output, b.Output)
	if b.Raw != nil {
		a.Raw = b.Raw
	}
	if a.Decision == Deny || a.Stop {
		a.Raw = nil
	}
}

// ApplyHookPolicy applies one hook's own policy to what it said, behind hooks that wanted
// the input before: an ask or a new input that this client cannot express is a
// deny, or gone. What is left, the new input still in canonical keys, can be
// joined with other answers.
func (c *Call) ApplyHookPolicy(a *Answer, before string, p Policy) (warnings []string) {
	whole := *a
	if a.Input != "" {
		whole.Input = overlayMembers(before, a.Input)
	}
	whole, warnings = Degrade(c, whole, p)
	if a.Decision != whole.Decision && (whole.Decision == Deny || a.Decision == Ask) {
		a.Decision, a.Reason = whole.Decision, whole.Reason
	}
	if whole.Input == "" {
		a.Input = ""
	}
	if whole.Context == "" {
		a.Context = ""
	}
	return warnings
}

// PolicyAfterHooks is the policy for what ApplyHookPolicy left of several answers.
var PolicyAfterHooks = Policy{Ask: AsNative}

// WithInput returns the call as a hook reads it behind another one that wants
// another input; nil if that cannot be shown.
func (c *Call) WithInput(input string) *Call {
	native, problem := c.NativeInput(input)
	old, path := c.Values[ToolInput], c.pathOf(ToolInput)
	if problem != "" || native == "" || path == "" {
		return nil
	}
	sent := overlayMembers(HeldObject(old), native)
	if old[0] == '"' { // JSON in a string
		sent = jsontext.Quote(sent)
	}
	payload, err := Parse([]byte(replaceAt(jsontext.View(c.Payload.Raw), path, sent)), c.Payload.getenv)
	if err != nil {
		return nil
	}
	now := *c
	now.Payload, now.Values[ToolInput], now.Input = payload, sent, overlayMembers(c.Input, input)
	now.Files, now.listed = nil, nil
	if now.guess != nil {
		now.Canon, now.Tool, now.guess = c.guess.canon, c.guess.fromTool, nil
	}
	now.readFiles()
	now.infer()
	return &now
}

// replaceAt is replace for a dot-separated path.
func replaceAt(object, path, value string) string {
	key, rest, nested := strings.Cut(path, ".")
	if nested {
		value = replaceAt(jsontext.ValueOf(object, key), rest, value)
	}
	return jsontext.Replace(object, key, value)
}

// pathOf returns where the payload has a field, "" if it does not say.
func (c *Call) pathOf(f Field) (path string) {
	find := func(k Key) bool {
		if k.Field == f && path == "" && k.Path[0] != '$' && c.Payload.Get(k.Path) != "" {
			path = k.Path
		}
		return true
	}
	c.Event.Keys(find)
	c.Dialect.Fields.All(find)
	return path
}

// IsEmpty says whether an answer says nothing at all.
func (a *Answer) IsEmpty() bool {
	return a.Decision == NoOpinion && !a.Stop && !a.Quiet && a.Context+a.Message+a.Input+a.Output+a.Native == "" &&
		a.Raw == nil
}

// WithFallback returns the policy of a hook that may leave choices to the command line's.
func (p Policy) WithFallback(q Policy) Policy {
	if p.Ask == Safest {
		p.Ask = q.Ask
	}
	if p.Rewrite == Safest {
		p.Rewrite = q.Rewrite
	}
	if p.Context == Safest {
		p.Context = q.Context
	}
	return p
}

//go:noinline
func joinLines(a, b string) string {
	if a == b {
		return a
	}
	return strings.TrimSpace(a + "\n" + b)
}

// overlayMembers lays the members of one object over those of another; either may be "".
func overlayMembers(object, members string) string {
	if object == "" {
		return members
	}
	jsontext.EachKey(members, func(key, raw string) { object = jsontext.Replace(object, key, raw) })
	return object
}
