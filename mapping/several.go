package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// MergeHooks adds the answer of the next hook, which is less important. A deny wins over an
// ask, an ask over an approval. A new input is laid over the one before and takes back the
// approval of that one. The first new result stays. Printed text does not count beside a
// deny.
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

// ApplyHookPolicy applies one hook's own policy to its answer. before is the input that
// earlier hooks want. If this client cannot express an ask or a new input, the answer
// becomes a deny, or loses it. The rest can be merged with other answers: the new input is
// still in canonical keys.
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

// PolicyAfterHooks is the policy for merged answers that ApplyHookPolicy has changed.
var PolicyAfterHooks = Policy{Ask: AsNative}

// WithInput returns the call as the next hook reads it if an earlier hook wants another
// input. It is nil if the payload cannot hold that input.
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

// replaceAt is jsontext.Replace for a dot-separated path.
func replaceAt(object, path, value string) string {
	key, rest, nested := strings.Cut(path, ".")
	if nested {
		value = replaceAt(jsontext.ValueOf(object, key), rest, value)
	}
	return jsontext.Replace(object, key, value)
}

// pathOf returns the path of a field in the payload, "" if it has none.
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

// IsEmpty reports whether an answer asks for nothing.
func (a *Answer) IsEmpty() bool {
	return a.Decision == NoOpinion && !a.Stop && !a.Quiet && a.Context+a.Message+a.Input+a.Output+a.Native == "" &&
		a.Raw == nil
}

// WithFallback returns a hook's policy. q, the command line's, decides where the hook
// leaves the choice.
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

// overlayMembers lays the members of one object over those of another. Either may be "".
func overlayMembers(object, members string) string {
	if object == "" {
		return members
	}
	jsontext.EachKey(members, func(key, raw string) { object = jsontext.Replace(object, key, raw) })
	return object
}
