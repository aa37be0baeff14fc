package mapping

import (
	"strconv"
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// DecodeNative reads the output of a hook that was given event e of dialect f. Its JSON
// counts at any exit code, like in Claude Code. An OpenHook hook's does not.
func (c *Call) DecodeNative(f *Dialect, e *Event, p HookOutput, blockOn BlockOn) (Answer, error) {
	if e.Flags&RawOutput != 0 && p.Exit == 0 {
		return Answer{Raw: p.Stdout}, nil
	}
	p = p.readable()
	if f.AnswerPart != nil {
		p.Stdout = []byte(f.AnswerPart(jsontext.View(p.Stdout)))
	}
	prose := e.Flags&TextIsContext != 0
	// Kiro's IDE also takes text for context before a tool. A denial is more important there.
	out := c.readOutput(f, p, prose && c.Type != ToolStart && c.Type != PermissionRequest)
	granted, ignored := c.granted(f.cased(out.sole))
	if out.sole != "" && !f.accepts(e, out.sole) {
		granted, ignored = "{}", notValid
	}
	var asked, a Answer
	e.Forms.readWishes(f.cased(out.sole), p, &asked)
	e.Forms.readWishes(granted, p, &a)
	if p.Exit == 2 || blockOn.has(p.Exit) {
		return c.besideDeny(f, c.blocked(p, out, a)), nil
	}
	if f.Format && p.Exit != 0 {
		return Answer{}, exitError(p.Exit)
	}
	// A block in the words of the hook's own client counts as well.
	out.Answer = out.Answer.strictest(asked)
	if a.Decision == Allow && (p.Exit != 0 || f.Format || out.unknown || a.Input == "" && a.wishesInput(granted)) {
		// Most clients ignore the approval of a hook that failed. The shim also ignores one
		// beside an unknown word, or one for another call than the one that would run.
		a.Decision = NoOpinion
	}
	if out.sole != "" {
		a.Native = `{` + jsontext.Quote(f.Name) + `:` + granted + `}`
		out.unknown = false
	}
	if p.Exit != 0 && out.sole == "" && out.Decision == NoOpinion && !out.Stop {
		return Answer{}, exitError(p.Exit)
	}
	a, err := c.conclude(p, out, asked, a, ignored, nil, prose)
	if a.Input != "" && f != c.Dialect {
		a.Input = CanonicalInput(c.nativeToolFor(f), c.Canon, a.Input)
		c.dropSingleFileKeys(f, &a)
	}
	return c.besideDeny(f, a), err
}

// besideDeny puts the context of a draft's hook into the reason of its deny where the
// client takes no context. A lint_command is of use with a deny most of all.
func (c *Call) besideDeny(f *Dialect, a Answer) Answer {
	if f.Format && a.Decision == Deny && a.Context != "" && c.Event.Forms.form(WishContext) == "" {
		a.Reason, a.Context = strings.TrimSpace(a.Reason+"\n"+a.Context), ""
	}
	return a
}

// wishesInput reports whether an answer names a new input in the words of any client.
func (a *Answer) wishesInput(object string) bool {
	var other Answer
	other.readMembers(object)
	return other.Input != ""
}

// accepts reports whether a client takes an answer at all. The client drops an answer that
// is not valid as a whole.
func (d *Dialect) accepts(e *Event, object string) bool {
	for t := range d.Valid.traits {
		dot := strings.LastIndexByte(t.key, '.')
		if dot > 0 && jsontext.Child(object, t.key[:dot]) == "" {
			continue
		}
		raw := jsontext.Child(object, t.key)
		if t.text == "$event" {
			if raw != jsontext.Quote(strings.TrimPrefix(e.Native, "*")) {
				return false
			}
		} else if raw != "" && !t.matches(raw) {
			return false
		}
	}
	return true
}

// readWishes looks for every form in a hook's output and notes the wishes.
func (f *Forms) readWishes(doc string, p HookOutput, a *Answer) {
	for w := WishAllow; w <= WishQuiet; w++ {
		f.form(w).readWish(w, doc, p, a)
	}
	for wish, form, rest := nextForm(f.also); wish != ""; wish, form, rest = nextForm(rest) {
		if w, ok := wishOf(wish[1:]); ok {
			form.readWish(w, doc, p, a)
		}
	}
}

// readWish looks for a form in a hook's output and notes its wish.
func (f Form) readWish(w Wish, doc string, p HookOutput, a *Answer) {
	switch w {
	case WishContext:
		a.Context = FirstOf(a.Context, jsontext.Text(f.capture("$context", doc, p)))
		a.suggest(f.capture("$command", doc, p))
		return
	case WishMessage:
		a.Message = FirstOf(a.Message, jsontext.Text(f.capture("$message", doc, p)))
		return
	case WishRewrite:
		if raw := HeldObject(f.capture("$input", doc, p)); jsontext.IsObject(raw) {
			a.Input = raw
		}
		return
	case WishOutput:
		if f.literal() && !f.matches(doc, p) {
			return // the key that holds it may mean something else without them
		}
		a.Output = FirstOf(a.Output, f.capture("$output", doc, p), f.capture("$mcp_output", doc, p),
			f.capture("$output_text", doc, p))
		return
	}
	if !f.matches(doc, p) {
		return
	}
	reason := jsontext.Text(FirstOf(f.capture("$reason", doc, p), f.capture("$stop", doc, p)))
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

// literal reports whether a form holds anything but variables.
func (f Form) literal() bool {
	for s := range f.sets {
		if !strings.HasPrefix(s.value, "$") {
			return true
		}
	}
	return false
}

// matches reports whether all of a form's literals are there. A form without literals is
// known by its reason (Cursor's followup_message).
func (f Form) matches(doc string, p HookOutput) bool {
	for s := range f.sets {
		switch {
		case strings.HasPrefix(s.value, "$"):
		case s.path == "#exit":
			if strconv.Itoa(p.Exit) != s.value {
				return false
			}
		case jsontext.Text(jsontext.Child(doc, s.path)) != jsontext.Text(s.value):
			return false
		}
	}
	return f.literal() || f.capture("$reason", doc, p) != ""
}

// capture returns the value at a form's variable, as raw JSON.
func (f Form) capture(variable, doc string, p HookOutput) string {
	for s := range f.sets {
		if s.value != variable {
			continue
		}
		raw := ""
		switch s.path {
		case "#stdout":
			if doc == "" && p.Exit == 0 {
				raw = jsontext.Quote(jsontext.View(trim(p.Stdout)))
			}
		case "#stderr":
			raw = jsontext.Quote(jsontext.View(trim(p.Stderr)))
		default:
			raw = jsontext.Child(doc, s.path)
		}
		if raw != "" && raw != "null" && raw != `""` {
			return raw
		}
	}
	return ""
}

// dropSingleFileKeys removes the keys that singleFileInput added from a new input. If the
// hook changed such a key, the shim cannot change the call.
func (c *Call) dropSingleFileKeys(f *Dialect, a *Answer) {
	if !c.touchesFiles() {
		return
	}
	was, b := jsontext.Split(c.singleFileInput(f, 0)), []byte(nil)
	jsontext.EachKey(a.Input, func(key, raw string) {
		switch own := c.in(key); {
		case jsontext.Text(was.Value(key)) == jsontext.Text(raw) && jsontext.Text(own) != jsontext.Text(raw):
			// The hook left the value that singleFileInput put there.
		case own == "" && was.Has(key), c.in("patch") != "" && hasWord(patchKeys, key):
			if a.Decision != Deny {
				a.Decision, a.Reason = Deny, CannotChange+"its tool has no "+OneLine(key)
			}
		default:
			b = jsontext.AppendMember(b, key, raw)
		}
	})
	if a.Input = ""; b != nil {
		a.Input = string(append(b, '}'))
	}
}

// cased spells the keys of an answer like the forms do, for a client that takes them in any
// case.
func (d *Dialect) cased(doc string) string {
	if !d.AnyCase || doc == "" {
		return doc
	}
	all, b := jsontext.Split(doc), []byte(nil)
	for i, m := range all {
		for word, rest := NextWord(casedWords); word != ""; word, rest = NextWord(rest) {
			if strings.EqualFold(word, m.Key) {
				all[i].Key = word
			}
		}
		if jsontext.IsObject(m.Raw) && all[i].Key == "hookSpecificOutput" {
			all[i].Raw = d.cased(m.Raw)
		}
	}
	all.EachKey(func(key, raw string) { b = jsontext.AppendMember(b, key, raw) })
	if b == nil {
		return "{}"
	}
	return string(append(b, '}'))
}

// casedWords are the keys that cased knows.
const casedWords = "decision reason context halt updated_input " +
	"hookSpecificOutput permissionDecision permissionDecisionReason updatedInput additionalContext"
