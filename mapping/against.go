package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// An objection of a hook counts however it is printed, in the words of every known client and
// format. This file reads these words. output.go decides where they count.

// An objection is what an object says against an action.
type objection struct {
	Answer           // Decision, Reason, Stop and StopReason alone
	unknown bool     // it decides with an unknown word
	decides bool     // it holds a word of decision, for or against
	found   bool     // there is an object
	goesOn  bool     // on this event a block makes the agent go on
	sent    *Payload // not nil: keys that are also in the payload do not count
	words   int      // how many deciding keys hold a word
	deep    bool     // an objection is below unknown keys
	nested  int
}

// maxNesting is the number of levels that the shim unwraps in an answer.
const maxNesting = 4

// objectWords are what the members of one object say themselves.
type objectWords struct {
	Answer            // Decision, Stop and StopReason alone
	reasons [3]string // in order of rank
	proceed bool      // continue is true
}

// readObject reads every member of one valid JSON object. If a key occurs twice, both values
// count.
func (o *objection) readObject(raw string) {
	var words objectWords
	o.found = true
	members, only := 0, ""
	jsontext.EachMember(raw, func(key, value string) bool {
		members++
		if o.sent != nil && o.sent.member(key) != "" {
			return true
		}
		key = folded(key)
		if !o.readDecision(key, value, &words) && !o.readStop(key, value, &words) && !words.readReason(key, value) {
			only = FirstOf(o.readPart(key, value), only)
		}
		return true
	})
	if words.StopReason != "" && !words.proceed {
		words.Stop = true // VS Code 1.130 takes the reason alone
	}
	if members == 1 && only != "" {
		o.readWrapped(only)
	}
	words.Reason = FirstOf(words.reasons[:]...)
	if words.Stop {
		words.StopReason = FirstOf(words.StopReason, words.Reason)
	}
	if words.Decision > Allow || words.Stop {
		o.Answer = o.Answer.strictest(words.Answer)
	} else if o.Decision > Allow && o.Reason == "" {
		o.Reason = words.Reason // it is around the decision
	}
}

// readDecision reads a member that decides, and reports whether it is one.
func (o *objection) readDecision(key, value string, words *objectWords) bool {
	switch key {
	case "decision", "permissiondecision", "behavior", "permission", "outcome":
		o.readWord(key, value, &words.Answer)
	case "action": // Claude Code's elicitation
		if word := foldedText(value); o.nested > 0 && (word == "decline" || word == "cancel") {
			words.Decision = Deny
		}
	case "cancel":
		if isTrue(value) {
			words.Stop = words.Stop || o.goesOn
			words.Decision = Deny
		}
	case "allowtool":
		if value != "null" && !isTrue(value) {
			words.Decision = Deny
		}
	case "followupmessage":
		if reason := strings.TrimSpace(jsontext.Text(value)); o.goesOn && value[0] == '"' && reason != "" {
			words.Decision, words.reasons[0] = Deny, reason
		}
	default:
		return false
	}
	return true
}

// readStop reads a member that ends the agent's loop, and reports whether it is one.
func (o *objection) readStop(key, value string, words *objectWords) bool {
	switch key {
	case "continue":
		if words.proceed = isTrue(value); !words.proceed && value != "null" {
			words.Stop = true
		}
		o.decides = true
	case "halt":
		words.Stop = words.Stop || isTrue(value)
	case "interrupt": // beside the denial of a permission
		words.Stop = words.Stop || isTrue(value) && !o.goesOn
		o.words++
	case "terminationbehavior":
		words.Stop = words.Stop || foldedText(value) == "terminate"
	default:
		return false
	}
	return true
}

// readReason reads a member that gives a reason, and reports whether it is one.
func (words *objectWords) readReason(key, value string) bool {
	rank := 0
	switch key {
	case "stopreason":
		words.StopReason = FirstOf(words.StopReason, reasonOf(value))
		return true
	case "reason", "permissiondecisionreason":
	case "usermessage", "agentmessage", "errormessage", "denyreason":
		rank = 1
	case "message", "systemmessage":
		rank = 2
	default:
		return false
	}
	words.reasons[rank] = FirstOf(words.reasons[rank], reasonOf(value))
	return true
}

// readPart reads any other member. only is its value if an answer may be wrapped in it.
func (o *objection) readPart(key, value string) (only string) {
	switch key {
	case "hookspecificoutput":
		o.readBelow(value)
	case "data": // of an Agent Hooks answer; an envelope's is what the hook was given
		if o.sent == nil {
			o.readWrapped(value)
		}
	case "context", "additionalcontext", "updatedinput", "updatedoutput", "toolinput", "native", "env":
		// The value asks for something, or is the subject of the question.
	case "result", "output", "response", "content", "text", "answer", "stdout":
		return value
	default:
		if value[0] == '{' || value[0] == '[' {
			o.deep = o.deep || o.sent == nil && o.objectsBelow(value)
			return value
		}
	}
	return ""
}

// readWord reads the value of a deciding key.
func (o *objection) readWord(key, value string, a *Answer) {
	switch value[0] {
	case 'n':
		return
	case '{':
		words := o.words
		if o.readBelow(value); o.words == words {
			o.unknown = true
		}
		return
	case '[':
		jsontext.EachElement(value, func(one string) { o.readWord(key, one, a) })
		return
	}
	o.words++
	d, known := NoOpinion, false
	if value[0] == '"' {
		word := foldedText(value)
		if d, known = decisionOf(word); word == "continue" && o.goesOn { // Antigravity's Stop
			d, known = Deny, true
		}
	}
	a.Decision = max(a.Decision, d)
	o.decides = o.decides || d != NoOpinion
	if key != "outcome" && key != "permission" { // which other programs use for other things
		o.unknown = o.unknown || !known
	}
}

// decisionOf returns the decision of a word in lower case.
func decisionOf(word string) (d Decision, known bool) {
	switch word {
	case "":
		return NoOpinion, true
	case "allow", "approve":
		return Allow, true
	case "ask", "force_ask":
		return Ask, true
	case "deny", "block", "deny_unless_prior_grant":
		return Deny, true
	}
	return NoOpinion, false
}

// isDecision says whether a text is nothing but a word that decides.
func isDecision(text string) bool {
	d, _ := decisionOf(strings.ToLower(strings.Trim(text, " \t\n\"'`.!")))
	return d != NoOpinion
}

// readBelow reads what is below a key: an object, the objects of a list, or either as
// JSON in a string.
func (o *objection) readBelow(raw string) {
	if o.nested == maxNesting {
		return
	}
	sent := o.sent
	o.sent = nil
	o.nested++
	switch raw[0] {
	case '{':
		o.readObject(raw)
	case '[':
		jsontext.EachElement(raw, func(value string) {
			if value[0] == '{' {
				o.readObject(value)
			}
		})
	case '"':
		if s := strings.TrimSpace(jsontext.Text(raw)); s != "" && (s[0] == '{' || s[0] == '[') &&
			Valid(jsontext.BytesOf(s)) == nil {
			o.readBelow(s)
		}
	}
	o.nested--
	o.sent = sent
}

// readWrapped reads the value of a key that is no part of an answer. An unknown word does
// not count as a decision there.
func (o *objection) readWrapped(raw string) {
	unknown := o.unknown
	o.readBelow(raw)
	o.unknown = unknown
}

// objectsBelow reports whether an objection is below an unknown key.
func (o *objection) objectsBelow(raw string) bool {
	below := objection{goesOn: o.goesOn, nested: o.nested}
	below.readBelow(raw)
	return below.Decision > Allow || below.Stop || below.deep
}

// isTrue reports whether a value switches something on: all but false, 0, "", null and these
// as text.
func isTrue(raw string) bool {
	switch foldedText(raw) {
	case "false", "0", "", "no", "off", "null":
		return false
	}
	return true
}

// folded returns a key without its spelling: hookSpecificOutput is hook_specific_output.
func folded(key string) string {
	plain := true
	for i := range len(key) {
		plain = plain && key[i] >= 'a' && key[i] <= 'z'
	}
	if plain {
		return key
	}
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(visible(key)), "_", ""), "-", ""))
}

// foldedText returns a value as a word: the text of a string, else the JSON.
func foldedText(raw string) string {
	if len(raw) > 64 {
		return raw
	}
	return strings.ToLower(strings.TrimSpace(visible(jsontext.Text(raw))))
}

// reasonOf returns a text that may be a reason, "" for anything else.
func reasonOf(raw string) string {
	if raw[0] != '"' {
		return ""
	}
	return jsontext.Text(raw)
}

// brokenJSONDecision returns the objection in text that is no JSON. decides is true for any
// decision. A hook that copies a command into its reason prints broken JSON for every quote
// in the command, and an agent can cause that. JavaScript and Python print an object with
// other quotes, or none.
func brokenJSONDecision(s string) (a Answer, decides bool) {
	if !mayDecide(s) {
		return a, false
	}
	s = squeezed(s)
	for _, w := range [...]struct {
		words string
		is    Decision
		stops bool
	}{
		{"decision:deny", Deny, false}, {"decision:block", Deny, false},
		{"decision:ask", Ask, false}, {"decision:force_ask", Ask, false},
		{"behavior:deny", Deny, false}, {"behavior:block", Deny, false},
		{"outcome:deny", Deny, false}, {"outcome:ask", Ask, false},
		{"permission:deny", Deny, false}, {"permission:ask", Ask, false},
		{"cancel:true", Deny, false}, {"allowtool:false", Deny, false},
		{"action:decline", Deny, false}, {"continue:false", NoOpinion, true}, {"halt:true", NoOpinion, true},
		{"terminationbehavior:terminate", NoOpinion, true},
		{"decision:allow", Allow, false}, {"decision:approve", Allow, false}, {"behavior:allow", Allow, false},
	} {
		if !holdsWord(s, w.words) {
			continue
		}
		decides = true
		if w.stops {
			a.Stop, a.StopReason = true, inBrokenJSON
		} else if w.is > Allow && w.is >= a.Decision {
			a.Decision, a.Reason = w.is, inBrokenJSON
		}
	}
	return a, decides
}

// MayDecide reports whether a part of a hook's output may hold a decision.
func MayDecide(text []byte) bool {
	_, decides := brokenJSONDecision(jsontext.View(text))
	return decides
}

// holdsWord reports whether a squeezed text holds KEY:VALUE, where KEY is not the end of a
// longer key.
func holdsWord(s, words string) bool {
	for at := 0; ; {
		i := strings.Index(s[at:], words)
		if i < 0 {
			return false
		}
		at += i
		if at == 0 || words[0] == 'd' || s[at-1] < 'a' || s[at-1] > 'z' { // permissiondecision:deny
			return true
		}
		at++
	}
}

// mayDecide reports whether a text may hold a deciding key, however it is spelt.
func mayDecide(s string) bool {
	for _, stem := range [...]string{"ecision", "ehavior", "utcome", "ermission", "ancel", "ontinue", "alt", "llow",
		"ction", "ECISION", "u00"} {
		if strings.Contains(s, stem) {
			return true
		}
	}
	return false
}

// squeezed removes from a text all that can be spelt in several ways: space, quotes, levels
// of quoting, \u escapes and case. "=" and "=>" become ":".
func squeezed(raw string) string {
	b := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		escaped := i > 0 && raw[i-1] == '\\'
		if c == 'u' && escaped && i+4 < len(raw) && raw[i+1] == '0' && raw[i+2] == '0' {
			c = byte(jsontext.CodeUnit(raw[i+1:]))
			i += 4
		}
		switch {
		case c == '\\', c <= ' ', c == '"', c == '\'', c == '`', c == '>' && len(b) > 0 && b[len(b)-1] == ':':
		case escaped && (c == 'n' || c == 't' || c == 'r'):
		case c == '=':
			b = append(b, ':')
		case c >= 'A' && c <= 'Z':
			b = append(b, c|0x20)
		default:
			b = append(b, c)
		}
	}
	return jsontext.View(b)
}
