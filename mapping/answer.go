package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// A Decision is what a hook wants to happen to an action.
type Decision uint8

const (
	NoOpinion Decision = iota
	Allow
	Ask
	Deny
)

// An Answer is what a hook said, whatever it said it in.
type Answer struct {
	Decision   Decision
	Reason     string
	Stop       bool // end the agent's loop
	StopReason string
	Context    string // for the model
	Message    string // for the user
	Input      string // new tool input in canonical keys, raw JSON object; "" none
	Output     string // new tool result, raw JSON; "" none
	Quiet      bool
	Native     string // raw JSON object keyed by source: powers that have no canonical name
	Raw        []byte // on an event with RawOutput: what the hook printed
	Ignored    string // what of the hook's output does not count, and why; "" nothing
	Unread     bool   // a decision is in it that could not be read, which is a fault if faults block
}

// Printed is what came out of a hook.
type Printed struct {
	Stdout, Stderr []byte
	Exit           int    // 128+n for a signal
	Cut            bool   // stdout was larger than what is kept, and what is not may hold an answer
	Hook           string // the hook's name, for reasons
}

// readable returns the same in UTF-8: whatever is passed on goes to a parser that
// may take nothing else.
func (p Printed) readable() Printed {
	p.Stdout, p.Stderr = decodeText(p.Stdout), decodeText(p.Stderr)
	return p
}

const (
	errBroken = Error("printed broken JSON")
	errWords  = Error("gave an unknown decision; use allow, deny or ask")
	errCut    = Error("printed more than the shim reads")

	inBrokenJSON = "the hook said so in broken JSON"
	notAlone     = "the shim ignores the hook's output: it is not exactly one JSON object"
	notFramed    = "the shim ignores hookSpecificOutput: its hookEventName is not this event's"
	notValid     = "the shim ignores the hook's output: the client that it is written for would ignore it too"
)

// DecodeAnswer reads what a hook printed that was given the OpenHook envelope.
// An error means that the hook failed; the answer is then empty.
func (c *Call) DecodeAnswer(p Printed, blockOn BlockOn) (Answer, error) {
	if c.Event.Flags&RawOutput != 0 && p.Exit == 0 {
		return Answer{Raw: p.Stdout}, nil
	}
	p = p.readable()
	prose := c.Type == SessionStart || c.Type == PromptSubmit
	out := c.hear(nil, p, prose)
	granted, ignored := c.granted(out.sole)
	var asked, a Answer
	err := asked.members(out.sole)
	if specific := jsontext.ValueOf(granted, "hookSpecificOutput"); specific != "" && !c.named(jsontext.Text(jsontext.ValueOf(specific, "hookEventName"))) {
		granted, ignored = jsontext.Replace(granted, "hookSpecificOutput", "null"), notFramed
	}
	a.members(granted)
	if p.Exit == 2 || blockOn.has(p.Exit) {
		return c.blocked(p, out, a), nil
	}
	if p.Exit != 0 {
		return Answer{}, exitError(p.Exit)
	}
	return c.conclude(p, out, asked, a, ignored, err, prose)
}

// conclude puts together what a hook that ended well said against the action and what
// it said for it. asked is what it would have said for it if all of it counted.
func (c *Call) conclude(p Printed, out *output, asked, a Answer, ignored string, err error, prose bool) (Answer, error) {
	if asked.Input != "" && a.Input == "" && c.Deniable() {
		// The call as it is was not what the hook let pass.
		out.Answer = out.Answer.strictest(Answer{Decision: Deny, Reason: CannotChange + ignored})
	}
	if p.Cut && c.Deniable() { // what is not kept may say more
		out.Answer = out.Answer.strictest(Answer{Decision: Deny, Reason: "the hook " + errCut.Error()})
	}
	if out.sole == "" && (out.found || out.broken || strings.HasPrefix(out.text, "{")) {
		a = Answer{} // text with objects in it is no text for the model
	}
	if a.Ignored = ignored; out.Decision > Allow || out.Stop {
		a.Decision = NoOpinion
		return a.strictest(out.Answer), nil
	}
	switch {
	case p.Cut:
		return Answer{}, errCut
	case out.unknown:
		return Answer{}, errWords
	case err != nil:
		return Answer{}, err
	case out.deep:
		a.Unread, a.Ignored = true, "the shim ignores a decision: it is not where an answer has one"
		return a, nil
	case out.sole != "" || out.sent != nil || out.text == "":
		return a, nil
	case out.broken || out.text[0] == '{' && !out.found:
		return Answer{}, errBroken
	case out.decides:
		a.Unread, a.Ignored = true, notAlone
	case prose: // it may show objects that decide nothing
		if out.text[0] != '{' {
			a.Context = out.text
			break
		}
		a.Ignored = notAlone
	case MayDecide(jsontext.BytesOf(out.text)) || isDecision(out.text):
		a.Unread, a.Ignored = true, notAlone
	case out.text[0] == '{':
		a.Ignored = notAlone
	}
	return a, nil
}

// blocked is the answer of a hook that said no by its exit code.
func (c *Call) blocked(p Printed, out *output, a Answer) Answer {
	said := FirstOf(out.Reason, a.Reason)
	if out.sole == "" && out.Reason == "" {
		said = out.text
	}
	a = Answer{Decision: Deny, Stop: out.Stop, StopReason: out.StopReason, Message: a.Message, Context: a.Context, Ignored: a.Ignored}
	for _, reason := range [...]string{jsontext.View(trim(p.Stderr)), said, "Blocked by " + p.Hook} {
		if a.Reason = strings.TrimSpace(reason); a.Reason != "" {
			break
		}
	}
	return a
}

// strictest keeps of two answers what holds the agent back.
func (a Answer) strictest(b Answer) Answer {
	if b.Decision > Allow && (b.Decision > a.Decision || b.Decision == a.Decision && a.Reason == "") {
		a.Decision, a.Reason = b.Decision, b.Reason
	}
	if b.Stop && !a.Stop {
		a.Stop, a.StopReason = true, b.StopReason
	}
	return a
}

// And joins what a hook said of one part of a call with what it said of another.
// It approves only what it approved in every part, and a new input for one part
// is none for the whole.
func (a Answer) And(b Answer) Answer {
	both := a.strictest(b)
	if both.Decision == Allow && b.Decision != Allow {
		both.Decision = NoOpinion
	}
	both.Context = strings.TrimSpace(a.Context + "\n" + b.Context)
	both.Message = strings.TrimSpace(a.Message + "\n" + b.Message)
	both.Output = FirstOf(a.Output, b.Output)
	if (a.Input != "" || b.Input != "") && both.Decision != Deny {
		both.Decision, both.Reason = Deny, CannotChange+"it touches several files"
	}
	both.Input = ""
	return both
}

// members reads what an object says for the action: OpenHook's answer, Claude Code's
// output, or the Hook contract's.
func (a *Answer) members(object string) (err error) {
	jsontext.Each(object, func(key, raw string) {
		if raw == "null" {
			return
		}
		switch key {
		case "decision":
			a.approve(raw)
		case "reason":
			a.Reason = jsontext.Text(raw)
		case "message", "system_message", "systemMessage":
			a.Message = jsontext.Text(raw)
		case "context":
			a.Context = jsontext.Text(raw)
		case "updated_input":
			err = firstError(err, a.input(key, raw))
		case "updated_output":
			a.Output = raw
		case "suppress_output", "suppressOutput":
			a.Quiet = raw == "true"
		case "lint_command":
			a.suggest(raw)
		case "native":
			if jsontext.IsObject(raw) {
				a.Native = raw
			}
		case "hookSpecificOutput":
			err = firstError(err, a.specific(raw))
		}
	})
	return err
}

// specific reads Claude Code's hookSpecificOutput.
func (a *Answer) specific(object string) (err error) {
	jsontext.Each(object, func(key, raw string) {
		if raw == "null" {
			return
		}
		switch key {
		case "permissionDecision":
			a.approve(raw)
		case "permissionDecisionReason":
			a.Reason = jsontext.Text(raw)
		case "additionalContext":
			a.Context = jsontext.Text(raw)
		case "updatedInput":
			err = firstError(err, a.input(key, raw))
		case "updatedToolOutput", "updatedMCPToolOutput":
			a.Output = raw
		case "decision": // of a PermissionRequest
			a.approve(jsontext.ValueOf(raw, "behavior"))
			if input := jsontext.ValueOf(raw, "updatedInput"); input != "" {
				err = firstError(err, a.input("updatedInput", input))
			}
		}
	})
	return err
}

// named says whether a native name is one of this event in any client.
func (c *Call) named(native string) bool {
	for _, d := range c.registry.Dialects {
		if e := d.event(native); e != nil && TypeOf(c.Source, e) == c.Type {
			return true
		}
	}
	return native == c.Native
}

// suggest adds to the context a command that the model may run.
func (a *Answer) suggest(raw string) {
	if command := jsontext.Text(raw); command != "" {
		a.Context = strings.TrimSpace(a.Context + "\nRun: " + command)
	}
}

func (a *Answer) approve(raw string) {
	if d, _ := decisionOf(foldedText(raw)); d == Allow && raw[0] == '"' {
		a.Decision = Allow
	}
}

func (a *Answer) input(key, raw string) error {
	if !jsontext.IsObject(raw) {
		return Error(key + " is not an object")
	}
	a.Input = raw
	return nil
}

func firstError(a, b error) error {
	if a != nil {
		return a
	}
	return b
}
