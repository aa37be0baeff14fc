package mapping

import (
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// What a hook says for an action counts only where it is certainly the hook's own
// word. This file takes everything else out of an answer.

// notWishes are the members of an answer that ask for nothing themselves. The payload
// may hold the same words.
const notWishes = "hookEventName reason permissionDecisionReason stopReason continue"

// nestsWishes reports whether wishes stand below a key of an answer, or of what is below
// another.
func nestsWishes(parent, key, raw string) bool {
	return jsontext.IsObject(raw) &&
		(key == "hookSpecificOutput" || key == "native" || key == "decision" || parent == "native")
}

// granted returns what of a hook's object may speak for the action: no member that
// stands twice, and none that the payload's own text can be, printed by whatever
// unescapes it. ignored says what was taken out, and why; "" nothing.
func (c *Call) granted(sole string) (object, ignored string) {
	if sole == "" {
		return "", ""
	}
	var all wishes
	if !all.collect("", sole) {
		return "{}", "the shim ignores the hook's output: it has more members than any answer"
	}
	all.find(c)
	return all.without("", sole)
}

// maxMembers is how many members an object of an answer may have; those of all known
// clients have a dozen.
const maxMembers = 40

// collect notes every wish of an answer, and says whether it can be one.
func (all *wishes) collect(parent, object string) bool {
	n := 0
	jsontext.EachMember(object, func(key, value string) bool {
		switch n++; {
		case n > maxMembers:
		case nestsWishes(parent, key, value):
			if !all.collect(key, value) {
				n = maxMembers + 1
			}
		case !hasWord(notWishes, key) && value != "null":
			all.add(key, value)
		}
		return n <= maxMembers
	})
	return n <= maxMembers
}

// without returns an answer without the members that do not count.
func (all wishes) without(parent, object string) (rest, ignored string) {
	members, b := jsontext.Split(object), []byte(nil)
	for i, m := range members {
		switch {
		case members[:i].Has(m.Key) || members[i+1:].Has(m.Key):
			ignored = "the shim ignores " + OneLine(m.Key) + ": the key occurs twice"
			continue
		case nestsWishes(parent, m.Key, m.Raw):
			inner, why := all.without(m.Key, m.Raw)
			m.Raw, ignored = inner, FirstOf(ignored, why)
		case all.echoed(m.Key, m.Raw):
			ignored = OneLine(m.Key) + " does not count: the call's own text holds it"
			continue
		}
		b = jsontext.AppendMember(b, m.Key, m.Raw)
	}
	if b == nil {
		return "{}", ignored
	}
	return jsontext.View(append(b, '}')), ignored
}
