package mapping

import (
	"strconv"
	"strings"
)

// DecodeNative reads what a hook printed that was given event e of dialect f. In
// contrast to an OpenHook hook its JSON counts at any exit code, as in Claude
// Code.
func (c *Call) DecodeNative(f *Dialect, e *Event, p Printed, blockOn BlockOn) (Answer, error) {
	if e.Flags&RawOutput != 0 && p.Exit == 0 {
		return Answer{Raw: p.Stdout}, nil
	}
	p = p.readable()
	if f.Said != nil {
		p.Stdout = []byte(f.Said(view(p.Stdout)))
	}
	out := trim(p.Stdout)
	doc := ""
	if isObject(view(out)) && !p.Cut && valid(out) == nil {
		doc = view(out)
	}
	if p.Exit == 2 || blockOn.has(p.Exit) {
		return c.blocked(p, out), nil
	}
	if f.Format && p.Exit != 0 {
		return Answer{}, exitError(p.Exit)
	}
	var a Answer
	doc = f.cased(doc)
	e.Forms.read(doc, p, &a)
	if doc != "" {
		// A deny in words that this client does not know is a deny.
		strict, err := understand(doc)
		a = a.strictest(strict)
		if a.Decision == Allow && (err != nil || strict.Input != "" && a.Input == "") {
			// It also says what nobody knows, or approves another call than the one
			// that would run: the client would void such an answer.
			a.Decision = NoOpinion
		}
		a.Native = `{` + quote(f.Name) + `:` + doc + `}`
	} else if len(out) > 0 {
		if b, found, err := stricter(view(out)); found || err != nil {
			return b, err
		}
		if p.Cut && c.Deniable() {
			return Answer{Decision: Deny, Reason: "the hook " + errCut.Error()}, nil
		}
		if out[0] == '{' {
			return Answer{}, errBroken
		}
		if p.Exit == 0 && e.Flags&TextIsContext != 0 {
			a.Context = view(out)
		}
	}
	if a.Decision == Allow && (p.Exit != 0 || f.Format || c.echoes()) {
		a.Decision = NoOpinion // most clients believe no hook that failed
	}
	if a.Input != "" && f != c.Dialect {
		a.Input = canonicalInput(f.doing(c.Canon), c.Canon, a.Input)
		c.unshown(&a)
	}
	if p.Exit != 0 && doc == "" && a.Decision == NoOpinion && !a.Stop {
		return Answer{}, exitError(p.Exit)
	}
	return a, nil
}

// read looks for every form in what a hook printed and notes what it wishes.
func (f *Forms) read(doc string, p Printed, a *Answer) {
	for w := WishAllow; w <= WishQuiet; w++ {
		f.form(w).read(w, doc, p, a)
	}
	for wish, form, rest := nextForm(f.also); wish != ""; wish, form, rest = nextForm(rest) {
		if w, ok := wishOf(wish[1:]); ok {
			form.read(w, doc, p, a)
		}
	}
}

// read looks for a form in what a hook printed and notes its wish.
func (f Form) read(w Wish, doc string, p Printed, a *Answer) {
	switch w {
	case WishContext:
		a.Context = firstOf(a.Context, text(f.capture("$context", doc, p)))
		return
	case WishMessage:
		a.Message = firstOf(a.Message, text(f.capture("$message", doc, p)))
		return
	case WishRewrite:
		if raw := object(f.capture("$input", doc, p)); isObject(raw) {
			a.Input = raw
		}
		return
	case WishOutput:
		if f.literal() && !f.matches(doc, p) {
			return // the key that holds it may mean something else without them
		}
		a.Output = firstOf(a.Output, f.capture("$output", doc, p), f.capture("$mcp_output", doc, p), f.capture("$output_text", doc, p))
		return
	}
	if !f.matches(doc, p) {
		return
	}
	reason := text(firstOf(f.capture("$reason", doc, p), f.capture("$stop", doc, p)))
	switch w {
	case WishStop:
		a.Stop, a.StopReason = true, reason
	case WishQuiet:
		a.Quiet = true
	default:
		if d := [...]Decision{Allow, Deny, Ask}[w]; d > a.Decision {
			a.Decision, a.Reason = d, reason
		}
	}
}

// literal says whether a form holds anything but variables.
func (f Form) literal() bool {
	for s := range f.sets {
		if !strings.HasPrefix(s.value, "$") {
			return true
		}
	}
	return false
}

// matches says whether all of a form's literals are there; a form without any is
// known by its reason (Cursor's followup_message).
func (f Form) matches(doc string, p Printed) bool {
	for s := range f.sets {
		switch {
		case strings.HasPrefix(s.value, "$"):
		case s.path == "#exit":
			if strconv.Itoa(p.Exit) != s.value {
				return false
			}
		case text(child(doc, s.path)) != text(s.value):
			return false
		}
	}
	return f.literal() || f.capture("$reason", doc, p) != ""
}

// capture returns what stands where a form has a variable, as raw JSON.
func (f Form) capture(variable, doc string, p Printed) string {
	for s := range f.sets {
		if s.value != variable {
			continue
		}
		raw := ""
		switch s.path {
		case "#stdout":
			if doc == "" && p.Exit == 0 {
				raw = quote(view(trim(p.Stdout)))
			}
		case "#stderr":
			raw = quote(view(trim(p.Stderr)))
		default:
			raw = child(doc, s.path)
		}
		if raw != "" && raw != "null" && raw != `""` {
			return raw
		}
	}
	return ""
}

// unshown takes out of a new input what only shown put there. Where a hook changed
// that, the call cannot be changed so.
func (c *Call) unshown(a *Answer) {
	if !c.touchesFiles() {
		return
	}
	was, b := split(c.shown(0)), []byte(nil)
	each(a.Input, func(key, raw string) {
		switch own := c.in(key); {
		case text(was.value(key)) == text(raw) && text(own) != text(raw): // as it was shown
		case own == "" && was.has(key), c.in("patch") != "" && hasWord(patchKeys, key):
			if a.Decision != Deny {
				a.Decision, a.Reason = Deny, cannotChange+"its tool has no "+OneLine(key)
			}
		default:
			b = appendMember(b, key, raw)
		}
	})
	if a.Input = ""; b != nil {
		a.Input = string(append(b, '}'))
	}
}

// cased spells the keys of an answer as the forms do, for a client that takes them in
// any case.
func (d *Dialect) cased(doc string) string {
	if !d.AnyCase || doc == "" {
		return doc
	}
	all, b := split(doc), []byte(nil)
	for i, m := range all {
		for word, rest := nextWord(casedWords); word != ""; word, rest = nextWord(rest) {
			if strings.EqualFold(word, m.key) {
				all[i].key = word
			}
		}
		if isObject(m.raw) && all[i].key == "hookSpecificOutput" {
			all[i].raw = d.cased(m.raw)
		}
	}
	all.each(func(key, raw string) { b = appendMember(b, key, raw) })
	if b == nil {
		return "{}"
	}
	return string(append(b, '}'))
}

const casedWords = "decision reason context halt updated_input hookSpecificOutput permissionDecision permissionDecisionReason updatedInput additionalContext"
