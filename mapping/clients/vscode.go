package clients

import (
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// vscodeFix denies a call with a new input that does not fit the tool's schema. The client would
// drop that input silently and run the call with the old one (source).
func vscodeFix(c *mapping.Call, a *mapping.Answer) string {
	old := mapping.HeldObject(c.Values[mapping.ToolInput])
	jsontext.EachKey(a.Input, func(key, value string) {
		was := jsontext.ValueOf(old, key)
		if was != "" && a.Decision != mapping.Deny && jsontext.KindOf(was) != jsontext.KindOf(value) {
			a.Decision = mapping.Deny
			a.Reason = mapping.CannotChange + "VS Code drops a new input in which " + key + " is of another kind"
		}
	})
	if a.Decision == mapping.Deny {
		a.Input = ""
	}
	return ""
}
