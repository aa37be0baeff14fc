package mapping

import (
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// An approval counts only if it is certainly the hook's own. This file removes everything
// else from an answer.

// notWishes are the members of an answer that ask for nothing themselves. The payload may
// hold the same words.
const notWishes = "hookEventName reason permissionDecisionReason stopReason continue"

// nestsWishes reports whether wishes are below a key of an answer, or below a key of that
// key's object.
func nestsWishes(parent, key, raw string) bool {
	return jsontext.IsObject(raw) &&
		(key == "hookSpecificOutput" || key == "native" || key == "decision" || parent == "native")
}

// granted returns the part of a hook's object that may speak for the action. It has no
// member that occurs twice, and none that may be a copy of the payload's own text, however
// a program unescaped it. ignored names the removed part and the reason, "" if there is
// none.
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

// maxMembers is the largest number of members of an object in an answer. The objects of all
// known clients have about a dozen.
const maxMembers = 40

// collect notes every wish of an object, and reports whether the object can be an answer.
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
